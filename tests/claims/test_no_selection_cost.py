import numpy as np
import pytest

from peirama.claims.core.prediction import evaluate
from peirama.claims.sample_complexity.no_selection_cost import no_selection_cost as claim
from peirama.claims.sample_complexity.selection_cost_domain import setting
from peirama.models.seeds import Seeds, canonical


def cost(**setting):
    return float(evaluate(claim.formulas["cost"], setting))


def of(dimension, degree, channels, samples):
    return {"dimension": dimension, "degree": degree, "channels": channels, "samples": samples}


@pytest.mark.parametrize(
    ("sizes", "expected", "digits"),
    [((6, 2, 4, 864), 8.27, 5e-3), ((10, 2, 3, 1650), 4.88, 5e-3), ((6, 2, 2, 864), 1, 1e-15)],
)
def test_the_cost_is_as_worked_out(sizes, expected, digits):
    assert cost(**of(*sizes)) == pytest.approx(expected, abs=digits)


def test_at_many_samples_the_cost_is_the_ratio_of_the_ranks():
    assert cost(**of(6, 2, 4, 10**12)) == pytest.approx(182 / 27, rel=1e-9)


def test_both_risks_are_those_of_an_explicit_least_squares_by_numpy():
    rng = np.random.default_rng(3)
    ratios = []
    for _ in range(400):  # degree 1 and 2 on the sphere of R^4, written out: 5 and 14 functions
        x = rng.normal(size=(120, 4))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        pairs = [x[:, i] * x[:, j] for i in range(4) for j in range(i)]
        squares = [x[:, i] ** 2 - x[:, 3] ** 2 for i in range(3)]
        linear = np.column_stack((np.ones(120), 2 * x))
        both = np.column_stack((linear, *pairs, *squares))
        moment = _moments()
        small, large = (np.linalg.inv(f.T @ f) for f in (linear, both))
        ratios.append((np.trace(large @ moment), np.trace(small @ moment[:5, :5])))
    top, bottom = np.mean(ratios, axis=0)
    assert top / bottom == pytest.approx(cost(**of(4, 1, 2, 120)), rel=0.02)


def _moments():
    """E f f' for the fourteen functions, from E x_i² = 1/4, E x_i⁴ = 1/8, E x_i² x_j² = 1/24."""
    fourth = np.full((4, 4), 1 / 24) + np.eye(4) / 12
    differences = np.vstack([np.eye(4)[i] - np.eye(4)[3] for i in range(3)])
    moment = np.eye(14)
    moment[5:11, 5:11] /= 24
    moment[11:, 11:] = differences @ fourth @ differences.T
    return moment


@pytest.mark.parametrize("sizes", [(6, 1, 2, 200), (12, 1, 2, 600)])
def test_without_selection_the_interpolant_is_worse_by_far(sizes):
    given = setting(*sizes)
    seeds = Seeds(11, claim.name, canonical(given), "test", range(64))
    seen = claim.observe(**given, trials=64, seeds=seeds, device="cpu").evidence()
    assert np.median(seen["interpolation"].values) > 10


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"channels": 1}, "the channels reach at least the degree"),
        ({"samples": 76}, "the number of samples is an integer of at least r_L"),
        ({"noise": 0.0}, "the noise is a number above 0 (without noise"),
        ({"weights": [0.5, 0.5]}, "there is one weight for each degree"),
        ({"weights": [0.5, 0.4, 0.3]}, "the weights are energies"),
        ({"dimension": 2}, "the dimension is an integer of at least 3"),
    ],
)
def test_a_broken_hypothesis_is_named(wrong, sentence):
    assert claim.broken(setting(6, 2, 3, 500) | wrong).startswith(sentence)

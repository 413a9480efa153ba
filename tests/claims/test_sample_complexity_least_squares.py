import math

import numpy as np
import pytest
import sympy

from peirama.claims.core import search
from peirama.claims.core.laboratory import wants_prediction
from peirama.claims.core.prediction import evaluate
from peirama.claims.sample_complexity import drawn, paper
from peirama.claims.sample_complexity.identities import identities
from peirama.claims.sample_complexity.minimax_floor import minimax_floor
from peirama.claims.sample_complexity.risk import risk
from peirama.claims.sample_complexity.samples_needed import samples_needed
from peirama.models.harmonic_basis import rank
from peirama.models.seeds import Seeds, canonical

FEW = "the number of samples is an integer of at least r0"
ENERGIES = "the weights are energies: numbers of at least 0 that sum to 1"
NO_NOISE = "the noise is a number above 0 (without noise"


def of(dimension, degree, samples=None, noise=None, **more):
    named = {"samples": samples, "noise": noise, **more}
    return {"dimension": dimension, "degree": degree} | {
        name: value for name, value in named.items() if value is not None
    }


def value(claim, clause, **setting):
    return float(evaluate(claim.formulas[clause], setting))


def observed(claim, setting, trials):
    seeds = Seeds(11, claim.name, canonical(setting), "test", range(trials))
    needs = {"trials": trials, "seeds": seeds, "device": "cpu"}
    if wants_prediction(claim):
        values = {c: float(evaluate(f, setting)) for c, f in claim.formulas.items()}
        needs["predicted"] = values if isinstance(claim.predicted, dict) else max(values.values())
    return claim.observe(**setting, **needs).evidence()


@pytest.mark.parametrize(
    ("claim", "clause", "setting", "expected"),
    [
        (identities, "harmonics", of(8, 2, 100), 35),
        (identities, "rank", of(8, 2, 100), 44),
        (identities, "fluctuation", of(8, 2, 100), 18.92),
        (identities, "fluctuation", of(6, 2, 60), 11.70),
        (identities, "rank", of(20, 3, 1), 1750),
        (minimax_floor, "mean", of(10, 1, 88, 0.5), 0.03526),
        (minimax_floor, "every design", of(10, 1, 88, 0.5), 11 / 88 / 4),
        (minimax_floor, "mean", of(10**6, 2, 10**12, 2.0), 4.000024),
        (minimax_floor, "mean", of(8, 2, 44, 1.0), 44),
        (risk, "risk", of(8, 2, 264, 0.5), 0.04977),
        (risk, "risk", of(12, 1, 39, 0.5), 0.1204),
        (risk, "near", of(8, 2, 264, 0.5), 0.25 * 44 / 89),
        (risk, "risk", of(10**5, 3, 10**17, 2.0), 4 / 599.0),
        *(
            (samples_needed, "level", of(8, 2, None, 0.5, accuracy=share / 4), n)
            for share, n in ((0.4, 153), (0.2, 263), (0.1, 483), (0.05, 923), (0.025, 1803))
        ),
        (samples_needed, "level", of(12, 1, None, 2.0, accuracy=1.0), 13 * 5 - 1),
        (samples_needed, "level", of(10**6, 3, None, 1.0, accuracy=1e-3), 1001 / 6 * 1e18),
        (identities, "rank", of(3, 40, 1), 41**2),
        (identities, "harmonics", of(10**6, 2, 1), 10**6 * (10**6 + 1) // 2 - 1),
    ],
)
def test_the_predictions_are_those_as_worked_out(claim, clause, setting, expected):
    assert claim.broken(setting) is None
    assert value(claim, clause, **setting) == pytest.approx(expected, rel=5e-4)


@pytest.mark.parametrize(
    ("claim", "setting", "sentence"),
    [
        (identities, of(2, 2, 10), "the dimension is an integer of at least 3"),
        (identities, of(8.5, 2, 10), "the dimension is an integer of at least 3"),
        (identities, of(8, 0, 10), "the degree is an integer of at least 1"),
        (minimax_floor, of(8, 2, 43, 1.0), FEW),
        (minimax_floor, of(8, 2, 44.5, 1.0), FEW),
        (minimax_floor, of(8, 2, 60, 0), NO_NOISE),
        (minimax_floor, of(8, 2, 60, math.inf), NO_NOISE),
        (risk, of(8, 2, 264, 0.0), NO_NOISE),
        (risk, of(8, 2, 264, 1.0, weights=[0.2, 0.2, 0.5]), ENERGIES),
        (risk, of(8, 2, 264, 1.0, weights=[0.2, -0.2, 1.0]), ENERGIES),
        (risk, of(8, 2, 264, 1.0, weights=[0.2, 0.8]), "there is one weight for each degree"),
        (risk, of(8, 2, 264, 1.0, weights=[0, 1, 0]), "the weight of the target's own degree"),
        (samples_needed, of(8, 2, None, 1.0, accuracy=0.0), "the accuracy is a number above 0"),
        (samples_needed, of(8, 2, None, 0, accuracy=0.1), NO_NOISE),
        (identities, of(8, 2, 0), "the number of samples is an integer of at least 1"),
    ],
)
def test_a_broken_hypothesis_is_named(claim, setting, sentence):
    assert claim.broken(setting).startswith(sentence)


@pytest.mark.parametrize("degree", [1, 2, 3, 4, 5])
def test_the_rates_of_the_paper_are_limits_by_sympy(degree):
    order, risk, needed = paper.rate(degree)
    assert order == sympy.Rational(1, math.factorial(degree))
    assert risk == paper.noise**2 / math.factorial(degree)
    assert sympy.expand(needed * math.factorial(degree)) == paper.noise**2 + paper.accuracy


@pytest.mark.parametrize("degree", [1, 2, 3, 6])
def test_the_polynomial_of_the_rank_has_its_values(degree):
    for dimension in (3, 8, 51):
        whole = paper.rank(degree).subs(paper.dimension, dimension)
        assert whole == math.comb(dimension + degree - 1, degree) + math.comb(
            dimension + degree - 2, degree - 1
        )


def test_the_distance_of_a_gaussian_design_is_another():
    x = np.random.Generator(np.random.Philox(1)).standard_normal((4000, 30, 7))
    squares = np.linalg.norm(x.transpose(0, 2, 1) @ x / 30 - np.eye(7), axis=(1, 2)) ** 2
    errors = (squares.mean() - 7 * 8 / 30) / (squares.std() / math.sqrt(4000))
    assert abs(errors) < 5
    seen = observed(identities, of(6, 1, 30), 64)["fluctuation"].values
    assert abs(seen.mean() - 7 * 6 / 30) < 5 * seen.std() / 8


def test_the_floor_is_met_where_there_are_many_samples():
    setting = of(10, 1, 220, 0.5)
    seen = observed(minimax_floor, setting, 256)["mean"].values
    assert seen.mean() == pytest.approx(value(minimax_floor, "mean", **setting), rel=0.003)


@pytest.mark.parametrize(("dimension", "degree"), [(5, 1), (5, 2), (5, 3), (8, 2), (12, 1)])
def test_the_excess_over_the_floor_is_within_the_margins(dimension, degree):
    r0 = rank(dimension, degree)
    weights = [1 / (degree + 1)] * (degree + 1)
    seen = observed(risk, of(dimension, degree, 6 * r0, 1.0, weights=weights), 256)
    for clause, (low, high) in {"risk": (0.99, 1.03), "near": (0.97, 1.09)}.items():
        ratios = seen[clause].values
        error = ratios.std() / math.sqrt(len(ratios))
        assert low - 4 * error < ratios.mean() < high + 4 * error


def test_the_samples_needed_are_those_at_which_the_risk_is_the_accuracy():
    setting = of(8, 2, None, 0.5, accuracy=0.013)
    n = value(samples_needed, "level", **setting)
    assert value(risk, "risk", **of(8, 2, n, 0.5)) == pytest.approx(0.013, rel=1e-12)


def test_a_prediction_beyond_the_cap_is_not_run():
    setting = of(20, 3, None, 1.0, accuracy=0.02)
    seen = observed(samples_needed, setting, 4)
    assert seen["level"].failures.all()
    assert seen["crossing"].failures.all()


def test_the_accuracies_drawn_are_those_of_the_theorem():
    found, _ = search.draw(samples_needed.given, seed=5, count=60)
    for setting in found:
        assert 0.0199 < setting["accuracy"] / setting["noise"] ** 2 < 0.201


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_energies_that_are_drawn_sum_to_one(degree):
    for top in (0.2, 0.637, 0.9):
        weights = drawn.energies(degree, top, 0.3)
        assert len(weights) == degree + 1
        assert math.fsum(weights) == pytest.approx(1, abs=1e-12)
        assert weights[-1] == pytest.approx(top, abs=0.002)
        assert min(weights) >= 0


def test_the_risk_of_least_squares_is_minimax_by_the_limit_of_bayes_risks():
    x = np.random.Generator(np.random.Philox(1)).standard_normal((30, 7))
    least_squares = np.trace(np.linalg.inv(x.T @ x))
    bayes = [np.trace(np.linalg.inv(x.T @ x + np.eye(7) / t)) for t in (1, 100, 1e6)]
    assert bayes == sorted(bayes)
    assert bayes[-1] == pytest.approx(least_squares, rel=1e-5)

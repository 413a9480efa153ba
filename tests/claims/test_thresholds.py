import math

import mpmath
import numpy as np
import pytest

from peirama.claims.beta_threshold import mixture
from peirama.claims.beta_threshold.critical_mixture import critical_mixture
from peirama.claims.beta_threshold.index_branch import index_branch
from peirama.claims.beta_threshold.index_minima import index_minima
from peirama.claims.beta_threshold.re_entrance import re_entrance
from peirama.claims.beta_threshold.stuck_neurons import settings, stuck_neurons
from peirama.claims.core.prediction import evaluate
from peirama.models.seeds import Seeds, canonical


def value(claim, **setting):
    return float(evaluate(claim.formulas["claim"], setting))


def growth(coefficients, indices, beta):
    """r(β) from the weights themselves, at 30 digits."""
    with mpmath.workdps(30):
        t = mpmath.sqrt((1 + (indices - 1) * beta) / indices)
        pulls = [(p, p * a * t**p) for p, a in coefficients.items()]
        mean = mpmath.fsum(p * w for p, w in pulls) / mpmath.fsum(w for _, w in pulls)
        return (1 - beta) * (mean - 1) / (1 + (indices - 1) * beta) - 1


def sign_changes(coefficients, indices):
    low, high = min(coefficients) - 2.02, max(coefficients) - 1.98
    overlaps = [c / (c + indices) for c in np.linspace(low, high, 2000)]
    signs = np.sign([float(growth(coefficients, indices, mpmath.mpf(b))) for b in overlaps])
    return int((signs[1:] != signs[:-1]).sum())


def stuck_share(degree, overlap):
    """The angle from minus the average to where H is lowest, over π, by a scan in two stages."""
    center, width = 0.5, 0.5
    for _ in range(2):
        share = np.clip(np.linspace(center - width, center + width, 100_001), 0, 0.5)
        along = -math.sqrt(1 + overlap) * np.cos(math.pi * share)
        across = math.sqrt(1 - overlap) * np.sin(math.pi * share)
        height = (along + across) ** degree + (along - across) ** degree
        center, width = share[height.argmin()], 2e-5
    return center


def test_the_critical_mixture_as_worked_out():
    found = value(critical_mixture, degree=3, higher_degree=6, position=0.6, indices=8)
    assert found == pytest.approx(3.593532, abs=5e-7)


@pytest.mark.parametrize(
    ("coefficients", "indices", "expected"),
    [({3: 1, 4: 1}, 4, 0.26909), ({3: 0.1, 6: 1}, 8, 0.30376)],
)
def test_the_mixture_inverts_the_implicit_threshold(coefficients, indices, expected):
    beta = mpmath.findroot(lambda b: growth(coefficients, indices, b), 0.28)
    assert float(beta) == pytest.approx(expected, abs=5e-6)
    (low, a), (high, b) = coefficients.items()
    position = (float(indices * beta / (1 - beta)) + 2 - low) / (high - low)
    setting = {"degree": low, "higher_degree": high, "indices": indices, "position": position}
    assert value(critical_mixture, **setting) == pytest.approx(b / a, rel=1e-9)


@pytest.mark.parametrize("indices", [2, 300, 4096])
@pytest.mark.parametrize("position", [1e-6, 0.35, 0.999])
def test_the_average_turns_at_the_critical_mixture_of_any_size(indices, position):
    setting = {"degree": 5, "higher_degree": 40, "indices": indices, "position": position}
    assert critical_mixture.broken(setting) is None
    q = 5 + mpmath.mpf(position) * 35
    ratio = evaluate(critical_mixture.predicted, setting)
    rate = growth({5: 1, 40: mpmath.mpf(float(ratio))}, indices, (q - 2) / (q - 2 + indices))
    assert abs(rate) < 1e-14


@pytest.mark.parametrize(
    ("degree", "higher", "indices", "expected"),
    [(3, 12, 6, 1), (3, 12, 7, 3), (3, 16, 3, 1), (3, 16, 4, 3), (3, 9, 1024, 1), (3, 16, 8, 3)],
)
def test_thresholds_are_as_many_as_a_scan_finds(degree, higher, indices, expected):
    setting = {"degree": degree, "higher_degree": higher, "indices": indices}
    ratio = mixture.middle_ratio(degree, higher, indices)
    assert value(re_entrance, **setting) == expected
    assert sign_changes({degree: 1, higher: ratio}, indices) == expected


@pytest.mark.parametrize(("degree", "higher"), [(3, 9), (4, 10), (5, 12)])
def test_near_degrees_have_one_threshold_for_any_number_of_vectors(degree, higher):
    for indices, expected in ((2, 1), (4096, 1), (10**9, 1)):
        assert value(re_entrance, degree=degree, higher_degree=higher, indices=indices) == expected
    assert value(re_entrance, degree=degree, higher_degree=higher + 1, indices=10**9) == 3


@pytest.mark.parametrize("root", [0.1209, 0.3034, 0.6069])
def test_three_thresholds_as_worked_out(root):
    found = mpmath.findroot(lambda b: growth({3: 1, 16: 20}, 8, b), root)
    assert float(found) == pytest.approx(root, abs=6e-5)


@pytest.mark.parametrize(
    ("indices", "expected"),
    [(3, 0.26120), (4, 0.22401), (8, 0.15894), (32, 0.08240), (4096, 0.0077528)],
)
def test_index_minima_vanish_where_they_should(indices, expected):
    assert index_minima.broken({"indices": indices, "degree": 3}) is None
    assert value(index_minima, indices=indices) == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize(
    ("degree", "indices", "ratio", "expected"), [(5, 4, 0.1, 0.0998830), (3, 8, 0.1, 0.0854701)]
)
def test_the_index_branch_as_worked_out(degree, indices, ratio, expected):
    found = value(index_branch, degree=degree, indices=indices, ratio=ratio)
    assert found == pytest.approx(expected, abs=5e-8)


@pytest.mark.parametrize(
    "setting",
    [{"degree": 3, "indices": 4096, "ratio": 1e-3}, {"degree": 64, "indices": 2, "ratio": 0.9}],
)
def test_the_index_branch_of_any_size_is_accepted(setting):
    degree, indices, x = setting["degree"], setting["indices"], mpmath.mpf(setting["ratio"])
    b = x * (1 - x ** (degree - 2)) / (1 - x) / (1 + (indices - 1) * x ** (degree - 1))
    assert index_branch.broken(setting) is None
    assert value(index_branch, **setting) == pytest.approx(float(b / (1 + b)), rel=1e-14)


@pytest.mark.parametrize(
    ("degree", "overlap", "expected"),
    [(3, 0.0, 0.25), (3, 0.2, 0.19591), (5, 0.2, 0.21744), (5, 0.45, 0.15877), (3, 0.4, 0.0)],
)
def test_the_share_of_stuck_neurons_is_as_worked_out(degree, overlap, expected):
    found = value(stuck_neurons, degree=degree, overlap=overlap)
    assert found == pytest.approx(expected, abs=5e-6)
    assert found == pytest.approx(stuck_share(degree, overlap), abs=1e-6)


@pytest.mark.parametrize("degree", [3, 5])
@pytest.mark.parametrize("relative", [0, 0.5, 0.9, 1.1, 1.5])
def test_directions_are_stuck_just_if_they_are_near_minus_the_average(degree, relative):
    setting = {"degree": degree, "overlap": relative * (degree - 2) / degree}
    seeds = Seeds(0, stuck_neurons.name, canonical(setting), "paired", range(1000))
    observed = stuck_neurons.observe(**setting, trials=1000, seeds=seeds, device="cpu")
    angles = 2 * math.pi * seeds.only(seeds.trials).uniform()
    away = abs((angles - 0.25 * math.pi) % (2 * math.pi) - math.pi)
    least = math.pi * value(stuck_neurons, **setting)
    assert observed.fired() == ()
    assert not ((observed.values == 1) != (away < least))[abs(away - least) >= 1e-3].any()


def test_no_overlap_near_the_threshold_is_drawn():
    drawn = list(settings().strategy.elements)
    assert min(abs(s["overlap"] / ((s["degree"] - 2) / s["degree"]) - 1) for s in drawn) >= 0.1
    assert max(s["overlap"] for s in drawn) == 0.9


@pytest.mark.parametrize(
    ("claim", "setting", "sentence"),
    [
        (critical_mixture, {"degree": 2}, "the lowest degree is at least 3"),
        (critical_mixture, {"position": 1.0}, "the position lies between 0 and 1"),
        (critical_mixture, {"position": -0.1}, "the position lies between 0 and 1"),
        (re_entrance, {"degree": 12, "higher_degree": 12}, "the higher degree exceeds the lower"),
        (re_entrance, {"indices": 1}, "there are at least two index vectors"),
        (index_minima, {"degree": 4}, "the degree is 3"),
        (index_minima, {"indices": 2}, "there are at least three index vectors"),
        (index_branch, {"ratio": 0.0}, "the ratio lies between 0 and 1"),
        (
            index_branch,
            {"degree": 3, "indices": 5, "ratio": 0.51},
            "the ratio lies where B grows, so that the critical point is a minimum",
        ),
        (stuck_neurons, {"degree": 7}, "the degree is 3 or 5"),
        (stuck_neurons, {"overlap": 1.0}, "the overlap is at least 0 and below 1"),
    ],
)
def test_a_setting_outside_the_theorem_is_refused_with_its_hypothesis(claim, setting, sentence):
    assert claim.broken(setting) == sentence


def test_the_end_of_the_branch_is_just_outside_it():
    at = {"degree": 3, "indices": 5, "ratio": 0.5}
    assert index_branch.broken(at) is not None
    assert index_branch.broken(at | {"ratio": 0.4999}) is None

import itertools
import math

import numpy as np
import pytest

from peirama.claims.beta_threshold.critical_overlap import critical_overlap
from peirama.claims.beta_threshold.fixed_points import fixed_points
from peirama.claims.beta_threshold.nearest_index import nearest_index
from peirama.claims.beta_threshold.reduction import reduction
from peirama.claims.core.prediction import evaluate
from peirama.claims.core.verdict import Outcome
from peirama.models.seeds import Seeds, canonical

EXACT = (reduction, fixed_points, critical_overlap)
LEVEL = 1e-6  # of each random verdict below: a false one is that rare


def value(claim, **setting):
    return float(evaluate(claim.formulas["claim"], setting))


def observed(claim, setting, trials):
    seeds = Seeds(11, claim.name, canonical(setting), "test", range(trials))
    return claim.observe(**setting, trials=trials, seeds=seeds, device="cpu").evidence()["claim"]


def outcome(claim, setting):
    trials = claim.plan("quick").looks[0]
    predicted = evaluate(claim.formulas["claim"], setting)
    return claim.clauses["claim"].rule.judge(observed(claim, setting, trials), predicted).outcome


def reading(claim, setting, trials=1024):
    rule = claim.clauses["claim"].rule
    return rule.read(observed(claim, setting, trials), np.array(rule.reference))[0]


def cases(claims):
    return [pytest.param(c, s, id=f"{c.name} {s}") for c in claims for s in c.corners]


def wrong(claims):
    return [pytest.param(c, m, id=f"{c.name} {m.name}") for c in claims for m in c.mutants]


@pytest.mark.parametrize(
    ("degree", "counts"), [(3, (8, 12, 8, 2)), (4, (8, 24, 32, 16)), (8, (8, 24, 32, 16))]
)
def test_fixed_points_are_counted_as_worked_out(degree, counts):
    found = [value(fixed_points, degree=degree, indices=4, subset=s) for s in (1, 2, 3, 4)]
    assert found == list(counts)


@pytest.mark.parametrize(("degree", "indices"), [(3, 5), (4, 5), (7, 3), (6, 2)])
def test_fixed_points_of_each_size_are_those_that_enumeration_finds(degree, indices):
    signs = [s for s in itertools.product((-1, 0, 1), repeat=indices) if any(s)]
    fixed = [s for s in signs if len({x ** (degree - 2) for x in s if x}) == 1]
    for size in range(1, indices + 1):
        expected = sum(1 for s in fixed if np.count_nonzero(s) == size)
        assert value(fixed_points, degree=degree, indices=indices, subset=size) == expected


def test_there_is_no_average_of_more_vectors_than_there_are():
    assert value(fixed_points, degree=3, indices=2, subset=3) == 0


@pytest.mark.parametrize(("degree", "indices", "expected"), [(3, 4, 0.2), (5, 16, 0.157895)])
def test_the_critical_overlap_is_as_worked_out(degree, indices, expected):
    assert value(critical_overlap, degree=degree, indices=indices) == pytest.approx(
        expected, abs=5e-7
    )


@pytest.mark.parametrize(("degree", "indices"), [(3, 2), (12, 256), (7, 4096)])
def test_at_the_critical_overlap_the_curvature_at_the_average_vanishes(degree, indices):
    overlap = value(critical_overlap, degree=degree, indices=indices)
    t = math.sqrt((1 + (indices - 1) * overlap) / indices)
    slope, bend = degree * t ** (degree - 1), degree * (degree - 1) * t ** (degree - 2)
    assert indices * t * slope == pytest.approx((1 - overlap) * bend, rel=1e-12)


def test_no_deviation_and_no_exception_are_predicted():
    assert value(reduction) == 0
    assert value(nearest_index) == 1


@pytest.mark.parametrize(
    ("claim", "setting"),
    [
        (reduction, {"coefficients": {"3": 1.0}, "indices": 4096, "dimension": 10**12}),
        (reduction, {"coefficients": {2: -1, 40: 3.0}, "overlap": 0, "indices": 1, "dimension": 1}),
        (reduction, {"coefficients": {"6": 0.2}, "overlap": 0.999}),
        (fixed_points, {"degree": 60, "indices": 4096, "subset": 4000}),
        (fixed_points, {"degree": 3, "indices": 2, "subset": 5}),
        (critical_overlap, {"degree": 100, "indices": 4096}),
        (nearest_index, {"coefficients": {3: 1, 41: 0}, "indices": 4096, "dimension": 10**12}),
        (nearest_index, {"coefficients": {"4": 1e-9}, "indices": 8, "dimension": 8}),
        (nearest_index, {}),
    ],
)
def test_every_setting_of_the_theorem_is_accepted(claim, setting):
    assert claim.broken(setting) is None


@pytest.mark.parametrize(
    ("claim", "setting", "sentence"),
    [
        (reduction, {"coefficients": {"0": 1.0}}, "every degree is at least 1"),
        (reduction, {"coefficients": {}}, "every degree is at least 1"),
        (reduction, {"coefficients": {"three": 1.0}}, "coefficients map degrees to numbers"),
        (reduction, {"coefficients": 3}, "coefficients map degrees to numbers"),
        (reduction, {"overlap": 1.0}, "the overlap is at least 0 and below 1"),
        (reduction, {"overlap": -0.1}, "the overlap is at least 0 and below 1"),
        (reduction, {"indices": 4, "dimension": 3}, "the dimension is at least the number"),
        (fixed_points, {"degree": 2}, "the lowest degree is at least 3"),
        (critical_overlap, {"degree": 2, "indices": 4}, "the lowest degree is at least 3"),
        (critical_overlap, {"indices": 1}, "there are at least two index vectors"),
        (nearest_index, {"coefficients": {"2": 0.1, "4": 1.0}}, "the lowest degree is at least 3"),
        (
            nearest_index,
            {"coefficients": {"3": 1.0, "4": 1.0}},
            "the degrees are all odd or all even",
        ),
        (nearest_index, {"coefficients": {"3": 1.0, "5": -0.9}}, "no component is negative"),
        (nearest_index, {"indices": 9, "dimension": 8}, "the dimension is at least the number"),
    ],
)
def test_a_broken_hypothesis_is_named(claim, setting, sentence):
    assert claim.broken(setting).startswith(sentence)


@pytest.mark.parametrize(("claim", "setting"), cases(EXACT))
def test_the_experiment_agrees_with_the_prediction(claim, setting):
    assert outcome(claim, setting) is Outcome.SUPPORTED


@pytest.mark.parametrize(("claim", "mutant"), wrong(EXACT))
def test_a_wrong_version_is_refuted_at_its_first_corner(claim, mutant):
    mutated = claim.mutated(mutant)
    assert outcome(mutated, mutated.corners[0]) is Outcome.REFUTED


def test_the_threshold_measured_is_two_tenths_to_six_digits():
    evidence = observed(critical_overlap, {"degree": 3, "indices": 4}, 4)
    np.testing.assert_allclose(evidence.values, 0.2, atol=6.5e-7)
    assert (evidence.error <= 1.25e-6).all()


@pytest.mark.parametrize("setting", nearest_index.corners, ids=str)
def test_neurons_end_at_the_nearest_index_vector(setting):
    assert reading(nearest_index, setting, 2048).supports(LEVEL)


@pytest.mark.parametrize("mutant", nearest_index.mutants, ids=lambda mutant: mutant.name)
def test_another_rule_or_loss_does_not_send_neurons_to_the_nearest(mutant):
    mutated = nearest_index.mutated(mutant)
    assert reading(mutated, mutated.corners[0]).refutes("low", LEVEL)


def test_a_neuron_that_never_arrives_is_a_failed_trial():
    setting = {"coefficients": {"60": 1.0}, "indices": 2, "dimension": 10**12}
    assert observed(nearest_index, setting, 2).failures.all()

"""Numbers that hold for every draw."""

import numpy as np
import pytest

from peirama.claims.core.rules import Exact, Side, Unit
from peirama.claims.core.verdict import Evidence, Outcome, Reason

ONE = np.array(1.0)


def verdict(values, *, error=None, failed=None, side=Side.EQUAL, unit=Unit.ABSOLUTE):
    error = None if error is None else np.array(error)
    evidence = Evidence(np.array(values), None, error, failed)
    return Exact(0.1, side=side, unit=unit).judge(evidence, ONE)


def test_values_within_the_tolerance_are_supported():
    assert verdict([0.95, 1.05]).outcome is Outcome.SUPPORTED


def test_one_violation_refutes_and_is_named():
    found = verdict([1.0, 1.0, 0.5])
    assert found.outcome is Outcome.REFUTED
    assert found.note == "Trial 2 is 5 tolerances off."


@pytest.mark.parametrize(
    ("value", "error", "outcome"),
    [
        (1.2, 0.09, Outcome.REFUTED),
        (1.2, 0.11, Outcome.INCONCLUSIVE),
        (1.0, 0.025, Outcome.SUPPORTED),
        (1.0, 0.026, Outcome.INCONCLUSIVE),
        (1.08, 0.01, Outcome.SUPPORTED),
        (1.09, 0.02, Outcome.INCONCLUSIVE),
    ],
)
def test_the_numerical_error_is_on_the_cautious_side(value, error, outcome):
    assert verdict([value], error=[error]).outcome is outcome


def test_an_undecided_value_is_numerical():
    assert verdict([1.09], error=[0.02]).reason is Reason.NUMERICAL


def test_an_unknown_numerical_error_decides_nothing():
    assert verdict([1.0, 5.0], error=[0.0, np.nan]).reason is Reason.NUMERICAL


@pytest.mark.parametrize(
    ("side", "value", "outcome"),
    [
        (Side.AT_LEAST, 9.0, Outcome.SUPPORTED),
        (Side.AT_LEAST, 0.8, Outcome.REFUTED),
        (Side.AT_MOST, 1.2, Outcome.REFUTED),
        (Side.AT_MOST, -9.0, Outcome.SUPPORTED),
    ],
)
def test_a_one_sided_rule_looks_at_its_side_only(side, value, outcome):
    assert verdict([value], side=side).outcome is outcome


def test_a_failed_trial_forbids_support():
    found = verdict([1.0, np.nan])
    assert (found.outcome, found.reason) == (Outcome.INCONCLUSIVE, Reason.NUMERICAL)


def test_a_violation_in_a_failed_trial_is_none():
    assert verdict([1.0, 9.0], failed=np.array([False, True])).outcome is Outcome.INCONCLUSIVE


def test_a_violation_beside_a_failed_trial_refutes():
    assert verdict([9.0, np.nan]).outcome is Outcome.REFUTED


def test_no_trial_supports_nothing():
    assert verdict([]).outcome is Outcome.INCONCLUSIVE


def test_a_relative_tolerance_is_a_share_of_the_prediction():
    rule = Exact(0.1, unit=Unit.RELATIVE)
    evidence = Evidence(np.array([-109.0]), error=np.array([0.5]))
    assert rule.judge(evidence, np.array(-100.0)).outcome is Outcome.SUPPORTED
    assert rule.gap(evidence, np.array(-100.0)) == -0.09


def test_a_relative_tolerance_of_nothing_is_refused():
    with pytest.raises(ValueError, match="needs an absolute tolerance"):
        Exact(0.1, unit=Unit.RELATIVE).judge(Evidence(np.ones(2), error=np.ones(2)), np.array(0.0))


def test_a_negative_numerical_error_is_refused():
    with pytest.raises(ValueError, match="negative"):
        verdict([1.0], error=[-1.0])


def test_every_point_of_a_curve_is_tested():
    curves = np.array([[1.0, 2.0], [1.0, 2.0]])
    rule, aim = Exact(0.1), np.array([1.0, 2.0])
    x, error = np.arange(2.0), np.full(2, 0.01)
    assert rule.judge(Evidence(curves, x, error), aim).outcome is Outcome.SUPPORTED
    assert rule.judge(Evidence(curves, x, error), aim[::-1]).outcome is Outcome.REFUTED


@pytest.mark.parametrize(
    ("side", "worst"), [(Side.EQUAL, -3.0), (Side.AT_LEAST, -3.0), (Side.AT_MOST, 2.0)]
)
def test_the_gap_is_the_worst_on_the_side_of_the_rule(side, worst):
    evidence = Evidence(np.array([3.0, -2.0, np.nan, 1.0]))
    assert Exact(0.1, side=side).gap(evidence, ONE) == worst


def test_the_gap_of_failed_trials_alone_is_unknown():
    assert np.isnan(Exact(0.1).gap(Evidence(np.array([np.nan])), ONE))


def test_the_rule_says_what_it_does():
    assert Exact(1e-6).describe() == "Every value lies within 1e-06 (absolute) of the prediction."
    floor = Exact(0.1, side=Side.AT_LEAST, unit=Unit.RELATIVE, reference=2.0)
    assert floor.describe() == "Every value is at least 2, up to 0.1 (relative)."

"""A threshold between two points."""

import numpy as np
import pytest
from scipy import stats

from peirama.claims.core.rules import Bracket, Side
from peirama.claims.core.verdict import Evidence, Reason

NOISE = np.random.default_rng(8).standard_normal((128, 2))
ENDS = np.array([0.4, 0.6])


def read(shift, rule=None, predicted=0.0, noise=NOISE):
    return (rule or Bracket(0.5)).read(Evidence(noise + shift, ENDS), np.array(predicted))


def test_the_ends_are_claimed_at_most_and_at_least():
    assert [(r.part, r.side) for r in read(0)] == [("low", Side.AT_MOST), ("high", Side.AT_LEAST)]


def test_a_function_that_crosses_inside_supports_both_ends():
    assert all(r.supports(1e-3) for r in read([-1.0, 1.0]))


@pytest.mark.parametrize(("shift", "refuted"), [(1.0, [True, False]), (-1.0, [False, True])])
def test_a_function_that_crosses_outside_refutes_one_end(shift, refuted):
    found = [bool(r.refutes(r.directions[0], 1e-3)) for r in read(shift)]
    assert found == refuted


def test_each_end_has_the_interval_of_its_own_values():
    for end, reading in enumerate(read(0)):
        limits = reading.limits(0.01, True)
        own = NOISE[:, end]
        expected = stats.t.interval(0.98, 127, own.mean(), stats.sem(own))
        np.testing.assert_allclose([limits.lower, limits.upper], expected, atol=1e-12)


def test_a_failed_trial_decides_neither_end():
    broken = np.where(np.arange(256).reshape(128, 2) == 3, np.nan, NOISE)
    assert [r.reason(0.01) for r in read(0, noise=broken)] == [Reason.NUMERICAL] * 2


def test_another_level_may_be_crossed():
    (low, _) = read(0, Bracket(0.5, reference=None), predicted=2.0)
    assert low.estimate == pytest.approx(NOISE[:, 0].mean() - 2.0, abs=1e-12)


def test_a_bracket_has_two_ends():
    with pytest.raises(ValueError, match="2 points, not 3"):
        Bracket(0.5).read(Evidence(np.ones((9, 3)), np.arange(3.0)), np.array(0.0))


def test_the_rule_says_what_it_does():
    assert Bracket(0.5).describe() == "The mean crosses 0 upwards inside the bracket, up to 0.5."

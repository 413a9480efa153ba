"""Clopper-Pearson limits of a probability."""

import numpy as np
import pytest
from scipy import optimize, stats

from peirama.claims.core.rules import Frequency, Side
from peirama.claims.core.verdict import Evidence, Reason


def read(values, predicted, rule=None):
    (reading,) = (rule or Frequency(0.1)).read(Evidence(np.asarray(values)), np.array(predicted))
    return reading


def events(count, trials):
    return (np.arange(trials) < count).astype(float)


@pytest.mark.parametrize(("count", "trials"), [(1, 7), (20, 50), (49, 50), (300, 8192)])
@pytest.mark.parametrize("level", [0.2, 1e-3, 1e-9])
def test_the_limits_invert_binomial_tails(count, trials, level):
    limits = read(events(count, trials), 0.0).limits(level, False)
    low = optimize.brentq(lambda p: stats.binom.sf(count - 1, trials, p) - level, 0, 1, xtol=1e-14)
    high = optimize.brentq(lambda p: stats.binom.cdf(count, trials, p) - level, 0, 1, xtol=1e-14)
    np.testing.assert_allclose([limits.lower, limits.upper], [low, high], atol=1e-12)


def test_an_event_that_never_happens_has_lower_limit_zero():
    assert read(np.zeros(10), 0.0).limits(0.01, False).lower == 0
    assert read(np.ones(10), 0.0).limits(0.01, False).upper == 1


@pytest.mark.parametrize("probability", [0.5, 0.03])
def test_the_limits_keep_their_level_for_every_probability(probability):
    trials, level = 60, 0.01
    counts = np.arange(trials + 1)
    worlds = np.stack([events(count, trials) for count in counts])
    limits = read(worlds, np.full(trials + 1, probability)).limits(level, False)
    chance = stats.binom.pmf(counts, trials, probability)
    assert chance[limits.upper < 0].sum() <= level
    assert chance[limits.lower > 0].sum() <= level


def test_the_limits_do_not_depend_on_what_a_rung_spends():
    reading = read(events(3, 40), 0.1)
    assert reading.limits(0.01, True) == reading.limits(0.01, False)


def test_a_failed_trial_counts_at_both_extremes():
    values = np.append(events(5, 28), [np.nan, 7.0])
    failed = np.arange(30) == 29
    (reading,) = Frequency(0.1).read(Evidence(values, failed=failed), np.array(0.0))
    limits = reading.limits(0.01, False)
    assert limits.lower == read(events(5, 30), 0.0).limits(0.01, False).lower
    assert limits.upper == read(events(7, 30), 0.0).limits(0.01, False).upper


def test_failed_trials_are_why_an_answer_is_missing():
    assert read([np.nan, 1.0], 0.0).reason(0.01) is Reason.NUMERICAL
    assert read([0.0, 1.0], 0.0).reason(0.01) is Reason.CAP


def test_a_floor_is_supported_by_as_many_successes_as_the_binomial_needs():
    rule = Frequency(0.05, side=Side.AT_LEAST)
    needed = next(n for n in range(1, 200) if 0.9**n <= 0.01)
    assert read(np.ones(needed + 1), 0.95, rule).supports(0.01)
    assert not read(np.ones(needed - 1), 0.95, rule).supports(0.01)


def test_the_scatter_of_an_event_not_seen_yet_is_not_zero():
    assert read(np.zeros(10), 0.0).scatter > 0


def test_a_value_that_is_no_indicator_is_refused():
    with pytest.raises(ValueError, match=r"given 0.5; observe 0 or 1"):
        read([0.0, 0.5], 0.0)


def test_the_rule_says_what_it_does():
    rule = Frequency(0.05, side=Side.AT_MOST, reference=0.1)
    assert rule.describe() == "The frequency is at most 0.1, up to 0.05."

"""The skew-corrected t: critical values, moments, guards, and its measured level."""

import numpy as np
import pytest
from scipy import optimize, stats

from peirama.claims.core.rules import AtMost, MeanWithin
from peirama.claims.core.rules.critical import critical
from peirama.claims.core.rules.student import interval, moments
from peirama.claims.core.verdict import Evidence, Reason

ZERO = np.array(0.0)
LOOKS = (32, 64, 128, 256, 512, 1024)
CHI2 = np.random.default_rng(7).chisquare(1, (4000, 1024))


def smallest_root(level, trials, skewness):
    start = stats.t.isf(level, trials - 1)
    grid = np.linspace(start, 60, 100_001)
    with np.errstate(divide="ignore"):
        logs = stats.t.logsf(grid, trials - 1)
    added = skewness * grid**3 / (3 * np.sqrt(trials))
    solved = np.flatnonzero(np.isfinite(logs) & (logs + added <= np.log(level)))
    if not solved.size:
        return np.inf

    def excess(c):
        return stats.t.logsf(c, trials - 1) + skewness * c**3 / (3 * trials**0.5) - np.log(level)

    bracket = grid[solved[0] - 1], grid[solved[0]]
    return optimize.brentq(excess, *bracket, xtol=1e-13)


def false_refutations(level, *, plain):
    """How many chi-square worlds of mean 1 leave their upper limit below it at some look."""
    missed = np.zeros(len(CHI2), dtype=bool)
    for look in LOOKS:
        (reading,) = MeanWithin(0.5).read(Evidence(CHI2[:, :look]), np.array(1.0))
        missed |= reading.limits(level / len(LOOKS), plain).upper < 0
    return int(missed.sum())


def upper_bound(errors):
    return stats.beta.isf(0.01, errors + 1, len(CHI2) - errors)


@pytest.mark.parametrize("trials", [16, 32, 128, 1024, 8192])
@pytest.mark.parametrize("level", [0.3, 0.05, 3.3e-3, 8e-4, 1e-5, 1e-12])
def test_the_critical_value_is_the_smallest_root(trials, level):
    skewness = np.array([1e-6, 0.05, 0.3, 1.0, 2.8, 6.2])
    expected = [smallest_root(level, trials, g) for g in skewness]
    np.testing.assert_allclose(critical(level, trials, skewness), expected, rtol=0, atol=1e-9)


def test_the_critical_value_of_a_symmetric_sample_is_students():
    values = critical(1e-3, 64, np.array([0.0, -2.0]))
    np.testing.assert_allclose(values, stats.t.isf(1e-3, 63), rtol=1e-13)


def test_the_critical_value_at_the_peak_is_found_on_both_sides_of_it():
    highest = optimize.brentq(lambda g: np.isinf(smallest_root(1e-3, 128, g)) - 0.5, 0.1, 5)
    values = critical(1e-3, 128, np.array([highest - 1e-3, highest + 1e-3]))
    assert np.isfinite(values).tolist() == [True, False]


def test_an_underflowing_tail_is_no_solution():
    assert critical(1e-300, 1024, np.array([5.0])).tolist() == [np.inf]


def test_a_level_from_one_half_needs_no_correction():
    values = critical(0.7, 64, np.array([0.0, 3.0]))
    np.testing.assert_allclose(values, stats.t.isf(0.7, 63), rtol=1e-13)


def test_a_level_outside_the_unit_interval_is_refused():
    with pytest.raises(ValueError, match=r"level=1.5; give one strictly between 0 and 1"):
        critical(1.5, 64, np.array([0.0]))


def test_the_moments_are_those_of_the_sample():
    values = CHI2[:3, :50]
    of = moments(values)
    np.testing.assert_allclose(of.mean, [np.mean(row) for row in values])
    np.testing.assert_allclose(of.sd, stats.tstd(values, axis=1))
    np.testing.assert_allclose(of.skewness, stats.skew(values, axis=1) * (49 / 50) ** 1.5)


def test_the_moments_of_huge_values_do_not_overflow():
    of = moments(1e300 * CHI2[0, :64])
    assert of.sd == pytest.approx(1e300 * np.std(CHI2[0, :64], ddof=1), rel=1e-12)
    assert of.skewness == pytest.approx(moments(CHI2[0, :64]).skewness, rel=1e-12)


def test_the_correction_lengthens_the_long_tails_side_only():
    values = CHI2[0, :512]
    corrected = interval(moments(values), 1e-3, plain=False)
    error, quantile = stats.sem(values), stats.t.isf(1e-3, 511)
    skewness = stats.skew(values) * (511 / 512) ** 1.5
    assert corrected.lower == pytest.approx(values.mean() - quantile * error, rel=1e-12)
    expected = values.mean() + smallest_root(1e-3, 512, skewness) * error
    assert corrected.upper == pytest.approx(expected, rel=1e-12)


def test_the_plain_limits_are_students():
    plain = interval(moments(CHI2[0, :32]), 0.01, plain=True)
    expected = stats.t.interval(0.98, 31, CHI2[0, :32].mean(), stats.sem(CHI2[0, :32]))
    np.testing.assert_allclose([plain.lower, plain.upper], expected, rtol=1e-12)


@pytest.mark.parametrize(("trials", "level"), [(31, 0.01), (127, 4e-4)])
def test_too_few_trials_leave_no_limits(trials, level):
    values = np.random.default_rng(0).standard_normal(trials)
    (reading,) = MeanWithin(1.0).read(Evidence(values), ZERO)
    limits = reading.limits(level, False)
    assert (limits.lower, limits.upper) == (-np.inf, np.inf)
    assert reading.reason(level) is Reason.TOO_FEW


def test_rungs_that_spend_nothing_need_32_trials_at_every_level():
    values = np.random.default_rng(0).standard_normal(32)
    (reading,) = MeanWithin(1.0).read(Evidence(values), ZERO)
    assert np.isfinite(reading.limits(1e-6, True).upper)


def test_two_distinct_values_are_degenerate():
    (reading,) = MeanWithin(1.0).read(Evidence(np.tile([0.1, 0.3], 100)), ZERO)
    assert np.isinf(reading.limits(0.01, True).upper)
    assert reading.reason(0.01) is Reason.DEGENERATE


def test_skewness_on_the_side_of_the_answer_leaves_it_too_skewed():
    long_below = Evidence(-CHI2[0, :32])
    (reading,) = MeanWithin(1.0).read(long_below, ZERO)
    assert reading.reason(1e-3) is Reason.TOO_SKEWED
    (reading,) = AtMost(1.0).read(long_below, ZERO)
    assert reading.reason(1e-3) is Reason.CAP


@pytest.mark.parametrize("level", [0.05, 0.01])
def test_the_corrected_t_keeps_its_level_on_skewed_data(level):
    assert upper_bound(false_refutations(level, plain=False)) <= 1.5 * level


@pytest.mark.parametrize("level", [0.05, 0.01])
def test_the_plain_t_does_not_keep_its_level_on_skewed_data(level):
    assert upper_bound(false_refutations(level, plain=True)) > 1.5 * level

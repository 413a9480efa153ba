"""Order statistics as limits of a quantile."""

import numpy as np
import pytest
from scipy import stats

from peirama.claims.core.rules import Quantile, Side, Unit
from peirama.claims.core.rules.quantile import ranks
from peirama.claims.core.verdict import Evidence, Reason

ZERO = np.array(0.0)


def read(values, rule, predicted=ZERO):
    (reading,) = rule.read(Evidence(np.asarray(values, dtype=float)), np.asarray(predicted))
    return reading


@pytest.mark.parametrize("trials", [5, 32, 1000, 8192])
@pytest.mark.parametrize("q", [0.5, 0.9, 0.03])
@pytest.mark.parametrize("level", [0.1, 1e-3, 1e-6])
def test_the_ranks_are_binomial_quantiles(trials, q, level):
    below = int(stats.binom.ppf(level, trials, q))
    above = int(stats.binom.isf(level, trials, q)) + 1
    assert ranks(level, trials, q) == (below, above)


@pytest.mark.parametrize(("trials", "q"), [(20, 0.5), (60, 0.9)])
def test_the_ranks_keep_their_level(trials, q):
    below, above = ranks(0.01, trials, q)
    lower_error = stats.binom.cdf(below - 1, trials, q)  # fewer than `below` values under it
    upper_error = stats.binom.sf(above - 1, trials, q)  # at least `above` values under it
    assert max(lower_error, upper_error) <= 0.01


def test_the_limits_are_order_statistics():
    values = np.random.default_rng(2).permutation(np.arange(1.0, 101.0))
    limits = read(values, Quantile(0.5, 1.0)).limits(0.01, False)
    assert limits.lower == stats.binom.ppf(0.01, 100, 0.5)
    assert limits.upper == stats.binom.isf(0.01, 100, 0.5) + 1


def test_there_is_no_limit_until_the_extreme_suffices():
    rule = Quantile(0.9, 1.0)
    enough = int(np.ceil(np.log(1e-3) / np.log(0.9)))
    assert np.isinf(read(np.arange(enough - 1), rule).limits(1e-3, False).upper)
    assert np.isfinite(read(np.arange(enough), rule).limits(1e-3, False).upper)


def test_too_few_trials_are_the_reason_on_the_side_of_the_answer_only():
    assert read(np.arange(20), Quantile(0.9, 1.0, side=Side.AT_MOST)).reason(1e-3) is Reason.TOO_FEW
    assert read(np.arange(20), Quantile(0.9, 1.0, side=Side.AT_LEAST)).reason(1e-3) is Reason.CAP


def test_the_limits_keep_their_level_without_a_mean():
    values = np.random.default_rng(6).pareto(0.5, (4000, 64)) + 1
    limits = read(values, Quantile(0.5, 1.0), np.full(4000, 4.0)).limits(0.05, False)
    errors = int((limits.upper < 0).sum())
    assert stats.beta.isf(0.01, errors + 1, 4000 - errors) <= 0.05


def test_a_failed_trial_counts_at_both_extremes():
    rule, numbers = Quantile(0.5, 1.0), np.arange(40.0)
    limits = read(np.append(numbers, [np.nan, np.inf]), rule).limits(0.01, False)
    assert limits.lower == read(np.append(numbers, [-9, -9]), rule).limits(0.01, False).lower
    assert limits.upper == read(np.append(numbers, [99, 99]), rule).limits(0.01, False).upper


def test_the_estimate_is_the_quantile_of_the_trials_that_did_not_fail():
    values = np.append(np.random.default_rng(3).standard_normal(41), np.nan)
    expected = np.quantile(values[:-1], 0.3, method="inverted_cdf")
    assert read(values, Quantile(0.3, 1.0)).estimate == expected


def test_failed_trials_alone_estimate_nothing():
    reading = read([np.nan, np.nan], Quantile(0.5, 1.0))
    assert np.isnan(reading.estimate)
    assert reading.reason(0.01) is Reason.NUMERICAL


def test_a_logarithmic_margin_takes_logarithms_of_the_limits():
    values = np.random.default_rng(2).lognormal(size=100)
    plain = read(values, Quantile(0.5, 1.0)).limits(0.01, False)
    log = read(values, Quantile(0.5, 1.0, unit=Unit.LOG), 2.0).limits(0.01, False)
    assert log.lower == pytest.approx(np.log(plain.lower / 2), rel=1e-12)
    assert log.upper == pytest.approx(np.log(plain.upper / 2), rel=1e-12)


def test_ties_are_allowed():
    assert read(np.ones(100), Quantile(0.5, 0.1), 1.0).supports(1e-3)


def test_a_quantile_outside_the_unit_interval_is_refused():
    with pytest.raises(ValueError, match=r"q=1; give one strictly between 0 and 1"):
        Quantile(1, 0.1)


def test_the_rule_says_what_it_does():
    expected = "The 0.9-quantile lies within 0.1 (log) of the prediction."
    assert Quantile(0.9, 0.1, unit=Unit.LOG).describe() == expected

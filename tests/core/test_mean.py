"""Rules for a mean over trials, and the laws that they may be told of."""

import numpy as np
import pytest
from scipy import optimize, special, stats

from peirama.claims.core.rules import AtLeast, AtMost, MeanWithin, Unit, bounded, light, nonnegative
from peirama.claims.core.verdict import Evidence, Reason

NORMAL = np.random.default_rng(3).standard_normal(256)
GAMMA = np.random.default_rng(4).gamma(0.5, 2.0, (2000, 64))  # mean 1, CV sqrt(2)


def read(rule, values, predicted):
    (reading,) = rule.read(Evidence(np.asarray(values)), np.array(predicted))
    return reading


@pytest.mark.parametrize(("shift", "supported"), [(0.0, True), (0.5, False), (1.0, False)])
def test_equal_is_supported_well_inside_the_margin(shift, supported):
    assert read(MeanWithin(0.5), NORMAL + shift, 0.0).supports(1e-3) == supported


@pytest.mark.parametrize(("shift", "refuted"), [(-1.0, True), (-0.5, False), (0.0, False)])
def test_equal_is_refuted_well_outside_the_margin(shift, refuted):
    assert read(MeanWithin(0.5), NORMAL + shift, 0.0).refutes("low", 1e-3) == refuted


def test_at_least_is_refuted_below_the_prediction_and_supported_within_the_margin():
    reading = read(AtLeast(0.5), NORMAL - 0.3, 0.0)
    assert reading.refutes("low", 1e-3)
    assert read(AtLeast(0.8), NORMAL - 0.3, 0.0).supports(1e-3)


def test_at_most_is_refuted_above_the_prediction_and_supported_within_the_margin():
    assert read(AtMost(0.5), NORMAL + 0.3, 0.0).refutes("high", 1e-3)
    assert read(AtMost(0.8), NORMAL + 0.3, 0.0).supports(1e-3)


def test_a_relative_margin_is_a_share_of_the_prediction():
    reading = read(MeanWithin(0.5, unit=Unit.RELATIVE), NORMAL - 12.0, -10.0)
    assert reading.estimate == pytest.approx((NORMAL.mean() - 2.0) / 10, rel=1e-12)
    assert reading.scatter == pytest.approx(NORMAL.std(ddof=1) / 10, rel=1e-12)


def test_a_logarithmic_margin_takes_logarithms_of_the_limits():
    values = NORMAL + 10
    limits = read(MeanWithin(0.5, unit=Unit.LOG), values, 8.0).limits(0.01, True)
    low, high = stats.t.interval(0.98, 255, values.mean(), stats.sem(values))
    assert limits.lower == pytest.approx(np.log(low / 8), rel=1e-12)
    assert limits.upper == pytest.approx(np.log(high / 8), rel=1e-12)


def test_a_negative_limit_has_logarithm_minus_infinity():
    limits = read(MeanWithin(0.5, unit=Unit.LOG), NORMAL + 0.05, 1.0).limits(0.01, True)
    assert limits.lower == -np.inf
    assert np.isfinite(limits.upper)


def test_a_negative_mean_has_no_logarithm():
    assert read(MeanWithin(0.5, unit=Unit.LOG), NORMAL - 5, 1.0).reason(0.01) is Reason.NUMERICAL


def test_one_failed_trial_leaves_no_limits():
    reading = read(MeanWithin(0.5), np.append(NORMAL, np.nan), 0.0)
    assert np.isinf(reading.limits(0.01, True).upper)
    assert reading.reason(0.01) is Reason.NUMERICAL


def test_the_reference_is_worded_in_place_of_the_prediction():
    rule = AtLeast(0.05, unit=Unit.RELATIVE, reference=0.5)
    assert rule.describe() == "The mean is at least 0.5, up to 0.05 (relative)."


def test_the_representation_of_a_rule_is_stable():
    expected = (
        "Mean(delta=0.1, side=<Side.AT_MOST: 'at most'>, unit=<Unit.ABSOLUTE: 'absolute'>, "
        "law=Nonnegative(cv_max=2.0), reference=None)"
    )
    assert repr(AtMost(0.1, law=nonnegative(2.0))) == expected


def test_the_declared_upper_limit_is_that_of_nonnegative_sums():
    limits = read(AtMost(0.5, law=nonnegative(1.5)), GAMMA[0], 0.0).limits(0.01, False)
    shortfall = np.sqrt(2 * (1 + 1.5**2) * np.log(100) / 64)
    assert limits.upper == pytest.approx(GAMMA[0].mean() / (1 - shortfall), rel=1e-12)


def test_the_declared_upper_limit_keeps_a_small_level_at_few_trials():
    limits = read(AtMost(0.5, law=nonnegative(2**0.5)), GAMMA, 1.0).limits(0.01, False)
    errors = int((limits.upper < 0).sum())
    assert stats.beta.isf(0.01, errors + 1, 2000 - errors) <= 0.01


def test_a_declared_law_without_a_limit_yet_has_too_few_trials():
    assert read(AtMost(0.5, law=nonnegative(9.0)), GAMMA[0], 0.0).reason(0.01) is Reason.TOO_FEW


def test_the_limits_of_bounded_values_are_hoeffdings():
    values = np.random.default_rng(5).uniform(-1, 3, 20)
    limits = read(MeanWithin(0.5, law=bounded(-1, 3)), values, 0.0).limits(1e-3, False)
    share, budget = (values.mean() + 1) / 4, np.log(1e3) / 20

    def excess(m):
        return special.rel_entr(share, m) + special.rel_entr(1 - share, 1 - m) - budget

    upper = optimize.brentq(excess, share, 1 - 1e-12, xtol=1e-14)
    lower = optimize.brentq(excess, 1e-12, share, xtol=1e-14)
    np.testing.assert_allclose([limits.lower, limits.upper], [4 * lower - 1, 4 * upper - 1])


def test_the_limits_of_bounded_values_need_no_scatter():
    limits = read(MeanWithin(0.5, law=bounded(0, 1)), np.zeros(100), 0.0).limits(1e-3, False)
    assert limits.upper == pytest.approx(stats.beta.isf(1e-3, 1, 100), rel=1e-9)
    assert limits.lower == 0


def test_a_rung_that_spends_nothing_falls_back_on_the_declared_law():
    reading = read(MeanWithin(0.1, law=bounded(0, 1)), np.zeros(100), 0.5)
    assert reading.refutes("low", 1e-3, plain=True)


@pytest.mark.parametrize("law", [bounded(0, 1), nonnegative(1.0)])
def test_a_value_that_contradicts_the_declared_law_is_numerical(law):
    assert read(MeanWithin(0.5, law=law), NORMAL, 0.0).reason(0.01) is Reason.NUMERICAL


def test_the_laws_refuse_impossible_parameters():
    assert MeanWithin(0.1).law is light
    with pytest.raises(ValueError, match="give lo below hi"):
        bounded(1, 1)
    with pytest.raises(ValueError, match="cv_max=0"):
        nonnegative(0)

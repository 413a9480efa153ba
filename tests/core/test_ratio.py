"""A mean curve against an exact one, and two means against each other."""

import numpy as np
import pytest
from scipy import stats

from peirama.claims.core.rules import Ratio, RatioOfMeans, Side
from peirama.claims.core.verdict import Evidence, Reason

X = np.array([64.0, 128.0, 0.1])
EXACT = np.array([3.0, 2.0, 1.0])
CURVES = EXACT * np.random.default_rng(1).lognormal(-0.02, 0.2, (128, 3))


def brute_force(curves, statistic):
    seeds = len(curves)
    without = [statistic(np.delete(curves, seed, axis=0)) for seed in range(seeds)]
    return seeds * statistic(curves) - (seeds - 1) * np.array(without)


def read(curves, rule, predicted, x=X):
    return rule.read(Evidence(np.asarray(curves), np.asarray(x)), np.asarray(predicted))


def test_every_point_has_a_reading_of_its_own():
    assert [r.part for r in read(CURVES, Ratio(0.1), EXACT)] == ["x=64", "x=128", "x=0.1"]


def test_the_limits_are_those_of_the_pseudo_values_of_the_log_ratio():
    values = brute_force(CURVES, lambda c: np.log(c.mean(axis=0) / EXACT))
    for point, reading in enumerate(read(CURVES, Ratio(0.1), EXACT)):
        limits = reading.limits(0.01, True)
        own = values[:, point]
        expected = stats.t.interval(0.98, 127, own.mean(), stats.sem(own))
        np.testing.assert_allclose([limits.lower, limits.upper], expected, atol=1e-12)


def test_a_wrong_point_is_the_one_refuted():
    readings = read(CURVES, Ratio(0.1), EXACT * [1, 1, 2])
    assert [bool(r.refutes("low", 1e-3)) for r in readings] == [False, False, True]
    assert [bool(r.supports(1e-3)) for r in readings] == [True, True, False]


def test_one_prediction_may_serve_all_points():
    (reading, *_) = read(CURVES / EXACT, Ratio(0.1), 1.0)
    assert reading.estimate == pytest.approx(np.log((CURVES / EXACT)[:, 0].mean()), abs=1e-3)


def test_a_zero_mean_is_numerical_at_its_point_only():
    reasons = [r.reason(0.01) for r in read(CURVES * [1, 0, 1], Ratio(0.1), EXACT)]
    assert reasons == [Reason.CAP, Reason.NUMERICAL, Reason.CAP]


def test_a_failed_trial_is_numerical_at_every_point():
    broken = np.where(np.arange(3) == 1, CURVES, np.nan)
    reasons = {r.reason(0.01) for r in read(broken, Ratio(0.1), EXACT)}
    assert reasons == {Reason.NUMERICAL}


def test_fewer_than_64_seeds_decide_nothing_at_small_levels():
    assert {r.reason(5e-3) for r in read(CURVES[:63], Ratio(0.1), EXACT)} == {Reason.TOO_FEW}


def test_huge_curves_do_not_overflow():
    plain = read(CURVES, Ratio(0.1), EXACT)
    huge = read(1e306 * CURVES, Ratio(0.1), 1e306 * EXACT)
    estimates = [r.estimate for r in plain], [r.estimate for r in huge]
    np.testing.assert_allclose(*estimates, atol=1e-12)


def test_a_prediction_without_a_logarithm_is_refused():
    with pytest.raises(ValueError, match="no logarithm"):
        read(CURVES, Ratio(0.1), [1.0, 0.0, 1.0])


def test_two_means_are_compared_on_the_same_trials():
    pairs = CURVES[:, :2] * CURVES[:, [2]]  # correlated
    (reading,) = read(pairs, RatioOfMeans(0.1), 1.5, x=[0, 1])
    values = brute_force(pairs, lambda c: np.log(c[:, 0].mean() / c[:, 1].mean() / 1.5))
    assert reading.estimate == pytest.approx(values.mean(), abs=1e-12)
    assert reading.scatter == pytest.approx(values.std(ddof=1), rel=1e-9)


def test_two_means_need_pairs():
    with pytest.raises(ValueError, match="needs curves of 2 points, not 3"):
        read(CURVES, RatioOfMeans(0.1), 1.0)


def test_the_rules_say_what_they_do():
    expected = "The mean curve lies within 0.1 (log) of the prediction."
    assert Ratio(0.1).describe() == expected
    floor = RatioOfMeans(0.1, side=Side.AT_LEAST, reference=2.0)
    assert floor.describe() == "The ratio of means is at least 2, up to 0.1 (log)."

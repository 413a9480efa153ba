"""Bad data are INCONCLUSIVE without a warning; bad rules are a sentence at construction."""

import subprocess
import sys

import numpy as np
import pytest

from peirama.claims.core.rules import (
    AtLeast,
    AtMost,
    Bracket,
    Exact,
    Exponent,
    Frequency,
    MeanWithin,
    Quantile,
    Ratio,
    RatioOfMeans,
    Unit,
    bounded,
    nonnegative,
)
from peirama.claims.core.verdict import Evidence, Reason

X = 2.0 ** np.arange(4)
NOISE = np.random.default_rng(0).lognormal(size=200)
SINGLE = {
    "mean": MeanWithin(0.1),
    "relative": MeanWithin(0.1, unit=Unit.RELATIVE),
    "log": MeanWithin(0.1, unit=Unit.LOG),
    "at least": AtLeast(0.1),
    "at most": AtMost(0.1),
    "nonnegative": AtMost(0.1, law=nonnegative(1.0)),
    "bounded": MeanWithin(0.1, law=bounded(0, 1)),
    "quantile": Quantile(0.5, 0.1),
    "log quantile": Quantile(0.5, 0.1, unit=Unit.LOG),
}
CURVES = {
    "exponent": (Exponent(0.1), 4),
    "known": (Exponent(0.1, known=np.sqrt, level_delta=0.1), 4),
    "median": (Exponent(0.1, median=True), 4),
    "ratio": (Ratio(0.1), 4),
    "ratio of means": (RatioOfMeans(0.1), 2),
    "bracket": (Bracket(0.1), 2),
}
RULES = [*SINGLE, *CURVES]
DATA = {
    "one trial": (NOISE[:1], Reason.TOO_FEW),
    "few trials": (NOISE[:7], Reason.TOO_FEW),
    "a nan": (np.append(NOISE, np.nan), Reason.NUMERICAL),
    "an infinity": (np.append(NOISE, -np.inf), Reason.NUMERICAL),
    "nans alone": (np.full(200, np.nan), Reason.NUMERICAL),
    "one value": (np.full(200, 0.3), Reason.DEGENERATE),
    "zeros": (np.zeros(200), Reason.DEGENERATE),
    "negative": (-NOISE, None),
    "huge": (1e308 * np.sin(NOISE), None),
    "tiny": (1e-310 * NOISE, None),
    "one outlier": (np.append(np.zeros(200), [1.0, 2e300]), Reason.TOO_SKEWED),
}


def readings(name, column):
    if name in SINGLE:
        return SINGLE[name].read(Evidence(column), np.array(0.9))
    rule, points = CURVES[name]
    values = np.repeat(column[:, None], points, axis=1)
    return rule.read(Evidence(values, X[:points]), np.array(0.9))


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("name", RULES)
def test_bad_data_give_limits_in_order_and_a_reason(name, data):
    for reading in readings(name, DATA[data][0]):
        for plain in (True, False):
            limits = reading.limits(1e-3, plain)
            assert limits.lower <= limits.upper  # nan fails
        assert isinstance(reading.reason(1e-3), Reason)


@pytest.mark.parametrize("data", ["a nan", "an infinity", "nans alone"])
@pytest.mark.parametrize("name", [n for n in RULES if "quantile" not in n])
def test_a_number_that_is_not_finite_decides_nothing(name, data):
    for reading in readings(name, DATA[data][0]):
        assert np.isinf([reading.limits(0.2, True).lower, reading.limits(0.2, True).upper]).all()
        assert reading.reason(0.2) is Reason.NUMERICAL


@pytest.mark.parametrize("data", [data for data, (_, reason) in DATA.items() if reason])
def test_bad_data_have_their_own_reason(data):
    values, reason = DATA[data]
    (reading,) = MeanWithin(0.1).read(Evidence(values), np.array(0.9))
    assert reading.reason(1e-3) is reason


@pytest.mark.parametrize("name", ["exponent", "known", "median", "ratio", "ratio of means"])
@pytest.mark.parametrize("data", ["zeros", "negative"])
def test_curves_without_a_logarithm_are_numerical(name, data):
    assert {r.reason(0.05) for r in readings(name, DATA[data][0])} == {Reason.NUMERICAL}


@pytest.mark.parametrize("points", [1, 2, 3])
def test_an_exponent_from_few_points_decides_nothing(points):
    values = NOISE[:, None] * X[:points]
    (reading,) = Exponent(0.1).read(Evidence(values, X[:points]), np.array(1.0))
    assert not reading.supports(0.2)
    assert reading.reason(0.2) is Reason.UNSTABLE


@pytest.mark.parametrize(
    "rule", [Exact, MeanWithin, AtLeast, AtMost, Frequency, Exponent, Ratio, RatioOfMeans, Bracket]
)
@pytest.mark.parametrize("margin", [0.0, -1.0, float("inf"), float("nan")])
def test_a_margin_that_is_not_positive_is_refused(rule, margin):
    with pytest.raises(ValueError, match=r"give a positive, finite (delta|tolerance)\.$"):
        rule(margin)


@pytest.mark.parametrize("rule", [Exact, MeanWithin, Frequency, Exponent, Ratio, Bracket])
def test_a_reference_that_is_not_finite_is_refused(rule):
    with pytest.raises(ValueError, match="reference=nan; give a finite reference"):
        rule(0.1, reference=float("nan"))


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("level", [0.0, 1.0, -0.1, float("nan")])
def test_a_level_outside_the_unit_interval_is_refused(name, level):
    (reading, *_) = readings(name, NOISE)
    with pytest.raises(ValueError, match="give one strictly between 0 and 1"):
        reading.limits(level, False)


@pytest.mark.parametrize("unit", [Unit.RELATIVE, Unit.LOG])
def test_a_prediction_of_zero_needs_an_absolute_margin(unit):
    for rule in (MeanWithin(0.1, unit=unit), Quantile(0.5, 0.1, unit=unit)):
        with pytest.raises(ValueError, match=r"absolute|another unit"):
            rule.read(Evidence(NOISE), np.array(0.0))


@pytest.mark.parametrize("name", SINGLE)
@pytest.mark.parametrize("predicted", [np.nan, np.inf])
def test_a_prediction_that_is_not_finite_is_refused(name, predicted):
    with pytest.raises(ValueError, match="is not finite"):
        SINGLE[name].read(Evidence(NOISE), np.array(predicted))


@pytest.mark.parametrize("name", SINGLE)
def test_numbers_are_not_compared_with_a_list(name):
    with pytest.raises(ValueError, match=r"prediction of shape \(2,\)"):
        SINGLE[name].read(Evidence(NOISE), np.ones(2))


def test_curves_and_numbers_are_not_mistaken_for_each_other():
    with pytest.raises(ValueError, match="Mean decides one number a trial"):
        MeanWithin(0.1).read(Evidence(np.ones((9, 4)), X), np.array(1.0))
    with pytest.raises(ValueError, match="Ratio decides curves"):
        Ratio(0.1).read(Evidence(NOISE), np.array(1.0))


@pytest.mark.parametrize("rule", [MeanWithin(0.1), Frequency(0.1), Quantile(0.5, 0.1)])
def test_no_trial_is_refused(rule):
    with pytest.raises(ValueError, match="was given no trial"):
        rule.read(Evidence(np.empty(0)), np.array(1.0))


@pytest.mark.parametrize("x", [[0.0, 1, 2, 4], [1.0, 2, np.inf, 4]])
def test_abscissae_without_a_logarithm_are_refused(x):
    with pytest.raises(ValueError, match="give positive numbers"):
        Exponent(0.1).read(Evidence(np.ones((64, 4)), np.array(x)), np.array(1.0))


def test_a_known_curve_without_a_logarithm_is_refused():
    rule = Exponent(0.1, known=lambda x: 1 - x)
    with pytest.raises(ValueError, match="known"):
        rule.read(Evidence(np.ones((64, 4)), X), np.array(1.0))


def test_an_exact_tolerance_has_no_logarithm():
    with pytest.raises(ValueError, match="give an absolute or a relative tolerance"):
        Exact(0.1, unit=Unit.LOG)


def test_writing_down_a_rule_does_not_import_scipy():
    code = (
        "import sys; from peirama.claims.core import rules; rules.MeanWithin(0.1); "
        "rules.Exponent(0.1); assert not [m for m in sys.modules if m.startswith('scipy')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

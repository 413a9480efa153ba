"""What must not change an answer, and what must change it in one direction only."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    Side,
    Unit,
    bounded,
    nonnegative,
)
from peirama.claims.core.verdict import Evidence

quickly = settings(max_examples=25, deadline=None, derandomize=True, database=None)
keys = st.integers(0, 10**6)
levels = st.sampled_from([1e-6, 1e-4, 3e-3, 0.02, 0.2, 0.5])
shifts = st.floats(-100, 100)
scales = st.floats(1e-3, 1e3)
X = 2.0 ** np.arange(5)


def numbers(key, worlds=1):
    return 2 + np.random.default_rng(key).gamma(3.0, 0.5, (worlds, 160))


def indicators(key, worlds=1):
    return (numbers(key, worlds) > 3.5).astype(float)


def curves(key, worlds=1):
    return np.random.default_rng(key).gamma(5.0, 0.2, (worlds, 160, 5)) * X**-0.5


def pairs(key, worlds=1):
    return curves(key, worlds)[..., :2]


# rule of a margin, what it decides, its abscissae, a prediction near the truth
CASES = {
    "mean": (MeanWithin, numbers, None, 3.4),
    "relative": (lambda d: MeanWithin(d, unit=Unit.RELATIVE), numbers, None, 3.4),
    "log": (lambda d: MeanWithin(d, unit=Unit.LOG), numbers, None, 3.4),
    "at least": (AtLeast, numbers, None, 3.4),
    "at most": (AtMost, numbers, None, 3.4),
    "bounded": (lambda d: MeanWithin(d, law=bounded(0, 50)), numbers, None, 3.4),
    "nonnegative": (lambda d: AtMost(d, law=nonnegative(0.3)), numbers, None, 3.4),
    "frequency": (Frequency, indicators, None, 0.4),
    "quantile": (lambda d: Quantile(0.3, d), numbers, None, 2.9),
    "exponent": (Exponent, curves, X, -0.5),
    "exponent at most": (lambda d: Exponent(d, side=Side.AT_MOST), curves, X, -0.5),
    "median": (lambda d: Exponent(d, median=True), curves, X, -0.5),
    "ratio": (Ratio, curves, X, X**-0.5),
    "ratio of means": (RatioOfMeans, pairs, X[:2], 1.4),
    "bracket": (lambda d: Bracket(d, reference=0.9), pairs, X[:2], 0.9),
}
every_rule = pytest.mark.parametrize("case", CASES)


def read(case, values, *, delta=0.1):
    rule, _, x, predicted = CASES[case]
    return rule(delta).read(Evidence(values, x), np.asarray(predicted))


def limits(readings, level, *, plain=False):
    found = [reading.limits(level, plain) for reading in readings]
    return np.array([[of.lower, of.upper] for of in found])  # (parts, 2, ...)


@every_rule
@quickly
@given(key=keys, level=levels)
def test_a_world_is_read_the_same_alone_and_among_others(case, key, level):
    worlds = CASES[case][1](key, 3)
    together = limits(read(case, worlds), level)
    alone = np.stack([limits(read(case, world), level) for world in worlds], axis=-1)
    np.testing.assert_allclose(together, alone, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("case", [c for c in CASES if c != "median"])  # its sections are in order
@quickly
@given(key=keys, level=levels)
def test_the_order_of_the_trials_does_not_matter(case, key, level):
    (world,) = CASES[case][1](key)
    shuffled = np.random.default_rng(key).permutation(world)
    found = limits(read(case, world), level), limits(read(case, shuffled), level)
    np.testing.assert_allclose(*found, rtol=1e-9, atol=1e-12)


@every_rule
@quickly
@given(key=keys, low=levels, high=levels)
def test_a_larger_level_never_lengthens_an_interval(case, key, low, high):
    low, high = sorted((low, high))
    readings = read(case, CASES[case][1](key)[0])
    for plain in (False, True):
        wide, narrow = limits(readings, low, plain=plain), limits(readings, high, plain=plain)
        assert (wide[:, 0] <= narrow[:, 0]).all()
        assert (wide[:, 1] >= narrow[:, 1]).all()


@every_rule
@quickly
@given(key=keys, level=levels, delta=st.floats(0.01, 0.3), factor=st.floats(1, 5))
def test_a_larger_margin_supports_more_and_refutes_less(case, key, level, delta, factor):
    (world,) = CASES[case][1](key)
    small, large = read(case, world, delta=delta), read(case, world, delta=factor * delta)
    for narrow, wide in zip(small, large, strict=True):
        assert wide.supports(level) >= narrow.supports(level)
        if narrow.blocked is None:
            for direction in narrow.directions:
                assert narrow.refutes(direction, level) >= wide.refutes(direction, level)


@every_rule
@quickly
@given(key=keys, level=st.sampled_from([1e-4, 3e-3, 0.02, 0.2]), delta=st.floats(0.001, 0.3))
def test_an_equality_is_never_both_supported_and_refuted(case, key, level, delta):
    for reading in read(case, CASES[case][1](key)[0], delta=delta):
        if reading.side is Side.EQUAL:
            refuted = any(reading.refutes(d, level) for d in reading.directions)
            assert not (refuted and reading.supports(level))


@every_rule
@settings(quickly, max_examples=6)  # sixty intervals each
@given(key=keys)
def test_the_p_value_is_the_smallest_level_that_refutes(case, key):
    for reading in read(case, CASES[case][1](key)[0], delta=1e-3):
        for direction in reading.directions:
            p = reading.p_value(direction)
            assert p == 1.0 or reading.refutes(direction, p * (1 + 1e-9))
            assert p < 1e-300 or p == 1.0 or not reading.refutes(direction, p * (1 - 1e-9))


@pytest.mark.parametrize("case", ["mean", "at least", "at most", "quantile"])
@quickly
@given(key=keys, level=levels, shift=shifts)
def test_a_common_shift_changes_nothing(case, key, level, shift):
    (world,) = numbers(key)
    rule, _, _, predicted = CASES[case]
    moved = rule(0.1).read(Evidence(world + shift), np.asarray(predicted + shift))
    expected = limits(read(case, world), level)
    np.testing.assert_allclose(limits(moved, level), expected, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("case", ["relative", "log", "ratio", "ratio of means", "exponent"])
@quickly
@given(key=keys, level=levels, scale=scales)
def test_a_common_scale_changes_nothing(case, key, level, scale):
    rule, make, x, predicted = CASES[case]
    (world,) = make(key)
    scaled = 1.0 if case in {"ratio of means", "exponent"} else scale  # of the prediction
    found = rule(0.1).read(Evidence(scale * world, x), scaled * np.asarray(predicted))
    expected = limits(read(case, world), level)
    np.testing.assert_allclose(limits(found, level), expected, rtol=1e-9, atol=1e-11)


@quickly
@given(key=keys, level=levels, scale=scales)
def test_an_absolute_gap_scales_with_the_values(key, level, scale):
    (world,) = numbers(key)
    found = MeanWithin(0.1).read(Evidence(scale * world), np.array(scale * 3.4))
    expected = scale * limits(read("mean", world), level)
    np.testing.assert_allclose(limits(found, level), expected, rtol=1e-9, atol=1e-9)


@quickly
@given(key=keys, level=levels)
def test_at_least_is_at_most_of_the_negative(key, level):
    (world,) = numbers(key)
    (floor,) = AtLeast(0.1).read(Evidence(world), np.array(3.4))
    (ceiling,) = AtMost(0.1).read(Evidence(-world), np.array(-3.4))
    assert floor.supports(level) == ceiling.supports(level)
    assert floor.refutes("low", level) == ceiling.refutes("high", level)
    assert floor.limits(level, False).lower == -ceiling.limits(level, False).upper


@quickly
@given(key=keys, level=levels)
def test_a_frequency_is_one_minus_that_of_the_complement(key, level):
    (world,) = indicators(key)
    (event,) = Frequency(0.1).read(Evidence(world), np.array(0.4))
    (other,) = Frequency(0.1).read(Evidence(1 - world), np.array(0.6))
    expected = -limits([other], level)[:, ::-1]
    np.testing.assert_allclose(limits([event], level), expected, rtol=1e-9, atol=1e-13)


@quickly
@given(key=keys, level=levels)
def test_a_quantile_is_minus_that_of_the_negative(key, level):
    (world,) = numbers(key)
    (low,) = Quantile(0.25, 0.1).read(Evidence(world), np.array(3.0))
    (high,) = Quantile(0.75, 0.1).read(Evidence(-world), np.array(-3.0))
    expected = -limits([high], level)[:, ::-1]
    np.testing.assert_allclose(limits([low], level), expected, rtol=0, atol=1e-12)


@quickly
@given(values=st.lists(st.floats(-3, 3), min_size=1), error=st.floats(0, 0.2))
def test_an_exact_floor_is_the_ceiling_of_the_negative(values, error):
    errors, aim = np.full(len(values), error), np.array(0.5)
    floor, ceiling = Exact(0.1, side=Side.AT_LEAST), Exact(0.1, side=Side.AT_MOST)
    found = floor.judge(Evidence(np.array(values), error=errors), aim)
    mirrored = ceiling.judge(Evidence(-np.array(values), error=errors), -aim)
    assert (found.outcome, found.note) == (mirrored.outcome, mirrored.note)

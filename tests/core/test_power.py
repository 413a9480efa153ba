"""What a number of trials can decide."""

import numpy as np
import pytest
from scipy import stats

from peirama.claims.core.rules import MeanWithin, Side
from peirama.claims.core.rules.power import (
    smallest_gap,
    trials_to_decide,
    trials_to_refute,
)
from peirama.claims.core.verdict import Evidence


def test_the_smallest_gap_of_a_symmetric_law_is_the_formulas():
    expected = (stats.t.isf(1e-3, 255) + stats.norm.isf(0.05)) * 2.0 / 16
    assert smallest_gap(1e-3, 256, 2.0) == pytest.approx(expected, rel=1e-12)


def test_the_smallest_gap_grows_with_skewness_until_there_is_none():
    gaps = [smallest_gap(1e-3, 256, 1.0, g) for g in (-1.0, 0.0, 1.0, 9.0)]
    assert gaps[0] == gaps[1] < gaps[2] < gaps[3] == np.inf


def test_the_smallest_gap_is_refuted_nineteen_times_in_twenty_by_one_look():
    gap = 1.0 + smallest_gap(1e-3, 256, 1.0)
    worlds = np.random.default_rng(0).standard_normal((4000, 256)) + gap
    (reading,) = MeanWithin(1.0).read(Evidence(worlds), np.zeros(4000))
    refuted = int(reading.refutes("high", 1e-3, plain=True).sum())
    interval = stats.beta.ppf([0.005, 0.995], refuted, 4001 - refuted)
    assert interval[0] <= 0.95 <= interval[1]


@pytest.mark.parametrize("skewness", [0.0, 2.0])
def test_the_trials_to_refute_are_the_fewest(skewness):
    needed = trials_to_refute(1e-3, 1.0, 0.2, skewness=skewness)
    assert smallest_gap(1e-3, needed, 1.0, skewness) <= 0.2
    assert smallest_gap(1e-3, needed - 1, 1.0, skewness) > 0.2


def test_a_rarer_miss_needs_more_trials():
    often, rarely = (trials_to_refute(1e-3, 1.0, 0.2, miss=miss) for miss in (0.05, 1e-3))
    assert rarely > often
    expected = (stats.t.isf(1e-3, 255) + stats.norm.isf(1e-3)) / 16
    assert smallest_gap(1e-3, 256, 1.0, miss=1e-3) == pytest.approx(expected, rel=1e-12)


def test_large_gaps_still_need_the_fewest_trials_of_the_interval():
    assert trials_to_refute(1e-2, 1.0, 50.0) == 32
    assert trials_to_refute(1e-4, 1.0, 50.0) == 128


@pytest.mark.parametrize("gap", [0.0, -1.0, float("nan")])
def test_no_gap_is_never_refuted(gap):
    assert trials_to_refute(1e-3, 1.0, gap) is None


@pytest.mark.parametrize(
    ("side", "estimate", "distance"),
    [
        (Side.EQUAL, 0.3, 0.2),
        (Side.EQUAL, -0.7, 0.2),
        (Side.AT_LEAST, 0.1, 0.6),
        (Side.AT_LEAST, -0.4, 0.4),
        (Side.AT_MOST, -0.1, 0.6),
        (Side.AT_MOST, 0.4, 0.4),
    ],
)
def test_the_nearest_answer_decides(side, estimate, distance):
    found = trials_to_decide(1e-3, 1.0, estimate, 0.5, side=side)
    assert abs(found - trials_to_refute(1e-3, 1.0, distance)) <= 1  # the distance is rounded


def test_a_gap_of_exactly_the_margin_is_never_decided():
    assert trials_to_decide(1e-3, 1.0, 0.5, 0.5) is None

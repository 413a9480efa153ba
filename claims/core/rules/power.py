"""What a number of trials can decide (statistics, section 8).

A one-sided limit at level a after n trials leaves a gap h behind, but for a probability m, if

    h = (c(a, n, g) + z_m) s / sqrt(n),        z_.05 = 1.645.

With m = .05 in one look a whole ladder refutes a gap h beyond T with probability .83 (measured).
"""

from __future__ import annotations

import math

import numpy as np

from peirama.claims.core.rules.critical import critical
from peirama.claims.core.rules.parameters import fraction
from peirama.claims.core.rules.reading import Side
from peirama.claims.core.rules.student import fewest

MISS = 0.05  # of one look, which the formulas of section 8 assume
_MOST = 2**40  # trials for which nobody waits


def smallest_gap(
    level: float, trials: int, scatter: float, skewness: float = 0.0, *, miss: float = MISS
) -> float:
    """The smallest gap beyond T that `trials` refute, for a level already split over its looks.

    Positive skewness is that towards the bad side. Raises ValueError for a level or a probability
    outside (0, 1).
    """
    c = float(critical(level, trials, np.array(max(skewness, 0.0))))
    return math.inf if math.isinf(c) else (c + _normal(miss)) * scatter / math.sqrt(trials)


def trials_to_refute(
    level: float, scatter: float, gap: float, *, skewness: float = 0.0, miss: float = MISS
) -> int | None:
    """The fewest trials of one look that leave a gap behind; None if there is no number."""
    if not (gap > 0 and math.isfinite(scatter)):
        return None

    def suffice(trials: int) -> bool:
        return smallest_gap(level, trials, scatter, skewness, miss=miss) <= gap

    low = high = fewest(level, False)
    while not suffice(high):
        low, high = high, 2 * high
        if high > _MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if suffice(middle) else (middle, high)
    return high


def trials_to_decide(
    level: float,
    scatter: float,
    estimate: float,
    delta: float,
    *,
    side: Side = Side.EQUAL,
    skewness: float = 0.0,
) -> int | None:
    """The trials that support or refute a gap, whichever is nearer; None for a gap on the edge."""
    support = {Side.AT_LEAST: estimate + delta, Side.AT_MOST: delta - estimate}
    refute = {Side.AT_LEAST: -estimate, Side.AT_MOST: estimate}
    inside = support.get(side, delta - abs(estimate))
    room = max(inside, refute.get(side, -inside))
    return trials_to_refute(level, scatter, room, skewness=skewness)


def _normal(level: float) -> float:
    """The upper quantile of the normal law."""
    from scipy import special

    fraction("A power", level=level)
    return float(-special.ndtri(level))

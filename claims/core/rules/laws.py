"""What a claim declares of the law of its trials: no rule on data can see a rare large event.

`light` says that no event rarer than ln(1/a)/n carries more than delta/4 of the mean: the
skew-corrected t then holds its level. The other two are certain at every number of trials n:

    bounded(lo, hi)      kl((xbar-lo)/(hi-lo), (m-lo)/(hi-lo)) <= ln(1/a)/n
    nonnegative(cv_max)  m <= xbar/(1-e),  e = sqrt(2 (1+cv_max^2) ln(1/a)/n)    upper limit only

with kl the relative entropy of two coins (Hoeffding 1963, Theorem 1). The first costs the width of
a coin's interval, however little the values scatter; the second 1.4 times the width of the t.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules.parameters import finite, positive

Array = NDArray[np.float64]
Bounds = tuple[Array | None, Array | None]  # lower and upper limit of the mean, where promised


@dataclass(frozen=True)
class Light:
    """Skewness is finite, and no rare event carries an appreciable part of the mean."""

    def broken(self, values: Array) -> NDArray[np.bool_]:
        """Which values contradict the law."""
        return np.zeros(values.shape, dtype=bool)

    def bounds(self, _mean: Array, _trials: int, _level: float) -> Bounds:
        """The limits that the law itself promises: none."""
        return None, None


@dataclass(frozen=True)
class Bounded:
    """Every value lies between two numbers."""

    lo: float
    hi: float

    def __post_init__(self) -> None:
        finite(self, lo=self.lo, hi=self.hi)
        if not self.lo < self.hi:
            raise ValueError(f"bounded has lo={self.lo} and hi={self.hi}; give lo below hi.")

    def broken(self, values: Array) -> NDArray[np.bool_]:
        """Which values contradict the law."""
        return (values < self.lo) | (values > self.hi)

    def bounds(self, mean: Array, trials: int, level: float) -> Bounds:
        """Hoeffding's limits of the mean, (...,) each."""
        width = self.hi - self.lo
        share = np.clip((mean - self.lo) / width, 0.0, 1.0)
        budget = math.log(1 / level) / trials
        lower = self.lo + width * (1 - _largest_mean(1 - share, budget))
        return lower, self.lo + width * _largest_mean(share, budget)


@dataclass(frozen=True)
class Nonnegative:
    """No value is negative, and standard deviation / mean is at most `cv_max`."""

    cv_max: float

    def __post_init__(self) -> None:
        positive(self, cv_max=self.cv_max)

    def broken(self, values: Array) -> NDArray[np.bool_]:
        """Which values contradict the law."""
        return values < 0

    def bounds(self, mean: Array, trials: int, level: float) -> Bounds:
        """The upper limit from the lower tail of nonnegative sums, (...,)."""
        shortfall = math.sqrt(2 * (1 + self.cv_max**2) * math.log(1 / level) / trials)
        return None, mean / (1 - shortfall) if shortfall < 1 else np.full(mean.shape, np.inf)


Law = Light | Bounded | Nonnegative
light = Light()


def bounded(lo: float, hi: float) -> Bounded:
    """Every value lies between two numbers; raises ValueError unless lo < hi."""
    return Bounded(lo, hi)


def nonnegative(cv_max: float) -> Nonnegative:
    """No value is negative, and standard deviation / mean is at most `cv_max` > 0."""
    return Nonnegative(cv_max)


def _largest_mean(share: Array, budget: float) -> Array:
    """The largest m with kl(share, m) <= budget, from above: the limit is never too short."""
    from scipy import special

    low, high = share.copy(), np.ones(share.shape)
    for _ in range(54):  # a float64 between 0 and 1 has no more binary digits
        middle = (low + high) / 2
        inside = special.rel_entr(share, middle) + special.rel_entr(1 - share, 1 - middle) <= budget
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return np.asarray(high)

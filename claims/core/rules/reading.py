"""What a rule makes of evidence: limits for a gap, against the zones of truth and falsehood.

A reading speaks of the gap g = estimand - prediction, in the unit of the rule's margin:

    side        true zone T        false zone F
    equal       |g| <= delta       |g| > delta
    at least    g >= 0             g < -delta
    at most     g <= 0             g > delta

It refutes where its one-sided limit leaves T, and supports where its limits miss F.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.verdict import Reason

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Direction = Literal["low", "high"]  # on which side of T the estimand lies


class Side(Enum):
    """How the estimand is claimed to stand to the prediction."""

    EQUAL = "equal"
    AT_LEAST = "at least"
    AT_MOST = "at most"


class Unit(Enum):
    """What the margin is measured in."""

    ABSOLUTE = "absolute"  # g = m - p
    RELATIVE = "relative"  # g = (m - p) / |p|
    LOG = "log"  # g = log(m / p)

    def gap(self, estimand: Array, prediction: Array) -> Array:
        """The gap between an estimand and a prediction in this unit, increasing in the estimand.

        Raises ValueError for a prediction in which the unit cannot be expressed.
        """
        self.check(prediction)
        with np.errstate(over="ignore", divide="ignore"):  # infinite gaps are meant
            if self is Unit.LOG:
                return np.asarray(np.log(np.maximum(estimand, 0.0)) - np.log(prediction))
            difference = np.asarray(estimand - prediction)
            return difference / np.abs(prediction) if self is Unit.RELATIVE else difference

    def slope(self, estimand: Array, prediction: Array) -> Array:
        """The derivative of the gap by the estimand."""
        if self is Unit.LOG:
            return np.asarray(1 / estimand)
        return 1 / np.abs(prediction) if self is Unit.RELATIVE else np.ones_like(prediction)

    def check(self, prediction: Array) -> None:
        """Raise ValueError for a prediction that is not finite or has no gap in this unit."""
        if not np.isfinite(prediction).all():
            raise ValueError(f"The prediction {prediction} is not finite; nothing can be near it.")
        if self is Unit.RELATIVE and np.any(prediction == 0):
            raise ValueError("The prediction is 0, so its margin needs an absolute tolerance.")
        if self is Unit.LOG and np.any(prediction <= 0):
            raise ValueError(
                f"The prediction {prediction} has no logarithm; give the margin another unit."
            )


@dataclass(frozen=True)
class Limits:
    """One-sided limits of the gap, each at the level asked for; infinite where there is none."""

    lower: Array  # (...,)
    upper: Array  # (...,)


@dataclass(frozen=True)
class Reading:
    """One part of a clause, read off its evidence: a mean, a slope, a point of a curve.

    `limits(level, plain)` gives the limits; `plain` is Student's t, for rungs that spend nothing.
    `blocked` maps "support" and "refute" to the worlds in which a guard forbids that answer.
    """

    side: Side
    delta: float
    estimate: Array  # (...,) the gap
    trials: int
    limits: Callable[[float, bool], Limits]
    part: str = ""
    scatter: Array | None = None  # (...,) standard deviation of one trial's share of the gap
    skewness: Array | None = None  # (...,)
    reason: Callable[[float], Reason] = lambda _level: Reason.CAP  # why undecided at a level
    blocked: dict[str, Booleans] | None = None

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The sides of T on which a violation may lie."""
        both: dict[Side, tuple[Direction, ...]] = {
            Side.EQUAL: ("low", "high"),
            Side.AT_LEAST: ("low",),
            Side.AT_MOST: ("high",),
        }
        return both[self.side]

    def refutes(self, direction: Direction, level: float, *, plain: bool = False) -> Booleans:
        """Whether the limit at the level leaves T in that direction, (...,)."""
        limits = self.limits(level, plain)
        edge = self.delta if self.side is Side.EQUAL else 0.0
        left = limits.upper < -edge if direction == "low" else limits.lower > edge
        return left & ~self._blocked("refute")

    def supports(self, level: float) -> Booleans:
        """Whether the limits, each at the level, miss F, (...,)."""
        limits = self.limits(level, False)
        inside = np.ones(np.shape(self.estimate), dtype=bool)
        if self.side is not Side.AT_MOST:
            inside &= limits.lower > -self.delta
        if self.side is not Side.AT_LEAST:
            inside &= limits.upper < self.delta
        return inside & ~self._blocked("support")

    def p_value(self, direction: Direction, *, plain: bool = False) -> float:
        """The smallest level at which a single world refutes in that direction, by bisection."""
        if not self.refutes(direction, 0.5, plain=plain):
            return 1.0
        low, high = -700.0, math.log(0.5)
        for _ in range(60):
            middle = (low + high) / 2
            if self.refutes(direction, math.exp(middle), plain=plain):
                high = middle
            else:
                low = middle
        return math.exp(high)

    def _blocked(self, answer: str) -> Booleans:
        blocked = (self.blocked or {}).get(answer)
        return np.zeros(np.shape(self.estimate), dtype=bool) if blocked is None else blocked

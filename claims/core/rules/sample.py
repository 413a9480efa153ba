"""From the per-trial numbers of a part of a clause to its reading: mean, limits, reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules import student
from peirama.claims.core.rules.laws import Law, light
from peirama.claims.core.rules.parameters import fraction
from peirama.claims.core.rules.reading import Limits, Reading, Side
from peirama.claims.core.rules.student import Moments
from peirama.claims.core.verdict import Reason

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Map = Callable[[Array], Array]


@dataclass(frozen=True)
class Sample:
    """Numbers whose mean is what a part of a clause speaks of."""

    values: Array  # (..., n): values, pseudo-values, or one number a section
    numerical: Booleans  # (...,) worlds that lack a number
    spent: int  # the trials that they were made from
    law: Law = light
    fewest: Callable[[float, bool], int] = student.fewest  # of `spent`, at a level, if plain
    symmetric: bool = False  # needs no correction for skewness

    def reading(
        self,
        side: Side,
        *,
        delta: float,
        part: str = "",
        gap: Map = np.asarray,
        scale: Map = np.ones_like,
    ) -> Reading:
        """The reading of the mean; `gap` (increasing) puts it into the unit of the margin.

        `scale` is the derivative of `gap` at the mean, for the scatter that is reported.
        """
        safe = np.where(self.numerical[..., None], 0.0, self.values)
        unsafe = self.numerical | self.law.broken(safe).any(axis=-1)
        of = student.moments(safe)
        with np.errstate(all="ignore"):  # worlds that are masked below, or too tiny a mean
            scatter = np.where(unsafe, np.nan, of.sd * scale(of.mean))

        def limits(level: float, plain: bool) -> Limits:
            fraction(f"The limits of {part or 'a mean'}", level=level)
            found = self._limits(of, level, plain)
            return Limits(
                np.where(unsafe, -np.inf, gap(found.lower)),
                np.where(unsafe, np.inf, gap(found.upper)),
            )

        return Reading(
            side=side,
            delta=delta,
            estimate=np.where(unsafe, np.nan, gap(of.mean)),
            trials=self.spent,
            limits=limits,
            part=part,
            scatter=scatter,
            skewness=np.where(unsafe, np.nan, of.skewness),
            reason=lambda level: Reason.NUMERICAL if unsafe.any() else self._why(of, level, side),
        )

    def _limits(self, of: Moments, level: float, plain: bool) -> Limits:
        limits = student.interval(of, level, plain=plain or self.symmetric)
        if self.spent < self.fewest(level, plain):
            limits = Limits(np.full_like(of.mean, -np.inf), np.full_like(of.mean, np.inf))
        lower, upper = self.law.bounds(of.mean, of.trials, level)
        return Limits(_first(limits.lower, lower, plain), _first(limits.upper, upper, plain))

    def _why(self, of: Moments, level: float, side: Side) -> Reason:
        """Why support is missing: the first thing that leaves a limit infinite, else the cap."""
        limits = self._limits(of, level, False)
        used = {Side.AT_LEAST: [limits.lower], Side.AT_MOST: [limits.upper]}
        infinite = ~np.isfinite(used.get(side, [limits.lower, limits.upper])).all(axis=0)
        if not infinite.any():
            return Reason.CAP
        promised = [b for b in self.law.bounds(of.mean, of.trials, level) if b is not None]
        if self.spent < self.fewest(level, False) or not np.isfinite(promised).all():
            return Reason.TOO_FEW
        return Reason.DEGENERATE if (of.degenerate & infinite).any() else Reason.TOO_SKEWED


def _first(student_limit: Array, promised: Array | None, plain: bool) -> Array:
    """A limit that the law promises comes first, except where nothing is spent."""
    if promised is None:
        return student_limit
    return np.where(np.isfinite(student_limit), student_limit, promised) if plain else promised

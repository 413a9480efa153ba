"""A rule set on a law whose gap is known exactly, because the prediction is put where it must be.

The gap is that of the part that is named; every other part of the clause has gap 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.calibration import worlds
from peirama.claims.core.calibration.worlds import GRID, World
from peirama.claims.core.rules import (
    Bracket,
    Exponent,
    Frequency,
    Mean,
    Quantile,
    Ratio,
    RatioOfMeans,
    Side,
    Unit,
)
from peirama.claims.core.rules.reading import Direction, Reading
from peirama.claims.core.rules.rule import RandomRule
from peirama.claims.core.verdict import Evidence

Array = NDArray[np.float64]
# values (worlds, trials) or (worlds, trials, points), and a gap -> those values, predictions
Place = Callable[[Array, float], tuple[Array, Array]]


@dataclass(frozen=True)
class Problem:
    """A rule, a law, and how worlds of the law are put at a gap."""

    label: str
    rule: RandomRule
    world: World
    place: Place
    delta: float
    side: Side
    part: str = ""
    abscissae: tuple[float, ...] | None = None

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The sides of the true zone on which a violation may lie."""
        return {
            Side.EQUAL: ("low", "high"),
            Side.AT_LEAST: ("low",),
            Side.AT_MOST: ("high",),
        }[self.side]  # type: ignore[return-value]  # mypy widens the literals of a mapping

    @property
    def points(self) -> int:
        """Numbers a trial."""
        return 1 if self.abscissae is None else len(self.abscissae)

    def read(self, values: Array, predicted: Array) -> tuple[Reading, ...]:
        """What the rule reads in the worlds, a reading a part."""
        abscissae = None if self.abscissae is None else np.array(self.abscissae)
        return self.rule.read(Evidence(values, abscissae), predicted)


def mean(rule: Mean, world: World, label: str = "") -> Problem:
    """A mean against a prediction that is off by the gap."""

    def place(values: Array, gap: float) -> tuple[Array, Array]:
        return values, np.full(len(values), world.mean - gap)

    name = label or f"Mean {rule.side.value}"
    return Problem(name, rule, world, place, rule.delta, rule.side)


def frequency(p: float, delta: float) -> Problem:
    """The frequency of an event of probability p."""
    rule, world = Frequency(delta), worlds.bernoulli(p)

    def place(values: Array, gap: float) -> tuple[Array, Array]:
        return values, np.full(len(values), p - gap)

    return Problem("Frequency equal", rule, world, place, delta, rule.side)


def quantile(q: float, index: float, delta: float) -> Problem:
    """A quantile of a Pareto law, on logarithmic scale."""
    rule, world = Quantile(q, delta, unit=Unit.LOG), worlds.pareto(index)
    truth = worlds.pareto_quantile(index, q)

    def place(values: Array, gap: float) -> tuple[Array, Array]:
        return values, np.full(len(values), truth * math.exp(-gap))

    return Problem(f"Quantile {q:g} equal", rule, world, place, delta, rule.side)


def slope(scale: float, delta: float, *, median: bool = False) -> Problem:
    """The exponent of curves with a known finite-size factor."""
    rule = Exponent(delta, known=worlds.correction, median=median)

    def place(values: Array, gap: float) -> tuple[Array, Array]:
        return values, np.full(len(values), worlds.EXPONENT - gap)

    label = "Exponent of the median" if median else "Exponent equal"
    return Problem(label, rule, worlds.curves(scale), place, delta, rule.side, "slope", _GRID)


def level(scale: float, delta: float) -> Problem:
    """The level of curves whose whole mean is known; the slope vanishes."""
    rule = Exponent(delta, known=worlds.finite_size, level_delta=delta, reference=0.0)

    def place(values: Array, gap: float) -> tuple[Array, Array]:
        return values * math.exp(gap), np.zeros(len(values))

    world = worlds.curves(scale)
    return Problem("Exponent, level", rule, world, place, delta, rule.side, "level", _GRID)


def ratio(scale: float, delta: float) -> Problem:
    """A mean curve against an exact one that is off by the gap at the last point."""
    rule = Ratio(delta)

    def place(values: Array, gap: float) -> tuple[Array, Array]:
        exact = worlds.finite_size(GRID)
        exact[-1] *= math.exp(-gap)
        return values, np.broadcast_to(exact, (len(values), len(GRID)))

    part = f"x={GRID[-1]:.12g}"
    return Problem("Ratio equal", rule, worlds.curves(scale), place, delta, rule.side, part, _GRID)


def ratio_of_means(law: World, delta: float) -> Problem:
    """Two means of one law, so that their ratio is one."""
    rule = RatioOfMeans(delta)

    def place(values: Array, gap: float) -> tuple[Array, Array]:
        return values, np.full(len(values), math.exp(-gap))

    world = worlds.pairs(law)
    return Problem("RatioOfMeans equal", rule, world, place, delta, rule.side, "", (0.0, 1.0))


def bracket(law: World, delta: float, part: str) -> Problem:
    """A bracket whose mean is off by the gap at one end, and zero at the other."""
    rule = Bracket(delta)
    column, side = {"low": (0, Side.AT_MOST), "high": (1, Side.AT_LEAST)}[part]

    def place(values: Array, gap: float) -> tuple[Array, Array]:
        moved = values - law.mean
        moved[..., column] += gap
        return moved, np.zeros(len(values))

    world = worlds.pairs(law)
    return Problem(f"Bracket, {part} end", rule, world, place, delta, side, part, (0.0, 1.0))


_GRID = tuple(GRID.tolist())

"""The hypotheses of a theorem as something to draw from.

A domain is a mapping from parameter to strategy, or a `Domain` where one parameter bounds
another. Continuous parameters and long ranges of integers are drawn from a grid: its values
are short to read, and a counterexample shrinks to the simplest of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

POINTS = 256  # more would only add draws that differ in no digit a reader sees


@dataclass(frozen=True)
class Grid:
    """At most 256 values from low to high, rounded to three digits, simplest first.

    Equally spaced, or in equal ratios with `log`; integers with `whole`.
    Raises ValueError if low >= high, or if `log` meets a bound that is not positive.
    """

    low: float
    high: float
    log: bool = False
    whole: bool = False
    simplest: float | None = None  # what shrinking aims at; default the low end
    also: tuple[float, ...] = ()  # values beside the grid, such as 0 on a log scale; tried first

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise ValueError(f"{self} is empty: low must lie below high.")
        if self.log and self.low <= 0:
            raise ValueError(f"{self} needs a positive low end, since it spaces in equal ratios.")

    @property
    def values(self) -> list[float] | list[int]:
        """The values, nearest to the simplest first."""
        spaced = np.geomspace if self.log else np.linspace
        named = [] if self.simplest is None else [self.simplest]
        aim = self.low if self.simplest is None else self.simplest
        places = [*spaced(self.low, self.high, POINTS - len(named)).tolist(), *named]
        drawn = sorted({self._round(value) for value in places})
        start = min(range(len(drawn)), key=lambda i: abs(drawn[i] - aim))
        order = sorted(range(len(drawn)), key=lambda i: (abs(i - start), i))
        return [*self.also, *(drawn[i] for i in order)]

    def strategy(self) -> SearchStrategy[Any]:
        """The Hypothesis strategy that draws from the grid."""
        return st.sampled_from(self.values)

    def _round(self, value: float) -> float | int:
        rounded = float(f"{value:.3g}")
        rounded = min(max(rounded, self.low), self.high)
        return round(rounded) if self.whole else rounded

    def __repr__(self) -> str:
        words = [f"{self.low:g}", f"{self.high:g}"]
        words += [name for name in ("log", "whole") if getattr(self, name)]
        words += [] if self.simplest is None else [f"simplest={self.simplest:g}"]
        words += [f"also {value:g}" for value in self.also]
        return f"grid({', '.join(words)})"


def grid(
    low: float,
    high: float,
    *,
    log: bool = False,
    whole: bool = False,
    simplest: float | None = None,
    also: tuple[float, ...] = (),
) -> Grid:
    """A grid of at most 256 values for a continuous parameter or a long range of integers."""
    return Grid(low, high, log, whole, simplest, also)


@dataclass(frozen=True)
class Domain:
    """A joint domain: `strategy` draws whole settings, mappings with exactly these names."""

    names: tuple[str, ...]
    strategy: SearchStrategy[dict[str, Any]]
    text: str  # how `show` and the report describe it


Given = Mapping[str, SearchStrategy[Any] | Grid] | Domain


def names(given: Given) -> tuple[str, ...]:
    """The parameters of a domain, sorted."""
    return tuple(sorted(given.names if isinstance(given, Domain) else given))


def strategy(given: Given) -> SearchStrategy[dict[str, Any]]:
    """A strategy for whole settings; names are sorted, since their order changes the draw."""
    if isinstance(given, Domain):
        return given.strategy
    return st.fixed_dictionaries(
        {name: as_strategy(given[name]) for name in sorted(given)},
    )


def as_strategy(entry: SearchStrategy[Any] | Grid) -> SearchStrategy[Any]:
    """The Hypothesis strategy of one parameter."""
    return entry.strategy() if isinstance(entry, Grid) else entry


def describe(given: Given) -> dict[str, str]:
    """What is drawn, as text for each parameter."""
    if isinstance(given, Domain):
        return {", ".join(given.names): given.text}
    return {name: repr(given[name]) for name in sorted(given)}

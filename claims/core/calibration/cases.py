"""A problem measured at its edges: how often a data set, looked at as it grows, errs.

Null worlds stand on the edge of the true zone T, where each refutation is false, and on that of the
false zone F, where each support is. An error counts at whichever look it occurs: the rate is that
of the union of the looks, at least that of a stage which also ends at its support.
Alternative worlds show the power of one data set at gap 0, half a margin and two margins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.calibration.measured import Expected, Kind, Row, grown, upper
from peirama.claims.core.calibration.problems import Problem
from peirama.claims.core.ledger import Ledger
from peirama.claims.core.rules.reading import Direction, Reading, Side
from peirama.models.seeds import Seeds

Array = NDArray[np.float64]
CLAIM = "calibration"  # in the keys of its streams
CHUNK = 2**21  # numbers drawn at once: with its temporaries a chunk stays below 300 MiB
SUITE = Ledger(45)  # claims with a random clause, as statistics section 6 counts them
STAGE = SUITE.stage  # level of a confirmation stage
SUPPORT = SUITE.support  # level at which one data set may support


@dataclass(frozen=True)
class Measure:
    """One error that is counted."""

    kind: Kind
    direction: Direction
    gap: float  # in margins
    level: float
    expected: Expected = "pass"


@dataclass(frozen=True)
class Case:
    """A problem, its looks, and what is counted over how many worlds."""

    problem: Problem
    schedule: tuple[int, ...]
    repetitions: int
    measures: tuple[Measure, ...]
    suffix: str = ""

    @property
    def name(self) -> str:
        """The name that keys the streams of the case."""
        looks = f"{self.schedule[0]}..{self.schedule[-1]}"
        parts = (self.problem.label, self.problem.world.name, looks, self.suffix)
        return " | ".join(filter(None, parts))

    @property
    def chunks(self) -> int:
        """Into how many pieces of work the case falls."""
        return -(-self.repetitions // self._size)

    def measure(self, seed: int, chunk: int) -> Array:
        """The number of errors of each measure in a chunk, (measures,)."""
        worlds = min(self._size, self.repetitions - chunk * self._size)
        seeds = Seeds(seed, CLAIM, self.name, "worlds", range(1))
        values = self.problem.world.draw(seeds.fixed(str(chunk)), worlds, self.schedule[-1])
        return self.count(values)

    def count(self, values: Array) -> Array:
        """The number of errors of each measure in worlds (worlds, trials, ...)."""
        errors = np.zeros(len(self.measures))
        for gap in sorted({measure.gap for measure in self.measures}):
            wanted = [i for i, measure in enumerate(self.measures) if measure.gap == gap]
            placed, predicted = self.problem.place(values, gap * self.problem.delta)
            for index, answered in zip(
                wanted, self._answered(placed, predicted, wanted), strict=True
            ):
                false = self.measures[index].kind.startswith("false")
                errors[index] = answered.sum() if false else (~answered).sum()
        return errors

    def rows(self, sums: Array) -> tuple[Row, ...]:
        """The rows of the whole case, from the sums of its chunks."""
        return grown(
            self._row(measure, int(errors))
            for measure, errors in zip(self.measures, sums, strict=True)
        )

    @property
    def _size(self) -> int:
        return max(1, CHUNK // (self.schedule[-1] * self.problem.points))

    def _answered(self, values: Array, predicted: Array, wanted: list[int]) -> NDArray[np.bool_]:
        """In which worlds each measure's answer is given at some look, (wanted, worlds)."""
        given = np.zeros((len(wanted), len(values)), dtype=bool)
        for trials in self.schedule:
            readings = [_remembering(r) for r in self.problem.read(values[:, :trials], predicted)]
            for row, index in enumerate(wanted):
                given[row] |= self._answer(self.measures[index], readings)
        return given

    def _answer(self, measure: Measure, readings: list[Reading]) -> NDArray[np.bool_]:
        """In which worlds a measure's answer is given by these readings."""
        share = measure.level / len(self.schedule)
        if measure.kind in ("false refutation", "refutation"):
            named = next(r for r in readings if r.part == self.problem.part)
            return named.refutes(measure.direction, share)
        return np.asarray(np.all([r.supports(share) for r in readings], axis=0))

    def _row(self, measure: Measure, errors: int) -> Row:
        return Row(
            case=self.name,
            rule=self.problem.label,
            law=self.problem.world.name,
            schedule=self.schedule,
            side=self.problem.side.value,
            kind=measure.kind,
            direction=measure.direction,
            gap=measure.gap,
            level=measure.level,
            repetitions=self.repetitions,
            errors=errors,
            rate=errors / self.repetitions,
            bound=upper(errors, self.repetitions),
            expected=measure.expected,
        )


def _remembering(reading: Reading) -> Reading:
    """A reading that computes its limits at a level once for all measures."""
    return replace(reading, limits=cache(reading.limits))


def null(
    problem: Problem,
    schedule: tuple[int, ...],
    repetitions: int,
    levels: tuple[float, ...],
    *,
    bad: bool = False,
) -> Case:
    """False refutations on the edge of T and false supports on that of F, at each level.

    `bad` expects the errors of a law that hides its upper tail.
    """
    return Case(problem, schedule, repetitions, tuple(_null_measures(problem, levels, bad)))


def power(problem: Problem, schedule: tuple[int, ...], repetitions: int) -> Case:
    """How often one data set answers where it should: informative."""
    measures = []
    for way in problem.directions:
        sign = -1.0 if way == "low" else 1.0
        measures += [
            Measure("support", way, 0.5 * sign, SUPPORT, "informative"),
            Measure("refutation", way, 2 * sign, STAGE, "informative"),
        ]
    measures.append(Measure("support", problem.directions[0], 0.0, SUPPORT, "informative"))
    return Case(problem, schedule, repetitions, tuple(measures), "power")


def _null_measures(problem: Problem, levels: tuple[float, ...], bad: bool) -> Iterator[Measure]:
    for way in problem.directions:
        sign = -1.0 if way == "low" else 1.0
        true_edge = sign if problem.side is Side.EQUAL else 0.0
        # a hidden upper tail makes the mean look small: "low" is refuted, "high" is supported
        refuting, supporting = ("fail", "informative") if way == "low" else ("informative", "fail")
        for level in levels:
            refutation: Expected = refuting if bad else "pass"  # type: ignore[assignment]
            support: Expected = supporting if bad else "pass"  # type: ignore[assignment]
            yield Measure("false refutation", way, true_edge, level, refutation)
            yield Measure("false support", way, sign, level, support)

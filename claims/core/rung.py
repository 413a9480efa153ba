"""One data set of a setting, looked at as it grows until it has its answer or meets its cap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.finding import Part, Rung, Suspicion
from peirama.claims.core.laboratory import Sample
from peirama.claims.core.rules.reading import Direction, Reading, Side
from peirama.claims.core.rules.rule import ExactRule, RandomRule, Rule
from peirama.claims.core.verdict import Evidence, Outcome, Reason, joined

Array = NDArray[np.float64]
# T is left and F is excluded at the same look, which only a one-sided claim allows.
INSIDE = "Inside the margin, on the wrong side of the prediction."


@dataclass(frozen=True)
class Levels:
    """Error levels of a rung, each split equally over its looks."""

    refute: float
    support: float
    plain: bool  # Student's t, for rungs that spend nothing


@dataclass(frozen=True)
class Question:
    """What a rung asks: the clauses and their references, and the named suspicion if it has one."""

    clauses: Mapping[str, Rule]
    references: Mapping[str, Array]
    target: Suspicion | None = None
    supported_before: Set[str] = frozenset()  # clauses that an earlier data set supports

    @property
    def pending(self) -> set[str]:
        """The clauses whose support would end the rung."""
        named = {self.target.clause} if self.target else set()
        return {n for n in self.clauses if n not in self.supported_before} | named


def climb(
    question: Question,
    schedule: tuple[int, ...],
    levels: Levels,
    look: Callable[[int, int], Sample],
) -> _Climbed:
    """Take looks until a violation, a suspicion (or its confirmation), support, or the cap."""
    state = _Climbed(question, len(schedule), levels)
    samples: list[Sample] = []
    first = 0
    for last in schedule:
        samples.append(look(first, last))
        first = last
        state.read(joined([dict(sample.evidence) for sample in samples]))
        if state.answered or question.pending <= state.supported:
            break
    state.samples = tuple(samples)
    return state


@dataclass
class _Climbed:
    """What a rung knows after its latest look."""

    question: Question
    looks: int
    levels: Levels
    readings: dict[str, tuple[Reading, ...]] = field(default_factory=dict)
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    supported: set[str] = field(default_factory=set)
    suspicion: Suspicion | None = None
    refuted: bool = False
    note: str = ""
    p_value: float = 1.0
    samples: tuple[Sample, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether a violation or a suspicion was seen, or the named one was refuted."""
        return self.refuted or (self.question.target is None and self.suspicion is not None)

    def read(self, evidence: Mapping[str, Evidence]) -> None:
        """Read the data so far, refutation before support."""
        self.evidence = evidence
        self.readings = {
            name: rule.read(evidence[name], self.question.references[name])
            for name, rule in self.question.clauses.items()
            if isinstance(rule, RandomRule)
        }
        if self._violated():
            return
        share = self.levels.support / self.looks
        supporting = {
            n for n, rs in self.readings.items() if all(_yes(r.supports(share)) for r in rs)
        }
        supporting |= {n for n, v in self._exact().items() if v is Outcome.SUPPORTED}
        if self.question.target is None:
            self.suspicion = self._suspect(supporting)
            if self.suspicion is not None:
                return
        elif self._confirms(self.question.target, supporting):
            return
        self.supported |= supporting

    def rung(self, purpose: str, stream: str, schedule: tuple[int, ...]) -> Rung:
        """The record of the rung."""
        target = self.question.target
        return Rung(
            purpose=purpose,
            stream=stream,
            looks=schedule[: len(self.samples)],
            digests=tuple(sample.digest for sample in self.samples),
            parts=tuple(self._parts()),
            supported=tuple(sorted(self.supported)),
            reasons=self._reasons(),
            suspicion=self.suspicion,
            refuted=self.refuted,
            guards=tuple(sorted({g for sample in self.samples for g in sample.guards})),
            note=self.note,
            p_value=None if target is None or self.levels.plain else min(1.0, self.p_value),
            seconds=sum(sample.seconds for sample in self.samples),
        )

    @property
    def _exact_rules(self) -> dict[str, ExactRule]:
        clauses = self.question.clauses
        return {n: rule for n, rule in clauses.items() if isinstance(rule, ExactRule)}

    def _exact(self) -> dict[str, Outcome]:
        return {
            name: rule.judge(self.evidence[name], self.question.references[name]).outcome
            for name, rule in self._exact_rules.items()
        }

    def _violated(self) -> bool:
        for name, outcome in self._exact().items():
            if outcome is Outcome.REFUTED:
                gap = self._exact_rules[name].gap(
                    self.evidence[name], self.question.references[name]
                )
                self.suspicion = Suspicion(name, "", "low" if gap < 0 else "high", exact=True)
                self.refuted = True
        return self.refuted

    def _suspect(self, supporting: set[str]) -> Suspicion | None:
        """The most extreme suspicion, with the level of a clause split over its sides."""
        found: list[tuple[float, Suspicion]] = []
        for name, readings in self.readings.items():
            pairs = [(r, d) for r in readings for d in r.directions]
            level = self.levels.refute / self.looks / len(pairs)
            for reading, direction in pairs:
                if not _yes(reading.refutes(direction, level, plain=True)):
                    continue
                if name in supporting:
                    self.note = INSIDE
                    continue
                p = reading.p_value(direction, plain=True)
                found.append((p, Suspicion(name, reading.part, direction)))
        return min(found, key=lambda entry: entry[0])[1] if found else None

    def _confirms(self, target: Suspicion, supporting: set[str]) -> bool:
        reading = next(r for r in self.readings[target.clause] if r.part == target.part)
        plain, level = self.levels.plain, self.levels.refute / self.looks
        if not plain:
            self.p_value = min(self.p_value, self.looks * reading.p_value(target.direction))
        if not _yes(reading.refutes(target.direction, level, plain=plain)):
            return False
        if target.clause in supporting:
            self.note = INSIDE
            return False
        self.refuted = True
        self.suspicion = target
        return True

    def _reasons(self) -> dict[str, Reason]:
        """Why each clause that this rung does not support is undecided."""
        share = self.levels.support / self.looks
        reasons = dict.fromkeys(self._exact_rules, Reason.NUMERICAL)
        for name, readings in self.readings.items():
            undecided = [r for r in readings if not _yes(r.supports(share))]
            if undecided:
                reasons[name] = undecided[0].reason(share)
        return {n: reason for n, reason in reasons.items() if n not in self.supported}

    def _parts(self) -> list[Part]:
        return [
            *(self._random_part(n, r) for n, rs in self.readings.items() for r in rs),
            *(self._exact_part(name) for name in self._exact_rules),
        ]

    def _random_part(self, clause: str, reading: Reading) -> Part:
        level = self.levels.refute / self.looks
        if self.question.target is None:
            level /= sum(len(r.directions) for r in self.readings[clause])
        limits = reading.limits(level, self.levels.plain)
        shares = reading.limits(self.levels.support / self.looks, False)
        return Part(
            clause=clause,
            part=reading.part,
            side=reading.side,
            delta=reading.delta,
            estimate=float(reading.estimate),
            lower=float(limits.lower),
            upper=float(limits.upper),
            support_lower=float(shares.lower),
            support_upper=float(shares.upper),
            scatter=_number(reading.scatter),
            skewness=_number(reading.skewness),
            supported=clause in self.supported,
        )

    def _exact_part(self, clause: str) -> Part:
        rule = self._exact_rules[clause]
        evidence = self.evidence[clause]
        gap = rule.gap(evidence, self.question.references[clause])
        error = 0.0 if evidence.error is None else float(np.max(evidence.error))
        return Part(
            clause=clause,
            part="",
            side=rule.side,
            delta=rule.tolerance,
            estimate=gap,
            lower=gap - error,
            upper=gap + error,
            support_lower=gap - error,
            support_upper=gap + error,
            scatter=float("nan"),
            skewness=float("nan"),
            supported=clause in self.supported,
        )


def beyond(reading: Reading, direction: Direction) -> float:
    """How far the estimate lies beyond the true zone in a direction; negative inside it."""
    edge = reading.delta if reading.side is Side.EQUAL else 0.0
    gap = float(reading.estimate)
    return (-gap if direction == "low" else gap) - edge


def _yes(worlds: NDArray[np.bool_]) -> bool:
    return bool(np.all(worlds))


def _number(value: Array | None) -> float:
    """A scatter or skewness that the data do not show is infinite."""
    number = float("inf") if value is None else float(value)
    return float("inf") if np.isnan(number) else number

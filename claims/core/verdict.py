"""What an experiment hands over (Observed, Evidence, Guard) and what is made of it (Verdict)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Setting = Mapping[str, Any]
ONLY = "claim"  # the name of the clause of a claim that has just one


class Outcome(Enum):
    """The words of a verdict; the value is what they promise."""

    SUPPORTED = "Every setting tried was shown to lie within the margin of the prediction."
    REFUTED = "A counterexample was named in advance and confirmed on fresh data."
    INCONCLUSIVE = "Neither was shown; the reason says what was missing."
    ERROR = "The experiment crashed, which says nothing about the theorem."
    NOT_RUN = "The claim starts at a larger profile."


class Reason(Enum):
    """Why a verdict is INCONCLUSIVE: the closed list."""

    CAP = "The trials of the plan ended before either answer was reached."
    TOO_FEW = "There are fewer trials than the level needs."
    TOO_SKEWED = "The data are too skewed for an interval at this level and number of trials."
    DEGENERATE = "The values hardly vary, so that their scatter cannot be estimated."
    NUMERICAL = "A trial failed, broke a guard, or has too large a numerical error."
    UNCONFIRMED = "A suspicion was neither confirmed nor cleared on fresh data."
    UNSTABLE = "The local exponent differs from the fitted one: not yet the asymptotic regime."
    VACUOUS = "Too few settings were tried, or a clause applied at none of them."

    @property
    def word(self) -> str:
        """The reason as reports write it, such as `too-few`."""
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True)
class Verdict:
    """An outcome with its reason and, where there is something to add, a note."""

    outcome: Outcome
    reason: Reason | None = None
    note: str = ""


@dataclass(frozen=True)
class Guard:
    """A named number that must not exceed its limit: a residual, a count of unfinished rows."""

    value: Array  # (trials,), or () for a guard that speaks for all of them
    limit: float


@dataclass(frozen=True)
class Evidence:
    """The values of one clause: a number or a curve a trial.

    Leading axes before (trials,) or (trials, points) are allowed for the rules' own calibration;
    they index independent worlds.
    """

    values: Array  # (..., trials), or (..., trials, points)
    abscissae: Array | None = None  # (points,), if the values are curves
    error: Array | None = None  # (trials,) numerical error of each value, >= 0
    failed: NDArray[np.bool_] | None = None  # (..., trials)

    @property
    def curves(self) -> bool:
        """Whether a trial's value is a curve."""
        return self.abscissae is not None

    @property
    def trials(self) -> int:
        """How many trials there are, failed ones included."""
        return self.values.shape[-2 if self.curves else -1]

    @property
    def failures(self) -> NDArray[np.bool_]:
        """Which trials failed: a guard fired, or a value is not a finite number. (..., trials)."""
        finite = np.isfinite(self.values)
        bad = np.asarray(~(finite.all(axis=-1) if self.curves else finite))
        return bad if self.failed is None else bad | self.failed


@dataclass(frozen=True)
class Observed:
    """What an experiment saw: evidence for each clause, and guards for each trial.

    `values` is an array (trials,), with `abscissae` a curve (trials, points), or a mapping from
    clause to array or Evidence. A trial whose value is nan counts as failed.
    Raises ValueError if the clauses differ in their number of trials.
    """

    values: Any
    abscissae: ArrayLike | None = None
    error: ArrayLike | None = None
    guards: Mapping[str, tuple[ArrayLike, float]] = field(default_factory=dict)

    def evidence(self) -> dict[str, Evidence]:
        """The evidence of each clause, with the trials marked whose guards fired."""
        entries = self.values if isinstance(self.values, Mapping) else {ONLY: self._single()}
        clauses = {name: _evidence(name, entry) for name, entry in entries.items()}
        counts = {name: clause.trials for name, clause in clauses.items()}
        if len(set(counts.values())) > 1:
            raise ValueError(f"The clauses differ in their number of trials: {counts}.")
        failed = self._fired(next(iter(counts.values())))
        return {
            name: Evidence(c.values, c.abscissae, c.error, failed) for name, c in clauses.items()
        }

    def fired(self) -> tuple[str, ...]:
        """The names of the guards that exceed their limit in some trial."""
        return tuple(
            name
            for name, (value, limit) in sorted(self.guards.items())
            if _over(value, limit).any()
        )

    def _single(self) -> Evidence:
        abscissae = None if self.abscissae is None else _floats(self.abscissae)
        error = None if self.error is None else _floats(self.error)
        return Evidence(_floats(self.values), abscissae, error)

    def _fired(self, trials: int) -> NDArray[np.bool_]:
        failed = np.zeros(trials, dtype=bool)
        for value, limit in self.guards.values():
            failed |= _over(value, limit)
        return failed


def joined(looks: list[dict[str, Evidence]]) -> dict[str, Evidence]:
    """The evidence of several looks of one stream, trial after trial."""
    return {name: _joined([look[name] for look in looks]) for name in looks[0]}


def _joined(parts: list[Evidence]) -> Evidence:
    errors = [part.error for part in parts if part.error is not None]
    return Evidence(
        np.concatenate([part.values for part in parts]),
        parts[0].abscissae,
        np.concatenate(errors) if errors else None,
        np.concatenate([part.failures for part in parts]),
    )


def _evidence(name: str, entry: Evidence | ArrayLike) -> Evidence:
    if not isinstance(entry, Evidence):
        entry = Evidence(_floats(entry))
    shape = entry.values.shape
    if len(shape) != (2 if entry.curves else 1):
        wanted = "(trials, points)" if entry.curves else "(trials,)"
        raise ValueError(f"Clause {name!r} observed values of shape {shape}; it needs {wanted}.")
    if entry.abscissae is not None and entry.abscissae.shape != shape[1:]:
        found = entry.abscissae.shape
        raise ValueError(f"Clause {name!r} has {shape[1]} points but abscissae of shape {found}.")
    if entry.error is not None and entry.error.shape != shape[:1]:
        raise ValueError(f"Clause {name!r} needs one numerical error a trial, {shape[:1]}.")
    return entry


def _over(value: ArrayLike, limit: float) -> NDArray[np.bool_]:
    return ~(_floats(value) <= limit)  # nan is over every limit


def _floats(value: ArrayLike) -> Array:
    return np.asarray(value, dtype=np.float64)

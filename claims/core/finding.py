"""What came of a claim, from one look at one setting up to its verdict: plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from peirama.claims.core.figure import Figure
from peirama.claims.core.rules.reading import Direction, Side
from peirama.claims.core.verdict import Outcome, Reason, Setting, Verdict


@dataclass(frozen=True)
class Suspicion:
    """The part of a clause, and the side of it, on which a setting seems to violate the claim."""

    clause: str
    part: str
    direction: Direction
    exact: bool = False  # seen in a number that holds for every draw: no confirmation is needed


@dataclass(frozen=True)
class Part:
    """What a rung says of one part of a clause at its last look; gaps are in the rule's unit."""

    clause: str
    part: str
    side: Side
    delta: float
    estimate: float
    lower: float  # at the level of the rung, divided over its looks
    upper: float
    support_lower: float  # at the level of support
    support_upper: float
    scatter: float  # standard deviation of one trial; nan where there is none
    skewness: float
    supported: bool


@dataclass(frozen=True)
class Rung:
    """One data set of a setting: explore, screen, or a stage of a confirmation."""

    purpose: str
    stream: str  # SHA-256 that keys its first trial's stream
    looks: tuple[int, ...]  # cumulative trials at the looks that were taken
    digests: tuple[str, ...]  # SHA-256 of the raw observations of each look
    parts: tuple[Part, ...]
    supported: tuple[str, ...]  # clauses
    reasons: Mapping[str, Reason]  # of the clauses that are not supported
    suspicion: Suspicion | None
    refuted: bool  # the named suspicion, or an exact clause
    guards: tuple[str, ...]
    note: str = ""
    p_value: float | None = None  # of a confirmation stage
    seconds: float = 0.0

    @property
    def trials(self) -> int:
        """How many trials were spent."""
        return self.looks[-1] if self.looks else 0


@dataclass(frozen=True)
class Finding:
    """What came of one setting."""

    setting: Setting
    origin: str  # corner, counterexample, drawn, climbed or shrunk
    predicted: Mapping[str, Any]  # clause -> number, or list for a curve
    region: str | None
    verdict: Verdict
    rungs: tuple[Rung, ...]
    candidate: Suspicion | None = None  # suspicious and screened
    error: str = ""  # of an experiment that crashed

    @property
    def trials(self) -> int:
        """How many trials were spent on the setting."""
        return sum(rung.trials for rung in self.rungs)

    @property
    def seconds(self) -> float:
        """How long its experiments took."""
        return sum(rung.seconds for rung in self.rungs)


@dataclass(frozen=True)
class Confirmation:
    """A candidate put to two independent fresh experiments."""

    setting: Setting
    suspicion: Suspicion
    stages: tuple[Rung, ...]
    confirmed: bool
    adjusted_p: float | None  # for the whole suite; None without a second stage


@dataclass(frozen=True)
class MutantFinding:
    """What came of a wrong version of a claim."""

    name: str
    verdict: Verdict
    in_reach: bool
    gap: float | None  # the largest known gap beyond the true zone, in the unit of the rule
    smallest_gap: float | None  # what this budget refutes, where the gap is largest
    trials_needed: int | None  # for a mutant that is out of reach
    counterexample: Setting | None
    findings: tuple[Finding, ...]
    confirmations: tuple[Confirmation, ...]

    @property
    def seconds(self) -> float:
        """How long its experiments took."""
        return _seconds(self.findings, self.confirmations)


@dataclass(frozen=True)
class ClaimFinding:
    """What came of a claim."""

    claim: str
    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    confirmations: tuple[Confirmation, ...] = ()
    counterexample: Setting | None = None
    exhausted: bool = False  # the domain holds no other settings
    alpha_granted: float = 0.0
    alpha_spent: float = 0.0
    smallest_refutable_gap: float | None = None  # beyond the true zone, worst setting
    trials_to_decide: int | None = None  # a setting, where the cap was too low
    coverage: Mapping[str, int] = field(default_factory=dict)  # region -> settings tried
    mutants: tuple[MutantFinding, ...] | None = None  # None if they were not run
    figure: Figure | None = None

    @property
    def vacuous(self) -> bool:
        """Whether a mutant within reach survived, so that the check proves nothing."""
        if self.verdict.outcome is Outcome.REFUTED:
            return False
        wrong = self.mutants or ()
        return any(m.in_reach and m.verdict.outcome is not Outcome.REFUTED for m in wrong)

    @property
    def seconds(self) -> float:
        """How long all its experiments took."""
        own = _seconds(self.findings, self.confirmations)
        return own + sum(mutant.seconds for mutant in self.mutants or ())


def _seconds(findings: tuple[Finding, ...], confirmations: tuple[Confirmation, ...]) -> float:
    stages = [stage for confirmation in confirmations for stage in confirmation.stages]
    return sum(f.seconds for f in findings) + sum(stage.seconds for stage in stages)

"""The shape of a record: what `record.json` holds, and what it refuses.

Every model is frozen and refuses fields that it does not know. They mirror `claims.core.finding`,
from whose values they are validated by attribute.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import AwareDatetime, Field

from peirama.claims.core.plan import Profile
from peirama.claims.core.rules.reading import Direction, Side
from peirama.reports.values import Curve, Number, OutcomeWord, ReasonWord, Sha256, Value, Values

SCHEMA: Literal["peirama.record/1"] = "peirama.record/1"


class Verdict(Value):
    """An outcome, the reason why it is undecided, and a note."""

    outcome: OutcomeWord
    reason: ReasonWord | None
    note: str


class Suspicion(Value):
    """The part and side of a clause that a setting seems to violate."""

    clause: str
    part: str
    direction: Direction
    exact: bool


class Part(Value):
    """What a data set says of one part of a clause; gaps are in the rule's unit."""

    clause: str
    part: str
    side: Side
    delta: Number
    estimate: Number
    lower: Number
    upper: Number
    support_lower: Number
    support_upper: Number
    scatter: Number
    skewness: Number
    supported: bool


class Rung(Value):
    """One data set of a setting; `digests` are the SHA-256 of the raw observations of its looks."""

    purpose: str
    stream: str
    looks: tuple[int, ...]
    digests: tuple[str, ...]
    parts: tuple[Part, ...]
    supported: tuple[str, ...]
    reasons: dict[str, ReasonWord]
    suspicion: Suspicion | None
    refuted: bool
    guards: tuple[str, ...]
    note: str
    p_value: Number | None
    seconds: float


class Setting(Value):
    """What came of one setting."""

    setting: Values
    origin: str
    predicted: dict[str, Curve]
    region: str | None
    verdict: Verdict
    rungs: tuple[Rung, ...]
    candidate: Suspicion | None
    error: str
    trials: int
    seconds: float


class Confirmation(Value):
    """A candidate put to two independent fresh experiments."""

    setting: Values
    suspicion: Suspicion
    stages: tuple[Rung, ...]
    confirmed: bool
    adjusted_p: Number | None


class Mutant(Value):
    """What came of a wrong version of a claim; `changes` says in what it is wrong."""

    name: str
    changes: str
    verdict: Verdict
    in_reach: bool
    gap: Number | None
    smallest_gap: Number | None
    trials_needed: int | None
    counterexample: Values | None
    settings: tuple[Setting, ...]
    confirmations: tuple[Confirmation, ...]
    seconds: float


class Series(Value):
    """One line or set of points of a figure."""

    label: str
    x: tuple[Number, ...]
    y: tuple[Number, ...]
    style: Literal["points", "rings", "line", "dashed", "steps"]
    low: tuple[Number, ...] | None
    high: tuple[Number, ...] | None


class Panel(Value):
    """Axes with their series, vertical marks and horizontal levels."""

    x: str
    y: str
    series: tuple[Series, ...]
    x_scale: Literal["linear", "log"]
    y_scale: Literal["linear", "log"]
    title: str
    marks: tuple[tuple[str, Number], ...]
    levels: tuple[tuple[str, Number], ...]


class Figure(Value):
    """Panels side by side, with their caption."""

    panels: tuple[Panel, ...]
    caption: str


class Source(Value):
    """Where a statement comes from."""

    key: str
    authors: str
    title: str
    year: int
    identifier: str
    place: str


class Formula(Value):
    """A prediction: of a clause, or a size that drives the experiment."""

    name: str
    text: str
    latex: str
    mathml: str


class Clause(Value):
    """The rule of one statement, in words, and the part of the domain that it speaks of."""

    name: str
    rule: str
    spends: bool
    when: str


class Plan(Value):
    """What was to be tried."""

    settings: int
    minimum: int
    looks: tuple[int, ...]
    confirm: tuple[int, ...]
    given: dict[str, str]
    sizes: dict[str, str]
    climb: bool


class Claim(Value):
    """A claim and what came of it; one that could not be imported has a name and a verdict only."""

    name: str
    paper: str
    source: Source | None = None
    status: str = ""
    statement: str = ""
    statement_latex: str = ""
    predicted: tuple[Formula, ...] = ()
    given: dict[str, str] = Field(default_factory=dict)
    hypotheses: tuple[str, ...] = ()
    rule: tuple[Clause, ...] = ()
    plan: Plan | None = None
    starts: Profile = "quick"
    does_not_show: str = ""
    verdict: Verdict
    why: str
    settings: tuple[Setting, ...] = ()
    confirmations: tuple[Confirmation, ...] = ()
    counterexample: Values | None = None
    exhausted: bool = False
    mutants: tuple[Mutant, ...] | None = None
    vacuous: bool = False
    alpha_granted: float = 0.0
    alpha_spent: float = 0.0
    adjusted_p: Number | None = None
    smallest_refutable_gap: Number | None = None
    trials_to_decide: int | None = None
    coverage: dict[str, int] = Field(default_factory=dict)
    seconds: float = 0.0
    figure: Figure | None = None


class Ledger(Value):
    """How the error budget was split: each stage of a confirmation tests at level `stage`."""

    claims: int
    candidates: int
    granted: float
    stage: float
    support: float


class Run(Value):
    """When, where, on what and with which error budget a run was made."""

    id: str
    started: AwareDatetime
    finished: AwareDatetime
    seed: int
    profile: Profile
    device: str
    dtype: str
    versions: dict[str, str]
    platform: str
    command: str
    revision: str | None
    alpha: float
    beta: float
    ledger: Ledger
    certificate: str = ""  # id of the measured error rates; empty in runs older than that
    certificate_changed: tuple[str, ...] = ()  # files that differ from what it was measured on


class Chapter(Value):
    """A step of a paper's story; `claims` are names without the paper."""

    title: str
    text: str
    claims: tuple[str, ...]


class Paper(Value):
    """The story of a paper."""

    name: str
    source: Source
    summary: str
    chapters: tuple[Chapter, ...]
    limits: str


class Record(Value):
    """All that a run found; `digest` is the SHA-256 of everything else in it."""

    schema_name: Literal["peirama.record/1"] = Field(default=SCHEMA, alias="schema")
    run: Run
    preregistration: Sha256
    claims: tuple[Claim, ...]
    papers: tuple[Paper, ...] = ()
    digest: Sha256

    def claim(self, name: str) -> Claim | None:
        """The claim of that name, if the record has it."""
        return next((claim for claim in self.claims if claim.name == name), None)


def exported() -> dict[str, Any]:
    """The JSON Schema of a record."""
    return Record.model_json_schema(by_alias=True, mode="serialization")

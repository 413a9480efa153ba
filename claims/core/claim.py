"""A theorem as a value: for all settings GIVEN, what we OBSERVE is what is PREDICTED, as we DECIDE.

Wrong values fail here, at construction, with a sentence.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

import sympy

from peirama.claims.core import domain, prediction
from peirama.claims.core.domain import Given
from peirama.claims.core.figure import Figure
from peirama.claims.core.plan import PROFILES, Plan, Profile, Resolved, resolve
from peirama.claims.core.prediction import Formula, Predicted
from peirama.claims.core.rules.rule import Rule
from peirama.claims.core.verdict import ONLY, Observed, Setting

Hypothesis: TypeAlias = sympy.Basic | Callable[..., bool]
Observe: TypeAlias = Callable[..., Observed]
ENGINE = ("trials", "seeds", "device")  # what every experiment receives beside its parameters
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*")


class Status(Enum):
    """How a claim stands to its paper."""

    PAPER = "stated by the paper"
    SHARPENED = "the paper's, made exact here"
    OURS = "ours, in the paper's setting"
    SCOPE = "a limit of the paper's statement"


@dataclass(frozen=True)
class Source:
    """Where a statement comes from."""

    key: str
    authors: str
    title: str
    year: int
    identifier: str  # an arXiv number or a DOI
    place: str = ""

    def at(self, place: str) -> Source:
        """The same source, at a theorem, section or page."""
        return replace(self, place=place)


@dataclass(frozen=True)
class Clause:
    """A rule for one of several statements that share an experiment.

    `when` limits it to a part of the domain: a relation of the parameters, or a function.
    """

    rule: Rule
    when: Hypothesis | None = None

    def applies(self, setting: Setting) -> bool:
        """Whether the clause speaks of this setting."""
        return self.when is None or holds(self.when, setting)


@dataclass(frozen=True)
class Mutant:
    """A wrong version of a claim, which its check must refute; it overrides what it names.

    With `clause`, only that clause is judged. `gap` is how far the experiment is known to lie
    from the prediction, in the unit of the rule; for a wrong prediction it is computed.
    """

    name: str
    predicted: Formula | Mapping[str, Formula] | None = None
    observe: Observe | None = None
    given: Given | None = None
    corners: tuple[Setting, ...] = ()
    clause: str | None = None
    gap: float | None = None
    starts: Profile = "quick"

    def __post_init__(self) -> None:
        if self.predicted is None and self.observe is None:
            raise ValueError(f"Mutant {self.name!r} changes neither predicted nor observe.")


@dataclass(frozen=True)
class Claim:
    """One mathematical statement, with the experiment and the rule that can refute it."""

    name: str
    source: Source
    status: Status
    statement: str
    given: Given
    predicted: Predicted
    observe: Observe
    decide: Rule | Mapping[str, Rule | Clause]
    does_not_show: str
    mutants: tuple[Mutant, ...]
    hypotheses: Mapping[str, Hypothesis] = field(default_factory=dict)  # sentence -> condition
    formula: str | None = None  # what is shown where `predicted` is a function
    corners: tuple[Setting, ...] = ()  # settings that are tried first
    counterexamples: tuple[Setting, ...] = ()  # settings at which an earlier version failed
    plans: Mapping[Profile, Plan] = field(default_factory=dict)
    starts: Profile = "quick"
    region: Callable[[Setting], str] | None = None
    figure: Callable[..., Figure] | None = None  # (*, seeds, device)

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError(f"{self.name!r} is no claim name; write paper/claim in lower case.")
        for word in ("statement", "does_not_show"):
            if not getattr(self, word).strip():
                raise ValueError(f"{self.name}: {word} is empty; the report prints it. Fill it in.")
        self._check_parameters()
        self._check_clauses()
        self._check_mutants()

    @property
    def paper(self) -> str:
        """The paper's part of the name."""
        return self.name.split("/")[0]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of what is drawn, sorted."""
        return domain.names(self.given)

    @property
    def clauses(self) -> dict[str, Clause]:
        """Every clause by name; a claim with one rule has the single clause `claim`."""
        decide = self.decide if isinstance(self.decide, Mapping) else {ONLY: self.decide}
        return {n: c if isinstance(c, Clause) else Clause(c) for n, c in decide.items()}

    @property
    def formulas(self) -> dict[str, Formula]:
        """The formula that each clause is compared with, and any that only sizes the experiment."""
        return prediction.formulas(self.predicted, tuple(self.clauses))

    @property
    def random(self) -> bool:
        """Whether a clause scatters, so that the claim needs a share of the error budget."""
        return any(clause.rule.spends for clause in self.clauses.values())

    def plan(self, profile: Profile) -> Resolved:
        """What a profile tries."""
        plan = self.plans.get(profile, Plan())
        return resolve(plan, self.given, profile, random=self.random)

    def runs_at(self, profile: Profile) -> bool:
        """Whether the profile is large enough for this claim."""
        return PROFILES.index(profile) >= PROFILES.index(self.starts)

    def mutants_at(self, profile: Profile) -> tuple[Mutant, ...]:
        """The mutants that a profile is large enough for."""
        size = PROFILES.index(profile)
        return tuple(m for m in self.mutants if PROFILES.index(m.starts) <= size)

    def broken(self, setting: Setting) -> str | None:
        """The first hypothesis of the theorem that a (possibly partial) setting violates."""
        return next((s for s, h in self.hypotheses.items() if not holds(h, setting)), None)

    def mutated(self, mutant: Mutant) -> Claim:
        """The claim as a mutant has it, without mutants of its own."""
        clauses = self.clauses
        if mutant.clause is not None:
            clauses = {mutant.clause: clauses[mutant.clause]}
        plans = {p: replace(plan, given=None) for p, plan in self.plans.items()}
        return replace(
            self,
            predicted=self._mispredicted(mutant),
            decide=clauses,
            observe=mutant.observe or self.observe,
            given=mutant.given or self.given,
            plans=plans if mutant.given else self.plans,
            corners=mutant.corners + (() if mutant.given else self.corners),
            counterexamples=(),
            mutants=(),
        )

    def _mispredicted(self, mutant: Mutant) -> Predicted:
        """The prediction as a mutant has it, of the shape that observe knows."""
        if mutant.predicted is None:
            return self.predicted
        if not isinstance(self.predicted, Mapping) and mutant.clause is None:
            return mutant.predicted
        wrong = mutant.predicted
        if not isinstance(wrong, Mapping):
            wrong = dict.fromkeys((mutant.clause,) if mutant.clause else self.clauses, wrong)
        return {**self.formulas, **wrong}

    def _check_parameters(self) -> None:
        for clause, formula in self.formulas.items():
            unknown = set(prediction.parameters(formula)) - set(self.parameters)
            if unknown:
                raise ValueError(
                    f"{self.name}: the prediction of {clause!r} has {sorted(unknown)}, which "
                    f"`given` does not draw; it draws {list(self.parameters)}."
                )
        if not isinstance(self.given, domain.Domain) and domain.strategy(self.given).is_empty:
            raise ValueError(f"{self.name}: the domain is empty; no setting can be drawn.")
        accepted = inspect.signature(self.observe).parameters
        if any(p.kind is p.VAR_KEYWORD for p in accepted.values()):
            return
        missing = [name for name in (*self.parameters, *ENGINE) if name not in accepted]
        if missing:
            raise ValueError(f"{self.name}: observe does not accept {missing}; add them by name.")

    def _check_clauses(self) -> None:
        clauses = self.clauses
        if not clauses:
            raise ValueError(f"{self.name}: decide has no clause, so nothing could be refuted.")
        for name, clause in clauses.items():
            if name not in self.formulas and clause.rule.reference is None:
                raise ValueError(
                    f"{self.name}: clause {name!r} has neither a prediction nor a reference."
                )

    def _check_mutants(self) -> None:
        names = [mutant.name for mutant in self.mutants]
        if len(set(names)) < len(names):
            raise ValueError(f"{self.name}: two mutants share a name among {names}.")
        for mutant in self.mutants:
            if mutant.clause is not None and mutant.clause not in self.clauses:
                raise ValueError(f"{self.name}: mutant {mutant.name!r} names no clause of it.")
            changed = self.mutated(mutant)
            if changed.observe is self.observe and changed.formulas == self.formulas:
                raise ValueError(f"{self.name}: mutant {mutant.name!r} equals the claim.")


def holds(condition: Hypothesis, setting: Setting) -> bool:
    """Whether a condition holds at a setting; true where the setting lacks its parameters."""
    if isinstance(condition, sympy.Basic):
        free = {symbol.name: symbol for symbol in condition.free_symbols}
        if not free.keys() <= setting.keys():
            return True
        return bool(condition.subs({s: prediction.rational(setting[n]) for n, s in free.items()}))
    names = inspect.signature(condition).parameters
    if not names.keys() <= setting.keys():
        return True
    return bool(condition(**{name: setting[name] for name in names}))

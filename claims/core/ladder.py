"""The rungs that a setting climbs: explore, screen, and two independent confirmations.

Each rung reads streams of its own, in looks among which its level is split. Explore and screen
name a suspicion and spend nothing; only a confirmation can refute. Numbers that hold for every
draw (rule Exact) need no rungs: one violation, wherever it is seen, is a counterexample.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.claim import Claim
from peirama.claims.core.finding import Finding, Rung, Suspicion
from peirama.claims.core.laboratory import SCOUT, Laboratory, Look, Sample
from peirama.claims.core.ledger import Ledger
from peirama.claims.core.plan import Resolved
from peirama.claims.core.prediction import evaluate
from peirama.claims.core.rules.rule import RandomRule, Rule
from peirama.claims.core.rung import Levels, Question, beyond, climb
from peirama.claims.core.verdict import Outcome, Reason, Setting, Verdict

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Ladder:
    """A claim (or a mutated one) with all that its settings need in order to be decided."""

    claim: Claim
    plan: Resolved
    budget: Ledger
    laboratory: Laboratory
    root: int
    variant: str = ""  # whose experiment runs
    prefix: str = ""  # of purposes: mutants have streams of their own

    def decide(self, setting: Setting, *, origin: str = "drawn") -> Finding:
        """Explore a setting and screen it if it looks suspicious; raises ExperimentError."""
        explored = self._rung(
            "explore", setting, self.plan.looks, self._levels(self.budget.suspicion)
        )
        rungs: tuple[Rung, ...] = (explored,)
        target = explored.suspicion
        if target is not None and not target.exact:
            levels = self._levels(self.budget.screen)
            before = frozenset(explored.supported)
            rungs += (self._rung("screen", setting, self.plan.looks, levels, target, before),)
        return self.found(setting, origin, rungs)

    def found(self, setting: Setting, origin: str, rungs: tuple[Rung, ...]) -> Finding:
        """What the rungs of a setting come to."""
        return Finding(
            setting=setting,
            origin=origin,
            predicted={n: r.tolist() for n, r in self.references(setting).items()},
            region=None if self.claim.region is None else self.claim.region(setting),
            verdict=judge(tuple(self.clauses(setting)), rungs),
            rungs=rungs,
            candidate=rungs[-1].suspicion if rungs[-1].refuted else None,
        )

    def confirm(self, number: int, setting: Setting, target: Suspicion) -> tuple[Rung, ...]:
        """Put a candidate to two fresh stages; the second runs only if the first refutes."""
        levels = Levels(self.budget.stage, self.budget.support, plain=False)
        first, second = (f"confirm-{number}-{stage}" for stage in (1, 2))
        rung = self._rung(first, setting, self.plan.confirm, levels, target)
        if not rung.refuted:
            return (rung,)
        return rung, self._rung(second, setting, self.plan.confirm, levels, target)

    def scout(self, setting: Setting) -> float:
        """The largest gap beyond the true zone, in margins, from noise common to all settings."""
        sample = self._look(SCOUT, setting, 0, self.plan.looks[0])
        references = self.references(setting)
        gaps = [
            beyond(reading, direction) / reading.delta
            for name, rule in self.clauses(setting).items()
            if isinstance(rule, RandomRule) and rule.spends
            for reading in rule.read(sample.evidence[name], references[name])
            for direction in reading.directions
        ]
        return max((gap for gap in gaps if np.isfinite(gap)), default=0.0)

    def clauses(self, setting: Setting) -> dict[str, Rule]:
        """The rules that speak of a setting."""
        return {n: c.rule for n, c in self.claim.clauses.items() if c.applies(setting)}

    def references(self, setting: Setting) -> dict[str, Array]:
        """What each clause is compared with at a setting."""
        return {
            name: evaluate(self.claim.formulas[name], setting)
            if rule.reference is None
            else np.array(float(rule.reference))
            for name, rule in self.clauses(setting).items()
        }

    def look(self, purpose: str, setting: Setting, first: int, last: int) -> Look:
        """Trials first..last-1 of a setting on the streams of a purpose."""
        return Look(
            claim=self.claim.name,
            variant=self.variant,
            profile=self.plan.profile,
            setting=setting,
            purpose=self.prefix + purpose,
            first=first,
            last=last,
            root=self.root,
        )

    def _look(self, purpose: str, setting: Setting, first: int, last: int) -> Sample:
        return self.laboratory(self.look(purpose, setting, first, last))

    def _levels(self, refute: float) -> Levels:
        return Levels(refute, self.budget.support, plain=True)

    def _rung(
        self,
        purpose: str,
        setting: Setting,
        schedule: tuple[int, ...],
        levels: Levels,
        target: Suspicion | None = None,
        supported_before: Set[str] = frozenset(),
    ) -> Rung:
        question = Question(
            self.clauses(setting), self.references(setting), target, supported_before
        )
        climbed = climb(question, schedule, levels, lambda a, b: self._look(purpose, setting, a, b))
        stream = self.look(purpose, setting, 0, 1).seeds.key(0)
        return climbed.rung(self.prefix + purpose, stream, schedule)


def judge(clauses: tuple[str, ...], rungs: tuple[Rung, ...]) -> Verdict:
    """The verdict of a setting on its data sets, each of which may support a clause.

    A suspicion that passed the screen but not (yet) a confirmation leaves it INCONCLUSIVE.
    """
    if any(rung.refuted and rung.suspicion and rung.suspicion.exact for rung in rungs):
        return Verdict(Outcome.REFUTED)
    missing = [n for n in clauses if not any(n in rung.supported for rung in rungs)]
    if not missing:
        return Verdict(Outcome.SUPPORTED, note=next((r.note for r in rungs if r.note), ""))
    if any(rung.suspicion for rung in rungs):
        return Verdict(Outcome.INCONCLUSIVE, Reason.UNCONFIRMED)
    return Verdict(Outcome.INCONCLUSIVE, rungs[0].reasons[missing[0]])

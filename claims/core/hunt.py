"""The hunt for a counterexample of one claim: settings in order, candidates, confirmations.

Corners and past counterexamples come first, then what Hypothesis draws. The first drawn setting
that is suspicious and screened is shrunk; the shrunk one is confirmed first, then the first one
found, until the claim's candidates are used up. Mutants go straight to confirmation.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from peirama.claims.core import search
from peirama.claims.core.finding import Confirmation, Finding
from peirama.claims.core.laboratory import ExperimentError
from peirama.claims.core.ladder import Ladder, judge
from peirama.claims.core.verdict import Outcome, Setting, Verdict
from peirama.models.seeds import canonical

Drawn = tuple[Setting, str]  # a setting and where it comes from
InOrder = Callable[[Callable[[Drawn], Finding], Iterable[Drawn]], Iterator[Finding]]
FIRST = ("corner", "counterexample")


@dataclass
class Hunt:
    """What is known of a claim so far; `run` ends it."""

    ladder: Ladder
    in_order: InOrder = map  # decides settings, possibly ahead of need, and yields in order
    shrinks: bool = True
    findings: dict[str, Finding] = field(default_factory=dict)
    confirmations: list[Confirmation] = field(default_factory=list)
    refuted: Finding | None = None
    exhausted: bool = False

    @property
    def seed(self) -> int:
        """The seed of Hypothesis for this claim and domain."""
        name = [self.ladder.root, self.ladder.claim.name, self.ladder.prefix, "search"]
        return int(hashlib.sha256(canonical(name).encode()).hexdigest()[:16], 16)

    def run(self) -> None:
        """Try every setting of the plan, or end at a refutation."""
        for finding in self._candidates():
            assert finding.candidate is not None
            if finding.candidate.exact or self._confirmed(finding):
                self.refuted = finding
                return
            if not self.shrinks and self._spent():
                return

    def _candidates(self) -> Iterator[Finding]:
        """The findings to confirm, in order: shrunk, first found, then whatever comes."""
        waiting: list[Finding] = []  # corners that fail are confirmed after the shrunk setting
        shrunk = False
        for finding in self._tried():
            if finding.candidate is None:
                continue
            if not self.shrinks:
                yield finding
            elif finding.origin in FIRST:
                waiting.append(finding)
            else:
                if not shrunk:
                    shrunk = True
                    yield self._shrunk(finding)
                yield from [*waiting, finding]
                waiting = []
        yield from waiting

    def _tried(self) -> Iterator[Finding]:
        """Every setting of the plan, decided in order."""
        plan, claim = self.ladder.plan, self.ladder.claim
        first: list[Drawn] = [(s, "corner") for s in claim.corners]
        first += [(s, "counterexample") for s in claim.counterexamples]
        settings, self.exhausted = search.draw(plan.given, seed=self.seed, count=plan.settings)
        seen = {canonical(setting) for setting, _ in first}
        drawn = [(s, "drawn") for s in settings if canonical(s) not in seen]
        some = max(plan.settings - len(seen), 1)  # at least one, so that there is what to shrink
        for finding in self.in_order(self._decide, [*first, *drawn[:some]]):
            yield self._noted(finding)
        if plan.climb:
            led = search.climb(
                plan.given, seed=self.seed, count=plan.settings, score=self.ladder.scout
            )
            for setting in led:
                if canonical(setting) not in self.findings:
                    yield self._noted(self._decide((setting, "climbed")))

    def _shrunk(self, begun: Finding) -> Finding:
        """The simplest setting that violates; the one that began it if no draw does.

        Only a climb reaches settings that the draws of a shrink need not meet.
        """
        plan = self.ladder.plan

        def violates(setting: Setting) -> bool:
            known = self.findings.get(canonical(setting))
            return (known or self._noted(self._decide((setting, "shrunk")))).candidate is not None

        setting = search.shrink(
            plan.given,
            seed=self.seed,
            count=plan.settings,
            known=set(self.findings),
            violates=violates,
        )
        return begun if setting is None else self.findings[canonical(setting)]

    def _confirmed(self, finding: Finding) -> bool:
        """Whether two fresh stages refute a candidate; false once no slot is free."""
        tried = {canonical(c.setting) for c in self.confirmations}
        if self._spent() or canonical(finding.setting) in tried or finding.candidate is None:
            return False
        ladder = self.ladder
        try:
            stages = ladder.confirm(len(tried) + 1, finding.setting, finding.candidate)
        except ExperimentError as error:
            self._noted(_crashed(finding.setting, finding.origin, error))
            return False
        ps = [stage.p_value for stage in stages if stage.p_value is not None]
        self.confirmations.append(
            Confirmation(
                setting=finding.setting,
                suspicion=finding.candidate,
                stages=stages,
                confirmed=stages[-1].refuted and len(stages) == 2,
                adjusted_p=ladder.budget.adjusted(*ps) if len(ps) == 2 else None,
            )
        )
        confirmed = self.confirmations[-1].confirmed
        clauses = tuple(ladder.clauses(finding.setting))
        verdict = judge(clauses, (*finding.rungs, stages[0]))
        self._noted(replace(finding, verdict=Verdict(Outcome.REFUTED) if confirmed else verdict))
        return confirmed

    def _spent(self) -> bool:
        return len(self.confirmations) >= self.ladder.budget.candidates

    def _decide(self, drawn: Drawn) -> Finding:
        setting, origin = drawn
        try:
            return self.ladder.decide(setting, origin=origin)
        except ExperimentError as error:
            return _crashed(setting, origin, error)

    def _noted(self, finding: Finding) -> Finding:
        self.findings[canonical(finding.setting)] = finding
        return finding


def _crashed(setting: Setting, origin: str, error: ExperimentError) -> Finding:
    return Finding(
        setting=setting,
        origin=origin,
        predicted={},
        region=None,
        verdict=Verdict(Outcome.ERROR),
        rungs=(),
        error=str(error),
    )

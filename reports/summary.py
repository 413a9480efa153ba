"""The numbers that head every report: how many of what, the mutation score, the budget spent."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from peirama.reports import notation
from peirama.reports.schema import Claim, Mutant, Record


@dataclass(frozen=True)
class Score:
    """How many wrong versions were refuted, of those in reach; None were run if `ran` is false."""

    ran: bool
    refuted: int
    in_reach: int
    out_of_reach: int

    @property
    def text(self) -> str:
        """The score in words."""
        if not self.ran:
            return "not run"
        beyond = f" ({self.out_of_reach} more out of reach)" if self.out_of_reach else ""
        return f"{self.refuted} of {self.in_reach} refuted{beyond}"


def score(claims: tuple[Claim, ...]) -> Score:
    """The mutation score of some claims."""
    ran = [claim.mutants for claim in claims if claim.mutants is not None]
    mutants = [mutant for wrong in ran for mutant in wrong]
    reached = [mutant for mutant in mutants if mutant.in_reach]
    refuted = sum(caught(mutant) for mutant in reached)
    return Score(bool(ran), refuted, len(reached), len(mutants) - len(reached))


def caught(mutant: Mutant) -> bool:
    """Whether the check refuted a wrong version."""
    return mutant.verdict.outcome == "REFUTED"


def counts(record: Record) -> dict[str, int]:
    """How many claims have each outcome, the worst first; outcomes that none has are left out."""
    found: Counter[str] = Counter(claim.verdict.outcome for claim in record.claims)
    return {outcome: found[outcome] for outcome in notation.OUTCOMES if found[outcome]}


def papers(record: Record) -> dict[str, tuple[Claim, ...]]:
    """The claims of each paper, by name."""
    found: dict[str, list[Claim]] = {}
    for claim in record.claims:
        found.setdefault(claim.paper, []).append(claim)
    return {paper: tuple(claims) for paper, claims in sorted(found.items())}


def spent(record: Record) -> float:
    """The share of alpha that confirmations used."""
    return sum(claim.alpha_spent for claim in record.claims)


def certificate(record: Record) -> str:
    """The certificate of the error rates, and whether it still speaks of the code that ran."""
    run = record.run
    if not run.certificate:
        return "none"
    if not run.certificate_changed:
        return run.certificate
    changed = ", ".join(run.certificate_changed)
    return f"{run.certificate}, out of date: measured before {changed} changed"


def ran(record: Record) -> tuple[Claim, ...]:
    """The claims that were put to the test."""
    return tuple(claim for claim in record.claims if claim.verdict.outcome != "NOT_RUN")


def headline(record: Record) -> str:
    """The run in one line."""
    found = counts(record)
    if not found:
        return "no claims"
    words = [f"{amount} {notation.outcome(outcome)}" for outcome, amount in found.items()]
    vacuous = sum(claim.vacuous for claim in record.claims)
    return ", ".join([*words, *([f"{vacuous} vacuous"] if vacuous else [])])


def passes(record: Record) -> bool:
    """Whether every claim that ran is supported and no check is vacuous."""
    return all(c.verdict.outcome == "SUPPORTED" and not c.vacuous for c in ran(record))

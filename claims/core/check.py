"""The main job: put claims to the test, one by one or as a suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace

from peirama.claims.core import mutants
from peirama.claims.core.claim import Claim
from peirama.claims.core.execute import OutOfTimeError, Recall, ahead, inline, remembering
from peirama.claims.core.figure import Figure
from peirama.claims.core.finding import ClaimFinding, MutantFinding
from peirama.claims.core.hunt import Hunt, InOrder
from peirama.claims.core.judgement import verdict
from peirama.claims.core.laboratory import Laboratory
from peirama.claims.core.ladder import Ladder
from peirama.claims.core.ledger import Ledger
from peirama.claims.core.plan import Profile
from peirama.claims.core.verdict import Outcome, Reason, Verdict


def check(
    claim: Claim,
    *,
    profile: Profile = "quick",
    seed: int = 0,
    device: str = "cpu",
    with_mutants: bool = False,
    budget: Ledger | None = None,
) -> ClaimFinding:
    """Check one claim in this process, as a suite of its own unless a ledger says otherwise."""
    laboratory = remembering(inline(claim, device), Recall())
    ladder = Ladder(claim, claim.plan(profile), budget or Ledger(1), laboratory, seed)
    return check_claim(ladder, map, with_mutants=with_mutants)


def check_suite(
    claims: Iterable[Claim],
    *,
    profile: Profile,
    seed: int,
    budget: Ledger,
    laboratory: Laboratory,
    jobs: int,
    with_mutants: bool,
    draw: Callable[[Claim], Figure | None],
) -> Iterator[ClaimFinding]:
    """The findings of the claims, each as soon as it is known, `jobs` settings at once."""
    with ahead(jobs) as in_order, ThreadPoolExecutor(jobs) as threads:

        def one(claim: Claim) -> ClaimFinding:
            ladder = Ladder(claim, claim.plan(profile), budget, laboratory, seed)
            found = check_claim(ladder, in_order, with_mutants=with_mutants)
            ran = found.verdict.outcome is not Outcome.NOT_RUN
            return replace(found, figure=draw(claim) if ran else None)

        waiting = [threads.submit(one, claim) for claim in claims]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            for future in waiting:
                future.cancel()


def check_claim(ladder: Ladder, in_order: InOrder, *, with_mutants: bool) -> ClaimFinding:
    """The finding of one claim, and of its mutants if asked."""
    claim, profile = ladder.claim, ladder.plan.profile
    if not claim.runs_at(profile):
        note = f"starts at profile {claim.starts}"
        return ClaimFinding(claim.name, Verdict(Outcome.NOT_RUN, note=note))
    hunt = Hunt(ladder, in_order)
    wrong: list[MutantFinding] = []
    try:
        hunt.run()
        outcome = verdict(hunt)
        if with_mutants:
            wrong += (mutants.run(ladder, m, in_order) for m in claim.mutants_at(profile))
    except OutOfTimeError:
        decided, planned = len(hunt.findings), ladder.plan.settings
        note = f"the time budget ended after {decided} of {planned} settings"
        outcome = Verdict(Outcome.INCONCLUSIVE, Reason.CAP, note)
    return _finding(hunt, outcome, tuple(wrong) if with_mutants else None)


def suite_ledger(claims: Iterable[Claim], profile: Profile, *, alpha: float, beta: float) -> Ledger:
    """The ledger of all registered claims, of which a run may check a subset."""
    random = sum(claim.random and claim.runs_at(profile) for claim in claims)
    return Ledger(max(random, 1), alpha, beta)


def _finding(hunt: Hunt, outcome: Verdict, wrong: tuple[MutantFinding, ...] | None) -> ClaimFinding:
    ladder, budget = hunt.ladder, hunt.ladder.budget
    findings = tuple(hunt.findings.values())
    regions = Counter(f.region for f in findings if f.region is not None)
    return ClaimFinding(
        claim=ladder.claim.name,
        verdict=outcome,
        findings=findings,
        confirmations=tuple(hunt.confirmations),
        counterexample=hunt.refuted.setting if hunt.refuted else None,
        exhausted=hunt.exhausted,
        alpha_granted=budget.granted if ladder.claim.random else 0.0,
        alpha_spent=budget.spent(len(hunt.confirmations)),
        smallest_refutable_gap=mutants.smallest_refutable(findings, ladder),
        trials_to_decide=mutants.trials_to_decide(findings, ladder),
        coverage=dict(sorted(regions.items())),
        mutants=wrong,
    )

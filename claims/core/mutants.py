"""Wrong versions of a claim: proof that its check can fail.

A mutant is scored only if it is in reach: its known gap, at some setting that was tried, is one
that the budget refutes with probability .83 or more (statistics section 8).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from peirama.claims.core.claim import Claim, Mutant
from peirama.claims.core.finding import Finding, MutantFinding, Part
from peirama.claims.core.hunt import Hunt, InOrder
from peirama.claims.core.judgement import verdict
from peirama.claims.core.laboratory import wants_prediction
from peirama.claims.core.ladder import Ladder
from peirama.claims.core.ledger import Ledger
from peirama.claims.core.plan import Resolved
from peirama.claims.core.prediction import evaluate
from peirama.claims.core.rules import power
from peirama.claims.core.rules.reading import Side
from peirama.claims.core.verdict import Outcome, Setting


def run(ladder: Ladder, mutant: Mutant, in_order: InOrder) -> MutantFinding:
    """Put a mutant to the check that its claim passes."""
    claim = ladder.claim
    mutated = claim.mutated(mutant)
    climbing = replace(
        ladder,
        claim=mutated,
        plan=replace(mutated.plan(ladder.plan.profile), climb=False),
        variant=mutant.name if own_experiment(claim, mutant) else "",
        prefix="mutant-",
    )
    hunt = Hunt(climbing, in_order, shrinks=False)
    hunt.run()
    findings = tuple(hunt.findings.values())
    reached = reach(claim, mutant, findings, climbing)
    return MutantFinding(
        name=mutant.name,
        verdict=verdict(hunt),
        in_reach=reached.inside or hunt.refuted is not None,
        gap=reached.gap,
        smallest_gap=reached.smallest,
        trials_needed=None if reached.inside else reached.trials,
        counterexample=hunt.refuted.setting if hunt.refuted else None,
        findings=findings,
        confirmations=tuple(hunt.confirmations),
    )


def own_experiment(claim: Claim, mutant: Mutant) -> bool:
    """Whether a mutant needs observations of its own, which mutants of a prediction share."""
    return mutant.observe is not None or wants_prediction(claim)


class Reach(NamedTuple):
    """Whether a budget refutes a known gap, at the setting where that is easiest."""

    inside: bool
    gap: float | None = None  # beyond the true zone, in the unit of the rule
    smallest: float | None = None  # what the budget refutes there
    trials: int | None = None


def smallest_gap(part: Part, plan: Resolved, budget: Ledger) -> float:
    """The gap beyond the true zone that a confirmation refutes with probability .83."""
    if np.isnan(part.scatter):  # a number that holds for every draw: its error is all there is
        return (part.upper - part.lower) / 2
    if np.isinf(part.scatter):  # a trial failed, so that the scatter is not known
        return float("inf")
    level = budget.stage / len(plan.confirm)
    return power.smallest_gap(level, plan.confirm[-1], part.scatter, _skewness(part))


def reach(claim: Claim, mutant: Mutant, findings: tuple[Finding, ...], ladder: Ladder) -> Reach:
    """The setting with the largest known gap over what the budget refutes there.

    A mutant whose gap nobody knows counts as in reach, so that it must be refuted.
    """
    reaches = [
        Reach(gap >= small, gap, small, _trials(part, ladder, gap))
        for finding in findings
        for part in _first_parts(finding)
        for gap in _known_gaps(claim, mutant, finding.setting, part)
        for small in (smallest_gap(part, ladder.plan, ladder.budget),)
    ]
    if not reaches:
        return Reach(inside=True)
    return max(reaches, key=lambda r: (r.gap or 0.0) / max(r.smallest or 0.0, 1e-300))


def _first_parts(finding: Finding) -> tuple[Part, ...]:
    return finding.rungs[0].parts if finding.rungs else ()


def _known_gaps(claim: Claim, mutant: Mutant, setting: Setting, part: Part) -> Iterator[float]:
    """How far the claim's own prediction lies beyond a mutant's true zone."""
    if mutant.clause is not None and part.clause != mutant.clause:
        return
    edge = part.delta if part.side is Side.EQUAL or np.isnan(part.scatter) else 0.0
    if mutant.gap is not None:
        yield abs(mutant.gap) - edge
    elif not own_experiment(claim, mutant) and claim.clauses[part.clause].rule.reference is None:
        truth = evaluate(claim.formulas[part.clause], setting)
        wrong = evaluate(claim.mutated(mutant).formulas[part.clause], setting)
        gaps = claim.clauses[part.clause].rule.unit.gap(truth, wrong)
        yield _beyond(float(gaps.min()), float(gaps.max()), part.side) - edge


def _beyond(lowest: float, highest: float, side: Side) -> float:
    if side is Side.AT_LEAST:
        return -lowest
    return highest if side is Side.AT_MOST else max(highest, -lowest)


def _trials(part: Part, ladder: Ladder, gap: float) -> int | None:
    if not np.isfinite(part.scatter) or gap <= 0:
        return None
    level = ladder.budget.stage / len(ladder.plan.confirm)
    return power.trials_to_refute(level, part.scatter, gap, skewness=_skewness(part))


def trials_to_support(part: Part, plan: Resolved, budget: Ledger, miss: float) -> int | None:
    """The trials that support a part but for a probability `miss`, at the pilot's gap."""
    if not np.isfinite(part.scatter):
        return None
    room = {
        Side.AT_LEAST: part.delta + part.estimate,
        Side.AT_MOST: part.delta - part.estimate,
        Side.EQUAL: part.delta - abs(part.estimate),
    }[part.side]
    level = budget.support / len(plan.looks)
    return power.trials_to_refute(level, part.scatter, room, skewness=_skewness(part), miss=miss)


def _skewness(part: Part) -> float:
    """The skewness, signed towards either side: a gap may be refuted on both."""
    return abs(part.skewness) if np.isfinite(part.skewness) else 0.0


def smallest_refutable(findings: tuple[Finding, ...], ladder: Ladder) -> float | None:
    """The smallest gap beyond the true zone that the budget refutes everywhere, in margins."""
    gaps = [
        smallest_gap(part, ladder.plan, ladder.budget) / part.delta
        for finding in findings
        for part in _first_parts(finding)
        if not np.isnan(part.scatter)
    ]
    return max((gap for gap in gaps if np.isfinite(gap)), default=None)


def trials_to_decide(findings: tuple[Finding, ...], ladder: Ladder) -> int | None:
    """The trials a setting would have needed, where the cap left one undecided."""
    needed = [
        power.trials_to_decide(
            ladder.budget.support / len(ladder.plan.looks),
            part.scatter,
            part.estimate,
            part.delta,
            side=part.side,
            skewness=_skewness(part),
        )
        for finding in findings
        if finding.verdict.outcome is Outcome.INCONCLUSIVE
        for part in _first_parts(finding)
        if not part.supported and np.isfinite(part.scatter) and part.scatter > 0
    ]
    return max((n for n in needed if n is not None), default=None)

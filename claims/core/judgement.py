"""The verdict of a claim on everything that its hunt found."""

from __future__ import annotations

from collections import Counter

from peirama.claims.core.finding import Finding
from peirama.claims.core.hunt import Hunt
from peirama.claims.core.verdict import Outcome, Reason, Verdict


def verdict(hunt: Hunt) -> Verdict:
    """REFUTED by a counterexample, SUPPORTED at all settings, or why neither."""
    if hunt.refuted is not None:
        return Verdict(Outcome.REFUTED)
    findings = tuple(hunt.findings.values())
    crashed = [f for f in findings if f.verdict.outcome is Outcome.ERROR]
    if crashed:
        return Verdict(Outcome.ERROR, note=crashed[0].error)
    undecided = [f for f in findings if f.verdict.outcome is not Outcome.SUPPORTED]
    if undecided:
        return Verdict(
            Outcome.INCONCLUSIVE, undecided[0].verdict.reason, _how_many(undecided, findings)
        )
    return _of_supported(hunt, findings)


def _of_supported(hunt: Hunt, findings: tuple[Finding, ...]) -> Verdict:
    tried, needed = len(findings), hunt.ladder.plan.minimum
    if tried < needed and not hunt.exhausted:
        note = f"{tried} settings were tried, {needed} are needed"
        return Verdict(Outcome.INCONCLUSIVE, Reason.VACUOUS, note)
    applied = {clause for finding in findings for clause in finding.predicted}
    idle = sorted(hunt.ladder.claim.clauses.keys() - applied)
    if idle:
        return Verdict(Outcome.INCONCLUSIVE, Reason.VACUOUS, f"clause {idle[0]} never applied")
    inside = sum(bool(f.verdict.note) for f in findings)
    note = f"{inside} of them inside the margin, on the wrong side" if inside else ""
    return Verdict(Outcome.SUPPORTED, note=note)


def _how_many(undecided: list[Finding], findings: tuple[Finding, ...]) -> str:
    counts = Counter(f.verdict.reason.word for f in undecided if f.verdict.reason)
    words = ", ".join(f"{count} {word}" for word, count in sorted(counts.items()))
    return f"{len(undecided)} of {len(findings)} settings undecided: {words}"

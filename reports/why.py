"""Why a verdict is what it is, in sentences."""

from __future__ import annotations

from peirama.claims.core.finding import ClaimFinding
from peirama.claims.core.verdict import Outcome, Reason
from peirama.reports import notation


def sentences(finding: ClaimFinding) -> str:
    """What came out, with its numbers, and what would decide what is undecided."""
    verdict = finding.verdict
    tell = {
        Outcome.SUPPORTED: _supported,
        Outcome.REFUTED: _refuted,
        Outcome.INCONCLUSIVE: _inconclusive,
    }
    told = tell.get(verdict.outcome)
    words = [verdict.outcome.value] if told is None else told(finding)
    if verdict.note:
        words.append(f"{verdict.note[0].upper()}{verdict.note[1:].rstrip('.')}.")
    if finding.vacuous and verdict.outcome is not Outcome.REFUTED:
        words.append("A wrong version within reach survived this check, so it proves nothing.")
    return " ".join(words)


def adjusted_p(finding: ClaimFinding) -> float | None:
    """The smallest p-value of the claim's confirmations, for the whole suite."""
    known = [c.adjusted_p for c in finding.confirmations if c.adjusted_p is not None]
    return min(known, default=None)


def _supported(finding: ClaimFinding) -> list[str]:
    tried = len(finding.findings)
    words = "The setting tried was" if tried == 1 else f"All {tried} settings tried were"
    whole = " The domain holds no others." if finding.exhausted else ""
    return [f"{words} shown to lie within the margin of the prediction.{whole}"]


def _refuted(finding: ClaimFinding) -> list[str]:
    if not any(confirmation.confirmed for confirmation in finding.confirmations):
        words = "A number that must hold for every draw lies outside its tolerance"
        return [f"{words}, by more than its numerical error."]
    p = notation.number(adjusted_p(finding))
    words = "A counterexample was named in advance and refuted by two independent fresh experiments"
    return [f"{words} (p = {p}, adjusted for the whole suite)."]


def _inconclusive(finding: ClaimFinding) -> list[str]:
    reason = finding.verdict.reason
    words = [Outcome.INCONCLUSIVE.value if reason is None else reason.value]
    if reason is Reason.CAP and finding.trials_to_decide is not None:
        words.append(f"About {finding.trials_to_decide} trials a setting would decide.")
    return words

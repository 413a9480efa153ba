"""JUnit XML: a suite a paper, a case a claim, so that a CI server lists and counts them.

refuted and vacuous are failures, error is an error, not run is skipped; what is inconclusive is
one or the other by the policy of the caller.
"""

from __future__ import annotations

import re
from typing import Literal
from xml.etree import ElementTree

from peirama.reports import notation, summary
from peirama.reports.schema import Claim, Record

Policy = Literal["failure", "skipped"]
Kind = Literal["failure", "error", "skipped"]
FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML 1.0


def render(record: Record, *, inconclusive: Policy) -> str:
    """The XML document as text."""
    root = ElementTree.Element("testsuites", name="peirama")
    for paper, claims in summary.papers(record).items():
        suite = ElementTree.SubElement(root, "testsuite", name=_clean(paper))
        suite.set("timestamp", record.run.started.strftime("%Y-%m-%dT%H:%M:%S"))
        _count(suite, claims, inconclusive)
        for claim in claims:
            _case(suite, claim, inconclusive)
    _count(root, record.claims, inconclusive)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def kind(claim: Claim, inconclusive: Policy) -> Kind | None:
    """How JUnit calls what came of a claim; None for a pass."""
    if claim.verdict.outcome == "SUPPORTED":
        return "failure" if claim.vacuous else None
    kinds: dict[str, Kind] = {
        "REFUTED": "failure",
        "ERROR": "error",
        "INCONCLUSIVE": "failure" if claim.vacuous else inconclusive,
        "NOT_RUN": "skipped",
    }
    return kinds[claim.verdict.outcome]


def _case(suite: ElementTree.Element, claim: Claim, inconclusive: Policy) -> None:
    name = _clean(claim.name)
    case = ElementTree.SubElement(suite, "testcase", name=name, classname=_clean(claim.paper))
    case.set("time", f"{claim.seconds:.3f}")
    found = kind(claim, inconclusive)
    if found is None:
        return
    verdict = claim.verdict
    words = "vacuous" if claim.vacuous else notation.outcome(verdict.outcome)
    reason = f" ({notation.reason(verdict.reason)})" if verdict.reason else ""
    child = ElementTree.SubElement(case, found, message=_clean(f"{words}{reason}: {claim.why}"))
    if found != "skipped":
        child.set("type", words)
        child.text = _clean("\n".join(_lines(claim)))


def _lines(claim: Claim) -> list[str]:
    lines = [claim.statement, claim.why]
    if claim.counterexample is not None:
        lines.append(f"Fails at {notation.setting(claim.counterexample)}.")
    lines += [
        f"Crashed at {notation.setting(tried.setting)}: {tried.error}"
        for tried in claim.settings[:3]
        if tried.error
    ]
    survivors = [m for m in claim.mutants or () if m.in_reach and not summary.caught(m)]
    lines += [
        f"Wrong version that survived: {mutant.name} ({mutant.changes})" for mutant in survivors
    ]
    return lines


def _count(element: ElementTree.Element, claims: tuple[Claim, ...], inconclusive: Policy) -> None:
    kinds = [kind(claim, inconclusive) for claim in claims]
    element.set("tests", str(len(claims)))
    for name, word in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(name, str(sum(found == word for found in kinds)))
    element.set("time", f"{sum(claim.seconds for claim in claims):.3f}")


def _clean(text: str) -> str:
    """The text without letters that XML cannot hold."""
    return FORBIDDEN.sub("\ufffd", text)

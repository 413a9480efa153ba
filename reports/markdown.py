"""The summary of a CI job, in GitHub's Markdown: a table of all claims, and what went wrong.

A job summary may be 1 MiB; what would go beyond is cut, with a sentence that says so.
"""

from __future__ import annotations

import re

from peirama.reports import notation, summary
from peirama.reports.schema import Claim, Record

LIMIT = 1_000_000  # bytes, a little below what GitHub accepts
DETAIL = 2000  # letters of an error or setting: the record has it whole
SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!|~$@:-])")
SIGN = {"SUPPORTED": "✅", "REFUTED": "❌", "INCONCLUSIVE": "❔", "ERROR": "💥", "NOT_RUN": "⏭️"}


def render(record: Record) -> str:
    """The summary, always shorter than 1 MiB."""
    run = record.run
    used = notation.number(summary.spent(record))
    facts = (
        f"Profile {run.profile}, seed {run.seed}, on {escaped(run.device)}. "
        f"Error budget {notation.number(run.alpha)}, {used} of it used "
        f"(certificate {escaped(summary.certificate(record))}). "
        f"Wrong versions: {summary.score(record.claims).text}."
    )
    head = [f"## peirama: {summary.headline(record)}", "", facts, ""]
    troubled = [claim for claim in summary.ran(record) if _troubled(claim)]
    blocks = ["\n".join(_details(claim)) for claim in troubled]
    rows = [_row(claim) for claim in record.claims]
    table = [
        "| | Claim | Verdict | Settings | Wrong versions | Time |",
        "|---|---|---|--:|---|--:|",
    ]
    return within(head, [*blocks, *(table + rows if rows else ["The run had no claims."])])


def escaped(text: str) -> str:
    """A text without the signs that Markdown or HTML would read, on one line."""
    line = " ".join(notation.printable(text).split())
    line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return SPECIAL.sub(lambda match: f"\\{match[1]}", line)


def code(text: str) -> str:
    """A text as code, with enough backticks around it; a bar in it does not end a table's cell."""
    line = " ".join(notation.printable(text).split())[:DETAIL]
    fence = "`" * (max((len(run) for run in re.findall("`+", line)), default=0) + 1)
    pad = " " if "`" in line else ""
    return f"{fence}{pad}{line}{pad}{fence}".replace("|", "\\|")


def _row(claim: Claim) -> str:
    vacuous = ", vacuous" if claim.vacuous else ""
    reason = f" ({notation.reason(claim.verdict.reason)})" if claim.verdict.reason else ""
    cells = [
        _sign(claim),
        code(claim.name),
        f"{notation.outcome(claim.verdict.outcome)}{reason}{vacuous}",
        str(len(claim.settings)),
        summary.score((claim,)).text,
        notation.duration(claim.seconds),
    ]
    return f"| {' | '.join(cells)} |"


def _sign(claim: Claim) -> str:
    return "⚠️" if claim.vacuous else SIGN[claim.verdict.outcome]


def _troubled(claim: Claim) -> bool:
    return claim.verdict.outcome != "SUPPORTED" or claim.vacuous


def _details(claim: Claim) -> list[str]:
    vacuous = ", vacuous" if claim.vacuous else ""
    outcome = notation.outcome(claim.verdict.outcome) + vacuous
    lines = [f"### {_sign(claim)} {escaped(claim.name)}: {outcome}", ""]
    if claim.statement:
        lines += [f"> {escaped(claim.statement)}", ""]
    lines += [escaped(claim.why[:DETAIL]), ""]
    if claim.counterexample is not None:
        lines += [f"Fails at {code(notation.setting(claim.counterexample))}.", ""]
    crashed = next((tried for tried in claim.settings if tried.error), None)
    if crashed is not None:
        at = code(notation.setting(crashed.setting))
        lines += [f"Crashed at {at}: {code(crashed.error)}", ""]
    survivors = [m.name for m in claim.mutants or () if m.in_reach and not summary.caught(m)]
    if survivors:
        lines += [f"Survived: {', '.join(escaped(name) for name in survivors)}.", ""]
    return lines


def within(head: list[str], pieces: list[str], *, limit: int = LIMIT) -> str:
    """The head, as many pieces as fit into so many bytes, and a sentence if some do not."""
    parts = list(head)
    size = len("\n".join(parts).encode())
    for piece in pieces:
        size += len(piece.encode()) + 1
        if size > limit:
            parts += ["", "The summary is cut here; the record has the rest."]
            break
        parts.append(piece)
    return "\n".join(parts) + "\n"

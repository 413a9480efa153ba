"""A comparison of two runs as Markdown for a pull request, and as JSON.

The worst comes first, and what a reader need not see at once is folded. A comment may have 65 536
letters; what would go beyond is cut, with a sentence that says so.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from peirama.reports import notation
from peirama.reports.compare import Change, Comparison, Estimate, Spending
from peirama.reports.markdown import code, escaped, within

LIMIT = 60_000  # bytes, below the letters that GitHub accepts in a comment


def render(comparison: Comparison) -> str:
    """The comparison as Markdown: one line of news, then a table for each kind of change."""
    pieces = [*_worse(comparison), *_verdicts(comparison), *_meanings(comparison)]
    pieces += [*_moves(comparison), *_folded(comparison), "", _total(comparison.total)]
    return within([f"## peirama: {headline(comparison)}", ""], pieces, limit=LIMIT)


def headline(comparison: Comparison) -> str:
    """The news in one line."""
    better = [c for c in comparison.verdicts if not c.worse]
    counts = (
        (len(comparison.worse), "worse"),
        (len(better), "other verdicts changed"),
        (len(comparison.meanings), "statements or rules changed"),
        (len(comparison.moves), "estimates moved"),
    )
    told = ", ".join(f"{amount} {words}" for amount, words in counts if amount)
    return told or "no verdict, rule or estimate changed"


def dumps(comparison: Comparison) -> str:
    """The comparison as JSON; `worse` says whether the second run is worse than the first."""
    body = {"worse": bool(comparison.worse)} | asdict(comparison)
    return json.dumps(_finite(body), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _finite(value: Any) -> Any:
    """JSON's own values, a number that is not finite as the word that records use."""
    if isinstance(value, dict):
        return {key: _finite(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(entry) for entry in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _worse(comparison: Comparison) -> list[str]:
    if not comparison.worse:
        return []
    rows = (_row(change) for change in comparison.worse)
    return [_heading("Worse"), *_table(("Claim", "What", "Before", "After"), rows)]


def _verdicts(comparison: Comparison) -> list[str]:
    changed = [c for c in (*comparison.verdicts, *comparison.mutants) if not c.worse]
    if not changed:
        return []
    rows = (_row(change) for change in changed)
    return [_heading("Changed, and not worse"), *_table(("Claim", "What", "Before", "After"), rows)]


def _meanings(comparison: Comparison) -> list[str]:
    if not comparison.meanings:
        return []
    words = "A verdict before and one after are then not about the same."
    rows = (_row(change) for change in comparison.meanings)
    head = [_heading("Claims that say something else"), words, ""]
    return [*head, *_table(("Claim", "What", "Before", "After"), rows)]


def _moves(comparison: Comparison) -> list[str]:
    if not comparison.moves:
        return []
    words = "Observed minus predicted, at settings of both runs, where the intervals do not meet."
    rows = [
        (
            code(move.claim),
            code(move.setting),
            escaped(f"{move.clause} {move.part}".strip()),
            _estimate(move.before),
            _estimate(move.after),
        )
        for move in comparison.moves
    ]
    head = [_heading("Estimates that moved beyond their intervals"), words, ""]
    return [*head, *_table(("Claim", "Setting", "Clause", "Before", "After"), rows)]


def _folded(comparison: Comparison) -> list[str]:
    """Coverage, cost, and what differs between the runs themselves."""
    costs = [
        (code(e.claim), str(e.before.trials), str(e.after.trials), *_seconds(e))
        for e in comparison.spending
    ]
    coverage = [_row(change) for change in comparison.coverage]
    run = [(escaped(c.what), escaped(c.before), escaped(c.after)) for c in comparison.run]
    cost = ("Claim", "Trials before", "after", "Time before", "after")
    return [
        *_details("Coverage", ("Claim", "What", "Before", "After"), coverage),
        *_details("Cost", cost, costs),
        *_details("The runs themselves", ("What", "Before", "After"), run),
    ]


def _details(title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    if not rows:
        return []
    return ["", f"<details><summary>{title}</summary>", "", *_table(head, rows), "", "</details>"]


def _total(total: Spending) -> str:
    before, after = _seconds(total)
    trials = f"{total.before.trials} trials in {before} before"
    return f"In all {trials}, {total.after.trials} in {after} after."


def _seconds(entry: Spending) -> tuple[str, str]:
    return notation.duration(entry.before.seconds), notation.duration(entry.after.seconds)


def _estimate(found: Estimate) -> str:
    ends = notation.interval((found.low, found.high))
    return escaped(f"{notation.number(found.value)} in {ends}")


def _row(change: Change) -> tuple[str, ...]:
    return (code(change.claim), *map(escaped, (change.what, change.before, change.after)))


def _heading(title: str) -> str:
    return f"\n### {title}\n"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [_line(head), "|" + "---|" * len(head), *map(_line, rows)]


def _line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"

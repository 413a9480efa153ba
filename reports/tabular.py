"""A record as tidy CSV: one row a part of a setting, and one row a point of a figure.

Numbers keep every digit; those that are not finite are inf, -inf and nan. A cell of text that a
spreadsheet would take for a formula begins with an apostrophe.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence

from peirama.models.seeds import canonical
from peirama.reports import gaps
from peirama.reports.schema import Claim, Figure, Record, Setting

SETTINGS = (
    "claim",
    "number",
    "setting",
    "origin",
    "region",
    "clause",
    "part",
    "predicted",
    "estimate",
    "low",
    "high",
    "margin",
    "side",
    "trials",
    "verdict",
    "reason",
    "stream",
)
CURVES = ("claim", "panel", "series", "style", "x_label", "y_label", "x", "y", "low", "high")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
Cell = str | float | int


def settings(record: Record) -> str:
    """Every setting of every claim: prediction, gap with its interval, margin, verdict.

    The estimate is observed minus predicted in the unit of the rule, low to high its interval at
    the level that decides. The prediction of a curve is a JSON list. A setting without a data set
    has one row without estimates.
    """
    return text(SETTINGS, (row for claim in record.claims for row in _settings(claim)))


def curves(record: Record) -> str:
    """Every point of every figure."""
    drawn = ((claim.name, claim.figure) for claim in record.claims if claim.figure)
    return text(CURVES, ((name, *row) for name, figure in drawn for row in points(figure)))


def points(figure: Figure) -> Iterator[tuple[Cell, ...]]:
    """The points of a figure, in the columns of `curves` after the first."""
    for number, panel in enumerate(figure.panels, start=1):
        for series in panel.series:
            nothing: tuple[Cell, ...] = ("",) * len(series.x)
            columns = (series.x, series.y, series.low or nothing, series.high or nothing)
            for values in zip(*columns, strict=True):
                yield (number, series.label, series.style, panel.x, panel.y, *values)


def text(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """CSV of a head and its rows."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return buffer.getvalue()


def _settings(claim: Claim) -> Iterator[tuple[Cell, ...]]:
    for number, tried in enumerate(claim.settings, start=1):
        head = (claim.name, number, canonical(tried.setting), tried.origin, tried.region or "")
        judged = claim.verdict if tried.setting == claim.counterexample else tried.verdict
        stream = tried.rungs[0].stream if tried.rungs else ""
        tail = (tried.trials, judged.outcome, judged.reason or "", stream)
        found = gaps.of_setting(number, tried, claim.confirmations)
        for gap in found:
            yield (*head, *_gap(tried, gap), *tail)
        if not found:
            yield (*head, *("",) * (len(SETTINGS) - len(head) - len(tail)), *tail)


def _gap(tried: Setting, gap: gaps.Gap) -> tuple[Cell, ...]:
    part = gap.part
    due = tried.predicted.get(part.clause, "")
    predicted = json.dumps(due) if isinstance(due, tuple) else due
    seen = (part.estimate, *gap.ends, part.delta)
    return (part.clause, part.part, predicted, *seen, part.side.value)


def _cell(value: Cell) -> Cell:
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return value

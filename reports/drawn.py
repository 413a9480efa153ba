"""The figures of a record as files for a paper or a talk: SVG, PDF, and the numbers behind.

NAME.csv holds the points of all panels; NAME-1.svg, NAME-1.pdf the first panel, and so on, where
NAME is that of the claim's page.
"""

from __future__ import annotations

from pathlib import Path

from peirama.reports import figures, html, record, tabular
from peirama.reports.schema import Claim, Figure, Record

POINTS = ("panel", "series", "x", "y", "low", "high")
HEADER = '<?xml version="1.0" encoding="utf-8"?>\n'


def write(written: Record, folder: Path) -> Path:
    """Write the figure of each claim that has one; the folder. Raises record.RecordError."""
    for claim in written.claims:
        if claim.figure is not None:
            _write(claim, claim.figure, folder)
    return folder


def points(figure: Figure) -> str:
    """The numbers that a figure draws, one row a point; empty where there is no interval."""
    rows = ((panel, name, *values) for panel, name, _, _, _, *values in tabular.points(figure))
    return tabular.text(POINTS, rows)


def _write(claim: Claim, figure: Figure, folder: Path) -> None:
    name = Path(html.file_name(claim)).stem
    record.save(points(figure), folder / f"{name}.csv")
    panels = zip(figures.drawings(figure), figures.documents(figure), strict=True)
    for number, (svg, pdf) in enumerate(panels, start=1):
        record.save(f"{HEADER}{svg}\n", folder / f"{name}-{number}.svg")
        record.save(pdf, folder / f"{name}-{number}.pdf")

"""A certificate as a table, a sheet of figures, and Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from peirama.claims.core.calibration.certificate import Certificate
from peirama.claims.core.calibration.experiments import ALL
from peirama.claims.core.calibration.measured import SLACK, Row, lower
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.reports import figures, notation

MEANING = (
    "Each rate is that of the production code, on laws whose truth is known: it says nothing of "
    "a law that is not listed. The rare event is there to fail, since no rule on data can see what "
    "a sample lacks."
)
TITLES = (
    "rule",
    "law",
    "looks",
    "error",
    "gap",
    "level",
    "repetitions",
    "errors",
    "actual / nominal",
    "99 % bound / level",
)
MISSED = {"support": "not supported", "refutation": "not refuted"}
NUDGE = 1.05  # between the laws of a figure, so that their intervals do not hide each other
COLUMNS = 2  # of the sheet
GAP = 16  # pixels between figures of the sheet
PIXELS = 4 / 3  # of a point


def table(found: Certificate) -> Table:
    """For each rule, law, schedule and error the worse direction: actual / nominal, and bounds."""
    shown = Table(
        box=SIMPLE_HEAD,
        pad_edge=False,
        title="Actual over nominal level (99 % bound); of power, the share of misses",
        title_justify="left",
    )
    for name in ("case", "error"):
        shown.add_column(name, overflow="fold")
    levels = [level for level in ALL if any(row.level == level for row in found.rows)]
    others = any(row.level not in levels for row in found.rows)
    for level in levels:
        shown.add_column(notation.number(level, digits=2), justify="right", no_wrap=True)
    if others:
        shown.add_column("other level", justify="right", no_wrap=True)
    shown.add_column("")
    for series in _worst(found.rows):
        first = series[0]
        case = f"{first.rule}, {first.law}, {_looks(first)}"
        cells = _cells(series, levels)
        shown.add_row(case, _error(first), *cells[: len(levels) + others], _mark(series))
    return shown


def lines(found: Certificate) -> list[str]:
    """What the certificate comes to, in sentences."""
    judged = [row for row in found.rows if row.expected != "informative"]
    good = sum(row.as_expected for row in judged)
    said = [f"Certificate {found.id}: {good} of {len(judged)} rows as they must be. {MEANING}"]
    if found.factor is not None:
        factor = notation.number(found.factor)
        said.append(
            f"For these laws alpha is kept within a factor {factor} (99 % bounds, squared)."
        )
    said += [f"Not as it must be: {_named(row)}: {_why(row)}." for row in found.unexpected]
    return said


def markdown(found: Certificate) -> str:
    """The certificate for a reader, every row of it."""
    versions = ", ".join(f"{name} {version}" for name, version in sorted(found.versions.items()))
    head = [
        f"# Calibration certificate {found.id}",
        "",
        f"Profile {found.profile}, seed {found.seed}; {versions}.",
        "",
        *(line + "\n" for line in lines(found)),
        f"| {' | '.join(TITLES)} | |",
        "|---|---|---|---|--:|--:|--:|--:|--:|--:|---|",
    ]
    return "\n".join([*head, *(_line(row) for row in found.rows)]) + "\n"


def figure(found: Certificate) -> Figure:
    """Actual over nominal against the level: a panel a rule and schedule, a series a law."""
    panels: dict[str, dict[str, list[Row]]] = {}
    for rows in _worst(row for row in found.rows if row.kind == "false refutation"):
        laws = panels.setdefault(f"{rows[0].rule}, looks {_looks(rows[0])}", {})
        laws.setdefault(rows[0].law, []).extend(rows)
    caption = "False refutations: actual over nominal, with 98 % intervals; worse direction."
    return Figure(tuple(_panel(title, laws) for title, laws in panels.items()), caption)


def sheet(found: Certificate) -> str:
    """The figures on one sheet, as SVG."""
    drawn = figures.drawings(figure(found))
    sizes = [_size(svg) for svg in drawn]
    width, height = (max(size[i] for size in sizes) + GAP for i in (0, 1))
    rows = -(-len(drawn) // COLUMNS)
    placed = [
        f'<g transform="translate({i % COLUMNS * width:g} {i // COLUMNS * height:g})">{svg}</g>'
        for i, svg in enumerate(drawn)
    ]
    box = f'width="{COLUMNS * width:g}" height="{rows * height:g}"'
    view = f'viewBox="0 0 {COLUMNS * width:g} {rows * height:g}"'
    links = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {links} {box} {view}>\n" + "\n".join(placed) + "\n</svg>\n"


def _worst(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows of each case and error, at all levels, in the direction that is worse."""
    found: dict[tuple[str, str, float], dict[tuple[str, float], list[Row]]] = {}
    for row in rows:
        directions = found.setdefault((row.case, row.kind, abs(row.gap)), {})
        directions.setdefault((row.direction, row.gap), []).append(row)
    for directions in found.values():
        worst = max(
            directions.values(), key=lambda rows: max(row.bound / row.level for row in rows)
        )
        yield sorted(worst, key=lambda row: -row.level)


def _panel(title: str, laws: dict[str, list[Row]]) -> Panel:
    if len(laws) == 1:  # its legend would look like a point
        ((law, rows),) = laws.items()
        title, laws = f"{title}: {law}", {"": rows}
    return Panel(
        x="nominal level",
        y="actual / nominal",
        series=tuple(_series(law, rows, i) for i, (law, rows) in enumerate(laws.items())),
        x_scale="log",
        y_scale="log",
        title=title,
        levels=(("1", 1.0), (f"{SLACK:g}", SLACK)),
    )


def _series(law: str, rows: list[Row], number: int) -> Series:
    return Series(
        law,
        tuple(row.level * NUDGE**number for row in rows),
        tuple(row.ratio for row in rows),
        low=tuple(_low(row) / row.level for row in rows),
        high=tuple(row.bound / row.level for row in rows),
    )


def _low(row: Row) -> float:
    if row.repetitions * row.rate == row.errors:
        return lower(row.errors, row.repetitions)
    return 2 * row.rate - row.bound  # of importance sampling, symmetrical


def _cells(series: list[Row], levels: list[float]) -> list[Text]:
    """A cell for each of the usual levels, and one for any other."""
    usual = {row.level: _cell(row) for row in series if row.level in levels}
    others = [_cell(row, at=True) for row in series if row.level not in levels]
    return [*(usual.get(level, Text("")) for level in levels), Text("\n").join(others)]


def _cell(row: Row, *, at: bool = False) -> Text:
    style = "" if row.passed else ("yellow" if row.as_expected else "bold red")
    scale = 1.0 if row.kind in MISSED else row.level
    rate, bound = (notation.number(v / scale, digits=2) for v in (row.rate, row.bound))
    where = f" at {notation.number(row.level, digits=2)}" if at else ""
    return Text(f"{rate} ({bound}){where}", style=style)


def _mark(series: list[Row]) -> Text:
    if any(not row.as_expected for row in series):
        return Text("fails", style="bold red")
    if series[0].expected == "fail":
        return Text("fails, as it must", style="yellow")
    return Text("informative" if series[0].expected == "informative" else "", style="dim")


def _line(row: Row) -> str:
    cells = [
        row.rule,
        row.law,
        _looks(row),
        _error(row),
        *(notation.number(v) for v in (row.gap, row.level)),
        str(row.repetitions),
        str(row.errors),
        *(notation.number(v) for v in (row.ratio, row.bound / row.level)),
        _said(row),
    ]
    return f"| {' | '.join(cells)} |"


def _said(row: Row) -> str:
    word = "passes" if row.passed else "fails"
    if row.expected == "informative":
        word = "informative"
    elif not row.as_expected:
        word = f"**{word}**: {_why(row)}"
    elif row.expected == "fail":
        word = "fails, as it must"
    return f"{word}; {row.note}" if row.note else word


def _looks(row: Row) -> str:
    first, last = row.schedule[0], row.schedule[-1]
    return str(last) if first == last else f"{first}..{last}"


def _error(row: Row) -> str:
    if row.kind in MISSED:
        return f"{MISSED[row.kind]} at gap {notation.number(row.gap)}"
    return f"{row.kind} {row.direction}"


def _named(row: Row) -> str:
    return (
        f"{row.rule}, {row.law}, {_looks(row)}, {_error(row)}, level {notation.number(row.level)}"
    )


def _why(row: Row) -> str:
    return row.reason or "it passes, so that the certificate is worth nothing"


def _size(svg: str) -> tuple[float, float]:
    """Width and height of an SVG element, in pixels."""
    found = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', svg)
    assert found is not None  # matplotlib writes them
    return float(found[1]) * PIXELS, float(found[2]) * PIXELS

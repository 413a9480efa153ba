"""Figures as SVG: what a claim draws, and the gaps that every claim has.

One SVG a panel, so that a page can wrap them. Colours are those of Okabe and Ito, told apart by
shape as well. The text is deterministic: no date, fixed ids, and letters as paths.
"""

from __future__ import annotations

import hashlib
import html
import io
import math
import re
import warnings
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.mathtext import MathTextParser
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from peirama.claims.core.figure import Figure as Drawing
from peirama.reports import schema

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
STYLE: Any = {
    "svg.hashsalt": "peirama",
    "pdf.fonttype": 42,  # TrueType, which journals ask for
    "svg.fonttype": "path",  # the same letters wherever it is read
    "font.size": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
}
BACKENDS: Any = {  # the canvas, and the metadata that would change from run to run
    "svg": (FigureCanvasSVG, ("Date", "Creator")),
    "pdf": (FigureCanvasPdf, ("CreationDate", "Creator", "Producer")),
}
INK = "#444444"
FEW = 200.0  # of a logarithmic axis: up to here its ticks are numbers, beyond powers of ten
ROOM = 6  # entries of a legend inside the axes
SIZE = (5.4, 3.7)  # inches of a panel; the page scales it
MATH: MathTextParser[Any] = MathTextParser("path")


def drawings(figure: Drawing | schema.Figure) -> tuple[str, ...]:
    """The panels of a figure as SVG elements; the caption is their alternative text."""
    drawn = schema.Figure.model_validate(figure)
    return tuple(
        render(partial(_panel, panel), SIZE, _alt(drawn.caption, panel)) for panel in drawn.panels
    )


def documents(figure: Drawing | schema.Figure) -> tuple[bytes, ...]:
    """The panels of a figure as PDF documents, with their fonts."""
    drawn = schema.Figure.model_validate(figure)
    return tuple(_saved(partial(_panel, panel), SIZE, "pdf") for panel in drawn.panels)


def render(draw: Callable[[Axes], None], size: tuple[float, float], alt: str) -> str:
    """An SVG element of what `draw(axes)` draws."""
    return _inline(_saved(draw, size, "svg").decode("utf-8"), alt)


def _saved(draw: Callable[[Axes], None], size: tuple[float, float], form: str) -> bytes:
    with mpl.rc_context(STYLE), warnings.catch_warnings(), np.errstate(over="ignore"):
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # a box is shown instead
        figure = Figure(figsize=size, layout="constrained")
        canvas, metadata = BACKENDS[form]
        canvas(figure)
        axes = figure.add_subplot()
        axes.set_axisbelow(True)
        draw(axes)
        buffer = io.BytesIO()
        figure.savefig(buffer, format=form, metadata=dict.fromkeys(metadata))
    return buffer.getvalue()


def label(text: str) -> str:
    """A label whose dollars are mathematics only where matplotlib can read it."""
    if text.count("$") < 2:
        return text.replace("$", r"\$")
    try:
        MATH.parse(text)
    except ValueError:
        return text.replace("$", r"\$")
    return text


def _inline(svg: str, alt: str) -> str:
    """The element alone, with ids that no other figure of a page has, and its alternative text."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    prefix = "f" + hashlib.sha256((svg + alt).encode()).hexdigest()[:8]
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}-", svg)
    return svg.replace("<svg", f'<svg role="img" aria-label="{html.escape(alt)}"', 1).strip()


def _alt(caption: str, panel: schema.Panel) -> str:
    lines = ", ".join(series.label for series in panel.series)
    title = f"{panel.title}: " if panel.title else ""
    return f"{caption} {title}{panel.y} against {panel.x}; {lines}."


def _panel(panel: schema.Panel, axes: Axes) -> None:
    _scales(axes, panel)
    for index, series in enumerate(panel.series):
        _series(axes, series, *_look(index))
    for name, value in _finite_pairs(panel.marks):
        axes.axvline(value, color=INK, linewidth=1, linestyle=":")
        place = axes.get_xaxis_transform()
        axes.text(value, 1.0, f" {label(name)}", transform=place, va="bottom", fontsize=8)
    for name, value in _finite_pairs(panel.levels):
        axes.axhline(value, color=INK, linewidth=1, linestyle="--")
        place = axes.get_yaxis_transform()
        axes.text(1.0, value, f" {label(name)}", transform=place, va="center", fontsize=8)
    _open_ends(axes, panel)
    axes.set_xlabel(label(panel.x))
    axes.set_ylabel(label(panel.y))
    if panel.title:
        axes.set_title(label(panel.title), fontsize=10, pad=16 if panel.marks else 6)
    _legend(axes, sum(bool(series.label) for series in panel.series))


def _legend(axes: Axes, entries: int) -> None:
    """A few entries where the axes have room; more of them below, where they hide no point."""
    if entries > ROOM:
        axes.get_figure().legend(loc="outside lower center", ncols=2)  # type: ignore[union-attr]
    elif entries:
        axes.legend()


def _look(index: int) -> tuple[str, str]:
    """The colour and the marker of a series: a pair of its own for each of the first 49."""
    lap, place = divmod(index, len(COLOURS))
    return COLOURS[place], MARKERS[(place + lap) % len(MARKERS)]


def _scales(axes: Axes, panel: schema.Panel) -> None:
    """Logarithmic axes only where something positive can be shown on them."""
    if panel.x_scale == "log" and any(v > 0 for s in panel.series for v in _finite(s.x)):
        axes.set_xscale("log")
        _decades(axes.xaxis, [v for s in panel.series for v in _finite(s.x)])
    if panel.y_scale == "log" and any(v > 0 for s in panel.series for v in _finite(s.y)):
        axes.set_yscale("log")
        _decades(axes.yaxis, [v for s in panel.series for v in _finite(s.y)])


def _decades(axis: Axis, values: list[float]) -> None:
    """Ticks at 1, 2, 5 where there are few decades, written as plain numbers."""
    positive = [value for value in values if value > 0]
    few = max(positive) < FEW * min(positive)
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if few else (1,)))
    axis.set_minor_formatter(NullFormatter())
    if few:
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def _series(axes: Axes, series: schema.Series, colour: str, marker: str) -> None:
    x, y = (np.array(values, dtype=float) for values in (series.x, series.y))
    y = np.where(np.isfinite(y), y, math.nan)
    name = f" {label(series.label)}" if series.label else "_nolegend_"  # a first _ would hide it
    if series.style == "points":
        _bars(axes, series, colour)
    elif series.low is not None and series.high is not None:
        low, high = np.array(series.low, dtype=float), np.array(series.high, dtype=float)
        shown = np.isfinite(low) & np.isfinite(high)
        axes.fill_between(x, low, high, where=shown, color=colour, alpha=0.18)
    if series.style == "points":
        axes.plot(x, y, marker, color=colour, markersize=4.5, label=name)
    elif series.style == "rings":
        axes.plot(x, y, "o", color=INK, markersize=9, fillstyle="none", label=name)
    elif series.style == "steps":
        axes.step(x, y, where="post", color=colour, label=name)
    else:
        line = "--" if series.style == "dashed" else "-"
        axes.plot(x, y, color=colour, linestyle=line, label=name)


def _bars(axes: Axes, series: schema.Series, colour: str) -> None:
    """An interval a point, as far as it is finite; `_open_ends` draws the rest."""
    for x, y, low, high in _intervals(series):
        ends = [end for end in (low, y, high) if _drawable(axes, end)]
        if len(ends) > 1:
            axes.vlines(x, ends[0], ends[-1], color=colour, linewidth=1.2)


def _open_ends(axes: Axes, panel: schema.Panel) -> None:
    """An interval without an end runs to the edge of the axes, with an arrow."""
    edges = bottom, top = axes.get_ylim()
    for index, series in enumerate(panel.series):
        colour, _ = _look(index)
        for x, y, low, high in _intervals(series) if series.style == "points" else ():
            for end, edge, arrow in ((low, bottom, "v"), (high, top, "^")):
                if not _drawable(axes, end) and not math.isnan(end) and _drawable(axes, y):
                    axes.vlines(x, min(y, edge), max(y, edge), color=colour, linewidth=1.2)
                    axes.plot(x, edge, arrow, color=colour, markersize=4, clip_on=False)
    axes.set_ylim(edges)


def _intervals(series: schema.Series) -> list[tuple[float, float, float, float]]:
    if series.low is None or series.high is None:
        return []
    rows = zip(series.x, series.y, series.low, series.high, strict=True)
    return [row for row in rows if math.isfinite(row[0])]


def _drawable(axes: Axes, value: float) -> bool:
    return math.isfinite(value) and (value > 0 or axes.get_yscale() == "linear")


def _finite(values: Iterable[float]) -> list[float]:
    return [value for value in values if math.isfinite(value)]


def _finite_pairs(pairs: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    return [(name, value) for name, value in pairs if math.isfinite(value)]

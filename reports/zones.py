"""The figure that every claim has: the gap of each setting, in margins, against the true zone.

Drawn as a forest: one line a setting, with its interval; an arrow where it leaves the axis.
"""

from __future__ import annotations

import math
from functools import partial

from matplotlib.axes import Axes

from peirama.claims.core.rules.reading import Side
from peirama.reports import figures, gaps, schema
from peirama.reports.gaps import Gap

ROWS = 30  # lines that a reader takes in; of more, those nearest to the false zone
CLAUSES = 6  # figures a claim
WIDEST = 4.0  # margins on either side: beyond, how far no longer matters
LABEL = 44  # letters of a setting; the table has it whole
LOOK = {
    "SUPPORTED": ("#0072B2", "o"),
    "REFUTED": ("#D55E00", "X"),
    "SUSPICIOUS": ("#B07A00", "D"),  # screened, but not confirmed
    "INCONCLUSIVE": ("#767676", "s"),
}


def zones(claim: schema.Claim) -> tuple[tuple[str, str], ...]:
    """(caption, SVG) of each clause, for the first few clauses that have settings."""
    found = gaps.gaps(claim)
    several = len(found) > 1
    return tuple(
        _clause(clause if several else "", found[clause]) for clause in list(found)[:CLAUSES]
    )


def _clause(clause: str, found: list[Gap]) -> tuple[str, str]:
    shown = gaps.worst(found, ROWS)
    words = f"Clause “{clause}”. " if clause else ""
    if len(shown) < len(found):
        words += f"The {len(shown)} of {len(found)} with the least room to the false zone. "
    caption = (
        f"{words}How far what was observed lies from the prediction, in units of the margin. "
        f"{_meaning(found[0])} A bar is the interval at the level that decides."
    )
    tally = [
        f"{sum(g.outcome == o for g in found)} {o.lower()}"
        for o in LOOK
        if any(g.outcome == o for g in found)
    ]
    alt = f"{caption} {'; '.join(tally)}."
    size = (7.4, 1.25 + 0.235 * len(shown))
    return caption, figures.render(partial(_draw, shown), size, alt)


def _meaning(gap: Gap) -> str:
    if gap.part.side is Side.EQUAL:
        return "A supported setting lies in the shaded zone, -1 to 1, with all of its bar."
    more = "above" if gap.part.side is Side.AT_LEAST else "below"
    edge = "-1" if gap.part.side is Side.AT_LEAST else "1"
    return f"The claim holds in the shaded zone; supported is a bar that lies {more} {edge}."


def _draw(shown: list[Gap], axes: Axes) -> None:
    low, high = _range(shown)
    left, right = _true_zone(shown[0])
    left, right = max(left, low), min(right, high)
    axes.axvspan(left, right, color="#0072B2", alpha=0.12, linewidth=0, label="the claim holds")
    for edge in (-1, 0, 1):
        if low < edge < high:
            axes.axvline(edge, color="#888888", linewidth=0.8, linestyle=":" if edge else "-")
    for row, gap in enumerate(shown):
        _line(axes, row, gap, low, high)
    axes.set_xlim(low, high)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.set_yticks(range(len(shown)), [figures.label(_label(gap)) for gap in shown], fontsize=8)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("(observed − predicted) / margin")
    _legend(axes, shown)


def _line(axes: Axes, row: int, gap: Gap, low: float, high: float) -> None:
    colour, marker = LOOK[gap.outcome]
    ends = [low if math.isnan(gap.low) else gap.low, high if math.isnan(gap.high) else gap.high]
    start, stop = (min(max(end, low), high) for end in ends)
    axes.plot([start, stop], [row, row], color=colour, linewidth=1.6, solid_capstyle="butt")
    if ends[0] < low:
        axes.plot(low, row, "<", color=colour, markersize=5, clip_on=False)
    if ends[1] > high:
        axes.plot(high, row, ">", color=colour, markersize=5, clip_on=False)
    if low <= gap.middle <= high:
        axes.plot(gap.middle, row, marker, color=colour, markersize=5)


def _legend(axes: Axes, shown: list[Gap]) -> None:
    for outcome, (colour, marker) in LOOK.items():
        if any(gap.outcome == outcome for gap in shown):
            axes.plot([], [], marker, color=colour, markersize=5, label=outcome.lower())
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=5, borderaxespad=0.2)


def _range(shown: list[Gap]) -> tuple[float, float]:
    ends = [end for g in shown for end in (g.low, g.middle, g.high) if math.isfinite(end)]
    low = max(min([-1.4, *(1.1 * end for end in ends)]), -WIDEST)
    high = min(max([1.4, *(1.1 * end for end in ends)]), WIDEST)
    return low, high


def _true_zone(gap: Gap) -> tuple[float, float]:
    edge = 1.0 if gap.exact or gap.part.side is Side.EQUAL else 0.0
    low = -math.inf if gap.part.side is Side.AT_MOST else -edge
    high = math.inf if gap.part.side is Side.AT_LEAST else edge
    return low, high


def _label(gap: Gap) -> str:
    named = f"{gap.number}: {gap.setting}"  # the number of the setting in the table below
    text = named if len(named) <= LABEL else named[: LABEL - 1] + "…"
    return f"{text}  {gap.part.part}" if gap.part.part else text

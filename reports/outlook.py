"""What `peirama plan` shows: the power of a profile before a run, from a pilot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from peirama.claims.core.finding import Part
from peirama.claims.core.planning import Forecast, Outlook, Reachable
from peirama.models.seeds import plain
from peirama.reports import notation


def render(outlook: Outlook) -> RenderableType:
    """Tables of settings and mutants, and what they come to."""
    plan = outlook.plan
    headline = (
        f"{outlook.claim} at profile {plan.profile}: {plan.settings} settings, "
        f"looks at {', '.join(map(str, plan.looks))} trials."
    )
    return Group(
        Text(headline), _settings(outlook), _mutants(outlook), Text(verdict(outlook)), Text("")
    )


def as_json(outlook: Outlook) -> dict[str, Any]:
    """The same, for a program: numbers that are not finite are null."""
    return {
        "claim": outlook.claim,
        "profile": outlook.plan.profile,
        "looks": list(outlook.plan.looks),
        "settings": [_setting(forecast) for forecast in outlook.forecasts],
        "supported": outlook.supported,
        "supported_setting_wanted": outlook.wanted,
        "seconds": outlook.seconds,
        "mutants": [_mutant(mutant) for mutant in outlook.mutants],
    }


def verdict(outlook: Outlook) -> str:
    """Whether the plan can decide the claim, and what would."""
    weakest = min(outlook.forecasts, key=lambda forecast: forecast.supported)
    cost = f"Exploring takes at most {notation.duration(outlook.seconds)} on one core."
    share = f"P(SUPPORTED) of the claim is about {outlook.supported:.3f}."
    if weakest.supported >= outlook.wanted:
        return f"{share} {cost}"
    needed = [f.trials_needed for f in outlook.forecasts if f.trials_needed is not None]
    cure = (
        f"A cap of {max(needed)} trials would do, or averages inside a trial."
        if needed and max(needed) > outlook.plan.looks[-1]
        else "Its gap leaves too little of the margin, or a trial fails: look at the experiment."
    )
    return (
        f"{share} {cost} At {notation.setting(weakest.setting)} a setting is supported with "
        f"probability {weakest.supported:.3f}, and {outlook.wanted:.4f} is wanted. {cure}"
    )


def _settings(outlook: Outlook) -> Table:
    table = Table(
        box=SIMPLE_HEAD, pad_edge=False, title="Settings of the pilot", title_justify="left"
    )
    table.add_column("setting", overflow="fold", min_width=20)
    for name in ("gap", "scatter", "skew", "P(supported)", "s/trial"):
        table.add_column(name, justify="right", no_wrap=True)
    for forecast in outlook.forecasts:
        table.add_row(
            Text(notation.setting(forecast.setting)),
            _lines(forecast, lambda part: part.estimate),
            _lines(forecast, lambda part: part.scatter),
            _lines(forecast, lambda part: part.skewness),
            f"{forecast.supported:.3f}",
            notation.number(forecast.seconds),
        )
    return table


def _lines(forecast: Forecast, value: Callable[[Part], float]) -> str:
    """One line a part of a clause."""
    return "\n".join(notation.number(value(part)) for part in forecast.parts)


def _mutants(outlook: Outlook) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title="Wrong versions", title_justify="left")
    table.add_column("mutant", overflow="fold")
    table.add_column("in reach")
    for name in ("known gap", "smallest gap", "trials needed"):
        table.add_column(name, justify="right", no_wrap=True)
    for mutant in outlook.mutants:
        known = mutant.gap is not None
        table.add_row(
            mutant.name,
            ("yes" if mutant.in_reach else "no") if known else "unknown gap: must be refuted",
            notation.number(mutant.gap) if known else "",
            notation.number(mutant.smallest_gap) if mutant.smallest_gap is not None else "",
            "" if mutant.trials_needed is None else str(mutant.trials_needed),
        )
    return table


def _setting(forecast: Forecast) -> dict[str, Any]:
    return {
        "setting": plain(forecast.setting),
        "supported": forecast.supported,
        "smallest_gap": _finite(forecast.smallest_gap),
        "trials_needed": forecast.trials_needed,
        "seconds_per_trial": forecast.seconds,
        "parts": [
            {
                "clause": part.clause,
                "part": part.part,
                "gap": _finite(part.estimate),
                "scatter": _finite(part.scatter),
                "skewness": _finite(part.skewness),
                "margin": part.delta,
            }
            for part in forecast.parts
        ],
    }


def _mutant(mutant: Reachable) -> dict[str, Any]:
    return {
        "name": mutant.name,
        "in_reach": mutant.in_reach,
        "gap": _finite(mutant.gap),
        "smallest_gap": _finite(mutant.smallest_gap),
        "trials_needed": mutant.trials_needed,
    }


def _finite(value: float | None) -> float | None:
    return value if value is not None and np.isfinite(value) else None

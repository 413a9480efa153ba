"""A figure as a value: what a claim draws, without a word on how it is rendered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Scale = Literal["linear", "log"]
Style = Literal["points", "rings", "line", "dashed", "steps"]  # rings mark points of other series


@dataclass(frozen=True)
class Series:
    """One line or set of points, with an interval for each point where there is one."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    style: Style = "points"
    low: tuple[float, ...] | None = None
    high: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        for name, values in (("y", self.y), ("low", self.low), ("high", self.high)):
            if values is not None and len(values) != len(self.x):
                raise ValueError(f"{self.label!r}: {len(values)} {name} for {len(self.x)} x.")


@dataclass(frozen=True)
class Panel:
    """Axes with their series; `marks` are labelled vertical lines, `levels` horizontal ones."""

    x: str
    y: str
    series: tuple[Series, ...]
    x_scale: Scale = "linear"
    y_scale: Scale = "linear"
    title: str = ""
    marks: tuple[tuple[str, float], ...] = ()
    levels: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Figure:
    """Panels side by side, with a caption that says what to look for."""

    panels: tuple[Panel, ...]
    caption: str

"""Straight lines through log-log curves, as weights of their points.

A least-squares slope is a sum of w(x) times the ordinates; so is the distance of the last point
from the line through the others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def slope(logs: Array, points: int | None = None) -> Array:
    """Weights of the slope on the largest `points` of increasing log abscissae, (points,)."""
    first = 0 if points is None else len(logs) - points
    weights = np.zeros(len(logs))
    centred = logs[first:] - logs[first:].mean()
    squares = (centred**2).sum()
    weights[first:] = centred / squares if squares > 0 else 0.0
    return weights


def held_out(logs: Array) -> Array:
    """Weights of the last point minus the line through the others, (points,)."""
    weights = np.zeros(len(logs))
    weights[:-1] = -1 / (len(logs) - 1) - (logs[-1] - logs[:-1].mean()) * slope(logs[:-1])
    weights[-1] = 1.0
    return weights


def upper(points: int) -> tuple[int, int]:
    """How many points the upper half and the upper quarter hold, never fewer than two."""
    return max(2, -(-points // 2)), max(2, -(-points // 4))

"""Jackknife pseudo-values of the logarithm of a mean curve (statistics 5.6).

For curves y[r, x] with mean m(x), leaving seed r out gives m + (m - y_r)/(R-1), so that

    P_r(x) = R log m - (R-1) log m_(-r) = log m - (R-1) log(1 + (1 - y_r/m)/(R-1)).

Slopes, levels and ratios are linear in log m: their pseudo-values are the same combinations of the
P_r(x), and the seed is the unit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules.shapes import incomplete

Array = NDArray[np.float64]
SECTIONS = 16  # of the seeds, for a median
SMALLEST_SECTION = 8  # below it the logarithm of a median is biased


class Logs(NamedTuple):
    """Numbers whose mean over units estimates the logarithm of a curve."""

    values: Array  # (..., units, points)
    numerical: NDArray[np.bool_]  # (..., points) where there is no logarithm


def of_mean(curves: Array, failed: NDArray[np.bool_]) -> Logs:
    """The pseudo-values of the log of the mean of curves (..., trials, points).

    `failed` is (..., trials); a failed trial leaves its world without a number.
    """
    missing = incomplete(failed)[..., None]
    safe = np.where(missing[..., None], 1.0, curves)
    largest = np.abs(safe).max(axis=-2, keepdims=True)
    unit = np.where(largest > 0, largest, 1.0)  # so that no sum overflows
    mean = (safe / unit).mean(axis=-2, keepdims=True)
    others = max(curves.shape[-2] - 1, 1)
    positive = mean > 0
    ratio = 1 + (1 - (safe / unit) / np.where(positive, mean, 1.0)) / others
    good = np.asarray((positive & (ratio > 0)).all(axis=-2))
    masked = np.where(good[..., None, :], ratio, 1.0)
    level = np.where(positive, np.log(unit) + np.log(np.where(positive, mean, 1.0)), 0.0)
    return Logs(level - others * np.log(masked), missing | ~good)


def of_median(curves: Array, failed: NDArray[np.bool_]) -> Logs:
    """The log of the median curve in each of 16 sections of the seeds, (..., 16, points).

    The jackknife of a median is inconsistent. Fewer than 8 seeds a section give fewer sections.
    """
    missing = incomplete(failed)[..., None]
    safe = np.where(missing[..., None], 1.0, curves)
    sections = min(SECTIONS, max(curves.shape[-2] // SMALLEST_SECTION, 1))
    parts = np.array_split(safe, sections, axis=-2)
    medians = np.stack([np.median(part, axis=-2) for part in parts], axis=-2)
    good = np.asarray((medians > 0).all(axis=-2))
    return Logs(np.log(np.where(good[..., None, :], medians, 1.0)), missing | ~good)


def fewest(level: float, plain: bool) -> int:
    """The seeds below which pseudo-values give no limit at a level (statistics 5.6 and 4)."""
    if plain or level >= 0.01:
        return 16
    return 64 if level >= 5e-4 else 128


def fewest_of_median(level: float, plain: bool) -> int:
    """The seeds below which there are not 16 sections."""
    return SECTIONS * SMALLEST_SECTION

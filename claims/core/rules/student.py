"""The one mean interval of all mean-like rules: the skew-corrected t (statistics, section 4).

    U = xbar + c(a, n, max(0, g)) s / sqrt(n)        L = xbar - c(a, n, max(0, -g)) s / sqrt(n)

with s the standard deviation (n - 1) and g = mean((x - xbar)^3) / s^3. The plain form, for rungs
that spend nothing, is c(a, n, 0) on both sides. A side without a limit is infinite.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules.critical import critical, student
from peirama.claims.core.rules.reading import Limits

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]


@dataclass(frozen=True)
class Moments:
    """What the interval needs to know of the trials of each world."""

    mean: Array  # (...,)
    sd: Array  # (...,)
    skewness: Array  # (...,)
    degenerate: Booleans  # (...,) fewer than three distinct values
    trials: int


def moments(values: Array) -> Moments:
    """Mean, standard deviation and sample skewness of values (..., trials)."""
    trials = values.shape[-1]
    least, most = values.min(axis=-1, keepdims=True), values.max(axis=-1, keepdims=True)
    largest = np.maximum(np.abs(least), np.abs(most))
    unit = np.where(largest > 0, largest, 1.0)  # so that no square overflows
    scaled = values / unit
    mean = scaled.mean(axis=-1, keepdims=True)
    deviations = scaled - mean
    squares = deviations * deviations
    sd = np.sqrt(squares.sum(axis=-1, keepdims=True) / max(trials - 1, 1))
    third = (squares * deviations).mean(axis=-1, keepdims=True)
    degenerate = ((values == least) | (values == most)).all(axis=-1) | (sd[..., 0] == 0)
    with np.errstate(over="ignore"):  # the scatter of the largest floats
        scatter = sd * unit
    return Moments(
        mean=(mean * unit)[..., 0],
        sd=scatter[..., 0],
        skewness=(third / np.where(sd > 0, sd, 1.0) ** 3)[..., 0],
        degenerate=degenerate,
        trials=trials,
    )


def fewest(level: float, plain: bool) -> int:
    """The trials below which there is no limit at a level; rungs that spend nothing need 32."""
    return 128 if level < 5e-4 and not plain else 32


def interval(of: Moments, level: float, *, plain: bool) -> Limits:
    """The limits of the mean, guarded against degenerate values only, (...,) each."""
    error = of.sd / math.sqrt(of.trials)
    up, down = (
        student(level, of.trials) if plain else critical(level, of.trials, side * of.skewness)
        for side in (1, -1)
    )
    with np.errstate(invalid="ignore", over="ignore"):  # 0 * inf where degenerate; huge values
        lower, upper = of.mean - down * error, of.mean + up * error
    return Limits(np.where(of.degenerate, -np.inf, lower), np.where(of.degenerate, np.inf, upper))

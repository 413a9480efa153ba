"""The critical value of the skew-corrected Student's t (statistics, section 4).

c(a, n, g) is the smallest c >= t.isf(a, n-1) with

    log P(T > c) + g c^3 / (3 sqrt(n)) <= log(a),        T Student's t with n-1 degrees of freedom,

and infinite if there is none. The added term is the first moderate-deviation correction of
Student's statistic. For fixed (a, n) the inequality says g <= G(c), where

    G(c) = 3 sqrt(n) (log(a) - log P(T > c)) / c^3

rises from 0 to one peak, so that c is the inverse of G's rising branch: tabulated here, and
polished by a Newton iteration kept inside its bracket.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules.parameters import fraction

Array = NDArray[np.float64]
LARGEST = 60.0  # statistics, section 4; log P(T > c) underflows near it
_SPAN = 3.0  # the peak lies below 1.72 t.isf(a, n-1) for every n >= 16 and a <= .4 (measured)
_POINTS = 65  # steps of two percent: Newton then needs about five iterations


def critical(level: float, trials: int, skewness: Array) -> Array:
    """The critical value for each sample skewness, already signed towards its bad side.

    Raises ValueError for a level outside (0, 1).
    """
    fraction("A critical value", level=level)
    start = student(level, trials)
    values = np.full(np.shape(skewness), start)
    bent = np.asarray(skewness > 0)
    if start <= 0 or not bent.any():  # at levels from one half the correction only shortens
        return values
    table = _table(level, trials)
    wanted = np.asarray(skewness)[bent]
    roots = np.full(wanted.shape, np.inf)
    within = wanted <= table.skewness[-1]
    if within.any():
        roots[within] = _invert(table, level, trials, wanted[within])
    values[bent] = roots
    return values


@lru_cache(maxsize=4096)
def student(level: float, trials: int) -> float:
    """The upper quantile of Student's t with trials - 1 degrees of freedom."""
    from scipy import special

    return math.inf if trials < 2 else float(-special.stdtrit(trials - 1, level))


class _Table(NamedTuple):
    """The rising branch of G."""

    critical: Array  # (points,)
    skewness: Array  # (points,)


@lru_cache(maxsize=512)
def _table(level: float, trials: int) -> _Table:
    start = student(level, trials)
    if start >= LARGEST:
        return _Table(np.array([start]), np.zeros(1))  # nothing but symmetry is solvable
    grid = np.geomspace(start, min(_SPAN * start, LARGEST), _POINTS)
    peak, values = grid, _solvable(grid, level, trials)
    for _ in range(5):  # each zoom narrows the peak by a factor 32
        top = int(values.argmax())
        peak = np.linspace(peak[max(top - 1, 0)], peak[min(top + 1, _POINTS - 1)], _POINTS)
        values = _solvable(peak, level, trials)
    top = int(values.argmax())
    grid = np.append(grid[grid < peak[top]], peak[top])
    rising = np.maximum.accumulate(np.maximum(_solvable(grid, level, trials), 0.0))
    rising[0] = 0.0  # by definition of the first point
    return _Table(grid, rising)


def _solvable(c: Array, level: float, trials: int) -> Array:
    """G(c): the largest skewness that c suffices for; -inf where the tail underflows."""
    from scipy import special

    tail = special.stdtr(trials - 1, -c)
    logs = np.log(np.where(tail > 0, tail, 1.0))
    solvable = 3 * math.sqrt(trials) * (math.log(level) - logs) / c**3
    return np.where(tail > 0, solvable, -np.inf)


def _invert(table: _Table, level: float, trials: int, skewness: Array) -> Array:
    """The root c of G(c) = g on the rising branch, to machine precision."""
    from scipy import special

    df = trials - 1
    constant = special.gammaln((df + 1) / 2) - special.gammaln(df / 2) - math.log(df * math.pi) / 2
    above = np.searchsorted(table.skewness, skewness).clip(1, len(table.critical) - 1)
    low, high = table.critical[above - 1], table.critical[above]
    c = np.interp(skewness, table.skewness, table.critical)
    for _ in range(60):  # a halving of the bracket at worst
        tail = special.stdtr(df, -c)
        density = np.exp(constant - (df + 1) / 2 * np.log1p(c**2 / df))
        excess = np.log(tail / level) + skewness * c**3 / (3 * math.sqrt(trials))
        slope = skewness * c**2 / math.sqrt(trials) - density / tail
        low, high = np.where(excess > 0, c, low), np.where(excess > 0, high, c)
        with np.errstate(divide="ignore", invalid="ignore"):  # at the peak the slope vanishes
            step = c - excess / slope
        step = np.where((step >= low) & (step <= high), step, (low + high) / 2)
        if np.all(np.abs(step - c) <= 1e-13 * c):
            break
        c = step
    return np.asarray(step)

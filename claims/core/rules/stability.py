"""Whether a fitted exponent is the asymptotic one: guards that turn an answer INCONCLUSIVE.

Local slopes are those on the upper half and the upper quarter of the points (statistics 5.6).
Equal: both answers are blocked where |local - full| > delta/2 + 2.6 SE. One-sided: support where a
local slope is in F by 2.6 SE, refutation where one is inside T by 2.6 SE. And the largest x, held
out, must be predicted by the rest: it must not miss at level .05 and by more than delta log 2.
One-sided, a miss blocks only the answer that it speaks against.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules import trend
from peirama.claims.core.rules.critical import student
from peirama.claims.core.rules.reading import Limits, Reading, Side
from peirama.claims.core.verdict import Reason

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]
STEADY = 4  # points, and the factor that they span, below which no exponent is asymptotic
_ERRORS = 2.6  # standard errors; point estimates alone flagged up to 10 % of exact laws


def narrow(abscissae: Array) -> bool:
    """Whether a grid is too short for an exponent."""
    return len(abscissae) < STEADY or abscissae.max() < STEADY * abscissae.min()


def blocked(residuals: Array, logs: Array, side: Side, delta: float) -> dict[str, Booleans]:
    """The worlds in which each answer is blocked.

    `residuals` (..., units, points) are logs of a curve less the predicted ones, at increasing
    log abscissae `logs`.
    """
    full = trend.slope(logs)
    locals_ = [trend.slope(logs, points) for points in trend.upper(len(logs))]
    miss, error = _mean(residuals @ trend.held_out(logs))
    missed = np.abs(miss) > np.maximum(
        delta * math.log(2), student(0.025, residuals.shape[-2]) * error
    )
    if side is Side.EQUAL:
        for local in locals_:
            apart, error = _mean(residuals @ (local - full))
            missed = missed | (np.abs(apart) > delta / 2 + _ERRORS * error)
        return {"support": missed, "refute": missed}
    good = 1.0 if side is Side.AT_LEAST else -1.0
    support, refute = missed & (good * miss < 0), missed & (good * miss > 0)
    for local in locals_:
        gap, error = _mean(residuals @ local)
        support = support | (good * gap + _ERRORS * error < -delta)
        refute = refute | (good * gap - _ERRORS * error > 0)
    return {"support": support, "refute": refute}


def guarded(reading: Reading, answers: dict[str, Booleans]) -> Reading:
    """A reading whose blocked answers are withheld, as unstable where they would be given."""

    def reason(level: float) -> Reason:
        supports = (reading.supports(level) & answers["support"]).any()
        refutes = any(
            (reading.refutes(d, level, plain=True) & answers["refute"]).any()
            for d in reading.directions
        )
        return Reason.UNSTABLE if supports or refutes else reading.reason(level)

    return replace(reading, blocked=answers, reason=reason)


def never(reading: Reading) -> Reading:
    """A reading from a grid that is too short to answer."""
    shape = np.shape(reading.estimate)
    nothing = Limits(np.full(shape, -np.inf), np.full(shape, np.inf))

    def reason(level: float) -> Reason:
        why = reading.reason(level)
        return why if why is Reason.NUMERICAL else Reason.UNSTABLE

    return replace(reading, limits=lambda _level, _plain: nothing, reason=reason)


def _mean(values: Array) -> tuple[Array, Array]:
    """Mean and standard error over units, (...,) each."""
    units = values.shape[-1]
    if units < 2:
        return values.mean(axis=-1), np.full(values.shape[:-1], np.inf)
    return values.mean(axis=-1), values.std(axis=-1, ddof=1) / math.sqrt(units)

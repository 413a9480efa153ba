"""A quantile from order statistics, for any law, ties and infinite means included (statistics 5.5).

With B binomial(n, q): L = x_(k) for the least k with P(B <= k) >= a, and U = x_(k+1) for the least
k with P(B > k) <= a; x_(0) = -inf, x_(n+1) = inf. A failed trial is counted at both extremes.
"""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules.parameters import finite, fraction, positive, sentence
from peirama.claims.core.rules.reading import Limits, Reading, Side, Unit
from peirama.claims.core.rules.shapes import against, numbers
from peirama.claims.core.verdict import Evidence, Reason

Array = NDArray[np.float64]
_ONE_SD = 0.1587  # the level at which one-sided normal limits lie one standard error away


@dataclass(frozen=True)
class Quantile:
    """How the q-quantile of a trial's value stands to the prediction.

    Raises ValueError unless 0 < q < 1 and delta is positive.
    """

    q: float
    delta: float
    _: KW_ONLY
    side: Side = Side.EQUAL
    unit: Unit = Unit.ABSOLUTE
    reference: float | None = None
    spends: ClassVar[bool] = True

    def __post_init__(self) -> None:
        fraction("Quantile", q=self.q)
        positive(self, delta=self.delta)
        finite(self, reference=self.reference)

    def read(self, evidence: Evidence, predicted: Array) -> tuple[Reading, ...]:
        """The reading of values (..., trials) against predictions (...,)."""
        values, failed = numbers(self, evidence), evidence.failures
        aim = against(self, predicted, values.shape[:-1])
        lowest = np.sort(np.where(failed, -np.inf, values), axis=-1)
        highest = np.sort(np.where(failed, np.inf, values), axis=-1)

        def limits(level: float, plain: bool) -> Limits:
            below, above = ranks(level, evidence.trials, self.q)
            lower = _at(lowest, below, -np.inf)
            return Limits(self._gap(lower, aim), self._gap(_at(highest, above, np.inf), aim))

        def reason(level: float) -> Reason:
            if failed.any():
                return Reason.NUMERICAL
            below, above = ranks(level, evidence.trials, self.q)
            missing = {Side.AT_LEAST: below < 1, Side.AT_MOST: above > evidence.trials}
            some = below < 1 or above > evidence.trials
            return Reason.TOO_FEW if missing.get(self.side, some) else Reason.CAP

        error = limits(_ONE_SD, False)
        with np.errstate(invalid="ignore"):  # inf - inf, where every trial failed
            scatter = np.sqrt(evidence.trials) * (error.upper - error.lower) / 2
        reading = Reading(
            side=self.side,
            delta=self.delta,
            estimate=self._gap(self._estimate(highest, failed), aim),
            trials=evidence.trials,
            limits=limits,
            scatter=scatter,
            reason=reason,
        )
        return (reading,)

    def describe(self) -> str:
        """The rule in one plain sentence."""
        margin = f"{self.delta:g} ({self.unit.value})"
        return sentence(f"The {self.q:g}-quantile", self.side, self.reference, margin)

    def _gap(self, values: Array, aim: Array) -> Array:
        return self.unit.gap(values, aim)

    def _estimate(self, ordered: Array, failed: NDArray[np.bool_]) -> Array:
        """The sample quantile of the trials that did not fail, nan if all did."""
        usable = (~failed).sum(axis=-1, keepdims=True)
        rank = np.maximum(np.ceil(self.q * usable).astype(int), 1)
        found = np.take_along_axis(ordered, rank - 1, axis=-1)[..., 0]
        return np.where(usable[..., 0] > 0, found, np.nan)


@lru_cache(maxsize=512)
def ranks(level: float, trials: int, q: float) -> tuple[int, int]:
    """The ranks, from 1, of the lower and the upper limit; 0 and trials + 1 where there is none."""
    from scipy import special

    fraction("Quantile", level=level)
    counts = np.arange(trials + 1)
    below = int(np.argmax(special.bdtr(counts, trials, q) >= level))
    above = int(np.argmax(special.bdtrc(counts, trials, q) <= level)) + 1
    return below, above


def _at(ordered: Array, rank: int, outside: float) -> Array:
    if 1 <= rank <= ordered.shape[-1]:
        return np.asarray(ordered[..., rank - 1])
    return np.full(ordered.shape[:-1], outside if math.isinf(outside) else math.nan)

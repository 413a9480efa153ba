"""A probability from indicators: Clopper-Pearson limits, exact for every n (statistics 5.4).

With k successes in n trials, L = beta.ppf(a, k, n-k+1) and U = beta.isf(a, k+1, n-k). A failed
trial is counted at both extremes: as a failure for L, as a success for U.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules.parameters import finite, fraction, positive, sentence
from peirama.claims.core.rules.reading import Limits, Reading, Side, Unit
from peirama.claims.core.rules.shapes import against, numbers
from peirama.claims.core.verdict import Evidence, Reason

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Frequency:
    """How often an event occurs, from values 0 and 1; the margin is absolute.

    Raises ValueError unless delta is positive and finite.
    """

    delta: float
    _: KW_ONLY
    side: Side = Side.EQUAL
    reference: float | None = None
    spends: ClassVar[bool] = True
    unit: ClassVar[Unit] = Unit.ABSOLUTE

    def __post_init__(self) -> None:
        positive(self, delta=self.delta)
        finite(self, reference=self.reference)

    def read(self, evidence: Evidence, predicted: Array) -> tuple[Reading, ...]:
        """The reading of indicators (..., trials) against predictions (...,).

        Raises ValueError for a value of an unfailed trial that is neither 0 nor 1.
        """
        values = numbers(self, evidence)
        failed = evidence.failures
        if not (failed | (values == 0) | (values == 1)).all():
            found = values[~(failed | (values == 0) | (values == 1))].flat[0]
            raise ValueError(f"Frequency counts events but was given {found}; observe 0 or 1.")
        aim = against(self, predicted, values.shape[:-1])
        self.unit.check(aim)
        trials = evidence.trials
        least = np.where(failed, 0.0, values).sum(axis=-1)
        most = least + failed.sum(axis=-1)
        share = (least + most) / (2 * trials)
        typical = (trials * share + 0.5) / (trials + 1)  # an event not seen yet may still occur

        def limits(level: float, plain: bool) -> Limits:
            return Limits(_lower(least, trials, level) - aim, _upper(most, trials, level) - aim)

        why = Reason.NUMERICAL if failed.any() else Reason.CAP
        reading = Reading(
            side=self.side,
            delta=self.delta,
            estimate=share - aim,
            trials=trials,
            limits=limits,
            scatter=np.sqrt(typical * (1 - typical)),
            reason=lambda _level: why,
        )
        return (reading,)

    def describe(self) -> str:
        """The rule in one plain sentence."""
        return sentence("The frequency", self.side, self.reference, f"{self.delta:g}")


def _lower(count: Array, trials: int, level: float) -> Array:
    """Below which the probability lies with probability at most `level`."""
    from scipy import special

    fraction("Frequency", level=level)
    some = np.maximum(count, 1.0)
    return np.where(count > 0, special.betaincinv(some, trials - some + 1, level), 0.0)


def _upper(count: Array, trials: int, level: float) -> Array:
    """Above which the probability lies with probability at most `level`, by symmetry."""
    return 1 - _lower(trials - count, trials, level)

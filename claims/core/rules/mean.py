"""Rules for a mean over trials: equal, at least, at most (statistics 5.2 and 5.3).

Look first at the long tail: it is "mean at least p" that a nonnegative loss refutes falsely.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules.laws import Law, light
from peirama.claims.core.rules.parameters import finite, positive, sentence
from peirama.claims.core.rules.reading import Reading, Side, Unit
from peirama.claims.core.rules.sample import Sample
from peirama.claims.core.rules.shapes import against, incomplete, numbers
from peirama.claims.core.rules.student import moments
from peirama.claims.core.verdict import Evidence

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Mean:
    """How the mean over trials stands to the prediction; a failed trial leaves no limits.

    `law` is what the claim declares of a trial's law. Raises ValueError unless delta is positive.
    """

    delta: float
    _: KW_ONLY
    side: Side = Side.EQUAL
    unit: Unit = Unit.ABSOLUTE
    law: Law = light
    reference: float | None = None
    spends: ClassVar[bool] = True

    def __post_init__(self) -> None:
        positive(self, delta=self.delta)
        finite(self, reference=self.reference)

    def read(self, evidence: Evidence, predicted: Array) -> tuple[Reading, ...]:
        """The reading of values (..., trials) against predictions (...,)."""
        values = numbers(self, evidence)
        aim = against(self, predicted, values.shape[:-1])
        self.unit.check(aim)
        missing = incomplete(evidence.failures)
        if self.unit is Unit.LOG:
            safe = np.where(missing[..., None], 1.0, values)
            missing = missing | (moments(safe).mean <= 0)  # no logarithm
        sample = Sample(values, missing, evidence.trials, self.law)
        return (
            sample.reading(
                self.side,
                delta=self.delta,
                gap=lambda mean: self.unit.gap(mean, aim),
                scale=lambda mean: self.unit.slope(mean, aim),
            ),
        )

    def describe(self) -> str:
        """The rule in one plain sentence."""
        margin = f"{self.delta:g} ({self.unit.value})"
        return sentence("The mean", self.side, self.reference, margin)


def MeanWithin(
    delta: float,
    *,
    unit: Unit = Unit.ABSOLUTE,
    law: Law = light,
    reference: float | None = None,
) -> Mean:
    """The mean lies within `delta` of the prediction; a gap of exactly delta is never decided."""
    return Mean(delta, side=Side.EQUAL, unit=unit, law=law, reference=reference)


def AtLeast(
    delta: float,
    *,
    unit: Unit = Unit.ABSOLUTE,
    law: Law = light,
    reference: float | None = None,
) -> Mean:
    """The mean is at least the prediction p; supported once it is shown above p - `delta`."""
    return Mean(delta, side=Side.AT_LEAST, unit=unit, law=law, reference=reference)


def AtMost(
    delta: float,
    *,
    unit: Unit = Unit.ABSOLUTE,
    law: Law = light,
    reference: float | None = None,
) -> Mean:
    """The mean is at most the prediction p; supported once it is shown below p + `delta`."""
    return Mean(delta, side=Side.AT_MOST, unit=unit, law=law, reference=reference)

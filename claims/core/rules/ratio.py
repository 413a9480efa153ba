"""Ratios on logarithmic scale: a mean curve to an exact one, and two means (statistics 5.7).

Each point has the section-4 interval of the pseudo-values of log(mean_r y / predicted); the level
of a suspicion is divided over the points, and support needs every point.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules import jackknife
from peirama.claims.core.rules.parameters import finite, positive, sentence
from peirama.claims.core.rules.reading import Reading, Side, Unit
from peirama.claims.core.rules.sample import Sample
from peirama.claims.core.rules.shapes import against, curves, incomplete
from peirama.claims.core.verdict import Evidence

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Ratio:
    """How log(mean curve / predicted curve) stands to 0 at every point.

    Raises ValueError unless delta is positive and finite.
    """

    delta: float
    _: KW_ONLY
    side: Side = Side.EQUAL
    reference: float | None = None
    spends: ClassVar[bool] = True
    unit: ClassVar[Unit] = Unit.LOG

    def __post_init__(self) -> None:
        positive(self, delta=self.delta)
        finite(self, reference=self.reference)

    def read(self, evidence: Evidence, predicted: Array) -> tuple[Reading, ...]:
        """A reading a point of curves (..., trials, points) against predictions (..., points)."""
        values = curves(self, evidence)
        aim = against(self, predicted, values.shape[:-2] + values.shape[-1:])
        self.unit.check(aim)
        logs = jackknife.of_mean(values, evidence.failures)
        gaps = logs.values - np.log(aim)[..., None, :]
        return tuple(
            Sample(
                gaps[..., point],
                logs.numerical[..., point],
                evidence.trials,
                fewest=jackknife.fewest,
            ).reading(self.side, delta=self.delta, part=f"x={x:.12g}")
            for point, x in enumerate(np.asarray(evidence.abscissae))
        )

    def describe(self) -> str:
        """The rule in one plain sentence."""
        return sentence("The mean curve", self.side, self.reference, f"{self.delta:g} (log)")


@dataclass(frozen=True)
class RatioOfMeans:
    """How log(mean A / mean B), both seen in every trial, stands to that of the prediction.

    Raises ValueError unless delta is positive and finite.
    """

    delta: float
    _: KW_ONLY
    side: Side = Side.EQUAL
    reference: float | None = None
    spends: ClassVar[bool] = True
    unit: ClassVar[Unit] = Unit.LOG

    def __post_init__(self) -> None:
        positive(self, delta=self.delta)
        finite(self, reference=self.reference)

    def read(self, evidence: Evidence, predicted: Array) -> tuple[Reading, ...]:
        """The reading of pairs (..., trials, 2), with abscissae (0, 1), against ratios (...,)."""
        values = curves(self, evidence, points=2)
        aim = against(self, predicted, values.shape[:-2])
        self.unit.check(aim)
        logs = jackknife.of_mean(values, evidence.failures)
        sample = Sample(
            logs.values[..., 0] - logs.values[..., 1] - np.log(aim)[..., None],
            incomplete(logs.numerical),
            evidence.trials,
            fewest=jackknife.fewest,
        )
        return (sample.reading(self.side, delta=self.delta),)

    def describe(self) -> str:
        """The rule in one plain sentence."""
        return sentence("The ratio of means", self.side, self.reference, f"{self.delta:g} (log)")

"""A threshold lies between lo and hi: f(lo) <= 0 and f(hi) >= 0 in the mean (statistics 5.8).

Two one-sided claims with one margin. They say nothing of where inside, nor of uniqueness.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules.laws import Law, light
from peirama.claims.core.rules.parameters import finite, positive
from peirama.claims.core.rules.reading import Reading, Side, Unit
from peirama.claims.core.rules.sample import Sample
from peirama.claims.core.rules.shapes import against, curves, incomplete
from peirama.claims.core.verdict import Evidence

Array = NDArray[np.float64]
PARTS = (("low", Side.AT_MOST), ("high", Side.AT_LEAST))


@dataclass(frozen=True)
class Bracket:
    """The mean of f is at most the reference at lo and at least it at hi.

    With `reference=None` f is compared with the clause's prediction. Raises ValueError unless
    delta is positive and finite.
    """

    delta: float
    _: KW_ONLY
    law: Law = light
    reference: float | None = 0.0
    spends: ClassVar[bool] = True
    side: ClassVar[Side] = Side.EQUAL
    unit: ClassVar[Unit] = Unit.ABSOLUTE

    def __post_init__(self) -> None:
        positive(self, delta=self.delta)
        finite(self, reference=self.reference)

    def read(self, evidence: Evidence, predicted: Array) -> tuple[Reading, ...]:
        """The readings "low" and "high" of pairs (..., trials, 2) with abscissae (lo, hi)."""
        values = curves(self, evidence, points=2)
        aim = against(self, predicted, values.shape[:-2])
        self.unit.check(aim)
        missing = incomplete(evidence.failures)
        return tuple(
            Sample(values[..., point], missing, evidence.trials, self.law).reading(
                side, delta=self.delta, part=part, gap=lambda mean: self.unit.gap(mean, aim)
            )
            for point, (part, side) in enumerate(PARTS)
        )

    def describe(self) -> str:
        """The rule in one plain sentence."""
        target = "the prediction" if self.reference is None else f"{self.reference:g}"
        return f"The mean crosses {target} upwards inside the bracket, up to {self.delta:g}."

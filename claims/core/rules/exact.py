"""A number that holds for every draw, not on average: no error probability (statistics 5.1).

With g the gap of a value, e its numerical error and v = |g|, -g (at least) or g (at most), the
first that holds decides each value, and the worst value decides the clause:

    v - e > tolerance      REFUTED: a counterexample, needing no confirmation
    e > tolerance / 4      INCONCLUSIVE (numerical)
    v + e <= tolerance     SUPPORTED
    else                   INCONCLUSIVE (numerical)
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules.parameters import finite, positive, sentence
from peirama.claims.core.rules.reading import Side, Unit
from peirama.claims.core.rules.shapes import against
from peirama.claims.core.verdict import Evidence, Outcome, Reason, Verdict

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Exact:
    """Every value stands to the prediction as claimed, up to a tolerance.

    A failed trial decides nothing and forbids SUPPORTED; a violation in another one refutes. A
    relative tolerance refers to the prediction in force. Raises ValueError for a tolerance that
    is not positive, or on a logarithmic scale.
    """

    tolerance: float
    _: KW_ONLY
    side: Side = Side.EQUAL
    unit: Unit = Unit.ABSOLUTE
    reference: float | None = None
    spends: ClassVar[bool] = False

    def __post_init__(self) -> None:
        positive(self, tolerance=self.tolerance)
        finite(self, reference=self.reference)
        if self.unit is Unit.LOG:
            raise ValueError("Exact has unit log; give an absolute or a relative tolerance.")

    def judge(self, evidence: Evidence, predicted: Array) -> Verdict:
        """The verdict of the worst of values (trials,) or (trials, points).

        Raises ValueError for a negative numerical error, or a relative tolerance of prediction 0.
        """
        violation = self._violations(self._gaps(evidence, predicted))
        error = self._errors(evidence, predicted)
        with np.errstate(invalid="ignore"):  # failed trials are nan
            excess = violation - error
            shown = (error <= self.tolerance / 4) & (violation + error <= self.tolerance)
        if (excess > self.tolerance).any():
            worst = np.unravel_index(np.nanargmax(excess), excess.shape)
            ratio = violation[worst] / self.tolerance
            return Verdict(Outcome.REFUTED, note=f"Trial {worst[0]} is {ratio:.3g} tolerances off.")
        if shown.all() and shown.size:
            return Verdict(Outcome.SUPPORTED)
        return Verdict(Outcome.INCONCLUSIVE, Reason.NUMERICAL)

    def gap(self, evidence: Evidence, predicted: Array) -> float:
        """The worst signed gap, in the unit of the tolerance; nan if every trial failed."""
        gaps = self._gaps(evidence, predicted)
        usable = gaps[~np.isnan(gaps)]
        if not usable.size:
            return float("nan")
        return float(usable[self._violations(usable).argmax()])

    def describe(self) -> str:
        """The rule in one plain sentence."""
        margin = f"{self.tolerance:g} ({self.unit.value})"
        return sentence("Every value", self.side, self.reference, margin)

    def _violations(self, gaps: Array) -> Array:
        signed = {Side.AT_LEAST: -gaps, Side.AT_MOST: gaps}
        return signed.get(self.side, np.abs(gaps))

    def _gaps(self, evidence: Evidence, predicted: Array) -> Array:
        """The gap of each value, nan in failed trials."""
        aim = against(self, predicted, evidence.values.shape)
        failed = evidence.failures[..., None] if evidence.curves else evidence.failures
        values = np.where(failed, 0.0, evidence.values)
        return np.where(failed, np.nan, self.unit.gap(values, aim))

    def _errors(self, evidence: Evidence, predicted: Array) -> Array:
        """The numerical error of each value, in the unit of the tolerance."""
        if evidence.error is None:
            return np.zeros(evidence.values.shape)
        if np.any(evidence.error < 0):
            raise ValueError("A numerical error is negative; give the size of the error.")
        error = evidence.error
        if error.ndim < evidence.values.ndim:
            error = error[..., None]  # one for all points of a curve
        scale = self.unit.slope(evidence.values, against(self, predicted, evidence.values.shape))
        return np.asarray(error * scale)

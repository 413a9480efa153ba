"""The exponent of a power law from curves, the seed being the unit (statistics 5.6).

The claim is: mean over seeds of y(x) / h(x) = x^p, up to a constant, with h a known finite-size
curve (1 if none). Logarithms are taken of the mean, never averaged; the slope is that on log x.
Where h is the whole predicted curve, the slope and the level of y / h must both vanish: give
`reference=0.0`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules import jackknife, stability, trend
from peirama.claims.core.rules.parameters import finite, positive, sentence
from peirama.claims.core.rules.reading import Reading, Side, Unit
from peirama.claims.core.rules.sample import Sample
from peirama.claims.core.rules.shapes import against, curves, incomplete
from peirama.claims.core.verdict import Evidence

Array = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Exponent:
    """How the slope of log(mean curve / known) on log x stands to the prediction.

    `level_delta` also tests that the constant is 1, on log scale at the mean of log x. `median`
    takes the median curve in 16 sections of the seeds. Raises ValueError for a margin that is not
    positive, or a level without a known curve.
    """

    delta: float
    _: KW_ONLY
    side: Side = Side.EQUAL
    known: Callable[[Array], Array] | None = None  # (points,) -> (points,), positive
    level_delta: float | None = None
    reference: float | None = None
    median: bool = False
    spends: ClassVar[bool] = True
    unit: ClassVar[Unit] = Unit.ABSOLUTE

    def __post_init__(self) -> None:
        positive(self, delta=self.delta)
        finite(self, reference=self.reference)
        if self.level_delta is not None:
            positive(self, level_delta=self.level_delta)
            if self.known is None:
                raise ValueError("Exponent has level_delta but no known curve; give both.")

    def __repr__(self) -> str:
        known = self.known and f"{self.known.__module__}.{self.known.__qualname__}"
        return (
            f"Exponent(delta={self.delta!r}, side={self.side!r}, known={known}, "
            f"level_delta={self.level_delta!r}, reference={self.reference!r}, "
            f"median={self.median!r})"
        )

    def read(self, evidence: Evidence, predicted: Array) -> tuple[Reading, ...]:
        """The reading of the slope, and of the level if it is tested.

        Curves are (..., trials, points), predictions (...,). Raises ValueError for abscissae or a
        known curve that have no logarithm.
        """
        values = curves(self, evidence)
        aim = against(self, predicted, values.shape[:-2])
        self.unit.check(aim)
        x = np.asarray(evidence.abscissae, dtype=np.float64)
        order = np.argsort(x)
        x = x[order]
        known = np.ones_like(x) if self.known is None else np.asarray(self.known(x))
        expected = _log("abscissae", x) * aim[..., None, None] + _log("known", known)
        form = jackknife.of_median if self.median else jackknife.of_mean
        logs = form(values[..., order], evidence.failures)
        residuals = logs.values - expected
        read = self._reader(incomplete(logs.numerical), evidence.trials)
        slope = read(residuals @ trend.slope(np.log(x)), self.delta, "slope")
        if stability.narrow(x):
            readings = [stability.never(slope)]
        else:
            blocked = stability.blocked(residuals, np.log(x), self.side, self.delta)
            readings = [stability.guarded(slope, blocked)]
        if self.level_delta is not None:
            readings.append(read(residuals.mean(axis=-1), self.level_delta, "level"))
        return tuple(readings)

    def describe(self) -> str:
        """The rule in one plain sentence."""
        curve = "median" if self.median else "mean"
        level = "" if self.level_delta is None else f" (and the level within {self.level_delta:g})"
        estimand = f"The exponent of the {curve} curve{level}"
        return sentence(estimand, self.side, self.reference, f"{self.delta:g}")

    def _reader(self, missing: NDArray[np.bool_], trials: int) -> Callable[..., Reading]:
        """What reads (..., units) numbers as a part with a margin."""
        enough = jackknife.fewest_of_median if self.median else jackknife.fewest

        def read(values: Array, delta: float, part: str) -> Reading:
            sample = Sample(values, missing, trials, fewest=enough, symmetric=self.median)
            return sample.reading(self.side, delta=delta, part=part)

        return read


def _log(name: str, values: Array) -> Array:
    if not (np.isfinite(values) & (values > 0)).all():
        raise ValueError(f"Exponent takes logarithms of {name}={values}; give positive numbers.")
    return np.log(values)

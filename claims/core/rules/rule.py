"""What every rule is: a frozen value that holds evidence against a prediction."""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.rules.reading import Reading, Side, Unit
from peirama.claims.core.verdict import Evidence, Verdict

Array = NDArray[np.float64]


class _Rule(Protocol):
    spends: ClassVar[bool]  # whether its answers can err, so that it needs a level

    @property
    def side(self) -> Side:
        """How the estimand is claimed to stand to the prediction."""

    @property
    def reference(self) -> float | None:
        """What the estimand is compared with in place of the clause's prediction."""

    @property
    def unit(self) -> Unit:
        """What the margin is measured in."""

    def describe(self) -> str:
        """The rule in one plain sentence."""


@runtime_checkable
class RandomRule(_Rule, Protocol):
    """A rule for evidence that scatters: it spends error probability, so the ladder runs it."""

    def read(self, evidence: Evidence, predicted: Array) -> tuple[Reading, ...]:
        """One reading a part; the clause is refuted if a part is, and supported if all are."""


@runtime_checkable
class ExactRule(_Rule, Protocol):
    """A rule for numbers that hold for every draw: one violation is a counterexample."""

    @property
    def tolerance(self) -> float:
        """The margin, in the unit."""

    def judge(self, evidence: Evidence, predicted: Array) -> Verdict:
        """The verdict of the worst trial."""

    def gap(self, evidence: Evidence, predicted: Array) -> float:
        """The worst signed gap, in the unit."""


Rule = RandomRule | ExactRule

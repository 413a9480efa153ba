"""Error rates of whole hunts: of a claim that is true everywhere, and of one that is not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.calibration.measured import Expected, Kind, Row, upper
from peirama.claims.core.calibration.suites import Suite, shortcuts
from peirama.claims.core.judgement import verdict
from peirama.claims.core.ledger import BETA, Ledger
from peirama.claims.core.verdict import Outcome

Array = NDArray[np.float64]
CHUNK = 50  # hunts that share one search
LOOSE = 0.2  # of the screen: else hardly any noise would come to a confirmation
MISSED = 0.01  # violations of two margins that may escape
TWENTY = Ledger(20)  # the suite that statistics section 7 is measured with
UNSUPPORTED = 0.02  # true claims that the cap may leave undecided (statistics, section 2)


@dataclass(frozen=True)
class Hunts:
    """Many hunts of one suite, and the error that is counted at each ledger."""

    suite: Suite
    kind: Kind
    budgets: tuple[Ledger, ...]  # by falling alpha
    levels: tuple[float, ...]
    repetitions: int
    expected: Expected = "pass"

    @property
    def name(self) -> str:
        """The name that keys the streams of the case."""
        return self.suite.name

    @property
    def chunks(self) -> int:
        """Into how many pieces of work the case falls."""
        return -(-self.repetitions // CHUNK)

    def measure(self, seed: int, chunk: int) -> Array:
        """Errors at each ledger, and the candidates that were put to a confirmation."""
        first = chunk * CHUNK
        last = min(first + CHUNK, self.repetitions)
        with shortcuts():
            return np.sum([self._errors(seed, k, chunk) for k in range(first, last)], axis=0)

    def rows(self, sums: Array) -> tuple[Row, ...]:
        """The rows of the case, from the sums of its chunks."""
        candidates = sums[-1] / self.repetitions
        return tuple(
            Row(
                case=self.name,
                rule=f"ladder, {self.suite.rule.side.value}",
                law=self.suite.world.name,
                schedule=self.suite.looks,
                side=self.suite.rule.side.value,
                kind=self.kind,
                direction="low" if min(self.suite.gaps) < 0 else "high",
                gap=max(self.suite.gaps, key=abs),
                level=level,
                repetitions=self.repetitions,
                errors=int(errors),
                rate=errors / self.repetitions,
                bound=upper(int(errors), self.repetitions),
                expected=self.expected,
                note=f"{len(self.suite.gaps)} settings, {candidates:.2f} confirmations a hunt",
            )
            for level, errors in zip(self.levels, sums[:-1].tolist(), strict=True)
        )

    def _errors(self, seed: int, repetition: int, root: int) -> list[float]:
        """What is refuted at one alpha was at every larger one: the same candidates come first."""
        errors = [0.0] * len(self.budgets)
        candidates = 0
        for index, budget in enumerate(self.budgets):
            hunt = self.suite.hunt(budget, seed=seed, repetition=repetition, root=root)
            if index == 0:
                candidates = len(hunt.confirmations)
            outcome = verdict(hunt).outcome
            errors[index] = float(_is_error(self.kind, outcome))
            if outcome is not Outcome.REFUTED:
                break
        return [*errors, float(candidates)]


def true_everywhere(suite: Suite, alphas: tuple[float, ...], repetitions: int) -> Hunts:
    """A claim of one, on the edge of its true zone at every setting: refutations are false."""
    budgets = tuple(Ledger(1, alpha, screen=LOOSE) for alpha in alphas)
    return Hunts(suite, "false refutation", budgets, alphas, repetitions)


def one_of_twenty(
    suite: Suite, kind: Kind, repetitions: int, *, expected: Expected = "pass"
) -> Hunts:
    """A claim in a suite of twenty, by the production levels."""
    level = {"refutation": MISSED, "false support": BETA, "support": UNSUPPORTED}[kind]
    return Hunts(suite, kind, (TWENTY,), (level,), repetitions, expected)


def _is_error(kind: Kind, outcome: Outcome) -> bool:
    return {
        "false refutation": outcome is Outcome.REFUTED,
        "false support": outcome is Outcome.SUPPORTED,
        "refutation": outcome is not Outcome.REFUTED,
        "support": outcome is not Outcome.SUPPORTED,
    }[kind]

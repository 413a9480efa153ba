"""How the suite's error budget is split, and what a claim has spent of it.

A claim is refuted only if two independent stages both refute at level a: by chance with
probability a^2. With C candidates a claim and weights that sum to 1, a = sqrt(alpha w / C)
keeps the probability of any false refutation in the suite below alpha.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

ALPHA = 1e-3  # P(some true claim of the suite is reported REFUTED)
BETA = 1e-2  # P(SUPPORTED | a tried setting violates), for one claim
CANDIDATES = 2  # confirmations a claim may use
SUSPICION = 0.05  # explore, spends nothing
SCREEN = 0.002  # screen, spends nothing
DATA_SETS = 3  # explore, screen and first confirmation may each support a setting


@dataclass(frozen=True)
class Ledger:
    """The error budget of a run, fixed before its first trial.

    Raises ValueError for levels outside (0, 1) or fewer than one claim.
    """

    claims: int  # registered claims with a random clause at this profile, run or not
    alpha: float = ALPHA
    beta: float = BETA
    candidates: int = CANDIDATES
    suspicion: float = SUSPICION  # looser only where calibration wants noise to be confirmed
    screen: float = SCREEN

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "suspicion", "screen"):
            if not 0 < getattr(self, name) < 1:
                raise ValueError(f"{name} must lie between 0 and 1, not {getattr(self, name)}.")
        if self.claims < 1 or self.candidates < 1:
            raise ValueError("A ledger needs at least one claim and one candidate.")

    @property
    def granted(self) -> float:
        """The share of alpha of one claim."""
        return self.alpha / self.claims

    @property
    def stage(self) -> float:
        """The level of one confirmation stage."""
        return math.sqrt(self.granted / self.candidates)

    @property
    def support(self) -> float:
        """The level at which one data set may support a setting."""
        return self.beta / DATA_SETS

    def spent(self, candidates: int) -> float:
        """The share of alpha that so many confirmations have used."""
        return candidates * self.stage**2

    def adjusted(self, first: float, second: float) -> float:
        """The p-value of a claim from its two stages', for the whole suite."""
        return min(1.0, self.candidates * self.claims * max(first, second) ** 2)

"""What is claimed: the vocabulary in which a theorem is written down.

For all settings `given`, what we `observe` is what is `predicted`, as we `decide`.
"""

from peirama.claims.core.check import check
from peirama.claims.core.claim import Claim, Clause, Mutant, Source, Status
from peirama.claims.core.domain import Domain, grid
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.core.plan import Plan
from peirama.claims.core.registry import registry
from peirama.claims.core.rules import (
    AtLeast,
    AtMost,
    Bracket,
    Exact,
    Exponent,
    Frequency,
    MeanWithin,
    Quantile,
    Ratio,
    RatioOfMeans,
    Side,
    Unit,
)
from peirama.claims.core.verdict import Evidence, Observed, Outcome, Reason

__all__ = [
    "AtLeast",
    "AtMost",
    "Bracket",
    "Claim",
    "Clause",
    "Domain",
    "Evidence",
    "Exact",
    "Exponent",
    "Figure",
    "Frequency",
    "MeanWithin",
    "Mutant",
    "Observed",
    "Outcome",
    "Panel",
    "Plan",
    "Quantile",
    "Ratio",
    "RatioOfMeans",
    "Reason",
    "Series",
    "Side",
    "Source",
    "Status",
    "Unit",
    "check",
    "grid",
    "registry",
]

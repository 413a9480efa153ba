"""The decision rules: each a frozen value that holds evidence against a prediction."""

from peirama.claims.core.rules.bracket import Bracket
from peirama.claims.core.rules.exact import Exact
from peirama.claims.core.rules.exponent import Exponent
from peirama.claims.core.rules.frequency import Frequency
from peirama.claims.core.rules.laws import (
    Bounded,
    Law,
    Light,
    Nonnegative,
    bounded,
    light,
    nonnegative,
)
from peirama.claims.core.rules.mean import AtLeast, AtMost, Mean, MeanWithin
from peirama.claims.core.rules.quantile import Quantile
from peirama.claims.core.rules.ratio import Ratio, RatioOfMeans
from peirama.claims.core.rules.reading import Limits, Reading, Side, Unit
from peirama.claims.core.rules.rule import ExactRule, RandomRule, Rule

__all__ = [
    "AtLeast",
    "AtMost",
    "Bounded",
    "Bracket",
    "Exact",
    "ExactRule",
    "Exponent",
    "Frequency",
    "Law",
    "Light",
    "Limits",
    "Mean",
    "MeanWithin",
    "Nonnegative",
    "Quantile",
    "RandomRule",
    "Ratio",
    "RatioOfMeans",
    "Reading",
    "Rule",
    "Side",
    "Unit",
    "bounded",
    "light",
    "nonnegative",
]

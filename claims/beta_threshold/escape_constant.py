"""The constant of the search time: half of all neurons escape before C·d^{p/2 - 1}."""

from __future__ import annotations

from collections.abc import Mapping

import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import paper, search_figures
from peirama.claims.beta_threshold.search_constant import EVEN, by_parity, constant
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Frequency
from peirama.claims.core.verdict import ONLY, Observed, Setting
from peirama.models.seeds import Seeds


def below_predicted(
    *,
    degree: int,
    indices: int,
    dimension: int,
    trials: int,
    seeds: Seeds,
    device: str,
    predicted: Mapping[str, float],
) -> Observed:
    """Whether a neuron's scaled escape time lies below the predicted median (0 or 1)."""
    seen = models.escape.scaled(
        seeds, degree=degree, indices=indices, dimension=dimension, device=device
    )
    guards = {"neurons off the law for their own overlap": (seen.broken, 1)}
    return Observed((seen.times <= predicted[ONLY]).astype(float), guards=guards)


def region(setting: Setting) -> str:
    """The parity of the degree, on which the constant depends."""
    return "odd degree" if setting["degree"] % 2 else "even degree"


given: paper.Drawn = {"degree": st.integers(3, 8), "indices": grid(1, 256, log=True, whole=True)}
given |= {"dimension": grid(1e8, 1e12, log=True, whole=True)}
EXAMPLE = {"degree": 3, "indices": 8, "dimension": 10**8}

escape_constant = Claim(
    name="beta-threshold/escape-constant",
    source=paper.SIMSEK_2025.at("time of the search, orthogonal index vectors"),
    status=Status.SHARPENED,
    statement="For one Hermite component of degree p >= 3 and k orthogonal index vectors, the "
    "median time T to escape (given that a neuron does) satisfies T·d^(1 - p/2) → "
    "1/(p(p - 2) x^(p-2)) as the dimension d grows, x the median of the largest of k overlaps.",
    given=given,
    predicted={ONLY: by_parity()},
    hypotheses={**paper.LOWEST_DEGREE, **paper.ENOUGH_DIMENSIONS},
    observe=below_predicted,
    decide=Frequency(0.05, reference=0.5),
    does_not_show="Nothing about the mean of T, which is infinite, nor about overlapping vectors. "
    "The share of neurons below the constant is tested (it is ½ at the median), within .05.",
    corners=(EXAMPLE, EXAMPLE | {"degree": 4, "dimension": 10**12}),
    mutants=(
        Mutant("one-neuron constant", predicted=constant(sympy.Rational(3, 4))),
        Mutant("parity ignored", predicted=constant(EVEN)),
    ),
    plans={
        "quick": Plan(settings=5, looks=(2048, 4096), given=given | {"indices": st.integers(1, 8)}),
        "ci": Plan(settings=15, looks=(2048, 4096), given=given | {"indices": st.integers(1, 16)}),
        "full": Plan(settings=60, looks=(2048, 4096)),
    },
    region=region,
    figure=search_figures.tails,
)

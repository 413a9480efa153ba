"""Overlaps are all that matters: the flow in R^d, seen through m = V w, is an ODE in R^k.

ṁ = G g'(m) - λ m with λ = Σ_j m_j g'(m_j), G = V Vᵀ, g(t) = Σ_p a_p t^p and a_p = σ_p σ*_p.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import figures, paper
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import Given, grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact
from peirama.claims.core.verdict import Observed
from peirama.models.seeds import Seeds


def deviation(
    *,
    coefficients: Mapping[str, float],
    indices: int,
    overlap: float,
    dimension: int,
    trials: int,
    seeds: Seeds,
    device: str,
    **wrong: bool,
) -> Observed:
    """The largest difference of an overlap between the two flows, along the way of each neuron.

    The numerical error of every trial is the change against a second evaluation with steps twice
    as long, which exceeds the error of the finer one.
    """
    x = np.tile(seeds.normal(indices + 1, dimension), (2, 1, 1))
    step = np.repeat([0.16, 0.32], trials)
    routes = models.routes.follow(
        coefficients, overlap, x[:, 1:], x[:, 0], step=step, device=device, **wrong
    )
    apart = routes.deviation
    fine, coarse = apart[:, :trials].max(0), apart[: (len(apart) + 1) // 2, trials:].max(0)
    return Observed(fine, error=abs(fine - coarse))


def given(highest_dimension: int) -> Given:
    """Up to four components and index vectors, in up to so many dimensions."""
    return {
        "coefficients": paper.mixtures((3, 4, 5, 6)),
        "indices": st.integers(1, 4),
        "overlap": grid(0, 0.9),
        "dimension": grid(6, highest_dimension, log=True, whole=True),
    }


reduction = Claim(
    name="beta-threshold/reduction",
    source=paper.SIMSEK_2025.at("gradient flow on the correlation loss"),
    status=Status.SHARPENED,
    statement=(
        "Under spherical gradient flow on the correlation loss, the overlaps m of a neuron with k "
        "index vectors of equal overlap β follow ṁ = G g'(m) - λ m exactly, in every dimension d: "
        "they deviate by zero, and d enters through the law of m(0) alone."
    ),
    given=given(512),
    predicted=0,
    hypotheses={**paper.POSITIVE_DEGREES, **paper.ACUTE, **paper.ENOUGH_DIMENSIONS},
    observe=deviation,
    decide=Exact(1e-6),
    does_not_show="Nothing about samples or finite steps: both routes use the expected loss.",
    corners=(
        {"coefficients": {"3": 1.0}, "indices": 4, "overlap": 0.3, "dimension": 6},
        {
            "coefficients": {"3": 2.0, "4": 2.0, "5": 2.0, "6": 2.0},
            "indices": 4,
            "overlap": 0.9,
            "dimension": 16,
        },
    ),
    mutants=(
        Mutant("Hermite functions not normalised", observe=partial(deviation, unnormalised=True)),
        Mutant("index vectors not coupled", observe=partial(deviation, coupled=False)),
        Mutant("not projected on the sphere", observe=partial(deviation, projected=False)),
    ),
    plans={
        "quick": Plan(settings=4, given=given(16)),
        "ci": Plan(settings=25, given=given(64)),
    },
    figure=figures.overlaps_in_time,
)

"""Which share of neurons never learns, for two index vectors and odd degree.

A direction is stuck iff its angle to minus the average is below θ*; the share is θ*/π. With
r = β/(1 - β) and S = 1 + 4r + 8r²: tan²θ* = (1 - 3β)/(1 - β) for p = 3, and
((1 + β)/(1 - β)) (1 + √S - 4r)/(1 + √S + 4r) for p = 5; zero where that is negative, above β_c.
"""

from __future__ import annotations

import math
from functools import partial

import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import paper, threshold_figures
from peirama.claims.beta_threshold.paper import degree as p
from peirama.claims.beta_threshold.paper import overlap as beta
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import Domain, grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Frequency
from peirama.claims.core.verdict import Observed, Setting
from peirama.models.seeds import Seeds

SLOW = 0.1  # of β_c: nearer to it the flow slows down, and neurons would be left unfinished

r = beta / (1 - beta)
root = 1 + sympy.sqrt(1 + 4 * r + 8 * r**2)
squared = sympy.Piecewise(
    ((1 - 3 * beta) / (1 - beta), sympy.Eq(p, 3)),
    ((1 + beta) / (1 - beta) * (root - 4 * r) / (root + 4 * r), True),
)
predicted = sympy.atan(sympy.sqrt(sympy.Max(0, squared))) / sympy.pi


def stuck(*, degree: int, overlap: float, trials: int, seeds: Seeds, device: str) -> Observed:
    """Whether a uniform direction in the span ends with negative correlation.

    Its destination is that of a neuron in every dimension, since the degree is one alone.
    """
    flow = models.index_flow.Flow({degree: 1.0}, 2, overlap)
    start = models.stuck.circle(2 * math.pi * seeds.uniform(), device=device)
    ended, unfinished = models.stuck.fate(flow, start)
    guards = {"unfinished": (unfinished.double().cpu().numpy(), 0.0)}
    return Observed(ended.double().cpu().numpy(), guards=guards)


def threshold(degree: int) -> float:
    """β_c for two index vectors."""
    return (degree - 2) / degree


def region(setting: Setting) -> str:
    """On which side of the threshold a setting lies."""
    return "above β_c" if setting["overlap"] >= threshold(setting["degree"]) else "below β_c"


def settings() -> Domain:
    """Degrees 3 and 5, and overlaps that are not near the threshold."""
    drawn = [
        {"degree": degree, "overlap": overlap}
        for degree in (3, 5)
        for overlap in grid(0, 0.9).values
        if abs(overlap / threshold(degree) - 1) >= SLOW
    ]
    text = "degree 3 or 5, overlap from 0 to 0.9 on a grid, at least 10 % off the threshold"
    return Domain(("degree", "overlap"), st.sampled_from(drawn), text)


stuck_neurons = Claim(
    name="beta-threshold/stuck-neurons",
    source=paper.SIMSEK_2025.at("threshold for equiangular index vectors (abstract)"),
    status=Status.OURS,
    statement=(
        "For one Hermite component of degree p = 3 or 5 and two index vectors with overlap β, a "
        "neuron with uniform direction shrinks to the equator and never learns with probability "
        "θ*(p, β)/π, in every dimension: 1/4 at β = 0, and 0 from β_c = (p - 2)/p on."
    ),
    given=settings(),
    predicted=predicted,
    hypotheses={"the degree is 3 or 5": sympy.Eq(p, 3) | sympy.Eq(p, 5), **paper.ACUTE},
    observe=stuck,
    decide=Frequency(delta=0.03),
    does_not_show="Anything for more than two index vectors, for mixtures, or within 10 % of β_c.",
    corners=({"degree": 3, "overlap": 0.4}, {"degree": 5, "overlap": 0.45}),
    mutants=(Mutant("a quarter at every overlap", predicted=sympy.Rational(1, 4)),),
    plans={
        "quick": Plan(settings=4, looks=(2048, 8192)),
        "ci": Plan(settings=15, looks=(2048, 8192)),
        "full": Plan(settings=60, looks=(2048, 8192, 16384)),
    },
    region=region,
    figure=partial(threshold_figures.share_stuck, predicted),
)

"""Where a neuron rests that starts at an index vector, for every degree.

The critical points m = a (1, x, ..., x) solve β/(1 - β) = B(x), with
B(x) = (x + x² + ... + x^{p-2})/(1 + (k - 1) x^{p-1}), and are minima of the loss where B' > 0.
"""

from __future__ import annotations

from fractions import Fraction

import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import paper, threshold_figures
from peirama.claims.beta_threshold.paper import indices as k
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, Unit
from peirama.claims.core.verdict import Observed
from peirama.models.seeds import Seeds

x = sympy.Symbol("ratio", real=True)
NOISE = 1e-10  # off the index vector: far below every ratio, so that the ratio grows from the start
WINDOW = 1e-5  # relative, within which the second evaluation looks; outside, e would be large


def resting_overlap(degree: int) -> sympy.Expr:
    """B/(1 + B) at the ratio x, its sum written out."""
    b = sum(x**i for i in range(1, degree - 1)) / (1 + (k - 1) * x ** (degree - 1))
    return b / (1 + b)


def stays(degree: int, indices: int, ratio: float) -> bool:
    """Whether B' > 0, so that the critical point is a minimum; exactly, in fractions."""
    at = Fraction(ratio)
    total = sum(at**i for i in range(1, degree - 1))
    slope = sum(i * at ** (i - 1) for i in range(1, degree - 1))
    fall = (indices - 1) * at ** (degree - 2)
    return slope * (1 + fall * at) > total * (degree - 1) * fall


def found_overlap(
    *, degree: int, indices: int, ratio: float, trials: int, seeds: Seeds, device: str
) -> Observed:
    """The overlap at which a neuron that starts at an index vector comes to rest at a ratio m₂/m₁.

    Sought again at half the time step; the numerical error is the change and the bracket's width.
    """
    import torch

    noise = NOISE * torch.tensor(seeds.normal(indices), device=device)
    zero = torch.zeros_like(noise[:, 0])
    reaching, step = models.index_branch.reaching, models.index_branch.STEP / 2
    low, high = reaching({degree: 1.0}, noise, ratio, (zero, zero + 1))
    seen = (low + high) / 2
    near = (seen * (1 - WINDOW), seen * (1 + WINDOW))
    again = reaching({degree: 1.0}, noise, ratio, near, rounds=2, step=step, most=1600)
    error = (seen - (again[0] + again[1]) / 2).abs() + (high - low)
    return Observed(seen.cpu().numpy(), error=error.cpu().numpy())


index_branch = Claim(
    name="beta-threshold/index-branch",
    source=paper.SIMSEK_2025.at("threshold for equiangular index vectors (abstract)"),
    status=Status.OURS,
    statement=(
        "For one Hermite component of degree p and k index vectors with equal overlap β, the flow "
        "from an index vector ends beside it at overlaps a (1, x, ..., x) with "
        "β/(1 - β) = B(x) = (x + x² + ... + x^{p-2})/(1 + (k - 1) x^{p-1}), as long as B grows."
    ),
    given={
        "degree": st.integers(3, 8),
        "indices": st.integers(2, 32),
        "ratio": grid(0.02, 0.15, simplest=0.1),
    },
    predicted=resting_overlap,
    formula="B/(1 + B), B = (ratio + ... + ratio**(degree - 2))"
    "/(1 + (indices - 1)*ratio**(degree - 1))",
    hypotheses={
        **paper.LOWEST_DEGREE,
        "there are at least two index vectors": k >= 2,
        "the ratio lies between 0 and 1": (x > 0) & (x < 1),
        "the ratio lies where B grows, so that the critical point is a minimum": stays,
    },
    observe=found_overlap,
    decide=Exact(1e-6, unit=Unit.RELATIVE),
    does_not_show="Where B stops to grow in closed form; for degree 3 see index-minima.",
    corners=(
        {"degree": 3, "indices": 8, "ratio": 0.1},
        {"degree": 5, "indices": 4, "ratio": 0.1},
        {"degree": 8, "indices": 2, "ratio": 0.02},
    ),
    mutants=(Mutant("the index vector stays fixed", predicted=x),),
    plans={"quick": Plan(settings=5), "ci": Plan(settings=25)},
    figure=threshold_figures.branches,
)

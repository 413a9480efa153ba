"""A neuron beside an index vector stays there far beyond the threshold β_c of the average (p = 3).

The critical points m = a (1, x, ..., x) solve β/(1 - β) = B(x) = x/(1 + (k - 1) x²). They are
minima while B grows, so up to x = 1/sqrt(k - 1), where β_SN = 1/(1 + 2 sqrt(k - 1)).
"""

from __future__ import annotations

import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import paper, threshold_figures
from peirama.claims.beta_threshold.paper import degree as p
from peirama.claims.beta_threshold.paper import indices as k
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import Given, grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, Unit
from peirama.claims.core.verdict import Observed
from peirama.models.seeds import Seeds

NOISE = 1e-7  # off the index vector, so that an unstable direction would be seen
SEARCHED = (1e-3, 0.9)  # overlaps among which the neuron must cease to stay


def leaving_overlap(
    *, degree: int, indices: int, trials: int, seeds: Seeds, device: str
) -> Observed:
    """The overlap at which a neuron that starts at an index vector ceases to stay beside it.

    The middle of the last overlap at which it came to rest and the first at which it reached the
    average, in equal ratios; what was unfinished lies between. The numerical error is half of that.
    """
    import torch

    noise = NOISE * torch.tensor(seeds.normal(indices), device=device)
    low, high = models.index_branch.leaving({degree: 1.0}, noise, SEARCHED)
    seen, error = (low + high) / 2, (high - low).abs() / 2
    return Observed(seen.cpu().numpy(), error=error.cpu().numpy())


def up_to(most: int) -> Given:
    """Degree 3 and four index vectors or more: at three the two thresholds are 4 % apart."""
    return {"degree": st.just(3), "indices": grid(4, most, log=True, whole=True)}


index_minima = Claim(
    name="beta-threshold/index-minima",
    source=paper.SIMSEK_2025.at("threshold for equiangular index vectors (abstract)"),
    status=Status.OURS,
    statement=(
        "For the Hermite component of degree 3 and k >= 3 index vectors with equal overlap β, the "
        "loss has a minimum beside each index vector for all β < β_SN = 1/(1 + 2 sqrt(k - 1)), "
        "beyond β_c = 1/(1 + k), from which on the average is one too. The flow from an index "
        "vector ends beside it below β_SN, and at the average above."
    ),
    given=up_to(4096),
    predicted=1 / (1 + 2 * sympy.sqrt(k - 1)),
    hypotheses={
        "the degree is 3": sympy.Eq(p, 3),
        "there are at least three index vectors": k >= 3,
    },
    observe=leaving_overlap,
    decide=Exact(0.04, unit=Unit.RELATIVE),
    does_not_show="Where random neurons end, nor any other degree (for those see index-branch).",
    corners=({"degree": 3, "indices": 8}, {"degree": 3, "indices": 4}),
    mutants=(Mutant("β_c for β_SN", predicted=1 / (1 + k)),),
    plans={
        "quick": Plan(settings=5, given=up_to(64)),
        "ci": Plan(settings=15, given=up_to(512)),
        "full": Plan(settings=60),
    },
    figure=threshold_figures.bifurcation,
)

"""The sharp threshold of the overlap: β_c = (p - 2)/(p - 2 + k).

Along the flow a small tangent step away from the average of the index vectors grows at the rate
r(β) λ with r = (1 - β)(p - 1)/(1 + (k - 1)β) - 1, which is zero at β_c.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import figures, paper
from peirama.claims.beta_threshold.paper import degree as p
from peirama.claims.beta_threshold.paper import indices as k
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact
from peirama.claims.core.verdict import Observed
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor

STEP = 1e-6  # away from the average; the threshold seen is off by at most two thirds of it
WINDOW = 2e-5  # within which the second evaluation looks again; were it outside, e would be large


def turning_overlap(
    *, degree: int, indices: int, trials: int, seeds: Seeds, device: str
) -> Observed:
    """The overlap at which a tangent step of the flow stops to grow, in a random direction a trial.

    Seen again at half the size and half the time step; its bias is linear in the size, so the
    numerical error is twice the change, plus the width of the bracket.
    """
    import torch

    directions = torch.tensor(seeds.normal(indices), device=device)
    zero = torch.zeros_like(directions[:, 0])

    def flow_at(overlap: Tensor) -> Any:
        return models.index_flow.Flow({degree: 1.0}, indices, overlap)

    turn = models.critical_points.turning_point
    low, high = turn(flow_at, directions, (zero, zero + 1), size=STEP)
    seen = (low + high) / 2
    near = ((seen - WINDOW).clamp_min(0), (seen + WINDOW).clamp_max(1))
    again = turn(flow_at, directions, near, size=STEP / 2, step=0.05, rounds=3)
    error = 2 * (seen - (again[0] + again[1]) / 2).abs() + (high - low)
    return Observed(seen.cpu().numpy(), error=error.cpu().numpy())


critical_overlap = Claim(
    name="beta-threshold/critical-overlap",
    source=paper.SIMSEK_2025.at("threshold for equiangular index vectors (abstract)"),
    status=Status.PAPER,
    statement=(
        "For one Hermite component of degree p and k index vectors with equal overlap β, the fixed "
        "point of the flow at the normalised average of the index vectors is a saddle for "
        "β < β_c = c/(c + k) and a minimum of the loss for β > β_c, with c = p - 2."
    ),
    given={"degree": st.integers(3, 12), "indices": grid(2, 256, log=True, whole=True)},
    predicted=(p - 2) / (p - 2 + k),
    hypotheses={**paper.LOWEST_DEGREE, "there are at least two index vectors": k >= 2},
    observe=turning_overlap,
    decide=Exact(5e-6),
    does_not_show="Nothing about where random neurons end, nor about mixtures of degrees.",
    corners=({"degree": 3, "indices": 4}, {"degree": 12, "indices": 2}),
    mutants=(
        Mutant("c = p - 1", predicted=(p - 1) / (p - 1 + k)),
        Mutant("c/(c + 2k)", predicted=(p - 2) / (p - 2 + 2 * k)),
        Mutant("overlap with the average frozen at 1/sqrt(k)", predicted=(p - 2) / (p - 1)),
        Mutant("factor 1 - β forgotten", predicted=(p - 2) / (k - 1)),
    ),
    plans={"quick": Plan(settings=10), "ci": Plan(settings=25)},
    figure=figures.growth_rates,
)

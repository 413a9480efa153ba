"""The sharp threshold of the overlap for two degrees p₁ < p₂, in closed form.

With t the overlap of the average with an index vector and q the mean degree under the weights
p_i a_i t^{p_i}, the threshold solves β = (q - 2)/(q - 2 + k), q = q(t(β)). At a given q this is
a₂/a₁ = ρ(q) = (p₁/p₂) t^{p₁-p₂} (q - p₁)/(p₂ - q), with t² = (1 + (k - 1)β)/k.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import mixture, paper, threshold_figures
from peirama.claims.beta_threshold.mixture import higher_degree as p2
from peirama.claims.beta_threshold.paper import degree as p1
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, Unit
from peirama.claims.core.verdict import Observed
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor

position = sympy.Symbol("position", real=True)
q = p1 + position * (p2 - p1)
STEP = 2e-7  # away from the average: bias and rounding of the ratio are then below 2e-5
SEARCHED = (1e-4, 1e14)  # the ratios of the weights among which the threshold is sought
WINDOW = 1e-3  # of log ratio, in which the second evaluation looks; outside, e would be large


def turning_ratio(
    *,
    degree: int,
    higher_degree: int,
    position: float,
    indices: int,
    trials: int,
    seeds: Seeds,
    device: str,
) -> Observed:
    """The ratio of weights at which a step off the average stops to grow, in a direction a trial.

    Seen again at half the size and half the time step; its bias is linear in the size, so the
    numerical error is twice the change, plus the width of the bracket.
    """
    import torch

    directions = torch.tensor(seeds.normal(indices), device=device)
    zero = torch.zeros_like(directions[:, 0])
    overlap = mixture.overlap_at(degree + position * (higher_degree - degree), indices)

    def flow_at(fall: Tensor) -> Any:  # the average is a saddle at high ratios: search downwards
        weights: dict[int, Any] = {degree: 1.0, higher_degree: torch.exp(-fall)}
        return models.index_flow.Flow(weights, indices, overlap)

    turn = models.critical_points.turning_point
    lowest, highest = np.log(SEARCHED)
    low, high = turn(flow_at, directions, (zero - highest, zero - lowest), size=STEP, rounds=5)
    seen = (low + high) / 2
    near = (seen - WINDOW, seen + WINDOW)
    again = turn(flow_at, directions, near, size=STEP / 2, step=0.05, rounds=3)
    error = 2 * (seen - (again[0] + again[1]) / 2).abs() + (high - low)
    ratio = torch.exp(-seen)
    return Observed(ratio.cpu().numpy(), error=(ratio * error).cpu().numpy())


critical_mixture = Claim(
    name="beta-threshold/critical-mixture",
    source=paper.SIMSEK_2025.at("threshold for equiangular index vectors (abstract)"),
    status=Status.SHARPENED,
    statement=(
        "For Hermite components of two degrees p₁ < p₂ and k index vectors with equal overlap "
        "β = (q - 2)/(q - 2 + k), p₁ < q < p₂, the fixed point of the flow at the normalised "
        "average of the index vectors is a saddle if a_{p₂}/a_{p₁} > ρ(q), and a minimum of the "
        "loss if it is below, with ρ(q) = (p₁/p₂) t^{p₁-p₂} (q - p₁)/(p₂ - q) and "
        "t² = (1 + (k - 1)β)/k. The position of q is (q - p₁)/(p₂ - p₁)."
    ),
    given={
        "degree": st.integers(3, 5),
        "higher_degree": st.integers(6, 12),
        "position": grid(0.1, 0.9, simplest=0.5),
        "indices": grid(2, 64, log=True, whole=True),
    },
    predicted=mixture.ratio_at(q),
    hypotheses={
        **paper.LOWEST_DEGREE,
        **mixture.DEGREES_ASCEND,
        "the position lies between 0 and 1": (position > 0) & (position < 1),
        **mixture.TWO_VECTORS,
    },
    observe=turning_ratio,
    decide=Exact(1e-4, unit=Unit.RELATIVE),
    does_not_show="That given weights have one threshold in β; some have three (re-entrance).",
    corners=(
        {"degree": 3, "higher_degree": 6, "position": 0.6, "indices": 8},
        {"degree": 5, "higher_degree": 6, "position": 0.9, "indices": 64},
        {"degree": 3, "higher_degree": 12, "position": 0.1, "indices": 2},
    ),
    mutants=(
        Mutant(
            "overlap with the average frozen at 1",
            predicted=p1 * (q - p1) / (p2 * (p2 - q)),
        ),
    ),
    plans={"quick": Plan(settings=7), "ci": Plan(settings=25)},
    figure=threshold_figures.effective_degree,
)

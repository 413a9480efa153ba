"""Two degrees p₁ < p₂ may give three thresholds of the overlap instead of one.

The ratio of the weights at which the average turns, ρ(q), is not monotone in the mean degree q,
and so not in β = (q - 2)/(q - 2 + k), iff (p₁ + p₂ - 4)² (k - 1) > 4 (p₁ - 1)(p₂ - 1)(k + 1): the
discriminant of d ln ρ / dq = 0, from t dq/dt = (q - p₁)(p₂ - q).
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import mixture, paper, threshold_figures
from peirama.claims.beta_threshold.mixture import higher_degree as p2
from peirama.claims.beta_threshold.paper import degree as p1
from peirama.claims.beta_threshold.paper import indices as k
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import Domain
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact
from peirama.claims.core.verdict import Observed, Setting
from peirama.models.seeds import Seeds

TIE = 0.01  # relative; nearer to equality roots merge, and nothing is drawn
POINTS = 1000  # even: the middle of an odd grid is the root where there is only one
STEP = 1e-6  # away from the average; the rate is then right to 1e-5, between roots it exceeds 1e-3


def turns(
    *, degree: int, higher_degree: int, indices: int, trials: int, seeds: Seeds, device: str
) -> Observed:
    """How often the average turns as β runs from below the first threshold to above the last.

    Sign changes of the growth of a small step in the flow, in a random direction a trial. They
    all lie where the mean degree is between the two. A count has no numerical error.
    """
    import torch

    ratio = mixture.middle_ratio(degree, higher_degree, indices)
    q = np.linspace(degree - 0.05, higher_degree + 0.05, POINTS)
    overlap = torch.tensor(mixture.overlap_at(q, indices), device=device)[:, None]
    flow = models.index_flow.Flow({degree: 1.0, higher_degree: ratio}, indices, overlap)
    counts = []
    for direction in torch.tensor(seeds.normal(indices), device=device):
        rates = models.critical_points.growth(
            flow, direction.expand(POINTS, -1), size=STEP, steps=10
        )
        signs = torch.sign(rates[rates != 0])
        counts.append(float((signs[1:] != signs[:-1]).sum()))
    return Observed(counts, error=np.zeros(trials))


def criterion(degree: Any, higher_degree: Any, indices: Any) -> tuple[Any, Any]:
    """There are three thresholds iff the first number exceeds the second."""
    left = (degree + higher_degree - 4) ** 2 * (indices - 1)
    return left, 4 * (degree - 1) * (higher_degree - 1) * (indices + 1)


def settings() -> Domain:
    """Triples that are not near a tie of the criterion."""
    names = ("degree", "higher_degree", "indices")
    drawn = []
    for triple in product(range(3, 6), range(10, 27), range(3, 41)):
        left, right = criterion(*triple)
        if abs(left / right - 1) > TIE:
            drawn.append(dict(zip(names, triple, strict=True)))
    text = "degree 3 to 5, higher_degree 10 to 26, indices 3 to 40, off the tie of the criterion"
    return Domain(names, st.sampled_from(drawn), text)


def region(setting: Setting) -> str:
    """On which side of the criterion a setting lies."""
    left, right = criterion(**setting)
    return "three thresholds" if left > right else "one threshold"


re_entrance = Claim(
    name="beta-threshold/re-entrance",
    source=paper.SIMSEK_2025.at("sharp threshold for equiangular index vectors (abstract)"),
    status=Status.SCOPE,
    statement=(
        "For Hermite components of two degrees p₁ < p₂ and k index vectors with equal overlap β, "
        "there are weights at which the average of the index vectors turns three times as β rises "
        "(saddle, minimum, saddle, minimum) iff (p₁ + p₂ - 4)²(k - 1) > 4(p₁ - 1)(p₂ - 1)(k + 1); "
        "else it turns once at all weights."
    ),
    given=settings(),
    predicted=sympy.Piecewise((3, sympy.Gt(*criterion(p1, p2, k))), (1, True)),
    hypotheses={**paper.LOWEST_DEGREE, **mixture.DEGREES_ASCEND, **mixture.TWO_VECTORS},
    observe=turns,
    decide=Exact(0.5),
    does_not_show=(
        "That the paper is wrong: its assumptions may exclude such links. One ratio of weights is "
        "tried at each setting, the middle of those with three thresholds."
    ),
    corners=(
        {"degree": 3, "higher_degree": 16, "indices": 8},
        {"degree": 3, "higher_degree": 12, "indices": 6},
        {"degree": 3, "higher_degree": 12, "indices": 7},
        {"degree": 3, "higher_degree": 26, "indices": 40},
    ),
    mutants=(Mutant("always one", predicted=sympy.Integer(1)),),
    plans={"quick": Plan(settings=10), "ci": Plan(settings=30)},
    region=region,
    figure=threshold_figures.three_zeros,
)

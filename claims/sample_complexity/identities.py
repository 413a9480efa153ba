"""What every constant below rests on: how many harmonics there are, and their flat leverage.

|Φ(x)|² = r0 for every x makes tr S = r0 surely, S = Φ'Φ/n, and E tr (S - I)² = r0 (r0 - 1)/n: one
harmonic fewer than the r0 (r0 + 1)/n of r0 Gaussian features.
"""

from __future__ import annotations

import numpy as np
from sympy import binomial, factorial

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, MeanWithin, Unit
from peirama.claims.core.verdict import Observed
from peirama.claims.sample_complexity import drawn, least_squares_figures, paper
from peirama.claims.sample_complexity.paper import HARMONICS, RANK, degree, dimension, samples
from peirama.models.seeds import Seeds

DESIGNS = 16  # a trial, at ranks below 60: one alone scatters by up to a whole mean
POINTS = 20  # at which the leverage is seen in each trial


def spans(
    *,
    dimension: int,
    degree: int,
    samples: int,
    trials: int,
    seeds: Seeds,
    device: str,
) -> Observed:
    """Ranks at points that all trials share, the leverage farthest from r0, mean tr (S - I)²."""
    import torch

    r0 = models.harmonic_basis.rank(dimension, degree)
    gaussian = seeds.fixed("design").standard_normal((2 * r0, dimension))
    x = torch.tensor(gaussian / np.linalg.norm(gaussian, axis=1, keepdims=True), device=device)
    ranks = [models.harmonic_basis.zonal_rank(x, ls) for ls in ((degree,), range(degree + 1))]
    basis = models.harmonic_basis.draw(
        seeds, dimension=dimension, degrees=range(degree + 1), device=device
    )
    points = models.sphere.points(seeds, dimension, each=POINTS, device=device)
    off = (basis.at(points) ** 2).sum(-1) - r0
    worst = off.gather(1, off.abs().argmax(1, keepdim=True))[:, 0]
    distances = models.harmonic_regression.measured(
        models.harmonic_regression.fluctuation,
        seeds.only(seeds.trials),
        basis,
        samples=samples,
        each=DESIGNS if r0 < 60 else 1,
    )
    return Observed(
        {
            "harmonics": np.full(trials, ranks[0]),
            "rank": np.full(trials, ranks[1]),
            "leverage": (r0 + worst).cpu().numpy(),
            "fluctuation": distances.mean(-1).cpu().numpy(),
        }
    )


identities = Claim(
    name="sample-complexity/identities",
    source=paper.YANG_2025.at("the rank of order d^l0 in the theorem on the minimax rate"),
    status=Status.OURS,
    statement="Harmonics of degree l0 = degree on the sphere of R^d span N(d, l0) dimensions, all "
    "degrees up to l0 span r0, and r0 l0!/d^l0 tends to 1 for d -> oo. An orthonormal basis Φ of "
    "them has |Φ(x)|² = r0 at every x, and E tr (Φ'Φ/n - I)² = r0 (r0 - 1)/n on n samples.",
    given=drawn.fits(1, 8, entries=1e5, also=()),
    predicted={
        "harmonics": HARMONICS,
        "rank": RANK,
        "leverage": RANK,
        "fluctuation": RANK * (RANK - 1) / samples,
    },
    hypotheses={**paper.SPHERE, **paper.SAMPLES},
    observe=spans,
    decide={
        "harmonics": Exact(0.5),
        "rank": Exact(0.5),
        "leverage": Exact(1e-9),
        "fluctuation": MeanWithin(0.05, unit=Unit.RELATIVE),
    },
    does_not_show="Nothing about learning, nor how fast r0 l0!/d^l0 tends to 1: it is still 1.6 "
    "at d = 5, l0 = 2 and 1.15 at d = 20.",
    corners=(
        {"dimension": 8, "degree": 2, "samples": 100},
        {"dimension": 5, "degree": 1, "samples": 4},
        {"dimension": 5, "degree": 3, "samples": 60},
    ),
    mutants=(
        Mutant("rank-as-power", predicted=dimension**degree / factorial(degree), clause="rank"),
        Mutant(
            "unsubtracted-multiplicity",
            predicted=binomial(dimension + degree - 1, degree),
            clause="harmonics",
        ),
        Mutant("leverage-without-constant", predicted=RANK - 1, clause="leverage"),
        Mutant(
            "gaussian-features",
            predicted=RANK * (RANK + 1) / samples,
            clause="fluctuation",
            corners=({"dimension": 6, "degree": 1, "samples": 30},),
        ),
    ),
    plans={
        "quick": Plan(settings=8, given=drawn.fits(1, 8, entries=1e4, also=())),
        "ci": Plan(settings=25),
        "full": Plan(settings=60, given=drawn.fits(1, 8, entries=1e6, also=())),
    },
    figure=least_squares_figures.ranks,
)

"""What the claims on least squares show; each figure takes at most a few seconds to compute."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.sample_complexity import paper
from peirama.models.seeds import Seeds

ERRORS = 3  # standard errors of every interval


def ranks(*, seeds: Seeds, device: str) -> Figure:
    """The rank r0 over d^l0/l0! against d, with its limit, and how far S is from I."""
    dimensions = tuple(sorted({round(3 * 1.25**i) for i in range(28)}))
    lines = []
    for degree in (1, 2, 3):
        limit = float(paper.rate(degree)[0])
        ratios = [models.harmonic_basis.rank(d, degree) / (limit * d**degree) for d in dimensions]
        lines.append(Series(f"l0 = {degree}", dimensions, tuple(ratios)))
    levels = (("limit 1", 1.0),)
    sizes = Panel("dimension d", "r0 l0! / d^l0", tuple(lines), x_scale="log", levels=levels)
    caption = (
        "Left: the number of harmonics over d^l0/l0!, by exact integers. Right: n tr (S - I)²/r0² "
        "at l0 = 1, 256 means of 16 designs with n = 4 r0, ±3 errors: flat leverage leaves r0 - 1 "
        "where Gaussian features would have r0 + 1."
    )
    return Figure((sizes, _distances(seeds, device)), caption)


def _distances(seeds: Seeds, device: str) -> Panel:
    dimensions = (3, 5, 8, 12, 20)
    seen = []
    for d in dimensions:
        basis = models.harmonic_basis.draw(seeds, dimension=d, degrees=(0, 1), device=device)
        found = models.harmonic_regression.measured(
            models.harmonic_regression.fluctuation,
            seeds.only(range(256)),
            basis,
            samples=4 * (d + 1),
            each=16,
        )
        seen.append(found.mean(-1).cpu().numpy() * 4 / (d + 1))
    x = tuple(float(d + 1) for d in dimensions)
    series = (
        measured("measured", x, seen),
        Series("1 - 1/r0", x, tuple(1 - 1 / r for r in x), "line"),
        Series("1 + 1/r0, Gaussian", x, tuple(1 + 1 / r for r in x), "dashed"),
    )
    return Panel("rank r0", "n E tr (S - I)² / r0²", series, x_scale="log")


def measured(
    label: str,
    x: tuple[float, ...],
    values: list[NDArray[np.float64]],  # of each x, (trials,)
) -> Series:
    """Means over trials, with intervals of three standard errors."""
    means = [float(v.mean()) for v in values]
    errors = [ERRORS * float(v.std(ddof=1)) / math.sqrt(len(v)) for v in values]
    low = tuple(m - e for m, e in zip(means, errors, strict=True))
    high = tuple(m + e for m, e in zip(means, errors, strict=True))
    return Series(label, x, tuple(means), "points", low, high)

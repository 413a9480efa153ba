"""The law of the risk over noise vectors, with the bounds that hold with high probability."""

from __future__ import annotations

import math

import numpy as np

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.models.seeds import Seeds

TRIALS = 4000
PLACES = ((10, 1, 44), (6, 2, 108))  # d, l0, n
FAILURES = (0.5, 0.1, 0.01)


def exceedances(*, seeds: Seeds, device: str) -> Figure:
    """How often the risk over s² exceeds a value, with the bound for three probabilities."""
    panels = []
    for dimension, degree, samples in PLACES:
        seen = models.risk_quantiles.draw(
            seeds.only(range(TRIALS)),
            dimension=dimension,
            degree=degree,
            samples=samples,
            device=device,
        )
        risks = np.sort(seen.risk.cpu().numpy())[:: TRIALS // 200]
        share = 1 - np.arange(len(risks)) / len(risks)
        r0 = models.harmonic_basis.rank(dimension, degree)
        bounds = tuple(_bound(r0, samples, p) for p in FAILURES)
        panels.append(
            Panel(
                "risk / s²",
                "share of trials above",
                (
                    Series("measured", tuple(risks.tolist()), tuple(share.tolist()), "steps"),
                    Series("the bound for δ", bounds, FAILURES, "points"),
                    Series(
                        "the mean as bound", (r0 / (samples - r0 + 1),) * 2, (0.005, 1), "dashed"
                    ),
                ),
                y_scale="log",
                title=f"d = {dimension}, l0 = {degree}, n = {samples}: r0 = {r0}",
            )
        )
    caption = (
        f"{TRIALS} designs with one noise vector each. A bound holds where its point lies above "
        "and to the right of the curve; the mean is exceeded in about four trials of ten."
    )
    return Figure(tuple(panels), caption)


def _bound(r0: int, n: int, failure: float) -> float:
    g, t = r0 / n, math.log(1 / failure)
    spread = 2 * math.sqrt(r0 * t) / (1 - g) ** 1.5 + 2 * t / (1 - math.sqrt(g)) ** 2
    return (r0 / (1 - g) + spread) / n

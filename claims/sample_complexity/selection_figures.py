"""How often the right degree is selected, against the number of samples."""

from __future__ import annotations

import numpy as np
from scipy import stats

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.models.seeds import Seeds

TRIALS = 64
LEVEL = 0.01  # of the intervals, which are exact for frequencies
CASES = (  # dimension, weights, noise, threshold
    (8, (0.0, 0.4, 0.6), 0.5, 2.0),
    (10, (0.0, 0.0, 1.0), 0.5, 2.0),
    (40, (0.2, 0.8), 0.5, 2.0),
    (5, (0.0, 0.2, 0.2, 0.6), 0.2, 2.0),
)
FACTORS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)


def frequency_by_samples(*, seeds: Seeds, device: str) -> Figure:
    """The frequency of the right degree against n, and against n/n*, with chi-square curves."""
    plain, collapsed, laws = [], [], []
    for dimension, weights, noise, threshold in CASES:
        degree = len(weights) - 1
        share = weights[-1] / (1 + noise**2)
        size = models.sphere.harmonics(dimension, degree)
        crossing = 1 + (threshold - 1) * size / share
        sizes = [round(factor * crossing) for factor in FACTORS]
        hits = []
        for n in sizes:
            found = models.channel_selection.selected(
                seeds.only(range(TRIALS)),
                dimension=dimension,
                weights=weights,
                channels=degree + 2,
                samples=n,
                noise=noise,
                threshold=threshold,
                device=device,
            )
            hits.append(int((found == degree).sum()))
        label = f"d = {dimension}, l0 = {degree}, n* = {crossing:.0f}"
        plain.append(_counted(label, tuple(map(float, sizes)), hits))
        collapsed.append(_counted(label, tuple(n / crossing for n in sizes), hits))
        if dimension in (8, 40):
            laws.append(_curve(dimension, degree, crossing, share, threshold, size))
    first = Panel("samples n", "frequency of degree l0", tuple(plain), x_scale="log")
    second = Panel("n / n*", "frequency of degree l0", (*collapsed, *laws), x_scale="log")
    caption = (
        f"How often the step selects the target's own degree, in {TRIALS} trials, with exact 99% "
        "intervals; degree, dimension and weights differ. Left: against n. Right: against n/n*, "
        "with the noncentral chi-square law of the statistic."
    )
    return Figure((first, second), caption)


def _counted(label: str, x: tuple[float, ...], hits: list[int]) -> Series:
    k = np.array(hits)
    low = np.nan_to_num(stats.beta.ppf(LEVEL / 2, k, TRIALS - k + 1), nan=0.0)
    high = np.nan_to_num(stats.beta.isf(LEVEL / 2, k + 1, TRIALS - k), nan=1.0)
    y = tuple((k / TRIALS).tolist())
    return Series(label, x, y, "points", tuple(low.tolist()), tuple(high.tolist()))


def _curve(
    dimension: int, degree: int, crossing: float, share: float, threshold: float, size: int
) -> Series:
    dense = np.geomspace(FACTORS[0], FACTORS[-1], 60).tolist()
    law = tuple(
        models.channel_selection.passing(
            dimension, degree, samples=t * crossing, share=share, threshold=threshold
        )
        for t in dense
    )
    return Series(f"χ² law, N = {size}", tuple(dense), law, "line")

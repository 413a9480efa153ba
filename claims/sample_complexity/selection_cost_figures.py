"""What the missing selection of channels costs, against the number of samples."""

from __future__ import annotations

import numpy as np

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.sample_complexity.least_squares_figures import measured
from peirama.models.seeds import Seeds

TRIALS, REPEATS, NOISE = 32, 16, 0.5
DIMENSION, DEGREE, CHANNELS = 6, 2, 3


def risks_by_samples(*, seeds: Seeds, device: str) -> Figure:
    """The risks with and without selection, with the peak where all channels interpolate."""
    r0, r_all = (models.harmonic_basis.rank(DIMENSION, k) for k in (DEGREE, CHANNELS))
    ratios = (0.5, 0.7, 0.85, 0.95, 1, 1.05, 1.2, 1.5, 2, 3, 5, 8, 12)
    sizes = [round(ratio * r_all) for ratio in ratios]
    series = []
    for label, fitted, r in (("all channels", CHANNELS, r_all), ("degrees up to l0", DEGREE, r0)):
        seen = []
        for n in sizes:
            found, _ = models.harmonic_regression.risks(
                seeds.only(range(TRIALS)),
                dimension=DIMENSION,
                weights=(0.1, 0.3, 0.6, 0.0),
                fitted=fitted,
                samples=n,
                noise=NOISE,
                repeats=REPEATS,
                device=device,
            )
            seen.append(found.log().cpu().numpy())
        logs = measured(label, tuple(map(float, sizes)), seen)
        series.append(_exponential(logs))
        dense = np.geomspace(1.02 * r, sizes[-1], 80)
        law = tuple((NOISE**2 * r / (dense - r + 1)).tolist())
        series.append(Series(f"s² r/(n - r + 1), r = {r}", tuple(dense.tolist()), law, "line"))
    axes = ("samples n", "risk (geometric mean)")
    marks = ((f"r_L = {r_all}", float(r_all)),)
    panel = Panel(*axes, tuple(series), x_scale="log", y_scale="log", marks=marks)
    caption = (
        f"d = {DIMENSION}, l0 = {DEGREE}, L = {CHANNELS}, noise {NOISE:g}: geometric means over "
        f"{TRIALS} designs, ±3 errors. With all channels the risk peaks where n is r_L, and stays "
        "above the other for every larger n."
    )
    return Figure((panel,), caption)


def _exponential(logs: Series) -> Series:
    """A series of logarithms, on the scale of the numbers themselves."""
    bounds = (logs.y, logs.low or (), logs.high or ())
    y, low, high = (tuple(np.exp(v).tolist()) for v in bounds)
    return Series(logs.label, logs.x, y, "points", low, high)

"""The sharpness of networks orthogonal to the target, by samples, with the power law claimed."""

from __future__ import annotations

import math

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series, Style
from peirama.claims.flattest_interpolator.paper import ACTIVATIONS, degree
from peirama.models.seeds import Seeds

TRIALS = 16
SAMPLES = (24, 34, 48, 68, 96)
WRONG = {1: (("n^(1/4)", 1 / 4), ("n", 1.0)), 2: (("n^(1/2)", 1 / 2),)}


def ratios_by_samples(*, seeds: Seeds, device: str) -> Figure:
    """Means of the ratio for every activation, for c = 1 and c = 2, laws through the first."""
    panels = []
    for c, law in ((1, "n^(1/2)"), (2, "n^(2/3)")):
        series = [_means(a, seeds, device) for a in ACTIVATIONS if degree(a) == c]
        start = series[0].y[0]
        series.append(_power(law, start, c / (c + 1), "line"))
        series += [_power(name, start, rate, "dashed") for name, rate in WRONG[c]]
        panels.append(
            Panel(
                "samples n",
                "least Υ off the target / Υ of the true network",
                tuple(series),
                x_scale="log",
                y_scale="log",
                title=f"c = {c}",
            )
        )
    caption = (
        f"Single-index target, dimension 2n, width 4n, {TRIALS} trials: means, ±3 errors. Solid "
        "the law claimed, through the first point; dashed wrong laws."
    )
    return Figure(tuple(panels), caption)


def _means(name: str, seeds: Seeds, device: str) -> Series:
    y, low, high = [], [], []
    for n in SAMPLES:
        ratio, _ = models.flattest_fit.gap(
            seeds.only(range(TRIALS)),
            activation=models.activations.named(name),
            target=models.true_networks.TARGETS["single-index"],
            samples=n,
            alignment=0.0,
            device=device,
        )
        mean, error = float(ratio.mean()), 3 * float(ratio.std()) / math.sqrt(TRIALS)
        y.append(mean)
        low.append(mean - error)
        high.append(mean + error)
    return Series(name, tuple(map(float, SAMPLES)), tuple(y), "points", tuple(low), tuple(high))


def _power(label: str, start: float, rate: float, style: Style) -> Series:
    y = tuple(start * (n / SAMPLES[0]) ** rate for n in SAMPLES)
    return Series(label, tuple(map(float, SAMPLES)), y, style)

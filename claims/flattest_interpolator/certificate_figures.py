"""What certifies the flattest networks, and how far they are from the least norm."""

from __future__ import annotations

import numpy as np

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.flattest_interpolator.paper import ACTIVATIONS
from peirama.models.seeds import Seeds

TRIALS, ALIGNMENT = 32, 0.5
SAMPLES = (24, 34, 48, 68)
FLOOR = 1e-16  # gaps at rounding are drawn here


def gaps_by_samples(*, seeds: Seeds, device: str) -> Figure:
    """The gap of every trial, and Υ of the least norm over the least Υ, against n."""
    gaps: list[Series] = []
    ratios: list[Series] = []
    for shift, name in enumerate(ACTIVATIONS):
        x: list[float] = []
        seen: list[float] = []
        means: list[tuple[float, float]] = []
        for n in SAMPLES:
            gap, ratio = _measured(name, n, seeds.only(range(TRIALS)), device)
            x += [n * 1.04**shift] * TRIALS
            seen += np.maximum(gap, FLOOR).tolist()
            means.append((float(ratio.mean()), 3 * float(ratio.std(ddof=1)) / TRIALS**0.5))
        gaps.append(Series(name, tuple(x), tuple(seen)))
        low = tuple(m - e for m, e in means)
        high = tuple(m + e for m, e in means)
        size = tuple(float(n) for n in SAMPLES)
        ratios.append(Series(name, size, tuple(m for m, _ in means), "points", low, high))
    first = Panel(
        "samples n",
        "gap (Υ - D(v))/Υ",
        tuple(gaps),
        x_scale="log",
        y_scale="log",
        levels=(("the most a certificate allows", 1e-6),),
    )
    second = Panel(
        "samples n",
        "Υ of the least norm / least Υ",
        tuple(ratios),
        x_scale="log",
        levels=(("equally flat", 1.0), ("claimed", 1.05)),
    )
    caption = (
        f"Dimension 2n, width 4n, alignment {ALIGNMENT:g}, {TRIALS} trials. Left: every gap, those "
        f"at rounding drawn at {FLOOR:g}; the activations are drawn beside each other. Right: "
        "means, ±3 errors."
    )
    return Figure((first, second), caption)


def _measured(name: str, n: int, seeds: Seeds, device: str) -> tuple[np.ndarray, np.ndarray]:
    sampled, inner = models.flattest_fit.aligned(
        seeds,
        activation=models.activations.named(name),
        target=models.true_networks.TARGETS["single-index"],
        samples=n,
        dimension=2 * n,
        width=4 * n,
        alignment=ALIGNMENT,
        device=device,
    )
    found = sampled.flattest(inner)
    least = sampled.certified(inner, sampled.least_norm(inner), found.dual)
    return found.gap.cpu().numpy(), (least.sharpness / found.sharpness).cpu().numpy()

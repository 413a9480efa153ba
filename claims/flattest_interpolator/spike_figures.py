"""One large outer weight: how much sharper it is, and how far from balanced, against the width."""

from __future__ import annotations

from typing import Any

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.models.seeds import Seeds

SPIKES = (0.1, 0.5, 1.0)
WIDTHS = tuple(2**k for k in range(6, 16))
HOMOGENEITY = 2


def flat_and_unbalanced(*, seeds: Seeds, device: str) -> Figure:
    """Υ over that of equal weights, and the largest weight times the width."""
    sharper: list[Series] = []
    largest: list[Series] = []
    x = tuple(map(float, WIDTHS))
    for spike in SPIKES:
        seen = [_measured(spike, width, seeds.only(range(1)), device) for width in WIDTHS]
        label = f"spike {spike:g}"
        sharper.append(Series(label, x, tuple(ratio for ratio, _ in seen)))
        largest.append(Series(label, x, tuple(weight for _, weight in seen)))
    bounds = tuple((f"1 + {spike:g}^(4/3)", 1 + spike ** (4 / 3)) for spike in SPIKES)
    line = tuple(0.5 * width**0.75 for width in WIDTHS)
    largest.append(Series("0.5 m^(3/4)", x, line, "line"))
    largest.append(Series("order 1/m, as literally stated", x, (1.0,) * len(x), "dashed"))
    first = Panel("width m", "Υ / Υ of equal weights", tuple(sharper), x_scale="log", levels=bounds)
    second = Panel("width m", "m |a|_inf", tuple(largest), x_scale="log", y_scale="log")
    caption = (
        "c = 2, from features on 12 random samples. Left: one large weight costs a bounded factor "
        "of sharpness, below the dashed limits. Right: the largest weight over 1/m has no bound."
    )
    return Figure((first, second), caption)


def _measured(spike: float, width: int, seeds: Seeds, device: str) -> tuple[float, float]:
    sigma = models.activations.named("quadratic")
    first = models.spiked.first_weight(spike, width, HOMOGENEITY)
    fits: list[Any] = [
        models.spiked.fits(
            sigma,
            seeds.only(seeds.trials),
            outer=models.spiked.split(a, width),
            samples=12,
            dimension=5,
            device=device,
        )
        for a in (first, 1 / width)
    ]
    sharp, flat = (
        float(models.sharpness.least_trace(sigma, fit.network, fit.x, loss_scale=0.5))
        for fit in fits
    )
    return sharp / flat, float(models.spiked.unbalance(fits[0]))

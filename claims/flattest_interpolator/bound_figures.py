"""How far the network of the target's own neurons lies above the universal bound."""

from __future__ import annotations

import math

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.flattest_interpolator.bound_limits import limit
from peirama.models.seeds import Seeds

TRIALS, SAMPLES = 32, 2000
DIMENSIONS = (2, 3, 5, 10, 20, 50, 200, 1000)


def matched_by_dimension(*, seeds: Seeds, device: str) -> Figure:
    """Υ/LB of the matched network against the dimension, with its limit."""
    x = tuple(map(float, DIMENSIONS))
    series = []
    for name in ("relu", "quadratic"):
        sigma = models.activations.named(name)
        means, errors = [], []
        for d in DIMENSIONS:
            found = models.universal_bound.matched_ratios(
                sigma, seeds.only(range(TRIALS)), dimension=d, samples=SAMPLES, device=device
            )
            seen = found.cpu().numpy()
            means.append(float(seen.mean()))
            errors.append(3 * float(seen.std(ddof=1)) / math.sqrt(TRIALS))
        low = tuple(m - e for m, e in zip(means, errors, strict=True))
        high = tuple(m + e for m, e in zip(means, errors, strict=True))
        series.append(Series(name, x, tuple(means), "points", low, high))
        law = tuple(float(limit(name, d)) for d in DIMENSIONS)
        series.append(Series(f"{name}, predicted", x, law, "line"))
    levels = (("the bound", 1.0),)
    panel = Panel("dimension d", "Υ / LB", tuple(series), x_scale="log", levels=levels)
    caption = (
        f"The matched network on {SAMPLES} samples, {TRIALS} trials, ±3 errors. No interpolator is "
        "below 1, and this one is a constant factor above it in every dimension."
    )
    return Figure((panel,), caption)

"""How much sharper networks are that miss the target, and what loss they cannot avoid."""

from __future__ import annotations

from typing import Any

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.core.prediction import rational
from peirama.claims.flattest_interpolator import floors
from peirama.claims.flattest_interpolator.paper import alignment
from peirama.models.seeds import Seeds

TRIALS, DIMENSION, ACTIVATION = 16, 40, "relu"
SAMPLES = (24, 34, 48, 68, 96)
PROJECTIONS = (0.0, 0.5, 0.9)


def certified_by_samples(*, seeds: Seeds, device: str) -> Figure:
    """D(v) over the sharpness of the true network, and the excess, against n."""
    sharper: list[Series] = []
    losses: list[Series] = []
    levels: list[tuple[str, float]] = []
    x = tuple(float(n) for n in SAMPLES)
    for rho in PROJECTIONS:
        seen = [_measured(n, rho, seeds.only(range(TRIALS)), device) for n in SAMPLES]
        label = f"ρ = {rho:g}"
        sharper.append(_spread(label, x, [each[0] for each in seen]))
        losses.append(_spread(label, x, [each[1] for each in seen]))
        floor = floors.missed_span(ACTIVATION).subs(alignment, rational(rho))
        levels.append((f"floor at {label}", float(floor)))
    by_mean = tuple(min(_measured(n, 0.0, seeds.only(range(TRIALS)), device)[2]) for n in SAMPLES)
    sharper.append(Series("ρ = 0, v = y - E[y | P x]", x, by_mean, "dashed"))
    first = Panel(
        "samples n",
        "certified Υ / Υ of the true network",
        tuple(sharper),
        x_scale="log",
        y_scale="log",
        levels=(("equally flat", 1.0),),
    )
    second = Panel(
        "samples n",
        "excess loss",
        tuple(losses),
        x_scale="log",
        y_scale="log",
        levels=tuple(levels),
    )
    caption = (
        f"{ACTIVATION}, dimension {DIMENSION}, width 2n, {TRIALS} trials: medians, bars from the "
        "smallest to the largest. Left: proved by the solver's dual vector; dashed the smallest "
        "by the part of the labels that the span cannot know. Right: with the floors."
    )
    return Figure((first, second), caption)


def _spread(label: str, x: tuple[float, ...], seen: list[list[float]]) -> Series:
    middle = tuple(sorted(each)[len(each) // 2] for each in seen)
    return Series(label, x, middle, "points", tuple(map(min, seen)), tuple(map(max, seen)))


def _measured(n: int, rho: float, seeds: Seeds, device: str) -> tuple[list[float], ...]:
    sigma = models.activations.named(ACTIVATION)
    place: Any = {"dimension": DIMENSION, "device": device}
    target = models.true_networks.TARGETS["single-index"]
    sampled = models.flattest_fit.draw(seeds, activation=sigma, target=target, samples=n, **place)
    inner = models.missed_spans.neurons(seeds, width=2 * n, projection=rho, **place)
    found = sampled.flattest(inner)
    true = sampled.true_sharpness(width=2 * n)
    rest = sampled.y - models.missed_spans.conditional_mean(sigma, sampled.x, projection=rho)
    shown = sampled.certified(inner, found.outer, rest).lower
    parts = (found.lower / true, sampled.excess(inner, found.outer), shown / true)
    return tuple(part.cpu().tolist() for part in parts)

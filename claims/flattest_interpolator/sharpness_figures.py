"""What the claims on the trace and on rescalings show."""

from __future__ import annotations

from typing import Any

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.core.prediction import evaluate
from peirama.claims.flattest_interpolator import forms, mean_trace, paper
from peirama.models.seeds import Seeds


def traces(*, seeds: Seeds, device: str) -> Figure:
    """Traces of Hessians against the formula, and their mean over draws against the width."""
    return Figure(
        (_identity(seeds, device), _means(seeds, device)),
        "Left, each point is a network whose labels are fitted exactly. Right, the lines are the "
        "predicted means, the points averages over 64 draws of 512 samples with three errors.",
    )


def _identity(seeds: Seeds, device: str) -> Panel:
    series = []
    for name in paper.ACTIVATIONS:
        sigma, some = models.activations.named(name), seeds.only(range(12))
        fit = models.drawn_networks.least_norm(
            sigma, some, samples=6, dimension=5, width=14, device=device
        )
        formula = models.sharpness.trace(sigma, fit.network, fit.x, loss_scale=0.5)
        seen = models.sharpness.hessian_trace(sigma, *fit, loss_scale=0.5)
        series.append(Series(name, tuple(formula.tolist()), tuple(seen.tolist())))
    low, high = (f(v for s in series for v in s.x) for f in (min, max))
    line = Series("equal", (low, high), (low, high), "line")
    axes = ("2κ Σ (A + a² B)", "trace of the Hessian")
    return Panel(*axes, (line, *series), x_scale="log", y_scale="log")


def _means(seeds: Seeds, device: str) -> Panel:
    widths = (2, 4, 8, 16, 32, 64)
    x, series = tuple(float(m) for m in widths), []
    for name in ("relu", "quadratic"):
        setting: Any = {"dimension": 8, "loss_scale": 0.5}
        mean = mean_trace.expected(name)
        line = tuple(float(evaluate(mean, {**setting, "width": m})) for m in widths)
        found = [_drawn(name, m, seeds.only(range(64)), device) for m in widths]
        y, error = (tuple(column) for column in zip(*found, strict=True))
        low, high = (tuple(v + k * e for v, e in zip(y, error, strict=True)) for k in (-3, 3))
        series += [
            Series(f"{name}, predicted", x, line, "line"),
            Series(name, x, y, "points", low, high),
        ]
    return Panel("width m, d = 8", "mean trace", tuple(series), x_scale="log", y_scale="log")


def _drawn(name: str, width: int, seeds: Seeds, device: str) -> tuple[float, float]:
    """The mean trace of equal weights, and its standard error."""
    sigma = models.activations.named(name)
    fit = models.drawn_networks.equal_weights(
        sigma, seeds, samples=512, dimension=8, width=width, device=device
    )
    values = models.sharpness.trace(sigma, fit.network, fit.x, loss_scale=0.5)
    return float(values.mean()), float(values.std()) / len(values) ** 0.5


def rescalings(*, seeds: Seeds, device: str) -> Figure:
    """The trace of one function against the scale of its inner weights, from three networks."""
    panels = tuple(_orbit(name, seeds, device) for name in ("relu", "quadratic"))
    return Figure(
        panels,
        "Every point is the same function. The least-norm fit and a rescaled copy of it trace "
        "curves that stay above Υ, which is the same for both; the flattest touches it at s = 1.",
    )


def _orbit(name: str, seeds: Seeds, device: str) -> Panel:
    sigma, orbit = models.activations.named(name), models.rescaling
    fit = models.drawn_networks.least_norm(
        sigma, seeds.only(range(1)), samples=6, dimension=5, width=14, device=device
    )
    starts = {
        "flattest": orbit.flattest(sigma, fit.network, fit.x),
        "least norm": fit.network,
        "least norm, rescaled": orbit.moved(sigma, fit.network, seeds.only(range(1))),
    }
    scales = tuple(10 ** (i / 5) for i in range(-5, 6))
    series = []
    for label, start in starts.items():
        networks = [orbit.scaled(sigma, start, s) for s in scales]
        hessians = [
            models.sharpness.hessian_trace(sigma, n, fit.x, fit.y, loss_scale=0.5) for n in networks
        ]
        series.append(Series(label, scales, tuple(float(h) for h in hessians)))
    least = float(models.sharpness.least_trace(sigma, fit.network, fit.x, loss_scale=0.5))
    law = tuple(least * forms.profile(s, sigma.homogeneity) for s in scales)
    line = Series("Υ (s^2c + c s^-2)/(1 + c)", scales, law, "line")
    axes = ("scale s of all inner weights", "trace of the Hessian")
    levels = (("Υ", least),)
    return Panel(*axes, (line, *series), x_scale="log", y_scale="log", title=name, levels=levels)

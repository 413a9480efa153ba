"""What the claims on least squares show; each figure takes at most a few seconds to compute."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from sympy import Rational, factorial

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


def above_the_floor(*, seeds: Seeds, device: str) -> Figure:
    """The mean of tr G over its floor against n/r0, with what a Gaussian design would have."""
    ratios = (2, 2.5, 3, 4, 6, 8, 12)
    panels = []
    for dimension, degree in ((10, 1), (8, 2)):
        r0 = models.harmonic_basis.rank(dimension, degree)
        basis = models.harmonic_basis.draw(
            seeds, dimension=dimension, degrees=range(degree + 1), device=device
        )
        sizes = [round(ratio * r0) for ratio in ratios]
        seen = []
        for n in sizes:
            variances = models.harmonic_regression.measured(
                models.harmonic_regression.variance,
                seeds.only(range(128)),
                basis,
                samples=n,
                each=4,
            )
            seen.append(variances.mean(-1).cpu().numpy() * (n - r0 + 1) / r0)
        x = tuple(n / r0 for n in sizes)
        dense = tuple(np.geomspace(2, 12, 40).tolist())
        gaussian = tuple((t * r0 - r0 + 1) / (t * r0 - r0 - 1) for t in dense)
        series = (
            measured("mean, 128 × 4 designs, ±3 errors", x, seen),
            Series("Gaussian design", dense, gaussian, "dashed"),
        )
        title = f"d = {dimension}, l0 = {degree}: r0 = {r0}"
        floor = (("floor", 1.0),)
        axes = ("samples n / r0", "E tr G · (n - r0 + 1) / r0")
        panels.append(Panel(*axes, series, x_scale="log", title=title, levels=floor))
    caption = (
        "The mean variance of least squares stays above its floor and comes down to it. The "
        "formula of a Gaussian design, r0/(n - r0 - 1), is no floor: at degree 1 the sphere lies "
        "below it."
    )
    return Figure(tuple(panels), caption)


def risk_by_samples(*, seeds: Seeds, device: str) -> Figure:
    """The risk against n in three dimensions, and over the predicted one."""
    curves, over = [], []
    for dimension in (6, 8, 11):
        r0 = models.harmonic_basis.rank(dimension, 2)
        sizes = [round(ratio * r0) for ratio in (2, 3, 4, 6, 10, 16)]
        seen = [_risks(seeds, dimension, n, device) for n in sizes]
        x, dense = tuple(map(float, sizes)), tuple(np.geomspace(sizes[0], sizes[-1], 40).tolist())
        curves.append(measured(f"d = {dimension}", x, seen))
        line = tuple(r0 / (n - r0 + 1) for n in dense)
        curves.append(Series(f"predicted, r0 = {r0}", dense, line, "line"))
        ratios = [risks * (n - r0 + 1) / r0 for risks, n in zip(seen, sizes, strict=True)]
        over.append(measured(f"d = {dimension}", tuple(n / r0 for n in sizes), ratios))
    first = Panel("samples n", "risk / s²", tuple(curves), x_scale="log", y_scale="log")
    band = (("0.98", 0.98), ("1.04", 1.04))
    axes = ("samples n / r0", "risk / predicted")
    second = Panel(*axes, tuple(over), x_scale="log", levels=band)
    caption = (
        "Degree 2, 32 designs with 64 noise vectors each, ±3 errors. From n = 6 r0 on the ratio "
        "lies between the dashed lines, which the claim puts to the test; for n -> oo and then "
        "d -> oo, n R/(s² d²) tends to 1/2."
    )
    return Figure((first, second), caption)


def samples_by_accuracy(*, seeds: Seeds, device: str) -> Figure:
    """The samples that a risk ε needs against s²/ε, and the paper's order of them against d."""
    ratios = (2.5, 5, 10, 20, 40)
    dense = tuple(np.geomspace(ratios[0], ratios[-1], 40).tolist())
    lines = []
    for dimension in (6, 11):
        r0 = models.harmonic_basis.rank(dimension, 2)
        needed = [r0 * (1 + ratio) - 1 for ratio in ratios]
        runs = [_risks(seeds, dimension, math.ceil(n), device) for n in needed]
        seen = [  # the risk falls like 1/(n - r0 + 1): the n at which it is 1/ratio
            ratio * risks * (math.ceil(n) - r0 + 1) + r0 - 1
            for ratio, risks, n in zip(ratios, runs, needed, strict=True)
        ]
        lines.append(measured(f"d = {dimension}", tuple(map(float, ratios)), seen))
        law = tuple(r0 * (1 + ratio) - 1 for ratio in dense)
        lines.append(Series("r0 (1 + s²/ε) - 1", dense, law, "line"))
        square = tuple(r0 * (1 + ratio**2) - 1 for ratio in dense)
        lines.append(Series("r0 (1 + s⁴/ε²) - 1", dense, square, "dashed"))
    first = Panel("s² / ε", "samples n", tuple(lines), x_scale="log", y_scale="log")
    caption = (
        "Left: where the mean risk of least squares at degree 2 is ε, from 32 designs near the "
        "predicted n, ±3 errors; a square of 1/ε is not needed. Right: the paper's order, at s = 1 "
        "and ε = 0.1, with its limit s² + ε."
    )
    return Figure((first, _orders()), caption)


def _orders() -> Panel:
    """The samples for ε = 0.1 over d^l0/(l0! ε) at noise 1, against d."""
    at = {paper.noise: 1, paper.accuracy: Rational(1, 10)}
    dimensions = tuple(sorted({round(3 * 1.25**i) for i in range(28)}))
    lines, limits = [], set()
    for degree in (1, 2, 3):
        share = paper.NEEDED.subs({**at, paper.degree: degree}) / 10 * factorial(degree)
        y = tuple(float(share.subs(paper.dimension, d) / d**degree) for d in dimensions)
        lines.append(Series(f"l0 = {degree}", dimensions, y))
        limits.add(float(paper.rate(degree)[2].subs(at) * factorial(degree)))
    (limit,) = limits
    levels = ((f"limit {limit:g}", limit),)
    return Panel("dimension d", "ε n l0! / d^l0", tuple(lines), x_scale="log", levels=levels)


def _risks(seeds: Seeds, dimension: int, n: int, device: str) -> NDArray[np.float64]:
    """Risks at degree 2 and noise 1, (32,)."""
    found, _ = models.harmonic_regression.risks(
        seeds.only(range(32)),
        dimension=dimension,
        weights=(0.1, 0.3, 0.6),
        fitted=2,
        samples=n,
        noise=1.0,
        repeats=64,
        device=device,
    )
    return np.asarray(found.cpu().numpy())


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

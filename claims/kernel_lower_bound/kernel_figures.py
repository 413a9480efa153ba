"""What the claims on kernels show; each figure takes at most a few seconds to compute."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.core.prediction import evaluate
from peirama.models.seeds import Seeds


def energies(*, seeds: Seeds, device: str) -> Figure:
    """Hermite energies of the absolute value against order, beside two power laws."""
    k = tuple(float(i) for i in range(1, 51))
    seen = tuple(models.arccosine.energy(2 * int(i)) for i in k)
    law = tuple(i**-2.5 / (2 * math.pi**1.5) for i in k)
    cubic = tuple(seen[1] * (i / 2) ** -3 for i in k)
    series = (
        Series("e_2k", k, seen),
        Series("k^(-5/2) / (2 π^(3/2))", k, law, "line"),
        Series("k^-3, as remarked in the paper", k, cubic, "dashed"),
    )
    panel = Panel("k", "energy of |t| in degree 2k", series, x_scale="log", y_scale="log")
    return Figure((panel,), "The energies fall like k^(-5/2), more slowly than k^-3.")


def approach(limit: Callable[[int], Any], *, seeds: Seeds, device: str) -> Figure:
    """The product d B(d, d^p) against d for p = 1 to 5, with the limit of each."""
    dimensions = tuple(2**i for i in range(3, 15))
    lines, levels = [], []
    for power in (1, 2, 3, 4, 5):
        values = tuple(d * models.arccosine.bound(d, d**power, 1.5) for d in dimensions)
        x = tuple(float(d) for d in dimensions)
        lines.append(Series(f"N = d^{power}", x, values, "line"))
        levels.append((f"c_{power}", float(evaluate(limit(power), {"spread": 1.5}))))
    panel = Panel(
        x="dimension d",
        y="d B(d, N, spread 1.5)",
        series=tuple(lines),
        x_scale="log",
        levels=tuple(levels),
    )
    return Figure((panel,), "What every kernel misses, times d, tends to a positive constant.")


def zonal_spans(missed: Callable[..., float], *, seeds: Seeds, device: str) -> Figure:
    """What spans of zonal quartics miss in dimension 6, against their size, to the last."""
    dimension, every = 6, models.sphere.harmonics(6, 4)
    sizes = (*range(2, every + 1, 8), every + 1)
    drawn = seeds.fixed("figure").standard_normal((every, dimension))
    seen, low, high = [], [], []
    for size in sizes:
        values = models.quartics.missed(
            drawn[: size - 1], seeds.only(range(128)), spread=1.0, device=device
        )
        error = 3 * float(values.std(ddof=1)) / math.sqrt(len(values))
        seen.append(float(values.mean()))
        low.append(seen[-1] - error)
        high.append(seen[-1] + error)
    x = tuple(float(size) for size in sizes)
    line = tuple(missed(dimension, size, 1.0) for size in sizes)
    measured = Series("128 draws, ±3 errors", x, tuple(seen), "points", tuple(low), tuple(high))
    panel = Panel("N", "missed of E f²", (Series("predicted", x, line, "line"), measured))
    return Figure((panel,), "Each new zonal quartic explains λ_4, until all N_4 are spanned.")


def parities(*, seeds: Seeds, device: str) -> Figure:
    """Fourier energy by the size of the set in dimension 8, for blocks of 2 and 4."""
    import torch

    dimension = 8
    x = torch.tensor(abs(seeds.only(range(64)).normal(dimension)), device=device)
    sizes = [i.bit_count() for i in range(2**dimension)]
    panels = []
    for block in (2, 4):
        series = []
        for label, spread in (("equal weights", 1.0), ("spread 3", 3.0)):
            a = models.arccosine.weights(dimension, spread).reshape(-1, block)
            weights = torch.tensor(a, device=device)
            all_sets = [models.parity.spectrum(row.reshape(-1, block), weights) for row in x]
            energy = (torch.stack(all_sets) ** 2).mean(0).tolist()
            by_size = [0.0] * (dimension + 1)
            for size, value in zip(sizes, energy, strict=True):
                by_size[size] += value
            shown = tuple(max(by_size[n], 1e-20) for n in range(0, dimension + 1, 2))
            series.append(Series(label, tuple(float(n) for n in range(0, 9, 2)), shown))
        axes = ("size of the set", "energy, at least 1e-20")
        panels.append(Panel(*axes, tuple(series), y_scale="log", title=f"blocks of {block}"))
    return Figure(tuple(panels), "Equal weights cancel at size 2 for blocks of 2, not at 4 for 4.")


def above_the_bound(*, seeds: Seeds, device: str) -> Figure:
    """Loss times d against N in dimension 8 for all kernels; each label says how near it came."""
    dimension, sizes, some = 8, (4, 16, 64), seeds.only(range(8))
    bounds = [models.arccosine.bound(dimension, n, 1.0) for n in sizes]
    x = tuple(float(n) for n in sizes)
    lower = tuple(dimension * b for b in bounds)
    lines = [Series("B: no kernel is below", x, lower, "line")]
    for name, family in models.kernels.FAMILIES.items():
        found = [
            models.ridge.losses(
                family, some, dimension=dimension, samples=n, spread=1.0, device=device
            ).mean()
            for n in sizes
        ]
        nearest = min(loss / b for loss, b in zip(found, bounds, strict=True))
        label = f"{name}, {nearest:.2f} B at the nearest"
        lines.append(Series(label, x, tuple(dimension * float(loss) for loss in found)))
    panel = Panel("samples N", "d · loss, d = 8", tuple(lines), x_scale="log", y_scale="log")
    return Figure((panel,), "Eight designs a point: kernels fixed in advance stay above B.")

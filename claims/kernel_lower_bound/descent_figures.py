"""What the claims on gradient descent show, each against the bound on every kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor

    from peirama.models.truncated_descent import Loss
    from peirama.models.two_layer import Population

ORDERS = (0, 2, 4, 6)
TINY = 1e-9  # what a logarithmic axis shows of an order that has vanished


def orders_in_time(*, seeds: Seeds, device: str) -> Figure:
    """Orders 0, 2, 4, 6 of d times the loss against steps: two widths, samples and population."""
    import torch

    d, samples, steps = 10, 400, np.unique(np.geomspace(5, 2000, 24).astype(int))
    population = models.two_layer.basis(d, "absolute", device=device)
    one = seeds.only(range(1))
    inputs = torch.tensor(one.normal(samples, d), device=device)
    labels = inputs.abs().mean(-1)
    sample = models.two_layer_sample.Sample(population.activation, inputs, labels)
    panels = []
    for title, loss in ((f"{samples} samples", sample), ("population", population)):
        for width in (20, 33):
            start = models.two_layer.draw(
                one.only(range(1)), width=width, dimension=d, device=device
            )
            split = _followed(loss, start, steps, population, step=0.3)
            bound = d * models.arccosine.bound(d, d**2, 1)
            panels.append(
                Panel(
                    "steps of 0.3",
                    "d × population loss, by order",
                    _lines(d * split, steps),
                    "log",
                    "log",
                    title=f"{width} neurons, {title}",
                    levels=(("d B(d, d², 1)", bound), ("a tenth of it", bound / 10)),
                )
            )
    return Figure(
        tuple(panels),
        f"One run each, d = {d}. On the population loss m = 2d and m = 3.3d both leave the plateau "
        "of order 4; a small sample makes it long, and the longer the fewer neurons.",
    )


def loss_by_dimension(*, seeds: Seeds, device: str) -> Figure:
    """Final losses of gradient descent, times d, against d, below the bound."""
    dimensions = (4, 6, 8, 10)
    ends = np.array(
        [
            d
            * models.truncated_descent.two_stages(
                seeds.only(range(8)),
                dimension=d,
                width=4 * d,
                steps=20 * d**2,
                caps=(8, 32),
                device=device,
            )
            .cpu()
            .numpy()
            for d in dimensions
        ]
    )
    ends.sort(axis=1)
    bound = tuple(d * models.arccosine.bound(d, d**2, 1) for d in dimensions)
    middle, low, high = (
        tuple(row.tolist()) for row in (np.median(ends, 1), ends[:, 0], ends[:, -1])
    )
    series = (
        Series("gradient descent, median and range of 8", dimensions, middle, "points", low, high),
        Series("no kernel with N = d² is below", dimensions, bound, "line"),
    )
    panel = Panel("dimension d", "d × population loss", series, "log", "log")
    caption = (
        "Gradient descent falls faster than 1/d, B(d, d²) does not. The exponent is set by the "
        "schedule (20 d² steps in each stage): the late loss falls like the inverse square of time."
    )
    return Figure((panel,), caption)


def plateau(*, seeds: Seeds, device: str) -> Figure:
    """Orders 0, 2, 4, 6 of the loss of a ReLU student against steps, with the bound B(d, 1)."""
    d, steps = 8, np.unique(np.geomspace(1, 4000, 40).astype(int))
    loss = models.two_layer.basis(d, "relu", device=device)
    start = models.two_layer.draw(seeds.only(range(1)), width=16 * d, dimension=d, device=device)
    split = _followed(loss, start, steps, loss, step=0.2)
    panel = Panel(
        "steps of 0.2",
        "population loss, by order",
        _lines(split, steps),
        "log",
        "log",
        levels=(("B(d, 1)", models.arccosine.bound(d, 1, 1)),),
    )
    caption = (
        f"One run, d = {d}, m = 16d. Orders 0 and 2 fall at once; orders from 4 on wait on a "
        "plateau of height B(d, 1), what one kernel feature misses, and then fall together."
    )
    return Figure((panel,), caption)


def loss_by_samples(*, seeds: Seeds, device: str) -> Figure:
    """Losses of gradient descent and of good kernels, times d, against N, and the bound."""
    d, sizes = 6, (36, 88, 216)
    few_and_many = (36, 216)
    ends = [
        models.two_layer_sample.trained(
            seeds.only(range(1)),
            dimension=d,
            samples=n,
            width=8 * d,
            steps=8000,
            device=device,
        )
        for n in few_and_many
    ]
    series = [Series("gradient descent, one run", few_and_many, tuple(d * float(x) for x in ends))]
    for name in ("radial_p4", "even_arccos"):
        missed = [
            models.ridge.losses(
                models.kernels.FAMILIES[name],
                seeds.only(range(8)),
                dimension=d,
                samples=n,
                spread=1.0,
                device=device,
            ).mean()
            for n in sizes
        ]
        series.append(Series(f"kernel {name}", sizes, tuple(d * float(x) for x in missed)))
    dense = tuple(range(24, 241, 8))
    bound = tuple(d * models.arccosine.bound(d, n, 1) for n in dense)
    series.append(Series("no kernel is below", dense, bound, "line"))
    panel = Panel("samples N", "d × population loss", tuple(series), "log", "log")
    caption = (
        f"At d = {d}. On d² samples gradient descent overfits and kernels win; on d³ it is below "
        "the bound that no kernel passes. Kernels: mean of 8 samples with 4 rotated teachers each."
    )
    return Figure((panel,), caption)


def _lines(split: NDArray[np.float64], steps: NDArray[np.int64]) -> tuple[Series, ...]:
    x = tuple(steps.tolist())
    return tuple(
        Series(f"order {order}", x, tuple(np.maximum(line, TINY).tolist()), "line")
        for order, line in zip(ORDERS, split.T, strict=True)
    )


def _followed(
    loss: Loss,
    neurons: Tensor,
    steps: NDArray[np.int64],
    population: Population,
    *,
    step: float,
) -> NDArray[np.float64]:
    """The orders of the population loss after so many steps on `loss`, (steps, orders)."""
    split = []
    for some in np.diff(steps, prepend=0):
        neurons = models.truncated_descent.descend(loss, neurons, step=step, steps=int(some))
        split.append(population.orders(neurons, ORDERS)[0].cpu().numpy())
    return np.array(split)

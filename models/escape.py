"""How long neurons search: escape times of the same neurons in several dimensions at once.

A uniform neuron of R^d is its Gaussian ξ in the span of the index vectors and a chi-square with
d - k degrees of freedom beyond it. The same ξ, and the same quantile of the chi-square, give
"the same neuron" in every dimension: ratios of its escape times hardly scatter, although the
times themselves have no mean.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from scipy import special

from peirama.models import index_flow, neurons
from peirama.models.index_flow import Flow
from peirama.models.seeds import Seeds

Array = NDArray[np.float64]
LEVEL = 0.25  # below every minimum: for 32 vectors the average, alone from β = .08 on, is at .33


@dataclass(frozen=True)
class Escapes:
    """When each neuron of a set first has a large overlap, in each dimension."""

    times: Array  # (trials, neurons, dimensions), infinite if it never has

    @property
    def medians(self) -> Array:
        """The median over the neurons that escape, (trials, dimensions); nan if there are none."""
        ordered = np.sort(self.times, axis=1)  # infinite times come last
        escaped = np.isfinite(self.times).sum(axis=1, keepdims=True)
        middle = np.stack([(escaped - 1) // 2, escaped // 2]).clip(0)
        pair = np.take_along_axis(ordered[None], middle, axis=2)[:, :, 0]
        return np.where(escaped[:, 0] > 0, pair.mean(axis=0), np.nan)

    @property
    def torn(self) -> Array:
        """How many neurons escape in some dimensions and not in others, (trials,)."""
        finite = np.isfinite(self.times)
        return (finite.any(-1) & ~finite.all(-1)).sum(-1).astype(np.float64)


def paired(
    flow: Flow,
    seeds: Seeds,
    dimensions: ArrayLike,
    *,
    count: int,
    signed: bool,
    device: torch.device | str,
    level: float = LEVEL,
    step: float = 0.5,
    most: int = 3000,
) -> Escapes:
    """The escapes of `count` neurons a trial: an overlap reaches the level.

    Signed, a neuron whose overlaps are all negative is replaced by its opposite, in every
    dimension; else overlaps count by their size. `step` and `most` are those of `follow`: the
    relative error of a time, below 1e-3 by default, is nearly the same in every dimension.
    """
    normal = seeds.normal(count, flow.indices)
    quantile = seeds.uniform(count, 1)
    if signed:
        m = index_flow.rooted(flow, torch.tensor(normal, device=device)).cpu().numpy()
        normal = np.where(m.max(-1, keepdims=True) > 0, normal, -normal)
    freedom = np.asarray(dimensions, dtype=np.float64) - flow.indices
    chi_square = 2 * special.gammaincinv(freedom / 2, quantile)
    repeated = np.repeat(normal[:, :, None], len(freedom), axis=2)
    flat = repeated.reshape(-1, flow.indices)
    rows = neurons.place(flat, chi_square.reshape(-1), device=device)
    height = index_flow.largest_overlap(level, signed=signed)
    course = index_flow.follow(flow, rows, height, step=step, most=most)
    return Escapes(course.time.cpu().numpy().reshape(chi_square.shape))


@dataclass(frozen=True)
class Scaled:
    """Escape times of single neurons in the unit d^{p/2 - 1}, and how far each is off its law."""

    times: Array  # (trials,)
    broken: Array  # (trials,) |T p(p-2) M^{p-2} - 1|, in units of what corrections may make of it


def scaled(
    seeds: Seeds, *, degree: int, indices: int, dimension: int, device: torch.device | str
) -> Scaled:
    """The times at which an overlap with orthogonal index vectors reaches ½, a neuron a trial.

    At odd degree neurons without a positive overlap, which never escape, are redrawn. M is the
    largest initial overlap; corrections are of relative size 1.45 M at degree 3 and M² beyond,
    and the integrator's is below 3e-4 (measured).
    """
    signed = degree % 2 == 1
    accept = (lambda normal: bool(normal.max() > 0)) if signed else None
    start = neurons.draw(seeds, indices=indices, dimension=dimension, device=device, accept=accept)
    flow, height = Flow({degree: 1.0}, indices), index_flow.largest_overlap(0.5, signed=signed)
    time = index_flow.follow(flow, start, height, step=0.5).time
    largest = height(flow, start) + 0.5
    slow = largest ** (degree - 2)
    room = 5 * slow.maximum(largest**2) + 1e-3
    broken = (time * degree * (degree - 2) * slow - 1).abs() / room
    times = time * float(dimension) ** (1 - degree / 2)
    return Scaled(times.cpu().numpy(), broken.cpu().numpy())

"""Projected stochastic gradient ascent on the correlation, with a fresh batch each step.

For orthogonal index vectors v_j, σ = h_p and f*(x) = Σ_j h_p(v_j·x), a step of size η is

    w <- (w + η (I - w wᵀ) mean(c x)) / |.|,      c = sqrt(p) h_{p-1}(w·x) f*(x),

the mean being over a batch of x ~ N(0, I_d). Axes: the k index vectors, then the direction of w
beyond their span. Given the coordinates of a fresh batch on these axes, the rest of the gradient
is Gaussian, N(0, mean(c²)/batch) in each of the other d - k - 1 directions; it turns that last
axis. So k + 1 numbers a sample are drawn in place of d, and (m, ρ) has exactly the same law.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from peirama.models import index_flow
from peirama.models import neurons as neurons_
from peirama.models.index_flow import Flow
from peirama.models.seeds import Seeds

Array = NDArray[np.float64]
WORKING_SET = 2**17  # numbers of a batch of batches: a megabyte stays in a core's cache
CANDIDATES = 400  # at d = 16 a start is acceptable with probability .1 or more


@dataclass(frozen=True)
class Training:
    """How neurons are trained: the degree, the dimension, and what a step is.

    Frozen, one batch is drawn in all d dimensions and used at each step. `axes` may be d for a
    fresh batch too, which draws every coordinate; the default is the k + 1 that matter.
    """

    degree: int
    dimension: int
    batch: int
    step: float
    frozen: bool = False
    axes: int | None = None

    @property
    def signed(self) -> bool:
        """Whether overlaps count with their sign: at odd degree."""
        return self.degree % 2 == 1


@dataclass(frozen=True)
class Escapes:
    """The first index vector that each neuron has overlap ½ with, and when."""

    index: Tensor  # (trials,)
    time: Tensor  # (trials,) steps times their size; infinite if not before the horizon


def small_steps(
    degree: int, dimension: int, *, step: float | None = None, frozen: bool = False
) -> Training:
    """Steps and batches with which SGD follows the flow; a step may be given instead.

    Batches of order d², since the noise of a search is of order dimension / sqrt(batch) beside the
    drift; steps of .02, at degree 4 of .01. Both were measured: see tests/models.
    """
    factor = 4 if dimension <= 16 else 2
    batch = (factor if degree == 3 else 16) * dimension**2
    return Training(degree, dimension, batch, step or (0.02 if degree == 3 else 0.01), frozen)


def start(seeds: Seeds, training: Training, indices: int, *, device: torch.device | str) -> Tensor:
    """One uniform neuron (m, ρ) a trial, (trials, indices + 1), given that its race is open.

    Its largest overlap lies between .7/sqrt(d) and .4, and leads the second by .3/sqrt(d).
    Raises ValueError if 400 draws of a trial are all refused.
    """
    unit = training.dimension**-0.5
    normal = seeds.normal(CANDIDATES, indices)
    chi_square = seeds.chi_square(training.dimension - indices, CANDIDATES)
    m = normal / np.sqrt((normal**2).sum(-1) + chi_square)[..., None]
    ordered = np.sort(m if training.signed else abs(m), axis=-1)
    largest, lead = ordered[..., -1], ordered[..., -1] - ordered[..., -2]
    good = (largest > 0.7 * unit) & (largest < 0.4) & (lead > 0.3 * unit)
    if not good.any(-1).all():
        raise ValueError(f"{CANDIDATES} draws of a start were all refused; take fewer indices.")
    first = good.argmax(-1)[:, None]
    chosen = np.take_along_axis(normal, first[..., None], axis=1)[:, 0]
    rest = np.take_along_axis(chi_square, first, axis=1)[:, 0]
    return neurons_.place(chosen, rest, device=device)


def escapes_of_flow(neurons: Tensor, training: Training) -> Escapes:
    """What the flow does from the same starts."""
    flow = Flow({training.degree: 1.0}, neurons.shape[1] - 1)
    height = index_flow.largest_overlap(0.5, signed=training.signed)
    course = index_flow.follow(flow, neurons, height)
    index, _ = neurons_.nearest(course.neurons[:, :-1], signed=training.signed)
    return Escapes(index, course.time)


def escapes(
    seeds: Seeds,
    neurons: Tensor,  # (trials, indices + 1)
    training: Training,
    horizon: Tensor,  # (trials,)
) -> Escapes:
    """Train each neuron on its trial's own stream until an overlap is ½ or its horizon is over."""
    indices = neurons.shape[1] - 1
    widened = training.dimension if training.frozen else training.axes or indices + 1
    w = torch.nn.functional.pad(neurons, (0, widened - indices - 1))
    time = torch.full_like(horizon, math.inf)
    live = torch.arange(len(w), device=w.device)
    frozen = _batch(seeds, range(len(w)), training, widened, w) if training.frozen else None
    chunk = max(1, WORKING_SET // (training.batch * widened))
    for number in range(1, math.ceil(float(horizon.max()) / training.step) + 1):
        if not len(live):
            break
        for first in range(0, len(live), chunk):
            some = live[first : first + chunk]
            rows = some.tolist()
            x = _batch(seeds, rows, training, widened, w) if frozen is None else frozen[some]
            w[some] = _stepped(seeds, rows, w[some], x, training, indices)
        m = w[live, :indices]
        reached = (m if training.signed else m.abs()).amax(-1) >= 0.5
        time[live[reached]] = number * training.step
        live = live[~reached & (number * training.step < horizon[live])]
    index, _ = neurons_.nearest(w[:, :indices], signed=training.signed)
    return Escapes(index, time)


def course(
    seeds: Seeds,
    neurons: Tensor,  # (trials, indices + 1)
    training: Training,
    steps: int,
) -> Tensor:
    """The overlaps along the training, (steps + 1, trials, indices)."""
    indices, rows = neurons.shape[1] - 1, range(len(neurons))
    points, w = [neurons[:, :indices]], neurons
    for _ in range(steps):
        x = _batch(seeds, rows, training, indices + 1, w)
        w = _stepped(seeds, rows, w, x, training, indices)
        points.append(w[:, :indices])
    return torch.stack(points)


def _batch(
    seeds: Seeds, rows: Sequence[int], training: Training, axes: int, like: Tensor
) -> Tensor:
    """A batch for each of the rows from its own stream, (rows, batch, axes)."""
    shape = (training.batch, axes)
    drawn = [seeds.generators[row].standard_normal(shape) for row in rows]
    return torch.from_numpy(np.stack(drawn)).to(like.device)


def _stepped(
    seeds: Seeds, rows: Sequence[int], w: Tensor, x: Tensor, training: Training, indices: int
) -> Tensor:
    """The neurons (rows, axes) after a step on their batches (rows, batch, axes)."""
    degree = training.degree
    target = _hermite(x[..., :indices], degree).sum(-1)
    slope = _hermite((x @ w[..., None])[..., 0], degree - 1)
    weight = math.sqrt(degree) * slope * target  # (rows, batch)
    gradient = (weight[:, None] @ x)[:, 0] / training.batch
    moved = w + training.step * (gradient - (gradient * w).sum(-1, keepdim=True) * w)
    others = training.dimension - w.shape[1]
    if others:
        chi_square = [seeds.generators[row].chisquare(others) for row in rows]
        spread = (weight**2).sum(-1) / training.batch**2
        beyond = spread * torch.tensor(chi_square, dtype=w.dtype, device=w.device)
        last = (moved[:, -1] ** 2 + training.step**2 * beyond).sqrt()
        moved = torch.cat([moved[:, :-1], last[:, None]], dim=-1)
    return moved / moved.norm(dim=-1, keepdim=True)


def _hermite(x: Tensor, degree: int) -> Tensor:
    """h_degree at x, by Horner's scheme in x²: a third of the passes of the recurrence.

    The coefficient of x^{p-2j} is (-1)^j sqrt(p!) / (2^j j! (p-2j)!).
    """
    size = math.sqrt(math.factorial(degree))
    square, terms = x * x, range(degree // 2 + 1)
    below = [math.factorial(j) * math.factorial(degree - 2 * j) for j in terms]
    value = torch.full_like(x, size / below[0])
    for j in terms[1:]:
        value = value.mul_(square).add_((-0.5) ** j * size / below[j])
    return value.mul_(x) if degree % 2 else value

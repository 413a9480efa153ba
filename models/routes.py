"""One neuron on two routes: the flow in all dimensions, and the reduced flow of its overlaps.

Both start from one Gaussian draw x: in all dimensions w = x/|x|, reduced from ξ, the coordinates of
x in the span of the index vectors, and χ² = |x|² - |ξ|².
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from peirama.models import full_flow, index_flow
from peirama.models.neurons import place

Array = NDArray[np.float64]
UNITS = 80  # of 1/rate: long enough to find an index vector from an overlap of about .3
TIME = 6.0  # or this much time, where the rate is low


@dataclass(frozen=True)
class Routes:
    """The overlaps of neurons along both routes, at the same times."""

    times: Array  # (points, rows)
    full: Array  # (points, rows, indices)
    reduced: Array  # (points, rows, indices)

    @property
    def deviation(self) -> Array:
        """The largest difference of an overlap at each point, (points, rows).

        Zero after the point at which an overlap first exceeds .9 in size on either route.
        """
        learned = np.maximum(abs(self.full), abs(self.reduced)).max(-1) > full_flow.LEARNED
        before = np.cumsum(learned, axis=0) - learned == 0
        return np.where(before, abs(self.full - self.reduced).max(-1), 0.0)


def follow(
    coefficients: Mapping[Any, float],
    overlap: float,
    frame: Array,  # (rows, indices, dimension), Gaussian
    x: Array,  # (rows, dimension), Gaussian
    *,
    step: Array,  # (rows,) in units of 1/rate
    device: str,
    unnormalised: bool = False,
    coupled: bool = True,
    projected: bool = True,
) -> Routes:
    """Both routes, with σ_p = a_p and σ*_p = 1; the smallest step leads to time min(6, 80/rate).

    Wrong versions: `unnormalised` puts He_p for h_p; without `coupled`, G is left out of the
    reduced flow; without `projected`, the other one leaves the sphere.
    """
    a = {int(p): float(weight) for p, weight in coefficients.items()}
    norm = {p: math.sqrt(math.factorial(p)) if unnormalised else 1.0 for p in a}
    student = {p: a[p] * norm[p] for p in a}
    indices = frame.shape[1]
    bend = sum(abs(weight) * p * max(p - 1, 1) for p, weight in a.items())
    rate = (1 + (indices - 1) * overlap) * bend
    spacing = step[:, None] / rate
    duration = torch.tensor(spacing, device=device)
    steps = math.ceil(min(TIME * rate, UNITS) / step.min())

    axes = full_flow.frames(frame)
    vectors = full_flow.index_vectors(torch.tensor(axes, device=device), overlap)
    loss = full_flow.CorrelationLoss(vectors, student, norm)
    w = torch.tensor(x / np.linalg.norm(x, axis=-1, keepdims=True), device=device)
    full = full_flow.trajectory(loss, w, duration=duration, steps=steps, projected=projected)

    inside = np.einsum("rkd,rd->rk", axes, x)
    beyond = np.maximum((x**2).sum(-1) - (inside**2).sum(-1), 0)
    start = place(inside, beyond, device=device)
    flow = index_flow.Flow(a, indices, overlap)
    if not coupled:
        start[:, :-1] = index_flow.overlaps(flow, start)
        flow = index_flow.Flow(a, indices)
    reduced = index_flow.trajectory(flow, start, duration=duration, steps=len(full) - 1)
    times = np.arange(len(full))[:, None] * spacing[:, 0]
    return Routes(times, full.cpu().numpy(), reduced.cpu().numpy())

"""Gradient flow of a neuron on the sphere towards equiangular index vectors, in any dimension.

With g(t) = Σ_p a_p t^p, overlaps m_j = v_j·w and v_i·v_j = β, the loss is L = -Σ_j g(m_j). The
Gram matrix has the symmetric root A (G = A A); w has coordinates z inside the span of the index
vectors (m = A z) and a part of length ρ outside it. Exactly, in every dimension,

    ż = A g'(m) - λ z,    ρ̇ = -λ ρ,    λ = Σ_j m_j g'(m_j),    |z|² + ρ² = 1,

so the dimension enters through the initial law alone (arXiv:2411.08798; tested against the flow in
all dimensions in tests/models/test_full_flow.py).
Neurons are rows (z, ρ), (rows, indices + 1), float64.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import torch
from torch import Tensor

Coefficients = Mapping[Any, float | Tensor]  # degree, as an integer or its digits, to a_p
Height = Callable[["Flow", Tensor], Tensor]  # ends a row once it is not negative, (rows,)
TINY = 1e-300  # keeps the rate of a neuron on the equator positive


@dataclass(frozen=True)
class Flow:
    """What neurons follow: the coefficients a_p of g, and index vectors of mutual overlap β.

    The overlap and each coefficient may be a tensor (rows, 1), one for each neuron.
    """

    coefficients: Coefficients
    indices: int
    overlap: float | Tensor = 0.0

    def __post_init__(self) -> None:
        by_degree = {int(degree): a for degree, a in self.coefficients.items()}
        object.__setattr__(self, "coefficients", dict(sorted(by_degree.items())))

    @cached_property
    def root(self) -> tuple[float | Tensor, float | Tensor]:
        """The symmetric root A of the Gram matrix as (c, s): c times the identity, plus s."""
        apart = (1 - self.overlap) ** 0.5
        return apart, ((1 + (self.indices - 1) * self.overlap) ** 0.5 - apart) / self.indices

    @property
    def orthogonal(self) -> bool:
        """Whether the overlap is the number zero."""
        return not isinstance(self.overlap, Tensor) and self.overlap == 0

    def only(self, rows: Tensor) -> Flow:
        """The flow of some of the rows."""
        coefficients = {p: _rows(a, rows) for p, a in self.coefficients.items()}
        return replace(self, coefficients=coefficients, overlap=_rows(self.overlap, rows))


@dataclass(frozen=True)
class Course:
    """Where neurons were followed to, and when each ended."""

    neurons: Tensor  # (rows, indices + 1)
    time: Tensor  # (rows,), infinite for rows that did not end

    @property
    def ended(self) -> Tensor:
        """Which rows reached their end, (rows,)."""
        return torch.isfinite(self.time)


def power(base: Tensor, exponent: int) -> Tensor:
    """An integer power >= 0 by repeated squaring, many times faster than `torch.pow`."""
    if exponent == 0:
        return torch.ones_like(base)
    if exponent == 1:
        return base
    half = power(base, exponent // 2)
    return half * half * base if exponent % 2 else half * half


def correlation(
    coefficients: Coefficients,
    overlaps: Tensor,  # (rows, indices)
    *,
    order: int = 0,
) -> Tensor:
    """The derivative of the given order of g at each overlap, (rows, indices)."""
    weights = {int(p): math.perm(int(p), order) * a for p, a in coefficients.items()}
    total = torch.zeros_like(overlaps)
    degrees = [p for p in sorted(weights, reverse=True) if p >= order]
    for degree, below in zip(degrees, [*degrees[1:], order], strict=True):
        total = (total + weights[degree]) * power(
            overlaps, degree - below
        )  # a sparse Horner scheme
    return total


def rooted(flow: Flow, vectors: Tensor) -> Tensor:
    """The symmetric root A of the Gram matrix, applied to each row, (rows, indices)."""
    if flow.orthogonal:
        return vectors
    apart, together = flow.root
    return apart * vectors + together * vectors.sum(-1, keepdim=True)


def overlaps(flow: Flow, neurons: Tensor) -> Tensor:
    """The overlap of each neuron with each index vector, (rows, indices)."""
    return rooted(flow, neurons[:, :-1])


def velocity(flow: Flow, neurons: Tensor) -> Tensor:
    """The time derivative of each neuron, (rows, indices + 1)."""
    m = overlaps(flow, neurons)
    slope = correlation(flow.coefficients, m, order=1)
    moved = -(m * slope).sum(-1, keepdim=True) * neurons
    moved[:, :-1] += rooted(flow, slope)
    return moved


def rate(flow: Flow, neurons: Tensor) -> Tensor:
    """A bound on the rates of the flow near each neuron, (rows, 1); a step of η/rate is stable."""
    sizes = overlaps(flow, neurons).abs()
    weights = {p: _size(a) for p, a in flow.coefficients.items()}
    norm = 1 + (flow.indices - 1) * _size(flow.overlap)  # of the Gram matrix
    largest = sizes.amax(-1, keepdim=True)
    inward = (sizes * correlation(weights, sizes, order=1)).sum(-1, keepdim=True)
    return norm * correlation(weights, largest, order=2) + 2 * inward


def advance(flow: Flow, neurons: Tensor, duration: float | Tensor) -> Tensor:
    """The neurons one Runge-Kutta step later, back on the sphere; a duration may be (rows, 1)."""
    first = velocity(flow, neurons)
    second = velocity(flow, neurons + duration / 2 * first)
    third = velocity(flow, neurons + duration / 2 * second)
    fourth = velocity(flow, neurons + duration * third)
    later = neurons + duration / 6 * (first + 2 * (second + third) + fourth)
    return later / later.norm(dim=-1, keepdim=True)


def follow(
    flow: Flow, neurons: Tensor, height: Height, *, step: float = 0.1, most: int = 4000
) -> Course:
    """Follow each neuron, in steps of step/rate, until its height is not negative.

    The time at which it becomes zero is interpolated linearly within the step. At step = .1 an
    escape time is exact to 9e-7 (degree 3) or better; `most` bounds the number of steps.
    """
    final, time = neurons.clone(), torch.full_like(neurons[:, 0], math.inf)
    level = height(flow, neurons)
    time[level >= 0] = 0.0
    live = torch.nonzero(level < 0)[:, 0]
    here, now, level, flow = (
        neurons[live],
        torch.zeros_like(level[live]),
        level[live],
        flow.only(live),
    )
    for _ in range(most):
        if not len(live):
            break
        duration = step / rate(flow, here).clamp_min(TINY)
        here = advance(flow, here, duration)
        risen = height(flow, here)
        over = risen >= 0
        if over.any():
            crossing = now + duration[:, 0] * level / (level - risen)
            final[live[over]], time[live[over]] = here[over], crossing[over]
        now, level = now + duration[:, 0], risen
        if over.any():
            kept = torch.nonzero(~over)[:, 0]
            live, here, now, level, flow = (
                live[kept],
                here[kept],
                now[kept],
                level[kept],
                flow.only(kept),
            )
    final[live] = here
    return Course(final, time)


def trajectory(flow: Flow, neurons: Tensor, *, duration: float | Tensor, steps: int) -> Tensor:
    """Overlaps along the flow, (steps + 1, rows, indices), by Runge-Kutta steps of a duration."""
    points = [overlaps(flow, neurons)]
    for _ in range(steps):
        neurons = advance(flow, neurons, duration)
        points.append(overlaps(flow, neurons))
    return torch.stack(points)


def largest_overlap(level: float, *, signed: bool) -> Height:
    """A height: the largest overlap (in size, unless signed) above the level."""

    def height(flow: Flow, neurons: Tensor) -> Tensor:
        m = overlaps(flow, neurons)
        return (m if signed else m.abs()).amax(-1) - level

    return height


def at_rest(tolerance: float = 1e-8) -> Height:
    """A height: not negative once the speed is at most tolerance·rate·max|m|.

    The factor max|m| keeps it from firing on the equator, where every speed is small.
    """

    def height(flow: Flow, neurons: Tensor) -> Tensor:
        speed = velocity(flow, neurons).abs().amax(-1)
        size = overlaps(flow, neurons).abs().amax(-1)
        return tolerance * rate(flow, neurons)[:, 0] * size - speed

    return height


def _rows(value: float | Tensor, rows: Tensor) -> float | Tensor:
    return value[rows] if isinstance(value, Tensor) else value


def _size(value: float | Tensor) -> float | Tensor:
    return value.abs() if isinstance(value, Tensor) else abs(value)

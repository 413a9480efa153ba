"""Gradient flow of a neuron in all its dimensions, from the loss itself.

For unit w and L(w) = -Σ_j E[σ(w·x) σ*(v_j·x)], x ~ N(0, I), Gaussian integration by parts gives

    -∇L = Σ_j E[σ'(w·x) σ*'(v_j·x)] v_j + (a multiple of w, which the sphere removes);

u = w·x and v_j·x = m u + sqrt(1 - m²) z are jointly Gaussian, so each expectation is a quadrature
over two independent normals, exact with one node more than the degree. Autograd through
sqrt(1 - m²) would be nan at m = 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from peirama.models import hermite, index_flow
from peirama.models.hermite import Expansion

LEARNED = 0.9  # the overlap at which a neuron has found an index vector


@dataclass(frozen=True)
class CorrelationLoss:
    """L(w) for each trial: its index vectors, and the Hermite expansions of σ and σ*."""

    vectors: Tensor  # (trials, indices, dimension)
    student: Expansion
    target: Expansion

    @cached_property
    def nodes(self) -> tuple[Tensor, Tensor]:
        """Nodes and weights of the quadrature on each axis, exact for this loss."""
        highest = max(map(int, [*self.student, *self.target]))
        return hermite.quadrature(highest + 1, device=self.vectors.device)

    @cached_property
    def slopes(self) -> tuple[Expansion, Expansion]:
        """The expansions of σ' and σ*'."""
        return hermite.derivative(self.student), hermite.derivative(self.target)


def frames(gaussian: NDArray[np.float64]) -> NDArray[np.float64]:
    """Uniform orthonormal frames (trials, indices, dimension) from Gaussian draws of that shape."""
    q, r = np.linalg.qr(gaussian.swapaxes(-1, -2))
    signs = np.sign(np.diagonal(r, axis1=-2, axis2=-1))
    return np.ascontiguousarray((q * signs[..., None, :]).swapaxes(-1, -2))


def index_vectors(
    frame: Tensor,  # (trials, indices, dimension)
    overlap: float,
) -> Tensor:
    """Unit vectors with the given overlap, whose symmetric root has the frame's coordinates."""
    flow = index_flow.Flow({}, frame.shape[-2], overlap)
    return index_flow.rooted(flow, frame.swapaxes(-1, -2)).swapaxes(-1, -2).contiguous()


def overlaps(
    neurons: Tensor,  # (trials, dimension)
    vectors: Tensor,  # (trials, indices, dimension)
) -> Tensor:
    """The inner product of each neuron with each index vector, (trials, indices)."""
    return (vectors @ neurons[..., None])[..., 0]


def velocity(loss: CorrelationLoss, neurons: Tensor, *, projected: bool = True) -> Tensor:
    """Minus the gradient of the loss, projected on the tangent space, (trials, dimension).

    Without `projected` the gradient is that in all of space, for neurons of any length.
    """
    x, weights = loss.nodes
    student, target = loss.slopes
    length = neurons.norm(dim=-1, keepdim=True)
    m = (overlaps(neurons, loss.vectors) / length)[..., None, None]
    inner = m * x[:, None] + (1 - m * m).clamp_min(0).sqrt() * x  # (trials, indices, u, z)
    link = hermite.series(target, inner) @ weights  # (trials, indices, u)
    along = link @ (hermite.series(student, length * x) * weights)[..., None]
    moved = (along * loss.vectors).sum(-2)
    if projected:
        return moved - (moved * neurons).sum(-1, keepdim=True) * neurons
    bend = hermite.series(hermite.derivative(student), length * x) * weights
    values = (hermite.series(loss.target, inner) @ weights).sum(-2)
    return moved + (values * bend).sum(-1, keepdim=True) * neurons


def trajectory(
    loss: CorrelationLoss,
    neurons: Tensor,  # (trials, dimension)
    *,
    duration: float | Tensor,
    steps: int,
    projected: bool = True,
) -> Tensor:
    """Overlaps along the flow, (points, trials, indices), by Runge-Kutta steps of a duration.

    A duration may be (trials, 1). It ends early once every neuron has had an overlap beyond .9 in
    size. Without `projected`, neurons follow minus the gradient in all of space.
    """
    points = [overlaps(neurons, loss.vectors)]
    learned = torch.zeros_like(neurons[:, 0], dtype=torch.bool)
    for _ in range(steps):
        first = velocity(loss, neurons, projected=projected)
        second = velocity(loss, neurons + duration / 2 * first, projected=projected)
        third = velocity(loss, neurons + duration / 2 * second, projected=projected)
        fourth = velocity(loss, neurons + duration * third, projected=projected)
        neurons = neurons + duration / 6 * (first + 2 * (second + third) + fourth)
        if projected:
            neurons = neurons / neurons.norm(dim=-1, keepdim=True)
        points.append(overlaps(neurons, loss.vectors))
        learned |= ~(points[-1].abs().amax(-1) <= LEARNED)  # a neuron that is nan is done, too
        if learned.all():
            break
    return torch.stack(points)

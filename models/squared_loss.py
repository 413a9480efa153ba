"""Neurons that are trained together on the squared loss, towards orthogonal index vectors.

With student and target of the same components, ½ E(Σ_i σ(w_i·x) - f*(x))² adds to the correlation
loss a repulsion between neurons:

    ẇ_i = (I - w_i w_iᵀ) (Σ_j g'(v_j·w_i) v_j - Σ_{l≠i} g'(w_l·w_i) w_l).
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from peirama.models import index_flow
from peirama.models.index_flow import Coefficients, Flow
from peirama.models.neurons import FOUND, Journey
from peirama.models.seeds import Seeds


def draw(
    seeds: Seeds, *, count: int, indices: int, dimension: int, device: torch.device | str
) -> Tensor:
    """Uniform neurons in coordinates that start with the index vectors', (trials, count, axes).

    Beyond the span, axes follow the neurons (Bartlett's triangle), so that there are at most
    indices + count of them in any dimension.
    """
    beyond = min(count, dimension - indices)
    normal = seeds.normal(count, indices + beyond)
    for axis in range(beyond):
        normal[:, :axis, indices + axis] = 0.0
        normal[:, axis, indices + axis] = np.sqrt(seeds.chi_square(dimension - indices - axis))
    unit = normal / np.linalg.norm(normal, axis=-1, keepdims=True)
    return torch.tensor(unit, dtype=torch.float64, device=device)


def velocity(
    flow: Flow,
    neurons: Tensor,  # (trials, count, axes)
) -> Tensor:
    """The time derivative of each neuron, (trials, count, axes)."""
    towards = index_flow.correlation(flow.coefficients, neurons[..., : flow.indices], order=1)
    between = neurons @ neurons.transpose(-1, -2)
    apart = index_flow.correlation(flow.coefficients, between, order=1)
    apart = apart - torch.diag_embed(torch.diagonal(apart, dim1=-2, dim2=-1))
    moved = -(apart @ neurons)
    moved[..., : flow.indices] += towards
    return moved - (moved * neurons).sum(-1, keepdim=True) * neurons


def settle(
    flow: Flow, neurons: Tensor, *, step: float = 0.25, most: int = 2000
) -> tuple[Tensor, Tensor]:
    """The neurons after `most` Runge-Kutta steps in log-time, and their last relative speeds.

    All neurons of a trial share a clock. The speeds (trials, count) are in units of rate·max|m|.
    """
    speed = torch.zeros_like(neurons[..., 0])
    for _ in range(most):
        rate, largest = _rate(flow, neurons)
        first = velocity(flow, neurons)
        speed = first.abs().amax(-1) / (rate * largest)[..., 0]
        duration = step / rate.clamp_min(index_flow.TINY)
        second = velocity(flow, neurons + duration / 2 * first)
        third = velocity(flow, neurons + duration / 2 * second)
        fourth = velocity(flow, neurons + duration * third)
        neurons = neurons + duration / 6 * (first + 2 * (second + third) + fourth)
        neurons = neurons / neurons.norm(dim=-1, keepdim=True)
    return neurons, speed


def _rate(flow: Flow, neurons: Tensor) -> tuple[Tensor, Tensor]:
    """A bound on the rates of each trial, and its largest overlap, (trials, 1, 1) each."""
    between = neurons @ neurons.transpose(-1, -2)
    between = between - torch.diag_embed(torch.diagonal(between, dim1=-2, dim2=-1))
    sizes = torch.cat([neurons[..., : flow.indices], between], dim=-1).abs()
    inward = (sizes * index_flow.correlation(flow.coefficients, sizes, order=1)).sum(-1)
    largest = sizes.amax((-1, -2))[:, None]
    bend = index_flow.correlation(flow.coefficients, largest, order=2)
    return (2 * bend + 2 * inward.amax(-1, keepdim=True))[..., None], largest[..., None]


def travel(
    seeds: Seeds,
    *,
    coefficients: Coefficients,
    indices: int,
    dimension: int,
    device: torch.device | str,
) -> Journey:
    """The first of as many neurons as index vectors, one set a trial, until its speed is 1e-6.

    It has also ended where its overlap with an index vector is .999.
    """
    start = draw(seeds, count=indices, indices=indices, dimension=dimension, device=device)
    end, speed = settle(Flow(coefficients, indices), start, most=500)
    first, last = start[:, 0, :indices], end[:, 0, :indices]
    return Journey(first, last, (last.abs().amax(-1) > FOUND) | (speed[:, 0] < 1e-6))

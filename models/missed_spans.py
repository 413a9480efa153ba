"""Inner weights whose span misses a single direction θ* = e_1, and what they leave of its labels.

The hyperplane orthogonal to u = sqrt(1-ρ²) e_1 - ρ e_2 holds unit neurons, uniform in it; θ* has a
projection of length ρ on it. With t the projection's part of θ*·x and s² = 1 - ρ², what the neurons
can know of the label σ(θ*·x) is its mean over a rest of N(0, s²): with
g(t) = t Φ(t/s) + s φ(t/s) it is g(t) - λ g(-t) for a leak λ, and t² + s² for the square. The rest
v = y - E[y | P x] has a small product with every neuron, and D(v) is large (`interpolators`).
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from peirama.models.activations import Activation
from peirama.models.seeds import Seeds


def neurons(
    seeds: Seeds,
    *,
    width: int,
    dimension: int,
    projection: float,  # ρ
    device: torch.device | str,
) -> Tensor:
    """Unit neurons in the hyperplane, (trials, width, dimension).

    Raises ValueError for a projection outside [0, 1] or a dimension below 2.
    """
    if not 0 <= projection <= 1:
        raise ValueError(f"The projection is a length between 0 and 1, not {projection}.")
    if dimension < 2:
        raise ValueError(f"A hyperplane that misses θ* needs a dimension of 2, not {dimension}.")
    drawn = torch.tensor(seeds.normal(width, dimension), device=device)
    u = _normal(drawn, projection)
    within = drawn - (drawn @ u)[..., None] * u
    return within / within.norm(dim=-1, keepdim=True)


def conditional_mean(
    activation: Activation,
    x: Tensor,  # (..., dimension)
    *,
    projection: float,
) -> Tensor:
    """E[σ(θ*·x) | P x] with P the projection on the hyperplane, (...,)."""
    u = _normal(x, projection)
    t = x[..., 0] - (x @ u) * u[0]
    s = math.sqrt(1 - projection**2)
    if activation.homogeneity == 2:
        return t**2 + s**2
    if s == 0:
        return activation(t)
    return _positive(t, s) - activation.leak * _positive(-t, s)


def _positive(t: Tensor, s: float) -> Tensor:
    """The mean g of the positive part of t + s z."""
    density = torch.exp(-0.5 * (t / s) ** 2) / math.sqrt(2 * math.pi)
    return t * torch.special.ndtr(t / s) + s * density


def _normal(like: Tensor, projection: float) -> Tensor:
    u = torch.zeros(like.shape[-1], dtype=like.dtype, device=like.device)
    u[0], u[1] = math.sqrt(1 - projection**2), -projection
    return u

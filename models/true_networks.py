"""Targets of a few directions, the networks that equal them, and neurons of a given alignment.

A target is a function of the first coordinates of x ~ N(0, I_d). A *matched* one, Σ_k b_k σ(x_k),
is a network itself. With m_k neurons on the k-th direction, each of outer weight b_k/m_k, and
w_k |a|^p the price of an outer weight a there, its sharpness at width m is

    Σ_k w_k |b_k|^p m_k^(1-p),        Σ_k m_k = m,

which is least over real m_k in proportion to w_k^(1/p) |b_k|, at m^(1-p) (Σ_k w_k^(1/p) |b_k|)^p,
and over integers where each neuron in turn goes to where it saves most, as the summands are convex
(derived in tests/models/test_true_networks.py). Neurons are (trials, width, dimension), float64.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from peirama.models import hermite
from peirama.models.seeds import Seeds

THIRD = 1 / math.sqrt(3)


@dataclass(frozen=True)
class Target:
    """A function of the first `directions` coordinates; matched if it has `weights` b_k."""

    directions: int
    weights: tuple[float, ...] = ()
    degree: int = 0  # k of the normalised Hermite polynomial he_k(x_1)

    def labels(
        self,
        x: Tensor,  # (..., dimension)
        activation: Callable[[Tensor], Tensor],
    ) -> Tensor:
        """The values at points, (...,); the activation is that of a matched target."""
        if self.weights:
            return activation(x[..., : self.directions]) @ x.new_tensor(self.weights)
        if self.degree:
            return hermite.functions(x[..., 0], self.degree)[..., -1]
        return x[..., : self.directions].prod(-1)


TARGETS = {
    "single-index": Target(1, (1.0,)),
    "sum-of-3": Target(3, (THIRD, -THIRD, THIRD)),
    "hermite-2": Target(1, degree=2),
    "hermite-3": Target(1, degree=3),
    "hermite-4": Target(1, degree=4),
    "product-3": Target(3),
}
POSITIVE_SUM = Target(3, (THIRD, THIRD, THIRD))


def copies(
    shares: Tensor,  # (..., directions), w_k |b_k|^p
    *,
    width: int,
    power: float,
) -> Tensor:
    """How many of the neurons stand on each direction, (..., directions), at least one each.

    Raises ValueError for fewer neurons than directions.
    """
    directions = shares.shape[-1]
    if width < directions:
        raise ValueError(
            f"{width} neurons cannot stand on {directions} directions; give a width of at least "
            f"{directions}."
        )
    counts = torch.ones_like(shares)
    for _ in range(width - directions):
        saved = shares * (counts ** (1 - power) - (counts + 1) ** (1 - power))
        counts.scatter_add_(-1, saved.argmax(-1, keepdim=True), torch.ones_like(saved[..., :1]))
    return counts


def sharpness(
    target: Target,
    prices: Tensor,  # (..., directions), w_k
    *,
    width: int,
    power: float,
) -> Tensor:
    """The least Σ_k w_k |b_k|^p m_k^(1-p) over integers m_k that add up to the width, (...,)."""
    shares = prices * prices.new_tensor(target.weights).abs() ** power
    counts = copies(shares, width=width, power=power)
    return (shares * counts ** (1 - power)).sum(-1)


def aligned(
    seeds: Seeds,
    *,
    directions: int,
    width: int,
    dimension: int,
    alignment: float,
    device: torch.device | str,
) -> Tensor:
    """Unit neurons ρ u + sqrt(1 - ρ²) g: u a signed true direction, g in their complement.

    Both are drawn for each neuron, uniformly. For ρ > 0 they span all of R^d. Raises ValueError
    for an alignment outside [0, 1], or a dimension that leaves no complement.
    """
    if not 0 <= alignment <= 1:
        raise ValueError(f"The alignment is a cosine between 0 and 1, not {alignment}.")
    normal = torch.tensor(
        seeds.normal(width, _complement(directions, dimension)), dtype=torch.float64, device=device
    )
    beside = normal * (math.sqrt(1 - alignment**2) / normal.norm(dim=-1, keepdim=True))
    drawn = torch.tensor(seeds.integers(0, 2 * directions, width), device=device)
    towards = torch.nn.functional.one_hot(drawn // 2, directions).to(torch.float64)
    signs = (2 * (drawn % 2) - 1)[..., None]
    return torch.cat((alignment * signs * towards, beside), dim=-1)


def dictionary(
    seeds: Seeds,
    *,
    directions: int,
    width: int,
    dimension: int,
    copied: int,
    device: torch.device | str,
) -> Tensor:
    """Unit neurons: `copied` ones on ± true directions in turn, the others uniform.

    The first 2 · directions of them are e_1, -e_1, e_2, -e_2, ..., and so on again. Raises
    ValueError where not every signed direction has its copy, or copies exceed the width.
    """
    if not 2 * directions <= copied <= width:
        raise ValueError(
            f"{copied} copies among {width} neurons: give from {2 * directions}, one for each "
            "signed direction, to the width."
        )
    normal = torch.tensor(
        seeds.normal(width - copied, dimension), dtype=torch.float64, device=device
    )
    uniform = normal / normal.norm(dim=-1, keepdim=True)
    basis = torch.eye(directions, dimension, dtype=torch.float64, device=device)
    signed = torch.stack((basis, -basis), dim=1).flatten(0, 1)
    true = signed.repeat(-(-copied // len(signed)), 1)[:copied]
    return torch.cat((true.expand(len(uniform), -1, -1), uniform), dim=1)


def _complement(directions: int, dimension: int) -> int:
    if dimension <= directions:
        raise ValueError(
            f"{directions} directions leave no complement in dimension {dimension}; give a "
            f"dimension of at least {directions + 1}."
        )
    return dimension - directions

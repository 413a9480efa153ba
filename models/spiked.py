"""Networks of m equal neurons whose outer weights sum to 1, of which one may be larger.

They all say σ(θ·x), whatever the split of the sum. One weight of `spike` m^(-(c-1)/(2c)), the
others equal, makes the least trace over rescalings larger by the bounded factor

    Υ/Υ_equal = spike^p + (1 - a_1)^p ((m-1)/m)^(1-p),    p = 2c/(c+1)

while the largest weight over 1/m grows without bound, like m^((c+1)/(2c)). Derived by inserting the
weights into Υ = w Σ_j |a_j|^p; the product m^(p-1) a_1^p is spike^p, as p (c-1)/(2c) = p - 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from peirama.models.activations import Activation
from peirama.models.drawn_networks import Fit
from peirama.models.seeds import Seeds
from peirama.models.sharpness import Network

if TYPE_CHECKING:
    from torch import Tensor


def first_weight(spike: float, width: int, homogeneity: float) -> float:
    """The outer weight of the one neuron that is larger than the others."""
    return float(spike * width ** (-(homogeneity - 1) / (2 * homogeneity)))


def split(first: float, width: int) -> list[float]:
    """Outer weights that sum to 1: the first as given, the others equal.

    Raises ValueError for a width below 2, or a first weight outside (0, 1].
    """
    if width < 2 or not 0 < first <= 1:
        raise ValueError(
            f"A first weight of {first:g} among {width} neurons cannot be split: give a width of "
            "at least 2 and a first weight above 0 and at most 1."
        )
    return [first, *[(1 - first) / (width - 1)] * (width - 1)]


def fits(
    activation: Activation,
    seeds: Seeds,
    *,
    outer: list[float],
    samples: int,
    dimension: int,
    device: str,
) -> Fit:
    """Gaussian data, all inner weights one random unit vector, labels σ(θ·x), one fit a trial."""
    import torch

    x = torch.tensor(seeds.normal(samples, dimension), device=device)
    theta = torch.tensor(seeds.normal(dimension), device=device)
    theta = theta / theta.norm(dim=-1, keepdim=True)
    inner = theta[:, None].expand(-1, len(outer), -1)
    weights = x.new_tensor(outer).expand(len(x), -1)
    return Fit(Network(inner, weights), x, activation((x @ theta[..., None])[..., 0]))


def unbalance(fit: Fit) -> Tensor:
    """The largest outer weight times the width, (trials,); 1 if all are equal."""
    return fit.network.outer.abs().amax(-1) * fit.network.outer.shape[-1]

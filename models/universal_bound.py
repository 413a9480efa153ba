"""A sharpness below which no network with m neurons passes through given samples.

    LB = 2κ (1+c) c^(c/(c+1)) m^(1-p) (1/n) Σ_i (|x_i| |y_i|)^p,    p = 2c/(c+1),

whatever the inner weights. A_j + a_j² B_j is a mean over samples of σ² + a² σ'² |x|², and where
|σ(z)| = |z|^c or 0, the inequality of the means makes that at least (1+c) c^(c/(c+1)) (|x| |aσ|)^p;
then Σ_j |a_j σ_ij| >= |y_i| and the power mean over j. A leak λ costs a factor |λ|. With one
sample the flattest attains it for any inner weights that see the sample.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from peirama.models.activations import Activation
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor


def bound(
    activation: Activation,
    x: Tensor,  # (..., samples, dimension)
    y: Tensor,  # (..., samples)
    *,
    width: int,
    loss_scale: float,
) -> Tensor:
    """LB, (...,). Raises ValueError for a width below 1."""
    if width < 1:
        raise ValueError(f"A network has at least 1 neuron, not {width}.")
    c = activation.homogeneity
    p = 2 * c / (c + 1)
    factor = 2 * loss_scale * (1 + c) * float(c ** (c / (c + 1))) * float(width ** (1 - p))
    leak = abs(activation.leak) or 1.0  # where it is 0, only positive z count
    return leak * factor * ((x.norm(dim=-1) * y.abs()) ** p).mean(-1)


def matched_over_bound(
    activation: Activation,
    z: Tensor,  # θ·x, (..., samples)
    squares: Tensor,  # |x|², (..., samples)
) -> Tensor:
    """Υ/LB where all m neurons are the target's own θ, |θ| = 1, for no leak; free of m and κ."""
    c = activation.homogeneity
    p = 2 * c / (c + 1)
    a = (activation(z) ** 2).mean(-1)
    b = (activation.derivative(z) ** 2 * squares).mean(-1)
    low = ((squares.sqrt() * activation(z).abs()) ** p).mean(-1)
    return a ** (1 / (c + 1)) * b ** (c / (c + 1)) * float(c ** (-p)) / low


def matched_ratios(
    activation: Activation, seeds: Seeds, *, dimension: int, samples: int, device: str
) -> Tensor:
    """The same for Gaussian samples: z and |x|² alone are drawn, for any dimension, (trials,)."""
    import torch

    z = torch.tensor(seeds.normal(samples), device=device)
    others = torch.tensor(seeds.chi_square(dimension - 1, samples), device=device)
    return matched_over_bound(activation, z, z**2 + others)

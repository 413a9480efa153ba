"""Networks at random that interpolate random data, one a trial.

The labels are those of a network with the same inner weights, so that they can be fitted whatever
the rank of the features; fitted by the outer weights of least norm, they are another network's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from peirama.models import sharpness
from peirama.models.activations import Activation
from peirama.models.seeds import Seeds
from peirama.models.sharpness import Network

if TYPE_CHECKING:
    from torch import Tensor


class Fit(NamedTuple):
    """A network with the data that it interpolates."""

    network: Network
    x: Tensor  # (trials, samples, dimension)
    y: Tensor  # (trials, samples)


def least_norm(
    activation: Activation, seeds: Seeds, *, samples: int, dimension: int, width: int, device: str
) -> Fit:
    """Gaussian data and inner weights, and the outer weights of least Euclidean norm."""
    import torch

    x = torch.tensor(seeds.normal(samples, dimension), device=device)
    inner = torch.tensor(seeds.normal(width, dimension), device=device)
    teacher = torch.tensor(seeds.normal(width), device=device)
    y = sharpness.output(activation, Network(inner, teacher), x)
    u = sharpness.features(activation, inner, x)
    return Fit(Network(inner, (torch.linalg.pinv(u) @ y[..., None])[..., 0]), x, y)


def equal_weights(
    activation: Activation, seeds: Seeds, *, samples: int, dimension: int, width: int, device: str
) -> Fit:
    """Gaussian data, unit inner weights, outer weights ±1/m, and the labels of this network."""
    import torch

    x = torch.tensor(seeds.normal(samples, dimension), device=device)
    inner = torch.tensor(seeds.normal(width, dimension), device=device)
    signs = torch.tensor(seeds.uniform(width), device=device).sub(0.5).sign()
    network = Network(inner / inner.norm(dim=-1, keepdim=True), signs / width)
    return Fit(network, x, sharpness.output(activation, network, x))


def residual(activation: Activation, fit: Fit) -> Tensor:
    """The largest error at a sample, over the largest label, (trials,)."""
    error = sharpness.output(activation, fit.network, fit.x) - fit.y
    return error.abs().amax(-1) / fit.y.abs().amax(-1).clamp(min=1e-300)  # labels may all be 0

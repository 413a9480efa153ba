"""The networks that rescaling the neurons of one network gives: all are the same function.

From the one of least trace Υ, all inner weights times s give the trace Υ (s^2c + c s^-2)/(1 + c).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from peirama.models import sharpness
from peirama.models.activations import Activation
from peirama.models.drawn_networks import Fit
from peirama.models.seeds import Seeds
from peirama.models.sharpness import Network

if TYPE_CHECKING:
    from torch import Tensor

SPREADS = (0.01, 2.0)  # of the logarithms of factors: from next to the least trace to far from it


def flattest(activation: Activation, network: Network, x: Tensor) -> Network:
    """The rescaled network of least trace."""
    factors = sharpness.flattest_factors(activation, network, x)
    return sharpness.rescaled(activation, network, factors)


def scaled(activation: Activation, network: Network, scale: float) -> Network:
    """The network with all inner weights times the same factor."""
    factors = network.outer.new_full(network.outer.shape, scale)
    return sharpness.rescaled(activation, network, factors)


def moved(activation: Activation, network: Network, seeds: Seeds) -> Network:
    """The network with factors exp(z), z ~ N(0, 1), one a neuron."""
    logs = network.outer.new_tensor(seeds.normal(network.outer.shape[-1]))
    return sharpness.rescaled(activation, network, logs.exp())


def lowest(
    activation: Activation, fit: Fit, seeds: Seeds, *, tries: int, loss_scale: float
) -> Tensor:
    """The least trace found among rescalings at random, near the least and far, (trials,)."""
    import torch

    start = flattest(activation, fit.network, fit.x)
    low, high = (fit.x.new_tensor(s).log() for s in SPREADS)
    found = []
    for _ in range(tries):
        spread = low + (high - low) * fit.x.new_tensor(seeds.uniform(1))
        logs = spread.exp() * fit.x.new_tensor(seeds.normal(start.outer.shape[-1]))
        network = sharpness.rescaled(activation, start, logs.exp())
        found.append(sharpness.trace(activation, network, fit.x, loss_scale=loss_scale))
    return torch.stack(found).amin(0)


def growth(activation: Activation, fit: Fit, *, scales: tuple[float, float]) -> Tensor:
    """The log-log slope of the trace in the scale of all inner weights, (trials,)."""
    import math

    ends = [
        sharpness.trace(activation, scaled(activation, fit.network, s), fit.x, loss_scale=1)
        for s in scales
    ]
    return (ends[1] / ends[0]).log() / math.log(scales[1] / scales[0])

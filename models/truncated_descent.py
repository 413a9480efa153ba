"""Gradient descent in which long neurons stand still: w_i moves only while |w_i|² is below a cap.

The step multiplies m dL/dw, the gradient of a particle of the mean-field limit, so that the
width does not change the speed (arXiv:2007.04596, Algorithm 1 and its section 2).
"""

from __future__ import annotations

import math
from typing import Any, Protocol

import torch
from torch import Tensor

from peirama.models import two_layer
from peirama.models.seeds import Seeds

STEP = 0.2  # of the ReLU student; the paper asks for a small one


class Loss(Protocol):
    """A loss that gradient descent can lower; `room` is made once and written to at every step."""

    def room(self, neurons: Tensor) -> Any:
        """What repeated gradients of so many neurons write to."""

    def gradient(self, neurons: Tensor, room: Any) -> Tensor:
        """The derivative m dL/dw of every neuron, (trials, neurons, dimension)."""


def descend(
    loss: Loss,
    neurons: Tensor,  # (trials, neurons, dimension)
    *,
    step: float,
    steps: int,
    cap: float = math.inf,
    turning: bool = True,
) -> Tensor:
    """The neurons after so many steps; without `turning` only their norms change."""
    neurons, room = neurons.clone(), loss.room(neurons)
    for _ in range(steps):
        gradient = loss.gradient(neurons, room)
        if not turning:
            along = (gradient * neurons).sum(-1, keepdim=True)
            gradient = along / neurons.square().sum(-1, keepdim=True) * neurons
        if cap < math.inf:
            gradient *= neurons.square().sum(-1, keepdim=True) <= cap
        neurons.sub_(gradient, alpha=step)
    return neurons


def two_stages(
    seeds: Seeds,
    *,
    dimension: int,
    width: int,
    steps: int,  # of each stage
    caps: tuple[float, float],
    turning: bool = True,
    device: torch.device | str,
) -> Tensor:
    """The population loss of a ReLU student after both stages, (trials,), in steps of 0.2."""
    loss = two_layer.basis(dimension, "relu", device=device)
    neurons = two_layer.draw(seeds, width=width, dimension=dimension, device=device)
    for cap in caps:
        neurons = descend(loss, neurons, step=STEP, steps=steps, cap=cap, turning=turning)
    return loss.loss(neurons)

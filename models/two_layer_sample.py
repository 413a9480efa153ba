"""Two-layer networks fitted to a fixed sample: the mean squared error, and its gradient.

With s(t) = h|t| + o t, residuals r_n = f(x_n) - y_n on N inputs, and s_in = sign(w_i·x_n),

    m dL/dw_i = 2 |w_i| (g_i + (u_i·g_i) u_i),    g_i = (1/N) Σ_n r_n (h s_in + o) x_n

(f is as in `two_layer`; both terms are the derivative of |w_i| s(w_i·x)).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from peirama.models import two_layer
from peirama.models.seeds import Seeds
from peirama.models.truncated_descent import STEP, descend
from peirama.models.two_layer import Activation

START = 0.3  # the root mean square of |w| at the start


@dataclass(frozen=True)
class Sample:
    """The mean squared error of a student on a sample of its own in each trial."""

    activation: Activation
    inputs: Tensor  # (trials, samples, dimension)
    labels: Tensor  # (trials, samples)

    def loss(self, neurons: Tensor) -> Tensor:
        """The mean of (f - y)², (trials,)."""
        return self._residuals(neurons, self.room(neurons)).square().mean((1, 2))

    def room(self, neurons: Tensor) -> Room:
        """What repeated gradients of so many neurons write to."""
        shape = (*self.labels.shape, neurons.shape[1])
        return Room(neurons.new_empty(shape), neurons.new_empty(shape))

    def gradient(self, neurons: Tensor, room: Room) -> Tensor:
        """The derivative m dL/dw of every neuron, (trials, neurons, dimension)."""
        size = neurons.norm(dim=-1, keepdim=True)
        unit = neurons / size
        residuals = self._residuals(neurons, room) / self.labels.shape[1]
        weighed = residuals * self.inputs
        field = torch.bmm(room.signs.mT, weighed).mul_(self.activation.even)
        field += self.activation.odd * weighed.sum(1, keepdim=True)
        along = (unit * field).sum(-1, keepdim=True)
        return field.addcmul_(along, unit).mul_(2 * size)

    def _residuals(self, neurons: Tensor, room: Room) -> Tensor:
        """What f misses, (trials, samples, 1); leaves the signs of all w·x in the room."""
        lengths = neurons.norm(dim=-1, keepdim=True) / neurons.shape[1]
        torch.bmm(self.inputs, neurons.mT, out=room.fields)
        torch.sign(room.fields, out=room.signs)
        linear = torch.bmm(self.inputs, (lengths * neurons).sum(1)[..., None])
        found = torch.bmm(room.fields.abs_(), lengths)
        return self.activation.even * found + self.activation.odd * linear - self.labels[..., None]


@dataclass(frozen=True)
class Room:
    """Tensors that a gradient writes to, (trials, samples, neurons) each."""

    fields: Tensor  # |w·x|
    signs: Tensor


def trained(
    seeds: Seeds,
    *,
    dimension: int,
    samples: int,
    width: int,
    steps: int,
    device: torch.device | str,
) -> Tensor:
    """The population loss of a ReLU student fitted to a sample of its own, (trials,)."""
    population = two_layer.basis(dimension, "relu", device=device)
    neurons = two_layer.draw(seeds, width=width, dimension=dimension, scale=START, device=device)
    inputs = torch.tensor(seeds.normal(samples, dimension), device=device)
    sample = Sample(population.activation, inputs, inputs.abs().mean(-1))
    return population.loss(descend(sample, neurons, step=STEP, steps=steps))

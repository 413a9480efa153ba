"""Two-layer networks whose output weights are the norms of their neurons, on Gaussian inputs.

A student f(x) = (1/m) Σ_i |w_i| s(w_i·x) learns f*(x) = Σ_j a_j |w*_j·x|, x ~ N(0, I). With
s(t) = h|t| + o t, q_i = |w_i|²/m, u_i = w_i/|w_i|, all directions z = (u, w*) and all charges
c = (h q, -a), the loss is a quadratic form in the kernel F of |t|,

    E (f - f*)² = Σ_ij c_i c_j F(z_i·z_j) + o² |Σ_i q_i u_i|²,
    F(ρ) = E |x·z||x·z'| = (2/π) (sqrt(1 - ρ²) + ρ asin ρ) = Σ_k e_2k ρ^2k,

and since F - ρ F' = (2/π) sqrt(1 - ρ²), its gradient along neuron i is, with P = I - u u',

    m dL/dw_i = 2 |w_i| (2 u_i (r_i + u_i·v_i) + P v_i),
    r_i = h (2/π) Σ_j c_j sqrt(1 - ρ_ij²),    v_i = h (2/π) Σ_j c_j asin(ρ_ij) z_j + o² Σ_j q_j u_j

(arXiv:2007.04596, sections 2 and 3; derivatives tested in tests/models/test_two_layer.py).
Neurons are (trials, neurons, dimension), float64.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from peirama.models.arccosine import F, energy
from peirama.models.seeds import Seeds


@dataclass(frozen=True)
class Activation:
    """s(t) = even |t| + odd t."""

    even: float
    odd: float


ACTIVATIONS = {"relu": Activation(0.5, 0.5), "absolute": Activation(1.0, 0.0)}


def draw(
    seeds: Seeds, *, width: int, dimension: int, scale: float = 1.0, device: torch.device | str
) -> Tensor:
    """Gaussian neurons with E|w|² = scale², (trials, width, dimension)."""
    normal = torch.tensor(seeds.normal(width, dimension), device=device)
    return normal.mul_(scale / math.sqrt(dimension))


def basis(dimension: int, activation: str, *, device: torch.device | str) -> Population:
    """The loss of a "relu" or "absolute" student to the teacher Σ_j |x_j|/d.

    No other orthonormal W* is easier or harder, as Gaussian inputs and neurons can be rotated.
    """
    directions = torch.eye(dimension, dtype=torch.float64, device=device)
    return Population(ACTIVATIONS[activation], directions, directions.mean(0))


@dataclass(frozen=True)
class Population:
    """The exact mean squared error of a student to a teacher."""

    activation: Activation
    directions: Tensor  # W*, unit rows, (teachers, dimension)
    weights: Tensor  # a, (teachers,)

    def loss(self, neurons: Tensor) -> Tensor:
        """E (f - f*)², (trials,)."""
        charges, directions = self._charged(neurons)
        even = _form(charges, F(_cosines(directions, directions)))
        return even + self._odd(neurons)

    def orders(
        self,
        neurons: Tensor,
        degrees: tuple[int, ...],  # even ones, and 1 for all that is odd
    ) -> Tensor:
        """The parts of the loss by Hermite degree, (trials, degrees)."""
        charges, directions = self._charged(neurons)
        squares = _cosines(directions, directions).square_()
        parts, powers, reached = {1: self._odd(neurons)}, torch.ones_like(squares), 0
        for degree in sorted(set(degrees) - {1}):
            for _ in range(reached, degree, 2):
                powers *= squares
            reached = degree
            parts[degree] = energy(degree) * _form(charges, powers)
        return torch.stack([parts[degree] for degree in degrees], dim=-1)

    def room(self, neurons: Tensor) -> Room:
        """What repeated gradients of so many neurons write to."""
        trials, count, _ = neurons.shape
        directions = self.directions.expand(trials, -1, -1)
        charges = self._scale * -self.weights.expand(trials, -1)
        every = count + len(self.weights)
        return Room(
            directions=torch.cat([neurons, directions], dim=1),
            charges=torch.cat([neurons[..., 0], charges], dim=1)[..., None],
            cosines=neurons.new_empty(trials, count, every),
            angles=neurons.new_empty(trials, count, every),
            one=neurons.new_ones(()),
        )

    def gradient(self, neurons: Tensor, room: Room) -> Tensor:
        """The derivative m dL/dw of every neuron, (trials, neurons, dimension)."""
        count = neurons.shape[1]
        size = neurons.norm(dim=-1, keepdim=True)
        unit = torch.div(neurons, size, out=room.directions[:, :count])
        mass = size * size / count
        room.charges[:, :count] = self._scale * self.activation.even * mass
        torch.bmm(unit, room.directions.mT, out=room.cosines).clamp_(-1, 1)
        torch.asin(room.cosines, out=room.angles)
        field = torch.bmm(room.angles, room.charges * room.directions)
        field += self.activation.odd**2 * (mass * unit).sum(1, keepdim=True)
        torch.addcmul(room.one, room.cosines, room.cosines, value=-1, out=room.angles).sqrt_()
        radial = 2 * torch.bmm(room.angles, room.charges)
        radial += (unit * field).sum(-1, keepdim=True)
        return field.addcmul_(radial, unit).mul_(2 * size)

    @property
    def _scale(self) -> float:
        return self.activation.even * 2 / math.pi

    def _charged(self, neurons: Tensor) -> tuple[Tensor, Tensor]:
        """The charges and directions of students and teachers together."""
        unit = neurons / neurons.norm(dim=-1, keepdim=True)
        mass = neurons.square().sum(-1) / neurons.shape[1]
        charges = [self.activation.even * mass, -self.weights.expand(len(neurons), -1)]
        directions = [unit, self.directions.expand(len(neurons), -1, -1)]
        return torch.cat(charges, dim=1), torch.cat(directions, dim=1)

    def _odd(self, neurons: Tensor) -> Tensor:
        mean = (neurons * neurons.norm(dim=-1, keepdim=True)).mean(1)  # Σ q u
        return self.activation.odd**2 * mean.square().sum(-1)


@dataclass(frozen=True)
class Room:
    """Tensors that a gradient writes to, so that no step has to ask for memory."""

    directions: Tensor  # of students, then teachers, (trials, every, dimension)
    charges: Tensor  # times h 2/π, (trials, every, 1)
    cosines: Tensor  # (trials, neurons, every)
    angles: Tensor  # and later sines, (trials, neurons, every)
    one: Tensor  # ()


def _cosines(one: Tensor, other: Tensor) -> Tensor:
    return torch.bmm(one, other.mT).clamp_(-1, 1)


def _form(charges: Tensor, matrix: Tensor) -> Tensor:
    """The quadratic form of each trial, (trials,)."""
    return (charges * torch.bmm(matrix, charges[..., None])[..., 0]).sum(-1)

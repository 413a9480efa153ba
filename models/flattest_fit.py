"""Samples of a target, and the flattest network on given inner weights that passes through them.

The inputs are Gaussian, y_i = f(x_i) + τ ξ_i, and the sharpness is at loss scale κ = 1/2: ratios of
sharpnesses do not depend on it.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from peirama.models import interpolators, population_loss, sharpness, true_networks
from peirama.models.activations import Activation
from peirama.models.interpolators import Flattest
from peirama.models.seeds import Seeds
from peirama.models.sharpness import Network
from peirama.models.true_networks import Target

LOSS_SCALE = 0.5
RIDGE = 0.1  # of the mean diagonal of U Uᵀ, where labels are smoothed


class Sampled(NamedTuple):
    """A target seen at samples, one set of them a trial."""

    activation: Activation
    target: Target
    x: Tensor  # (trials, samples, dimension)
    y: Tensor  # (trials, samples)

    @property
    def power(self) -> float:
        """The p = 2c/(c+1) of the outer weights in the sharpness."""
        return 2 * self.activation.homogeneity / (self.activation.homogeneity + 1)

    def features(self, inner: Tensor) -> Tensor:
        """U, (trials, samples, width), of inner weights (trials, width, dimension)."""
        return sharpness.features(self.activation, inner, self.x)

    def prices(self, inner: Tensor) -> Tensor:
        """w, (trials, width), of inner weights (trials, width, dimension)."""
        return sharpness.weights(self.activation, inner, self.x, loss_scale=LOSS_SCALE)

    def flattest(self, inner: Tensor) -> Flattest:
        """The flattest outer weights on these inner ones (trials, width, dimension)."""
        return interpolators.flattest(
            self.features(inner), self.prices(inner), self.y, power=self.power
        )

    def certified(self, inner: Tensor, outer: Tensor, dual: Tensor) -> Flattest:
        """Any outer weights with the gap that a dual vector (trials, samples) leaves."""
        prices = self.prices(inner)
        safe = prices.where(prices > 0, 1.0)
        columns = self.features(inner)
        return interpolators.certified(columns, safe, self.y, outer, dual, power=self.power)

    def least_norm(self, inner: Tensor) -> Tensor:
        """The interpolating outer weights of least Euclidean norm, (trials, width)."""
        return interpolators.least_norm(self.features(inner), self.y)

    def smoothed(self, inner: Tensor) -> Sampled:
        """The same samples with the labels of a ridge regression on the features."""
        u = self.features(inner)
        gram = u @ u.mT
        eye = torch.eye(gram.shape[-1], dtype=gram.dtype, device=gram.device)
        ridge = RIDGE * gram.diagonal(dim1=-2, dim2=-1).mean(-1)[..., None, None] * eye
        fitted = gram @ torch.linalg.solve(gram + ridge, self.y[..., None])
        return self._replace(y=fitted[..., 0])

    def above_duals(
        self,
        inner: Tensor,
        found: Flattest,
        duals: Tensor,  # v, (trials, number, samples)
    ) -> Tensor:
        """The least (Υ - D(v))/Υ over the solution's own dual vector and others, (trials,)."""
        columns, prices = self.features(inner)[:, None], self.prices(inner)[:, None]
        safe = prices.where(prices > 0, 1.0)
        y = self.y[:, None]
        lower = interpolators.lower_bound(columns, safe, y, duals, power=self.power)
        others = (1 - lower / found.sharpness[:, None]).amin(-1)
        return others.minimum(found.gap)

    def true_sharpness(self, *, width: int) -> Tensor:
        """Υ of the flattest network on the target's own directions, (trials,)."""
        k, d = self.target.directions, self.x.shape[-1]
        basis = torch.eye(k, d, dtype=self.x.dtype, device=self.x.device)
        prices = self.prices(basis.expand(len(self.x), -1, -1))
        return true_networks.sharpness(self.target, prices, width=width, power=self.power)

    def excess(self, inner: Tensor, outer: Tensor) -> Tensor:
        """The population loss of a network above the noise, (trials,)."""
        return population_loss.excess(self.activation, Network(inner, outer), self.target)


def draw(
    seeds: Seeds,
    *,
    activation: Activation,
    target: Target,
    samples: int,
    dimension: int,
    noise: float = 0.0,  # τ², the variance
    device: torch.device | str,
) -> Sampled:
    """Gaussian inputs with the target's labels, and Gaussian noise of the variance given."""
    x = torch.tensor(seeds.normal(samples, dimension), device=device)
    y = target.labels(x, activation)
    if noise > 0:
        y = y + noise**0.5 * torch.tensor(seeds.normal(samples), device=device)
    return Sampled(activation, target, x, y)


def aligned(
    seeds: Seeds,
    *,
    activation: Activation,
    target: Target,
    samples: int,
    dimension: int,
    width: int,
    alignment: float,
    device: torch.device | str,
) -> tuple[Sampled, Tensor]:
    """Samples without noise, and inner weights of an alignment with the target's directions."""
    sampled = draw(
        seeds,
        activation=activation,
        target=target,
        samples=samples,
        dimension=dimension,
        device=device,
    )
    inner = true_networks.aligned(
        seeds,
        directions=target.directions,
        width=width,
        dimension=dimension,
        alignment=alignment,
        device=device,
    )
    return sampled, inner


def gap(
    seeds: Seeds,
    *,
    activation: Activation,
    target: Target,
    samples: int,
    alignment: float,
    device: torch.device | str,
) -> tuple[Tensor, Tensor]:
    """Least Υ on aligned inner weights over Υ of the true network, and 1 where not certified.

    Both (trials,), in dimension 2n and of width 4n.
    """
    sampled, inner = aligned(
        seeds,
        activation=activation,
        target=target,
        samples=samples,
        dimension=2 * samples,
        width=4 * samples,
        alignment=alignment,
        device=device,
    )
    found = sampled.flattest(inner)
    return found.sharpness / sampled.true_sharpness(width=4 * samples), found.uncertified

"""The trace of the Hessian of a two-layer network at an interpolator, and its least value.

For h(x) = Σ_j a_j σ(θ_j·x) and F = (κ/n) Σ_i (y_i - h(x_i))², with y = h at all n samples,

    Tr Hess F = 2κ Σ_j (A_j + a_j² B_j),    A_j = (1/n) Σ_i σ(θ_j·x_i)²,
                                            B_j = (1/n) Σ_i σ'(θ_j·x_i)² |x_i|².

Rescaling θ_j -> α_j θ_j, a_j -> α_j^-c a_j keeps h and gives A_j α_j^2c + a_j² B_j α_j^-2, least at
α_j^(2c+2) = a_j² B_j/(c A_j). With p = 2c/(c+1) and C_c = min_t (t^2c + t^-2) = (1+c) c^(-c/(c+1)),
the least trace is Υ = Σ_j w_j |a_j|^p, w_j = 2κ C_c A_j^(1/(c+1)) B_j^(c/(c+1)).
arXiv:2606.04429; proved for symbolic c in tests/models/test_sharpness.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from peirama.models.activations import Activation

if TYPE_CHECKING:
    from torch import Tensor


class Network(NamedTuple):
    """Two-layer networks without biases, one a trial."""

    inner: Tensor  # θ, (trials, width, dimension)
    outer: Tensor  # a, (trials, width)


def features(
    activation: Activation,
    inner: Tensor,  # (trials, width, dimension)
    x: Tensor,  # (trials, samples, dimension)
) -> Tensor:
    """U_ij = σ(θ_j·x_i), (trials, samples, width)."""
    return activation(x @ inner.mT)


def output(activation: Activation, network: Network, x: Tensor) -> Tensor:
    """What the network says at each sample, h(x_i), (trials, samples)."""
    return (features(activation, network.inner, x) @ network.outer[..., None])[..., 0]


def energies(activation: Activation, inner: Tensor, x: Tensor) -> tuple[Tensor, Tensor]:
    """A and B of every neuron, each (trials, width)."""
    z = x @ inner.mT
    squares = (x**2).sum(-1, keepdim=True)
    return (activation(z) ** 2).mean(-2), (activation.derivative(z) ** 2 * squares).mean(-2)


def trace(activation: Activation, network: Network, x: Tensor, *, loss_scale: float) -> Tensor:
    """Tr Hess F at networks that interpolate, by the formula, (trials,)."""
    a, b = energies(activation, network.inner, x)
    return 2 * loss_scale * (a + network.outer**2 * b).sum(-1)


def constant(homogeneity: float) -> float:
    """C_c = min over t > 0 of t^2c + t^-2."""
    return (1 + homogeneity) * homogeneity ** (-homogeneity / (1 + homogeneity))


def weights(activation: Activation, inner: Tensor, x: Tensor, *, loss_scale: float) -> Tensor:
    """w_j, so that the least trace is Σ_j w_j |a_j|^p, (trials, width); 0 for dead neurons."""
    c = activation.homogeneity
    a, b = energies(activation, inner, x)
    return 2 * loss_scale * constant(c) * a ** (1 / (c + 1)) * b ** (c / (c + 1))


def least_trace(
    activation: Activation, network: Network, x: Tensor, *, loss_scale: float
) -> Tensor:
    """Υ, the infimum of the trace over all rescalings, (trials,)."""
    p = 2 * activation.homogeneity / (activation.homogeneity + 1)
    w = weights(activation, network.inner, x, loss_scale=loss_scale)
    return (w * network.outer.abs() ** p).sum(-1)


def flattest_factors(activation: Activation, network: Network, x: Tensor) -> Tensor:
    """The α_j at which the trace is least, (trials, width); 1 for dead neurons, and if a_j = 0."""
    c = activation.homogeneity
    a, b = energies(activation, network.inner, x)
    ratio = (network.outer**2 * b) / (c * a)
    return ratio.where((a > 0) & (network.outer != 0), 1.0) ** (1 / (2 * c + 2))


def rescaled(activation: Activation, network: Network, factors: Tensor) -> Network:
    """The network with θ_j times α_j and a_j times α_j^-c, which is the same function."""
    outer = network.outer * factors**-activation.homogeneity
    return Network(network.inner * factors[..., None], outer)


def hessian_trace(
    activation: Activation,
    network: Network,
    x: Tensor,
    y: Tensor,  # (trials, samples)
    *,
    loss_scale: float,
) -> Tensor:
    """Tr Hess F at any network, by automatic differentiation of the loss, (trials,)."""
    import torch

    def loss(weights: Network, x: Tensor, y: Tensor) -> Tensor:
        residual = y - output(activation, weights, x)
        return loss_scale * (residual**2).mean(-1)

    def one(weights: Network, x: Tensor, y: Tensor) -> Tensor:
        blocks = torch.func.jacrev(torch.func.grad(loss))(weights, x, y)
        sizes = [part.numel() for part in weights]
        diagonal = [blocks[i][i].reshape(size, size).trace() for i, size in enumerate(sizes)]
        return torch.stack(diagonal).sum()

    return torch.func.vmap(one)(network, x, y)

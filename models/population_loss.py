"""The population loss of a two-layer network for Gaussian inputs, in closed form: no test set.

For unit vectors u, v and x ~ N(0, I_d), K(r) = E σ(u·x) σ(v·x) depends on r = u·v alone, for leak λ

    K(r) = ((1+λ)/2)² r + ((1-λ)/2)² (2/π) (sqrt(1-r²) + r asin r),    and 1 + 2r² for the square.

The excess over the noise, E (f(x) - h(x))², is a quadratic form of the outer weights a: the kernel
of all neurons where f is a network too; for f = he_k(x_1) it is 1 + aᵀGa - 2 Σ_j a_j |θ_j|^c c_k
cos_j^k, c_k = E σ(z) he_k(z). Cosines are clipped to [-1, 1]. It is accurate to about 1e-15 of
the squared outer weights: an excess below 1e-14 is zero, whose logarithm says nothing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from peirama.models.activations import Activation
from peirama.models.sharpness import Network

if TYPE_CHECKING:
    from torch import Tensor

    from peirama.models.true_networks import Target


def kernel(activation: Activation, cosine: Tensor) -> Tensor:
    """K(r) for unit inner weights, elementwise."""
    r = cosine.clamp(-1, 1)
    if activation.homogeneity == 2:
        return 1 + 2 * r**2
    linear, even = (1 + activation.leak) / 2, (1 - activation.leak) / 2
    return linear**2 * r + even**2 * (2 / math.pi) * ((1 - r**2).sqrt() + r * r.asin())


def coefficient(activation: Activation, degree: int) -> float:
    """c_k = E σ(z) he_k(z) for a degree k of at least 1, he_k of unit variance."""
    if degree < 1:
        raise ValueError(f"The degree of a target is at least 1, not {degree}.")
    if activation.homogeneity == 2:
        return math.sqrt(2) if degree == 2 else 0.0
    if degree % 2:
        return (1 + activation.leak) / 2 if degree == 1 else 0.0
    half = degree // 2  # E |z| He_2j = sqrt(2/π) (-1)^(j+1) (2j-3)!!
    signed = (-1) ** (half + 1) * math.prod(range(1, degree - 2, 2))
    scale = math.sqrt(2 / math.pi) / math.sqrt(math.factorial(degree))
    return (1 - activation.leak) / 2 * scale * signed


def excess(activation: Activation, network: Network, target: Target) -> Tensor:
    """E (f(x) - h(x))² over x ~ N(0, I_d), (trials,)."""
    import torch

    inner, outer = network
    if not target.weights:
        return 1 + _norm(activation, inner, outer) - 2 * _overlap(activation, network, target)
    basis = torch.eye(target.directions, inner.shape[-1], dtype=inner.dtype, device=inner.device)
    signed = -outer.new_tensor(target.weights).expand(len(outer), -1)
    all_inner = torch.cat((inner, basis.expand(len(inner), -1, -1)), dim=1)
    return _norm(activation, all_inner, torch.cat((outer, signed), dim=1))


def span_floor(activation: Activation, projection: Tensor) -> Tensor:
    """K(1) - K(ρ²), below which no network has its excess for the target σ(θ*·x), |θ*| = 1.

    Where all its inner weights lie in one subspace, and ρ is the norm of θ* projected onto it.
    """
    return kernel(activation, projection.new_ones(())) - kernel(activation, projection**2)


def _norm(activation: Activation, inner: Tensor, outer: Tensor) -> Tensor:
    """E h(x)², (trials,)."""
    norms = inner.norm(dim=-1)
    unit = inner / norms.clamp(min=1e-300)[..., None]
    scaled = outer * norms**activation.homogeneity
    gram = kernel(activation, unit @ unit.mT)
    return (scaled * (gram @ scaled[..., None])[..., 0]).sum(-1)


def _overlap(activation: Activation, network: Network, target: Target) -> Tensor:
    """E f(x) h(x) for a target that is no network, (trials,)."""
    norms = network.inner.norm(dim=-1)
    unit = network.inner / norms.clamp(min=1e-300)[..., None]
    scaled = network.outer * norms**activation.homogeneity
    if target.degree:
        along = unit[..., 0] ** target.degree
        return coefficient(activation, target.degree) * (scaled * along).sum(-1)
    k = target.directions  # the product of k coordinates is sqrt(k!) he_k, symmetrised
    along = math.sqrt(math.factorial(k)) * unit[..., :k].prod(-1)
    return coefficient(activation, k) * (scaled * along).sum(-1)

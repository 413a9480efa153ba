"""The channel-attention network at finite width, its kernel and its span (A = I).

A neuron q on the sphere computes σ_tau(x, q) = Σ_l tau_l sqrt(N_l) P_l(<x, q>), l = 0, ..., L, and
the network (1/sqrt m) Σ_r a_r σ_tau(x, q_r). In the orthonormal basis Φ of the harmonics

    sqrt(N_l) P_l(<x, q>) = Φ_l(x)'Φ_l(q)/sqrt(N_l),

so that the coefficients of a network, and hence its risk over the sphere, are known exactly. With
all channels open the kernel (1/m) Σ_r σ(x, q_r) σ(x', q_r) tends to Σ_l P_l(<x, x'>).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from peirama.models import harmonic_basis, sphere
from peirama.models.harmonic_basis import Basis
from peirama.models.harmonic_regression import batches
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor

TOLERANCE = 1e-10  # of a singular value, over the largest: below it a direction is not spanned


def channel_features(
    points: Tensor,  # (..., n, dimension)
    neurons: Tensor,  # (..., m, dimension)
    channels: int,
) -> Tensor:
    """Z_l = sqrt(N_l) P_l(<x, q>) for l = 0, ..., channels, (..., channels + 1, n, m)."""
    import torch

    t = points @ neurons.mT
    d = points.shape[-1]
    parts = [
        sphere.harmonics(d, degree) ** 0.5 * sphere.gegenbauer(degree, t, dimension=d)
        for degree in range(channels + 1)
    ]
    return torch.stack(parts, -3)


def coefficients(
    basis: Basis,
    neurons: Tensor,  # (..., m, dimension)
) -> Tensor:
    """The coefficients Φ_l(q)/sqrt(N_l) of each neuron, every channel open, (..., m, Σ N_l)."""
    import torch

    scale = [size**-0.5 for size in basis.sizes for _ in range(size)]
    return basis.at(neurons) * torch.tensor(scale, dtype=neurons.dtype, device=neurons.device)


def floors(
    seeds: Seeds,
    *,
    dimension: int,
    degree: int,
    width: int,
    device: str,
) -> tuple[Tensor, Tensor]:
    """The energy that random neurons miss of targets uniform on the sphere of R^r0, (trials,).

    It is |I - P|²/r0 with P the projection onto the span, from the singular vectors; and again
    from the pseudo-inverse.
    """
    import torch

    basis = harmonic_basis.draw(
        seeds, dimension=dimension, degrees=range(degree + 1), device=device
    )
    span = coefficients(basis, sphere.points(seeds, dimension, each=width, device=device)).mT
    r0 = span.shape[-2]
    u, values, _ = torch.linalg.svd(span, full_matrices=False)
    kept = u * (values > TOLERANCE * values[..., :1])[..., None, :]
    eye = torch.eye(r0, dtype=span.dtype, device=span.device)
    missed = ((eye - kept @ kept.mT) ** 2).sum((-1, -2)) / r0
    again = eye - span @ torch.linalg.pinv(span, rtol=TOLERANCE)
    return missed, (again**2).sum((-1, -2)) / r0


def kernel_errors(
    seeds: Seeds,
    *,
    dimension: int,
    degree: int,
    widths: Sequence[int],
    points: int,
    device: str,
) -> Tensor:
    """The mean squared error of the kernel of the first m neurons, (trials, widths).

    The mean is over the pairs of distinct points, channels 0 to `degree` being open.
    """
    import torch

    some = batches(seeds, points * max(widths) * (degree + 1))
    return torch.cat([_errors(s, dimension, degree, widths, points, device) for s in some])


def _errors(
    seeds: Seeds, dimension: int, degree: int, widths: Sequence[int], points: int, device: str
) -> Tensor:
    import torch

    x = sphere.points(seeds, dimension, each=points, device=device)
    q = sphere.points(seeds, dimension, each=max(widths), device=device)
    features = channel_features(x, q, degree).sum(-3)
    limit = sum(
        sphere.gegenbauer(each, x @ x.mT, dimension=dimension) for each in range(degree + 1)
    )
    off = 1 - torch.eye(points, dtype=x.dtype, device=x.device)
    total, start, found = torch.zeros_like(off), 0, {}
    for m in sorted(set(widths)):
        part = features[..., start:m]
        total, start = total + part @ part.mT, m
        found[m] = (((total / m - limit) * off) ** 2).sum((-1, -2)) / (points * (points - 1))
    return torch.stack([found[m] for m in widths], -1)

"""The unit sphere of R^d: spaces of harmonics, Gegenbauer polynomials, Haar rotations.

Harmonics of degree l have dimension N_l = binom(d+l-1, l) - binom(d+l-3, l-2) and the zonal
function P_l, with P_l(1) = 1 and

    (l+d-2) P_{l+1}(t) = (2l+d-2) t P_l(t) - l P_{l-1}(t),      E P_l(u·x) P_l(v·x) = P_l(u·v)/N_l.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor


def harmonics(dimension: int, degree: int) -> int:
    """N_l, the dimension of the harmonics of a degree l >= 0, exactly."""
    if degree < 2:
        return dimension**degree
    whole = math.comb(dimension + degree - 1, degree)
    return whole - math.comb(dimension + degree - 3, degree - 2)


def gegenbauer(
    degree: int,
    t: Tensor,  # (...,)
    *,
    dimension: int,
) -> Tensor:
    """P_l(t) in dimension d >= 2, normalised to P_l(1) = 1, (...,)."""
    previous, current = t * 0 + 1, t
    if degree == 0:
        return previous
    for n in range(1, degree):
        following = ((2 * n + dimension - 2) * t * current - n * previous) / (n + dimension - 2)
        previous, current = current, following
    return current


def haar(
    gaussian: Tensor,  # (..., dimension, dimension), independent standard normal entries
) -> Tensor:
    """Haar orthogonal matrices, (..., dimension, dimension).

    QR, with the columns turned so that R has a positive diagonal (Mezzadri 2007).
    """
    import torch

    q, r = torch.linalg.qr(gaussian)
    return q * torch.sign(r.diagonal(dim1=-2, dim2=-1))[..., None, :]


def rotations(seeds: Seeds, dimension: int, *, each: int = 1, device: str) -> Tensor:
    """Haar orthogonal matrices, (trials, each, dimension, dimension)."""
    import torch

    return haar(torch.tensor(seeds.normal(each, dimension, dimension), device=device))


def points(seeds: Seeds, dimension: int, *, each: int, device: str) -> Tensor:
    """Uniform points on the unit sphere, (trials, each, dimension)."""
    import torch

    gaussian = torch.tensor(seeds.normal(each, dimension), device=device)
    return gaussian / gaussian.norm(dim=-1, keepdim=True)

"""An orthonormal basis Φ of the polynomials of low degree on the sphere, without coordinates.

On degree l, with N_l harmonics and M = 2 N_l + 4 poles q_i, the zonal functions P_l(<q_i, x>) have
the Gram matrix G = P_l(<q_i, q_j>)/N_l of rank N_l. With its N_l leading eigenpairs (λ, V),

    Φ_l(x) = P_l(x q') V λ^(-1/2),      E Φ Φ' = I,      |Φ_l(x)|² = N_l for every x,

the last by the addition theorem. The span of all degrees up to l has dimension

    r0(d, l) = Σ_{k<=l} N_k = d (d+1) ... (d+l-2) (d+2l-1)/l!,      r0(d, 0) = 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from peirama.models import sphere
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor


def rank(dimension: int, degree: int) -> int:
    """r0, the dimension of the polynomials of degree at most l >= 0 on the sphere, exactly.

    A polynomial on the sphere is one of degree l or l - 1 in d variables that is homogeneous.
    """
    whole = math.comb(dimension + degree - 1, degree)
    return whole + (math.comb(dimension + degree - 2, degree - 1) if degree else 0)


@dataclass(frozen=True)
class Basis:
    """Orthonormal harmonics of some degrees; the functions of a degree stand together."""

    dimension: int
    degrees: tuple[int, ...]
    poles: tuple[Tensor, ...]  # for each degree (M, dimension)
    mixing: tuple[Tensor, ...]  # for each degree V λ^(-1/2), (M, N_l)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """N_l of each degree."""
        return tuple(sphere.harmonics(self.dimension, degree) for degree in self.degrees)

    def at(
        self,
        points: Tensor,  # (..., dimension), on the unit sphere
    ) -> Tensor:
        """Φ at points, (..., Σ N_l)."""
        import torch

        parts = zip(self.degrees, self.poles, self.mixing, strict=True)
        zonal = (
            sphere.gegenbauer(degree, points @ poles.T, dimension=self.dimension) @ mixing
            for degree, poles, mixing in parts
        )
        return torch.cat(list(zonal), -1)


def draw(seeds: Seeds, *, dimension: int, degrees: Sequence[int], device: str) -> Basis:
    """A basis with random poles, shared by all trials of a setting."""
    import torch

    poles, mixing = [], []
    for degree in degrees:
        count = 2 * sphere.harmonics(dimension, degree) + 4  # N_l alone are ill-conditioned
        gaussian = seeds.fixed(f"poles of degree {degree}").standard_normal((count, dimension))
        drawn = torch.tensor(gaussian, device=device)
        poles.append(drawn / drawn.norm(dim=-1, keepdim=True))
        mixing.append(orthonormal(poles[-1], degree))
    return Basis(dimension, tuple(degrees), tuple(poles), tuple(mixing))


def orthonormal(
    poles: Tensor,  # (..., M, dimension), M >= N_l
    degree: int,
) -> Tensor:
    """What makes the zonal functions of the poles orthonormal, V λ^(-1/2), (..., M, N_l)."""
    import torch

    dimension = poles.shape[-1]
    size = sphere.harmonics(dimension, degree)
    gram = sphere.gegenbauer(degree, poles @ poles.mT, dimension=dimension) / size
    values, vectors = torch.linalg.eigh(gram)
    return vectors[..., -size:] / values[..., None, -size:].sqrt()


def zonal_rank(
    points: Tensor,  # (count, dimension)
    degrees: Sequence[int],
) -> int:
    """The rank of Σ_l P_l(<x_i, x_j>) over some degrees, to nine digits: Σ N_l at enough points."""
    import torch

    t = points @ points.mT
    gram = sum(sphere.gegenbauer(degree, t, dimension=points.shape[-1]) for degree in degrees)
    return int(torch.linalg.matrix_rank(gram, hermitian=True, rtol=1e-9))

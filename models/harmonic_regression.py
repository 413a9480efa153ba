"""Least squares on spherical harmonics: y = Φ(x)'θ + s ε with x uniform on the sphere.

As the basis Φ is orthonormal, the risk over the sphere is |θ̂ - θ|² exactly: no test points. Given
the inputs, least squares on all r harmonics of the target has the risk s² tr (Φ'Φ)⁻¹ on average
over the noise. One design carries many noise vectors, as further right-hand sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from peirama.models import harmonic_basis, sphere
from peirama.models.harmonic_basis import Basis
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor

ENTRIES = 2_000_000  # of the zonal functions or the noise of a batch, 16 MB


def batches(seeds: Seeds, entries: int) -> Iterator[Seeds]:
    """The trials in batches, for trials that hold so many numbers each."""
    size = max(1, ENTRIES // entries)
    for start in range(0, len(seeds.trials), size):
        yield seeds.only(seeds.trials[start : start + size])


def designs(
    seeds: Seeds,
    basis: Basis,
    *,
    samples: int,
    each: int = 1,
) -> Tensor:
    """Φ at uniform points, (trials, each, samples, Σ N_l)."""
    device = basis.poles[0].device.type
    points = sphere.points(seeds, basis.dimension, each=each * samples, device=device)
    return basis.at(points.reshape(len(points), each, samples, basis.dimension))


def measured(
    measure: Callable[[Tensor], Tensor],  # (..., samples, Σ N_l) to (...,)
    seeds: Seeds,
    basis: Basis,
    *,
    samples: int,
    each: int,
) -> Tensor:
    """A number of every design, (trials, each), in batches that fit into memory."""
    import torch

    entries = each * samples * (2 * max(basis.sizes) + 4)
    some = batches(seeds, entries)
    return torch.cat([measure(designs(s, basis, samples=samples, each=each)) for s in some])


def variance(
    design: Tensor,  # (..., samples, r), samples >= r
) -> Tensor:
    """The trace of (Φ'Φ)⁻¹, which is the risk of least squares in units of s², (...,)."""
    import torch

    factor = torch.linalg.cholesky(design.mT @ design)
    eye = torch.eye(design.shape[-1], dtype=design.dtype, device=design.device)
    inverse = torch.linalg.solve_triangular(factor, eye.expand_as(factor), upper=False)
    return (inverse * inverse).sum((-1, -2))


def fluctuation(
    design: Tensor,  # (..., samples, r)
) -> Tensor:
    """The squared distance |S - I|² of S = Φ'Φ/samples from its mean, (...,)."""
    samples, r = design.shape[-2:]
    small = design.mT @ design if samples > r else design @ design.mT
    square = (small * small).sum((-1, -2)) / samples**2  # tr S², from either side
    return square - 2 * (design * design).sum((-1, -2)) / samples + r


def fit(
    design: Tensor,  # (..., samples, r)
    labels: Tensor,  # (..., samples, targets)
) -> Tensor:
    """Least squares, of least norm where samples < r, (..., r, targets)."""
    import torch

    if design.shape[-2] < design.shape[-1]:
        factor = torch.linalg.cholesky(design @ design.mT)
        return design.mT @ torch.cholesky_solve(labels, factor)
    factor = torch.linalg.cholesky(design.mT @ design)
    return torch.cholesky_solve(design.mT @ labels, factor)


def targets(
    seeds: Seeds,
    basis: Basis,
    weights: Sequence[float],  # the energy of each degree of the basis; 0 beyond the last
    *,
    each: int = 1,
) -> Tensor:
    """θ, uniform on each degree with the given energies, (trials, Σ N_l, each)."""
    import torch

    parts = []
    energies = [*weights, *(0.0,) * (len(basis.degrees) - len(weights))]
    for size, energy in zip(basis.sizes, energies, strict=True):
        direction = torch.tensor(seeds.normal(size, each), device=basis.poles[0].device)
        parts.append(direction * (energy**0.5 / direction.norm(dim=1, keepdim=True)))
    return torch.cat(parts, 1)


def risks(
    seeds: Seeds,
    *,
    dimension: int,
    weights: Sequence[float],
    fitted: int,
    samples: int,
    noise: float,
    repeats: int,
    device: str,
) -> tuple[Tensor, Tensor]:
    """The risk of least squares on degrees up to `fitted`, and its mean square on the sample.

    The target has the energies `weights` in degrees 0, 1, ...; a trial is one design and target
    with `repeats` noise vectors, over which it is averaged. Both (trials,).
    """
    import torch

    degrees = range(max(len(weights), fitted + 1))
    basis = harmonic_basis.draw(seeds, dimension=dimension, degrees=degrees, device=device)
    used = harmonic_basis.rank(dimension, fitted)
    widest = max(repeats, 2 * max(basis.sizes) + 4)
    found = [
        _risks(some, basis, weights, used, samples, noise, repeats)
        for some in batches(seeds, samples * widest)
    ]
    return torch.cat([risk for risk, _ in found]), torch.cat([seen for _, seen in found])


def _risks(
    seeds: Seeds,
    basis: Basis,
    weights: Sequence[float],
    used: int,
    samples: int,
    noise: float,
    repeats: int,
) -> tuple[Tensor, Tensor]:
    import torch

    design = designs(seeds, basis, samples=samples)[:, 0]
    theta = targets(seeds, basis, weights)
    errors = torch.tensor(seeds.normal(samples, repeats), device=design.device)
    found = fit(design[..., :used], design @ theta + noise * errors)
    missed = torch.cat((found - theta[:, :used], -theta[:, used:].expand(-1, -1, repeats)), 1)
    on_sample = ((design @ missed) ** 2).mean((-1, -2))
    return (missed**2).sum(1).mean(-1), on_sample

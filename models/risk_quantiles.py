"""The risk of least squares on spherical harmonics for one noise vector, and what bounds it.

Given the inputs, θ̂ - θ = s G Φ'ε with G = (Φ'Φ)⁻¹ and Gaussian ε, so that |θ̂ - θ|² is a weighted
sum of r0 chi-squares. Laurent and Massart (Ann. Stat. 2000, lemma 1) bound it: with probability at
most exp(-t) it exceeds

    s² (tr G + 2 |G|_F sqrt(t) + 2 |G|_op t).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from peirama.models import harmonic_basis, harmonic_regression
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor


class Errors(NamedTuple):
    """Risks at noise 1, and the spectra that bound them."""

    risk: Tensor  # |θ̂ - θ|², (trials,)
    spectrum: Tensor  # the eigenvalues of G, (trials, r0)

    def bound(self, exponent: float, *, deviations: bool = True) -> Tensor:
        """What the risk exceeds with probability at most exp(-exponent), (trials,)."""
        mean = self.spectrum.sum(-1)
        if not deviations:
            return mean
        spread = self.spectrum.square().sum(-1).sqrt() * exponent**0.5
        return mean + 2 * spread + 2 * self.spectrum.amax(-1) * exponent


def draw(
    seeds: Seeds,
    *,
    dimension: int,
    degree: int,
    samples: int,
    device: str,
) -> Errors:
    """One design and one noise vector a trial, for all degrees up to `degree`."""
    import torch

    basis = harmonic_basis.draw(
        seeds, dimension=dimension, degrees=range(degree + 1), device=device
    )
    entries = samples * (2 * max(basis.sizes) + 4)
    parts = [_one(some, basis, samples) for some in harmonic_regression.batches(seeds, entries)]
    risk, spectrum = (torch.cat(each) for each in zip(*parts, strict=True))
    return Errors(risk, spectrum)


def _one(seeds: Seeds, basis: harmonic_basis.Basis, samples: int) -> Errors:
    import torch

    design = harmonic_regression.designs(seeds, basis, samples=samples)[:, 0]
    noise = torch.tensor(seeds.normal(samples, 1), device=design.device)
    missed = harmonic_regression.fit(design, noise)[..., 0]
    spectrum = 1 / torch.linalg.eigvalsh(design.mT @ design)
    return Errors((missed**2).sum(-1), spectrum)

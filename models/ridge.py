"""Kernel ridge regression of the teacher Σ_i a_i |w_i·x| from N Gaussian points, without noise.

A *design* is N training points, test points and a few Haar w. The kernel sees points alone; labels
enter the coefficients only, so that the fit lies in the span of N functions chosen without w.
The width of the kernel and the ridge (over the mean eigenvalue of the Gram matrix) are those with
the smallest mean loss on pilot designs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from peirama.models import arccosine, kernels, sphere
from peirama.models.kernels import Kernel
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor

Array = NDArray[np.float64]
Draw = Callable[..., Array]  # from a shape to standard normal numbers (designs, *shape)
RIDGES = tuple(10.0**power for power in range(-10, 2))
PILOTS = 8  # designs on which width and ridge are chosen
TEACHERS = 4  # Haar w a design: they share its eigenvectors
TESTS = 1000  # points: 64 designs then tell 1.02 B from .99 B by ten standard errors
CHECKED = 64  # points of a pilot design at which a kernel is checked
ENTRIES = 4_000_000  # of a matrix of kernel values held at once, 32 MB


@dataclass(frozen=True)
class Designs:
    """A batch of regression problems."""

    train: Tensor  # (designs, samples, dimension)
    test: Tensor  # (designs, tests, dimension)
    teachers: Tensor  # (designs, teachers, dimension, dimension), the w_i as rows
    weights: Tensor  # (dimension,)

    def labels(self, points: Tensor) -> Tensor:
        """The teachers' values at points (designs, n, dimension), (designs, n, teachers)."""
        projected = points[:, None] @ self.teachers.mT
        return (projected.abs() @ self.weights).mT

    def split(self) -> list[Designs]:
        """The same in batches whose kernel values fit into memory."""
        samples, tests = self.train.shape[1], self.test.shape[1]
        size = max(1, ENTRIES // (samples * max(samples, tests)))
        starts = range(0, len(self.train), size)
        return [self.only(slice(start, start + size)) for start in starts]

    def only(self, some: slice) -> Designs:
        """Some of the designs."""
        return replace(
            self, train=self.train[some], test=self.test[some], teachers=self.teachers[some]
        )


def losses(
    family: Sequence[Kernel],
    seeds: Seeds,
    *,
    dimension: int,
    samples: int,
    spread: float,
    device: str,
) -> Array:
    """The mean squared error of one design a trial, (trials,).

    Raises ValueError for a kernel that is not finite, symmetric and positive semidefinite.
    """

    def drawn(draw: Draw) -> Designs:
        return designs(draw, dimension=dimension, samples=samples, spread=spread, device=device)

    generator = seeds.fixed("pilot")
    pilot = drawn(lambda *shape: generator.standard_normal((PILOTS, *shape)))
    for kernel in family:
        kernels.check(kernel, pilot.test[0, :CHECKED])
    kernel, ridge = choose(family, pilot)
    return errors(kernel, drawn(seeds.normal), (ridge,))[:, 0]


def peeking(seeds: Seeds, *, dimension: int, samples: int, spread: float, device: str) -> Array:
    """The same for the kernel |W x|·|W y|, which no theorem forbids to see W, (trials,)."""
    problems = designs(
        seeds.normal, dimension=dimension, samples=samples, spread=spread, device=device
    )
    w = problems.teachers[:, 0]
    train, test = ((x @ w.mT).abs() for x in (problems.train, problems.test))
    found = path(
        train @ train.mT,
        problems.labels(problems.train)[..., :1],
        test @ train.mT,
        train.new_tensor(RIDGES[:1]),
    )
    missed = found[:, 0, :, 0] - problems.labels(problems.test)[..., 0]
    return np.asarray((missed * missed).mean(-1).cpu().numpy())


def designs(draw: Draw, *, dimension: int, samples: int, spread: float, device: str) -> Designs:
    """Designs from normal draws."""
    import torch

    shapes = ((samples, dimension), (TESTS, dimension), (TEACHERS, dimension, dimension))
    train, test, gaussian = (torch.tensor(draw(*shape), device=device) for shape in shapes)
    weights = torch.tensor(arccosine.weights(dimension, spread), device=device)
    return Designs(train, test, sphere.haar(gaussian), weights)


def choose(family: Sequence[Kernel], pilot: Designs) -> tuple[Kernel, float]:
    """The kernel and the ridge with the smallest mean error."""
    means = [errors(kernel, pilot, RIDGES).mean(0) for kernel in family]
    best, at = np.unravel_index(np.argmin(means), np.shape(means))
    return family[int(best)], RIDGES[int(at)]


def errors(kernel: Kernel, problems: Designs, ridges: Sequence[float]) -> Array:
    """Mean squared test errors over the teachers of each design, (designs, ridges)."""
    return np.concatenate([_errors(kernel, part, ridges) for part in problems.split()])


def _errors(kernel: Kernel, part: Designs, ridges: Sequence[float]) -> Array:
    found = path(
        kernel(part.train, part.train),
        part.labels(part.train),
        kernel(part.test, part.train),
        part.train.new_tensor(ridges),
    )
    missed = found - part.labels(part.test)[:, None]
    return np.asarray((missed * missed).mean((-1, -2)).cpu().numpy())


def path(
    gram: Tensor,  # (..., samples, samples)
    labels: Tensor,  # (..., samples, targets)
    cross: Tensor,  # (..., tests, samples)
    ridges: Tensor,  # (ridges,), over the mean eigenvalue
) -> Tensor:
    """Predictions cross (gram + ridge)⁻¹ labels of every ridge, (..., ridges, tests, targets).

    By one eigendecomposition; eigenvalues below 0 are rounding errors and count as 0.
    """
    import torch

    values, vectors = torch.linalg.eigh((gram + gram.mT) / 2)
    values = values.clamp_min(0)
    damped = values[..., None, :] + ridges[:, None] * values.mean(-1)[..., None, None]
    coefficients = (vectors.mT @ labels)[..., None, :, :] / damped[..., None]
    return (cross @ vectors)[..., None, :, :] @ coefficients

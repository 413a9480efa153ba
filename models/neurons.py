"""Random neurons on the sphere, seen from the index vectors: where they start and where they end.

Of a uniform neuron only its Gaussian ξ in the span of the index vectors matters, and the square χ²
of the rest, with dimension - indices degrees of freedom: z = ξ/R, ρ = sqrt(χ²)/R, R² = |ξ|² + χ².
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from peirama.models.index_flow import Coefficients, Flow, follow, largest_overlap, overlaps
from peirama.models.seeds import Seeds

Array = NDArray[np.float64]
FOUND = 0.999  # the overlap at which a neuron has arrived; a strict minimum attracts from there
CLOSE = 1e-6  # two largest coordinates of ξ this near leave it open which index vector is nearest


@dataclass(frozen=True)
class Journey:
    """The overlaps of neurons with orthogonal index vectors at the start and at the end."""

    first: Tensor  # (trials, indices)
    last: Tensor  # (trials, indices)
    ended: Tensor  # (trials,) whether the neuron has come to its end


def place(
    normal: Array,  # ξ, (rows, indices)
    chi_square: Array,  # χ², (rows,)
    *,
    device: torch.device | str,
) -> Tensor:
    """The neurons (z, ρ) of these draws, (rows, indices + 1)."""
    rows = np.concatenate([normal, np.sqrt(chi_square)[:, None]], axis=1)
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return torch.tensor(rows, dtype=torch.float64, device=device)


def draw(
    seeds: Seeds,
    *,
    indices: int,
    dimension: int,
    device: torch.device | str,
    accept: Callable[[Array], bool] | None = None,
) -> Tensor:
    """One uniform neuron a trial, (trials, indices + 1), redrawn until its ξ is accepted.

    Raises ValueError if 1000 draws of a trial are all refused.
    """
    chi_square = seeds.chi_square(dimension - indices)
    if accept is None:
        return place(seeds.normal(indices), chi_square, device=device)
    normal = [_accepted(generator, indices, accept) for generator in seeds.generators]
    return place(np.array(normal), chi_square, device=device)


def nearest(values: Tensor, *, signed: bool) -> tuple[Tensor, Tensor]:
    """The index of each row's largest value (in size, unless signed), and its sign, (rows,)."""
    index = (values if signed else values.abs()).argmax(-1)
    return index, torch.sign(values.gather(-1, index[:, None])[:, 0])


def signs_matter(coefficients: Coefficients) -> bool:
    """Whether all degrees are odd, so that an index vector and its negative differ."""
    return all(int(degree) % 2 for degree in coefficients)


def travel(
    seeds: Seeds,
    *,
    coefficients: Coefficients,
    indices: int,
    dimension: int,
    device: torch.device | str,
) -> Journey:
    """One neuron a trial, followed until it has found one of the orthogonal index vectors.

    Neurons without a nearest index vector are redrawn: with no positive overlap at odd degrees,
    or with two coordinates of ξ closer than 1e-6.
    """
    signed = signs_matter(coefficients)

    def clear(drawn: Array) -> bool:
        ordered = np.sort(np.append(drawn if signed else np.abs(drawn), -np.inf))
        return bool(ordered[-1] > 0 and ordered[-1] - ordered[-2] > CLOSE)

    start = draw(seeds, indices=indices, dimension=dimension, device=device, accept=clear)
    flow = Flow(coefficients, indices)
    course = follow(flow, start, largest_overlap(FOUND, signed=signed), step=0.25)
    return Journey(overlaps(flow, start), overlaps(flow, course.neurons), course.ended)


def _accepted(
    generator: np.random.Generator, indices: int, accept: Callable[[Array], bool]
) -> Array:
    for _ in range(1000):
        drawn = generator.standard_normal(indices)
        if accept(drawn):
            return drawn
    raise ValueError("1000 draws of a neuron were all refused; relax `accept`.")

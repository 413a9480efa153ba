"""Which index vector each of many neurons ends at, and whether together they find them all.

For orthogonal index vectors and one degree the destination depends on the direction ξ in their
span alone, whose law is the same in every dimension (the flow is homogeneous; arXiv:2411.08798,
orthogonal case): neurons therefore start inside the span.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from peirama.models import index_flow
from peirama.models.index_flow import Flow, Height
from peirama.models.seeds import Seeds

WORKING_SET = 2**22  # coordinates drawn at once: 32 megabytes
NOTHING = -1  # the winner of a neuron that finds no index vector
FOUND = 0.9  # an overlap that only a neuron on its way to an index vector has


@dataclass(frozen=True)
class Search:
    """Whether the neurons of each trial found every index vector, and how many did not finish."""

    complete: NDArray[np.float64]  # (trials,) 0 or 1
    unfinished: NDArray[np.float64]  # (trials,)


def search(
    seeds: Seeds,
    *,
    degree: int,
    indices: int,
    neurons: int,
    largest: int,
    device: torch.device | str,
) -> Search:
    """A set of neurons a trial; the flow is run where neurons·indices <= largest, else the rule."""
    size, trials = max(1, WORKING_SET // max(neurons * indices, 1)), seeds.trials
    parts = [seeds.only(trials[first : first + size]) for first in range(0, len(trials), size)]
    complete, unfinished = [], []
    for part in parts:
        directions = torch.tensor(part.normal(neurons, indices), device=device)
        if neurons and neurons * indices <= largest:
            flat, pending = by_flow(degree, directions.flatten(0, 1))
            winners = flat.reshape(directions.shape[:2])
            unfinished.append(pending.reshape(winners.shape).sum(-1).cpu().numpy())
        else:
            winners = by_rule(directions, signed=degree % 2 == 1)
            unfinished.append(np.zeros(len(winners)))
        complete.append(all_found(winners, indices).cpu().numpy())
    return Search(np.concatenate(complete).astype(float), np.concatenate(unfinished).astype(float))


def by_rule(
    directions: Tensor,  # (..., indices)
    *,
    signed: bool,
) -> Tensor:
    """The winners (...,) that the nearest-index rule names: the largest overlap (or size).

    Signed, a neuron without a positive overlap finds nothing.
    """
    if not signed:
        return directions.abs().argmax(-1)
    largest, winner = directions.max(-1)
    return torch.where(largest > 0, winner, NOTHING)


def by_flow(
    degree: int,
    directions: Tensor,  # (rows, indices)
    *,
    step: float = 0.25,
    most: int = 2000,
) -> tuple[Tensor, Tensor]:
    """The winners (rows,) to which the flow leads, and the rows it did not finish, (rows,)."""
    signed = degree % 2 == 1
    rows = torch.cat([directions, torch.zeros_like(directions[:, :1])], dim=-1)
    rows = rows / rows.norm(dim=-1, keepdim=True)
    flow = Flow({degree: 1.0}, directions.shape[-1])
    course = index_flow.follow(flow, rows, _decided(signed=signed), step=step, most=most)
    winners = by_rule(course.neurons[:, :-1], signed=signed)
    return winners, ~course.ended


def all_found(
    winners: Tensor,  # (trials, neurons)
    indices: int,
) -> Tensor:
    """Whether every index vector is some neuron's winner, (trials,)."""
    seen = torch.zeros(winners.shape[0], indices + 1, dtype=torch.bool, device=winners.device)
    seen.scatter_(1, winners + 1, torch.ones_like(winners, dtype=torch.bool))
    return seen[:, 1:].all(-1)


def _decided(*, signed: bool) -> Height:
    """A height: not negative once an index vector is found, or none ever can be.

    An overlap never changes its sign, since the sphere's intersections with m_j = 0 are
    invariant; signed, a neuron with none positive hence finds nothing.
    """

    def height(flow: Flow, neurons: Tensor) -> Tensor:
        m = index_flow.overlaps(flow, neurons)
        largest = (m if signed else m.abs()).amax(-1)
        return torch.maximum(largest - FOUND, -largest)

    return height

"""Neurons that never learn: their direction flows to a maximum of the loss in the span.

The correlation H = Σ_j g(m_j) grows along the flow. A neuron within the span of the index vectors
(ρ = 0) either passes H = 0, or comes to rest at H < 0; with ρ > 0 and a single degree its direction
takes the same way, while all of it shrinks towards the equator.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from peirama.models import index_flow
from peirama.models.index_flow import Flow

STEP = 1.5  # of 1/rate: only within 1e-3 of the boundary do shorter steps end elsewhere
REST = 1e-6  # of rate·max|m|: 10 % above β_c the saddle then holds directions within 3e-5 of it


def circle(
    angles: NDArray[np.float64],  # (rows,)
    *,
    device: torch.device | str,
) -> Tensor:
    """Neurons in the span of two index vectors, whose average lies at π/4, (rows, 3)."""
    rows = np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], axis=1)
    return torch.tensor(rows, dtype=torch.float64, device=device)


def correlation(flow: Flow, neurons: Tensor) -> Tensor:
    """H of each neuron, (rows,)."""
    m = index_flow.overlaps(flow, neurons)
    return index_flow.correlation(flow.coefficients, m).sum(-1)


def fate(flow: Flow, neurons: Tensor, *, most: int = 6000) -> tuple[Tensor, Tensor]:
    """Which neurons rest at H < 0, and which are still on their way there or to H > 0, (rows,)."""
    rests = index_flow.at_rest(REST)

    def decided(flow: Flow, neurons: Tensor) -> Tensor:
        return torch.maximum(correlation(flow, neurons), rests(flow, neurons))

    course = index_flow.follow(flow, neurons, decided, step=STEP, most=most)
    return correlation(flow, course.neurons) < 0, ~course.ended

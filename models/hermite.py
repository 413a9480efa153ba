"""Hermite functions in the normalisation of the theorems, and Gaussian quadrature.

h_p = He_p / sqrt(p!) are orthonormal under N(0, 1), and

    sqrt(p + 1) h_{p+1}(x) = x h_p(x) - sqrt(p) h_{p-1}(x),      h_p' = sqrt(p) h_{p-1}.

An expansion is a mapping from degree (an integer, or its digits) to coefficient.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from torch import Tensor

Expansion = Mapping[Any, float]


def functions(
    x: Tensor,  # (...,)
    highest: int,
) -> Tensor:
    """The values h_0(x) to h_highest(x), (..., highest + 1)."""
    values = [torch.ones_like(x), x]
    for degree in range(1, highest):
        following = x * values[degree] - math.sqrt(degree) * values[degree - 1]
        values.append(following / math.sqrt(degree + 1))
    return torch.stack(values[: highest + 1], dim=-1)


def series(
    expansion: Expansion,
    x: Tensor,  # (...,)
) -> Tensor:
    """The sum of the expansion at x, (...,), by Clenshaw's recurrence."""
    coefficients = {int(degree): weight for degree, weight in expansion.items()}
    above, current = torch.zeros_like(x), torch.zeros_like(x)
    for degree in range(max(coefficients, default=0), -1, -1):
        following = torch.addcmul(
            above * -math.sqrt((degree + 1) / (degree + 2)), x, current, value=(degree + 1) ** -0.5
        )
        above, current = current, following + coefficients.get(degree, 0.0)
    return current


def derivative(expansion: Expansion) -> dict[int, float]:
    """The expansion of the derivative."""
    return {
        int(degree) - 1: math.sqrt(int(degree)) * weight
        for degree, weight in expansion.items()
        if int(degree) > 0
    }


def quadrature(nodes: int, *, device: torch.device | str = "cpu") -> tuple[Tensor, Tensor]:
    """Nodes and weights (nodes,) of E[f(x)], x ~ N(0, 1); exact to degree 2 nodes - 1."""
    x, weights = (torch.tensor(a, dtype=torch.float64, device=device) for a in _gauss(nodes))
    return x, weights


def expand(
    function: Callable[[Tensor], Tensor], highest: int, *, nodes: int = 64
) -> dict[int, float]:
    """The coefficients E[function h_p] for p = 0 to highest, by quadrature."""
    x, weights = quadrature(nodes)
    coefficients = (functions(x, highest) * (weights * function(x))[:, None]).sum(0)
    return dict(enumerate(coefficients.tolist()))


@lru_cache(maxsize=64)
def _gauss(nodes: int) -> tuple[list[float], list[float]]:
    x, weights = np.polynomial.hermite_e.hermegauss(nodes)
    return x.tolist(), (weights / weights.sum()).tolist()

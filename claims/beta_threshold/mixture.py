"""When the average of the index vectors turns from saddle to minimum, for degrees p₁ < p₂.

With t the overlap of the average with an index vector, t² = (1 + (k - 1)β)/k, and q the mean
degree under the weights p_i a_i t^{p_i}, it turns where β = (q - 2)/(q - 2 + k) (derived from the
Hessian of L; tested against root finding in tests/claims/test_thresholds.py).
"""

from __future__ import annotations

import math
from typing import Any

import sympy

from peirama.claims.beta_threshold.paper import degree, indices

higher_degree = sympy.Symbol("higher_degree", integer=True, positive=True)
DEGREES_ASCEND = {"the higher degree exceeds the lower": higher_degree > degree}
TWO_VECTORS = {"there are at least two index vectors": indices >= 2}


def overlap_at(q: Any, indices: Any = indices) -> Any:
    """The overlap at which the average turns if the mean degree there is q."""
    return (q - 2) / (q - 2 + indices)


def ratio_at(
    q: Any, degree: Any = degree, higher_degree: Any = higher_degree, indices: Any = indices
) -> Any:
    """The ratio of the weights a₂/a₁ at which the average turns with mean degree q, ρ(q)."""
    square = (1 + (indices - 1) * overlap_at(q, indices)) / indices
    odds = degree * (q - degree) / (higher_degree * (higher_degree - q))
    return odds * square ** ((degree - higher_degree) / 2)


def middle_ratio(degree: int, higher_degree: int, indices: int) -> float:
    """The geometric mean of the ratios between which there are three thresholds in β.

    They are ρ(q₊) and ρ(q₋), where d ln ρ / dq = 0; if nowhere, ρ midway between the degrees.
    """
    total, product = degree + higher_degree - 4, 4 * (degree - 1) * (higher_degree - 1)
    squared = total**2 - product * (indices + 1) / (indices - 1)
    if squared <= 0:
        return float(ratio_at((degree + higher_degree) / 2, degree, higher_degree, indices))
    turns = [
        1 + (total + sign * math.sqrt(squared)) * (indices - 1) / (2 * (indices + 1))
        for sign in (1, -1)
    ]
    return math.sqrt(math.prod(ratio_at(q, degree, higher_degree, indices) for q in turns))

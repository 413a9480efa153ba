"""The law of a coupon collector who sometimes gets nothing.

With probability ε a neuron finds none of the k index vectors (2^{-k} at odd degree, 0 at even),
and else each with the same probability. By inclusion and exclusion n neurons find all of them
with probability Σ_i (-1)^i C(k, i) (1 - (1 - ε) i/k)^n.
"""

from __future__ import annotations

import math

import mpmath


def occupancy(degree: int, indices: int, neurons: int) -> float:
    """The probability that this many neurons find all index vectors."""
    return _occupancy(indices, neurons, lost=mpmath.ldexp(degree % 2, -indices))


def half_lost(degree: int, indices: int, neurons: int) -> float:
    """The same if half of all neurons found nothing at odd degree."""
    return _occupancy(indices, neurons, lost=mpmath.ldexp(degree % 2, -1))


def _occupancy(indices: int, neurons: int, *, lost: mpmath.mpf) -> float:
    """Inclusion and exclusion; terms of size 2^k cancel, hence the digits."""
    if neurons < indices:
        return 0.0
    with mpmath.workdps(60 + indices // 2):
        found = (1 - lost) / indices
        terms = (
            (-1) ** i * math.comb(indices, i) * (1 - i * found) ** neurons
            for i in range(indices + 1)
        )
        return max(float(mpmath.fsum(terms)), 0.0)

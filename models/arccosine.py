"""Absolute values of Gaussian projections: Hermite energies, kernels, and what no kernel learns.

For x ~ N(0, I_d), unit vectors u, v and ρ = u·v,

    F(ρ) = E|u·x||v·x| = (2/π)(√(1-ρ²) + ρ asin ρ) = Σ_k e_2k ρ^2k,
    e_2k = (2/π) binom(2k, k)/(4^k (2k-1)²).

A teacher f(x) = Σ_i a_i |w_i·x| with orthonormal Haar w_i has, on r H_l (harmonics of even degree
l times r = |x|), the covariance

    λ_l = d β_l² [s₂ + (1-s₂) P_l(0)],      β_0 = Γ(d/2)/(√π Γ((d+1)/2)),
    β_{l+2} = -β_l (l-1)/(l+d+1),           P_{l+2}(0) = -P_l(0) (l+1)/(l+d-1),

with s₂ = Σ a_i². What N functions chosen without knowing w miss of it on average is at least B,
the sum of all eigenvalues but the N largest (Ky Fan); the best N eigenfunctions attain B. Derived
from Li, Ma, Zhang (COLT 2020) and tested against Haar draws in tests/models/test_arccosine.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import mpmath
import numpy as np
from numpy.typing import NDArray

from peirama.models.sphere import harmonics

if TYPE_CHECKING:
    from torch import Tensor

DIGITS = 40  # beyond those that the subtraction loses; float64 needs 17


@dataclass(frozen=True)
class Eigenvalue:
    """One eigenvalue of the covariance of the teacher, in the precision of its spectrum."""

    degree: int
    multiplicity: int
    value: Any  # an mpmath number
    ceiling: Any  # no later eigenvalue exceeds the ceiling of its own degree, which decreases


def F(
    rho: Tensor,  # (...,), in [-1, 1] up to rounding
) -> Tensor:
    """E|u·x||v·x| for unit u, v with u·v = ρ, (...,)."""
    rho = rho.clamp(-1, 1)
    return (2 / math.pi) * ((1 - rho * rho).sqrt() + rho * rho.asin())


def F_prime(rho: Tensor) -> Tensor:
    """The derivative of F, (2/π) asin ρ, (...,)."""
    return (2 / math.pi) * rho.clamp(-1, 1).asin()


def k0(cosine: Tensor) -> Tensor:
    """The arc-cosine kernel of degree 0 at cosines, 1 at 1 (Cho, Saul 2009), (...,)."""
    return 1 - cosine.clamp(-1, 1).acos() / math.pi


def k1(cosine: Tensor) -> Tensor:
    """The arc-cosine kernel of degree 1 at cosines, 1 at 1 (Cho, Saul 2009), (...,)."""
    c = cosine.clamp(-1, 1)
    return ((1 - c * c).sqrt() + c * (math.pi - c.acos())) / math.pi


def energy(degree: int) -> float:
    """e_n, the energy of |t| in the normalised Hermite function of degree n; 0 for odd n."""
    if degree % 2:
        return 0.0
    return (2 / math.pi) * (math.comb(degree, degree // 2) / 2**degree) / (degree - 1) ** 2


def weights(dimension: int, spread: float) -> NDArray[np.float64]:
    """a_i proportional to `spread` at even i and to 1 at odd i, with sum 1, (dimension,)."""
    a = np.where(np.arange(dimension) % 2 == 0, float(spread), 1.0)
    return a / a.sum()


def squares(dimension: int, spread: Any) -> Any:
    """s₂ = Σ a_i², in the arithmetic of `spread`."""
    even, odd = (dimension + 1) // 2, dimension // 2
    return (even * spread**2 + odd) / (even * spread + odd) ** 2


def total(dimension: int, spread: Any, *, pi: Any = math.pi) -> Any:
    """E f², the sum of all eigenvalues: 2/π + (1 - 2/π) s₂."""
    return 2 / pi + (1 - 2 / pi) * squares(dimension, spread)


def spectrum(dimension: int, spread: float, *, context: Any) -> Iterator[Eigenvalue]:
    """The eigenvalues λ_0, λ_2, λ_4, ... without end, in the arithmetic of an mpmath context."""
    d, s2 = context.mpf(dimension), squares(dimension, context.mpf(spread))
    beta = _beta_0(context, dimension)
    at_zero = context.mpf(1)  # P_l(0)
    degree = 0
    while True:
        square = d * beta**2
        yield Eigenvalue(
            degree,
            harmonics(dimension, degree),
            square * (s2 + (1 - s2) * at_zero),
            square * (s2 + (1 - s2) * abs(at_zero)),
        )
        beta *= -context.mpf(degree - 1) / (degree + dimension + 1)
        at_zero *= -context.mpf(degree + 1) / (degree + dimension - 1)
        degree += 2


def eigenvalue(dimension: int, degree: int, spread: float) -> float:
    """λ_l of an even degree l, to full float64 precision."""
    entries = spectrum(dimension, spread, context=_context(DIGITS))
    return float(next(e for e in entries if e.degree == degree).value)


def beta(dimension: int, degree: int) -> float:
    """β_l of an even degree l: E|u·x||x| P_l(v·x/|x|) = d β_l P_l(u·v) for unit u and v."""
    context = _context(DIGITS)
    value = _beta_0(context, dimension)
    for lower in range(0, degree, 2):
        value *= -context.mpf(lower - 1) / (lower + dimension + 1)
    return float(value)


def bound(dimension: int, samples: int, spread: float) -> float:
    """B: what N = `samples` functions miss on average, for d >= 2, N >= 0 and spread >= 1.

    To full float64 precision; the time grows with the degrees that N reaches.
    """
    return float(precise_bound(dimension, samples, spread))


def precise_bound(dimension: int, samples: int, spread: float) -> Any:
    """The same as an mpmath number of at least 30 correct digits.

    Eigenvalues do not always decrease with the degree (at spread 1, λ_2 = 0): the list ends where
    the ceiling of the next one lies below the N-th largest so far.
    """
    context = _context(DIGITS + len(str(dimension)) + 2 * len(str(samples)))
    missed, left = total(dimension, context.mpf(spread), pi=context.pi), samples
    for entry in _largest(spectrum(dimension, spread, context=context), samples):
        taken = min(left, entry.multiplicity)
        missed -= taken * entry.value
        left -= taken
    return missed


def _largest(entries: Iterator[Eigenvalue], samples: int) -> list[Eigenvalue]:
    """Eigenvalues in decreasing order, of which the first N are the N largest of all."""
    known: list[Eigenvalue] = []
    reached = 0
    for entry in entries:
        if reached >= samples:
            known.sort(key=lambda e: e.value, reverse=True)
            if entry.ceiling <= _last_taken(known, samples):
                break
        known.append(entry)
        reached += entry.multiplicity
    return known


def _last_taken(known: list[Eigenvalue], samples: int) -> Any:
    """The N-th largest eigenvalue of a decreasing list; infinite for N = 0."""
    left = samples
    for entry in known:
        left -= entry.multiplicity
        if left <= 0 < samples:
            return entry.value
    return math.inf


def _beta_0(context: Any, dimension: int) -> Any:
    """β_0 = E|u·x|/E|x| for a unit vector u."""
    half = context.mpf(dimension) / 2
    return context.gamma(half) / context.gamma(half + context.mpf(0.5)) / context.sqrt(context.pi)


def _context(digits: int) -> Any:
    """Arithmetic of its own: the precision of `mpmath.mp` is shared by all threads."""
    context = mpmath.MPContext()
    context.dps = digits
    return context

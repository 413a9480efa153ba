"""What the claims on sample complexity share: source, symbols, hypotheses, formulas.

Inputs are uniform on the sphere S^(d-1); the target is a spherical polynomial of degree l0
("degree") with energies w_l ("weights"); the noise is Gaussian with standard deviation s ("noise").
On degree l there are N_l harmonics, on the degrees up to l0 together r0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

import sympy
from sympy import binomial

from peirama.claims.core.claim import Hypothesis, Source

YANG_2025 = Source(
    key="yang2025shallow",
    authors="Y. Yang",
    title="Shallow Neural Networks Learn Low-Degree Spherical Polynomials with Learnable Channel "
    "Attention",
    year=2025,
    identifier="arXiv:2512.20562",
)

dimension = sympy.Symbol("dimension", integer=True, positive=True)
degree = sympy.Symbol("degree", integer=True, nonnegative=True)
samples = sympy.Symbol("samples", integer=True, positive=True)
noise = sympy.Symbol("noise", positive=True)
accuracy = sympy.Symbol("accuracy", positive=True)

_d, _l = dimension, degree
HARMONICS = binomial(_d + _l - 1, _l) - binomial(_d + _l - 3, _l - 2)  # N(d, l0)
RANK = binomial(_d + _l - 1, _l) + binomial(_d + _l - 2, _l - 1)  # r0(d, l0)
RISK = noise**2 * RANK / (samples - RANK + 1)
NEEDED = RANK * (1 + noise**2 / accuracy) - 1  # the samples at which RISK is the accuracy


@cache
def rank(degree: int) -> sympy.Expr:
    """r0 as a polynomial in the dimension, d (d+1) ... (d+l0-2) (d+2 l0-1)/l0!, degree >= 1."""
    rising = sympy.prod(dimension + i for i in range(degree - 1))
    return sympy.expand(rising * (dimension + 2 * degree - 1) / sympy.factorial(degree))


@cache
def rate(degree: int) -> tuple[sympy.Expr, sympy.Expr, sympy.Expr]:
    """The paper's rates as limits for d -> oo: r0/d^l0, n R/d^l0 after n -> oo, ε n(ε)/d^l0."""
    of = {RANK: rank(degree)}
    risk = sympy.limit(samples * RISK.subs(of), samples, sympy.oo)
    whole = (rank(degree), risk, sympy.expand(accuracy * NEEDED.subs(of)))
    orders = (sympy.expand(each / dimension**degree) for each in whole)
    first, second, third = (sympy.limit(each, dimension, sympy.oo) for each in orders)
    return first, second, third


def whole(value: Any, *, low: int) -> bool:
    """Whether a value is an integer of at least `low`."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= low


def positive(value: Any) -> bool:
    """Whether a value is a finite number above 0."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf


def _dimension(dimension: Any) -> bool:
    return whole(dimension, low=3)


def _degree(degree: Any) -> bool:
    return whole(degree, low=1)


def _samples(samples: Any) -> bool:
    return whole(samples, low=1)


def _enough(dimension: Any, degree: Any, samples: Any) -> bool:
    from peirama.models.harmonic_basis import rank

    return whole(samples, low=rank(dimension, degree))


def _noise(noise: Any) -> bool:
    return positive(noise)


def _accuracy(accuracy: Any) -> bool:
    return positive(accuracy)


def _energies(weights: Any) -> bool:
    return (
        isinstance(weights, list | tuple)
        and all(isinstance(w, int | float) and w >= 0 for w in weights)
        and abs(math.fsum(weights) - 1) < 1e-9
    )


def _length(weights: Any, degree: Any) -> bool:
    return len(weights) == degree + 1


def _highest(weights: Any) -> bool:
    return bool(weights[-1] > 0)


def _channels(channels: Any, degree: Any) -> bool:
    return whole(channels, low=degree)


def _threshold(threshold: Any) -> bool:
    return positive(threshold) and threshold > 1


Hypotheses = Mapping[str, Hypothesis]
SPHERE: Hypotheses = {  # the first to be asked; the others rely on it
    "the dimension is an integer of at least 3": _dimension,
    "the degree is an integer of at least 1": _degree,
}
SAMPLES: Hypotheses = {"the number of samples is an integer of at least 1": _samples}
ENOUGH: Hypotheses = {
    "the number of samples is an integer of at least r0, the number of harmonics of degrees up to "
    "the target's": _enough
}
NOISE: Hypotheses = {
    "the noise is a number above 0 (without noise, r0 samples determine the target)": _noise
}
ACCURACY: Hypotheses = {"the accuracy is a number above 0": _accuracy}
WEIGHTS: Hypotheses = {
    "the weights are energies: numbers of at least 0 that sum to 1": _energies,
    "there is one weight for each degree from 0 to the target's": _length,
    "the weight of the target's own degree is above 0": _highest,
}
CHANNELS: Hypotheses = {"the channels reach at least the degree of the target": _channels}
THRESHOLD: Hypotheses = {"the threshold is a number above 1": _threshold}

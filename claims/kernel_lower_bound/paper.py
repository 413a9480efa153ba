"""What the claims on the kernel lower bound share: source, symbols, hypotheses.

The teacher is f(x) = Σ_i a_i |w_i·x|, x ~ N(0, I_d), with orthonormal w_i and Σ a_i = 1; a_i is
proportional to κ ("spread") for even i and to 1 for odd i. N ("samples") is how many functions a
kernel method combines: one for each training point.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import sympy

from peirama.claims.core.claim import Hypothesis, Source

LI_MA_ZHANG_2020 = Source(
    key="li2020beyond",
    authors="Y. Li, T. Ma, H. R. Zhang",
    title="Learning Over-Parametrized Two-Layer ReLU Neural Networks beyond NTK",
    year=2020,
    identifier="arXiv:2007.04596",
)

degree = sympy.Symbol("degree", integer=True, nonnegative=True)
dimension = sympy.Symbol("dimension", integer=True, positive=True)
block = sympy.Symbol("block", integer=True, positive=True)
samples = sympy.Symbol("samples", integer=True, nonnegative=True)
spread = sympy.Symbol("spread", positive=True)

BOUND = (  # how the prediction of `arccosine.bound` is shown
    "B = 2/π + (1 - 2/π) s₂ - (the sum of the N largest eigenvalues), where λ_l = "
    "d β_l² (s₂ + (1 - s₂) P_l(0)) has multiplicity N_l for l = 0, 2, 4, ...; s₂ = Σ a_i², "
    "β_0 = Γ(d/2)/(√π Γ((d+1)/2)), β_{l+2} = -β_l (l-1)/(l+d+1), P_l Gegenbauer with P_l(1) = 1, "
    "N = samples, d = dimension"
)


def whole(value: Any, *, low: int) -> bool:
    """Whether a value is an integer of at least `low`."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= low


def _dimension(dimension: Any) -> bool:
    return whole(dimension, low=3)


def _samples(samples: Any) -> bool:
    return whole(samples, low=0)


def _degree(degree: Any) -> bool:
    return whole(degree, low=0)


def _power(power: Any) -> bool:
    return whole(power, low=1)


def _block(block: Any) -> bool:
    return whole(block, low=2) and block & (block - 1) == 0


def _multiple(dimension: Any, block: int) -> bool:
    return whole(dimension, low=block) and dimension % block == 0


def _sets(dimension: int, block: int, samples: Any) -> bool:
    return whole(samples, low=0) and samples <= math.comb(dimension, block)


def _spread(spread: Any) -> bool:
    return isinstance(spread, int | float) and 1 <= spread < math.inf


Hypotheses = Mapping[str, Hypothesis]
DIMENSION: Hypotheses = {"the dimension is an integer of at least 3": _dimension}
SAMPLES: Hypotheses = {"the number of samples is an integer of at least 0": _samples}
SPREAD: Hypotheses = {"the spread of the weights is a number of at least 1": _spread}
DEGREE: Hypotheses = {"the degree is an integer of at least 0": _degree}
BLOCKS: Hypotheses = {
    "the block is a power of 2, at least 2": _block,
    "the dimension is a multiple of the block": _multiple,
    "the number of samples is an integer from 0 to binom(dimension, block)": _sets,
}
POWER: Hypotheses = {"the power of d is an integer of at least 1": _power}

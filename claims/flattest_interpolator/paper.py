"""What the claims on flattest interpolators share: source, symbols, hypotheses.

A network Σ_j a_j σ(θ_j·x) of width m with a c-homogeneous activation interpolates n samples of a
multi-index model in dimension d; κ ("loss_scale") is the factor of the mean square.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import sympy

from peirama.claims.core.claim import Hypothesis, Source

VARDHAN_TAHERI_MAZUMDAR_2026 = Source(
    key="vardhan2026flatness",
    authors="H. Vardhan, H. Taheri, A. Mazumdar",
    title="Flatness and Generalization: Learning Multi-Index Models with Homogeneous Neural "
    "Networks",
    year=2026,
    identifier="arXiv:2606.04429",
)

homogeneity = sympy.Symbol("homogeneity", positive=True)
dimension = sympy.Symbol("dimension", integer=True, positive=True)
samples = sympy.Symbol("samples", integer=True, positive=True)
width = sympy.Symbol("width", integer=True, positive=True)
alignment = sympy.Symbol("alignment", nonnegative=True)
loss_scale = sympy.Symbol("loss_scale", positive=True)

ACTIVATIONS = ("relu", "leaky-relu", "absolute", "quadratic")


def degree(activation: str) -> int:
    """The homogeneity c of an activation."""
    return 2 if activation == "quadratic" else 1


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _activation(activation: Any) -> bool:
    return activation in ACTIVATIONS


def _homogeneity(homogeneity: Any) -> bool:
    return _number(homogeneity) and 1 <= homogeneity < math.inf


def _agreement(activation: str, homogeneity: float) -> bool:
    return homogeneity == degree(activation)


def _samples(samples: Any) -> bool:
    return _whole(samples)


def _dimension(dimension: Any) -> bool:
    return _whole(dimension)


def _width(width: Any) -> bool:
    return _whole(width)


def _enough(samples: int, width: int) -> bool:
    return width >= samples


def _loss_scale(loss_scale: Any) -> bool:
    return _number(loss_scale) and 0 < loss_scale < math.inf


def positive_scale(scale: Any) -> bool:
    """Whether all inner weights can be multiplied by it."""
    return _number(scale) and 0 < scale < math.inf


def _alignment(alignment: Any) -> bool:
    return _number(alignment) and 0 <= alignment <= 1


Hypotheses = Mapping[str, Hypothesis]
ACTIVATION: Hypotheses = {
    f"the activation is homogeneous, one of {', '.join(ACTIVATIONS)}": _activation
}
HOMOGENEITY: Hypotheses = {
    "the homogeneity is a number of at least 1": _homogeneity,
    "the homogeneity is that of the activation, 2 for quadratic and else 1": _agreement,
}
SAMPLES: Hypotheses = {"the number of samples is an integer of at least 1": _samples}
DIMENSION: Hypotheses = {"the dimension is an integer of at least 1": _dimension}
WIDTH: Hypotheses = {
    "the width is an integer of at least 1": _width,
    "the width is at least the number of samples: narrower networks do not interpolate": _enough,
}
LOSS_SCALE: Hypotheses = {"the scale of the loss is a positive number": _loss_scale}
ALIGNMENT: Hypotheses = {"the alignment is a number from 0 to 1": _alignment}
NETWORK: Hypotheses = {**ACTIVATION, **SAMPLES, **DIMENSION, **WIDTH, **LOSS_SCALE}

"""The form Σ_j A_j^(1/(c+1)) B_j^(c/(c+1)) |a_j|^p, p = 2c/(c+1), and wrong versions of it."""

from __future__ import annotations

from typing import Any

from peirama import models


def right(sigma: Any, network: Any, x: Any) -> Any:
    """Υ/(2κ C_c), (trials,)."""
    a, b = models.sharpness.energies(sigma, network.inner, x)
    return _form(sigma.homogeneity, a, b, network.outer)


def swapped(sigma: Any, network: Any, x: Any) -> Any:
    """The exponents of A and B exchanged."""
    a, b = models.sharpness.energies(sigma, network.inner, x)
    return _form(sigma.homogeneity, b, a, network.outer)


def of_other_degree(sigma: Any, network: Any, x: Any) -> Any:
    """The exponents of c = 2 for c = 1, and the reverse."""
    a, b = models.sharpness.energies(sigma, network.inner, x)
    return _form(3 - sigma.homogeneity, a, b, network.outer)


def raw(sigma: Any, network: Any, x: Any) -> Any:
    """The trace itself in place of its least value, over 2κ C_c."""
    trace = models.sharpness.trace(sigma, network, x, loss_scale=0.5)
    return trace / models.sharpness.constant(sigma.homogeneity)


def profile(scale: float, homogeneity: float) -> float:
    """Trace/Υ where all inner weights of the flattest are scaled."""
    c = homogeneity
    return float((scale ** (2 * c) + c * scale**-2) / (1 + c))


def growth_alone(scale: float, homogeneity: float) -> float:
    """The same, had the trace no lower bound as the scale falls."""
    return float(scale ** (2 * homogeneity) / (1 + homogeneity))


def _form(c: int, a: Any, b: Any, outer: Any) -> Any:
    return (a ** (1 / (c + 1)) * b ** (c / (c + 1)) * outer.abs() ** (2 * c / (c + 1))).sum(-1)

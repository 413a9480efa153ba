"""The mean trace at equal outer weights, and wrong versions of it and of the formula.

For Gaussian data in dimension d, unit θ_j and a_j = ±1/m, E Tr Hess F = 2κ (m A + B/m) with
A = E σ(z)², B = E σ'(z)² |x|²: (1 + λ²)/2 and d (1 + λ²)/2 for c = 1, 3 and 4 (d + 2) for z².
"""

from __future__ import annotations

from typing import Any

import sympy

from peirama import models
from peirama.claims.core.prediction import evaluate
from peirama.claims.flattest_interpolator.paper import dimension, loss_scale, width

OTHER = sympy.Rational(3, 2)  # the sum of the two values of κ


def energies(activation: str) -> tuple[Any, Any]:
    """E A_j and E B_j of a unit inner weight that does not know the Gaussian data."""
    if activation == "quadratic":
        return sympy.Integer(3), 4 * (dimension + 2)
    leak = {"relu": sympy.S.Zero, "leaky-relu": sympy.Rational(3, 10), "absolute": -sympy.S.One}
    half = (1 + leak[activation] ** 2) / 2
    return half, half * dimension


def expected(activation: str) -> Any:
    """The mean trace for unit inner weights and outer weights ±1/m."""
    a, b = energies(activation)
    return 2 * loss_scale * (width * a + b / width)


def inner(activation: str, width: int, dimension: int) -> float:
    """B/m, the part of it that belongs to the inner weights, over 2κ."""
    return float(evaluate(energies(activation)[1], {"dimension": dimension})) / width


def inner_without_norm(activation: str, width: int, dimension: int) -> float:
    """The same without |x_i|² in B."""
    return (4 if activation == "quadratic" else float(energies(activation)[0])) / width


def expected_of_the_other_loss(activation: str) -> Any:
    """The mean with κ = 1 in place of 1/2, and the reverse."""
    return expected(activation).subs(loss_scale, OTHER - loss_scale)


def without_norm(sigma: Any, network: Any, x: Any, *, loss_scale: float) -> Any:
    """The formula without |x_i|² in B."""
    z = x @ network.inner.mT
    a, b = (sigma(z) ** 2).mean(-2), (sigma.derivative(z) ** 2).mean(-2)
    return 2 * loss_scale * (a + network.outer**2 * b).sum(-1)


def of_the_other_loss(sigma: Any, network: Any, x: Any, *, loss_scale: float) -> Any:
    """The formula with κ = 1 in place of 1/2, and the reverse."""
    return models.sharpness.trace(sigma, network, x, loss_scale=float(OTHER) - loss_scale)

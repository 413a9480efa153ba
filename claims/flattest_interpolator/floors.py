"""Population losses that no network of a kind comes below, as expressions."""

from __future__ import annotations

import sympy

from peirama.claims.flattest_interpolator.paper import alignment

LEAKS = {"relu": sympy.Integer(0), "leaky-relu": sympy.Rational(3, 10), "absolute": -sympy.S.One}


def kernel(activation: str, r: sympy.Expr) -> sympy.Expr:
    """K(r) = E σ(u·x) σ(v·x) for unit vectors with u·v = r; see models.population_loss."""
    if activation == "quadratic":
        return 1 + 2 * r**2
    leak = LEAKS[activation]
    even = ((1 - leak) / 2) ** 2 * (2 / sympy.pi) * (sympy.sqrt(1 - r**2) + r * sympy.asin(r))
    return ((1 + leak) / 2) ** 2 * r + even


def missed_span(activation: str) -> sympy.Expr:
    """K(1) - K(ρ²), what inner weights leave of σ(θ*·x) whose span holds a share ρ of θ*."""
    return kernel(activation, sympy.S.One) - kernel(activation, alignment**2)

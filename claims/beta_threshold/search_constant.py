"""The constant of the search time: C = 1/(p(p-2) x^{p-2}), x a quantile of a normal variable.

Along one index vector T = 1/(p(p-2) M^{p-2}) to leading order, M the largest initial overlap, and
M·sqrt(d) is the largest of k independent normal variables; x is its median (given that M > 0 if p
is odd, of the largest size if p is even).
"""

from __future__ import annotations

import sympy

from peirama.claims.beta_threshold.paper import degree as p
from peirama.claims.beta_threshold.paper import indices as k

ODD, EVEN = ((1 + 2**-k) / 2) ** (1 / k), (1 + 2 ** (-1 / k)) / 2  # Φ(x)
MANY = 2 ** (-1 / k)  # ODD for so many index vectors that 2^-k vanishes in every digit


def constant(probability: sympy.Expr) -> sympy.Expr:
    """The constant if x is the quantile of this probability."""
    x = sympy.sqrt(2) * sympy.erfinv(2 * probability - 1)
    return 1 / (p * (p - 2) * x ** (p - 2))


def by_parity() -> sympy.Expr:
    """The constant at every degree."""
    odd = sympy.Eq(sympy.Mod(p, 2), 1)
    return sympy.Piecewise(
        (constant(ODD), odd & (k <= 512)), (constant(MANY), odd), (constant(EVEN), True)
    )

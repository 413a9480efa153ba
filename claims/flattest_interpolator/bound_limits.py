"""How far the matched network lies above the universal bound for many samples.

Its Υ/LB is (E σ²)^(1/(c+1)) (E σ'²|x|²)^(c/(c+1)) / (c^p E (|x| |σ|)^p) for n -> oo, where z = θ·x
is N(0, 1), |x|² = z² + χ²(d-1), and |x| and the angle of x to θ are independent. Gamma functions by
their logarithms at 40 digits, for any dimension.
"""

from __future__ import annotations

import mpmath


def limit(activation: str, dimension: int) -> float:
    """Lim Υ/LB for n -> oo in dimension d."""
    with mpmath.workdps(40):
        d = mpmath.mpf(dimension)
        if activation == "quadratic":
            power = mpmath.mpf(8) / 3
            over = _moment(d, power) / (d * mpmath.cbrt(d + 2))
            return float(mpmath.cbrt(3) / _moment(mpmath.mpf(1), power) * over)
        return float(mpmath.sqrt(mpmath.pi / 2) * _moment(d, mpmath.mpf(1)) / mpmath.sqrt(d))


def at_infinite_dimension(activation: str) -> float:
    """The same for d -> oo, where |x| is sqrt(d)."""
    with mpmath.workdps(40):
        if activation == "quadratic":
            return float(mpmath.cbrt(3) / _moment(mpmath.mpf(1), mpmath.mpf(8) / 3))
        return float(mpmath.sqrt(mpmath.pi / 2))


def _moment(dimension: mpmath.mpf, power: mpmath.mpf) -> mpmath.mpf:
    """E |x|^power for x ~ N(0, I_d)."""
    ends = mpmath.loggamma((dimension + power) / 2) - mpmath.loggamma(dimension / 2)
    return mpmath.exp(ends + power / 2 * mpmath.log(2))

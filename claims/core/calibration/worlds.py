"""Laws with an exact mean or quantile, so that a world can stand exactly on the edge of a zone.

Each law draws independent worlds (worlds, trials), or curves (worlds, trials, points):

    normal                                      chi2_1, gamma CV 1.8, lognormal s: skewed
    t3: symmetric, without a third moment       Bernoulli p: values 0 and 1
    Pareto .5: infinite mean, median 4          rare event: the law that no rule on data can judge
    curves: x^(-1/2) (1 + 8/x) exp(s z - s^2/2), z(x) normal with correlation .7^|i-j| inside a seed
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Generator = np.random.Generator
Draw = Callable[[Generator, int, int], Array]  # generator, worlds, trials

GRID: Array = np.array([64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0])  # of curves: 1.5 decades
EXPONENT = -0.5
MEMORY = 0.7  # correlation of neighbouring points inside a seed
EVENT, SIZE, BODY = 0.01, 10.0, 0.2  # the rare event: probability, value, and scatter without it


@dataclass(frozen=True)
class World:
    """A law of trials, with the mean and standard deviation of a value (nan: a curve's)."""

    name: str
    draw: Draw
    mean: float
    sd: float
    quantile: Callable[[Array], Array] | None = None  # where the law is to be tilted


def normal() -> World:
    """The standard normal law."""
    return World("normal", lambda g, w, n: g.standard_normal((w, n)), 0.0, 1.0, _normal_quantile)


def chi_square() -> World:
    """Chi-square with one degree of freedom: skewness 2.8."""

    def draw(generator: Generator, worlds: int, trials: int) -> Array:
        return generator.standard_normal((worlds, trials)) ** 2

    def quantile(u: Array) -> Array:
        return _normal_quantile((1 + u) / 2) ** 2

    return World("chi2_1", draw, 1.0, math.sqrt(2), quantile)


def gamma(cv: float) -> World:
    """The gamma law of scale one with a coefficient of variation; its skewness is twice that."""
    shape = cv**-2

    def draw(generator: Generator, worlds: int, trials: int) -> Array:
        return generator.standard_gamma(shape, (worlds, trials))

    def quantile(u: Array) -> Array:
        from scipy import special

        return np.asarray(special.gammaincinv(shape, u))

    return World(f"gamma CV {cv:g}", draw, shape, math.sqrt(shape), quantile)


def lognormal(scale: float) -> World:
    """The exponential of a centred normal variable with a standard deviation."""
    mean = math.exp(scale**2 / 2)
    sd = mean * math.sqrt(math.expm1(scale**2))

    def draw(generator: Generator, worlds: int, trials: int) -> Array:
        return np.exp(scale * generator.standard_normal((worlds, trials)))

    def quantile(u: Array) -> Array:
        return np.exp(scale * _normal_quantile(u))

    return World(f"lognormal {scale:g}", draw, mean, sd, quantile)


def student_t3() -> World:
    """Student's t with three degrees of freedom: symmetric, without a third moment."""
    return World("t3", lambda g, w, n: g.standard_t(3, (w, n)), 0.0, math.sqrt(3))


def bernoulli(p: float) -> World:
    """Zeros and ones."""
    name = f"Bernoulli {p:g}"
    return World(
        name, lambda g, w, n: (g.random((w, n)) < p).astype(np.float64), p, math.sqrt(p * (1 - p))
    )


def pareto(index: float) -> World:
    """P(X > x) = x^-index for x >= 1; the mean is infinite for index <= 1."""

    def draw(generator: Generator, worlds: int, trials: int) -> Array:
        drawn: Array = (1 - generator.random((worlds, trials))) ** (-1 / index)
        return drawn

    return World(f"Pareto {index:g}", draw, math.inf, math.inf)


def pareto_quantile(index: float, q: float) -> float:
    """The q-quantile of the Pareto law."""
    return (1 - q) ** (-1 / index)


def rare_event() -> World:
    """A value 10 with probability .01, else noise: few samples see what carries the mean."""

    def draw(generator: Generator, worlds: int, trials: int) -> Array:
        noise = BODY * generator.standard_normal((worlds, trials))
        return noise + SIZE * (generator.random((worlds, trials)) < EVENT)

    sd = math.sqrt(BODY**2 + SIZE**2 * EVENT * (1 - EVENT))
    return World("rare event", draw, SIZE * EVENT, sd)


def curves(scale: float) -> World:
    """Curves with mean `finite_size`, lognormal noise that is correlated inside a seed."""
    name = f"curves {scale:g}"
    return World(name, lambda g, w, n: _curves(g, (w, n), scale), math.nan, math.nan)


def finite_size(x: Array) -> Array:
    """The mean of the curves: a power law with a finite-size factor."""
    return np.asarray(x**EXPONENT * correction(x))


def correction(x: Array) -> Array:
    """The finite-size factor alone."""
    return np.asarray(1 + 8 / x)


def pairs(law: World) -> World:
    """Two independent values of a law a trial, (worlds, trials, 2)."""

    def draw(generator: Generator, worlds: int, trials: int) -> Array:
        return law.draw(generator, worlds, 2 * trials).reshape(worlds, trials, 2)

    return World(f"pairs of {law.name}", draw, law.mean, law.sd)


def _normal_quantile(u: Array) -> Array:
    from scipy import special

    return np.asarray(special.ndtri(u))


def _curves(generator: Generator, shape: tuple[int, int], scale: float) -> Array:
    noise = generator.standard_normal((*shape, len(GRID)))
    for point in range(1, len(GRID)):
        fresh = math.sqrt(1 - MEMORY**2) * noise[..., point]
        noise[..., point] = MEMORY * noise[..., point - 1] + fresh
    return finite_size(GRID) * np.exp(scale * noise - scale**2 / 2)

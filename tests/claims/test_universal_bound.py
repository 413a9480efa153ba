import numpy as np
import pytest
from scipy import integrate, stats

from peirama.claims.flattest_interpolator import bound_limits
from peirama.claims.flattest_interpolator.universal_bound import corner
from peirama.claims.flattest_interpolator.universal_bound import universal_bound as claim


def by_quadrature(power, scale, dimension):
    """E σ² and E σ'²|x|² against E (|x||σ|)^p, σ = |z|^c; 1/2 for one side alone."""
    p = 2 * power / (power + 1)
    z, r = np.linspace(0, 10, 1501)[:, None], np.linspace(0, 90, 2001)[None]
    law = 2 * stats.norm.pdf(z) * stats.chi2(dimension - 1).pdf(r)

    def mean(values):
        return integrate.simpson(integrate.simpson(values * law, x=r[0]), x=z[:, 0]) * scale

    a, b = mean(z ** (2 * power)), mean((power * z ** (power - 1)) ** 2 * (z**2 + r))
    low = mean((np.sqrt(z**2 + r) * z**power) ** p)
    return a ** (1 / (power + 1)) * b ** (power / (power + 1)) * power ** (-p) / low


@pytest.mark.parametrize(
    ("activation", "power", "scale"), [("relu", 1, 0.5), ("absolute", 1, 1), ("quadratic", 2, 1)]
)
@pytest.mark.parametrize("dimension", [5, 8])
def test_the_limit_is_that_by_quadrature(activation, power, scale, dimension):
    expected = by_quadrature(power, scale, dimension)
    assert bound_limits.limit(activation, dimension) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize(
    ("activation", "dimension", "expected"),
    [("relu", 10, 1.22242), ("relu", 100, 1.25018), ("quadratic", 10, 1.05853)],
)
def test_the_limit_is_as_worked_out(activation, dimension, expected):
    assert bound_limits.limit(activation, dimension) == pytest.approx(expected, abs=6e-6)


@pytest.mark.parametrize(("activation", "expected"), [("relu", 1.253314), ("quadratic", 1.078478)])
def test_the_limit_of_many_dimensions_is_approached(activation, expected):
    far = bound_limits.limit(activation, 10**7)
    assert far == pytest.approx(expected, abs=1e-6)
    assert bound_limits.at_infinite_dimension(activation) == pytest.approx(far, abs=1e-6)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"activation": "leaky-relu"}, "the activation is one of relu, absolute, quadratic"),
        ({"activation": "tanh"}, "the activation is one of relu, absolute, quadratic"),
        ({"samples": 0}, "the number of samples is an integer of at least 1"),
        ({"dimension": 0}, "the dimension is an integer of at least 1"),
        ({"loss_scale": 0.0}, "the scale of the loss is a positive number"),
    ],
)
def test_a_broken_hypothesis_is_named(wrong, sentence):
    assert claim.broken(corner("relu", 5) | wrong).startswith(sentence)

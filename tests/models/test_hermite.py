import math

import numpy as np
import pytest
import torch
from numpy.polynomial import hermite_e
from scipy import integrate, special

from peirama.models import hermite


def test_the_functions_are_those_of_scipy_divided_by_root_factorials():
    x = torch.linspace(-4, 4, 33, dtype=torch.float64)
    expected = [
        special.eval_hermitenorm(p, x.numpy()) / math.sqrt(math.factorial(p)) for p in range(13)
    ]
    np.testing.assert_allclose(hermite.functions(x, 12).T, expected, rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize(("p", "q"), [(0, 0), (3, 3), (6, 6), (2, 4), (3, 5)])
def test_they_are_orthonormal_under_the_gaussian(p, q):
    def product(x):
        values = hermite.functions(torch.tensor([x], dtype=torch.float64), 6)[0]
        return float(values[p] * values[q]) * math.exp(-x * x / 2) / math.sqrt(2 * math.pi)

    assert integrate.quad(product, -12, 12, limit=200)[0] == pytest.approx(float(p == q), abs=1e-10)


def test_a_series_is_the_sum_of_its_components():
    x = np.linspace(-5, 5, 21)
    expansion = {"1": 0.3, "4": -1.5, "9": 0.7}
    raw = np.zeros(10)
    for degree, weight in expansion.items():
        raw[int(degree)] = weight / math.sqrt(math.factorial(int(degree)))
    np.testing.assert_allclose(
        hermite.series(expansion, torch.tensor(x)),
        hermite_e.hermeval(x, raw),
        rtol=1e-11,
        atol=1e-11,
    )


def test_the_derivative_is_the_limit_of_differences():
    x, h = torch.linspace(-2, 2, 9, dtype=torch.float64), 1e-5
    expansion = {3: 1.0, 6: 0.5}
    slope = (hermite.series(expansion, x + h) - hermite.series(expansion, x - h)) / (2 * h)
    torch.testing.assert_close(
        hermite.series(hermite.derivative(expansion), x), slope, rtol=1e-7, atol=1e-7
    )


def test_quadrature_with_n_nodes_has_the_gaussian_moments_up_to_2n_minus_1():
    x, weights = hermite.quadrature(8)
    moments = [float((weights * x**n).sum()) for n in range(16)]
    double_factorials = [0.0 if n % 2 else math.prod(range(n - 1, 0, -2)) for n in range(16)]
    np.testing.assert_allclose(moments, double_factorials, rtol=1e-12, atol=1e-6)


def test_the_expansion_of_the_exponential_is_known_in_closed_form():
    coefficients = hermite.expand(torch.exp, 8)
    expected = {p: math.exp(0.5) / math.sqrt(math.factorial(p)) for p in range(9)}
    assert coefficients == pytest.approx(expected, rel=1e-12)


def test_no_tensor_is_made_on_a_fixed_device():
    x = torch.zeros(5, dtype=torch.float64, device="meta")
    assert hermite.functions(x, 4).device.type == "meta"
    assert hermite.series({"3": 1.0}, x).device.type == "meta"
    assert hermite.quadrature(4, device="meta")[0].device.type == "meta"

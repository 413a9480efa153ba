import itertools
import math

import numpy as np
import pytest
import torch
from scipy import special

from peirama.models import harmonic_basis, sphere
from peirama.models.seeds import Seeds

SEEDS = Seeds(5, "harmonics", "", "test", range(8))


def basis(dimension, degrees):
    return harmonic_basis.draw(SEEDS, dimension=dimension, degrees=degrees, device="cpu")


def uniform(dimension, count):
    x = np.random.Generator(np.random.Philox(3)).standard_normal((count, dimension))
    return torch.tensor(x / np.linalg.norm(x, axis=1, keepdims=True))


def sphere_rule(dimension, most):
    """Points and weights that integrate polynomials of degree up to `most` over the sphere.

    Gauss-Hermite in every coordinate, where E |x|^p f(x/|x|) = E |x|^p times the sphere's mean.
    """
    nodes, weights = special.roots_hermitenorm(most // 2 + 2)
    x = np.array(list(itertools.product(nodes, repeat=dimension)))
    w = np.array([math.prod(p) for p in itertools.product(weights, repeat=dimension)])
    radius = np.linalg.norm(x, axis=1)
    kept = radius > 1e-9
    return x[kept] / radius[kept, None], w[kept] / math.sqrt(2 * math.pi) ** dimension, radius[kept]


def integral(values, power, rule):
    _, w, radius = rule
    moment = 2 ** (power / 2) * special.gamma((5 + power) / 2) / special.gamma(5 / 2)
    return np.einsum("n,n,nij->ij", w, radius**power, values) / moment


@pytest.mark.parametrize("dimension", [3, 4, 8, 20])
def test_the_rank_is_counted_by_its_generating_function(dimension):
    series = np.array([1, 1] + [0] * 7, dtype=object)  # (1 + t)/(1 - t)^d
    for _ in range(dimension):
        series = np.cumsum(series)
    assert [harmonic_basis.rank(dimension, n) for n in range(9)] == series.tolist()


def test_the_rank_is_that_of_worked_examples():
    found = [harmonic_basis.rank(*of) for of in ((8, 2), (10, 1), (60, 2), (20, 3), (7, 0))]
    assert found == [44, 11, 1890, 1750, 1]


def test_large_ranks_are_exact():
    d = 10**7
    assert harmonic_basis.rank(d, 3) == d * (d + 1) * (d + 5) // 6


@pytest.mark.parametrize(("first", "second"), [(0, 2), (1, 1), (1, 3), (2, 2), (3, 3)])
def test_the_basis_is_orthonormal_by_quadrature(first, second):
    rule = sphere_rule(5, first + second)
    x = torch.tensor(rule[0])
    left, right = (basis(5, (degree,)).at(x).numpy() for degree in (first, second))
    seen = integral(left[:, :, None] * right[:, None, :], first + second, rule)
    expected = np.eye(len(seen)) if first == second else np.zeros(seen.shape)
    np.testing.assert_allclose(seen, expected, atol=1e-12)


@pytest.mark.parametrize("dimension", [3, 5, 9])
def test_the_leverage_is_constant(dimension):
    for degree in range(4):
        of = basis(dimension, (degree,))
        leverage = (of.at(uniform(dimension, 50)) ** 2).sum(-1).numpy()
        np.testing.assert_allclose(leverage, sphere.harmonics(dimension, degree), rtol=1e-11)


def test_degrees_stand_one_after_the_other():
    x = uniform(6, 7)
    whole = basis(6, range(3))
    assert whole.sizes == (1, 6, 20)
    assert whole.at(x).shape == (7, 27)
    torch.testing.assert_close(whole.at(x)[:, 7:], basis(6, (2,)).at(x))


def test_points_may_stand_in_batches():
    x = uniform(4, 12)
    of = basis(4, range(3))
    torch.testing.assert_close(of.at(x.reshape(3, 4, 4)), of.at(x).reshape(3, 4, -1))


def test_no_tensor_is_made_on_a_fixed_device():
    of = harmonic_basis.draw(SEEDS, dimension=5, degrees=range(3), device="meta")
    assert of.at(torch.zeros(7, 5, dtype=torch.float64, device="meta")).device.type == "meta"


@pytest.mark.parametrize("degrees", [(0,), (2,), (3,), (0, 1), (0, 1, 2, 3)])
def test_zonal_functions_at_enough_points_span_their_harmonics(degrees):
    expected = sum(sphere.harmonics(4, degree) for degree in degrees)
    assert harmonic_basis.zonal_rank(uniform(4, 2 * expected), degrees) == expected
    assert harmonic_basis.zonal_rank(uniform(4, expected // 2 + 1), degrees) == expected // 2 + 1

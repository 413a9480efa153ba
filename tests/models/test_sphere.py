import math

import numpy as np
import pytest
import torch
from scipy import integrate, special

from peirama.models import sphere
from peirama.models.seeds import Seeds

SEEDS = Seeds(3, "sphere", "", "test", range(4000))
ERRORS = 5  # standard errors: a false alarm once in two million


def density(t, dimension):
    of_half = math.lgamma(dimension / 2) - math.lgamma((dimension - 1) / 2)
    return math.exp(of_half) / math.sqrt(math.pi) * (1 - t * t) ** ((dimension - 3) / 2)


def agrees(values, expected):
    values = np.asarray(values)
    return abs(values.mean() - expected) < ERRORS * values.std() / math.sqrt(len(values))


@pytest.mark.parametrize("dimension", [2, 3, 4, 7, 16])
def test_harmonics_are_counted_by_their_generating_function(dimension):
    series = np.array([1, 1] + [0] * 11, dtype=object)  # (1 + t)/(1 - t)^(d-1)
    for _ in range(dimension - 1):
        series = np.cumsum(series)
    assert [sphere.harmonics(dimension, n) for n in range(13)] == series.tolist()


def test_large_spaces_of_harmonics_are_counted_exactly():
    assert sphere.harmonics(10**6, 2) == 10**6 * (10**6 + 1) // 2 - 1


@pytest.mark.parametrize("dimension", [3, 4, 9])
def test_gegenbauer_polynomials_are_those_of_scipy_over_their_value_at_one(dimension):
    t = np.linspace(-1, 1, 21)
    for degree in range(9):
        raw = special.eval_gegenbauer(degree, dimension / 2 - 1, np.append(t, 1.0))
        seen = sphere.gegenbauer(degree, torch.tensor(t), dimension=dimension)
        np.testing.assert_allclose(seen, raw[:-1] / raw[-1], atol=1e-12)


@pytest.mark.parametrize(("degree", "other"), [(4, 4), (2, 4), (3, 3), (6, 2)])
def test_they_are_orthogonal_on_the_sphere_with_norm_one_over_the_harmonics(degree, other):
    def product(t):
        both = [float(sphere.gegenbauer(n, torch.tensor(t), dimension=6)) for n in (degree, other)]
        return both[0] * both[1] * density(t, 6)

    expected = 1 / sphere.harmonics(6, degree) if degree == other else 0.0
    assert integrate.quad(product, -1, 1)[0] == pytest.approx(expected, abs=1e-7)


def test_rotations_are_orthogonal():
    q = sphere.rotations(SEEDS.only(range(5)), 7, each=3, device="cpu")
    assert q.shape == (5, 3, 7, 7)
    expected = torch.eye(7, dtype=q.dtype).expand(5, 3, 7, 7)
    torch.testing.assert_close(q @ q.mT, expected)


def test_rotations_have_the_moments_of_haar_measure():
    q = sphere.rotations(SEEDS.only(range(4000)), 4, device="cpu")[:, 0].numpy()
    trace = np.trace(q, axis1=1, axis2=2)
    assert agrees(trace, 0)
    assert agrees(trace**2, 1)
    assert agrees(q[:, 0, 0] ** 4, 3 / (4 * 6))
    assert agrees(q[:, 0, 0] ** 2 * q[:, 1, 1] ** 2, 5 / (4 * 3 * 6))


def test_points_are_uniform_on_the_sphere():
    x = sphere.points(SEEDS.only(range(4000)), 5, each=1, device="cpu")[:, 0]
    np.testing.assert_allclose(x.norm(dim=-1), 1)
    assert agrees(x[:, 0].numpy(), 0)
    assert agrees(sphere.gegenbauer(4, x[:, 2], dimension=5).numpy(), 0)


def test_a_rotation_does_not_depend_on_its_batch():
    alone = sphere.rotations(SEEDS.only(range(7, 8)), 6, device="cpu")
    among = sphere.rotations(SEEDS.only(range(5, 10)), 6, device="cpu")
    torch.testing.assert_close(alone[0], among[2], rtol=0, atol=0)


def test_no_tensor_is_made_on_a_fixed_device():
    t = torch.zeros(5, dtype=torch.float64, device="meta")
    assert sphere.gegenbauer(4, t, dimension=5).device.type == "meta"
    assert sphere.rotations(SEEDS.only(range(2)), 3, device="meta").device.type == "meta"
    assert sphere.points(SEEDS.only(range(2)), 3, each=1, device="meta").device.type == "meta"

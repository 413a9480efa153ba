import numpy as np
import pytest
import torch
from scipy import integrate

from peirama.models import population_loss
from peirama.models.activations import ACTIVATIONS, named
from peirama.models.seeds import Seeds
from peirama.models.sharpness import Network
from peirama.models.true_networks import TARGETS

SEEDS = Seeds(3, "population", "", "test", range(1))
NETWORK = Network(torch.tensor(SEEDS.normal(4, 3)), torch.tensor(SEEDS.normal(4)))
EACH = pytest.mark.parametrize("activation", ACTIVATIONS.values(), ids=lambda one: one.name)


def spherical():
    """Points and weights of a quadrature of N(0, I_3): radius, cosine, angle."""
    (radius, wr), (height, wh) = (np.polynomial.legendre.leggauss(n) for n in (30, 160))
    radius, wr = 5 * (radius + 1), 5 * wr
    angle = 2 * np.pi * (np.arange(240) + 0.5) / 240
    r, h, t = np.meshgrid(radius, height, angle, indexing="ij")
    flat = np.sqrt(1 - h**2)
    x = np.stack((r * flat * np.cos(t), r * flat * np.sin(t), r * h), -1).reshape(-1, 3)
    w = (wr * radius**2 * np.exp(-(radius**2) / 2))[:, None, None] * wh[:, None] / 240
    weights = np.broadcast_to(w / np.sqrt(2 * np.pi), r.shape).ravel()
    return torch.tensor(x), torch.tensor(weights)


POINTS, WEIGHTS = spherical()


@EACH
@pytest.mark.parametrize("name", TARGETS)
def test_the_excess_is_that_of_quadrature_over_the_inputs(activation, name):
    h = activation(POINTS @ NETWORK.inner[0].T) @ NETWORK.outer[0]
    by_quadrature = (WEIGHTS * (TARGETS[name].labels(POINTS, activation) - h) ** 2).sum()
    seen = population_loss.excess(activation, NETWORK, TARGETS[name])[0]
    torch.testing.assert_close(seen, by_quadrature, rtol=1e-3, atol=1e-3)


@EACH
@pytest.mark.parametrize("degree", [1, 2, 3, 4, 6])
def test_the_coefficient_is_that_of_quadrature(activation, degree):
    he = np.polynomial.hermite_e.HermiteE.basis(degree)

    def density(z):
        value = activation(torch.tensor(z, dtype=torch.float64)).item()
        return value * he(z) * np.exp(-z * z / 2) / np.sqrt(2 * np.pi)

    halves = [integrate.quad(density, *ends, epsabs=1e-11)[0] for ends in ((-14, 0), (0, 14))]
    expected = sum(halves) / np.sqrt(float(np.prod(np.arange(1, degree + 1))))
    assert population_loss.coefficient(activation, degree) == pytest.approx(expected, abs=1e-9)


@EACH
def test_a_network_that_is_the_target_has_no_excess(activation):
    basis = torch.eye(3, dtype=torch.float64)[None]
    network = Network(basis, torch.tensor([TARGETS["sum-of-3"].weights], dtype=torch.float64))
    assert abs(population_loss.excess(activation, network, TARGETS["sum-of-3"]).item()) < 1e-14


def test_the_floor_of_a_span_is_that_of_the_paper_in_digits():
    rho = torch.tensor([0.0, 0.6, 0.9], dtype=torch.float64)
    for name, digits in (("relu", [0.3408, 0.2404, 0.0825]), ("quadratic", [2, 1.7408, 0.6878])):
        seen = population_loss.span_floor(named(name), rho)
        assert seen.tolist() == pytest.approx(digits, abs=5e-5)


def test_a_target_of_degree_0_is_refused():
    with pytest.raises(ValueError, match="at least 1"):
        population_loss.coefficient(named("relu"), 0)

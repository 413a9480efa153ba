import numpy as np
import pytest
import torch

from peirama.models import activations, drawn_networks, interpolators, sharpness, universal_bound
from peirama.models.seeds import Seeds

SEEDS = Seeds(5, "universal-bound", "", "test", range(50))
NAMES = tuple(activations.ACTIVATIONS)


def fitted(name, samples):
    sigma = activations.named(name)
    sizes = {"samples": samples, "dimension": 5, "width": samples + 8, "device": "cpu"}
    fit = drawn_networks.least_norm(sigma, SEEDS, **sizes)
    low = universal_bound.bound(sigma, fit.x, fit.y, width=samples + 8, loss_scale=0.5)
    return sigma, fit, low


def least(sigma, fit):
    u = sharpness.features(sigma, fit.network.inner, fit.x)
    prices = sharpness.weights(sigma, fit.network.inner, fit.x, loss_scale=0.5)
    c = sigma.homogeneity
    return interpolators.flattest(u, prices, fit.y, power=2 * c / (c + 1))


@pytest.mark.parametrize("samples", [4, 8])
@pytest.mark.parametrize("name", NAMES)
def test_no_flattest_network_is_below(name, samples):
    sigma, fit, low = fitted(name, samples)
    found = least(sigma, fit)
    certified = found.uncertified == 0
    assert int(certified.sum()) >= 45
    assert bool((found.sharpness >= low)[certified].all())


@pytest.mark.parametrize("name", ["leaky-relu", "absolute", "quadratic"])  # relu may be silent
def test_the_flattest_network_through_one_sample_attains_it(name):
    sigma, fit, low = fitted(name, 1)
    found = least(sigma, fit)
    np.testing.assert_allclose(found.sharpness, low, rtol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_no_trace_of_a_hessian_is_below(name):
    sigma, fit, low = fitted(name, 4)
    seen = sharpness.hessian_trace(sigma, fit.network, fit.x, fit.y, loss_scale=0.5)
    assert bool((seen >= low).all())


@pytest.mark.parametrize("name", ["relu", "absolute", "quadratic"])
def test_one_neuron_along_its_only_sample_attains_it(name):
    sigma = activations.named(name)
    x = torch.tensor(SEEDS.fixed("x").standard_normal((50, 1, 5)))
    network = sharpness.Network(x, torch.full((50, 1), -0.7, dtype=torch.float64))
    y = sharpness.output(sigma, network, x)
    low = universal_bound.bound(sigma, x, y, width=1, loss_scale=1.0)
    np.testing.assert_allclose(
        sharpness.least_trace(sigma, network, x, loss_scale=1.0), low, rtol=1e-12
    )


def test_a_network_of_no_neurons_is_refused():
    x = torch.ones(1, 1, dtype=torch.float64)
    with pytest.raises(ValueError, match="at least 1 neuron"):
        universal_bound.bound(activations.named("relu"), x, x[0], width=0, loss_scale=1.0)

import math

import pytest
import torch

from peirama.models import drawn_networks, rescaling, sharpness
from peirama.models.activations import ACTIVATIONS
from peirama.models.seeds import Seeds

EACH = pytest.mark.parametrize("activation", ACTIVATIONS.values(), ids=lambda one: one.name)


def seeds():
    return Seeds(8, "rescaling", "", "test", range(4))


def fitted(activation):
    sizes = {"samples": 5, "dimension": 4, "width": 12, "device": "cpu"}
    return drawn_networks.least_norm(activation, seeds(), **sizes)


@EACH
def test_all_rescaled_networks_are_the_same_function(activation):
    fit = fitted(activation)
    others = [
        rescaling.flattest(activation, fit.network, fit.x),
        rescaling.scaled(activation, fit.network, 0.01),
        rescaling.moved(activation, fit.network, seeds()),
    ]
    for network in others:
        assert drawn_networks.residual(activation, fit._replace(network=network)).max() < 1e-12


@EACH
def test_at_the_flattest_the_gradient_by_the_factors_vanishes(activation):
    fit = fitted(activation)
    flat = rescaling.flattest(activation, fit.network, fit.x)
    logs = torch.zeros_like(flat.outer).requires_grad_()
    moved = sharpness.rescaled(activation, flat, logs.exp())
    sharpness.trace(activation, moved, fit.x, loss_scale=1).sum().backward()
    assert logs.grad.abs().max() < 1e-10


@EACH
def test_rescalings_at_random_come_near_the_least_trace_from_above(activation):
    fit = fitted(activation)
    found = rescaling.lowest(activation, fit, seeds(), tries=100, loss_scale=0.5)
    least = sharpness.least_trace(activation, fit.network, fit.x, loss_scale=0.5)
    assert ((found / least > 1) & (found / least < 1.01)).all()


@EACH
def test_the_trace_grows_with_twice_the_degree(activation):
    fit = fitted(activation)
    seen = rescaling.growth(activation, fit, scales=(1e3, 1e4))
    torch.testing.assert_close(seen, torch.full((4,), 2.0 * activation.homogeneity).double())


@EACH
def test_factors_are_lognormal(activation):
    fit = fitted(activation)
    moved = rescaling.moved(activation, fit.network, Seeds(8, "r", "", "test", range(4)))
    logs = (moved.inner.norm(dim=-1) / fit.network.inner.norm(dim=-1)).log()
    assert abs(logs.mean()) < 4 / math.sqrt(48)
    assert 0.6 < logs.std() < 1.4

import numpy as np
import pytest
import torch

from peirama.models import drawn_networks
from peirama.models.activations import ACTIVATIONS, named
from peirama.models.seeds import Seeds

EACH = pytest.mark.parametrize("activation", ACTIVATIONS.values(), ids=lambda one: one.name)
OF = {"samples": 6, "dimension": 5, "width": 13, "device": "cpu"}


def seeds():
    return Seeds(4, "networks", "", "test", range(8))


@EACH
def test_the_outer_weights_are_those_of_least_norm_that_numpy_finds(activation):
    fit = drawn_networks.least_norm(activation, seeds(), **OF)
    for inner, outer, x, y in zip(*fit.network, fit.x, fit.y, strict=True):
        found = np.linalg.lstsq(activation(x @ inner.T).numpy(), y.numpy())[0]
        np.testing.assert_allclose(outer, found, rtol=1e-8, atol=1e-10)
    assert drawn_networks.residual(activation, fit).max() < 1e-10


@EACH
def test_equal_weights_are_of_unit_length_and_of_size_one_over_the_width(activation):
    fit = drawn_networks.equal_weights(activation, seeds(), **OF)
    torch.testing.assert_close(fit.network.inner.norm(dim=-1), torch.ones(8, 13).double())
    assert (fit.network.outer.abs() == 1 / 13).all()
    assert drawn_networks.residual(activation, fit).max() < 1e-15


def test_a_network_that_does_not_fit_has_a_residual():
    fit = drawn_networks.least_norm(named("relu"), seeds(), **OF)
    other = fit._replace(y=fit.y + 0.01)
    assert (drawn_networks.residual(named("relu"), other) > 1e-4).all()

import itertools

import numpy as np
import torch
from scipy import stats

from peirama.models import hermite, squared_loss
from peirama.models.index_flow import Flow
from peirama.models.seeds import Seeds


def draw(trials, dimension):
    seeds = Seeds(5, "squared loss", "", "test", range(trials))
    return squared_loss.draw(seeds, count=2, indices=2, dimension=dimension, device="cpu")


def test_the_velocity_is_minus_the_gradient_of_the_squared_loss():
    neurons = torch.tensor([[0.6, 0.0, 0.8], [0.48, -0.6, 0.64]], dtype=torch.float64)
    x, weights = hermite.quadrature(10)
    grid = torch.tensor(list(itertools.product(x.tolist(), repeat=3)), dtype=torch.float64)
    mass = torch.tensor([np.prod(c) for c in itertools.product(weights.tolist(), repeat=3)])
    w = neurons.clone().requires_grad_()
    unit = w / w.norm(dim=-1, keepdim=True)
    gap = sum(hermite.series({3: 1.0}, grid @ u) for u in unit) - sum(
        hermite.series({3: 1.0}, grid[:, j]) for j in range(2)
    )
    gradient = torch.autograd.grad((mass * gap**2).sum() / 2, w)[0]
    found = squared_loss.velocity(Flow({3: 1.0}, 2), neurons[None])[0]
    torch.testing.assert_close(found, -gradient, atol=1e-12, rtol=1e-12)


def test_two_neurons_have_the_inner_product_of_uniform_points():
    for dimension in (3, 4, 40):
        drawn = draw(3000, dimension)
        squares = (drawn[:, 0] * drawn[:, 1]).sum(-1).numpy() ** 2
        law = stats.beta(0.5, (dimension - 1) / 2)
        assert stats.kstest(squares, law.cdf).pvalue > 1e-6  # the chance of a false alarm


def test_there_are_no_more_axes_than_dimensions():
    assert draw(2, 3).shape == (2, 2, 3)
    assert draw(2, 10**12).shape == (2, 2, 4)


def test_a_neuron_alone_goes_to_its_index_vector():
    start = torch.tensor([[[0.5, -0.1, 0.86]]], dtype=torch.float64)
    start = start / start.norm(dim=-1, keepdim=True)
    end, speed = squared_loss.settle(Flow({3: 1.0}, 2), start, most=300)
    assert end[0, 0, 0] > 0.999
    assert speed.max() < 1e-3


def test_no_tensor_is_made_on_a_fixed_device():
    neurons = torch.zeros(3, 2, 5, dtype=torch.float64, device="meta")
    assert squared_loss.settle(Flow({3: 1.0}, 2), neurons, most=1)[0].device.type == "meta"

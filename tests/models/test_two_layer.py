import math

import numpy as np
import pytest
import torch

from peirama.models import arccosine, truncated_descent, two_layer
from peirama.models.seeds import Seeds
from peirama.models.two_layer import ACTIVATIONS, Population
from peirama.models.two_layer_sample import Sample

BOTH = pytest.mark.parametrize("activation", sorted(ACTIVATIONS))
ALL = (0, 1, *range(2, 1000, 2))


def normal(*shape):
    return torch.tensor(np.random.default_rng(3).standard_normal(shape))


def rotation(dimension):
    return torch.linalg.qr(normal(dimension, dimension))[0]


def population(activation, dimension):
    weights = torch.arange(1.0, dimension + 1, dtype=torch.float64)
    return Population(ACTIVATIONS[activation], rotation(dimension), weights / weights.sum())


def student(activation, neurons, x):
    s, field = ACTIVATIONS[activation], x @ neurons.mT
    size = neurons.norm(dim=-1)[..., None, :]
    return (size * (s.even * field.abs() + s.odd * field)).mean(-1)


def teacher(of, x):
    return (x @ of.directions.mT).abs() @ of.weights


def gradient(loss, neurons):
    return loss.gradient(neurons, loss.room(neurons))


def smooth_loss(of, neurons):
    """The loss with F(1) = 1 put in by hand, which autograd cannot pass."""
    size = neurons.norm(dim=-1, keepdim=True)
    unit, mass = neurons / size, size[..., 0].square() / neurons.shape[1]
    apart = 1 - torch.eye(neurons.shape[1], dtype=torch.float64)
    own = apart * arccosine.F((unit @ unit.mT) * apart) + torch.diag_embed(torch.ones(len(apart)))
    h, o = of.activation.even, of.activation.odd
    pairs = mass[:, :, None] * mass[:, None, :] * (h**2 * own + o**2 * unit @ unit.mT)
    crossed = mass[:, :, None] * of.weights * arccosine.F(unit @ of.directions.mT)
    return pairs.sum((1, 2)) - 2 * h * crossed.sum((1, 2)) + teacher_energy(of)


def teacher_energy(of):
    return of.weights @ arccosine.F(of.directions @ of.directions.mT) @ of.weights


@BOTH
def test_the_gradient_is_that_of_autograd(activation):
    of, neurons = population(activation, 5), normal(3, 7, 5).requires_grad_()
    (expected,) = torch.autograd.grad(smooth_loss(of, neurons).sum(), neurons)
    found = gradient(of, neurons.detach())
    torch.testing.assert_close(found, 7 * expected, rtol=1e-12, atol=1e-12)


@BOTH
def test_the_gradient_is_that_of_finite_differences(activation):
    of, neurons, along = population(activation, 4), normal(2, 6, 4), normal(5, 6, 4)[4]
    step = 1e-5
    seen = (of.loss(neurons + step * along) - of.loss(neurons - step * along)) / (2 * step)
    found = (gradient(of, neurons) * along).sum((1, 2)) / 6
    torch.testing.assert_close(found, seen, rtol=1e-8, atol=1e-9)


@BOTH
def test_the_loss_in_the_plane_is_that_of_quadrature(activation):
    of, neurons = population(activation, 2), normal(3, 5, 2)
    angle = torch.arange(200_000, dtype=torch.float64) * (2 * math.pi / 200_000)
    x = torch.stack([angle.cos(), angle.sin()], dim=-1)
    missed = student(activation, neurons, x) - teacher(of, x)
    expected = 2 * missed.square().mean(-1)  # E r² = 2
    torch.testing.assert_close(of.loss(neurons), expected, rtol=1e-9, atol=1e-11)


@BOTH
def test_the_loss_is_the_mean_over_inputs(activation):
    of, neurons, x = population(activation, 6), normal(2, 9, 6), normal(200_000, 6)
    squares = (student(activation, neurons, x) - teacher(of, x)).square()
    error = squares.std(-1) / math.sqrt(200_000)
    assert ((of.loss(neurons) - squares.mean(-1)).abs() < 4 * error).all()


@BOTH
def test_a_rotation_of_everything_changes_nothing(activation):
    of, neurons, turn = population(activation, 5), normal(2, 7, 5), rotation(5).flip(0)
    turned = Population(of.activation, of.directions @ turn, of.weights)
    torch.testing.assert_close(turned.loss(neurons @ turn), of.loss(neurons))
    torch.testing.assert_close(gradient(turned, neurons @ turn), gradient(of, neurons) @ turn)


@BOTH
def test_the_orders_sum_to_the_loss(activation):
    of, neurons = population(activation, 4), normal(3, 6, 4)
    tail = 3 / math.pi * 1000**-1.5  # of the energies beyond, for charges below 1 and masses of 4
    total = of.orders(neurons, ALL).sum(-1)
    assert ((of.loss(neurons) - total).abs() < 16 * tail).all()


@BOTH
def test_order_two_is_the_distance_of_two_matrices(activation):
    of, neurons = population(activation, 3), normal(2, 5, 3)
    learned = of.activation.even * neurons.mT @ neurons / 5
    taught = of.directions.mT @ torch.diag(of.weights) @ of.directions
    expected = (learned - taught).square().sum((1, 2)) / math.pi
    torch.testing.assert_close(of.orders(neurons, (2,))[:, 0], expected)


def test_only_relu_has_an_odd_order():
    neurons = normal(2, 5, 3)
    mean = (neurons * neurons.norm(dim=-1, keepdim=True)).mean(1)
    relu, absolute = (population(a, 3).orders(neurons, (1,))[:, 0] for a in ("relu", "absolute"))
    torch.testing.assert_close(relu, mean.square().sum(-1) / 4)
    assert (absolute == 0).all()


def test_a_student_like_its_teacher_has_no_loss_and_no_gradient():
    of = population("absolute", 6)
    neurons = (of.directions * (6 * of.weights).sqrt()[:, None])[None]
    assert of.loss(neurons).abs() < 1e-15
    assert gradient(of, neurons).abs().max() < 1e-7  # sqrt(1 - ρ²) at ρ = 1 up to rounding


@BOTH
def test_the_gradient_on_a_sample_is_that_of_autograd(activation):
    x, labels, neurons = normal(2, 40, 4), normal(2, 40), normal(2, 6, 4).requires_grad_()
    expected = (student(activation, neurons, x) - labels).square().mean(-1)
    (slope,) = torch.autograd.grad(expected.sum(), neurons)
    of = Sample(ACTIVATIONS[activation], x, labels)
    torch.testing.assert_close(of.loss(neurons.detach()), expected.detach())
    torch.testing.assert_close(gradient(of, neurons.detach()), 6 * slope)


def test_a_neuron_above_the_cap_stands_still():
    of, neurons = population("relu", 4), normal(3, 8, 4)
    short = neurons.square().sum(-1) <= 3
    later = truncated_descent.descend(of, neurons, step=1e-3, steps=1, cap=3)
    assert torch.equal((later != neurons).any(-1), short)
    assert 0 < short.sum() < short.numel()


def test_without_turning_only_norms_change():
    of, neurons = population("relu", 4), normal(3, 8, 4)
    later = truncated_descent.descend(of, neurons, step=0.1, steps=20, turning=False)
    torch.testing.assert_close(
        torch.cosine_similarity(later, neurons, dim=-1), torch.ones(3, 8).double()
    )
    assert (later.norm(dim=-1) - neurons.norm(dim=-1)).abs().min() > 0


def test_descent_lowers_the_loss_and_leaves_its_start_alone():
    of, neurons = population("relu", 4), normal(3, 16, 4) / 2
    before = neurons.clone()
    later = truncated_descent.descend(of, neurons, step=0.2, steps=200)
    assert (of.loss(later) < of.loss(neurons) / 10).all()
    assert torch.equal(before, neurons)


def test_a_trial_does_not_depend_on_its_batch():
    seeds = Seeds(1, "claim", "", "test", range(5))
    ends = [
        truncated_descent.two_stages(
            seeds.only(some), dimension=4, width=8, steps=50, caps=(8, 32), device="cpu"
        )
        for some in (range(5), range(3, 5))
    ]
    torch.testing.assert_close(ends[0][3:], ends[1], rtol=1e-10, atol=0)


def test_no_tensor_is_made_on_a_device_of_its_own():
    directions, neurons = torch.eye(4, device="meta"), torch.ones(2, 8, 4, device="meta")
    of = Population(ACTIVATIONS["relu"], directions, directions[0])
    sample = Sample(of.activation, torch.ones(2, 9, 4, device="meta"), directions.new_ones(2, 9))
    assert of.loss(neurons).device == of.orders(neurons, (0, 1, 2)).device == directions.device
    for loss in (of, sample):
        later = truncated_descent.descend(loss, neurons, step=0.1, steps=2, cap=8)
        assert later.shape == neurons.shape


def test_neurons_are_drawn_with_the_length_asked_for():
    seeds = Seeds(1, "claim", "", "test", range(50))
    neurons = two_layer.draw(seeds, width=40, dimension=10, scale=0.3, device="cpu")
    assert neurons.shape == (50, 40, 10)
    assert neurons.square().sum(-1).mean() == pytest.approx(0.09, rel=0.05)

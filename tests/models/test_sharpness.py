import pytest
import sympy
import torch
from scipy import optimize

from peirama.models import sharpness
from peirama.models.activations import ACTIVATIONS, Activation, named
from peirama.models.seeds import Seeds
from peirama.models.sharpness import Network

SEEDS = Seeds(3, "sharpness", "", "test", range(5))
X, INNER, OUTER = (torch.tensor(SEEDS.normal(*s)) for s in ((6, 4), (11, 4), (11,)))
NETWORK = Network(INNER, OUTER)
EACH = pytest.mark.parametrize("activation", ACTIVATIONS.values(), ids=lambda one: one.name)
c, A, B, a, alpha, w = sympy.symbols("c A B a alpha w", positive=True)


def fitted(activation):
    return sharpness.output(activation, NETWORK, X)


def is_one(expression):
    """Whether a product of powers of positive symbols is 1."""
    return sympy.simplify(sympy.expand_log(sympy.log(expression), force=True)) == 0


def differences(activation, network, x, y):
    """The trace by second differences of the loss, one weight at a time, for one network."""
    flat = torch.cat([part.flatten() for part in network])
    step = 1e-4 if activation.homogeneity == 2 else 1e-5

    def loss(weights):
        inner, outer = weights[: INNER[0].numel()].reshape(INNER[0].shape), weights[-11:]
        return 0.5 * ((y - activation(x @ inner.T) @ outer) ** 2).mean()

    moves = step * torch.eye(len(flat), dtype=flat.dtype)
    return sum((loss(flat + m) + loss(flat - m) - 2 * loss(flat)) / step**2 for m in moves)


@EACH
def test_the_trace_is_that_of_the_hessian_at_an_interpolator(activation):
    of = {"loss_scale": 0.5}
    seen = sharpness.hessian_trace(activation, NETWORK, X, fitted(activation), **of)
    torch.testing.assert_close(seen, sharpness.trace(activation, NETWORK, X, **of))


@EACH
@pytest.mark.parametrize("noise", [0.0, 1.0])
def test_the_hessian_is_that_of_second_differences_whatever_the_labels(activation, noise):
    y = fitted(activation) + noise
    seen = sharpness.hessian_trace(activation, NETWORK, X, y, loss_scale=0.5)
    one = differences(activation, Network(INNER[0], OUTER[0]), X[0], y[0])
    torch.testing.assert_close(seen[0], one, rtol=1e-4, atol=0)


def test_off_interpolation_the_trace_changes_by_the_residual_for_squares_alone():
    for activation in ACTIVATIONS.values():
        y = fitted(activation) + 1
        seen = sharpness.hessian_trace(activation, NETWORK, X, y, loss_scale=1)
        extra = -4 * (X**2).sum(-1).mean(-1) * OUTER.sum(-1) * (activation.name == "quadratic")
        torch.testing.assert_close(
            seen - extra, sharpness.trace(activation, NETWORK, X, loss_scale=1)
        )


def test_the_trace_of_one_neuron_and_one_sample_is_that_by_hand():
    x, network = (
        torch.tensor([[[3.0, 4.0]]]),
        Network(torch.tensor([[[2.0, 0.0]]]), torch.tensor([[5.0]])),
    )
    seen = [
        sharpness.trace(named(n), network, x, loss_scale=1).item() for n in ("relu", "quadratic")
    ]
    assert seen == [2 * (36 + 25 * 25), 2 * (36**2 + 25 * (2 * 6) ** 2 * 25)]


def test_the_least_over_one_factor_is_the_closed_form_for_every_degree():
    best = (a**2 * B / (c * A)) ** (1 / (2 * c + 2))
    first, second = A * best ** (2 * c), a**2 * B * best**-2
    assert is_one(c * first / second)  # where the derivative by log alpha vanishes
    p = 2 * c / (c + 1)
    claimed = (1 + c) * c ** (-c / (c + 1)) * A ** (1 / (c + 1)) * B ** (c / (c + 1)) * a**p
    assert is_one((1 + c) * first / claimed)  # the sum, as the second is c times the first


def test_the_second_derivative_in_the_logarithm_is_positive_so_that_it_is_the_minimum():
    trace = A * sympy.exp(2 * c * w) + a**2 * B * sympy.exp(-2 * w)
    assert sympy.diff(trace, w, 2).is_positive


def test_the_least_trace_is_invariant_for_every_degree():
    p = 2 * c / (c + 1)
    upsilon = A ** (1 / (c + 1)) * B ** (c / (c + 1)) * a**p
    moved = {A: A * alpha ** (2 * c), B: B * alpha ** (2 * c - 2), a: a * alpha**-c}
    assert is_one(upsilon.subs(moved, simultaneous=True) / upsilon)


@pytest.mark.parametrize("degree", [1, 1.5, 2, 3, 7])
def test_the_constant_is_a_minimum_found_by_search(degree):
    found = optimize.minimize_scalar(lambda t: t ** (2 * degree) + t**-2, bounds=(0.1, 2))
    assert sharpness.constant(degree) == pytest.approx(found.fun, rel=1e-9)


@EACH
def test_the_least_trace_is_found_by_a_search_over_all_factors(activation):
    def trace(logs):
        factors = torch.tensor(logs).exp()[None]
        network = sharpness.rescaled(activation, Network(INNER[:1], OUTER[:1]), factors)
        return sharpness.trace(activation, network, X[:1], loss_scale=0.5).item()

    found = optimize.minimize(trace, [0.0] * 11, method="BFGS", options={"gtol": 1e-9})
    least = sharpness.least_trace(activation, NETWORK, X, loss_scale=0.5)[0].item()
    assert least == pytest.approx(found.fun, rel=1e-8)


@EACH
def test_a_rescaled_network_is_the_same_function_with_the_same_least_trace(activation):
    factors = torch.tensor(SEEDS.uniform(11)) + 0.2
    other = sharpness.rescaled(activation, NETWORK, factors)
    torch.testing.assert_close(sharpness.output(activation, other, X), fitted(activation))
    least = [sharpness.least_trace(activation, n, X, loss_scale=1) for n in (NETWORK, other)]
    torch.testing.assert_close(*least)


def test_a_dead_neuron_costs_nothing_and_keeps_its_scale():
    inner = torch.tensor([[[-1.0, -1.0], [1.0, 0.0]]])
    network, x = Network(inner, torch.ones(1, 2)), torch.tensor([[[1.0, 2.0]]])
    relu: Activation = named("relu")
    assert sharpness.weights(relu, inner, x, loss_scale=1)[0, 0] == 0
    assert sharpness.flattest_factors(relu, network, x)[0, 0] == 1


@EACH
def test_no_tensor_is_made_on_a_fixed_device(activation):
    network, x = Network(INNER.to("meta"), OUTER.to("meta")), X.to("meta")
    factors = sharpness.flattest_factors(activation, network, x)
    moved = sharpness.rescaled(activation, network, factors)
    assert sharpness.least_trace(activation, moved, x, loss_scale=1).device.type == "meta"

import cvxpy
import numpy as np
import pytest
import torch

from peirama.models import activations, interpolators, sharpness
from peirama.models.seeds import Seeds

SEEDS = Seeds(3, "interpolators", "", "test", range(3))
POWERS = {"relu": 1.0, "leaky-relu": 1.0, "absolute": 1.0, "quadratic": 4 / 3}


def programme(name, samples=8, width=40, dimension=12):
    sigma = activations.named(name)
    x = torch.tensor(SEEDS.fixed("x").standard_normal((3, samples, dimension)))
    inner = torch.tensor(SEEDS.fixed("inner").standard_normal((3, width, dimension)))
    prices = sharpness.weights(sigma, inner, x, loss_scale=1.0)
    return sharpness.features(sigma, inner, x), prices, sigma(x[..., 0])


def by_clarabel(features, prices, labels, power):
    a = cvxpy.Variable(features.shape[1])
    scale = float(prices.mean())
    objective = (prices.numpy() / scale) @ cvxpy.power(cvxpy.abs(a), power)
    problem = cvxpy.Problem(cvxpy.Minimize(objective), [features.numpy() @ a == labels.numpy()])
    tight = dict.fromkeys(("tol_gap_abs", "tol_gap_rel", "tol_feas"), 1e-7)
    return scale * problem.solve(solver="CLARABEL", **tight)


@pytest.mark.parametrize("name", POWERS)
def test_another_solver_finds_no_flatter_one_and_none_that_is_sharper(name):
    whole = programme(name)
    found = interpolators.flattest(*whole, power=POWERS[name])
    expected = [by_clarabel(*row, POWERS[name]) for row in zip(*whole, strict=True)]
    np.testing.assert_allclose(found.sharpness, expected, rtol=1e-6)


@pytest.mark.parametrize("name", POWERS)
def test_every_solution_is_certified(name):
    found = interpolators.flattest(*programme(name), power=POWERS[name])
    assert found.uncertified.tolist() == [0, 0, 0]
    assert float(found.gap.abs().max()) < 1e-9


@pytest.mark.parametrize("name", POWERS)
def test_no_vector_bounds_from_above(name):
    u, w, y = programme(name)
    alive = w > 0
    found = interpolators.flattest(u, w, y, power=POWERS[name])
    for v in torch.tensor(SEEDS.fixed("v").standard_normal((20, 3, 8))):
        bound = interpolators.lower_bound(u, w.where(alive, 1.0), y, v, power=POWERS[name])
        assert bool((bound <= found.sharpness).all())


def test_one_sample_takes_the_neuron_of_least_price_for_its_feature():
    u, w, y = programme("absolute", samples=1)
    found = interpolators.flattest(u, w, y, power=1.0)
    expected = y[:, 0].abs() * (w / u[:, 0].abs()).amin(-1)
    torch.testing.assert_close(found.sharpness, expected)


def test_one_sample_shares_the_label_of_a_quadratic_by_hoelder():
    u, w, y = programme("quadratic", samples=1)
    found = interpolators.flattest(u, w, y, power=4 / 3)
    expected = y[:, 0].abs() ** (4 / 3) * (w**-3 * u[:, 0] ** 4).sum(-1) ** (-1 / 3)
    torch.testing.assert_close(found.sharpness, expected)


def test_labels_that_no_network_can_fit_are_not_certified():
    u, w, y = programme("relu")
    u = u.clone()
    u[:, 1] = u[:, 0]
    y = torch.cat((y[:, :1], y[:, :1] + 1, y[:, 2:]), 1)  # one input, two labels
    assert interpolators.flattest(u, w, y, power=1.0).uncertified.tolist() == [1, 1, 1]


def test_fewer_neurons_than_samples_are_refused():
    u, w, y = programme("relu")
    with pytest.raises(ValueError, match=r"cannot pass through 8 samples"):
        interpolators.flattest(u[..., :5], w[:, :5], y, power=1.0)

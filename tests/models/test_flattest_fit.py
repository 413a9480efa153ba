import cvxpy
import numpy as np
import pytest
import torch

from peirama import models
from peirama.models.seeds import Seeds
from peirama.models.true_networks import TARGETS


def fitted(activation, *, samples=12, trials=2, alignment=0.4, target="single-index"):
    seeds = Seeds(0, "a/b", "{}", "test", range(trials))
    return models.flattest_fit.aligned(
        seeds,
        activation=models.activations.named(activation),
        target=TARGETS[target],
        samples=samples,
        dimension=2 * samples,
        width=4 * samples,
        alignment=alignment,
        device="cpu",
    )


@pytest.mark.parametrize(("activation", "power"), [("absolute", 1), ("quadratic", 4 / 3)])
def test_the_least_sharpness_is_that_of_another_solver(activation, power):
    sampled, inner = fitted(activation)
    found = sampled.flattest(inner)
    u, w = (part(inner)[0].numpy() for part in (sampled.features, sampled.prices))
    a = cvxpy.Variable(u.shape[1])
    cost = cvxpy.sum(cvxpy.multiply(w, cvxpy.power(cvxpy.abs(a), power)))
    problem = cvxpy.Problem(cvxpy.Minimize(cost), [u @ a == sampled.y[0].numpy()])
    assert problem.solve(solver="CLARABEL") == pytest.approx(float(found.sharpness[0]), rel=1e-6)


@pytest.mark.parametrize("activation", ["leaky-relu", "quadratic"])
def test_no_vector_bounds_the_sharpness_above_itself(activation):
    sampled, inner = fitted(activation)
    found = sampled.flattest(inner)
    duals = torch.tensor(np.random.default_rng(1).standard_normal((2, 50, 12)))
    above = sampled.above_duals(inner, found, duals)
    torch.testing.assert_close(above, found.gap, rtol=0, atol=0)
    assert float(above.abs().max()) < 1e-9


def test_smoothed_labels_are_those_of_ridge_regression():
    sampled, inner = fitted("relu")
    u, y = sampled.features(inner)[0].numpy(), sampled.y[0].numpy()
    ridge = 0.1 * np.trace(u @ u.T) / 12
    rows = np.vstack([u, np.sqrt(ridge) * np.eye(48)])
    weights = np.linalg.lstsq(rows, np.concatenate([y, np.zeros(48)]), rcond=None)[0]
    expected = u @ weights
    np.testing.assert_allclose(sampled.smoothed(inner).y[0].numpy(), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("activation", ["relu", "absolute", "quadratic"])
def test_the_network_on_the_true_directions_is_as_sharp_as_its_formula(activation):
    sampled, _ = fitted(activation)
    c = sampled.activation.homogeneity
    x = sampled.x.numpy()
    z = x[..., 0]
    on = np.ones_like(z) if activation == "absolute" else (z > 0)
    slope, value = (2 * z, z**2) if c == 2 else (on, np.abs(z) * on)
    a = (value**2).mean(1)
    b = (slope**2 * (x**2).sum(-1)).mean(1)
    constant = {1: 2, 2: 3 / 2 ** (2 / 3)}[c]
    expected = constant * 8 ** (1 - 2 * c / (c + 1)) * a ** (1 / (c + 1)) * b ** (c / (c + 1))
    np.testing.assert_allclose(sampled.true_sharpness(width=8).numpy(), expected, rtol=1e-12)


def test_noise_has_the_variance_asked_for():
    seeds = Seeds(0, "a/b", "{}", "test", range(4))
    relu = models.activations.named("relu")
    drawn = models.flattest_fit.draw(
        seeds,
        activation=relu,
        target=TARGETS["sum-of-3"],
        samples=20000,
        dimension=3,
        noise=0.25,
        device="cpu",
    )
    noise = drawn.y - TARGETS["sum-of-3"].labels(drawn.x, relu)
    assert float(noise.var()) == pytest.approx(0.25, abs=5 * 0.25 * (2 / 80000) ** 0.5)


def test_the_loss_of_the_true_network_is_zero():
    sampled, _ = fitted("relu", target="sum-of-3")
    basis = torch.eye(3, 24, dtype=torch.float64).expand(2, -1, -1)
    outer = torch.tensor(TARGETS["sum-of-3"].weights, dtype=torch.float64).expand(2, -1)
    assert float(sampled.excess(basis, outer).abs().max()) < 1e-14

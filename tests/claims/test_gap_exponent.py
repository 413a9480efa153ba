import numpy as np
import pytest

from peirama import models
from peirama.claims.flattest_interpolator.gap_domain import setting
from peirama.claims.flattest_interpolator.gap_exponent import gap_exponent, gaps
from peirama.models.seeds import Seeds


def seeds(trials):
    return Seeds(0, "a/b", "{}", "test", range(trials))


def test_a_curve_holds_the_ratio_of_two_other_computations():
    seen = gaps(**setting("quadratic"), samples=(6,), trials=2, seeds=seeds(2), device="cpu")
    drawn = seeds(2)
    x, normal = drawn.normal(6, 12), drawn.normal(24, 11)
    inner = np.concatenate([np.zeros((2, 24, 1)), normal], -1)
    inner /= np.linalg.norm(inner, axis=-1, keepdims=True)
    u = np.einsum("tnd,tmd->tnm", x, inner) ** 2
    b = (4 * u * (x**2).sum(-1, keepdims=True)).mean(1)
    price = ((u**2).mean(1) * b**2) ** (1 / 3)
    own, square = x[..., 0] ** 2, (x**2).sum(-1)
    true = ((own**2).mean(1) * (4 * own * square).mean(1) ** 2) ** (1 / 3) * 24 ** (-1 / 3)
    least = [oracle(u[i], price[i], own[i]) for i in range(2)]
    values = seen.evidence()["equal"].values[:, 0]
    np.testing.assert_allclose(values, np.array(least) / true, rtol=1e-6)


def oracle(u, price, y):
    cvxpy = pytest.importorskip("cvxpy")
    a = cvxpy.Variable(u.shape[1])
    cost = cvxpy.sum(cvxpy.multiply(price, cvxpy.power(cvxpy.abs(a), 4 / 3)))
    return cvxpy.Problem(cvxpy.Minimize(cost), [u @ a == y]).solve(solver="CLARABEL")


def test_neurons_on_the_target_are_as_flat_as_the_true_network():
    ratio, _ = models.flattest_fit.gap(
        seeds(4),
        activation=models.activations.named("relu"),
        target=models.true_networks.TARGETS["single-index"],
        samples=24,
        alignment=1.0,
        device="cpu",
    )
    np.testing.assert_allclose(ratio.numpy(), 1, rtol=1e-9)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"homogeneity": 2}, "the homogeneity is that of the activation"),
        ({"target": "hermite-3"}, "the target is one of single-index, sum-of-3"),
    ],
)
def test_a_broken_hypothesis_is_named(wrong, sentence):
    assert gap_exponent.broken(setting("relu") | wrong).startswith(sentence)

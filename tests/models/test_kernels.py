import math

import numpy as np
import pytest
import torch
from scipy import special
from scipy.spatial import distance
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics import pairwise

from peirama.models import arccosine, kernels, ridge
from peirama.models.kernels import FAMILIES, Kernel
from peirama.models.seeds import Seeds

SEEDS = Seeds(6, "kernels", "", "test", range(40))
X, Y = (torch.tensor(SEEDS.fixed(n).standard_normal((12, 5))) for n in ("x", "y"))
ALL = [kernel for family in FAMILIES.values() for kernel in family]
OF = {"dimension": 5, "samples": 20, "spread": 2.0, "device": "cpu"}


def linear(x, y):
    return x @ y.mT


def cosines():
    return 1 - distance.cdist(X, Y, "cosine"), np.outer(X.norm(dim=-1), Y.norm(dim=-1)) / 5


def values(name, *, member=0):
    return FAMILIES[name][member](X, Y).numpy()


def test_the_ten_kernels_as_worked_out_are_there():
    names = "ntk arccos0 arccos1 rbf laplace poly2 poly4 even_arccos radial radial_p4"
    assert sorted(FAMILIES) == sorted(names.split())


@pytest.mark.parametrize("kernel", ALL, ids=lambda kernel: kernel.name)
@pytest.mark.parametrize("dimension", [2, 8, 16])
def test_each_is_a_kernel(kernel, dimension):
    kernels.check(kernel, kernels.probes(dimension))


@pytest.mark.parametrize("kernel", ALL, ids=lambda kernel: kernel.name)
def test_a_batch_has_the_values_of_its_members(kernel):
    x, y = torch.stack((X, Y)), torch.stack((Y, X[:, :5] * 2))
    both = kernel(x, y[:, :7])
    assert both.shape == (2, 12, 7)
    for i in range(2):
        torch.testing.assert_close(both[i], kernel(x[i], y[i, :7]), rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("kernel", ALL, ids=lambda kernel: kernel.name)
def test_no_tensor_is_made_on_a_fixed_device(kernel):
    assert kernel(X.to("meta"), Y.to("meta")).device.type == "meta"


def test_those_of_scikit_learn_agree():
    for member, width in enumerate((1, 2, 4)):
        expected = pairwise.rbf_kernel(X, Y, gamma=1 / (2 * width**2 * 5))
        np.testing.assert_allclose(values("rbf", member=member), expected)
    for member, width in enumerate((2, 8)):
        expected = np.exp(-distance.cdist(X, Y) / (width * math.sqrt(5)))
        np.testing.assert_allclose(values("laplace", member=member), expected)
    for degree in (2, 4):
        expected = pairwise.polynomial_kernel(X, Y, degree=degree, gamma=1 / 5, coef0=1)
        np.testing.assert_allclose(values(f"poly{degree}"), expected)


def test_those_of_networks_are_the_formulas_as_worked_out():
    c, rs = cosines()
    ramp = (np.sqrt(1 - c**2) + c * (np.pi - np.arccos(c))) / np.pi
    step = 1 - np.arccos(c) / np.pi
    even = np.sqrt(1 - c**2) + c * np.arcsin(c)
    zonal = special.eval_gegenbauer(4, 1.5, c) / special.eval_gegenbauer(4, 1.5, 1.0)
    expected = {"arccos0": step, "arccos1": rs * ramp, "ntk": rs * (c * step + ramp)}
    expected |= {"even_arccos": rs * even, "radial": rs, "radial_p4": rs * (1 + 0.03 * zonal)}
    for name, value in expected.items():
        np.testing.assert_allclose(values(name), value, rtol=1e-9, err_msg=name)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda x, y: linear(x, 2 * y + 1), "'mine' is not symmetric: .* differ by"),
        (lambda x, y: -linear(x, y), "'mine' is not positive semidefinite: .* eigenvalue -"),
        (lambda x, y: linear(x, y).sqrt(), "'mine' has values that are not finite"),
        (lambda x, y: linear(x, y) / 0, "'mine' has values that are not finite"),
        (lambda x, y: linear(x, y)[..., :-1], r"'mine' has values of shape \(1, 64, 63\)"),
        (lambda x, y: linear(x, y)[0], r"'mine' has values of shape \(64, 64\)"),
    ],
)
def test_what_is_no_kernel_is_named_with_what_was_found(function, sentence):
    with pytest.raises(ValueError, match=sentence):
        kernels.check(Kernel("mine", function), kernels.probes(6))


def test_what_is_no_kernel_is_not_run():
    with pytest.raises(ValueError, match="not positive semidefinite"):
        ridge.losses((Kernel("mine", lambda x, y: -linear(x, y)),), SEEDS.only(range(40)), **OF)


@pytest.mark.parametrize("power", [-6, -2, 0, 1])
def test_ridge_regression_is_that_of_scikit_learn(power):
    gram, cross = values("ntk"), values("arccos1").T
    gram = gram @ gram.T
    labels = np.random.default_rng(1).normal(size=(12, 3))
    model = KernelRidge(alpha=10.0**power * np.trace(gram) / 12, kernel="precomputed")
    expected = model.fit(gram, labels).predict(cross)
    tensors = (torch.tensor(array) for array in (gram, labels, cross))
    seen = ridge.path(*tensors, torch.tensor([10.0**power, 1.0], dtype=torch.float64))
    np.testing.assert_allclose(seen[0], expected, rtol=1e-6, atol=1e-8)


def test_a_loss_is_the_mean_squared_error_of_scikit_learn_on_the_same_design():
    problems = ridge.designs(SEEDS.only(range(1)).normal, **OF)
    train, test = problems.train[0].numpy(), problems.test[0].numpy()
    squares = []
    for w in problems.teachers[0].numpy():
        f = [np.abs(x @ w.T) @ arccosine.weights(5, 2.0) for x in (train, test)]
        gram = pairwise.rbf_kernel(train, gamma=1 / 10)
        model = KernelRidge(alpha=1e-3, kernel="precomputed").fit(gram, f[0])
        squares.append((model.predict(pairwise.rbf_kernel(test, train, gamma=1 / 10)) - f[1]) ** 2)
    seen = ridge.errors(FAMILIES["rbf"][0], problems, (1e-3,))
    assert seen[0, 0] == pytest.approx(np.mean(squares), rel=1e-9)


def test_the_width_and_the_ridge_are_the_best_of_the_pilot():
    pilot = ridge.designs(SEEDS.only(range(40)).normal, **OF)
    family = (Kernel("nothing", lambda x, y: linear(x, y) * 0 + 1), *FAMILIES["rbf"])
    kernel, chosen = ridge.choose(family, pilot)
    means = {k.name: ridge.errors(k, pilot, ridge.RIDGES).mean(0) for k in family}
    assert kernel.name == min(means, key=lambda name: means[name].min())
    assert chosen == ridge.RIDGES[means[kernel.name].argmin()]


def test_a_loss_does_not_depend_on_its_batch(monkeypatch):
    whole = ridge.losses(FAMILIES["laplace"], SEEDS.only(range(40)), **OF)
    monkeypatch.setattr(ridge, "ENTRIES", 1)
    parts = ridge.losses(FAMILIES["laplace"], SEEDS.only(range(30, 34)), **OF)
    np.testing.assert_allclose(parts, whole[30:34], rtol=1e-9)


def test_a_kernel_sees_points_alone_and_a_peeking_one_beats_the_bound():
    shapes = set()
    seen = Kernel("seen", lambda x, y: shapes.add(x.shape[-1]) or linear(x, y))
    ridge.losses((seen,), SEEDS.only(range(40)), **OF)
    assert shapes == {5}
    assert ridge.peeking(SEEDS.only(range(40)), **OF).max() < 1e-12 < arccosine.bound(5, 20, 2.0)

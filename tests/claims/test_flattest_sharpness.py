import numpy as np
import pytest
import torch
from scipy import integrate, stats

from peirama.claims.core.prediction import evaluate
from peirama.claims.flattest_interpolator import mean_trace, small
from peirama.claims.flattest_interpolator.rescaling import rescaling
from peirama.claims.flattest_interpolator.trace import trace
from peirama.models import drawn_networks, sharpness
from peirama.models import rescaling as orbit
from peirama.models.activations import named
from peirama.models.seeds import Seeds, canonical


def value(claim, **setting):
    return float(evaluate(claim.predicted, setting))


def observed(claim, setting, trials, **more):
    seeds = Seeds(11, claim.name, canonical(setting), "test", range(trials))
    return claim.observe(**setting, trials=trials, seeds=seeds, device="cpu", **more).evidence()


def gaussian(function):
    """The mean of a function of a number z ~ N(0, 1)."""

    def integrand(z):
        return function(torch.tensor(z, dtype=torch.float64)).item() * stats.norm.pdf(z)

    return sum(integrate.quad(integrand, *ends)[0] for ends in ((-12, 0), (0, 12)))


@pytest.mark.parametrize("activation", ["relu", "leaky-relu", "absolute", "quadratic"])
@pytest.mark.parametrize("dimension", [1, 5])
def test_the_mean_trace_is_that_by_quadrature_over_the_preactivation(activation, dimension):
    sigma = named(activation)
    a = gaussian(lambda z: sigma(z) ** 2)
    b = gaussian(lambda z: sigma.derivative(z) ** 2 * (z**2 + dimension - 1))
    setting = {"activation": activation, "dimension": dimension, "width": 7, "loss_scale": 0.8}
    assert value(trace, **setting) == pytest.approx(1.6 * (7 * a + b / 7), rel=1e-8)
    assert mean_trace.inner(activation, 7, dimension) == pytest.approx(b / 7, rel=1e-8)


def test_a_trace_is_that_of_the_hessian_to_the_last_digits():
    seen = observed(trace, small.corner("quadratic"), 32)["identity"]
    assert np.abs(seen.values).max() < 1e-12
    assert not seen.failures.any()


@pytest.mark.parametrize(
    ("homogeneity", "expected"), [(1, 2), (2, 1.889882), (3, 1.754765), (1000.5, 1.0079)]
)
def test_the_constant_is_that_as_worked_out(homogeneity, expected):
    assert rescaling.broken({"homogeneity": homogeneity}) is None
    seen = value(rescaling, homogeneity=homogeneity)
    assert seen == pytest.approx(expected, rel=1e-4 if homogeneity > 3 else 3e-7)


@pytest.mark.parametrize(("activation", "expected"), [("relu", 5000.00005), ("quadratic", 3.33e7)])
def test_a_hundredfold_scale_is_as_sharp_as_worked_out(activation, expected):
    sigma, sizes = named(activation), {"samples": 6, "dimension": 5, "width": 14, "device": "cpu"}
    fit = drawn_networks.least_norm(sigma, Seeds(2, "orbit", "", "test", range(3)), **sizes)
    flat = orbit.flattest(sigma, fit.network, fit.x)
    sharp = sharpness.trace(sigma, orbit.scaled(sigma, flat, 100), fit.x, loss_scale=1)
    ratio = sharp / sharpness.least_trace(sigma, fit.network, fit.x, loss_scale=1)
    torch.testing.assert_close(ratio, torch.full((3,), expected).double(), rtol=2e-3, atol=1e-5)


def test_every_clause_of_rescaling_holds_to_more_digits_than_are_asked():
    seen = observed(rescaling, small.rescaled("quadratic", 30.0), 16)
    for clause in ("invariant", "same", "profile"):
        assert np.abs(seen[clause].values).max() < 1e-12
    assert 0 < seen["least"].values.min() < 1e-3
    assert not seen["least"].failures.any()


def test_a_prediction_may_have_a_million_neurons():
    setting = small.corner("relu", dimension=10**5, width=10**6, samples=10**6)
    assert trace.broken(setting) is None
    assert value(trace, **setting) == pytest.approx(0.5e6 + 0.05)


@pytest.mark.parametrize(
    ("claim", "setting", "sentence"),
    [
        (trace, small.corner("tanh"), "the activation is homogeneous, one of relu, leaky-relu"),
        (rescaling, small.rescaled("relu", 0.0), "the scale of the inner weights is a positive"),
        (rescaling, {"homogeneity": 0.5}, "the homogeneity is a number of at least 1"),
        (rescaling, small.rescaled("relu", 2.0) | {"homogeneity": 2}, "the homogeneity is that of"),
        (trace, small.corner("relu", width=5), "the width is at least the number of samples: narr"),
        (trace, small.corner("relu", width=14.5), "the width is an integer of at least 1"),
        (
            trace,
            small.corner("relu", samples=0),
            "the number of samples is an integer of at least 1",
        ),
        (trace, small.corner("relu", loss_scale=0), "the scale of the loss is a positive number"),
    ],
)
def test_a_broken_hypothesis_is_named(claim, setting, sentence):
    assert claim.broken(setting).startswith(sentence)

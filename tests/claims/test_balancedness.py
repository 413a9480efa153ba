import mpmath
import numpy as np
import pytest
import torch

from peirama.claims.core.prediction import evaluate
from peirama.claims.flattest_interpolator.balancedness import EXAMPLE
from peirama.claims.flattest_interpolator.balancedness import balancedness as claim
from peirama.models import sharpness, spiked
from peirama.models.activations import named
from peirama.models.seeds import Seeds

SEEDS = Seeds(4, "balancedness", "{}", "test", range(3))


def value(clause, **setting):
    return float(evaluate(claim.formulas[clause], setting))


def fit(outer):
    sizes = {"samples": 6, "dimension": 4, "device": "cpu"}
    return spiked.fits(named("quadratic"), SEEDS.only(range(3)), outer=outer, **sizes)


@pytest.mark.parametrize(("width", "ratio"), [(64, 1.1724), (32768, 1.3476)])
def test_the_ratio_is_as_worked_out(width, ratio):
    assert value("ratio", homogeneity=2, width=width, spike=0.5) == pytest.approx(ratio, abs=5e-5)


@pytest.mark.parametrize(("width", "largest", "digits"), [(64, 11.3, 0.05), (32768, 1218, 0.5)])
def test_the_largest_weight_over_the_mean_is_as_worked_out(width, largest, digits):
    assert spiked.first_weight(0.5, width, 2) * width == pytest.approx(largest, abs=digits)


@pytest.mark.parametrize("homogeneity", [1.5, 2, 7])
def test_the_ratio_is_that_of_the_power_sums(homogeneity):
    with mpmath.workdps(30):
        m, p = 50, mpmath.mpf(2 * homogeneity) / (homogeneity + 1)
        falls = mpmath.mpf(homogeneity - 1) / (2 * homogeneity)
        first = mpmath.mpf("0.3") / mpmath.mpf(m) ** falls
        other = ((1 - first) / (m - 1)) ** p * (m - 1)
        expected = float((first**p + other) / (m * mpmath.mpf(1) / m**p))
    assert value("ratio", homogeneity=homogeneity, width=m, spike=0.3) == pytest.approx(expected)


def test_the_least_trace_of_the_spiked_network_is_that_of_its_hessian():
    one, sigma = fit([0.4, 0.3, 0.3]), named("quadratic")
    factors = sharpness.flattest_factors(sigma, one.network, one.x)
    flat = sharpness.rescaled(sigma, one.network, factors)
    trace = sharpness.hessian_trace(sigma, flat, one.x, one.y, loss_scale=0.5)
    least = sharpness.least_trace(sigma, one.network, one.x, loss_scale=0.5)
    torch.testing.assert_close(trace, least, rtol=1e-12, atol=0)


def test_every_split_says_the_same():
    outputs = [
        sharpness.output(named("quadratic"), each.network, each.x)
        for each in (fit(spiked.split(first, 9)) for first in (1 / 9, 0.7, 1.0))
    ]
    for output in outputs[1:]:
        torch.testing.assert_close(output, outputs[0], rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize(("first", "width"), [(0.5, 1), (0.0, 4), (1.1, 4)])
def test_a_sum_that_cannot_be_split_is_refused(first, width):
    with pytest.raises(ValueError, match="cannot be split"):
        spiked.split(first, width)


def test_the_weights_sum_to_one():
    assert np.sum(spiked.split(0.3, 1000)) == pytest.approx(1, rel=1e-14)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"homogeneity": 1}, "the homogeneity is a number above 1"),
        ({"width": 1}, "the width is an integer of at least 2"),
        ({"width": 2.5}, "the width is an integer of at least 2"),
        ({"spike": 0.0}, "the spike is a number above 0"),
        ({"spike": 1.5}, "the spike is a number above 0 and at most 1"),
    ],
)
def test_a_broken_hypothesis_is_named(wrong, sentence):
    assert claim.broken(EXAMPLE | wrong).startswith(sentence)

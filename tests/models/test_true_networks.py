import itertools
import math

import numpy as np
import pytest
import torch
from numpy.polynomial import hermite_e

from peirama.models import true_networks
from peirama.models.seeds import Seeds
from peirama.models.true_networks import TARGETS

SEEDS = Seeds(4, "true-networks", "", "test", range(3))
OF = {"directions": 3, "width": 40, "dimension": 7, "device": "cpu"}
POINTS = torch.tensor(SEEDS.fixed("x").standard_normal((2, 9, 5)))


def relu(z):
    return z.clamp_min(0)


def aligned(alignment, **change):
    return true_networks.aligned(SEEDS.only(range(3)), alignment=alignment, **{**OF, **change})


def dictionary(copied, **change):
    return true_networks.dictionary(SEEDS.only(range(3)), copied=copied, **{**OF, **change})


@pytest.mark.parametrize("degree", [2, 3, 4])
def test_a_hermite_target_is_the_polynomial_of_numpy_at_unit_variance(degree):
    one = np.eye(degree + 1)[degree] / math.sqrt(math.factorial(degree))
    expected = hermite_e.hermeval(POINTS[..., 0].numpy(), one)
    seen = TARGETS[f"hermite-{degree}"].labels(POINTS, relu)
    np.testing.assert_allclose(seen, expected, rtol=1e-12, atol=1e-14)
    nodes, weights = hermite_e.hermegauss(20)
    moment = (hermite_e.hermeval(nodes, one) ** 2 * weights).sum() / math.sqrt(2 * math.pi)
    assert moment == pytest.approx(1)


def test_the_other_targets_are_sums_of_neurons_and_a_product():
    x = POINTS.numpy()
    positive = np.maximum(x, 0)
    total = (positive[..., 0] - positive[..., 1] + positive[..., 2]) / math.sqrt(3)
    expected = {"single-index": positive[..., 0], "sum-of-3": total}
    expected["product-3"] = x[..., 0] * x[..., 1] * x[..., 2]
    for name, values in expected.items():
        np.testing.assert_allclose(TARGETS[name].labels(POINTS, relu), values, rtol=1e-12)


@pytest.mark.parametrize("width", [3, 4, 7, 11])
@pytest.mark.parametrize("power", [1.0, 4 / 3, 1.5])
def test_no_other_split_of_the_width_is_flatter(width, power):
    prices = torch.tensor([[0.7, 2.0, 9.0], [1.0, 1.0, 1.2]], dtype=torch.float64)
    target = TARGETS["sum-of-3"]
    shares = prices.numpy() / 3 ** (power / 2)
    splits = [s for s in itertools.product(range(1, width), repeat=3) if sum(s) == width]
    every = (shares[:, None] * np.array(splits, dtype=float) ** (1 - power)).sum(-1)
    seen = true_networks.sharpness(target, prices, width=width, power=power)
    np.testing.assert_allclose(seen, every.min(-1), rtol=1e-12)


def test_at_large_width_the_split_is_the_best_over_real_numbers():
    prices = torch.tensor([0.7, 2.0, 9.0], dtype=torch.float64)
    width, power = 3000, 4 / 3
    sum_of_roots = (prices.numpy() ** (1 / power) / math.sqrt(3)).sum()
    expected = width ** (1 - power) * sum_of_roots**power
    seen = true_networks.sharpness(TARGETS["sum-of-3"], prices, width=width, power=power)
    assert 1 <= float(seen) / expected < 1 + 1e-6
    counts = true_networks.copies(prices, width=width, power=power)
    expected = prices ** (1 / power) / (prices ** (1 / power)).sum()
    torch.testing.assert_close(counts / width, expected, rtol=0, atol=1 / width)


@pytest.mark.parametrize("alignment", [0.0, 0.3, 0.995, 1.0])
def test_neurons_are_unit_and_have_the_alignment_with_one_direction_each(alignment):
    neurons = aligned(alignment)
    assert neurons.shape == (3, 40, 7)
    torch.testing.assert_close(neurons.norm(dim=-1), torch.ones(3, 40, dtype=torch.float64))
    overlaps = neurons[..., :3].abs().sort(-1).values
    assert overlaps[..., :2].max() == 0
    torch.testing.assert_close(overlaps[..., 2], torch.full((3, 40), alignment).double())


def test_every_signed_direction_and_every_axis_beside_is_drawn():
    neurons = aligned(0.6, width=4000).flatten(0, 1)
    for sign in (1, -1):
        share = (sign * neurons[:, :3] > 0.5).double().mean(0)
        assert (share - 1 / 6).abs().max() < 5 * math.sqrt(5 / 36 / 12000)
    squares = (neurons[:, 3:] ** 2).mean(0)
    assert (squares - 0.64 / 4).abs().max() < 0.01
    assert torch.linalg.matrix_rank(neurons) == 7


def test_a_dictionary_has_each_signed_direction_first_and_in_turn():
    neurons = dictionary(8)
    assert neurons.shape == (3, 40, 7)
    first = [(0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1), (0, 1), (0, -1)]
    for row, (axis, sign) in zip(neurons[1, :8], first, strict=True):
        assert row[axis] == sign
        assert row.abs().sum() == 1
    assert neurons[:, 8:].abs().max(-1).values.max() < 0.999
    torch.testing.assert_close(neurons.norm(dim=-1), torch.ones(3, 40, dtype=torch.float64))
    assert (neurons[0, 8:] != neurons[1, 8:]).all()


def test_neurons_do_not_depend_on_their_batch():
    whole = aligned(0.4)
    last = true_networks.aligned(SEEDS.only(range(2, 3)), alignment=0.4, **OF)
    torch.testing.assert_close(last[0], whole[2], rtol=0, atol=0)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda: aligned(1.2), "The alignment is a cosine between 0 and 1, not 1.2"),
        (lambda: aligned(-0.1), "The alignment is a cosine between 0 and 1, not -0.1"),
        (lambda: aligned(0.5, dimension=3), "3 directions leave no complement in dimension 3"),
        (lambda: dictionary(5), "5 copies among 40 neurons: give from 6"),
        (lambda: dictionary(41), "41 copies among 40 neurons"),
        (
            lambda: true_networks.copies(torch.ones(3), width=2, power=1.0),
            "2 neurons cannot stand on 3 directions",
        ),
    ],
)
def test_what_has_no_such_network_is_refused_with_the_reason(function, sentence):
    with pytest.raises(ValueError, match=sentence):
        function()

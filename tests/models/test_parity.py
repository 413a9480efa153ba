import itertools
import math

import numpy as np
import pytest
import torch
from scipy import integrate, linalg

from peirama.models import arccosine, parity
from peirama.models.seeds import Seeds

SEEDS = Seeds(4, "parity", "", "test", range(64))


def blocks(dimension, block, spread):
    x = torch.tensor(SEEDS.only(range(1)).normal(dimension // block, block))[0]
    return x, torch.tensor(arccosine.weights(dimension, spread).reshape(-1, block))


@pytest.mark.parametrize("block", [2, 4, 8])
def test_the_constant_is_a_sum_over_all_pairs_of_signs(block):
    signs = np.array(list(itertools.product((1.0, -1.0), repeat=block)))
    products = signs.prod(-1)[:, None] * signs.prod(-1)
    folded = arccosine.F(torch.tensor(signs @ signs.T / block)).numpy()
    expected = block * (products * folded).mean()
    assert parity.constant(block) == pytest.approx(expected, rel=1e-9)


def test_for_two_coordinates_the_constant_is_the_mean_square_of_the_smaller():
    def integrand(y, x):
        return 4 * min(x, y) ** 2 * math.exp(-(x * x + y * y) / 2) / (2 * math.pi)

    expected = integrate.dblquad(integrand, 0, 9, 0, lambda x: x)[0] * 2
    assert parity.constant(2) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("block", "value", "digits"), [(4, 0.0189385344, 1e-10), (8, 4.26733e-4, 1e-9)]
)
def test_the_constant_has_the_values_as_worked_out(block, value, digits):
    assert parity.constant(block) == pytest.approx(value, abs=digits / 2, rel=0)


def test_the_walsh_transform_is_a_product_with_the_hadamard_matrix():
    values = SEEDS.only(range(1)).normal(64)[0]
    expected = linalg.hadamard(64) @ values / 64
    np.testing.assert_allclose(parity.walsh(torch.tensor(values)), expected, atol=1e-14)


@pytest.mark.parametrize(("dimension", "block"), [(8, 2), (8, 4), (8, 8), (12, 4)])
def test_only_blocks_have_a_coefficient_of_the_size_of_a_block(dimension, block):
    x, weights = blocks(dimension, block, 2.0)
    whole = parity.spectrum(x, weights).numpy()
    codes = [sum(1 << (block * b + i) for i in range(block)) for b in range(dimension // block)]
    np.testing.assert_allclose(parity.coefficients(x, weights), whole[codes], atol=1e-14)
    others = [c for c in range(2**dimension) if c.bit_count() == block and c not in codes]
    assert np.abs(whole[others]).max(initial=0) < 1e-14


def test_equal_weights_cancel_at_sizes_two_six_and_eight():
    x, weights = blocks(8, 4, 1.0)
    squares = parity.spectrum(x, weights).numpy() ** 2
    sizes = np.array([c.bit_count() for c in range(256)])
    assert all(squares[sizes == size].sum() < 1e-28 for size in (1, 2, 3, 5, 6, 7, 8))
    assert (squares[sizes == 4] > 1e-12).sum() == 2


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ((8, 4, 1.0), 0.002367316797),
        ((8, 4, 3.0), 0.002367316797),
        ((8, 2, 1.0), 0),
        ((8, 2, 3.0), 0.01135563211),
        ((16, 8, 1.0), 2.667082782e-5),
    ],
)
def test_the_energy_has_the_values_as_worked_out(setting, value):
    assert parity.energy(*setting) == pytest.approx(value, rel=5e-10)


@pytest.mark.parametrize(("block", "spread"), [(4, 1.0), (4, 2.0), (2, 2.0)])
def test_the_energy_is_the_mean_square_of_the_coefficients(block, spread):
    x = torch.tensor(SEEDS.only(range(64)).normal(500, 8 // block, block))
    weights = torch.tensor(arccosine.weights(8, spread).reshape(-1, block))
    squares = (parity.coefficients(x, weights) ** 2).sum(-1).numpy().flatten()
    error = 5 * squares.std() / math.sqrt(len(squares))
    assert abs(squares.mean() - parity.energy(8, block, spread)) < error


def test_subsets_are_different_and_of_the_right_size():
    drawn = parity.subsets(8, 4, 35, np.random.default_rng(1))
    assert len(set(drawn.tolist())) == 35
    assert {int(code).bit_count() for code in drawn} == {4}


def test_nothing_is_missed_by_all_subsets_and_everything_by_none():
    of = {"dimension": 8, "block": 4, "spread": 2.0, "draws": 4, "device": "cpu"}
    known = parity.subsets(8, 4, 70, np.random.default_rng(1))
    nothing, _ = parity.missed(known, SEEDS.only(range(64)), **of)
    everything, elsewhere = parity.missed(known[:0], SEEDS.only(range(64)), **of)
    assert (nothing == 0).all()
    assert (everything > 0).all()
    assert elsewhere < 1e-15

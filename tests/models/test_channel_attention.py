import math

import numpy as np
import pytest
import torch
from scipy.special import eval_gegenbauer

from peirama.models import channel_attention, harmonic_basis, sphere
from peirama.models.seeds import Seeds

SEEDS = Seeds(6, "attention", "", "test", range(400))


def on_sphere(count, trials=2):
    return sphere.points(SEEDS.only(range(trials)), 6, each=count, device="cpu")


def test_the_channels_are_zonal_functions_of_scipy():
    x, q = on_sphere(5), on_sphere(9)[:, 5:]
    found = channel_attention.channel_features(x, q, 3)
    assert found.shape == (2, 4, 5, 4)
    t = (x @ q.mT).numpy()
    for degree, size in enumerate((1, 6, 20, 50)):
        zonal = eval_gegenbauer(degree, 2, t) / eval_gegenbauer(degree, 2, 1)
        np.testing.assert_allclose(found[:, degree], size**0.5 * zonal, atol=1e-12)


def test_a_neuron_is_its_coefficients_in_the_basis():
    basis = harmonic_basis.draw(SEEDS, dimension=6, degrees=range(3), device="cpu")
    x, q = on_sphere(5), on_sphere(9)[:, 5:]
    whole = channel_attention.channel_features(x, q, 2).sum(-3)
    coefficients = channel_attention.coefficients(basis, q)
    np.testing.assert_allclose(basis.at(x) @ coefficients.mT, whole, atol=1e-11)


@pytest.mark.parametrize("width", [1, 7, 26, 27, 40])
def test_the_energy_missed_is_the_residual_of_numpys_least_squares(width):
    place = {"dimension": 6, "degree": 2, "width": width, "device": "cpu"}
    missed, again = channel_attention.floors(SEEDS.only(range(2)), **place)
    basis = harmonic_basis.draw(SEEDS, dimension=6, degrees=range(3), device="cpu")
    q = sphere.points(SEEDS.only(range(2)), 6, each=width, device="cpu")
    for seen, span in zip(missed, channel_attention.coefficients(basis, q).mT, strict=True):
        fitted = span @ torch.linalg.lstsq(span, torch.eye(27, dtype=span.dtype), driver="gelsd")[0]
        assert float(seen) == pytest.approx(float(((torch.eye(27) - fitted) ** 2).sum()) / 27)
    np.testing.assert_allclose(missed, again, atol=1e-10)


def test_the_kernel_error_is_that_of_a_loop_over_pairs():
    seeds = SEEDS.only(range(1))
    of = {"dimension": 6, "degree": 2, "points": 4, "device": "cpu"}
    found = channel_attention.kernel_errors(seeds, widths=(9, 3), **of)[0]
    again = SEEDS.only(range(1))
    x, q = (sphere.points(again, 6, each=n, device="cpu")[0].numpy() for n in (4, 9))

    def zonal(degree, t):
        return eval_gegenbauer(degree, 2, t) / eval_gegenbauer(degree, 2, 1)

    def neuron(point, m):
        return sum(size**0.5 * zonal(k, q[:m] @ point) for k, size in enumerate((1, 6, 20)))

    pairs = [(a, b) for a in range(4) for b in range(4) if a != b]
    for place, m in enumerate((9, 3)):
        gaps = [
            neuron(x[a], m) @ neuron(x[b], m) / m - sum(zonal(k, x[a] @ x[b]) for k in range(3))
            for a, b in pairs
        ]
        assert float(found[place]) == pytest.approx(np.mean(np.square(gaps)), rel=1e-10)


def test_the_mean_square_is_the_formula():
    of = {"dimension": 8, "degree": 2, "points": 20, "device": "cpu"}
    seen = channel_attention.kernel_errors(SEEDS.only(range(400)), widths=(50,), **of)[:, 0]
    error = float(seen.std()) / math.sqrt(400)
    assert abs(float(seen.mean()) - (9 - 1 - 1 / 8 - 1 / 35) / 50) < 5 * error


def test_no_tensor_is_made_on_a_fixed_device():
    of = {"dimension": 6, "degree": 2, "device": "meta"}
    seen = channel_attention.kernel_errors(SEEDS.only(range(2)), widths=(9,), points=4, **of)
    missed, again = channel_attention.floors(SEEDS.only(range(2)), width=9, **of)
    assert seen.device.type == missed.device.type == again.device.type == "meta"

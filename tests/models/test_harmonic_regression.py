import math

import numpy as np
import pytest
import torch

from peirama.models import harmonic_basis, harmonic_regression
from peirama.models.seeds import Seeds

SEEDS = Seeds(5, "regression", "", "test", range(6))
OF = {"dimension": 6, "weights": (0.1, 0.3, 0.6), "samples": 90, "noise": 0.5, "device": "cpu"}


def basis(dimension=6, degrees=range(3)):
    return harmonic_basis.draw(SEEDS, dimension=dimension, degrees=degrees, device="cpu")


def drawn(*, samples, each=1):
    return harmonic_regression.designs(SEEDS.only(range(6)), basis(), samples=samples, each=each)


def risks(trials=range(6), **changed):
    of = {**OF, "fitted": 2, "repeats": 8, **changed}
    return harmonic_regression.risks(SEEDS.only(trials), **of)


def test_a_design_has_a_row_a_sample():
    assert drawn(samples=50, each=3).shape == (6, 3, 50, 27)


def test_the_variance_is_the_trace_of_the_inverse_of_numpy():
    design = drawn(samples=50)
    expected = [[np.linalg.inv(m.T @ m).trace() for m in row] for row in design.numpy()]
    np.testing.assert_allclose(harmonic_regression.variance(design), expected, rtol=1e-9)


@pytest.mark.parametrize("samples", [15, 60])
def test_the_fluctuation_is_a_distance_of_matrices(samples):
    design = drawn(samples=samples)[:, 0]
    expected = [np.linalg.norm(m.T @ m / samples - np.eye(27)) ** 2 for m in design.numpy()]
    np.testing.assert_allclose(harmonic_regression.fluctuation(design), expected, rtol=1e-11)


def test_numbers_of_designs_do_not_depend_on_the_batch(monkeypatch):
    of = {"samples": 40, "each": 2}
    measure = harmonic_regression.variance
    whole = harmonic_regression.measured(measure, SEEDS.only(range(6)), basis(), **of)
    monkeypatch.setattr(harmonic_regression, "ENTRIES", 1)
    part = harmonic_regression.measured(measure, SEEDS.only(range(2, 5)), basis(), **of)
    np.testing.assert_allclose(part, whole[2:5], rtol=1e-10)


@pytest.mark.parametrize("samples", [15, 60])
def test_least_squares_are_those_of_numpy(samples):
    design = drawn(samples=samples)[:, 0]
    labels = torch.tensor(SEEDS.only(range(6)).normal(samples, 2))
    found = harmonic_regression.fit(design, labels)
    for seen, x, y in zip(found, design, labels, strict=True):
        np.testing.assert_allclose(seen, np.linalg.lstsq(x, y, rcond=None)[0], atol=1e-10)


def test_targets_have_their_energies():
    theta = harmonic_regression.targets(SEEDS.only(range(6)), basis(), (0.2, 0.8), each=3)
    assert theta.shape == (6, 27, 3)
    for part, energy in zip(
        (theta[:, :1], theta[:, 1:7], theta[:, 7:]), (0.2, 0.8, 0), strict=True
    ):
        np.testing.assert_allclose((part**2).sum(1), energy, atol=1e-15)


def test_the_risk_is_the_mean_square_on_a_large_test_set():
    seeds, of = SEEDS.only(range(1)), basis()
    design = harmonic_regression.designs(seeds, of, samples=90)[0, 0].numpy()
    theta = harmonic_regression.targets(seeds, of, OF["weights"])[0].numpy()
    labels = design @ theta + 0.5 * seeds.normal(90, 8)[0]
    missed = np.linalg.lstsq(design, labels, rcond=None)[0] - theta
    tests = harmonic_regression.designs(Seeds(9, "", "", "", range(1)), of, samples=40_000)
    squares = ((tests[0, 0].numpy() @ missed) ** 2).mean(-1)
    seen = float(risks(range(1))[0][0])
    assert abs(squares.mean() - seen) < 5 * squares.std() / math.sqrt(40_000)
    assert float(risks(range(1))[1][0]) == pytest.approx(((design @ missed) ** 2).mean(), rel=1e-9)


def test_a_degree_that_is_not_fitted_stays_in_the_risk():
    risk, _ = risks(weights=(0.0, 0.0, 1.0), fitted=1, noise=1e-9, samples=5000)
    np.testing.assert_allclose(risk, 1.0, atol=0.05)


def test_without_noise_the_target_is_found():
    risk, on_sample = risks(noise=0.0, fitted=3, samples=120)
    assert float(risk.max()) < 1e-20
    assert float(on_sample.max()) < 1e-20


def test_a_risk_does_not_depend_on_its_batch(monkeypatch):
    whole, _ = risks()
    monkeypatch.setattr(harmonic_regression, "ENTRIES", 1)
    part, _ = risks(range(2, 5))
    np.testing.assert_allclose(part, whole[2:5], rtol=1e-10)


def test_no_tensor_is_made_on_a_fixed_device():
    risk, on_sample = risks(device="meta")
    assert risk.device.type == on_sample.device.type == "meta"

import math

import numpy as np
import pytest
import torch
from scipy.special import eval_gegenbauer

from peirama.models import channel_selection, harmonic_basis, harmonic_regression, sphere
from peirama.models.seeds import Seeds

SEEDS = Seeds(3, "selection", "", "test", range(200))
OF = {
    "dimension": 8,
    "weights": (0.0, 0.4, 0.6),
    "channels": 4,
    "samples": 74,
    "noise": 0.5,
    "threshold": 2.0,
    "device": "cpu",
}


def selected(trials=range(200), **changed):
    return channel_selection.selected(SEEDS.only(trials), **{**OF, **changed})


def test_the_statistics_are_quadratic_forms_of_scipys_polynomials():
    points = sphere.points(SEEDS.only(range(2)), 6, each=20, device="cpu")
    labels = torch.tensor(SEEDS.only(range(2)).normal(20))
    found = channel_selection.statistics(points, labels, 3)
    for x, y, scores in zip(points.numpy(), labels.numpy(), found.numpy(), strict=True):
        for degree in range(4):
            gram = eval_gegenbauer(degree, 2, x @ x.T) / eval_gegenbauer(degree, 2, 1)
            assert scores[degree] == pytest.approx(y @ gram @ y / 400, abs=1e-12)


def test_the_mean_of_a_statistic_is_signal_and_diagonal():
    seeds, n = Seeds(4, "", "", "", range(3000)), 30
    basis = harmonic_basis.draw(seeds, dimension=5, degrees=range(3), device="cpu")
    theta = harmonic_regression.targets(seeds, basis, (0.1, 0.3, 0.6))
    points = sphere.points(seeds, 5, each=n, device="cpu")
    labels = (basis.at(points) @ theta)[..., 0] + 0.5 * torch.tensor(seeds.normal(n))
    seen = channel_selection.statistics(points, labels, 3).numpy()
    energy = np.array([0.1, 0.3, 0.6, 0]) / [1, 5, 14, 30]
    error = seen.std(0) / math.sqrt(3000)
    assert (abs(seen.mean(0) - (1 - 1 / n) * energy - 1.25 / n) < 5 * error).all()


def test_the_highest_degree_over_the_bar_is_selected():
    scores = torch.tensor([[3.0, 1.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    assert channel_selection.highest(scores, torch.tensor([2.0, 1.0])).tolist() == [2, -1]


@pytest.mark.parametrize("factor", [0.5, 1, 2])
def test_the_frequency_follows_the_noncentral_chi_square(factor):
    samples = round(73.9 * factor)
    hits = float((selected(samples=samples) == 2).double().mean())
    law = channel_selection.passing(8, 2, samples=samples, share=0.48, threshold=2.0)
    assert abs(hits - law) < 0.06 + 4 * math.sqrt(law * (1 - law) / 200)


def test_the_probability_is_that_of_shifted_normals():
    z = np.random.Generator(np.random.Philox(1)).standard_normal((100_000, 35))
    z[:, 0] += math.sqrt(73 * 0.48)
    seen = ((z**2).sum(1) > 70).mean()
    law = channel_selection.passing(8, 2, samples=74, share=0.48, threshold=2.0)
    assert abs(seen - law) < 5 * math.sqrt(law * (1 - law) / 100_000)


def test_a_selection_does_not_depend_on_its_batch(monkeypatch):
    whole = selected(range(6))
    monkeypatch.setattr(harmonic_regression, "ENTRIES", 1)
    assert selected(range(2, 5)).tolist() == whole[2:5].tolist()


def test_no_tensor_is_made_on_a_fixed_device():
    assert selected(range(3), device="meta").device.type == "meta"

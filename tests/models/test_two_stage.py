import math

import numpy as np
import pytest
import torch

from peirama.models import (
    channel_attention,
    channel_selection,
    harmonic_basis,
    harmonic_regression,
    sphere,
    two_stage,
)
from peirama.models.seeds import Seeds

SEEDS = Seeds(8, "stages", "", "test", range(3))
OF = {
    "dimension": 5,
    "weights": (0.1, 0.3, 0.6),
    "channels": 3,
    "samples": 130,
    "noise": 0.5,
    "width": 180,
    "threshold": 2.0,
    "each": 2,
    "device": "cpu",
}


def trained(trials=range(3), **changed):
    return two_stage.train(SEEDS.only(trials), **{**OF, **changed})


@pytest.fixture(scope="module")
def drawn():
    seeds = SEEDS.only(range(1))
    basis = harmonic_basis.draw(seeds, dimension=5, degrees=range(3), device="cpu")
    theta = harmonic_regression.targets(seeds, basis, OF["weights"], each=2)
    points = sphere.points(seeds, 5, each=60, device="cpu")
    neurons = sphere.points(seeds, 5, each=90, device="cpu")
    labels = basis.at(points) @ theta + 0.5 * torch.tensor(seeds.normal(60, 2))
    features = channel_attention.channel_features(points, neurons, 3)
    return basis, theta, points, neurons, labels, features


def test_increments_are_those_worked_out_by_hand(drawn):
    *_, labels, features = drawn
    z, y = features[0].numpy(), labels[0].numpy()
    slope = z.sum(0).T @ y / 60 / math.sqrt(90)
    inner = np.einsum("lnm,mt->lnt", z, slope) / math.sqrt(90)
    residual = y - two_stage.STEP * inner.sum(0)
    expected = np.einsum("lnt,nt->tl", inner, residual) / 60
    np.testing.assert_allclose(two_stage.increments(features, labels)[0], expected, atol=1e-12)


def test_increments_tend_to_the_statistic_of_infinite_width():
    seeds = SEEDS.only(range(1))
    points, labels = sphere.points(seeds, 5, each=12, device="cpu"), seeds.normal(12, 1)
    neurons = sphere.points(seeds, 5, each=200_000, device="cpu")
    features = channel_attention.channel_features(points, neurons, 2)
    found = two_stage.increments(features, 1e-6 * torch.tensor(labels))[0, 0] * 1e12
    limit = channel_selection.statistics(points, torch.tensor(labels[..., 0]), 2)[0]
    np.testing.assert_allclose(found, limit, rtol=0.1, atol=0.01)


def test_nothing_moves_in_a_simultaneous_step(drawn):
    *_, labels, features = drawn
    assert not two_stage.increments(features, labels, simultaneous=True).any()


def test_the_dual_descent_is_gradient_descent_on_the_outer_weights(drawn):
    *_, labels, features = drawn
    f, y = features[0, :3].sum(0) / math.sqrt(90), labels[0]
    a = torch.zeros(90, 2, dtype=torch.float64)
    for _ in range(7):
        a.requires_grad_()
        (slope,) = torch.autograd.grad(((f @ a - y) ** 2).sum() / (2 * 60), a)
        a = (a - two_stage.DESCENT * slope).detach()
    (_, total), _ = two_stage.descent(f @ f.T / 60, y, (2, 7))
    np.testing.assert_allclose(f.T @ total / 60, a, atol=1e-12)


def test_descent_ends_at_numpys_least_squares(drawn):
    basis, theta, points, neurons, labels, features = drawn
    f = features[:, :3].sum(1) / math.sqrt(90)
    kernel = f @ f.mT / 60
    (total,), unsettled = two_stage.descent(kernel, labels, (20_000,))
    assert float(unsettled.max()) < 1e-8
    exact = np.linalg.lstsq(basis.at(points)[0].numpy(), labels[0].numpy(), rcond=None)[0]
    found = two_stage.risks(basis, neurons, f.mT @ total / 60, theta, 2)[0]
    np.testing.assert_allclose(found, ((exact - theta[0].numpy()) ** 2).sum(0), rtol=1e-6)
    np.testing.assert_allclose(f @ f.mT @ two_stage.limit(kernel, labels), f @ f.mT @ total)


@pytest.mark.parametrize("width", [30, 90])
def test_a_width_above_the_rank_ends_at_the_risk_of_infinite_width(drawn, width):
    basis, theta, points, neurons, labels, features = drawn
    f = features[:, :3, :, :width].sum(1) / math.sqrt(width)
    outer = f.mT @ two_stage.limit(f @ f.mT / 60, labels) / 60
    exact = np.linalg.lstsq(basis.at(points)[0].numpy(), labels[0].numpy(), rcond=None)[0]
    found = two_stage.risks(basis, neurons[:, :width], outer, theta, 2)[0]
    np.testing.assert_allclose(found, ((exact - theta[0].numpy()) ** 2).sum(0), rtol=1e-5)


@pytest.mark.parametrize("top", [0, 1, 2, 3])
def test_the_exact_risk_is_the_mean_square_on_a_large_test_set(drawn, top):
    basis, theta, _, neurons, labels, features = drawn
    outer = features[:, : top + 1].sum(1).mT @ labels / 60
    tests = sphere.points(Seeds(9, "", "", "", range(1)), 5, each=40_000, device="cpu")
    seen = channel_attention.channel_features(tests, neurons, top).sum(1) @ outer / math.sqrt(90)
    squares = ((seen - basis.at(tests) @ theta) ** 2)[0].numpy()
    exact = two_stage.risks(basis, neurons, outer, theta, top)[0].numpy()
    assert (abs(squares.mean(0) - exact) < 5 * squares.std(0) / 200).all()


def test_the_steps_are_those_measured():
    share = 0.6 / 0.25
    assert two_stage.steps(6, 2, samples=216, width=1024, share=share) == 337
    assert two_stage.steps(8, 2, samples=352, width=2000, share=share) == pytest.approx(570, abs=1)


def test_after_these_steps_the_risk_is_that_of_least_squares():
    at_end = trained(threshold=0, channels=2).risks[..., 0]
    later = trained(threshold=0, channels=2, checkpoints=(5000,)).risks[..., 0]
    np.testing.assert_allclose(at_end, later, rtol=0.02)


def test_without_an_open_channel_the_risk_is_the_energy_of_the_target():
    seen = trained(simultaneous=True)
    assert (seen.selected == -1).all()
    np.testing.assert_allclose(seen.risks, 1.0, atol=1e-12)


def test_each_target_has_its_own_channels():
    seen = trained(range(1), threshold=1.0, samples=40, each=12, checkpoints=(50,))
    tops = set(seen.selected.flatten().tolist())
    assert len(tops) > 1
    alone = trained(range(1), threshold=1.0, samples=40, each=12, checkpoints=(50, 60))
    np.testing.assert_allclose(seen.risks[..., 0], alone.risks[..., 0], rtol=1e-10)


def test_a_trial_does_not_depend_on_its_batch(monkeypatch):
    whole = trained()
    monkeypatch.setattr(harmonic_regression, "ENTRIES", 1)
    part = trained(range(1, 3))
    np.testing.assert_allclose(part.risks, whole.risks[1:], rtol=1e-8)
    np.testing.assert_allclose(part.scores, whole.scores[1:], rtol=1e-8)


def test_no_tensor_is_made_on_a_fixed_device():
    labels = torch.empty(2, 9, 3, dtype=torch.float64, device="meta")
    features = torch.empty(2, 4, 9, 7, dtype=torch.float64, device="meta")
    assert two_stage.increments(features, labels).device.type == "meta"
    (total,), _ = two_stage.descent(features[:, 0] @ features[:, 0].mT, labels, (3,))
    assert total.device.type == "meta"

import numpy as np
import pytest
import torch
from scipy import special, stats

from peirama.models import index_flow, projected_sgd
from peirama.models.projected_sgd import Training
from peirama.models.seeds import Seeds


def seeds(trials=range(128)):
    return Seeds(3, "test", "", "explore", trials)


def hermite(degree, x):
    coefficients = special.hermitenorm(degree).c / np.sqrt(float(special.factorial(degree)))
    return sum(c * x ** (degree - power) for power, c in enumerate(coefficients))


@pytest.mark.parametrize("degree", [3, 4])
def test_a_step_follows_the_gradient_of_the_correlation_of_its_batch(degree):
    x, w = torch.tensor(seeds().fixed("x").standard_normal((1, 50, 6))), torch.ones(1, 6).double()
    w = (w / w.norm()).requires_grad_()
    target = hermite(degree, x[..., :2]).sum(-1)
    (hermite(degree, (x @ w[0])) * target).mean().backward()
    projected = w.grad - (w.grad * w).sum() * w.detach()
    due = w.detach() + 0.1 * projected
    moved = projected_sgd._stepped(seeds(), [0], w.detach(), x, Training(degree, 6, 50, 0.1), 2)
    torch.testing.assert_close(moved, due / due.norm(), rtol=1e-12, atol=0)


def test_fresh_batches_drift_as_the_flow_does():
    training = Training(3, 40, 2000, 0.05)
    start = projected_sgd.start(seeds(), training, 2, device="cpu")
    flow = index_flow.Flow({3: 1.0}, 2)
    drift = projected_sgd.course(seeds(), start, training, 1)[1] - start[:, :2]
    noise = (drift - 0.05 * index_flow.velocity(flow, start)[:, :2]).numpy()
    assert (abs(noise.mean(0)) < 4 * noise.std(0) / np.sqrt(128)).all()


def test_the_axes_that_are_drawn_do_not_change_the_law_of_a_run():
    reduced, full = Training(3, 8, 60, 0.05), Training(3, 8, 60, 0.05, axes=8)
    start = projected_sgd.start(seeds(), reduced, 2, device="cpu")[:1].repeat(128, 1)
    horizon = torch.full((128,), 8.0)
    runs = [
        projected_sgd.escapes(seeds(r), start, t, horizon)
        for r, t in ((range(128), reduced), (range(128, 256), full))
    ]
    times = [run.time.clamp_max(9).numpy() for run in runs]
    assert stats.ks_2samp(*times).pvalue > 1e-3
    assert len(set(times[0])) > 10


def test_starts_leave_the_race_open():
    training = projected_sgd.small_steps(3, 16)
    m = projected_sgd.start(seeds(), training, 3, device="cpu")[:, :-1].sort(-1).values
    assert ((m[:, -1] > 0.7 / 4) & (m[:, -1] < 0.4)).all()
    assert (m[:, -1] - m[:, -2] > 0.3 / 4).all()


def test_a_run_is_the_same_in_any_batch_of_trials():
    training = Training(3, 12, 40, 0.05)
    start = projected_sgd.start(seeds(), training, 2, device="cpu")
    horizon = torch.full((128,), 2.0)
    whole = projected_sgd.escapes(seeds(), start, training, horizon)
    part = projected_sgd.escapes(seeds(range(40, 50)), start[40:50], training, horizon[40:50])
    assert torch.equal(whole.time[40:50], part.time)


def test_a_frozen_batch_is_one_batch_for_all_steps():
    training = projected_sgd.small_steps(3, 16, frozen=True)
    start = projected_sgd.start(seeds(range(48)), training, 2, device="cpu")
    flow = projected_sgd.escapes_of_flow(start, training)
    seen = projected_sgd.escapes(seeds(range(48)), start, training, 2 * flow.time)
    fresh = projected_sgd.escapes(
        seeds(range(48)), start, projected_sgd.small_steps(3, 16), 2 * flow.time
    )
    spread = [(run.time / flow.time).log().clamp(-1, 1).std() for run in (seen, fresh)]
    assert spread[0] > 2 * spread[1]

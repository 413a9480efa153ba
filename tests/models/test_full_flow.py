import itertools

import numpy as np
import pytest
import torch
from scipy.integrate import solve_ivp

from peirama.models import full_flow, hermite, index_flow, routes
from peirama.models.full_flow import CorrelationLoss

STUDENT, TARGET = {3: 0.7, 4: 0.5}, {3: 1.0, 4: 1.5}
PRODUCTS = {3: 0.7, 4: 0.75}  # a_p


def some_vectors(indices=2, overlap=0.3, seed=0):
    gaussian = np.random.default_rng(seed).standard_normal((1, indices, 3))
    return full_flow.index_vectors(torch.tensor(full_flow.frames(gaussian)), overlap)


def ascent_by_autograd(w, vectors):
    """Minus the gradient of the loss itself, by quadrature over all of R^3."""
    x, weights = hermite.quadrature(12)
    grid = torch.tensor(list(itertools.product(x.tolist(), repeat=3)), dtype=torch.float64)
    mass = torch.tensor([np.prod(c) for c in itertools.product(weights.tolist(), repeat=3)])
    w = w.clone().requires_grad_()
    target = sum(hermite.series(TARGET, grid @ v) for v in vectors)
    correlation = (mass * hermite.series(STUDENT, grid @ w) * target).sum()
    return torch.autograd.grad(correlation, w)[0]


def test_the_velocity_is_minus_the_gradient_of_the_loss_on_the_sphere():
    vectors, w = some_vectors(), torch.tensor([[0.48, -0.6, 0.64]], dtype=torch.float64)
    gradient = ascent_by_autograd(w[0], vectors[0])
    expected = gradient - (gradient @ w[0]) * w[0]
    found = full_flow.velocity(CorrelationLoss(vectors, STUDENT, TARGET), w)[0]
    torch.testing.assert_close(found, expected, atol=1e-12, rtol=1e-12)


def test_without_projection_it_is_minus_the_gradient_in_all_of_space():
    vectors, w = some_vectors(seed=1), torch.tensor([[0.9, -0.7, 0.8]], dtype=torch.float64)
    found = full_flow.velocity(CorrelationLoss(vectors, STUDENT, TARGET), w, projected=False)[0]
    torch.testing.assert_close(found, ascent_by_autograd(w[0], vectors[0]), atol=1e-11, rtol=1e-11)


def test_frames_are_orthonormal_and_index_vectors_have_their_overlap():
    vectors = some_vectors(indices=3, overlap=0.4)[0]
    np.testing.assert_allclose(vectors @ vectors.T, 0.6 * np.eye(3) + 0.4, atol=1e-14)


def test_the_flow_by_autograd_has_the_overlaps_of_the_reduced_flow():
    vectors, first = some_vectors(seed=2)[0], torch.tensor([0.6, 0.0, 0.8], dtype=torch.float64)
    flow = index_flow.Flow(PRODUCTS, 2, 0.3)
    inside = torch.linalg.solve(index_flow.rooted(flow, torch.eye(2).double()), vectors @ first)
    start = torch.cat([inside, (1 - (inside**2).sum()).sqrt()[None]])[None]

    def field(_, w):
        gradient = ascent_by_autograd(torch.tensor(w), vectors).numpy()
        return gradient - (gradient @ w) * w

    last = solve_ivp(field, (0, 0.5), first.numpy(), rtol=1e-9, atol=1e-10).y[:, -1]
    reduced = index_flow.trajectory(flow, start, duration=0.01, steps=50)[-1, 0]
    np.testing.assert_allclose(vectors @ torch.tensor(last), reduced, atol=1e-7)


@pytest.mark.parametrize("overlap", [0.0, 0.3, 0.9])
def test_both_routes_agree_along_the_way(overlap):
    x = np.random.default_rng(5).standard_normal((4, 4, 12))
    step = np.full(4, 0.2)
    ways = routes.follow({"3": 1.0, "4": 0.4}, overlap, x[:, 1:], x[:, 0], step=step, device="cpu")
    assert ways.deviation.max() < 1e-7
    assert np.ptp(ways.full, axis=0).max() > 0.1  # they did move


def test_the_deviation_counts_up_to_the_first_overlap_beyond_nine_tenths():
    full = np.array([0.1, 0.95, 0.5])[:, None, None]
    reduced = np.array([0.1, 0.85, 0.99])[:, None, None]
    ways = routes.Routes(np.zeros((3, 1)), full, reduced)
    np.testing.assert_allclose(ways.deviation[:, 0], [0, 0.1, 0])


def test_no_tensor_is_made_on_a_fixed_device():
    vectors = torch.zeros(2, 3, 8, dtype=torch.float64, device="meta")
    loss = CorrelationLoss(full_flow.index_vectors(vectors, 0.2), STUDENT, TARGET)
    w = torch.zeros(2, 8, dtype=torch.float64, device="meta")
    assert full_flow.velocity(loss, w).device.type == "meta"
    assert full_flow.velocity(loss, w, projected=False).shape == (2, 8)

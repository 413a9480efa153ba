import math

import numpy as np
import pytest
import torch
from numpy.polynomial import Polynomial
from scipy.integrate import solve_ivp

from peirama.models import index_flow
from peirama.models.index_flow import Flow

MIXTURE = {"3": 1.0, "4": 0.5, "7": 0.2}


def sphere(rows, size, seed=0):
    x = np.random.default_rng(seed).standard_normal((rows, size))
    return torch.tensor(x / np.linalg.norm(x, axis=1, keepdims=True))


def gram(indices, overlap):
    return (1 - overlap) * np.eye(indices) + overlap


def primitive(p, m):
    """F_p: the integral of p m^{1-p} / (1 - m^2), in closed form."""
    even = math.log(m) - math.log(1 - m * m) / 2
    return {
        2: even,
        3: -1 / m + math.atanh(m),
        4: -1 / (2 * m**2) + even,
        5: -1 / (3 * m**3) - 1 / m + math.atanh(m),
        6: -1 / (4 * m**4) - 1 / (2 * m**2) + even,
    }[p]


@pytest.mark.parametrize("order", [0, 1, 2])
def test_the_correlation_and_its_derivatives_are_those_of_the_polynomial(order):
    g, t = Polynomial([0, 0, 0, 1.0, 0.5, 0, 0, 0.2]), np.linspace(-1, 1, 11)
    for _ in range(order):
        g = g.deriv()
    found = index_flow.correlation(MIXTURE, torch.tensor(t), order=order)
    np.testing.assert_allclose(found, g(t), rtol=1e-13, atol=1e-14)


def test_keys_may_be_integers_or_their_digits():
    t = torch.linspace(-1, 1, 5, dtype=torch.float64)
    assert torch.equal(
        index_flow.correlation({3: 1.0, 5: 2.0}, t), index_flow.correlation({"5": 2.0, "3": 1.0}, t)
    )


@pytest.mark.parametrize("overlap", [0.0, 0.3, 0.95])
def test_the_root_applied_twice_is_the_gram_matrix(overlap):
    flow, identity = Flow({3: 1.0}, 5, overlap), torch.eye(5, dtype=torch.float64)
    twice = index_flow.rooted(flow, index_flow.rooted(flow, identity))
    np.testing.assert_allclose(twice, gram(5, overlap), atol=1e-14)


def test_the_velocity_is_the_projected_gradient_of_the_correlation():
    flow, x = Flow(MIXTURE, 4, 0.3), sphere(6, 5).requires_grad_()
    index_flow.correlation(MIXTURE, index_flow.overlaps(flow, x)).sum().backward()
    gradient = x.grad - (x.grad * x.detach()).sum(-1, keepdim=True) * x.detach()
    torch.testing.assert_close(index_flow.velocity(flow, x.detach()), gradient)


def test_overlaps_follow_the_equation_that_scipy_integrates():
    flow, start, matrix = Flow(MIXTURE, 4, 0.3), sphere(1, 5, seed=3), gram(4, 0.3)
    slope = Polynomial([0, 0, 3.0, 2.0, 0, 0, 1.4])

    def field(_, m):
        return matrix @ slope(m) - (m * slope(m)).sum() * m

    first = index_flow.overlaps(flow, start)[0].numpy()
    expected = solve_ivp(field, (0, 2), first, rtol=1e-12, atol=1e-13, method="DOP853").y[:, -1]
    found = index_flow.trajectory(flow, start, duration=0.01, steps=200)[-1, 0]
    np.testing.assert_allclose(found, expected, atol=1e-8)


@pytest.mark.parametrize("p", [2, 3, 4, 5, 6])
def test_escape_times_of_one_index_are_the_closed_form(p):
    m = torch.tensor([0.001, 0.02, 0.3], dtype=torch.float64)
    start = torch.stack([m, (1 - m * m).sqrt()], dim=-1)
    height = index_flow.largest_overlap(0.5, signed=True)
    course = index_flow.follow(Flow({p: 1.0}, 1), start, height)
    expected = [(primitive(p, 0.5) - primitive(p, float(m0))) / p for m0 in m]
    np.testing.assert_allclose(course.time, expected, rtol=2e-3, atol=1e-3)


@pytest.mark.parametrize("p", [3, 4, 5])
def test_a_long_escape_is_timed_to_six_digits(p):
    start = torch.tensor([[1e-5, math.sqrt(1 - 1e-10)]], dtype=torch.float64)
    height = index_flow.largest_overlap(0.5, signed=True)
    found = float(index_flow.follow(Flow({p: 1.0}, 1), start, height).time)
    assert found == pytest.approx((primitive(p, 0.5) - primitive(p, 1e-5)) / p, rel=1e-6)


@pytest.mark.parametrize(("p", "bound"), [(3, 5e-6), (4, 1e-6)])
def test_in_huge_dimension_the_largest_overlap_sets_the_time(p, bound):
    x = sphere(50, 9, seed=1).abs() * 1e-6
    x[:, -1] = (1 - (x[:, :-1] ** 2).sum(-1)).sqrt()
    course = index_flow.follow(Flow({p: 1.0}, 8), x, index_flow.largest_overlap(0.5, signed=True))
    scaled = course.time * p * (p - 2) * x[:, :-1].amax(-1) ** (p - 2)
    assert (scaled - 1).abs().max() < bound


def test_for_one_degree_the_orbit_in_the_span_does_not_depend_on_the_rest():
    rows, flow = sphere(20, 4, seed=2), Flow({3: 1.0}, 4, 0.1)
    courses = []
    for inside in (1.0, 0.01):
        beyond = torch.full((20, 1), math.sqrt(1 - inside**2), dtype=torch.float64)
        start = torch.cat([inside * rows, beyond], dim=-1)
        course = index_flow.follow(flow, start, index_flow.at_rest(), step=0.4, most=1000)
        courses.append(course)
    found = courses[0].ended & courses[1].ended  # the others shrink to the equator, or are slow
    assert found.sum() > 10
    ends = [course.neurons[found] for course in courses]
    torch.testing.assert_close(*ends, atol=1e-6, rtol=0)


def test_exchanging_index_vectors_exchanges_the_velocity():
    flow, x, order = Flow(MIXTURE, 4, 0.4), sphere(7, 5), [2, 0, 3, 1, 4]
    moved = index_flow.velocity(flow, x)[:, order]
    torch.testing.assert_close(index_flow.velocity(flow, x[:, order]), moved)


def test_rows_may_have_an_overlap_and_a_coefficient_each():
    x, overlap = sphere(3, 5), torch.tensor([[0.0], [0.2], [0.8]], dtype=torch.float64)
    weight = torch.tensor([[0.5], [1.0], [2.0]], dtype=torch.float64)
    together = index_flow.advance(Flow({3: 1.0, 5: weight}, 4, overlap), x, 0.1)
    for row in range(3):
        flow = Flow({3: 1.0, 5: float(weight[row])}, 4, float(overlap[row]))
        torch.testing.assert_close(together[row], index_flow.advance(flow, x[[row]], 0.1)[0])


def test_rows_end_alone_as_they_end_together():
    x, flow = sphere(30, 5, seed=4), Flow({4: 1.0}, 4, torch.linspace(0, 0.2, 30).double()[:, None])
    height = index_flow.largest_overlap(0.8, signed=False)
    together = index_flow.follow(flow, x, height)
    for row in (0, 11, 29):
        alone = index_flow.follow(flow.only(torch.tensor([row])), x[[row]], height)
        assert torch.equal(alone.time[0], together.time[row])


def test_rest_is_not_found_on_the_equator_of_a_huge_dimension():
    x = torch.tensor([[1e-6, 2e-6, 1.0]], dtype=torch.float64)
    assert index_flow.at_rest(1e-8)(Flow({3: 1.0}, 2), x) < 0


def test_rest_is_found_at_an_index_vector():
    flow = Flow({3: 1.0}, 2)
    course = index_flow.follow(flow, sphere(40, 3), index_flow.at_rest(), step=0.4, most=500)
    final = index_flow.overlaps(flow, course.neurons[course.ended])
    assert len(final) > 20
    torch.testing.assert_close(final.amax(-1), torch.ones_like(final[:, 0]))


def test_a_neuron_without_a_positive_overlap_never_ends_at_odd_degree():
    x = torch.tensor([[-0.5, -0.5, math.sqrt(0.5)]], dtype=torch.float64)
    height = index_flow.largest_overlap(0.5, signed=True)
    course = index_flow.follow(Flow({3: 1.0}, 2), x, height, most=300)
    assert not course.ended.any()
    assert course.time[0] == math.inf


def test_no_tensor_is_made_on_a_fixed_device():
    x = torch.zeros(3, 5, dtype=torch.float64, device="meta")
    flow = Flow(MIXTURE, 4, torch.zeros(3, 1, dtype=torch.float64, device="meta"))
    moved = index_flow.advance(flow, x, 0.1 / index_flow.rate(flow, x))
    heights = [
        index_flow.at_rest()(flow, moved),
        index_flow.largest_overlap(0.5, signed=True)(flow, x),
    ]
    assert all(height.device.type == "meta" for height in heights)
    assert index_flow.trajectory(flow, x, duration=0.1, steps=2).shape == (3, 3, 4)

import itertools
import math

import numpy as np
import pytest
import torch

from peirama.models import critical_points, index_flow
from peirama.models.index_flow import Flow
from peirama.models.seeds import Seeds


def directions(rows, indices, seed=0):
    return torch.tensor(np.random.default_rng(seed).standard_normal((rows, indices)))


def seeds(root=0):
    return Seeds(root, "critical points", "", "test", range(1))


def relative_growth(coefficients, indices, overlap):
    """r(β) of the theory: (1 - β)(q - 1)/(1 + (k - 1)β) - 1 with q the mean degree."""
    t = math.sqrt((1 + (indices - 1) * overlap) / indices)
    weights = {p: p * a * t**p for p, a in coefficients.items()}
    q = sum(p * w for p, w in weights.items()) / sum(weights.values())
    return (1 - overlap) * (q - 1) / (1 + (indices - 1) * overlap) - 1


@pytest.mark.parametrize(("p", "s", "k"), [(3, 1, 4), (3, 3, 4), (4, 2, 5), (5, 4, 4), (8, 2, 3)])
def test_the_curvature_at_the_average_of_a_subset_is_the_closed_form(p, s, k):
    point = torch.zeros(1, k, dtype=torch.float64)
    point[0, :s] = s**-0.5
    plus = p * s ** (1 - p / 2)
    expected = sorted([plus] * (k - s) + [-(p - 2) * plus] * (s - 1))
    found = critical_points.hessian(Flow({p: 1.0}, k), point)[0]
    np.testing.assert_allclose(found, expected, atol=1e-9)


def test_the_curvature_at_the_average_of_a_mixture_with_overlap_is_the_closed_form():
    coefficients, k, overlap = {3: 1.0, 6: 0.7}, 5, 0.25
    t = math.sqrt((1 + (k - 1) * overlap) / k)
    slope, bend = 3 * t**2 + 4.2 * t**5, 6 * t + 21 * t**4
    point = torch.full((1, k), k**-0.5, dtype=torch.float64)
    found = critical_points.hessian(Flow(coefficients, k, overlap), point)[0]
    np.testing.assert_allclose(found, [k * t * slope - (1 - overlap) * bend] * (k - 1), atol=1e-9)


def test_the_curvature_is_the_slope_of_the_velocity():
    flow, step = Flow({4: 1.0}, 3), 1e-6
    point = torch.tensor([[1.0, 1.0, 0.0, 0.0]], dtype=torch.float64) / math.sqrt(2)
    slopes = []
    for tangent in ([1.0, -1.0, 0.0, 0.0], [0.0, 0.0, math.sqrt(2), 0.0]):
        u = torch.tensor([tangent], dtype=torch.float64) / math.sqrt(2)
        moved = point + step * u
        slopes.append(-float((index_flow.velocity(flow, moved / moved.norm()) * u).sum()) / step)
    found = critical_points.hessian(flow, point[:, :3])[0]
    np.testing.assert_allclose(found, sorted(slopes), atol=1e-5)


@pytest.mark.parametrize("overlap", [0.0, 0.1, 0.3, 0.7])
def test_growth_at_the_average_is_that_of_the_theory(overlap):
    coefficients = {3: 1.0, 16: 20.0}
    flow = Flow(coefficients, 8, torch.full((5, 1), overlap, dtype=torch.float64))
    found = critical_points.growth(flow, directions(5, 8), size=1e-7)
    expected = relative_growth(coefficients, 8, overlap)
    np.testing.assert_allclose(found, expected, atol=1e-5 * (1 + abs(expected)))


def test_a_section_finds_where_a_condition_first_fails():
    zero, two = torch.zeros(3, dtype=torch.float64), torch.full((3,), 2.0, dtype=torch.float64)
    bounds = torch.tensor([0.5, 2.0, 3.0], dtype=torch.float64)[:, None]
    low, high = critical_points.section(lambda x: x * x < bounds, zero, two)
    assert ((low <= bounds[:, 0].sqrt()) & (bounds[:, 0].sqrt() <= high)).all()
    assert (high - low).max() < 1e-8


@pytest.mark.parametrize(
    ("coefficients", "indices", "expected"),
    [({3: 1.0}, 4, 0.2), ({3: 1.0, 4: 1.0}, 4, 0.26909), ({3: 0.1, 6: 1.0}, 8, 0.30376)],
)
def test_the_average_turns_at_the_overlap_that_the_theory_gives(coefficients, indices, expected):
    start = directions(2, indices)
    ends = (torch.zeros(2, dtype=torch.float64), torch.ones(2, dtype=torch.float64))
    low, high = critical_points.turning_point(
        lambda overlap: Flow(coefficients, indices, overlap), start, ends, size=1e-6
    )
    np.testing.assert_allclose((low + high) / 2, expected, atol=6e-6)


@pytest.mark.parametrize(("degree", "indices"), [(3, 3), (4, 3), (5, 2), (6, 4), (8, 2)])
def test_the_census_finds_what_enumeration_finds(degree, indices):
    faces = [np.array(s) for s in itertools.product((-1, 0, 1), repeat=indices) if any(s)]
    points = [s / np.linalg.norm(s) for s in faces]
    fixed = [m for m in points if np.ptp((m ** (degree - 2))[m != 0]) < 1e-12]
    starts = critical_points.starts(seeds(), degree=degree, indices=indices, device="cpu")
    census = critical_points.census(degree, starts[0])
    assert len(census.points) == len(fixed)
    gaps = (torch.tensor(np.array(fixed))[:, None] - census.points).abs().amax(-1).amin(-1)
    assert gaps.max() < 1e-10


@pytest.mark.parametrize(
    ("degree", "counts"), [(3, [8, 12, 8, 2]), (4, [8, 24, 32, 16]), (7, [8, 12, 8, 2])]
)
def test_the_census_is_graded_as_it_should_be(degree, counts):
    starts = critical_points.starts(seeds(3), degree=degree, indices=4, device="cpu")
    census = critical_points.census(degree, starts[0])
    found = critical_points.morse_index(degree, census.points, census.multiplier)
    assert torch.bincount(found).tolist() == counts
    assert census.found.min() >= 5


def test_every_start_lies_on_the_sphere():
    starts = critical_points.starts(seeds(), degree=4, indices=3, device="cpu")
    torch.testing.assert_close(starts.norm(dim=-1), torch.ones_like(starts[..., 0]))
    assert 0.2 < float((starts == 0).double().mean()) < 0.4  # faces are among them


def test_no_tensor_is_made_on_a_fixed_device():
    x = torch.zeros(6, 4, dtype=torch.float64, device="meta")
    flow = Flow({3: 1.0}, 4, torch.zeros(6, 1, dtype=torch.float64, device="meta"))
    assert critical_points.growth(flow, x, size=1e-6, steps=2).device.type == "meta"
    assert critical_points.newton(4, x)[0].device.type == "meta"
    assert critical_points.hessian(Flow({3: 1.0}, 4, 0.2), x).shape == (6, 3)

import math

import mpmath
import numpy as np
import pytest
import torch
from scipy import integrate, optimize

from peirama.models import index_branch, index_flow
from peirama.models.index_flow import Flow


def noise(rows, indices, size=1e-10):
    return size * torch.tensor(np.random.default_rng(0).standard_normal((rows, indices)))


def branch(degree, indices, x):
    b = mpmath.fsum(x**i for i in range(1, degree - 1)) / (1 + (indices - 1) * x ** (degree - 1))
    return float(b / (1 + b))


def gram(indices, overlap):
    return (1 - overlap) * np.eye(indices) + overlap


def rest_by_solve_ivp(degree, indices, overlap):
    matrix = gram(indices, overlap)

    def field(_, m):
        return matrix @ (degree * m ** (degree - 1)) - degree * (m**degree).sum() * m

    end = integrate.solve_ivp(field, (0, 200), matrix[0], rtol=1e-10, atol=1e-13).y[:, -1]
    return end.min() / end.max()


@pytest.mark.parametrize("degree", [3, 4, 5, 8])
@pytest.mark.parametrize(("indices", "x"), [(2, 0.3), (6, 0.1), (20, 0.8)])
def test_points_of_the_branch_do_not_move(degree, indices, x):
    overlap = branch(degree, indices, x)
    m = np.array([1.0] + [x] * (indices - 1))
    m = m / math.sqrt(m @ np.linalg.solve(gram(indices, overlap), m))
    force = gram(indices, overlap) @ (degree * m ** (degree - 1))
    assert abs(force - degree * (m**degree).sum() * m).max() < 1e-12


@pytest.mark.parametrize("indices", [3, 4, 32, 4096])
def test_the_branch_of_degree_3_ends_where_the_claim_says(indices):
    found = optimize.minimize_scalar(
        lambda x: -branch(3, indices, x), bounds=(0, 1), method="bounded", options={"xatol": 1e-10}
    )
    assert -found.fun == pytest.approx(1 / (1 + 2 * math.sqrt(indices - 1)), rel=1e-9)


@pytest.mark.parametrize(("degree", "indices", "overlap"), [(3, 4, 0.15), (4, 6, 0.2), (5, 3, 0.6)])
def test_neurons_rest_where_an_adaptive_integrator_ends(degree, indices, overlap):
    flow = Flow({degree: 1.0}, indices, torch.full((2, 1), overlap, dtype=torch.float64))
    start = index_branch.beside(flow, noise(2, indices))
    journey = index_branch.settle(flow, start, most=800, level=2.0, rest=1e-12)
    expected = rest_by_solve_ivp(degree, indices, overlap)
    assert journey.rests.all()
    assert journey.ratio.numpy() == pytest.approx(np.full(2, expected), rel=1e-7)


@pytest.mark.parametrize("overlap", [0.0, 0.1, 0.7])
def test_no_rate_of_the_flow_exceeds_the_stiffness(overlap):
    flow = Flow({3: 1.0, 6: 0.5}, 7, overlap)
    rows = torch.tensor(np.random.default_rng(1).standard_normal((20, 8)))
    for row in rows / rows.norm(dim=-1, keepdim=True):
        jacobian = torch.autograd.functional.jacobian(
            lambda z: index_flow.velocity(flow, z[None])[0], row
        )
        largest = torch.linalg.eigvals(jacobian).abs().max()
        assert largest <= index_branch.stiffness(flow, row[None])


def test_a_neuron_is_beside_the_first_index_vector():
    flow = Flow({3: 1.0}, 5, 0.3)
    m = index_flow.overlaps(flow, index_branch.beside(flow, noise(1, 5)))
    assert m[0].numpy() == pytest.approx([1, 0.3, 0.3, 0.3, 0.3], abs=1e-8)


@pytest.mark.parametrize("indices", [3, 4, 20, 300])
def test_the_bracket_of_leaving_holds_the_end_of_the_branch(indices):
    low, high = index_branch.leaving({3: 1.0}, noise(2, indices, 1e-7), (1e-3, 0.9))
    end = 1 / (1 + 2 * math.sqrt(indices - 1))
    assert (low < end).all()
    assert (high > end).all()
    assert (high / low < 1.018).all()


def test_what_is_unfinished_stays_inside_the_bracket():
    low, high = index_branch.leaving({3: 1.0}, noise(1, 8, 1e-7), (1e-3, 0.9), most=48)
    assert low < 1 / (1 + 2 * math.sqrt(7)) < high
    assert high / low > 1.05


@pytest.mark.parametrize(("degree", "indices", "x"), [(3, 8, 0.1), (5, 4, 0.1), (8, 2, 0.02)])
def test_a_ratio_is_reached_at_the_overlap_of_the_branch(degree, indices, x):
    start = noise(2, indices)
    between = (torch.zeros(2, dtype=torch.float64), torch.ones(2, dtype=torch.float64))
    low, high = index_branch.reaching({degree: 1.0}, start, x, between)
    expected = branch(degree, indices, mpmath.mpf(x))
    assert ((low + high) / 2).numpy() == pytest.approx(np.full(2, expected), rel=1e-7)


def test_a_neuron_does_not_depend_on_its_batch():
    overlap = torch.tensor([[0.05], [0.15], [0.4]], dtype=torch.float64)
    flow, start = Flow({3: 1.0}, 8, overlap), noise(3, 8, 1e-7)
    together = index_branch.settle(flow, index_branch.beside(flow, start), most=800)
    alone = Flow({3: 1.0}, 8, overlap[1:2])
    one = index_branch.settle(alone, index_branch.beside(alone, start[1:2]), most=800)
    assert one.ratio[0] == together.ratio[1]

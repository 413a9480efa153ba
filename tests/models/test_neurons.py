import numpy as np
import pytest
import torch
from scipy import stats

from peirama.models import neurons
from peirama.models.seeds import Seeds

LEVEL = 1e-6  # of each test of a law: it fails that rarely if the law is right


def seeds(trials, purpose="test"):
    return Seeds(7, "neurons", "", purpose, range(trials))


@pytest.mark.parametrize("dimension", [4, 50, 10**12])
def test_the_square_of_an_overlap_has_the_law_of_a_uniform_point(dimension):
    drawn = neurons.draw(seeds(4000), indices=3, dimension=dimension, device="cpu")
    law = stats.beta(0.5, (dimension - 1) / 2)
    assert stats.kstest(drawn[:, 1].numpy() ** 2, law.cdf).pvalue > LEVEL


def test_neurons_are_points_of_the_unit_sphere():
    drawn = neurons.draw(seeds(20), indices=5, dimension=9, device="cpu")
    torch.testing.assert_close(drawn.norm(dim=-1), torch.ones(20, dtype=torch.float64))


def test_in_as_many_dimensions_as_index_vectors_nothing_lies_beyond_their_span():
    drawn = neurons.draw(seeds(20), indices=5, dimension=5, device="cpu")
    assert (drawn[:, -1] == 0).all()


def test_the_same_gaussian_in_more_dimensions_gives_smaller_overlaps():
    normal = np.ones((1, 2))
    few = neurons.place(normal, np.array([2.0]), device="cpu")
    np.testing.assert_allclose(few, [[0.5, 0.5, np.sqrt(0.5)]])


def test_a_trial_draws_the_same_neuron_in_any_batch():
    few = neurons.draw(seeds(3), indices=2, dimension=9, device="cpu", accept=lambda x: x[0] > 0)
    many = neurons.draw(seeds(30), indices=2, dimension=9, device="cpu", accept=lambda x: x[0] > 0)
    assert torch.equal(few, many[:3])
    assert (many[:, 0] > 0).all()


def test_a_condition_that_is_never_met_is_named():
    with pytest.raises(ValueError, match="all refused"):
        neurons.draw(seeds(1), indices=2, dimension=9, device="cpu", accept=lambda _: False)


def test_the_nearest_of_a_row_has_a_sign():
    rows = torch.tensor([[0.3, -0.9], [0.3, 0.2]], dtype=torch.float64)
    index, sign = neurons.nearest(rows, signed=False)
    assert index.tolist() == [1, 0]
    assert sign.tolist() == [-1, 1]
    assert neurons.nearest(rows, signed=True)[0].tolist() == [0, 0]


@pytest.mark.parametrize("coefficients", [{"3": 1.0}, {"4": 1.0, "6": 0.5}])
def test_a_journey_ends_at_one_index_vector(coefficients):
    setting = {"coefficients": coefficients, "indices": 4, "dimension": 30, "device": "cpu"}
    journey = neurons.travel(seeds(50), **setting)
    assert journey.ended.all()
    sizes = journey.last.abs().sort(dim=-1).values
    assert (sizes[:, -1] > 0.999).all()
    assert (sizes[:, :-1] < 0.05).all()
    assert (journey.first.abs() < 1).all()

import numpy as np
import pytest
import torch
from scipy.integrate import solve_ivp

from peirama.models import discovery
from peirama.models.seeds import Seeds


def seeds():
    return Seeds(2, "test", "", "explore", range(300))


def directions(indices):
    return torch.tensor(seeds().normal(indices))


def destination(degree, start):
    """Where the flow on the in-span sphere leads, by an adaptive solver."""

    def velocity(_, m):
        return degree * (m ** (degree - 1) - m * (m**degree).sum())

    return solve_ivp(velocity, (0, 60), start / np.linalg.norm(start), rtol=1e-9).y[:, -1]


@pytest.mark.parametrize("degree", [3, 4, 5, 8])
def test_the_flow_leads_where_the_nearest_rule_says(degree):
    drawn = directions(5)
    winners, unfinished = discovery.by_flow(degree, drawn)
    assert not unfinished.any()
    assert (winners == discovery.by_rule(drawn, signed=degree % 2 == 1)).all()


@pytest.mark.parametrize("degree", [3, 4])
def test_the_flow_agrees_with_an_adaptive_solver(degree):
    drawn = directions(3)[:12]
    winners, _ = discovery.by_flow(degree, drawn)
    for start, winner in zip(drawn.numpy(), winners.tolist(), strict=True):
        end = destination(degree, start)
        end = end if degree % 2 else abs(end)
        assert winner == (int(end.argmax()) if end.max() > 0.9 else discovery.NOTHING)


def test_a_neuron_without_a_positive_overlap_finds_nothing_at_odd_degree():
    drawn = torch.tensor([[-0.1, -2.0], [0.1, -2.0]], dtype=torch.float64)
    assert discovery.by_rule(drawn, signed=True).tolist() == [discovery.NOTHING, 0]
    assert discovery.by_flow(3, drawn)[0].tolist() == [discovery.NOTHING, 0]


def test_all_are_found_when_the_set_of_winners_is_complete():
    winners = torch.tensor(seeds().integers(-1, 4, 9))
    due = [set(range(4)) <= set(row) for row in winners.tolist()]
    assert discovery.all_found(winners, 4).tolist() == due


def test_a_search_is_the_same_by_flow_and_by_rule():
    of = {"degree": 3, "indices": 4, "neurons": 7, "device": "cpu"}
    flow, rule = (discovery.search(seeds(), largest=largest, **of) for largest in (28, 27))
    assert (flow.complete == rule.complete).all()
    assert flow.unfinished.sum() == 0


def test_no_neuron_finds_nothing():
    seen = discovery.search(seeds(), degree=3, indices=2, neurons=0, largest=9, device="cpu")
    assert seen.complete.sum() == 0

import math

import numpy as np
import pytest
from scipy import integrate

from peirama.models import stuck
from peirama.models.index_flow import Flow

MINUS_AVERAGE = 1.25 * math.pi


# The flow on the circle is φ' = dH/dφ; cos(φ - π/4) is the overlap with the average.
def stuck_by_solve_ivp(degree, overlap, angle):
    both, apart = math.sqrt(1 + overlap), math.sqrt(1 - overlap)

    def overlaps(phi):
        along, across = both * math.cos(phi - math.pi / 4), -apart * math.sin(phi - math.pi / 4)
        return np.array([along + across, along - across]) / math.sqrt(2)

    def field(_, phi):
        turned = overlaps(phi[0] + 1e-6) - overlaps(phi[0] - 1e-6)
        return [degree * (overlaps(phi[0]) ** (degree - 1) @ turned) / 2e-6]

    end = integrate.solve_ivp(field, (0, 200), [angle], method="LSODA", rtol=1e-8, atol=1e-10)
    return bool((overlaps(end.y[0, -1]) ** degree).sum() < 0)


@pytest.mark.parametrize(("degree", "overlap"), [(3, 0.0), (3, 0.25), (3, 0.4), (5, 0.3), (5, 0.7)])
def test_the_same_directions_are_stuck_as_in_an_adaptive_integrator(degree, overlap):
    angles = np.linspace(0, 2 * math.pi, 25)[:-1] + 0.05
    flow = Flow({degree: 1.0}, 2, overlap)
    found, unfinished = stuck.fate(flow, stuck.circle(angles, device="cpu"))
    assert found.tolist() == [stuck_by_solve_ivp(degree, overlap, a) for a in angles]
    assert not unfinished.any()


def test_neurons_that_had_no_time_are_unfinished():
    flow = Flow({3: 1.0}, 2, 0.2)
    start = stuck.circle(np.array([MINUS_AVERAGE + 0.1]), device="cpu")
    found, unfinished = stuck.fate(flow, start, most=2)
    assert found.all()
    assert unfinished.all()


def test_a_neuron_that_learns_already_is_not_stuck():
    found, unfinished = stuck.fate(Flow({5: 1.0}, 2, 0.1), stuck.circle(np.zeros(1), device="cpu"))
    assert not found.any()
    assert not unfinished.any()

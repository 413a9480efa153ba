import itertools

import mpmath
import numpy as np
import pytest
from scipy import integrate, stats

from peirama.claims.beta_threshold.escape_constant import escape_constant
from peirama.claims.beta_threshold.escape_time import escape_time
from peirama.claims.beta_threshold.neuron_count import neuron_count
from peirama.claims.beta_threshold.occupancy import half_lost, occupancy
from peirama.claims.beta_threshold.quadratic_control import quadratic_control
from peirama.claims.beta_threshold.sgd import sgd
from peirama.claims.core.prediction import evaluate

CLAIMS = {
    c.name.split("/")[1]: c
    for c in (escape_time, escape_constant, quadratic_control, neuron_count, sgd)
}


def predicted(claim, **setting):
    return float(evaluate(next(iter(claim.formulas.values())), setting))


def mutant(claim, name):
    return claim.mutated(next(m for m in claim.mutants if m.name == name))


def collected(indices, neurons, nothing):
    """The probability that all are found, by dynamic programming over the number found."""
    state = np.zeros(indices + 1)
    state[0] = 1.0
    for _ in range(neurons):
        new = (1 - nothing) * (indices - np.arange(indices + 1)) / indices
        state = state * (1 - new) + np.append(0, (state * new)[:-1])
    return state[-1]


@pytest.mark.parametrize(("degree", "exponent"), [(3, 0.5), (4, 1.0), (5, 1.5), (7, 2.5)])
def test_the_exponent_is_half_the_degree_less_one(degree, exponent):
    assert predicted(escape_time, degree=degree) == exponent


@pytest.mark.parametrize(
    ("degree", "indices", "value"),
    [(3, 8, 0.2401), (4, 8, 0.0416), (3, 1, 0.4942), (5, 8, 0.02492)],
)
def test_the_constant_has_the_value_as_worked_out(degree, indices, value):
    assert predicted(escape_constant, degree=degree, indices=indices) == pytest.approx(
        value, rel=2e-3
    )


@pytest.mark.parametrize(
    ("degree", "indices"), [(3, 8), (4, 8), (5, 3), (8, 1), (7, 300), (7, 600)]
)
def test_the_constant_is_that_of_the_median_of_the_largest_overlap(degree, indices):
    def above(x):  # P(largest > x), given that it counts
        if degree % 2:
            return -np.expm1(indices * stats.norm.logcdf(x)) / -np.expm1(indices * np.log(0.5))
        return -np.expm1(indices * np.log1p(-2 * stats.norm.sf(x)))

    value = predicted(escape_constant, degree=degree, indices=indices)
    x = (value * degree * (degree - 2)) ** (-1 / (degree - 2))
    assert above(x) == pytest.approx(0.5, abs=1e-12)


def test_the_wrong_constants_have_the_values_as_worked_out():
    setting = {"degree": 3, "indices": 8}
    one, even = (mutant(escape_constant, n) for n in ("one-neuron constant", "parity ignored"))
    assert predicted(one, **setting) == pytest.approx(0.494, abs=5e-4)
    assert predicted(even, **setting) == pytest.approx(0.192, abs=5e-4)


@pytest.mark.parametrize(("quadratic", "slope"), [(1.0, 0.25), (0.05, 5.0)])
def test_the_search_by_a_quadratic_component_has_this_slope(quadratic, slope):
    assert predicted(quadratic_control, quadratic=quadratic) == pytest.approx(slope, rel=1e-14)


def test_the_slope_of_a_quadratic_component_is_that_of_the_quadrature():
    def time(m):
        return integrate.quad(
            lambda u: 1 / ((0.1 + 3 * np.exp(u)) * -np.expm1(2 * u)), np.log(m), np.log(0.5)
        )[0]

    slope = (time(1e-6) - time(1e-5)) / np.log(100)
    assert slope == pytest.approx(predicted(quadratic_control, quadratic=0.05), rel=2e-4)


def test_the_power_law_that_is_kept_is_off_by_orders():
    wrong = mutant(quadratic_control, "power law kept")
    due = 0.49420 * (10**6 - 10**5) / np.log(100)
    setting = {"degree": 3, "dimension": 10**10, "quadratic": 1.0}
    assert predicted(wrong, **setting) == pytest.approx(due, rel=1e-4)


@pytest.mark.parametrize(
    ("degree", "indices", "neurons", "value"),
    [(3, 8, 17, 0.3617), (3, 64, 267, 0.3701), (4, 8, 34, 0.9162), (3, 64, 256, 0.3043)],
)
def test_the_occupancy_law_has_the_value_as_worked_out(degree, indices, neurons, value):
    assert occupancy(degree, indices, neurons) == pytest.approx(value, abs=6e-5)


@pytest.mark.parametrize(
    ("degree", "indices", "neurons"),
    [(3, 8, 17), (4, 8, 34), (3, 1, 5), (5, 64, 100), (4, 256, 300), (3, 300, 4000), (3, 40, 39)],
)
def test_the_occupancy_law_is_that_of_dynamic_programming(degree, indices, neurons):
    nothing = 2.0**-indices if degree % 2 else 0.0
    due = collected(indices, neurons, nothing)
    assert occupancy(degree, indices, neurons) == pytest.approx(due, rel=1e-10, abs=1e-300)


def test_the_occupancy_law_is_that_of_counting_all_outcomes():
    outcomes = itertools.product(range(3), repeat=5)
    share = np.mean([set(found) == {0, 1, 2} for found in outcomes])
    assert occupancy(4, 3, 5) == pytest.approx(share, rel=1e-14)


def test_losing_half_at_odd_degree_has_the_value_as_worked_out():
    assert half_lost(3, 8, 17) == pytest.approx(0.02, abs=5e-4)


EXTREMES = {
    "escape-time": {"degree": 10**6},
    "escape-constant": {"degree": 9, "indices": 10**12},
    "quadratic-control": {"quadratic": 1e-300},
    "neuron-count": {"degree": 4, "indices": 1024, "neurons": 3},
    "sgd": {},
}


@pytest.mark.parametrize("name", CLAIMS)
def test_extreme_but_valid_settings_have_a_prediction(name):
    huge = {"dimension": 10**12, **EXTREMES[name]}
    assert CLAIMS[name].broken(huge) is None
    assert np.isfinite(predicted(CLAIMS[name], **huge))


@pytest.mark.parametrize(
    ("name", "setting", "sentence"),
    [
        ("escape-time", {"degree": 2}, "lowest degree is at least 3"),
        ("escape-time", {"overlap": 1.0}, "below 1"),
        ("escape-time", {"weight": -0.1}, "weight of the other degree"),
        ("escape-time", {"degree": 5, "higher_degree": 4}, "not below the lowest"),
        ("escape-constant", {"dimension": 3, "indices": 4}, "at least the number of index vectors"),
        ("quadratic-control", {"quadratic": 0.0}, "degree 2 is positive"),
        ("quadratic-control", {"degree": 2}, "at least 3"),
        ("neuron-count", {"neurons": -1}, "not negative"),
        ("neuron-count", {"indices": 0}, "there is an index vector"),
        ("sgd", {"degree": 2}, "lowest degree is at least 3"),
    ],
)
def test_a_setting_outside_the_theorem_is_refused_with_the_hypothesis(name, setting, sentence):
    assert sentence in CLAIMS[name].broken(setting)


def test_the_constant_at_many_index_vectors_needs_no_power_of_two():
    below, above = (predicted(escape_constant, degree=3, indices=k) for k in (512, 513))
    assert mpmath.almosteq(below, above, rel_eps=1e-3)
    assert below > above

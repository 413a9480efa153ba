import math

import numpy as np
import pytest
from scipy import integrate, stats

from peirama.models import escape, index_flow
from peirama.models.seeds import Seeds

DIMENSIONS = [10**4, 10**6]


def seeds(trials=6):
    return Seeds(1, "test", "", "explore", range(trials))


def log_term(m):
    return math.log(m) - math.log1p(-(m**2)) / 2


ANTIDERIVATIVES = {  # of 1/(m^{p-1} (1 - m²)), by partial fractions
    3: lambda m: -1 / m + math.atanh(m),
    4: lambda m: -1 / (2 * m**2) + log_term(m),
    5: lambda m: -1 / (3 * m**3) - 1 / m + math.atanh(m),
    6: lambda m: -1 / (4 * m**4) - 1 / (2 * m**2) + log_term(m),
}


def paired(coefficients, indices=1, *, overlap=0.0, signed=True, **more):
    flow = index_flow.Flow(coefficients, indices, overlap)
    return escape.paired(flow, seeds(), DIMENSIONS, count=4, signed=signed, device="cpu", **more)


def initial_overlaps(dimension):
    drawn = seeds()
    normal, quantile = drawn.normal(4, 1)[..., 0], drawn.uniform(4)
    return abs(normal) / np.sqrt(normal**2 + stats.chi2.ppf(quantile, dimension - 1))


@pytest.mark.parametrize("degree", [3, 4, 5, 6])
def test_escape_from_the_pole_takes_the_time_of_the_closed_form(degree):
    seen = paired({degree: 1.0}, level=0.5, step=0.1).times
    term = np.vectorize(ANTIDERIVATIVES[degree])
    for rung, dimension in enumerate(DIMENSIONS):
        expected = (term(0.5) - term(initial_overlaps(dimension))) / degree
        assert abs(seen[..., rung] / expected - 1).max() < 2e-5


def test_a_mixture_escapes_in_the_time_of_the_quadrature():
    seen = paired({2: 0.05, 3: 1.0}, level=0.5, step=0.05).times[..., 0]
    for row, m in zip(seen.flat, initial_overlaps(10**4).flat, strict=True):
        due, _ = integrate.quad(lambda t: 1 / ((0.1 * t + 3 * t * t) * (1 - t * t)), m, 0.5)
        assert row == pytest.approx(due, rel=1e-4)


def test_long_steps_err_by_nearly_the_same_factor_in_every_dimension():
    long, short = (paired({4: 1.0}, 3, signed=False, step=s).times for s in (0.5, 0.05))
    assert abs(long / short - 1).max() < 1e-3
    assert np.ptp(long / short, axis=-1).max() < 1e-3


def test_every_neuron_with_a_positive_overlap_escapes_at_odd_degree():
    assert np.isfinite(paired({3: 1.0}, 2, overlap=0.2).times).all()


def test_the_same_neuron_needs_the_power_law_longer_in_a_larger_dimension():
    times = paired({5: 1.0}, 4).times
    assert abs(np.log10(times[..., 1] / times[..., 0]) / 2 - 1.5).max() < 0.02


def test_the_median_is_over_neurons_that_escape():
    times = np.array(
        [[[4.0], [np.inf], [1.0], [2.0]], [[np.inf]] * 4, [[3.0], [1.0], [9.0], [5.0]]]
    )
    np.testing.assert_array_equal(escape.Escapes(times).medians[:, 0], [2.0, np.nan, 4.0])


def test_a_neuron_that_escapes_in_one_dimension_only_is_torn():
    times = np.array([[[1.0, np.inf], [1.0, 2.0], [np.inf, np.inf]]])
    assert escape.Escapes(times).torn.tolist() == [1.0]


@pytest.mark.parametrize("degree", [3, 4, 7])
def test_single_neurons_keep_the_law_for_their_own_overlap(degree):
    seen = escape.scaled(seeds(), degree=degree, indices=5, dimension=10**8, device="cpu")
    assert (seen.broken < 1).all()


def test_scaled_times_are_times_over_the_power_of_the_dimension():
    seen = escape.scaled(seeds(200), degree=4, indices=1, dimension=10**8, device="cpu").times
    due = 1 / (8 * stats.norm.ppf(0.75) ** 2)  # the median of χ² with one degree of freedom
    share = (seen <= due).mean()
    assert abs(share - 0.5) < 3.3 * math.sqrt(0.25 / 200)  # misses once in 1000 seeds

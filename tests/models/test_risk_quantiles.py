import numpy as np
import pytest

from peirama.models import harmonic_basis, risk_quantiles
from peirama.models.seeds import Seeds


def drawn(trials=400):
    seeds = Seeds(0, "a/b", "{}", "test", range(trials))
    return risk_quantiles.draw(seeds, dimension=5, degree=1, samples=24, device="cpu")


def test_the_trace_of_the_spectrum_is_at_least_what_flat_leverage_forces():
    seen = drawn()
    assert seen.spectrum.shape == (400, harmonic_basis.rank(5, 1))
    assert float(seen.spectrum.sum(-1).min()) >= 6 / 24


def test_the_mean_risk_over_the_trace_is_one():
    seen = drawn(4000)
    ratio = (seen.risk / seen.spectrum.sum(-1)).numpy()
    assert abs(ratio.mean() - 1) < 5 * ratio.std() / 4000**0.5


@pytest.mark.parametrize("exponent", [0.7, 2.3])
def test_the_bound_holds_for_weighted_chi_squares_drawn_elsewhere(exponent):
    seen = drawn(1)
    weights = seen.spectrum[0].numpy()
    sums = np.random.default_rng(3).standard_normal((200_000, 6)) ** 2 @ weights
    share = (sums > float(seen.bound(exponent)[0])).mean()
    assert share < np.exp(-exponent)
    assert (sums > float(seen.bound(exponent, deviations=False)[0])).mean() > np.exp(-2.3)

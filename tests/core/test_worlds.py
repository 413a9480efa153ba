"""The laws of calibration against scipy.stats and quadrature."""

import numpy as np
import pytest
from scipy import integrate, stats

from peirama.claims.core.calibration import worlds
from peirama.claims.core.calibration.tilted import normaliser

LAWS = [
    (worlds.normal(), stats.norm()),
    (worlds.chi_square(), stats.chi2(1)),
    (worlds.gamma(1.8), stats.gamma(1.8**-2)),
    (worlds.lognormal(0.5), stats.lognorm(0.5)),
    (worlds.lognormal(1), stats.lognorm(1)),
    (worlds.student_t3(), stats.t(3)),
]
NAMES = [world.name for world, _ in LAWS]
TILTED = [(world, law) for world, law in LAWS if world.quantile is not None]


@pytest.mark.parametrize(("world", "law"), LAWS, ids=NAMES)
def test_a_law_has_its_stated_mean_and_scatter(world, law):
    assert world.mean == pytest.approx(law.mean(), rel=1e-12, abs=1e-12)
    assert world.sd == pytest.approx(law.std(), rel=1e-12)


@pytest.mark.parametrize(("world", "law"), LAWS, ids=NAMES)
def test_a_law_is_the_one_that_is_drawn(world, law):
    drawn = world.draw(np.random.default_rng(1), 100, 300)
    assert drawn.shape == (100, 300)
    assert stats.kstest(drawn.ravel(), law.cdf).pvalue > 1e-4


@pytest.mark.parametrize(("world", "law"), TILTED, ids=[w.name for w, _ in TILTED])
def test_a_law_has_its_stated_quantiles(world, law):
    u = np.array([1e-6, 0.01, 0.3, 0.5, 0.9, 1 - 1e-6])
    assert world.quantile(u) == pytest.approx(law.ppf(u), rel=1e-8)


@pytest.mark.parametrize(("world", "law"), TILTED, ids=[w.name for w, _ in TILTED])
def test_the_weights_of_a_tilted_law_are_those_of_its_density(world, law):
    def weighed(y):  # substituted x = y^9, which tames the poles of the densities at 0
        x = (y**9 - world.mean) / world.sd
        return law.pdf(y**9) * 9 * y**8 * np.exp(-0.3 * x - 0.045 * x**2)

    low = -2.0 if world.name == "normal" else 0.0
    expected = integrate.quad(weighed, low, 2.4, limit=400, points=[0.0, 1.0])[0]
    assert normaliser(world, -0.3) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("p", [0.5, 0.01])
def test_events_occur_with_their_probability(p):
    drawn = worlds.bernoulli(p).draw(np.random.default_rng(2), 10, 10_000)
    assert stats.binomtest(int(drawn.sum()), drawn.size, p).pvalue > 1e-4
    assert set(np.unique(drawn)) == {0.0, 1.0}


@pytest.mark.parametrize("q", [0.5, 0.9])
def test_a_pareto_law_has_its_stated_quantile(q):
    end = worlds.pareto_quantile(0.5, q)
    assert integrate.quad(lambda x: 0.5 * x**-1.5, 1, end)[0] == pytest.approx(q, rel=1e-9)
    drawn = worlds.pareto(0.5).draw(np.random.default_rng(3), 1, 50_000)
    assert stats.binomtest(int((drawn < end).sum()), drawn.size, q).pvalue > 1e-4


def test_the_rare_event_has_its_stated_moments():
    def density(x):
        body = stats.norm(0, worlds.BODY).pdf
        return (1 - worlds.EVENT) * body(x) + worlds.EVENT * body(x - worlds.SIZE)

    ends = {"points": [0.0, worlds.SIZE], "limit": 200}
    mean = integrate.quad(lambda x: x * density(x), -3, 13, **ends)[0]
    square = integrate.quad(lambda x: x**2 * density(x), -3, 13, **ends)[0]
    assert worlds.rare_event().mean == pytest.approx(mean, rel=1e-8)
    assert worlds.rare_event().sd == pytest.approx((square - mean**2) ** 0.5, rel=1e-8)


def test_curves_have_their_stated_mean_and_memory():
    drawn = worlds.curves(0.5).draw(np.random.default_rng(4), 1, 40_000)[0]
    relative = drawn / (worlds.GRID**-0.5 * (1 + 8 / worlds.GRID))
    error = relative.std(axis=0) / 200
    assert (np.abs(relative.mean(axis=0) - 1) < 4.5 * error).all()
    memory = np.corrcoef(np.log(drawn).T)
    steps = np.abs(np.subtract.outer(range(6), range(6)))
    assert np.abs(memory - 0.7**steps).max() < 0.03


def test_pairs_are_two_draws_of_their_law():
    drawn = worlds.pairs(worlds.chi_square()).draw(np.random.default_rng(5), 20, 500)
    assert drawn.shape == (20, 500, 2)
    assert stats.kstest(drawn[..., 1].ravel(), stats.chi2(1).cdf).pvalue > 1e-4
    assert abs(np.corrcoef(drawn.reshape(-1, 2).T)[0, 1]) < 0.05

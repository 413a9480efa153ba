"""The guards of an exponent, against a jackknife that leaves seeds out one by one."""

import numpy as np
import pytest
from scipy import stats

from peirama.claims.core.rules import Exponent, Side
from peirama.claims.core.verdict import Evidence

X = 2.0 ** np.arange(6)
LOGS = np.log(X)
SEEDS, DELTA, AIM = 24, 0.1, -0.5


def statistics(curves):
    """Slope, local slopes less the prediction, and the miss of the last point held out."""
    logs = np.log(curves.mean(axis=0))
    slopes = [np.polyfit(LOGS[-n:], logs[-n:], 1)[0] - AIM for n in (6, 3, 2)]
    line = np.polyfit(LOGS[:-1], logs[:-1], 1)
    return np.array([*slopes, logs[-1] - np.polyval(line, LOGS[-1])])


def jackknife(curves):
    """Estimates and errors of the slope, two local ones, the miss, and two differences."""
    weights = np.eye(4)
    weights = np.vstack([weights, weights[1] - weights[0], weights[2] - weights[0]])
    whole = weights @ statistics(curves)
    without = [weights @ statistics(np.delete(curves, seed, axis=0)) for seed in range(SEEDS)]
    values = SEEDS * whole - (SEEDS - 1) * np.array(without)
    return values.mean(axis=0), stats.sem(values)


def expected(curves, side):
    """Whether support and refutation are blocked, as statistics 5.6 words it."""
    (_, half, quarter, miss, *apart), errors = jackknife(curves)
    limit = max(DELTA * np.log(2), stats.t.isf(0.025, SEEDS - 1) * errors[3])
    if side is Side.EQUAL:
        far = any(abs(d) > DELTA / 2 + 2.6 * e for d, e in zip(apart, errors[4:], strict=True))
        return 2 * (abs(miss) > limit or far,)
    sign = 1 if side is Side.AT_LEAST else -1
    local = [(sign * half, errors[1]), (sign * quarter, errors[2])]
    false = any(gap + 2.6 * error < -DELTA for gap, error in local)
    true = any(gap - 2.6 * error > 0 for gap, error in local)
    return false or sign * miss < -limit, true or sign * miss > limit


def worlds(number=60):
    """Curves whose slope and bend differ from world to world, so that every guard fires in some."""
    rng = np.random.default_rng(5)
    slope, bend, jump, sigma = rng.normal(scale=[0.2, 0.1, 0.15, 0.2], size=(number, 4)).T
    slope[::2], jump[::3] = 0, 0
    shape = (AIM + slope)[:, None] * LOGS + bend[:, None] * LOGS**2 / 4
    shape[:, -1] += jump
    noise = rng.standard_normal((number, SEEDS, 6)) * (0.05 + np.abs(sigma))[:, None, None]
    return np.exp(shape[:, None] + noise)


@pytest.mark.parametrize("side", Side)
def test_the_guards_are_those_of_the_brute_force_jackknife(side):
    curves = worlds()
    (slope,) = Exponent(DELTA, side=side).read(Evidence(curves, X), np.full(len(curves), AIM))
    found = np.stack([slope.blocked["support"], slope.blocked["refute"]], axis=1)
    assert found.tolist() == [list(expected(world, side)) for world in curves]
    assert 0.1 < found.mean() < 0.9

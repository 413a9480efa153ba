"""What is gained over what one would use instead; printed, never asserted on the clock.

Run them with `make bench`.
"""

import time

import numpy as np
import pytest
import torch
from scipy import optimize, stats

from peirama.claims.core.rules.critical import critical
from peirama.models import full_flow, index_flow, neurons
from peirama.models.seeds import Seeds

pytestmark = pytest.mark.benchmark


def seconds(work, repeats=5):
    """The shortest of a few runs."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def root(level, trials, skewness):
    def excess(c):
        return stats.t.logsf(c, trials - 1) + skewness * c**3 / (3 * trials**0.5) - np.log(level)

    low = stats.t.isf(level, trials - 1)
    return optimize.brentq(excess, low, 1.3 * low)


def test_the_tabulated_critical_value_against_a_root_each():
    skewness = np.random.default_rng(0).uniform(0, 0.5, 1000)
    table, roots = critical(1e-3, 256, skewness), [root(1e-3, 256, g) for g in skewness]
    np.testing.assert_allclose(table, roots, rtol=1e-9)
    gain = seconds(lambda: [root(1e-3, 256, g) for g in skewness], 1) / seconds(
        lambda: critical(1e-3, 256, skewness)
    )
    print(f"\n1000 critical values: {gain:.0f} times faster than scipy's brentq")


def test_the_reduced_flow_against_the_flow_in_full_dimension():
    seeds = Seeds(0, "bench/flow", "{}", "bench", range(4))
    start = neurons.draw(seeds, indices=2, dimension=64, device="cpu")
    flow = index_flow.Flow({3: 1.0}, 2)
    vectors = torch.eye(64, dtype=torch.float64)[:2].expand(4, 2, 64)
    loss = full_flow.CorrelationLoss(vectors, {3: 1.0}, {3: 1.0})
    w = torch.nn.functional.normalize(torch.tensor(seeds.normal(64)), dim=1)
    gain = seconds(lambda: full_flow.velocity(loss, w)) / seconds(
        lambda: index_flow.velocity(flow, start)
    )
    print(f"\none step at d = 64: {gain:.0f} times faster than in full dimension")

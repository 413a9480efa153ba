"""What the claim on the whole network draws: where one step selects l0 almost surely.

The samples make the noncentral chi-square pass the threshold but for 1e-4, and the width keeps the
leaks between channels below an eighth of the margin.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from hypothesis import strategies as st
from scipy import optimize, stats

from peirama.claims.core.domain import Domain
from peirama.claims.sample_complexity.drawn import energies
from peirama.models.harmonic_basis import rank
from peirama.models.sphere import harmonics

THRESHOLD = 2.0
MISS = 1e-4  # how often degree l0 may stay below the threshold: its loss costs many risks
LEAK = 64  # n Σ (w_l/N_l)/(v (c-1)²) times this is the least width; 16 costs 7% of the risk
PER_RANK = 8  # samples over r0
ENTRIES = 1e6  # samples times width
DIMENSIONS = {1: (10, 20), 2: (6, 7)}
TOPS = {1: (0.7, 0.8, 0.9), 2: (0.5, 0.6, 0.7, 0.8, 0.9)}  # of the weights
SPLITS = (0.0, 0.1, 0.2)  # of what is left, in degree 0


@cache
def least_samples(dimension: int, degree: int, share: float) -> int:
    """The least n at 8 r0 or more at which a share w/v of the variance passes but for 1e-4."""
    size = harmonics(dimension, degree)

    def excess(shift: float) -> float:
        return float(stats.ncx2.logcdf(THRESHOLD * size, size, shift)) - math.log(MISS)

    shift = optimize.brentq(excess, 1e-6, 100.0 * size + 1000)
    return max(PER_RANK * rank(dimension, degree), math.ceil(1 + shift / share))


def least_width(dimension: int, weights: list[float], *, samples: int, noise: float) -> int:
    """The least width that keeps the channels apart, and 2 r0."""
    degree = len(weights) - 1
    leak = math.fsum(w / harmonics(dimension, each) for each, w in enumerate(weights))
    m = LEAK * samples * leak / ((1 + noise**2) * (THRESHOLD - 1) ** 2)
    return max(2 * rank(dimension, degree), math.ceil(m))


def _whole(
    pair: tuple[int, int], s: float, top: float, split: float, further: int, factor: float
) -> dict[str, Any]:
    dimension, degree = pair
    weights = energies(degree, top, split)
    least = least_samples(dimension, degree, weights[-1] / (1 + s**2))
    samples = math.floor(factor * least)
    width = least_width(dimension, weights, samples=samples, noise=s)
    return {
        "dimension": dimension,
        "degree": degree,
        "channels": degree + further,
        "weights": weights,
        "samples": samples,
        "noise": s,
        "width": width,
    }


def networks(*, entries: float = ENTRIES) -> Domain:
    """Networks that select l0, with a capped number of samples times neurons."""
    noises, further = st.sampled_from((0.5, 0.2, 0.3, 0.7, 1.0)), st.sampled_from((1, 2))
    factors = st.sampled_from((1.0, 1.1, 1.2))

    def of(degree: int) -> Any:
        low, high = DIMENSIONS[degree]
        pairs = st.sampled_from([(d, degree) for d in range(low, high + 1)])
        tops, splits = st.sampled_from(TOPS[degree]), st.sampled_from(SPLITS)
        return st.builds(_whole, pairs, noises, tops, splits, further, factors)

    settings = st.one_of(of(1), of(2)).filter(lambda s: s["samples"] * s["width"] <= entries)
    text = (
        "degree 1 with dimension 10-20, degree 2 with dimension 6, 7; channels to degree + 1 or "
        "+ 2; weights of sum 1, the last at least 0.7 and 0.5; noise 0.2-1; samples from the least "
        "n >= 8 r0 at which degree l0 passes but for 1e-4, to 1.2 n; the least width that keeps "
        f"channels apart, 64 n Σ (w_l/N_l)/v; samples × width at most {entries:g}"
    )
    names = ("dimension", "degree", "channels", "weights", "samples", "noise", "width")
    return Domain(names, settings, text)

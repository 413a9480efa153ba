"""What the claims on the selection of a degree draw: settings with a capped threshold n*."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import strategies as st

from peirama.claims.core.domain import Domain, grid
from peirama.claims.sample_complexity.drawn import NOISE, SPLIT, TOP, energies
from peirama.models.sphere import harmonics

LEAST = 30  # harmonics of the target's degree: for fewer the chi-square is too wide to decide
BEYOND = 40  # harmonics of the next degree, which noise alone must not lift over the threshold
STRICT = (1.5, 3)  # thresholds
TOP_MOST = 0.9  # of the energy in the target's degree
QUIET = 1.04  # v at the least noise
MARGIN = 1.02  # for the rounding of what is drawn


def _thresholds(most: float) -> list[tuple[int, int]]:
    """Dimensions and degrees at which n* <= most for some weights, noise and threshold."""
    ranges = {1: range(30, 61), 2: range(8, 21), 3: range(5, 9)}
    return [
        (d, degree)
        for degree, dimensions in ranges.items()
        for d in dimensions
        if harmonics(d, degree) >= LEAST
        and harmonics(d, degree + 1) >= BEYOND
        and _lowest(harmonics(d, degree), most) <= TOP_MOST
    ]


def _lowest(size: int, most: float) -> float:
    """The least energy of the top degree at the least noise and threshold."""
    return MARGIN * (STRICT[0] - 1) * size * QUIET / (most - 1)


def thresholds(*, most: float) -> Domain:
    """Spheres, energies, noise and threshold whose crossing n* is at most so many samples."""

    def whole(pair: tuple[int, int], s: float, top: float, split: float, c: float) -> Any:
        size = harmonics(*pair)
        weights = energies(pair[1], max(top, math.ceil(1e3 * _lowest(size, most)) / 1e3), split)
        budget = (most - 1) * weights[-1] / (size * MARGIN)  # of (c - 1) v
        loudest = math.sqrt(max(budget / (STRICT[0] - 1) - 1, 0.04))
        s = min(s, math.floor(1e3 * loudest) / 1e3)
        strictest = math.floor(100 * (1 + MARGIN * budget / (1 + s**2))) / 100
        c = max(min(c, strictest), STRICT[0])
        setting = {"dimension": pair[0], "degree": pair[1], "weights": weights}
        return setting | {"noise": s, "threshold": c}

    pairs = st.sampled_from(_thresholds(most))
    strict = grid(*STRICT, simplest=2).strategy()
    settings = st.builds(whole, pairs, NOISE.strategy(), TOP, SPLIT, strict)
    text = (
        f"degree 1, 2, 3 with at least {LEAST} harmonics, and {BEYOND} of the next degree; weights "
        "of sum 1, the last in [0.2, 0.9]; noise in [0.2, 2]; threshold in [1.5, 3], with n* at "
        f"most {most:g}"
    )
    return Domain(("dimension", "degree", "weights", "noise", "threshold"), settings, text)

"""What the claims on least squares draw: dimensions by degree, and samples by the rank r0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from peirama.claims.core.domain import Domain, grid
from peirama.models.harmonic_basis import rank

Range = tuple[int, int]
DIMENSIONS: Mapping[int, Range] = {1: (5, 60), 2: (6, 20), 3: (5, 8)}  # of each degree
WIDE: Mapping[int, Range] = {1: (5, 60), 2: (6, 60), 3: (5, 20)}  # at profile full
NOISE = grid(0.2, 2, simplest=1)
Pair = tuple[int, int]  # dimension, degree


def spheres(largest: float, dimensions: Mapping[int, Range]) -> SearchStrategy[Pair]:
    """Dimension and degree with a rank of at most `largest`, each degree as likely."""
    of = {
        degree: [(d, degree) for d in range(low, high + 1) if rank(d, degree) <= largest]
        for degree, (low, high) in dimensions.items()
    }
    return st.one_of(*(st.sampled_from(pairs) for pairs in of.values() if pairs))


def described(dimensions: Mapping[int, Range]) -> str:
    """The degrees and their dimensions, in words."""
    ranges = ", ".join(f"{low}-{high}" for low, high in dimensions.values())
    return f"degree {', '.join(map(str, dimensions))} with dimension {ranges}"


def fits(
    low: float,
    high: float,
    *,
    entries: float,
    noise: bool = True,
    dimensions: Mapping[int, Range] = DIMENSIONS,
) -> Domain:
    """Spheres with samples from low to high times r0, where samples times r0 is capped."""

    def whole(pair: Pair, ratio: float, s: float) -> dict[str, Any]:
        r0 = rank(*pair)
        samples = min(round(ratio * r0), int(entries / r0))
        of = {"dimension": pair[0], "degree": pair[1], "samples": samples}
        return {**of, "noise": s} if noise else of

    ratio = grid(low, high, log=True).strategy()
    drawn = st.builds(
        whole,
        spheres((entries / low) ** 0.5, dimensions),
        ratio,
        NOISE.strategy() if noise else st.just(1.0),
    )
    text = f"{described(dimensions)}; samples from {low:g} r0 to {high:g} r0, with samples × r0 at "
    text += f"most {entries:g}" + ("; noise in [0.2, 2]" if noise else "")
    names = ("dimension", "degree", "samples", *(("noise",) if noise else ()))
    return Domain(names, drawn, text)

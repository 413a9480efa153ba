"""What the claims on least squares draw: dimensions by degree, and samples by the rank r0."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from peirama.claims.core.domain import Domain, grid
from peirama.models.harmonic_basis import rank

DIMENSIONS = {1: (5, 60), 2: (6, 20), 3: (5, 8)}  # of each degree
NOISE = grid(0.2, 2, simplest=1)
Pair = tuple[int, int]  # dimension, degree


def spheres(largest: int) -> SearchStrategy[Pair]:
    """Dimension and degree with a rank of at most `largest`, each degree as likely."""
    of = {
        degree: [(d, degree) for d in range(low, high + 1) if rank(d, degree) <= largest]
        for degree, (low, high) in DIMENSIONS.items()
    }
    return st.one_of(*(st.sampled_from(pairs) for pairs in of.values() if pairs))


def fits(
    low: float,
    high: float,
    *,
    entries: float,
    noise: bool = True,
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
        spheres(int((entries / low) ** 0.5)),
        ratio,
        NOISE.strategy() if noise else st.just(1.0),
    )
    text = f"degree 1, 2, 3 with dimension 5-60, 6-20, 5-8; samples from {low:g} r0 to {high:g} "
    text += f"r0, with samples × r0 at most {entries:g}" + ("; noise in [0.2, 2]" if noise else "")
    names = ("dimension", "degree", "samples", *(("noise",) if noise else ()))
    return Domain(names, drawn, text)

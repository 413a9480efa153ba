"""What the claim on the missing selection draws: all channels on offer have n >= 6 r_L samples."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from peirama.claims.core.domain import Domain, grid
from peirama.claims.sample_complexity import drawn, paper
from peirama.models.harmonic_basis import rank


def offers(largest: float) -> Domain:
    """Spheres with channels beyond the degree, r_L at most `largest`, and n from 6 to 12 r_L."""
    triples = [
        (d, l0, top)
        for l0, (low, high) in drawn.DIMENSIONS.items()
        for d in range(low, high + 1)
        for top in (l0 + 1, l0 + 2)
        if rank(d, top) <= largest
    ]

    def whole(
        triple: tuple[int, int, int], ratio: float, s: float, top: float, split: float
    ) -> dict[str, Any]:
        d, l0, last = triple
        of = {"dimension": d, "degree": l0, "channels": last}
        of |= {"samples": round(ratio * rank(d, last))}
        return {**of, "noise": s, "weights": drawn.energies(l0, top, split)}

    ratio = grid(6, 12, log=True).strategy()
    settings = st.builds(
        whole, st.sampled_from(triples), ratio, drawn.NOISE.strategy(), drawn.TOP, drawn.SPLIT
    )
    text = (
        f"{drawn.described(drawn.DIMENSIONS)}; channels one or two above the degree, with r_L at "
    )
    text += f"most {largest:g}; samples from 6 r_L to 12 r_L; " + "; ".join(drawn.TEXT.values())
    names = ("dimension", "degree", "channels", "samples", "noise", "weights")
    return Domain(names, settings, text)


def setting(dimension: int, degree: int, channels: int, samples: int) -> dict[str, Any]:
    """A setting at noise 1/2."""
    of = {"dimension": dimension, "degree": degree, "channels": channels, "samples": samples}
    return {**of, "noise": 0.5, "weights": drawn.energies(degree, 0.6, 0.2)}


def _covers(dimension: Any, channels: Any, samples: Any) -> bool:
    return paper.whole(samples, low=rank(dimension, channels))


COVERED: paper.Hypotheses = {
    "the number of samples is an integer of at least r_L, the number of harmonics of all "
    "channels": _covers
}

"""What the claims on least squares draw: dimensions by degree, and samples by the rank r0."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from peirama.claims.core.domain import Domain, grid
from peirama.models.harmonic_basis import rank

Range = tuple[int, int]
DIMENSIONS: Mapping[int, Range] = {1: (5, 60), 2: (6, 20), 3: (5, 8)}  # of each degree
WIDE: Mapping[int, Range] = {1: (5, 60), 2: (6, 60), 3: (5, 20)}  # at profile full
NOISE = grid(0.2, 2, simplest=1)
TOP, SPLIT = grid(0.2, 0.9, simplest=0.5).strategy(), grid(0, 1, simplest=0.5).strategy()
TEXT = {
    "noise": "noise in [0.2, 2]",
    "weights": "weights of sum 1, the last in [0.2, 0.9]",
}
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


def energies(degree: int, top: float, split: float) -> list[float]:
    """Weights of degrees 0 to `degree` with sum 1, `top` in the last.

    Degree 0 has the part `split` of the rest (all of it at degree 1), the others share what is
    left equally.
    """
    rest = 1 - top
    first = rest if degree == 1 else rest * split
    below = [round(first, 3), *(round((rest - first) / (degree - 1), 3) for _ in range(degree - 1))]
    return [*below, round(1 - sum(below), 3)]


def fits(
    low: float,
    high: float,
    *,
    entries: float,
    also: Collection[str] = ("noise",),
    dimensions: Mapping[int, Range] = DIMENSIONS,
) -> Domain:
    """Spheres with samples from low to high times r0, where samples times r0 is capped.

    `also` may name noise and weights.
    """

    def whole(pair: Pair, ratio: float, s: float, top: float, split: float) -> dict[str, Any]:
        r0 = rank(*pair)
        samples = min(round(ratio * r0), int(entries / r0))
        more = {"noise": s, "weights": energies(pair[1], top, split)}
        of = {"dimension": pair[0], "degree": pair[1], "samples": samples}
        return of | {name: more[name] for name in also}

    ratio = grid(low, high, log=True)
    shares = (TOP, SPLIT) if "weights" in also else (st.just(0.5), st.just(0.5))
    s = NOISE.strategy() if "noise" in also else st.just(1.0)
    largest = (entries / low) ** 0.5
    settings = st.builds(whole, spheres(largest, dimensions), ratio.strategy(), s, *shares)
    text = f"{described(dimensions)}; samples from {low:g} r0 to {high:g} r0, with samples × r0 at "
    text += "; ".join((f"most {entries:g}", *(TEXT[name] for name in also)))
    return Domain(("dimension", "degree", "samples", *also), settings, text)


def with_failure(entries: float) -> Domain:
    """Spheres with samples from 4 to 40 times r0, and a probability of failure of 0.1 to 0.5."""
    plain = fits(4, 40, entries=entries)
    share = grid(0.1, 0.5, simplest=0.1).strategy()
    settings = st.builds(lambda one, p: {**one, "failure": p}, plain.strategy, share)
    return Domain((*plain.names, "failure"), settings, f"{plain.text}; failure in [0.1, 0.5]")


def accuracies(*, entries: float) -> Domain:
    """Spheres with ε from 0.02 to 0.2 times s², where r0² (1 + s²/ε) is capped."""

    def whole(pair: Pair, ratio: float, s: float) -> dict[str, Any]:
        most = entries / rank(*pair) ** 2 - 1  # of s²/ε
        accuracy = float(f"{s**2 / min(ratio, most):.3g}")
        return {"dimension": pair[0], "degree": pair[1], "noise": s, "accuracy": accuracy}

    ratio = grid(5, 50, log=True).strategy()
    settings = st.builds(
        whole, spheres((entries / 6.1) ** 0.5, DIMENSIONS), ratio, NOISE.strategy()
    )
    text = f"{described(DIMENSIONS)}; noise in [0.2, 2]; accuracy/noise² in [0.02, 0.2], with "
    text += f"r0² (1 + noise²/accuracy) at most {entries:g}"
    return Domain(("dimension", "degree", "noise", "accuracy"), settings, text)

"""What the claims on kernels draw where one size bounds another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from peirama.claims.core.domain import Domain, grid
from peirama.models.sphere import harmonics

SPREAD = grid(1, 3).strategy()


def fits(
    largest: int,
    *,
    kernels: Sequence[str],
    power: float = 2,
    most: int | None = None,
    also: Mapping[str, Any] | None = None,
) -> Domain:
    """Dimensions from 4, kernels, samples from 1 to d^power, at most `most`; one setting more."""

    def whole(dimension: int, kernel: str, exponent: float, spread: float) -> dict[str, Any]:
        samples = min(round(dimension**exponent), most or math.inf)
        return {"dimension": dimension, "kernel": kernel, "samples": samples, "spread": spread}

    exponent = grid(0, power, simplest=1).strategy()
    text = f"dimension from 4 to {largest}, kernel in {', '.join(kernels)}, samples from 1 to "
    text += f"dimension^{power:g}{f' or {most}' if most else ''}, spread in [1, 3]"
    names = ("dimension", "kernel", "samples", "spread")
    settings = st.builds(whole, st.integers(4, largest), st.sampled_from(kernels), exponent, SPREAD)
    return Domain(names, st.just(dict(also)) | settings if also else settings, text)


def corner(dimension: int, samples: int, kernel: str) -> dict[str, Any]:
    """A setting with equal weights, where the bound is nearest."""
    return {"dimension": dimension, "kernel": kernel, "samples": samples, "spread": 1.0}


def spans(largest: int) -> Domain:
    """Dimensions from 6, with a quarter to three quarters of the harmonics of degree 4."""

    def whole(dimension: int, share: float, spread: float) -> dict[str, Any]:
        samples = 1 + round(share * harmonics(dimension, 4))
        return {"dimension": dimension, "samples": samples, "spread": spread}

    share = grid(0.25, 0.75, simplest=0.75).strategy()
    return Domain(
        ("dimension", "samples", "spread"),
        st.builds(whole, st.integers(6, largest), share, SPREAD),
        f"dimension from 6 to {largest}, (samples - 1)/N_4 in [1/4, 3/4], spread in [1, 3]",
    )


def blocks(largest: int) -> Domain:
    """Blocks of 4 and 2, at least two of them; at most three quarters of all sets are known."""

    def whole(pair: tuple[int, int], share: float, spread: float) -> dict[str, Any]:
        samples = int(share * math.comb(*pair))
        return {"dimension": pair[0], "block": pair[1], "samples": samples, "spread": spread}

    pairs = [(d, r) for r in (4, 2) for d in range(2 * r, largest + 1, r)]
    spread = st.one_of(st.just(1.0), SPREAD)  # equal weights are a case of their own
    return Domain(
        ("dimension", "block", "samples", "spread"),
        st.builds(whole, st.sampled_from(pairs), grid(0, 0.75).strategy(), spread),
        f"block 2 or 4, dimension its multiple up to {largest}, at least 2 blocks, samples up to "
        "3/4 of all sets, spread in [1, 3]",
    )

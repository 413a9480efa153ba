"""Networks whose inner weights span a part of a single direction, as domains to draw from."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from peirama.claims.core.domain import Domain, grid
from peirama.claims.flattest_interpolator.aligned_domain import ALIGNMENTS
from peirama.claims.flattest_interpolator.paper import ACTIVATIONS


def setting(
    activation: str, samples: int, alignment: float, *, dimension: int = 40
) -> dict[str, Any]:
    """A setting with 2n neurons, 8n for the square, whose features have a lower rank."""
    many = 8 if activation == "quadratic" else 2
    return {
        "activation": activation,
        "samples": samples,
        "dimension": dimension,
        "width": many * samples,
        "alignment": alignment,
    }


def networks(most: int) -> Domain:
    """Spans in dimension 40 that hold a share of θ* from 0 to 0.9."""
    drawn = st.builds(
        setting,
        st.sampled_from(ACTIVATIONS),
        grid(48, most, whole=True).strategy(),
        st.sampled_from(ALIGNMENTS),
    )
    text = (
        f"samples n = 48 to {most}, dimension 40, width 2n (8n for quadratic), alignment of the "
        f"span 0 to 0.9 in steps of 0.1, activation {', '.join(ACTIVATIONS)}"
    )
    return Domain(("activation", "samples", "dimension", "width", "alignment"), drawn, text)

"""Networks with inner weights of a given alignment with the target, as domains to draw from."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from peirama.claims.core.domain import Domain, grid
from peirama.claims.flattest_interpolator.paper import ACTIVATIONS

ALIGNMENTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
FEWEST = 24  # samples: below, all labels of a relu may be 0


def setting(
    activation: str, samples: int, alignment: float, *, neurons: int = 4, columns: int = 2
) -> dict[str, Any]:
    """A setting with so many neurons and dimensions a sample."""
    return {
        "activation": activation,
        "samples": samples,
        "dimension": columns * samples,
        "width": neurons * samples,
        "alignment": alignment,
    }


def networks(most: int) -> Domain:
    """Dimension 2n, and a width of 4 to 8 n that tells l_p from l_2."""
    settings = st.builds(
        lambda activation, samples, alignment, neurons: setting(
            activation, samples, alignment, neurons=neurons
        ),
        st.sampled_from(ACTIVATIONS),
        grid(FEWEST, most, whole=True).strategy(),
        st.sampled_from(ALIGNMENTS),
        st.integers(4, 8),
    )
    text = (
        f"samples n = {FEWEST} to {most}, dimension 2n, width 4n to 8n, alignment 0 to 0.9 in "
        f"steps of 0.1, activation {', '.join(ACTIVATIONS)}"
    )
    return Domain(("activation", "samples", "dimension", "width", "alignment"), settings, text)

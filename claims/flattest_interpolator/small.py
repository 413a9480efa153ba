"""Small networks to draw: Hessians of theirs are taken whole."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from peirama.claims.core.domain import Domain, Grid
from peirama.claims.flattest_interpolator.paper import ACTIVATIONS, degree

NAMES = ("activation", "dimension", "loss_scale", "samples", "width")
TEXT = (
    "activation in {}, samples from 2 to 8, dimension from 4 to 8, width "
    "from samples + 6 to samples + 14, loss_scale 1/2 or 1"
)


def networks(activations: tuple[str, ...] = ACTIVATIONS) -> Domain:
    """Activations and sizes."""
    text = TEXT.format(", ".join(activations))
    return Domain(NAMES, st.builds(_network, *_sizes(activations)), text)


def rescalings(scale: Grid, activations: tuple[str, ...] = ACTIVATIONS) -> Domain:
    """The same, with the homogeneity of the activation and a scale of the inner weights."""

    def whole(network: dict[str, Any], scale: float) -> dict[str, Any]:
        return {**network, "homogeneity": degree(network["activation"]), "scale": scale}

    networks = st.builds(_network, *_sizes(activations))
    text = f"{TEXT.format(', '.join(activations))}, scale in {scale}"
    settings = st.builds(whole, networks, scale.strategy())
    return Domain((*NAMES, "homogeneity", "scale"), settings, text)


def corner(activation: str, **more: Any) -> dict[str, Any]:
    """A setting with 6 samples in dimension 5."""
    sizes = {"dimension": 5, "loss_scale": 0.5, "samples": 6, "width": 14}
    return {"activation": activation, **sizes, **more}


def rescaled(activation: str, scale: float) -> dict[str, Any]:
    """The same with a scale."""
    return corner(activation, homogeneity=degree(activation), scale=scale)


def _sizes(activations: tuple[str, ...]) -> tuple[Any, ...]:
    scales = st.sampled_from((0.5, 1.0))
    sizes = (st.integers(2, 8), st.integers(4, 8), st.integers(6, 14))
    return (st.sampled_from(activations), *sizes, scales)


def _network(
    activation: str, samples: int, dimension: int, more: int, loss_scale: float
) -> dict[str, Any]:
    sizes = {"samples": samples, "dimension": dimension, "width": samples + more}
    return {"activation": activation, **sizes, "loss_scale": loss_scale}

"""The activations and targets at which the rate of the sharpness is measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from peirama.claims.core.domain import Domain
from peirama.claims.flattest_interpolator.paper import ACTIVATIONS, degree

TARGETS = ("single-index", "sum-of-3")


def setting(activation: str, target: str = "single-index") -> dict[str, Any]:
    """A setting, with the homogeneity of its activation."""
    return {"activation": activation, "homogeneity": degree(activation), "target": target}


PAIRS = (setting("relu", "sum-of-3"), *map(setting, ACTIVATIONS))


def among(settings: Sequence[dict[str, Any]]) -> Domain:
    """Some of the activations and targets; dimension 2n and width 4n."""
    text = ", ".join(f"{each['activation']} with {each['target']}" for each in settings)
    names = ("activation", "homogeneity", "target")
    return Domain(names, st.sampled_from([dict(each) for each in settings]), text)

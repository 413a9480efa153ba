"""What the numbers of a rule must satisfy when it is written down, and how it words them."""

from __future__ import annotations

import math

from peirama.claims.core.rules.reading import Side


def positive(owner: object, **parameters: float) -> None:
    """Raise ValueError for a margin or another parameter that is not positive and finite."""
    for name, value in parameters.items():
        if not (value > 0 and math.isfinite(value)):
            raise ValueError(
                f"{type(owner).__name__} has {name}={value}, at which nothing could be decided; "
                f"give a positive, finite {name}."
            )


def fraction(owner: str, **parameters: float) -> None:
    """Raise ValueError for a level or another probability that is not strictly within (0, 1)."""
    for name, value in parameters.items():
        if not 0 < value < 1:
            raise ValueError(f"{owner} has {name}={value}; give one strictly between 0 and 1.")


def finite(owner: object, **parameters: float | None) -> None:
    """Raise ValueError for a reference that is given but not finite."""
    for name, value in parameters.items():
        if value is not None and not math.isfinite(value):
            raise ValueError(
                f"{type(owner).__name__} has {name}={value}; give a finite {name}, or none."
            )


def sentence(estimand: str, side: Side, reference: float | None, margin: str) -> str:
    """A rule in one plain sentence."""
    target = "the prediction" if reference is None else f"{reference:g}"
    if side is Side.EQUAL:
        return f"{estimand} lies within {margin} of {target}."
    return f"{estimand} is {side.value} {target}, up to {margin}."

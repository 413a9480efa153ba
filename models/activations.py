"""Homogeneous activations: σ(t z) = t^c σ(z) for t > 0, so that z σ'(z) = c σ(z).

For c = 1 they are z for z > 0 and λ z for z < 0, with "leak" λ: relu 0, leaky-relu 0.3 and
absolute -1; for c = 2 the square. The slope of the former at 0 is taken as λ.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True)
class Activation:
    """A homogeneous function of one number; call it on a tensor of any shape."""

    name: str
    homogeneity: int  # c
    leak: float = 0.0  # λ, of no meaning for c = 2

    def __call__(self, z: Tensor) -> Tensor:
        """σ(z), elementwise."""
        return z**2 if self.homogeneity == 2 else z.clamp(min=0) + self.leak * z.clamp(max=0)

    def derivative(self, z: Tensor) -> Tensor:
        """σ'(z), elementwise."""
        if self.homogeneity == 2:
            return 2 * z
        positive = (z > 0).to(z.dtype)
        return positive + self.leak * (1 - positive)


ACTIVATIONS = {
    activation.name: activation
    for activation in (
        Activation("relu", 1, 0.0),
        Activation("leaky-relu", 1, 0.3),
        Activation("absolute", 1, -1.0),
        Activation("quadratic", 2),
    )
}


def named(name: str) -> Activation:
    """The activation of that name; raises ValueError for any other than the four."""
    if name not in ACTIVATIONS:
        known = ", ".join(ACTIVATIONS)
        raise ValueError(f"{name!r} is no activation known to be homogeneous; take one of {known}.")
    return ACTIVATIONS[name]

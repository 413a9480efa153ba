"""Kernels on R^d, fixed without a look at the teacher: c is the cosine, r = |x|, s = |y|.

ntk r s (c k0 + k1)/d and arccos1 r s k1/d are those of two-layer ReLU networks (k0, k1 in
`arccosine`); even_arccos r s (√(1-c²) + c asin c)/d has no odd degree; radial r s/d knows |x| alone
and radial_p4 r s (1 + .03 P_4(c))/d is nearly the best of all for equal weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from peirama.models import arccosine, sphere
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor

Function = Callable[["Tensor", "Tensor"], "Tensor"]
ROUNDING = 1e-8  # of a Gram matrix, over its largest entry or eigenvalue


@dataclass(frozen=True)
class Kernel:
    """A name and a function of points (..., n, d) and (..., m, d) to values (..., n, m)."""

    name: str
    function: Function

    def __call__(self, x: Tensor, y: Tensor) -> Tensor:
        """The values at every pair of points, (..., n, m)."""
        return self.function(x, y)


def check(
    kernel: Kernel,
    points: Tensor,  # (n, d)
) -> None:
    """Raise ValueError for a kernel that is not finite, symmetric and positive semidefinite."""
    import torch

    gram, count = kernel(points[None], points[None]), len(points)
    if gram.shape != (1, count, count):
        raise ValueError(
            f"Kernel {kernel.name!r} has values of shape {tuple(gram.shape)} at points of shape "
            f"(1, {count}, d); give them the shape (1, {count}, {count})."
        )
    if not bool(gram.isfinite().all()):
        raise ValueError(
            f"Kernel {kernel.name!r} has values that are not finite; clip what its roots and "
            "inverse cosines are taken of."
        )
    apart = float((gram - gram.mT).abs().max())
    if apart > ROUNDING * float(gram.abs().max()):
        raise ValueError(
            f"Kernel {kernel.name!r} is not symmetric: k(x, y) and k(y, x) differ by {apart:.3g}. "
            "Average the two."
        )
    eigenvalues = torch.linalg.eigvalsh((gram + gram.mT) / 2)
    smallest, largest = float(eigenvalues.min()), float(eigenvalues.abs().max())
    if smallest < -ROUNDING * largest:
        raise ValueError(
            f"Kernel {kernel.name!r} is not positive semidefinite: {count} points give the "
            f"eigenvalue {smallest:.3g} beside {largest:.3g}. The theorem speaks of kernels."
        )


def lengths(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """The products r s, (..., n, m), and the cosines, in [-1, 1]."""
    product = x.norm(dim=-1)[..., :, None] * y.norm(dim=-1)[..., None, :]
    return product, (x @ y.mT / product).clamp(-1, 1)


def distances(x: Tensor, y: Tensor) -> Tensor:
    """The squared distances |x - y|², (..., n, m)."""
    squares = (x * x).sum(-1)[..., :, None] + (y * y).sum(-1)[..., None, :]
    return (squares - 2 * x @ y.mT).clamp_min(0)


def ntk(x: Tensor, y: Tensor) -> Tensor:
    """The neural tangent kernel of a two-layer ReLU network."""
    rs, c = lengths(x, y)
    return rs * (c * arccosine.k0(c) + arccosine.k1(c)) / x.shape[-1]


def arccos0(x: Tensor, y: Tensor) -> Tensor:
    """The random features of threshold units."""
    return arccosine.k0(lengths(x, y)[1])


def arccos1(x: Tensor, y: Tensor) -> Tensor:
    """The random features of ReLU units."""
    rs, c = lengths(x, y)
    return rs * arccosine.k1(c) / x.shape[-1]


def even_arccos(x: Tensor, y: Tensor) -> Tensor:
    """The random features of absolute values."""
    rs, c = lengths(x, y)
    return rs * arccosine.F(c) * (math.pi / 2) / x.shape[-1]


def radial(x: Tensor, y: Tensor) -> Tensor:
    """The one feature |x|."""
    return lengths(x, y)[0] / x.shape[-1]


def radial_p4(x: Tensor, y: Tensor) -> Tensor:
    """The feature |x| and, weakly, the harmonics of degree 4 times |x|."""
    rs, c = lengths(x, y)
    return rs * (1 + 0.03 * sphere.gegenbauer(4, c, dimension=x.shape[-1])) / x.shape[-1]


def rbf(width: float) -> Kernel:
    """The Gaussian of width h √d."""
    return Kernel(
        f"rbf, h = {width:g}",
        lambda x, y: (-distances(x, y) / (2 * width**2 * x.shape[-1])).exp(),
    )


def laplace(width: float) -> Kernel:
    """The exponential of distance over h √d."""
    return Kernel(
        f"laplace, h = {width:g}",
        lambda x, y: (-distances(x, y).sqrt() / (width * math.sqrt(x.shape[-1]))).exp(),
    )


def polynomial(degree: int) -> Kernel:
    """(1 + x·y/d)^p."""
    return Kernel(f"poly{degree}", lambda x, y: (1 + x @ y.mT / x.shape[-1]) ** degree)


# Of a family with several widths a pilot chooses one, together with the ridge.
FAMILIES: Mapping[str, tuple[Kernel, ...]] = MappingProxyType(
    {
        **{f.__name__: (Kernel(f.__name__, f),) for f in (ntk, arccos0, arccos1)},
        "rbf": (rbf(1), rbf(2), rbf(4)),
        "laplace": (laplace(2), laplace(8)),
        "poly2": (polynomial(2),),
        "poly4": (polynomial(4),),
        **{f.__name__: (Kernel(f.__name__, f),) for f in (even_arccos, radial, radial_p4)},
    }
)


def probes(dimension: int) -> Tensor:
    """Sixty-four fixed Gaussian points at which a kernel can be checked, (64, dimension)."""
    import torch

    drawn = Seeds(0, "", "", "probes", range(1)).normal(64, dimension)
    return torch.tensor(drawn[0])

"""Least Σ_j w_j |a_j| with U a = y: a linear programme, solved by HiGHS one trial at a time.

With b_j = w_j a_j split in b+, b- >= 0 it is min Σ (b+ + b-), (U/w)(b+ - b-) = y; the multipliers
of the equations are the dual vector v. A vertex has at most n weights that are not zero, found anew
by least squares on them, since the solver stops at a residual of 1e-7.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.optimize import linprog
from torch import Tensor

Array = NDArray[np.float64]


def solve(
    features: Tensor,  # (trials, samples, width)
    prices: Tensor,  # (trials, width), positive
    labels: Tensor,  # (trials, samples)
) -> tuple[Tensor, Tensor]:
    """Outer weights (trials, width) and dual vectors (trials, samples); nan if HiGHS fails."""
    columns = (features / prices[..., None, :]).cpu().numpy()
    solved = [vertex(u, y) for u, y in zip(columns, labels.cpu().numpy(), strict=True)]
    outer, dual = (torch.tensor(np.array(part)).to(labels) for part in zip(*solved, strict=True))
    return outer / prices, dual


def vertex(
    columns: Array,  # (samples, width)
    labels: Array,  # (samples,)
) -> tuple[Array, Array]:
    """The b of least |b|_1 with columns @ b = labels, and v with |v·column_j| <= 1."""
    scale, unit = np.abs(labels).max(), np.abs(columns).max()
    scaled = columns / unit
    width = columns.shape[1]
    found = linprog(
        np.ones(2 * width), A_eq=np.hstack([scaled, -scaled]), b_eq=labels / scale, method="highs"
    )
    if found.status != 0:
        return np.full(width, np.nan), np.full(len(labels), np.nan)
    b = found.x[:width] - found.x[width:]
    dual = found.eqlin.marginals
    b = _polished(scaled, labels / scale, b) * (scale / unit)
    return b, (dual if dual @ labels >= 0 else -dual) / unit


def _polished(columns: Array, labels: Array, b: Array) -> Array:
    """The same weights, twice corrected by least squares on those that are not zero."""
    support = b != 0
    b = b.copy()
    for _ in range(2):
        left = labels - columns @ b
        b[support] += np.linalg.lstsq(columns[:, support], left, rcond=None)[0]
    return b

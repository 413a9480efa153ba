"""The shapes of evidence and prediction that a rule can compare."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peirama.claims.core.verdict import Evidence

Array = NDArray[np.float64]


def numbers(rule: object, evidence: Evidence) -> Array:
    """Values (..., trials); raises ValueError for curves or for no trial."""
    if evidence.curves:
        raise ValueError(
            f"{type(rule).__name__} decides one number a trial but was given curves; observe the "
            "number, or use Exponent or Ratio."
        )
    return _some(rule, evidence)


def curves(rule: object, evidence: Evidence, points: int | None = None) -> Array:
    """Values (..., trials, points); raises ValueError for numbers or the wrong number of points."""
    if evidence.abscissae is None:
        raise ValueError(
            f"{type(rule).__name__} decides curves but was given one number a trial; give "
            "Observed its abscissae."
        )
    found = evidence.values.shape[-1]
    if points is not None and found != points:
        raise ValueError(f"{type(rule).__name__} needs curves of {points} points, not {found}.")
    return _some(rule, evidence)


def against(rule: object, predicted: ArrayLike, shape: tuple[int, ...]) -> Array:
    """The prediction at the shape of what is estimated; raises ValueError if it has another."""
    prediction = np.asarray(predicted, dtype=np.float64)
    try:
        return np.broadcast_to(prediction, shape)
    except ValueError:
        raise ValueError(
            f"{type(rule).__name__} compares estimates of shape {shape} with a prediction of shape "
            f"{prediction.shape}; give one number for each."
        ) from None


def incomplete(failed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The worlds (...,) of which a trial (..., trials) failed."""
    return np.asarray(failed.any(axis=-1))


def _some(rule: object, evidence: Evidence) -> Array:
    if evidence.trials < 1:
        raise ValueError(f"{type(rule).__name__} was given no trial; observe at least one.")
    return np.asarray(evidence.values, dtype=np.float64)

"""The flattest outer weights of given inner weights, and what certifies that they are.

Networks Σ_j a_j σ(θ_j·x) that pass through n samples solve U a = y, U_ij = σ(θ_j·x_i); their least
trace over rescalings is Σ_j w_j |a_j|^p, p = 2c/(c+1) (`sharpness`). The least of it is a convex
programme, solved exactly for p = 1 (`sparse_programme`) and for p > 1 (`smooth_programme`). By
Hölder's inequality every v in R^n bounds it from below, with q = p/(p-1):

    D(v) = ( (v·y)_+ / (Σ_j w_j^(1-q) |U_j·v|^q)^(1/q) )^p,   for p = 1: v·y / max_j |U_j·v|/w_j,

which the dual optimum attains. arXiv:2606.04429; derived in tests/models/test_interpolators.py.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from peirama.models import smooth_programme, sparse_programme

LEAST_GAP, GREATEST_GAP = -1e-9, 1e-6  # between which a gap certifies a solution
RESIDUAL = 1e-8  # up to which a network passes through the samples, over the largest label


class Flattest(NamedTuple):
    """Flattest outer weights, one row a trial, with their certificate; nan where a solver failed.

    A gap well below zero is impossible for an interpolator: it betrays a false one.
    """

    outer: Tensor  # a, (trials, width)
    sharpness: Tensor  # Σ_j w_j |a_j|^p, (trials,)
    gap: Tensor  # (sharpness - D(v)) / sharpness, (trials,)
    residual: Tensor  # max |U a - y| / max |y|, (trials,)
    dual: Tensor  # v, (trials, samples)

    @property
    def lower(self) -> Tensor:
        """D(v), below which no interpolator with these inner weights comes, (trials,)."""
        return self.sharpness * (1 - self.gap)

    @property
    def uncertified(self) -> Tensor:
        """1 where gap or residual certify nothing, else 0, (trials,): a guard of limit 0."""
        tight = (self.gap >= LEAST_GAP) & (self.gap <= GREATEST_GAP)
        return (~(tight & (self.residual <= RESIDUAL))).to(self.gap.dtype)


def flattest(
    features: Tensor,  # U, (trials, samples, width)
    prices: Tensor,  # w, (trials, width), 0 only for neurons that are silent at all samples
    labels: Tensor,  # y, (trials, samples)
    *,
    power: float,
) -> Flattest:
    """The outer weights of least Σ_j w_j |a_j|^p with U a = y.

    Raises ValueError for fewer neurons than samples, labels all zero, or p outside [1, 2].
    """
    check(features, labels, power=power)
    alive = prices > 0
    safe = prices.where(alive, 1.0)
    columns = features * alive[..., None, :]
    if power == 1:
        outer, dual = sparse_programme.solve(columns, safe, labels)
    else:
        outer, dual = smooth_programme.solve(columns, safe, labels, power=power)
    return certified(columns, safe, labels, outer, dual, power=power)


def certified(
    features: Tensor, prices: Tensor, labels: Tensor, outer: Tensor, dual: Tensor, *, power: float
) -> Flattest:
    """Outer weights and a dual vector with the gap between them; prices are positive."""
    sharpness = (prices * outer.abs() ** power).sum(-1)
    lower = lower_bound(features, prices, labels, dual, power=power)
    error = (features @ outer[..., None])[..., 0] - labels
    residual = error.abs().amax(-1) / labels.abs().amax(-1)
    return Flattest(outer, sharpness, (sharpness - lower) / sharpness, residual, dual)


def lower_bound(
    features: Tensor,  # (..., samples, width)
    prices: Tensor,  # (..., width), positive
    labels: Tensor,  # (..., samples)
    dual: Tensor,  # v, (..., samples)
    *,
    power: float,
) -> Tensor:
    """D(v), at most the sharpness of any interpolator with these inner weights, (...,)."""
    paid = (dual[..., None, :] @ features)[..., 0, :].abs() / prices
    earned = (dual * labels).sum(-1).clamp(min=0)
    if power == 1:
        return earned / paid.amax(-1)
    q = power / (power - 1)
    largest = paid.amax(-1, keepdim=True)  # taken out, since q-th powers of it overflow
    norm = (prices * (paid / largest) ** q).sum(-1) ** (1 / q) * largest[..., 0]
    return (earned / norm) ** power


def least_norm(features: Tensor, labels: Tensor) -> Tensor:
    """The outer weights of least Euclidean norm with U a = y, (trials, width)."""
    return (torch.linalg.pinv(features) @ labels[..., None])[..., 0]


def check(features: Tensor, labels: Tensor, *, power: float) -> None:
    """Raise ValueError for what no network can be asked to interpolate."""
    samples, width = features.shape[-2:]
    if width < samples:
        raise ValueError(
            f"{width} neurons cannot pass through {samples} samples whatever the labels; give a "
            f"width of at least {samples}."
        )
    if not 1 <= power <= 2:
        raise ValueError(f"The power is 2c/(c+1) for c >= 1, in [1, 2], not {power}.")
    if bool((labels == 0).all(-1).any()):
        raise ValueError("A trial's labels are all 0, which the zero network fits; draw others.")

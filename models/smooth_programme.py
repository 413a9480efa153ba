"""Least Σ_j w_j |a_j|^p with U a = y for p > 1: Newton's method on the dual, all trials at once.

With q = p/(p-1) and s = U'v, the dual is to minimise over v in R^n the convex function

    f(v) = -v·y + (p-1) Σ_j w_j (|s_j|/(p w_j))^q,    a_j = sign(s_j) (|s_j|/(p w_j))^(q-1),

whose gradient is U a - y. Steps are halved until f falls enough (Armijo). A last correction of the
weights, least squares weighted by the curvature, removes what is left of U a - y.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

STEPS, HALVINGS = 80, 40  # about 12 and 3 are used
RIDGE = 1e-14  # times the mean diagonal of the curvature, which may be singular to rounding
TIGHT = 1e-13  # residual over the largest label at which a trial is done
ENOUGH = 1e-4  # of the promised decrease, which a step must bring
ROUNDING = 1e-14  # of f, below which no decrease can be told


class _Programme(NamedTuple):
    """The programme in units in which labels, features and prices are of order one."""

    columns: Tensor  # (trials, samples, width)
    prices: Tensor  # (trials, width)
    labels: Tensor  # (trials, samples)
    power: float

    @property
    def conjugate(self) -> float:
        return self.power / (self.power - 1)

    def paid(self, v: Tensor) -> Tensor:
        """The s_j/(p w_j), signed."""
        s = (v[..., None, :] @ self.columns)[..., 0, :]
        return s / (self.power * self.prices)

    def outer(self, v: Tensor) -> Tensor:
        t = self.paid(v)
        return t.sign() * t.abs() ** (self.conjugate - 1)

    def cost(self, v: Tensor) -> Tensor:
        return (self.prices * self.paid(v).abs() ** self.conjugate).sum(-1) * (self.power - 1)

    def value(self, v: Tensor) -> Tensor:
        return self.cost(v) - (v * self.labels).sum(-1)

    def error(self, outer: Tensor) -> Tensor:
        """U a - y, the gradient of f at the v of a."""
        return (self.columns @ outer[..., None])[..., 0] - self.labels

    def slopes(self, v: Tensor) -> Tensor:
        """The derivative of a_j by s_j."""
        steep = (self.conjugate - 1) / (self.power * self.prices)
        return steep * self.paid(v).abs() ** (self.conjugate - 2)

    def curvature(self, slopes: Tensor) -> Tensor:
        """U diag(slopes) U' and a trace of ridge, (trials, samples, samples)."""
        hessian = (self.columns * slopes[..., None, :]) @ self.columns.mT
        return _ridged(hessian)


def solve(
    features: Tensor,  # (trials, samples, width)
    prices: Tensor,  # (trials, width), positive
    labels: Tensor,  # (trials, samples)
    *,
    power: float,
) -> tuple[Tensor, Tensor]:
    """Outer weights (trials, width) and dual vectors (trials, samples), float64."""
    loud = labels.square().mean(-1, keepdim=True).sqrt()
    size = features.shape[-2] ** 0.5
    columns = features / size
    programme = _Programme(columns, prices / prices.mean(-1, keepdim=True), labels / loud, power)
    v = _start(programme)
    for _ in range(STEPS):
        error = programme.error(programme.outer(v))
        if bool((error.abs().amax(-1) <= TIGHT * programme.labels.abs().amax(-1)).all()):
            break
        v = _step(programme, v, error)
    return _polished(programme, v) * loud / size, v


def _start(programme: _Programme) -> Tensor:
    """The dual of least squares, times the factor that is best for it."""
    v = _apply(_ridged(programme.columns @ programme.columns.mT), programme.labels)
    q = programme.conjugate
    earned, paid = (v * programme.labels).sum(-1), q * programme.cost(v)
    return v * ((earned / paid) ** (1 / (q - 1)))[..., None]


def _step(programme: _Programme, v: Tensor, error: Tensor) -> Tensor:
    """One damped Newton step of every trial."""
    towards = -_apply(programme.curvature(programme.slopes(v)), error)
    before, promised = programme.value(v), (towards * error).sum(-1)
    length = torch.ones_like(before)
    for _ in range(HALVINGS):
        after = programme.value(v + length[..., None] * towards)
        allowed = before + ENOUGH * length * promised + ROUNDING * before.abs()
        short = after > allowed
        if not bool(short.any()):
            break
        length = length.where(~short, length / 2)
    return v + length[..., None] * towards


def _polished(programme: _Programme, v: Tensor) -> Tensor:
    """The weights of v, with what they miss of the labels spread where they are steep."""
    outer, slopes = programme.outer(v), programme.slopes(v)
    missed = _apply(programme.curvature(slopes), programme.error(outer))
    return outer - slopes * (missed[..., None, :] @ programme.columns)[..., 0, :]


def _ridged(matrix: Tensor) -> Tensor:
    mean = matrix.diagonal(dim1=-2, dim2=-1).mean(-1)[..., None, None]
    eye = torch.eye(matrix.shape[-1], dtype=matrix.dtype, device=matrix.device)
    return matrix + RIDGE * mean * eye


def _apply(matrix: Tensor, vector: Tensor) -> Tensor:
    """The solution of matrix @ x = vector; nan where the matrix is singular to rounding."""
    solution, _ = torch.linalg.solve_ex(matrix, vector[..., None])
    return solution[..., 0]

"""Critical points of the index flow: their number, their curvature, and where they turn.

At a point with L = -Σ g(m_j) and λ = Σ m_j g'(m_j), the Riemannian Hessian of L is
Hess[u, u] = λ|u|² - Σ_j g''(m_j) (u·v_j)² for tangent u (derived; tested by differences).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from peirama.models import index_flow
from peirama.models.index_flow import Flow
from peirama.models.seeds import Seeds

RESIDUAL = 1e-11  # of a point that Newton's iteration reached
DISTINCT = 1e-5  # points nearer than this are one
ITERATIONS = 60  # Newton converges in about ten; the rest is the way there
STARTS = 80  # at most 4^indices of them: the rarest point (degree 4) is then found about 10 times
CHUNK = 8192  # starts at a time: they stay in the cache of a core
LONGEST = 0.5  # of a Newton step, on a sphere of radius one


@dataclass(frozen=True)
class Census:
    """The distinct critical points that were found, and how often each was."""

    points: Tensor  # (points, indices)
    multiplier: Tensor  # (points,) λ
    found: Tensor  # (points,)


def growth(
    flow: Flow,
    directions: Tensor,  # (rows, indices)
    *,
    size: float,
    steps: int = 60,
    step: float = 0.1,
) -> Tensor:
    """How fast a step of the given size away from the average grows: d log|step| / d(λ t), (rows,).

    Positive at a saddle, negative at a minimum; at small size it is the r(β) of the theory. The
    flow is used, not its Hessian, for `steps` steps of `step` / (λ + g''(t)).
    """
    indices = flow.indices
    tangent = directions - directions.mean(-1, keepdim=True)
    tangent = size * tangent / tangent.norm(dim=-1, keepdim=True)
    start = torch.cat([tangent + indices**-0.5, torch.zeros_like(tangent[:, :1])], dim=-1)
    m = index_flow.rooted(flow, torch.full_like(tangent, indices**-0.5))  # of the average itself
    slope = index_flow.correlation(flow.coefficients, m, order=1)
    bend = index_flow.correlation(flow.coefficients, m[:, :1], order=2)
    multiplier = (m * slope).sum(-1, keepdim=True)
    duration = step / (multiplier + bend)
    later = start / start.norm(dim=-1, keepdim=True)
    for _ in range(steps):
        later = index_flow.advance(flow, later, duration)
    return torch.log(_away(later) / _away(start)) / (steps * duration * multiplier)[:, 0]


def turning_point(
    flow_at: Callable[[Tensor], Flow],  # values of a parameter, (rows, 1), to the flow there
    directions: Tensor,  # (trials, indices)
    between: tuple[Tensor, Tensor],  # (trials,) each
    *,
    size: float,
    step: float = 0.1,
    rounds: int = 6,
) -> tuple[Tensor, Tensor]:
    """Where the average stops to be a saddle as the parameter runs: brackets, (trials,) each."""

    def saddle(values: Tensor) -> Tensor:  # (trials, points)
        repeated = directions.repeat_interleave(values.shape[1], dim=0)
        rates = growth(flow_at(values.reshape(-1, 1)), repeated, size=size, step=step)
        return rates.reshape(values.shape) > 0

    return section(saddle, *between, rounds=rounds)


def section(
    holds: Callable[[Tensor], Tensor],  # (rows, points) -> booleans of that shape
    low: Tensor,  # (rows,)
    high: Tensor,  # (rows,)
    *,
    folds: int = 32,
    rounds: int = 6,
) -> tuple[Tensor, Tensor]:
    """Where a condition that holds at `low` and not at `high` first fails: a bracket, (rows,) each.

    Every round cuts the bracket into `folds` and asks at all inner points at once.
    """
    parts = torch.linspace(0, 1, folds + 1, dtype=low.dtype, device=low.device)
    for _ in range(rounds):
        points = low[:, None] + (high - low)[:, None] * parts
        kept = torch.cumprod(holds(points[:, 1:-1]).to(torch.int64), dim=-1).sum(-1, keepdim=True)
        low, high = points.gather(-1, kept)[:, 0], points.gather(-1, kept + 1)[:, 0]
    return low, high


def hessian(flow: Flow, inside: Tensor) -> Tensor:
    """Ascending eigenvalues of the Hessian of L within the span at unit z, (rows, indices - 1)."""
    identity = torch.eye(flow.indices, dtype=inside.dtype, device=inside.device)
    root = index_flow.rooted(flow, identity)
    m = index_flow.rooted(flow, inside)
    bend = index_flow.correlation(flow.coefficients, m, order=2)
    multiplier = (m * index_flow.correlation(flow.coefficients, m, order=1)).sum(-1)
    basis = _tangent(inside)
    seen = root @ basis  # (rows, indices, indices - 1): u·v_j of each tangent direction
    curved = seen.transpose(-1, -2) @ (bend[..., None] * seen)
    return multiplier[:, None] - torch.linalg.eigvalsh(curved).flip(-1)


def newton(
    degree: int,
    points: Tensor,  # (rows, indices)
) -> tuple[Tensor, Tensor]:
    """Newton's iteration for p m^{p-1} = λ m, |m| = 1, from every row: m, and λ (rows, 1)."""
    multiplier = degree * index_flow.power(points, degree).sum(-1, keepdim=True)
    for _ in range(ITERATIONS):
        residual = _residual(degree, points, multiplier)
        diagonal = degree * (degree - 1) * index_flow.power(points, degree - 2) - multiplier
        inverse = points / diagonal
        short = (1 - (points * points).sum(-1, keepdim=True)) / 2
        change = (short + (inverse * residual).sum(-1, keepdim=True)) / (inverse * points).sum(
            -1, keepdim=True
        )
        moved = inverse * change - residual / diagonal
        cap = (LONGEST / moved.norm(dim=-1, keepdim=True)).clamp_max(1.0)
        points, multiplier = points + cap * moved, multiplier + cap * change
    return points, multiplier


def starts(seeds: Seeds, *, degree: int, indices: int, device: torch.device | str) -> Tensor:
    """Random points on random faces of the sphere, (trials, starts, indices).

    A face keeps each index vector with probability 2/3, so that every pattern of signs has the
    same chance; if the degree is odd, half of the starts get a common sign. Enough of them to find
    each of the 3^indices - 1 possible points many times.
    """
    count = STARTS * 4**indices
    normal, kept = seeds.normal(count, indices), seeds.uniform(count, indices) < 2 / 3
    alike = seeds.uniform(count, 1) < (0.5 if degree % 2 else 0.0)
    signed = np.where(alike, np.abs(normal) * np.sign(normal[..., :1]), normal)
    faced = np.where(kept | ~kept.any(axis=-1, keepdims=True), signed, 0.0)
    unit = faced / np.linalg.norm(faced, axis=-1, keepdims=True)
    return torch.tensor(unit, dtype=torch.float64, device=device)


def census(degree: int, starts: Tensor) -> Census:
    """The critical points of one degree and orthogonal indices, from starts (rows, indices)."""
    chunks = range(0, len(starts), CHUNK)
    reached = [newton(degree, starts[first : first + CHUNK]) for first in chunks]
    points, multiplier = (torch.cat(parts) for parts in zip(*reached, strict=True))
    residual = _residual(degree, points, multiplier).abs().amax(-1)
    residual = torch.maximum(residual, (points.norm(dim=-1) - 1).abs())
    kept = (residual < RESIDUAL) & (multiplier[:, 0].abs() > 1e-6)
    cells, found = torch.unique(torch.round(points[kept] / DISTINCT), dim=0, return_counts=True)
    return _merged(degree, cells * DISTINCT, found)


def morse_index(degree: int, points: Tensor, multiplier: Tensor) -> Tensor:
    """How many directions lower L at each point, taken with the sign that makes λ > 0, (rows,)."""
    unit = points / points.norm(dim=-1, keepdim=True)
    curvature = hessian(Flow({degree: 1.0}, points.shape[-1]), unit)
    return (curvature * torch.sign(multiplier)[:, None] < -1e-3).sum(-1)


def _merged(degree: int, cells: Tensor, found: Tensor) -> Census:
    """Neighbouring cells as one point: a point on the edge of a cell falls into several."""
    near = torch.cdist(cells, cells) < 2 * DISTINCT
    first = near.to(torch.int64).argmax(-1)  # the first cell of each cell's point
    total = torch.zeros_like(found).index_add_(0, first, found)
    own = first == torch.arange(len(first), device=first.device)
    points, multiplier = newton(degree, cells[own])
    return Census(points, multiplier[:, 0], total[own])


def _residual(degree: int, points: Tensor, multiplier: Tensor) -> Tensor:
    return degree * index_flow.power(points, degree - 1) - multiplier * points


def _away(neurons: Tensor) -> Tensor:
    inside = neurons[:, :-1]
    return (inside - inside.mean(-1, keepdim=True)).norm(dim=-1)


def _tangent(unit: Tensor) -> Tensor:
    """An orthonormal basis of the tangent space, (rows, indices, indices - 1), by a reflection."""
    corner = torch.zeros_like(unit)
    corner[:, 0] = torch.where(unit[:, 0] < 0, -1.0, 1.0)
    normal = unit + corner
    normal = normal / normal.norm(dim=-1, keepdim=True)
    identity = torch.eye(unit.shape[-1], dtype=unit.dtype, device=unit.device)
    reflection = identity - 2 * normal[:, :, None] * normal[:, None, :]
    return reflection[:, :, 1:]

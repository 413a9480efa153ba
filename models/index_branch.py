"""The critical points that an index vector continues into as the overlap β of the others grows.

They are m = a (1, x, ..., x). For one degree p they solve β/(1 - β) = B(x), with
B(x) = (x + x² + ... + x^{p-2})/(1 + (k - 1) x^{p-1}), and are minima of the loss where B' > 0;
where B has its maximum they meet saddles and vanish. (Derived; tested by root finding in
tests/models/test_index_branch.py.) What is followed is x, the smallest overlap over the largest.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from peirama.models import critical_points, index_flow
from peirama.models.index_flow import Coefficients, Flow

STRIDE = 16  # steps between looks at whether a row has ended
STEP = 1.5  # of 1/stiffness; Runge-Kutta is stable up to 2.78, and it keeps what rests in place
LEFT = 0.95  # the ratio beyond which a neuron has gone to the average
REST = 1e-6  # relative change of the ratio in the time 1/stiffness


@dataclass(frozen=True)
class Journey:
    """Where neurons came to: the ratio of their overlaps, and whether they rest there."""

    ratio: Tensor  # (rows,)
    rests: Tensor  # (rows,) else the neuron is beyond the level it was followed to, or on its way


def beside(flow: Flow, noise: Tensor) -> Tensor:
    """Neurons at the first index vector plus noise (rows, indices), (rows, indices + 1)."""
    first = torch.zeros_like(noise)
    first[:, 0] = 1.0
    inside = index_flow.rooted(flow, first) + noise
    start = torch.cat([inside, torch.zeros_like(inside[:, :1])], dim=-1)
    return start / start.norm(dim=-1, keepdim=True)


def ratio(flow: Flow, neurons: Tensor) -> Tensor:
    """The smallest overlap of each neuron over its largest, (rows,)."""
    m = index_flow.overlaps(flow, neurons)
    return m.amin(-1) / m.amax(-1)


def stiffness(flow: Flow, neurons: Tensor) -> Tensor:
    """A bound on the rates of the flow near each neuron, (rows, 1), sharp beside an index vector.

    The curvature of H is A diag(g'') A, whose norm is at most the largest row sum of G diag|g''|;
    the constraint adds at most 2λ. No coefficient may be negative.
    """
    sizes = index_flow.overlaps(flow, neurons).abs()
    bend = index_flow.correlation(flow.coefficients, sizes, order=2)
    slope = index_flow.correlation(flow.coefficients, sizes, order=1)
    inward = (sizes * slope).sum(-1, keepdim=True)
    largest, total = bend.amax(-1, keepdim=True), bend.sum(-1, keepdim=True)
    return (1 - flow.overlap) * largest + flow.overlap * total + 2 * inward


def settle(
    flow: Flow,
    neurons: Tensor,  # (rows, indices + 1)
    *,
    most: int,
    level: float = LEFT,
    rest: float = REST,
    step: float = STEP,
) -> Journey:
    """Follow each neuron until it rests or its ratio exceeds the level, or for `most` steps."""
    final = torch.full_like(neurons[:, 0], torch.nan)
    rests = torch.zeros_like(final, dtype=torch.bool)
    live = torch.arange(len(neurons), device=neurons.device)
    for _ in range(-(-most // STRIDE)):
        duration = step / stiffness(flow, neurons)
        for _ in range(STRIDE):
            before, neurons = neurons, index_flow.advance(flow, neurons, duration)
        here = ratio(flow, neurons)
        final[live] = here
        rests[live] = (here / ratio(flow, before) - 1).abs() < rest * step
        kept = torch.nonzero(~rests[live] & (here <= level))[:, 0]
        if not len(kept):
            break
        if len(kept) < len(live):
            live, neurons, flow = live[kept], neurons[kept], flow.only(kept)
    return Journey(final, rests)


def leaving(
    coefficients: Coefficients,
    noise: Tensor,  # (trials, indices)
    between: tuple[float, float],
    *,
    folds: int = 32,
    rounds: int = 2,
    most: int = 800,
) -> tuple[Tensor, Tensor]:
    """Where a neuron that starts beside an index vector leaves it as β grows: brackets, (trials,).

    They reach from the last overlap at which it stayed to the first at which it left. Each round
    cuts them into `folds` of equal ratio; what is unfinished after `most` steps stays inside.
    """
    trials, indices = noise.shape
    edges = torch.tensor(between, dtype=noise.dtype, device=noise.device).log()
    low, high = edges.expand(trials, 2).unbind(-1)
    parts = torch.linspace(0, 1, folds + 1, dtype=noise.dtype, device=noise.device)
    number = torch.arange(1, folds, device=noise.device)
    for _ in range(rounds):
        points = low[:, None] + (high - low)[:, None] * parts
        flow = Flow(coefficients, indices, points[:, 1:-1].exp().reshape(-1, 1))
        start = beside(flow, noise.repeat_interleave(folds - 1, dim=0))
        journey = settle(flow, start, most=most)
        left = (journey.ratio > LEFT).reshape(trials, -1)
        stayed = journey.rests.reshape(trials, -1) & ~left
        last = torch.where(stayed, number, 0).amax(-1, keepdim=True)
        first = torch.where(left, number, folds).amin(-1, keepdim=True)
        low, high = points.gather(-1, last)[:, 0], points.gather(-1, first)[:, 0]
    return low.exp(), high.exp()


def reaching(
    coefficients: Coefficients,
    noise: Tensor,  # (trials, indices)
    target: float,
    between: tuple[Tensor, Tensor],  # (trials,) each
    *,
    rounds: int = 6,
    most: int = 800,
    step: float = STEP,
) -> tuple[Tensor, Tensor]:
    """The overlap at which the neuron comes to rest at a target ratio: brackets, (trials,) each.

    The ratio grows along the way, so a neuron that exceeds the target need not be followed on.
    """

    def below(overlaps: Tensor) -> Tensor:  # (trials, points)
        flow = Flow(coefficients, noise.shape[-1], overlaps.reshape(-1, 1))
        start = beside(flow, noise.repeat_interleave(overlaps.shape[1], dim=0))
        journey = settle(flow, start, most=most, level=target, rest=1e-12, step=step)
        return (journey.ratio <= target).reshape(overlaps.shape)

    return critical_points.section(below, *between, rounds=rounds)

"""The channel-attention network trained in its two stages, with its exact risk.

    f(x) = (1/sqrt m) Σ_r a_r Σ_l tau_l sqrt(N_l) P_l(<x, q_r>),    loss |f(X) - y|²/(2 n).

Stage 1, from a = 0 and tau = 1: one gradient step on a, then one on tau, by autograd; the channels
up to the highest one whose increment reaches c mean(y²)/n stay open. Stage 2: gradient descent on a
with these channels F = Σ_l Z_l/sqrt m, from 0. As a = F'u, it runs on the n residuals instead of
the m weights: r = y - F F'u, u <- u + step r/n. The order of the updates, the threshold, the steps
and the stopping time are reconstructions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from peirama.models import channel_attention, channel_selection, harmonic_basis, sphere
from peirama.models.harmonic_basis import Basis
from peirama.models.harmonic_regression import batches, targets
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor

STEP = 0.05  # on the outer weights in stage 1: increments are linear in it up to about 0.5
DESCENT = 1.0  # the step of stage 2, below 2/λ_max of F F'/n, which is about 1


@dataclass(frozen=True)
class Trained:
    """What one batch of networks became; a trial has several targets."""

    scores: Tensor  # (trials, targets, channels + 1), increments over the steps, n/mean(y²)
    selected: Tensor  # (trials, targets), the highest open degree, -1 for none
    risks: Tensor  # (trials, targets, checkpoints)
    unsettled: Tensor  # (trials,), the last gradient over the first, the largest over targets that
    # opened no degree above l0: the number of steps, which is that of l0, stops the others early


def steps(dimension: int, degree: int, *, samples: int, width: int, share: float) -> int:
    """The steps after which the slowest mode adds about 1/1000 to the risk.

    `share` is w_l0/s². N_l0 log(1000 n share/r0)/(2 (1 - sqrt(r0/n))² (1 - sqrt(r0/m))²), with
    m > r0 and n > r0.
    """
    r0 = harmonic_basis.rank(dimension, degree)
    edge = (1 - math.sqrt(r0 / samples)) * (1 - math.sqrt(r0 / width))
    bias = math.log(max(1000 * samples * share / r0, math.e))
    return math.ceil(sphere.harmonics(dimension, degree) * bias / (2 * edge**2))


def increments(
    features: Tensor,  # (..., channels + 1, n, m)
    labels: Tensor,  # (..., n, targets)
    *,
    simultaneous: bool = False,
) -> Tensor:
    """How far tau moves, over both steps, (..., targets, channels + 1).

    `simultaneous` takes both gradients at the start, where a = 0.
    """
    import torch

    *batch, channels, n, m = features.shape
    count = labels.shape[-1]

    def loss(a: Tensor, tau: Tensor) -> Tensor:
        inner = features @ a[..., None, :, :]
        f = (tau[..., None, :] * inner).sum(-3) / m**0.5
        return ((f - labels) ** 2).sum() / (2 * n)

    a = labels.new_zeros(*batch, m, count).requires_grad_()
    tau = labels.new_ones(*batch, channels, count).requires_grad_()
    (slope,) = torch.autograd.grad(loss(a, tau), a)
    moved = (a if simultaneous else a - STEP * slope).detach()
    (slope,) = torch.autograd.grad(loss(moved, tau), tau)
    return -slope.mT / STEP


def descent(
    kernel: Tensor,  # F F'/n, (..., n, n)
    labels: Tensor,  # (..., n, targets)
    checkpoints: Sequence[int],
) -> tuple[list[Tensor], Tensor]:
    """The duals n u after so many steps, (..., n, targets), and last over first gradient."""
    import torch

    total, residual, found = torch.zeros_like(labels), labels, []
    for step in range(1, max(checkpoints) + 1):
        total = total + DESCENT * residual
        residual = labels - kernel @ total
        if step in checkpoints:
            found.append(total)
    first, last = ((r * (kernel @ r)).sum(-2).clamp(min=0) for r in (labels, residual))
    return found, (last / first).sqrt()


def limit(
    kernel: Tensor,  # (..., n, n)
    labels: Tensor,  # (..., n, targets)
) -> Tensor:
    """Where descent ends, for networks narrower than the rank, (..., n, targets)."""
    import torch

    return torch.linalg.pinv(kernel, rtol=1e-12, hermitian=True) @ labels


def risks(
    basis: Basis,
    neurons: Tensor,  # (..., m, dimension)
    outer: Tensor,  # (..., m, targets)
    theta: Tensor,  # (..., Σ N_l, targets), over the degrees of the basis
    top: int,
) -> Tensor:
    """|f - f*|² over the sphere with the channels 0 to `top` open, (..., targets).

    Beyond the degrees of the basis, degree l has the energy a'P_l(QQ')a/m.
    """
    import torch

    m, dimension = neurons.shape[-2:]
    kept = sum(
        size for degree, size in zip(basis.degrees, basis.sizes, strict=True) if degree <= top
    )
    found = channel_attention.coefficients(basis, neurons).mT @ outer / m**0.5
    missed = torch.cat((found[..., :kept, :] - theta[..., :kept, :], theta[..., kept:, :]), -2)
    risk = (missed**2).sum(-2)
    for degree in range(len(basis.degrees), top + 1):
        zonal = sphere.gegenbauer(degree, neurons @ neurons.mT, dimension=dimension)
        risk = risk + (outer * (zonal @ outer)).sum(-2) / m
    return risk


def train(
    seeds: Seeds,
    *,
    dimension: int,
    weights: Sequence[float],
    channels: int,
    samples: int,
    noise: float,
    width: int,
    threshold: float,
    each: int,
    device: str,
    checkpoints: Sequence[int] = (),
    simultaneous: bool = False,
) -> Trained:
    """Networks trained on `each` targets for the inputs and neurons of a trial.

    The risks are those at the checkpoints (increasing; default: at the end).
    """
    import torch

    degree = len(weights) - 1
    basis = harmonic_basis.draw(
        seeds, dimension=dimension, degrees=range(degree + 1), device=device
    )
    if not checkpoints and width > sum(basis.sizes):
        share = weights[-1] / noise**2
        checkpoints = (steps(dimension, degree, samples=samples, width=width, share=share),)
    found = []
    for some in batches(seeds, (channels + 1) * samples * width):
        theta = targets(some, basis, weights, each=each)
        points = sphere.points(some, dimension, each=samples, device=device)
        neurons = sphere.points(some, dimension, each=width, device=device)
        errors = torch.tensor(some.normal(samples, each), device=device)
        labels = basis.at(points) @ theta + noise * errors
        features = channel_attention.channel_features(points, neurons, channels)
        scale = (labels**2).mean(-2)[..., None] / samples
        scores = increments(features, labels, simultaneous=simultaneous) / scale
        bar = torch.full_like(scores[..., 0], threshold)
        selected = channel_selection.highest(scores, bar)
        risk, unsettled = _second(
            basis, features, neurons, labels, theta, selected, tuple(checkpoints)
        )
        found.append(Trained(scores, selected, risk, unsettled))
    return Trained(
        torch.cat([f.scores for f in found]),
        torch.cat([f.selected for f in found]),
        torch.cat([f.risks for f in found]),
        torch.cat([f.unsettled for f in found]),
    )


def _second(
    basis: Basis,
    features: Tensor,
    neurons: Tensor,
    labels: Tensor,
    theta: Tensor,
    selected: Tensor,
    checkpoints: tuple[int, ...],
) -> tuple[Tensor, Tensor]:
    """Stage 2 with the channels that each target has open."""
    import torch

    n, m = features.shape[-2:]
    start = (theta**2).sum(-2)  # the risk of f = 0
    risk = start[..., None].repeat(1, 1, max(1, len(checkpoints)))
    unsettled = torch.zeros_like(start)
    for top in range(features.shape[1]):
        here = selected == top
        if not here.any():
            continue
        open_ = features[:, : top + 1].sum(1) / m**0.5
        kernel = open_ @ open_.mT / n
        if checkpoints:
            duals, ratio = descent(kernel, labels, checkpoints)
        else:
            duals, ratio = [limit(kernel, labels)], torch.zeros_like(start)
        seen = [risks(basis, neurons, open_.mT @ u / n, theta, top) for u in duals]
        risk = torch.where(here[..., None], torch.stack(seen, -1), risk)
        if top <= basis.degrees[-1]:  # the steps are those of l0: with more open, a stop
            unsettled = torch.where(here, ratio, unsettled)
    return risk, unsettled.amax(-1)

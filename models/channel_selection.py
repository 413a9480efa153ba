"""Which degrees one gradient step opens: the selection statistic of channel attention.

At A = I, a(0) = 0 and tau(0) = 1, a step on the outer weights and then one on the channels moves
tau_l in proportion to S_l, which for infinite width is

    S_l = y' P_l(X X') y / n²,      E S_l = (1 - 1/n) w_l/N_l + v/n,      v = Σ w_l + s².

The selected degree is the largest l <= L with S_l >= c mean(y²)/n. For many harmonics
n N_l S_l/v is about a noncentral chi-square, so that degree l0 passes with about the probability
SF(c N; N, λ = (n-1) w/v) (derived for these claims; checked in tests/models).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scipy import stats

from peirama.models import harmonic_basis, harmonic_regression, sphere
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor


def statistics(
    points: Tensor,  # (..., n, dimension)
    labels: Tensor,  # (..., n)
    channels: int,
) -> Tensor:
    """S_l for l = 0, ..., channels, (..., channels + 1), by the recurrence of P_l."""
    import torch

    n, d = points.shape[-2:]
    t = points @ points.mT
    previous, current, found = torch.ones_like(t), t, []
    for degree in range(channels + 1):
        found.append(((previous @ labels[..., None])[..., 0] * labels).sum(-1) / n**2)
        k = degree + 1
        following = ((2 * k + d - 2) * t * current - k * previous) / (k + d - 2)
        previous, current = current, following
    return torch.stack(found, -1)


def highest(
    scores: Tensor,  # (..., channels + 1)
    bar: Tensor,  # (...,)
) -> Tensor:
    """The largest degree whose score reaches the bar, -1 if none does, (...,)."""
    import torch

    degrees = torch.arange(scores.shape[-1], device=scores.device)
    return torch.where(scores >= bar[..., None], degrees, -1).amax(-1)


def selected(
    seeds: Seeds,
    *,
    dimension: int,
    weights: Sequence[float],
    channels: int,
    samples: int,
    noise: float,
    threshold: float,
    device: str,
) -> Tensor:
    """The degree that is selected from fresh samples of a fresh target, (trials,)."""
    import torch

    basis = harmonic_basis.draw(
        seeds, dimension=dimension, degrees=range(len(weights)), device=device
    )
    found = []
    widest = max(samples, 2 * max(basis.sizes) + 4)
    for some in harmonic_regression.batches(seeds, samples * widest):
        theta = harmonic_regression.targets(some, basis, weights)
        points = sphere.points(some, dimension, each=samples, device=device)
        errors = torch.tensor(some.normal(samples), device=device)
        labels = (basis.at(points) @ theta)[..., 0] + noise * errors
        bar = threshold * (labels**2).mean(-1) / samples
        found.append(highest(statistics(points, labels, channels), bar))
    return torch.cat(found)


def passing(
    dimension: int,
    degree: int,
    *,
    samples: float,
    share: float,
    threshold: float,
) -> float:
    """About the probability that a degree with the share w/v of the variance passes."""
    harmonics = sphere.harmonics(dimension, degree)
    return float(stats.ncx2.sf(threshold * harmonics, harmonics, (samples - 1) * share))

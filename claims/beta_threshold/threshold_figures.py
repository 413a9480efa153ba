"""What the claims on thresholds show; each figure takes a second or two to compute."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy

from peirama import models
from peirama.claims.beta_threshold import mixture
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.core.prediction import evaluate
from peirama.claims.core.verdict import Array
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor


def effective_degree(*, seeds: Seeds, device: str) -> Figure:
    """What stands for c in β_c = c/(c + k), against the weight of degree 6 beside degree 3."""
    import torch

    degrees = np.concatenate([np.geomspace(0.001, 0.1, 20) + 3, np.linspace(3.11, 5.99, 80)])
    due = tuple(mixture.ratio_at(degrees, 3, 6, 8))
    predicted = Series("predicted", due, tuple(degrees - 2), "line")
    ratios = np.geomspace(0.05, 200, 15)
    directions = torch.tensor(seeds.fixed("figure").standard_normal((15, 8)), device=device)
    weight = torch.tensor(ratios, device=device)[:, None]

    def flow_at(overlap: Tensor) -> Any:
        weights: dict[int, Any] = {3: 1.0, 6: weight.repeat_interleave(len(overlap) // 15, dim=0)}
        return models.index_flow.Flow(weights, 8, overlap)

    between = (torch.zeros_like(directions[:, 0]), torch.full_like(directions[:, 0], 0.99))
    turn = models.critical_points.turning_point
    low, high = turn(flow_at, directions, between, size=1e-6, rounds=4)
    overlap = ((low + high) / 2).cpu().numpy()
    seen = Series("seen in the flow", tuple(ratios), tuple(8 * overlap / (1 - overlap)))
    panel = Panel(
        x="weight of degree 6 over that of degree 3",
        y="k β_c / (1 - β_c)",
        series=(seen, predicted),
        x_scale="log",
        levels=(("degree 3 alone", 1.0), ("degree 6 alone", 4.0)),
    )
    return Figure((panel,), "Eight index vectors: from the threshold of one degree to the other's.")


def three_zeros(*, seeds: Seeds, device: str) -> Figure:
    """The growth of a small step away from the average against β, for degrees 3 and 16."""
    import torch

    degree, higher, indices, size = 3, 16, 8, 1e-6
    ratio = mixture.middle_ratio(degree, higher, indices)
    overlap = np.linspace(0.02, 0.72, 141)
    t = np.sqrt((1 + (indices - 1) * overlap) / indices)
    odds = higher * ratio * t ** (higher - degree) / degree
    q = (degree + higher * odds) / (1 + odds)
    due = (1 - overlap) * (q - 1) / (1 + (indices - 1) * overlap) - 1
    some = slice(None, None, 4)
    column = torch.tensor(overlap[some], device=device)[:, None]
    flow = models.index_flow.Flow({degree: 1.0, higher: ratio}, indices, column)
    drawn = seeds.fixed("figure").standard_normal((len(column), indices))
    rates = models.critical_points.growth(flow, torch.tensor(drawn, device=device), size=size)
    panel = Panel(
        x="overlap β of the index vectors",
        y="growth rate at the average, in units of λ",
        series=(
            Series("predicted r(β)", tuple(overlap), tuple(due), "line"),
            Series("seen in the flow", tuple(overlap[some]), tuple(rates.tolist())),
        ),
        levels=(("neither grows nor shrinks", 0.0),),
        marks=tuple((f"threshold {i + 1}", zero) for i, zero in enumerate(_zeros(overlap, due))),
    )
    caption = f"a₃ = 1, a₁₆ = {ratio:.1f}, eight index vectors: saddle, minimum, saddle, minimum."
    return Figure((panel,), caption)


def bifurcation(*, seeds: Seeds, device: str) -> Figure:
    """Where the flow rests against β, from an index vector and from near the average."""
    import torch

    indices, level = 8, 2.0  # above every ratio, so that neurons are followed until they rest
    first, last = 1 / (1 + indices), 1 / (1 + 2 * math.sqrt(indices - 1))
    overlap = np.linspace(0.005, 0.25, 40)
    flow = models.index_flow.Flow({3: 1.0}, indices, torch.tensor(overlap, device=device)[:, None])
    noise = torch.tensor(seeds.fixed("figure").standard_normal((40, indices)), device=device)
    start = models.index_branch.beside(flow, 1e-7 * noise)
    from_vector = models.index_branch.settle(flow, start, most=800, level=level)
    start = torch.full_like(start, indices**-0.5)
    start[:, 0] += 0.02
    start[:, -1] = 0
    from_average = models.index_branch.settle(flow, start, most=800, level=level)
    x = np.linspace(0.001, 1, 200)
    panel = Panel(
        x="overlap β of the index vectors",
        y="final m₂/m₁",
        series=(
            Series("from v₁", tuple(overlap), tuple(from_vector.ratio.tolist())),
            Series("from near the average", tuple(overlap), tuple(from_average.ratio.tolist())),
            Series("critical points, β/(1 - β) = B(x)", _overlaps(3, indices, x), tuple(x), "line"),
        ),
        marks=(("β_c", first), ("β_SN", last)),
    )
    return Figure((panel,), "Eight index vectors: between β_c and β_SN the start decides.")


def branches(*, seeds: Seeds, device: str) -> Figure:
    """Where the flow from an index vector rests against β: points on the predicted curves."""
    import torch

    series = []
    for degree, indices in ((3, 4), (3, 32), (5, 4), (8, 8)):
        x = np.geomspace(0.01, 0.16, 60)
        due = _overlaps(degree, indices, x)
        overlap = torch.tensor(due[::6], device=device)[:, None]
        noise = torch.tensor(seeds.fixed("figure").standard_normal((10, indices)), device=device)
        flow = models.index_flow.Flow({degree: 1.0}, indices, overlap)
        start = models.index_branch.beside(flow, 1e-10 * noise)
        seen = models.index_branch.settle(flow, start, most=800)
        label = f"degree {degree}, {indices} vectors"
        series.append(Series(label, due[::6], tuple(seen.ratio.tolist())))
        series.append(Series(f"{label}, predicted", due, tuple(x), "line"))
    panel = Panel("overlap β", "final m₂/m₁", tuple(series), x_scale="log", y_scale="log")
    return Figure((panel,), "Started at v₁, a neuron rests beside it, at B(m₂/m₁) = β/(1 - β).")


def share_stuck(predicted: sympy.Expr, *, seeds: Seeds, device: str) -> Figure:
    """The share of stuck directions against β: it reaches zero at β_c = (p - 2)/p."""
    import torch

    drawn, series, relative = 300, [], np.array([0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.15, 1.3])
    for degree in (3, 5):
        overlaps = (degree - 2) / degree * relative
        angles = 2 * math.pi * seeds.fixed(f"figure-{degree}").random(drawn * len(overlaps))
        column = torch.tensor(overlaps, device=device).repeat_interleave(drawn)[:, None]
        flow = models.index_flow.Flow({degree: 1.0}, 2, column)
        stuck, _ = models.stuck.fate(flow, models.stuck.circle(angles, device=device))
        share = stuck.reshape(-1, drawn).double().mean(-1).cpu().numpy()
        error = 2 * np.sqrt(share * (1 - share) / drawn)
        low, high = tuple(share - error), tuple(share + error)
        label = f"degree {degree}, {drawn} directions"
        series.append(Series(label, tuple(overlaps), tuple(share), low=low, high=high))
        fine = np.linspace(0, 0.9, 31)
        due = [float(evaluate(predicted, {"degree": degree, "overlap": b})) for b in fine.tolist()]
        series.append(Series(f"degree {degree}, predicted", tuple(fine), tuple(due), "line"))
    marks = (("β_c, degree 3", 1 / 3), ("β_c, degree 5", 3 / 5))
    panel = Panel("overlap β of the two vectors", "share stuck", tuple(series), marks=marks)
    return Figure((panel,), "A share of directions never learns, up to the threshold, none beyond.")


def _overlaps(degree: int, indices: int, x: Array) -> tuple[float, ...]:
    """The overlaps at which ratios of an index-type critical point are x."""
    b = sum(x**i for i in range(1, degree - 1)) / (1 + (indices - 1) * x ** (degree - 1))
    return tuple(b / (1 + b))


def _zeros(x: Array, y: Array) -> list[float]:
    """Where a curve changes sign, interpolated linearly."""
    before = np.nonzero(np.diff(np.sign(y)))[0]
    return list(x[before] - y[before] * np.diff(x)[before] / np.diff(y)[before])

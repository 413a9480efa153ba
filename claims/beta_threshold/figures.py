"""What the claims on the index flow show; each figure takes a second or two to compute."""

from __future__ import annotations

import numpy as np
import sympy

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.core.prediction import evaluate
from peirama.models.seeds import Seeds


def overlaps_in_time(*, seeds: Seeds, device: str) -> Figure:
    """The overlaps of one neuron with three index vectors against time, on both routes."""
    x = seeds.fixed("figure").standard_normal((1, 4, 12))
    routes = models.routes.follow(
        {"3": 1.0, "4": 0.5}, 0.3, x[:, 1:], x[:, 0], step=np.array([0.2]), device=device
    )
    time = routes.times[:, 0]
    some = slice(None, None, max(1, len(time) // 25))
    lines = []
    for j in range(3):
        full, reduced = routes.full[:, 0, j], routes.reduced[:, 0, j]
        lines.append(Series(f"m{j + 1}, reduced", tuple(time), tuple(reduced), "line"))
        lines.append(Series(f"m{j + 1}, in R^12", tuple(time[some]), tuple(full[some])))
    panel = Panel("time", "overlap", tuple(lines))
    return Figure(
        (panel,), "A neuron in R^12 (points) on the solution of the reduced flow (lines)."
    )


def census_by_index(predicted: sympy.Expr, *, seeds: Seeds, device: str) -> Figure:
    """Counts by the number of unstable directions for four index vectors: steps against dots."""
    panels = []
    for degree in (3, 4):
        setting = {"degree": degree, "indices": 4}
        starts = models.critical_points.starts(seeds.only(range(1)), **setting, device=device)
        census = models.critical_points.census(degree, starts[0])
        unstable = models.critical_points.morse_index(degree, census.points, census.multiplier)
        x = (0.0, 1.0, 2.0, 3.0)
        seen = tuple(float((unstable == i).sum()) for i in x)
        due = tuple(float(evaluate(predicted, {**setting, "subset": int(i) + 1})) for i in x)
        series = (Series("found", x, seen, "steps"), Series("predicted", x, due))
        axes = ("unstable directions", "fixed points")
        panels.append(Panel(*axes, series, title=f"degree {degree}"))
    return Figure(tuple(panels), "All fixed points for four orthogonal index vectors.")


def first_and_last(*, seeds: Seeds, device: str) -> Figure:
    """Final overlaps against initial ones, relative to the neuron's largest: a step at one."""
    panels = []
    for title, coefficients in (("odd", {"3": 1.0, "5": 0.5}), ("even", {"4": 1.0, "6": 0.5})):
        journey = models.neurons.travel(
            seeds.only(range(40)),
            coefficients=coefficients,
            indices=8,
            dimension=1000,
            device=device,
        )
        first, last = journey.first, journey.last
        if title == "even":
            first, last = first.abs(), last.abs()
        x = (first / first.amax(-1, keepdim=True)).flatten().tolist()
        series = Series("a neuron, an index vector", tuple(x), tuple(last.flatten().tolist()))
        axes = ("initial overlap / the neuron's largest", "final overlap")
        panels.append(Panel(*axes, (series,), title=f"{title} degrees", marks=(("nearest", 1.0),)))
    caption = (
        "40 neurons, 8 orthogonal index vectors in R^1000: only the largest overlap goes to 1."
    )
    return Figure(tuple(panels), caption)


def growth_rates(*, seeds: Seeds, device: str) -> Figure:
    """Growth at the average against β/β_c: one zero, at 1, for every degree and number."""
    import torch

    lines = []
    for degree, indices in ((3, 4), (3, 32), (5, 16), (8, 8)):
        threshold = (degree - 2) / (degree - 2 + indices)
        relative = np.linspace(0.05, min(2.0, 0.95 / threshold), 40)
        overlap = torch.tensor(threshold * relative, device=device)[:, None]
        drawn = seeds.fixed(f"figure {degree} {indices}").standard_normal((40, indices))
        directions = torch.tensor(drawn, device=device)
        flow = models.index_flow.Flow({degree: 1.0}, indices, overlap)
        rates = models.critical_points.growth(flow, directions, size=1e-6).tolist()
        label = f"degree {degree}, {indices} vectors"
        lines.append(Series(label, tuple(relative), tuple(rates), "line"))
    panel = Panel(
        x="overlap / predicted threshold",
        y="growth rate at the average / λ",
        series=tuple(lines),
        marks=(("predicted threshold", 1.0),),
        levels=(("neither grows nor shrinks", 0.0),),
    )
    return Figure((panel,), "The average is a saddle where steps grow. One zero, at 1.")

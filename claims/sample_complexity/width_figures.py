"""What is missed, and how far the kernel is from its limit, against the width."""

from __future__ import annotations

import math

import numpy as np

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.sample_complexity.least_squares_figures import measured
from peirama.models.seeds import Seeds

CASES = ((6, 2), (8, 2), (5, 3))  # dimension, degree
WIDTHS = (25, 100, 400, 1600)
TRIALS = 32
SAMPLES, FAILURE = 16, 0.1  # of the paper's width that is marked, at d = 5 and l0 = 1


def by_width(*, seeds: Seeds, device: str) -> Figure:
    """The energy missed against m/r0, and the squared error of the kernel against m."""
    floors, errors = [], []
    for dimension, degree in CASES:
        place = {"dimension": dimension, "degree": degree}
        label = f"d = {dimension}, l0 = {degree}"
        r0 = models.harmonic_basis.rank(**place)
        sizes = [max(1, round(r0 * share / 8)) for share in range(1, 13)]
        missed = [
            models.channel_attention.floors(seeds.only(range(2)), **place, width=m, device=device)[
                0
            ]
            for m in sizes
        ]
        floors.append(
            Series(label, tuple(m / r0 for m in sizes), tuple(float(f.mean()) for f in missed))
        )
        squares = models.channel_attention.kernel_errors(
            seeds.only(range(TRIALS)), **place, widths=WIDTHS, points=40, device=device
        )
        x = tuple(map(float, WIDTHS))
        errors.append(measured(label, x, list(squares.cpu().numpy().T)))
        inverses = math.fsum(
            1 / models.sphere.harmonics(dimension, each) for each in range(degree + 1)
        )
        law = ((degree + 1) ** 2 - inverses) / np.array(WIDTHS)
        errors.append(Series(f"predicted, l0 = {degree}", x, tuple(law.tolist()), "line"))
    floors.append(Series("1 - m/r0", (0.0, 1.0, 1.5), (1.0, 0.0, 0.0), "line"))
    paper = SAMPLES**4 * math.log(2 * SAMPLES / FAILURE) / 5**2
    first = Panel("width m / r0", "share of the energy missed", tuple(floors))
    second = Panel(
        "width m",
        "mean squared error of the kernel",
        tuple(errors),
        x_scale="log",
        y_scale="log",
        marks=((f"the paper's m, n = {SAMPLES}", paper),),
    )
    caption = (
        "Left: random neurons span as many harmonics as there are neurons, whatever they are. "
        f"Right: the kernel of m neurons, {TRIALS} draws, ±3 errors; the mark is "
        f"n⁴ log(2n/δ)/d^(2 l0) at n = {SAMPLES}, d = 5, l0 = 1, δ = {FAILURE:g}, with constant 1."
    )
    return Figure((first, second), caption)

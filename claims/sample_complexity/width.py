"""What a width m is worth: m neurons span min(m, r0) harmonics, and their kernel errs like 1/m.

Both statements are exact for every width, the paper's m of order n⁴/d^(2 l0) being sufficient only.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import Domain, grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, Exponent, MeanWithin
from peirama.claims.core.verdict import Evidence, Observed
from peirama.claims.sample_complexity import drawn, paper, width_figures
from peirama.claims.sample_complexity.paper import HARMONICS, RANK, degree
from peirama.models.harmonic_basis import rank
from peirama.models.seeds import Seeds

m = sympy.Symbol("width", integer=True, positive=True)
l = sympy.Symbol("l", integer=True, nonnegative=True)  # noqa: E741 - the degree summed over
MISSED = 1 - sympy.Min(m, RANK) / RANK
INVERSES = sympy.Sum(1 / HARMONICS.subs(degree, l), (l, 0, degree))
ERROR = sympy.sqrt(((degree + 1) ** 2 - INVERSES) / m)
POINTS = 40


def floor_and_kernel(
    *,
    dimension: int,
    degree: int,
    width: int,
    trials: int,
    seeds: Seeds,
    device: str,
    predicted: Mapping[str, Any],
    widths: Sequence[int] = (100, 400, 1600, 6400),
    pooled: bool = False,
) -> Observed:
    """The energy missed, the squared error of the kernel over the predicted, and by width."""
    place: dict[str, Any] = {"dimension": dimension, "degree": degree, "device": device}
    missed, again = models.channel_attention.floors(seeds.only(seeds.trials), width=width, **place)
    used = (width, *(math.isqrt(each) if pooled else each for each in widths))
    squares = models.channel_attention.kernel_errors(
        seeds.only(seeds.trials), widths=used, points=POINTS, **place
    )
    ratio = squares[:, 0].cpu().numpy() / float(predicted["error"]) ** 2
    curve = Evidence(squares[:, 1:].cpu().numpy(), abscissae=np.array(widths, dtype=np.float64))
    floor = Evidence(missed.cpu().numpy(), error=(missed - again).abs().cpu().numpy())
    return Observed({"floor": floor, "error": ratio, "exponent": curve})


def widths(*, largest: int, dimensions: Mapping[int, tuple[int, int]]) -> Domain:
    """Spheres of capped rank with widths from a quarter to twice the rank."""

    def whole(pair: tuple[int, int], ratio: float) -> dict[str, Any]:
        return {
            "dimension": pair[0],
            "degree": pair[1],
            "width": max(4, round(ratio * rank(*pair))),
        }

    settings = st.builds(
        whole, drawn.spheres(largest, dimensions), grid(0.25, 2, simplest=1).strategy()
    )
    text = f"{drawn.described(dimensions)} and at most {largest} harmonics; width from r0/4 to 2 r0"
    return Domain(("dimension", "degree", "width"), settings, text)


width = Claim(
    name="sample-complexity/width",
    source=paper.YANG_2025.at("theorems on the width m of order n⁴ log(2n/δ)/d^(2 l0)"),
    status=Status.SCOPE,
    statement="The functions that m = width random neurons with the channels 0 to l0 = degree span "
    "miss the share 1 - min(m, r0)/r0 of the energy of a target uniform on the sphere of R^r0, for "
    "almost every choice of the neurons. At two independent points their kernel deviates from its "
    "limit by ((l0 + 1)² - Σ_l 1/N_l)/m in mean square, of order 1/m exactly.",
    given=widths(largest=240, dimensions=drawn.DIMENSIONS),
    predicted={"floor": MISSED, "error": ERROR},
    hypotheses={
        **paper.SPHERE,
        "the width is an integer of at least 1": lambda width: paper.whole(width, low=1),
    },
    observe=floor_and_kernel,
    decide={
        "floor": Exact(1e-8),
        "error": MeanWithin(0.1, reference=1.0),  # the square: a mean of roots is biased
        "exponent": Exponent(0.1, reference=-1.0),
    },
    does_not_show="That the paper's width is necessary: the risk is the same for every m >= r0 at "
    "the end of gradient descent, so its exponent 4 is neither confirmed nor refuted. The floor is "
    "a mean over targets; one of pure degree l0 loses more, as low degrees are kept first.",
    corners=(
        {"dimension": 8, "degree": 2, "width": 22},
        {"dimension": 8, "degree": 2, "width": 44},
        {"dimension": 5, "degree": 1, "width": 4},
        {"dimension": 5, "degree": 3, "width": 100},
    ),
    mutants=(
        Mutant("inverse-width", predicted={"error": ERROR / sympy.sqrt(m)}, gap=3.0),
        Mutant("soft-floor", predicted={"floor": MISSED**2}, clause="floor"),
        Mutant("root-as-many-neurons", observe=partial(floor_and_kernel, pooled=True), gap=0.5),
    ),
    plans={
        "quick": Plan(
            settings=8,
            looks=(64, 128, 256, 512, 1024, 2048),
            given=widths(largest=100, dimensions=drawn.DIMENSIONS),
            sizes={"widths": (50, 100, 200, 400)},
        ),
        "ci": Plan(
            settings=15,
            looks=(64, 128, 256, 512, 1024, 2048),
            sizes={"widths": (100, 400, 1600, 6400)},
        ),
        "full": Plan(
            settings=30,
            looks=(64, 128, 256, 512, 1024, 2048),
            sizes={"widths": (100, 400, 1600, 6400)},
        ),
    },
    figure=width_figures.by_width,
)

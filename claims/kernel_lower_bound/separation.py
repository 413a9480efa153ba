"""On d³ samples, gradient descent ends below what any kernel reaches with as many.

The student is trained on one fixed sample, by full batches; its loss on the population is exact.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import Domain
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Quantile, Side, Unit
from peirama.claims.core.verdict import Observed
from peirama.claims.kernel_lower_bound import descent_figures, paper
from peirama.models.seeds import Seeds

STEPS = 8000  # half as many are not enough


def half_of_bound(dimension: int) -> float:
    """Half of what d³ kernel features miss."""
    return models.arccosine.bound(dimension, dimension**3, 1) / 2


def half_at_squares(dimension: int) -> float:
    """Half of what d² kernel features miss."""
    return models.arccosine.bound(dimension, dimension**2, 1) / 2


def trained(*, dimension: int, samples: int, trials: int, seeds: Seeds, device: str) -> Observed:
    """The population loss of each trial after training on a sample of its own."""
    ends = models.two_layer_sample.trained(
        seeds, dimension=dimension, samples=samples, width=8 * dimension, steps=STEPS, device=device
    )
    return Observed(ends.cpu().numpy())


def on_squares(*, dimension: int, samples: int, **engine: Any) -> Observed:
    """The same on d² samples."""
    return trained(dimension=dimension, samples=dimension**2, **engine)


def cubes(low: int, high: int) -> Domain:
    """Dimensions from low to high, with as many samples as the cube of each."""
    return Domain(
        ("dimension", "samples"),
        st.integers(low, high).map(lambda d: {"dimension": d, "samples": d**3}),
        f"dimension from {low} to {high}, samples its cube",
    )


def _from_five(dimension: Any) -> bool:
    return paper.whole(dimension, low=5)


def _cube(dimension: int, samples: int) -> bool:
    return samples == dimension**3


separation = Claim(
    name="kernel-lower-bound/separation",
    source=paper.LI_MA_ZHANG_2020.at("theorems 1 and 2"),
    status=Status.SHARPENED,
    statement=(
        "Full-batch gradient descent on N = d³ samples (ReLU student, m = 8d, a = 1/d, "
        "w ~ N(0, .09 I/d), 8000 steps of 0.2) ends in the median at a population loss below "
        "B(d, N)/2: below half of what any kernel fixed in advance misses with the same N."
    ),
    given=cubes(6, 7),
    predicted=half_of_bound,
    formula=f"B/2 at N = d³, κ = 1; {paper.BOUND}",
    hypotheses={
        "the dimension is an integer of at least 5": _from_five,
        "there are d³ samples": _cube,
    },
    observe=trained,
    decide=Quantile(0.5, 1, side=Side.AT_MOST, unit=Unit.RELATIVE),
    does_not_show=(
        "Anything at other sizes: at N = d² gradient descent overfits, and kernels win. Theorem 1 "
        "promises some polynomial N, with no exponent. The bound is on the mean over rotated "
        "teachers; a kernel that was fitted to this teacher may lie below it."
    ),
    corners=({"dimension": 6, "samples": 216},),
    mutants=(Mutant("too_few_samples", predicted=half_at_squares, observe=on_squares),),
    plans={
        "ci": Plan(settings=2, looks=(16,)),
        "full": Plan(settings=11, looks=(16,), given=cubes(6, 16)),
    },
    starts="ci",
    figure=descent_figures.loss_by_samples,
)

"""Twice as many neurons as teachers are enough on the population loss: no plateau holds them.

The paper trains m = 2d neurons on a finite sample, sees orders 2, 4 and 6 of the loss stay, and
reads it as a need for more neurons. Here the same student descends the exact loss.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from hypothesis import strategies as st

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Quantile, Side, Unit
from peirama.claims.core.verdict import Observed
from peirama.claims.kernel_lower_bound import descent_figures, paper
from peirama.models.seeds import Seeds

STEP = 0.1
BLOCKS = 60  # of d² steps each
CLEAR = 5  # a trial this many times below the prediction stops: it has reached it


def tenth_of_bound(dimension: int) -> float:
    """A tenth of what d² kernel features miss."""
    return models.arccosine.bound(dimension, dimension**2, 1) / 10


def reached(
    *,
    dimension: int,
    trials: int,
    seeds: Seeds,
    device: str,
    neurons: int = 2,
    activation: str = "absolute",
    most: float = float("inf"),
) -> Observed:
    """The loss of each trial within 60 d² steps (`most`, if fewer), of `neurons` times d neurons.

    Recorded every d² steps, and kept from where it is clearly below the prediction.
    """
    import torch

    loss = models.two_layer.basis(dimension, activation, device=device)
    student = models.two_layer.draw(
        seeds, width=neurons * dimension, dimension=dimension, device=device
    )
    target = tenth_of_bound(dimension) / CLEAR
    lowest = torch.full_like(student[:, 0, 0], float("inf"))
    left = min(most, BLOCKS * dimension**2)
    while left > 0 and (lowest > target).any():
        steps = int(min(left, dimension**2))
        student = models.truncated_descent.descend(loss, student, step=STEP, steps=steps)
        lowest = torch.where(lowest > target, loss.loss(student), lowest)
        left -= steps
    return Observed(lowest.cpu().numpy())


def whole(dimension: Any) -> bool:
    """Whether the dimension is one of which the claim speaks."""
    return paper.whole(dimension, low=4) and dimension <= 64


over_parametrisation = Claim(
    name="kernel-lower-bound/over-parametrisation",
    source=paper.LI_MA_ZHANG_2020.at("section 5, m = 2d against m = 100"),
    status=Status.SCOPE,
    statement=(
        "On the population loss of an absolute-value student with m = 2d neurons (a = 1/d, "
        "w ~ N(0, I/d), step 0.1), gradient descent brings the median loss below B(d, d², 1)/10, a "
        "tenth of what any d² kernel features miss, within 60 d² steps."
    ),
    given={"dimension": st.integers(8, 16)},
    predicted=tenth_of_bound,
    formula=f"B/10 at N = d², κ = 1; {paper.BOUND}",
    hypotheses={"the dimension is an integer from 4 to 64": whole},
    observe=reached,
    decide=Quantile(0.5, 1, side=Side.AT_MOST, unit=Unit.RELATIVE),
    does_not_show=(
        "That the paper's figure is wrong: its step and start are not given, and with its 10^4 "
        "samples at d = 30 a stall of m = 60 was seen (one seed). Width shortens a plateau that "
        "samples make; nothing is said of the number of samples, nor of ReLU students."
    ),
    corners=({"dimension": 8},),
    mutants=(
        Mutant("narrow_relu", observe=partial(reached, neurons=1, activation="relu")),
        Mutant(
            "on_the_plateau",
            observe=partial(reached, most=300),
            given={"dimension": st.integers(15, 16)},
            corners=({"dimension": 16},),
        ),
    ),
    plans={
        "quick": Plan(settings=3, looks=(16,), given={"dimension": st.integers(8, 10)}),
        "ci": Plan(settings=5, looks=(16,)),
        "full": Plan(looks=(16,), given={"dimension": st.sampled_from([8, 12, 16, 30])}),
    },
    figure=descent_figures.orders_in_time,
)

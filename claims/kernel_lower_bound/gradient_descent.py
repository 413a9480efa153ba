"""Gradient descent on the population loss falls faster in the dimension than any kernel can.

B(d, d^p) falls like 1/d for every p; the claim is a slope of at most -(1 + Q). The schedule sets
how steep it is: with Φ the error of a tensor decomposition, Φ → Φ (1 - c η Φ), so that the late
loss, of order d Φ², falls like 1/t².
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.plan import Plan, Profile
from peirama.claims.core.rules import AtMost
from peirama.claims.core.verdict import Observed
from peirama.claims.kernel_lower_bound import descent_figures, paper
from peirama.models.seeds import Seeds

gain = sympy.Symbol("gain", real=True)
LOOKS = (32, 64)  # seeds; half of them decide what is not close


def slopes(
    *,
    gain: float,
    trials: int,
    seeds: Seeds,
    device: str,
    dimensions: tuple[int, ...] = (4, 6, 8),
    width: int = 4,
    schedule: tuple[int, int] = (20, 2),
    caps: tuple[float, float] = (8, 32),
    turning: bool = True,
) -> Observed:
    """The least-squares slope of the log final loss on log d, for each seed.

    `width` d neurons; `schedule` (c, p) gives c d^p steps to each of the two stages.
    """
    logs = [
        models.truncated_descent.two_stages(
            seeds,
            dimension=d,
            width=width * d,
            steps=schedule[0] * d ** schedule[1],
            caps=caps,
            turning=turning,
            device=device,
        ).log()
        for d in dimensions
    ]
    return Observed(np.polyfit(np.log(dimensions), [row.cpu().numpy() for row in logs], 1)[0])


def altered(change: dict[str, Any], **asked: Any) -> Observed:
    """The experiment with something changed, on two dimensions: the right one has slope -2.1."""
    return slopes(**asked | {"dimensions": (3, 6)} | change)


def wrong(name: str, *, starts: Profile = "ci", **change: Any) -> Mutant:
    """A mutant that is tried at the largest gain."""
    return Mutant(
        name,
        observe=partial(altered, change),
        given={"gain": st.just(0.5)},
        corners=({"gain": 0.5},),
        starts=starts,
    )


gradient_descent = Claim(
    name="kernel-lower-bound/gradient-descent",
    source=paper.LI_MA_ZHANG_2020.at("theorem 1"),
    status=Status.SHARPENED,
    statement=(
        "Truncated gradient descent on the population loss of a ReLU student, with m = 4d neurons "
        "(16d in the full profile), w ~ N(0, I/d), a = 1/d, step 0.2, 20 d² steps below the cap "
        "|w|² <= 8 and as many below 32, ends at a loss L = O(1/d^(1 + Q)) for every gain "
        "Q <= 1/2: the log-log slope is at most -(1 + Q). No kernel falls faster than 1/d."
    ),
    given={"gain": grid(0.01, 0.5, simplest=0.5)},
    predicted=-(1 + gain),
    hypotheses={
        "the gain is positive and at most 1/2": (gain > 0) & (gain <= sympy.Rational(1, 2))
    },
    observe=slopes,
    decide=AtMost(0.005),
    does_not_show=(
        "A law for d → ∞, or the value of Q in the paper (below 1/100): the exponent is set by the "
        "schedule of steps, since the late loss falls like the inverse square of their number. "
        "Ours are more than the paper's stage 2, and neither its N, m nor its small step is tried."
    ),
    mutants=(
        wrong("frozen_directions", turning=False, starts="quick"),
        wrong("linear_schedule", schedule=(500, 1)),
        wrong("low_cap", caps=(1.5, 1.5), starts="quick"),
    ),
    plans={
        # the gain is in the prediction alone: the largest that is drawn says it for all
        "quick": Plan(settings=1, looks=LOOKS, given={"gain": grid(0.01, 0.25, simplest=0.25)}),
        "ci": Plan(settings=3, looks=(*LOOKS, 128), sizes={"dimensions": (4, 6, 8, 12)}),
        "full": Plan(  # a GPU's work: hours for d = 32 on a processor, days for 64
            settings=3, looks=LOOKS, sizes={"dimensions": (4, 8, 16, 32, 64), "width": 16}
        ),
    },
    figure=descent_figures.loss_by_dimension,
)

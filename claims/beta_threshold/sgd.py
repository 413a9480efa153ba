"""Finite samples and finite steps: projected SGD escapes as the flow does.

Each step sees a fresh batch; with steps below 2/p and batches of order d² the noise of a whole
search stays small against the largest overlap.
"""

from __future__ import annotations

import math
from functools import partial

from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import paper, search_figures
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Frequency, Side
from peirama.claims.core.verdict import Observed
from peirama.models.seeds import Seeds

FACTOR = math.exp(0.5)  # between the times of SGD and of the flow
LOOKS = (64, 128, 256)  # at 64 a success rate of .97 already excludes .8


def escapes_like_flow(
    *,
    degree: int,
    indices: int,
    dimension: int,
    trials: int,
    seeds: Seeds,
    device: str,
    step: float | None = None,
    frozen: bool = False,
) -> Observed:
    """Whether SGD reaches ½ with the flow's index vector, within a factor e^½ of its time.

    One neuron and one data stream a trial; 0 or 1. `step` and `frozen` (one batch, used again at
    each step) make mutants.
    """
    sgd = models.projected_sgd
    training = sgd.small_steps(degree, dimension, step=step, frozen=frozen)
    start = sgd.start(seeds, training, indices, device=device)
    flow = sgd.escapes_of_flow(start, training)
    seen = sgd.escapes(seeds, start, training, horizon=FACTOR * flow.time)
    near = (seen.time / flow.time).log().abs() <= math.log(FACTOR)
    same = (seen.index == flow.index) & near
    return Observed(same.double().cpu().numpy())


given: paper.Drawn = {"degree": st.integers(3, 4), "indices": st.integers(2, 3)}
given |= {"dimension": grid(16, 128, log=True, whole=True)}
cubic = given | {"degree": st.just(3)}
EXAMPLE = {"degree": 3, "indices": 2, "dimension": 16}

sgd = Claim(
    name="beta-threshold/sgd",
    source=paper.SIMSEK_2025.at("gradient flow, beside which this is a check with finite samples"),
    status=Status.OURS,
    statement="Projected SGD with fresh batches of order d² and steps well below 2/p, from a start "
    "whose largest overlap is at least .7/sqrt(d) and leads by .3/sqrt(d), reaches overlap ½ with "
    "the same of k orthogonal index vectors as the flow, within a factor e^½ of the flow's time.",
    given=given,
    predicted=1,
    hypotheses={**paper.LOWEST_DEGREE, **paper.ENOUGH_DIMENSIONS},
    observe=escapes_like_flow,
    decide=Frequency(0.1, side=Side.AT_LEAST, reference=0.9),
    does_not_show="Nothing about other degrees, larger dimensions, smaller batches, or a second "
    "pass over data; a share of at least .9 of the starts, not every one.",
    corners=(EXAMPLE,),
    mutants=(
        Mutant("frozen batch", observe=partial(escapes_like_flow, frozen=True)),
        Mutant("step 10 times as long", observe=partial(escapes_like_flow, step=0.2)),
        Mutant("step above 2/p", observe=partial(escapes_like_flow, step=2.2 / 3)),
    ),
    plans={
        "quick": Plan(settings=4, looks=LOOKS, given=cubic | {"dimension": st.integers(16, 20)}),
        "ci": Plan(settings=10, looks=LOOKS, given=cubic | {"dimension": st.integers(16, 32)}),
        "full": Plan(settings=40, looks=LOOKS),
    },
    figure=search_figures.sgd_beside_flow,
)

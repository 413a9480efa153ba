"""The plateau of gradient descent is what one kernel feature misses.

Orders 0 and 2 of the loss can be fitted without a single direction of the teacher, and fall at
once; what is left when they are gone is the sum of all orders from 4 on, B(d, 1).
"""

from __future__ import annotations

from functools import partial

import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import MeanWithin, Unit
from peirama.claims.core.verdict import Observed
from peirama.claims.kernel_lower_bound import descent_figures, paper
from peirama.claims.kernel_lower_bound.paper import dimension as d
from peirama.models.seeds import Seeds

FALLEN = 0.01  # of the bound: orders 0, 1 and 2 together have then left the loss
EVERY = 3  # steps between two looks at the orders
MOST = 1500  # steps; the orders fall within about 75 (d = 8) to 200 (d = 24)
LOOKS = (32, 64)

squares = sympy.gamma(d / 2) ** 2 / sympy.gamma((d + 1) / 2) ** 2
one_feature = 2 / sympy.pi + (1 - 2 / sympy.pi) / d - d * squares / sympy.pi  # B(d, 1, 1)


def left_on_plateau(
    *, dimension: int, trials: int, seeds: Seeds, device: str, at: int | None = None
) -> Observed:
    """Orders from 4 on, when orders 0, 1, 2 first sum to 1% of the bound; or `at` a step."""
    import torch

    descend = models.truncated_descent.descend
    loss = models.two_layer.basis(dimension, "relu", device=device)
    neurons = models.two_layer.draw(seeds, width=16 * dimension, dimension=dimension, device=device)
    limit = FALLEN * models.arccosine.bound(dimension, 1, 1)
    left = torch.full_like(neurons[:, 0, 0], float("nan"))
    for _ in range(0, MOST, EVERY):
        neurons = descend(loss, neurons, step=0.2, steps=at or EVERY)
        low = loss.orders(neurons, (0, 1, 2)).sum(-1)
        new = left.isnan() & ((low < limit) | (at is not None))
        if new.any():
            left = torch.where(new, loss.loss(neurons) - low, left)
        if not left.isnan().any():
            break
    return Observed(left.cpu().numpy())


stages = Claim(
    name="kernel-lower-bound/stages",
    source=paper.LI_MA_ZHANG_2020.at("stage 1, and section 5"),
    status=Status.SHARPENED,
    statement=(
        "Gradient descent on the population loss of a ReLU student (m = 16d, w ~ N(0, I/d), "
        "a = 1/d, step 0.2) first removes orders 0, 1 and 2. When they together fall below 1% of "
        "B(d, 1), the orders from 4 on still equal B(d, 1), what one kernel feature misses, "
        "within 15% in the mean."
    ),
    given={"dimension": st.integers(8, 12)},
    predicted=one_feature,
    hypotheses={"the dimension is at least 4": d >= 4},
    observe=left_on_plateau,
    decide=MeanWithin(0.15, unit=Unit.RELATIVE),
    does_not_show=(
        "How long the plateau lasts, how it ends, or anything at smaller widths: at m = 4d the "
        "orders from 4 on are 15 to 22% above the bound."
    ),
    corners=({"dimension": 8},),
    mutants=(
        Mutant("plateau_total", predicted=one_feature + 1 / (sympy.pi * d)),
        Mutant("late_look", observe=partial(left_on_plateau, at=400), starts="ci"),
    ),
    plans={
        "quick": Plan(settings=2, looks=LOOKS, given={"dimension": st.integers(8, 9)}),
        "ci": Plan(settings=5, looks=LOOKS),
        "full": Plan(settings=17, looks=LOOKS, given={"dimension": st.integers(8, 24)}),
    },
    figure=descent_figures.plateau,
)

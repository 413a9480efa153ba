"""One gradient step selects the degree of the target once n passes n* = 1 + (c-1) N_l0 v/w_l0.

At n* the mean of the selection statistic of degree l0 is c times that of a degree without signal:
an order of d^l0, whatever channels are on offer above. The prediction under test says how many
samples are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import sympy

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.prediction import rational
from peirama.claims.core.rules import Frequency, Side
from peirama.claims.core.verdict import Observed
from peirama.claims.sample_complexity import paper, selection_domain, selection_figures
from peirama.claims.sample_complexity.paper import HARMONICS
from peirama.claims.sample_complexity.paper import noise as s
from peirama.models.seeds import Seeds

c = sympy.Symbol("threshold", positive=True)
FACTORS = {"early": 1 / 4, "crossing": 1.0, "late": 3.0}  # of the predicted number of samples
FURTHER = 2  # channels on offer above the target's degree
MOST = 800  # samples that are run; a wrong prediction beyond it is judged by its earlier points


def crossing(harmonics: sympy.Expr, excess: sympy.Expr) -> Callable[..., sympy.Expr]:
    """The prediction n* as a function of the weights, which sum to 1."""

    def n_star(weights: Sequence[float]) -> sympy.Expr:
        return 1 + excess * harmonics * (1 + s**2) / rational(weights[-1])

    return n_star


def selections(
    *,
    dimension: int,
    degree: int,
    weights: Sequence[float],
    noise: float,
    threshold: float,
    trials: int,
    seeds: Seeds,
    device: str,
    predicted: Mapping[str, Any],
    hard_coded: bool = False,
) -> Observed:
    """Whether degree l0 is the one selected, at a quarter of n*, at n* and at three times n*."""
    seen = {}
    for clause, factor in FACTORS.items():
        samples = max(1, round(factor * float(predicted["crossing"])))
        if samples > MOST:
            seen[clause] = np.full(trials, np.nan)
            continue
        found = models.channel_selection.selected(
            seeds.only(seeds.trials),
            dimension=dimension,
            weights=weights,
            channels=degree + FURTHER,
            samples=samples,
            noise=noise,
            threshold=threshold,
            device=device,
        )
        right = np.ones(trials) if hard_coded else (found == degree).double().cpu().numpy()
        seen[clause] = right
    return Observed(seen)


EXAMPLE = {"dimension": 8, "degree": 2, "weights": [0.0, 0.4, 0.6], "noise": 0.5, "threshold": 2.0}
STRICT = {"dimension": 5, "degree": 3, "weights": [0.0, 0.0, 0.4, 0.6], "noise": 0.5}

channel_selection = Claim(
    name="sample-complexity/channel-selection",
    source=paper.YANG_2025.at("theorem on the selection of channels by one gradient step"),
    status=Status.OURS,
    statement="The largest degree l with y'P_l(XX')y/n² >= c mean(y²)/n, which one gradient step "
    "on the channels selects at infinite width, is l0 = degree about half of the time at "
    "n* = 1 + (c - 1) N (1 + s²)/w samples, w = weights[l0], N the harmonics of degree l0, "
    "c = threshold: with probability 1/2 ± 1/4 at n*, at most 0.15 at n*/4 and at least 0.95 at "
    "3 n*. So the samples are of order d^l0, whatever degrees above l0 are on offer.",
    given=selection_domain.thresholds(most=700 / 3),
    predicted={"crossing": crossing(HARMONICS, c - 1)},
    formula="1 + (threshold - 1) N(dimension, degree) (1 + noise²)/weights[degree]",
    hypotheses={**paper.SPHERE, **paper.NOISE, **paper.WEIGHTS, **paper.THRESHOLD},
    observe=selections,
    decide={
        "early": Frequency(0.05, side=Side.AT_MOST, reference=0.15),
        "crossing": Frequency(0.25, reference=0.5),
        "late": Frequency(0.05, side=Side.AT_LEAST, reference=0.95),
    },
    does_not_show="The paper's own threshold and probability, which were not available. Nothing on "
    "degrees below l0, which noise can close or open. The order d^l0 belongs to this statistic: "
    "without its diagonal, order d^(l0/2) would do. With fewer than 30 harmonics the passage is "
    "too wide for these probabilities.",
    corners=(
        EXAMPLE,
        {"dimension": 10, "degree": 2, "weights": [0.0, 0.0, 1.0], "noise": 0.5, "threshold": 2.0},
        {**STRICT, "threshold": 1.5},
        {"dimension": 30, "degree": 1, "weights": [0.1, 0.9], "noise": 0.2, "threshold": 3.0},
    ),
    mutants=(
        Mutant(
            "inverse-threshold",
            predicted={"crossing": crossing(HARMONICS, 1 / (c - 1))},
            corners=({**EXAMPLE, "threshold": 3.0},),
        ),
        Mutant("hard-coded-degree", observe=partial(selections, hard_coded=True)),
        Mutant("root-dimension", predicted={"crossing": crossing(sympy.sqrt(HARMONICS), c - 1)}),
        Mutant(
            "squared-dimension",
            predicted={"crossing": crossing(HARMONICS**2, c - 1)},
            corners=({**STRICT, "threshold": 1.5},),
        ),
    ),
    plans={
        "quick": Plan(
            settings=8,
            looks=(32, 64, 128, 256, 512),
            given=selection_domain.thresholds(most=100),
        ),
        "ci": Plan(settings=20, looks=(32, 64, 128, 256, 512)),
        "full": Plan(settings=40, looks=(32, 64, 128, 256, 512, 1024)),
    },
    figure=selection_figures.frequency_by_samples,
)

"""Without the selection of channels, least squares pays for all r_L harmonics instead of r0.

On the same data the risks are s² r_L/(n - r_L + 1) and s² r0/(n - r0 + 1); the cost is their ratio.
Where n is below r_L, fitting all channels interpolates, which costs far more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import sympy

from peirama import models
from peirama.claims.core.claim import Claim, Clause, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Quantile, RatioOfMeans, Side
from peirama.claims.core.verdict import Evidence, Observed
from peirama.claims.sample_complexity import paper, selection_cost_figures
from peirama.claims.sample_complexity.paper import RANK, degree
from peirama.claims.sample_complexity.paper import samples as n
from peirama.claims.sample_complexity.selection_cost_domain import COVERED, offers, setting
from peirama.models.harmonic_basis import rank
from peirama.models.seeds import Seeds

REPEATS = 64  # noise vectors a trial, shared by the two fits
INTERPOLATED = 0.8  # samples over r_L where all channels are fitted exactly
channels = sympy.Symbol("channels", integer=True, positive=True)
OPEN = RANK.subs(degree, channels)  # r_L, the harmonics of all channels on offer


def risks_with_all_channels(
    *,
    dimension: int,
    degree: int,
    channels: int,
    samples: int,
    noise: float,
    weights: Sequence[float],
    trials: int,
    seeds: Seeds,
    device: str,
    fitted: int | None = None,
) -> Observed:
    """The risks of least squares on all channels and on the degrees up to l0, on the same data.

    `fitted` is the highest degree of the first fit, else all channels.
    """
    padded = [*weights, *(0.0,) * (channels - degree)]

    def risks(up_to: int, size: int, repeats: int) -> np.ndarray:
        found, _ = models.harmonic_regression.risks(
            seeds.only(seeds.trials),
            dimension=dimension,
            weights=padded,
            fitted=up_to,
            samples=size,
            noise=noise,
            repeats=repeats,
            device=device,
        )
        return np.asarray(found.cpu().numpy())

    all_of_them = channels if fitted is None else fitted
    few = max(rank(dimension, degree), round(INTERPOLATED * rank(dimension, channels)))
    pair = [risks(each, samples, REPEATS) for each in (all_of_them, degree)]
    at_few = [risks(each, few, 1) for each in (all_of_them, degree)]
    return Observed(
        {
            "cost": Evidence(np.stack(pair, -1), np.arange(2.0)),
            "interpolation": at_few[0] / at_few[1],
        }
    )


no_selection_cost = Claim(
    name="sample-complexity/no-selection-cost",
    source=paper.YANG_2025.at("the selection of channels, for what it saves"),
    status=Status.OURS,
    statement="Least squares on all channels 0 to L = channels has r_L (n - r0 + 1)/(r0 (n - r_L + "
    "1)) times the risk of least squares on the degrees up to l0 = degree, on n >= 6 r_L samples, "
    "to 5%. Where r_L > 6 r0, its median risk at n = 0.8 r_L, where it interpolates, is at least "
    "3 times as large.",
    given=offers(200),
    predicted={"cost": OPEN * (n - RANK + 1) / (RANK * (n - OPEN + 1))},
    hypotheses={
        **paper.SPHERE,
        **paper.CHANNELS,
        **COVERED,
        **paper.NOISE,
        **paper.WEIGHTS,
    },
    observe=risks_with_all_channels,
    decide={
        "cost": RatioOfMeans(0.05),  # a true one lies up to 0.018 off, the excess over the floors
        "interpolation": Clause(
            Quantile(0.5, 0.5, side=Side.AT_LEAST, reference=3.0), when=sympy.Gt(OPEN, 6 * RANK)
        ),
    },
    does_not_show="That the selection is needed between r_L and 6 r_L samples, or far below "
    "r_L: at n = 5 r0 and noise 2 the ratio of the risks was between 0.41 and 1.45.",
    corners=(setting(6, 2, 3, 500), setting(6, 1, 2, 200), setting(12, 1, 2, 600)),
    mutants=(
        Mutant("free-selection", predicted={"cost": sympy.Integer(1)}, clause="cost"),
        Mutant("uncorrected-cost", predicted={"cost": OPEN / RANK}, clause="cost"),
        Mutant(
            "selected-interpolant",
            observe=partial(risks_with_all_channels, fitted=1),
            clause="interpolation",
            corners=(setting(12, 1, 2, 600),),
        ),
    ),
    plans={
        "quick": Plan(settings=6, looks=(64, 128, 256), given=offers(100)),
        "ci": Plan(settings=12, looks=(64, 128, 256, 512)),
        "full": Plan(settings=30, looks=(64, 128, 256, 512, 1024), given=offers(1000)),
    },
    figure=selection_cost_figures.risks_by_samples,
)

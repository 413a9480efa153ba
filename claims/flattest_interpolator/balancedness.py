"""Flat up to a constant, yet one outer weight is much larger than 1/m.

Read literally, with unit inner weights, "flattest implies |a|_inf of order 1/m" is refuted by one
neuron of weight a_1 = spike m^(-(c-1)/(2c)) among equal ones: its Υ stays within a constant factor
of the least, and m |a|_inf = spike m^((c+1)/(2c)) has no bound.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, Side
from peirama.claims.core.verdict import Observed
from peirama.claims.flattest_interpolator import paper, spike_figures
from peirama.claims.flattest_interpolator.paper import homogeneity as c
from peirama.claims.flattest_interpolator.paper import width as m
from peirama.models.seeds import Seeds

spike = sympy.Symbol("spike", positive=True)
POWER = 2 * c / (c + 1)
FIRST = spike * m ** (-(c - 1) / (2 * c))  # a_1
RATIO = spike**POWER + (1 - FIRST) ** POWER * ((m - 1) / m) ** (1 - POWER)
GROWTH = (c + 1) / (2 * c)
WIDER = 4  # times the width, for the slope of the largest weight
SAMPLES, DIMENSION = 12, 5


def spiked(
    *,
    homogeneity: int,
    width: int,
    spike: float,
    trials: int,
    seeds: Seeds,
    device: str,
    spiky: bool = True,
) -> Observed:
    """Υ of the network with one larger weight over Υ of the equal one, and its largest weight."""
    sigma = models.activations.named("quadratic")

    def fit(width: int, spiky: bool) -> Any:
        first = models.spiked.first_weight(spike, width, homogeneity) if spiky else 1 / width
        outer = models.spiked.split(first, width)
        sizes: Any = {"samples": SAMPLES, "dimension": DIMENSION, "device": device}
        return models.spiked.fits(sigma, seeds.only(seeds.trials), outer=outer, **sizes)

    def least(fit: Any) -> Any:
        return models.sharpness.least_trace(sigma, fit.network, fit.x, loss_scale=0.5)

    one, wider, equal = fit(width, spiky), fit(WIDER * width, spiky), fit(width, False)
    ratio = least(one) / least(equal)
    largest = [models.spiked.unbalance(each) for each in (one, wider)]
    growth = (largest[1] / largest[0]).log() / math.log(WIDER)
    bound = 1 + spike ** (2 * homogeneity / (homogeneity + 1))
    seen = {"ratio": ratio, "bounded": ratio - bound, "growth": growth}
    missed = models.drawn_networks.residual(sigma, one)
    return Observed(
        {clause: values.cpu().numpy() for clause, values in seen.items()},
        guards={"residual of the fit": (missed.cpu().numpy(), 1e-8)},
    )


def _above_one(homogeneity: Any) -> bool:
    return isinstance(homogeneity, int | float) and 1 < homogeneity < math.inf


def _width(width: Any) -> bool:
    return isinstance(width, int) and not isinstance(width, bool) and width >= 2


def _spike(spike: Any) -> bool:
    return isinstance(spike, int | float) and not isinstance(spike, bool) and 0 < spike <= 1


EXAMPLE = {"homogeneity": 2, "width": 64, "spike": 0.5}
WIDTH = grid(64, 4096, log=True, whole=True)

balancedness = Claim(
    name="flattest-interpolator/balancedness",
    source=paper.VARDHAN_TAHERI_MAZUMDAR_2026.at("flattest networks have weights of order 1/m"),
    status=Status.SCOPE,
    statement='"Flattest implies |a|_inf = O(1/m)" is refuted as literally stated, for unit inner '
    "weights and flattest up to a constant; the paper's hypotheses were not available. Of m equal "
    "neurons, let one have the outer weight spike·m^(-(c-1)/(2c)). Then Υ grows by the factor "
    "predicted, below 1 + spike^p, p = 2c/(c+1), while m |a|_inf grows like m^((c+1)/(2c)).",
    given={"homogeneity": st.just(2), "width": WIDTH, "spike": grid(0.1, 1, simplest=0.5)},
    predicted={"ratio": RATIO, "growth": GROWTH},
    hypotheses={
        "the homogeneity is a number above 1: at 1, every split of the sum is as flat": _above_one,
        "the width is an integer of at least 2": _width,
        "the spike is a number above 0 and at most 1": _spike,
    },
    observe=spiked,
    decide={
        "ratio": Exact(1e-10),
        "bounded": Exact(1e-10, side=Side.AT_MOST, reference=0.0),
        "growth": Exact(1e-6),
    },
    does_not_show="Anything of the paper's own statement, whose hypotheses and normalisation of θ "
    "were not available: in the rescaled network of least trace even equal neurons have |a|_inf of "
    "order m^(-1/(c+1)). Flat up to a factor K does give |a|_inf <= K^(1/p) m^(-(c-1)/(2c)).",
    corners=(EXAMPLE, {**EXAMPLE, "width": 4096}, {**EXAMPLE, "spike": 1.0}),
    mutants=(
        Mutant("equal_split", predicted={"ratio": sympy.Integer(1)}, clause="ratio"),
        Mutant("limit_at_every_width", predicted={"ratio": 1 + spike**POWER}, clause="ratio"),
        Mutant("literally_balanced", predicted={"growth": sympy.Integer(0)}, clause="growth"),
        Mutant("no_spike", observe=partial(spiked, spiky=False)),
    ),
    plans={"quick": Plan(settings=8), "ci": Plan(settings=20), "full": Plan(settings=60)},
    figure=spike_figures.flat_and_unbalanced,
)

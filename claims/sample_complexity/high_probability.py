"""The risk exceeds a bound of the order d^l0/n with probability at most δ.

Given the inputs the bound is a theorem of Laurent and Massart on weighted chi-squares; with the
limiting spectrum of the design in place of its own it is a formula of n, r0, s and δ.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Any

import sympy

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Frequency, Side
from peirama.claims.core.verdict import Observed
from peirama.claims.sample_complexity import drawn, paper, quantile_figures
from peirama.claims.sample_complexity.paper import RANK, RISK
from peirama.claims.sample_complexity.paper import noise as s
from peirama.claims.sample_complexity.paper import samples as n
from peirama.models.seeds import Seeds

failure = sympy.Symbol("failure", positive=True)
_t, _g = -sympy.log(failure), RANK / n
BOUND = (s**2 / n) * (
    RANK / (1 - _g)
    + 2 * sympy.sqrt(RANK * _t) / (1 - _g) ** sympy.Rational(3, 2)
    + 2 * _t / (1 - sympy.sqrt(_g)) ** 2
)


def exceeded(
    *,
    dimension: int,
    degree: int,
    samples: int,
    noise: float,
    failure: float,
    trials: int,
    seeds: Seeds,
    device: str,
    predicted: Mapping[str, Any],
    deviations: bool = True,
) -> Observed:
    """Whether the risk of a trial exceeds the formula, and the bound given its inputs."""
    del trials  # the streams know how many
    seen = models.risk_quantiles.draw(
        seeds, dimension=dimension, degree=degree, samples=samples, device=device
    )
    given_inputs = seen.bound(-math.log(failure), deviations=deviations)
    events = {
        "formula": noise**2 * seen.risk > float(predicted["bound"]),
        "given inputs": seen.risk > given_inputs,
    }
    return Observed({clause: event.double().cpu().numpy() for clause, event in events.items()})


def _failure(failure: Any) -> bool:
    return paper.positive(failure) and failure < 1


def _more(dimension: int, degree: int, samples: int) -> bool:
    return samples > models.harmonic_basis.rank(dimension, degree)


EXAMPLE = {"dimension": 10, "degree": 1, "samples": 44, "noise": 1.0, "failure": 0.1}

high_probability = Claim(
    name="sample-complexity/high-probability",
    source=paper.YANG_2025.at("theorem on the risk with probability at least 1 - δ"),
    status=Status.SHARPENED,
    statement="With g = r0/n and t = log(1/δ), δ = failure, the risk of least squares on the "
    "degrees up to l0 = degree exceeds (s²/n) (r0/(1-g) + 2 sqrt(r0 t)/(1-g)^(3/2) + "
    "2t/(1-sqrt(g))²) with probability at most δ, as it does the bound of Laurent and Massart "
    "given the inputs.",
    given=drawn.with_failure(2e5),
    predicted={"bound": BOUND, "formula": failure, "given inputs": failure},
    hypotheses={
        **paper.SPHERE,
        **paper.ENOUGH,
        "there are more samples than r0 harmonics: with as many, the formula is infinite": _more,
        **paper.NOISE,
        "the failure is a probability between 0 and 1": _failure,
    },
    observe=exceeded,
    decide={
        "formula": Frequency(0.05, side=Side.AT_MOST),
        "given inputs": Frequency(0.05, side=Side.AT_MOST),
    },
    does_not_show="That the bound is tight: it is exceeded far less often than δ (about 0.04 for δ "
    "= 0.5). The limiting spectrum in the formula is an approximation, checked from r0 = 6 on; the "
    "failure of the selection is not part of it.",
    corners=(EXAMPLE, {**EXAMPLE, "failure": 0.5}, {**EXAMPLE, "dimension": 5, "samples": 24}),
    mutants=(
        Mutant(
            "mean-as-quantile",
            predicted={"bound": RISK},
            clause="formula",
            corners=(EXAMPLE,),
            gap=0.3,  # exceeded in about 4 of 10 trials
        ),
        Mutant(
            "trace-alone",
            observe=partial(exceeded, deviations=False),
            clause="given inputs",
            corners=(EXAMPLE,),
        ),
    ),
    plans={
        "quick": Plan(settings=10, looks=(64, 128, 256, 512), given=drawn.with_failure(2e4)),
        "ci": Plan(settings=25),
        "full": Plan(settings=100, given=drawn.with_failure(2e6)),
    },
    figure=quantile_figures.exceedances,
)

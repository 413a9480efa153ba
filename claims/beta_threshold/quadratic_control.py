"""With a component of degree 2 the search is logarithmic, whatever else there is.

ṁ ≈ 2 a_2 m near the equator, so T = ln(1/m(0))/(2 a_2) + O(1) with m(0) of order 1/sqrt(d): the
negative control of the power law d^{p/2 - 1}, which needs a_2 = 0.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import paper, search_figures
from peirama.claims.beta_threshold.paper import degree as p
from peirama.claims.beta_threshold.paper import dimension as d
from peirama.claims.beta_threshold.paper import indices as k
from peirama.claims.beta_threshold.search_constant import by_parity
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, Unit
from peirama.claims.core.verdict import Observed
from peirama.models.seeds import Seeds

FACTOR = 100  # between the two dimensions
quadratic, weight = sympy.symbols("quadratic weight", real=True)


def slope_in_log_dimension(
    *,
    quadratic: float,
    degree: int,
    weight: float,
    dimension: int,
    trials: int,
    seeds: Seeds,
    device: str,
) -> Observed:
    """How much longer the same neurons search in 100 d dimensions than in d, over ln 100.

    The median is over those that escape: at odd degree a negative overlap may come to rest
    early. Seen again at half the time step; the numerical error is the change.
    """
    coefficients = {2: quadratic, degree: weight} if weight else {2: quadratic}
    run = partial(models.escape.paired, models.index_flow.Flow(coefficients, 1), signed=False)
    x, seen = [dimension, FACTOR * dimension], []
    for step in (0.15, 0.075):
        same = seeds.only(seeds.trials)  # the streams from their start
        most = round(40 / step)  # for neurons at rest; escapes take two thirds of it at most
        escapes = run(same, x, count=64, device=device, level=0.5, step=step, most=most)
        seen.append((escapes.medians[:, 1] - escapes.medians[:, 0]) / np.log(FACTOR))
    guards = {"neurons that escape in one dimension only": (escapes.torn, 0)}
    return Observed(seen[1], error=abs(seen[0] - seen[1]), guards=guards)


POWER = by_parity().subs(k, 1) * d ** (p / 2 - 1) * (FACTOR ** (p / 2 - 1) - 1) / sympy.log(FACTOR)

quadratic_control = Claim(
    name="beta-threshold/quadratic-control",
    source=paper.SIMSEK_2025.at("time of the search at lowest degree 2 (a secondary summary)"),
    status=Status.SCOPE,
    statement="For g(t) = a_2 t² + weight·t^p with a_2 > 0 and one index vector, the median time "
    "to escape, among random neurons that do, grows with the dimension d by 1/(4 a_2) for each "
    "unit of ln d: a power law in d needs a_2 = 0.",
    given={
        "quadratic": grid(0.01, 3, simplest=1),
        "degree": st.integers(3, 6),
        "weight": grid(0, 1),
        "dimension": grid(1e10, 1e12, log=True, whole=True),
    },
    predicted=1 / (4 * quadratic),
    hypotheses={
        "the component of degree 2 is positive": quadratic > 0,
        "the other degree is at least 3": p >= 3,
        "the weight of the other degree is not negative": weight >= 0,
    },
    observe=slope_in_log_dimension,
    decide=Exact(2e-3, unit=Unit.RELATIVE),
    does_not_show="Nothing below d = 10^10, where the slope is still off by more than the margin, "
    "nor whether the paper's σ* may have such a component: it excludes degree 2.",
    corners=(
        {"quadratic": 0.01, "degree": 3, "weight": 1.0, "dimension": 10**10},
        {"quadratic": 1.0, "degree": 3, "weight": 0.0, "dimension": 10**10},
    ),
    mutants=(
        Mutant("power law kept", predicted=POWER),
        Mutant("1/(2 a_2)", predicted=1 / (2 * quadratic)),
    ),
    plans={"quick": Plan(settings=8), "ci": Plan(settings=25), "full": Plan(settings=60)},
    figure=search_figures.leaks,
)

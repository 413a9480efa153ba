"""How the search time grows with the dimension: like d^{p/2 - 1}, p the lowest degree.

Near the equator, where a random neuron starts with overlaps of size 1/sqrt(d), the component of
degree p alone matters: ṁ ≈ p m^{p-1} takes a time of order m^{-(p-2)} to leave.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import paper, search_figures
from peirama.claims.beta_threshold.paper import degree as p
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exponent, MeanWithin
from peirama.claims.core.verdict import Evidence, Observed, Setting
from peirama.models.seeds import Seeds

RUNGS = 10 ** np.array([0.0, 0.75, 1.5, 2.25, 3.0])  # times the drawn dimension
q, weight = sympy.Symbol("higher_degree", integer=True), sympy.Symbol("weight", real=True)


def median_times(
    *,
    degree: int,
    higher_degree: int,
    weight: float,
    indices: int,
    overlap: float,
    dimension: int,
    trials: int,
    seeds: Seeds,
    device: str,
    neurons: int = 8,
    leak: float = 0.0,
) -> Observed:
    """The median escape time of one set of neurons a trial, relative to the first dimension's.

    A set is the same in every dimension, which removes nearly all noise. The guard is on neurons
    that escape in some dimensions only, which one degree excludes; `leak` is a_2.
    """
    drawn = {2: leak, higher_degree: weight}
    drawn[degree] = drawn.get(degree, 0.0) + 1
    flow = models.index_flow.Flow({n: a for n, a in drawn.items() if a}, indices, overlap)
    x, signed = np.round(dimension * RUNGS), degree % 2 == 1
    seen = models.escape.paired(flow, seeds, x, count=neurons, signed=signed, device=device)
    y = seen.medians / seen.medians[:, :1]
    torn = seen.torn if len(flow.coefficients) == 1 else np.zeros(trials)
    clauses = {"exponent": Evidence(y, x), "ends": np.log(y[:, -1]) / np.log(x[-1] / x[0])}
    return Observed(clauses, guards={"neurons that escape in some dimensions only": (torn, 0)})


def region(setting: Setting) -> str:
    """Whether a higher degree is mixed in, and whether index vectors overlap."""
    mixed = "mixture" if setting["weight"] else "one degree"
    return f"{mixed}, {'acute' if setting['overlap'] else 'orthogonal'}"


given: paper.Drawn = {"degree": st.integers(3, 7), "higher_degree": st.integers(7, 12)}
given |= {"weight": grid(0.1, 3, simplest=1, also=(0.0,))}
given |= {"indices": st.integers(1, 32), "overlap": grid(0, 0.5)}
given |= {"dimension": grid(1e6, 1e9, log=True, whole=True)}
small: paper.Drawn = {"degree": st.integers(3, 5), "indices": st.integers(1, 8)}
one = {"degree": 3, "higher_degree": 7, "weight": 0.0, "indices": 1, "overlap": 0.0}
one |= {"dimension": 10**6}
corners = (one | {"weight": 3.0, "indices": 8, "overlap": 0.2}, one | {"degree": 5, "indices": 8})

escape_time = Claim(
    name="beta-threshold/escape-time",
    source=paper.SIMSEK_2025.at("time of the search (the exponent is from a secondary summary)"),
    status=Status.PAPER,
    statement="For g(t) = t^p + weight·t^q, 3 <= p <= q, and k index vectors of equal overlap β, "
    "the median time to escape, among random neurons that do, grows with the dimension d like "
    "d^(p/2 - 1): the lowest degree alone decides.",
    given=given,
    predicted=p / 2 - 1,
    hypotheses={**paper.LOWEST_DEGREE, **paper.ACUTE, **paper.ENOUGH_DIMENSIONS}
    | {"the other degree is not below the lowest": q >= p}
    | {"the weight of the other degree is not negative": weight >= 0},
    observe=median_times,
    decide={"exponent": Exponent(0.01), "ends": MeanWithin(0.01)},
    does_not_show="Nothing below d = 10^6, where local slopes are larger (.69 at d <= 100, p = 3). "
    "For β > 0 and for mixtures the exponent is measured, not proved.",
    corners=corners,
    mutants=(
        Mutant("exponent p/2", predicted=p / 2),
        Mutant("exponent (p - 1)/2", predicted=(p - 1) / 2),
        Mutant("exponent of the highest degree", predicted=q / 2 - 1),
        Mutant("leak of degree 2", observe=partial(median_times, leak=0.01), corners=(one,)),
    ),
    plans={
        "quick": Plan(settings=5, looks=(64, 128, 256), given=given | small, sizes={"neurons": 3}),
        "ci": Plan(
            settings=15, looks=(64, 128, 256), given=given | {"indices": st.integers(1, 16)}
        ),
        "full": Plan(settings=60, looks=(64, 128, 256)),
    },
    region=region,
    figure=search_figures.times_by_dimension,
)

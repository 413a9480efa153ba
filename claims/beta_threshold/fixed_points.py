"""How many fixed points the flow has for orthogonal index vectors, graded by unstable directions.

They solve p m_j^{p-1} = λ m_j on the unit sphere, so the overlaps of a fixed point with a subset
of s index vectors are ±1/sqrt(s), of a common sign where p is odd, and all others are zero.
"""

from __future__ import annotations

from functools import partial

import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import figures, paper
from peirama.claims.beta_threshold.paper import degree as p
from peirama.claims.beta_threshold.paper import indices as k
from peirama.claims.beta_threshold.paper import subset as s
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import Domain
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact
from peirama.claims.core.verdict import Observed, Setting
from peirama.models.seeds import Seeds

predicted = sympy.binomial(k, s) * sympy.Piecewise((2, sympy.Eq(sympy.Mod(p, 2), 1)), (2**s, True))


def counted(
    *,
    degree: int,
    indices: int,
    subset: int,
    trials: int,
    seeds: Seeds,
    device: str,
    excess: int = 0,
) -> Observed:
    """The number of fixed points with subset - 1 unstable directions, by a census a trial.

    Newton's iteration from random points on random faces of the sphere. A count has no numerical
    error; the guard is on points that were found only once, for others may then be missing.
    """
    starts = models.critical_points.starts(seeds, degree=degree, indices=indices, device=device)
    counts, once = [], []
    for trial in range(trials):
        census = models.critical_points.census(degree, starts[trial])
        unstable = models.critical_points.morse_index(degree, census.points, census.multiplier)
        counts.append(float((unstable == subset - 1 + excess).sum()))
        once.append(float((census.found < 2).sum()))
    return Observed(counts, error=[0.0] * trials, guards={"points found only once": (once, 0)})


def region(setting: Setting) -> str:
    """The parity of the degree, on which the count depends."""
    return "odd degree" if setting["degree"] % 2 else "even degree"


def up_to(most: int) -> Domain:
    """Degrees 3 to 8 and subsets of up to `most` index vectors."""
    settings = st.builds(
        lambda degree, pair: {"degree": degree, "indices": pair[0], "subset": pair[1]},
        st.integers(3, 8),
        st.sampled_from([(i, j) for i in range(1, most + 1) for j in range(1, i + 1)]),
    )
    text = f"degree from 3 to 8, indices from 1 to {most}, subset from 1 to indices"
    return Domain(("degree", "indices", "subset"), settings, text)


fixed_points = Claim(
    name="beta-threshold/fixed-points",
    source=paper.SIMSEK_2025.at("fixed points for orthogonal index vectors (abstract)"),
    status=Status.PAPER,
    statement=(
        "For one Hermite component of degree p and k orthogonal index vectors, the fixed points of "
        "the flow on the sphere of their span are the normalised averages of subsets, up to signs "
        "(a common one if p is odd). Those of s vectors number binomial(k, s)·2 for odd p and "
        "binomial(k, s)·2^s for even p, and have s - 1 unstable directions where λ > 0."
    ),
    given=up_to(7),
    predicted=predicted,
    hypotheses=paper.LOWEST_DEGREE,
    observe=counted,
    decide=Exact(0.5),
    does_not_show="Which fixed points random neurons reach, or anything for overlaps above zero.",
    corners=(
        {"degree": 3, "indices": 4, "subset": 1},
        {"degree": 4, "indices": 4, "subset": 4},
        {"degree": 4, "indices": 4, "subset": 1},
    ),
    mutants=(
        Mutant("multiplicity s", observe=partial(counted, excess=1)),
        Mutant("signs forgotten", predicted=sympy.binomial(k, s)),
    ),
    plans={
        "quick": Plan(settings=12, looks=(1,), given=up_to(4)),
        "ci": Plan(settings=40, looks=(1,), given=up_to(5)),
        "full": Plan(looks=(1,)),
    },
    region=region,
    figure=partial(figures.census_by_index, predicted),
)

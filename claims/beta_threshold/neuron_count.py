"""How many neurons find all index vectors: k log k, like a collector of k coupons.

A random neuron finds one of k orthogonal index vectors, each with the same probability, or none:
at odd degree it finds none if all its overlaps are negative, with probability ε = 2^{-k}.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import paper, search_figures
from peirama.claims.beta_threshold.occupancy import half_lost, occupancy
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import Domain, grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Frequency
from peirama.claims.core.verdict import Observed, Setting
from peirama.models.seeds import Seeds


def all_found(
    *,
    degree: int,
    indices: int,
    neurons: int,
    trials: int,
    seeds: Seeds,
    device: str,
    largest: int = 0,
) -> Observed:
    """Whether the neurons of a trial find all index vectors (0 or 1).

    The flow is run where neurons·indices is at most `largest`; elsewhere the rule of
    nearest-index says where a neuron ends. A neuron that the flow did not finish is a failure.
    """
    of = {"degree": degree, "indices": indices, "neurons": neurons, "largest": largest}
    seen = models.discovery.search(seeds, **of, device=device)
    return Observed(seen.complete, guards={"neurons on the way": (seen.unfinished, 0)})


def region(setting: Setting) -> str:
    """On which side of n = k log k the setting lies."""
    ratio = setting["neurons"] / max(setting["indices"] * math.log(setting["indices"]), 1)
    return "below k log k" if ratio < 0.75 else "above k log k" if ratio > 1.5 else "near k log k"


def along(count: Callable[[int], int]) -> Domain:
    """Settings whose number of neurons is a function of the number of index vectors."""
    settings = st.builds(
        lambda degree, indices: {"degree": degree, "indices": indices, "neurons": count(indices)},
        st.integers(3, 8),
        st.integers(8, 64),
    )
    return Domain(("degree", "indices", "neurons"), settings, "neurons a function of indices")


given: paper.Drawn = {"degree": st.integers(3, 8), "indices": st.integers(1, 64)}
given |= {"neurons": grid(1, 400, log=True, whole=True)}
large: paper.Drawn = {"indices": grid(1, 300, log=True, whole=True)}
large |= {"neurons": grid(1, 4000, log=True, whole=True)}
middle: paper.Drawn = {
    "indices": st.integers(4, 32),
    "neurons": grid(20, 200, log=True, whole=True),
}
LOOKS = (512, 2048, 4096)  # at 4096 a probability of ½ is shown within .05 but for .0008
EXAMPLE = {"degree": 3, "indices": 8, "neurons": 17}

neuron_count = Claim(
    name="beta-threshold/neuron-count",
    source=paper.SIMSEK_2025.at("number of neurons that find all index vectors (abstract)"),
    status=Status.PAPER,
    statement="For one Hermite component of degree p >= 3 and k orthogonal index vectors, n random "
    "neurons of the flow find all of them with the probability of a coupon collector who gets "
    "nothing with probability ε = 2^-k (odd p) or 0 (even p); its transition is at n = k log k.",
    given=given | large,
    predicted=occupancy,
    formula="sum((-1)^i binomial(k, i) (1 - (1 - ε) i/k)^n for i = 0..k)",
    hypotheses={
        **paper.LOWEST_DEGREE,
        "there is an index vector": lambda indices: indices >= 1,
        "the number of neurons is not negative": lambda neurons: neurons >= 0,
    },
    observe=all_found,
    decide=Frequency(0.05),
    does_not_show="Where neurons·indices > 150, and at profile quick, no flow is run: the winner "
    "of each neuron is read off the rule of nearest-index. Nothing about a squared loss, where "
    "neurons repel each other.",
    corners=(EXAMPLE, {"degree": 4, "indices": 8, "neurons": 34}),
    mutants=(
        Mutant(
            "4k neurons suffice",
            predicted=0.9,
            given=along(lambda k: 4 * k),
            corners=({"degree": 3, "indices": 64, "neurons": 256},),
        ),
        Mutant(
            "k log k neurons give .9",
            predicted=0.9,
            given=along(lambda k: round(k * math.log(k))),
            corners=(EXAMPLE,),
        ),
        Mutant("odd degree loses half", predicted=half_lost),
    ),
    plans={
        "quick": Plan(settings=10, looks=LOOKS, given=given | middle),
        "ci": Plan(settings=15, looks=LOOKS, given=given, sizes={"largest": 150}),
        "full": Plan(settings=60, looks=LOOKS, sizes={"largest": 150}),
    },
    region=region,
    figure=search_figures.transition,
)

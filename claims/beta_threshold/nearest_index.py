"""Where a neuron ends when index vectors are orthogonal: at the nearest one.

In ṁ_j = g'(m_j) - λ m_j the ratio of two overlaps moves away from one, as g'(t)/t grows with t.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from hypothesis import strategies as st

from peirama import models
from peirama.claims.beta_threshold import figures, paper
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import Domain, grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Frequency, Side
from peirama.claims.core.verdict import Observed, Setting
from peirama.models.seeds import Seeds


def goes_to_nearest(
    *,
    coefficients: Mapping[str, float],
    indices: int,
    dimension: int,
    trials: int,
    seeds: Seeds,
    device: str,
    signed: bool | None = None,
    squared_loss: bool = False,
) -> Observed:
    """Whether one neuron a trial ends at the index vector nearest to it, with its sign (0 or 1).

    Nearest is the largest m_j if `signed`, else the largest |m_j|; by default signs matter at odd
    degrees. With `squared_loss` the neuron shares such a loss with others.
    """
    journey = (models.squared_loss if squared_loss else models.neurons).travel(
        seeds, coefficients=coefficients, indices=indices, dimension=dimension, device=device
    )
    if signed is None:
        signed = models.neurons.signs_matter(coefficients)
    index, sign = models.neurons.nearest(journey.first, signed=signed)
    final = sign * journey.last.gather(-1, index[:, None])[:, 0]
    won = (final > models.neurons.FOUND).double().cpu().numpy()
    unfinished = (~journey.ended).double().cpu().numpy()
    return Observed(won, guards={"neurons still on their way": (unfinished, 0)})


def region(setting: Setting) -> str:
    """The parity of the degrees, and how many there are."""
    degrees = [int(p) for p in setting["coefficients"]]
    return f"{'odd' if degrees[0] % 2 else 'even'} degrees, {len(degrees)} of them"


given = Domain(
    ("coefficients", "indices", "dimension"),
    st.integers(2, 32).flatmap(
        lambda indices: st.fixed_dictionaries(
            {
                "coefficients": paper.mixtures((3, 5, 7, 9), (4, 6, 8)),
                "dimension": grid(indices + 1, 1e12, log=True, whole=True).strategy(),
                "indices": st.just(indices),
            }
        )
    ),
    "coefficients in [.2, 2] on odd degrees from 3 to 9 or on even ones from 4 to 8, "
    "indices from 2 to 32, dimension log-uniform from indices + 1 to 1e12",
)

nearest_index = Claim(
    name="beta-threshold/nearest-index",
    source=paper.SIMSEK_2025.at("every neuron converges to the nearest index vector (abstract)"),
    status=Status.PAPER,
    statement=(
        "For orthogonal index vectors, a_p >= 0 and degrees p >= 3 of one parity, almost every "
        "neuron of the flow ends at a single index vector: the one with the largest initial "
        "overlap m_j(0) if p is odd and some overlap is positive, and the one with the largest "
        "|m_j(0)|, with the sign of m_j(0), if p is even."
    ),
    given=given,
    predicted=1,
    hypotheses={**paper.ONE_PARITY, **paper.ENOUGH_DIMENSIONS},
    observe=goes_to_nearest,
    decide=Frequency(0.005, side=Side.AT_LEAST, reference=0.995),
    does_not_show="Nothing about overlaps, mixed parities or a_p < 0; a share, not every neuron.",
    corners=(
        {"coefficients": {"3": 1.0}, "indices": 2, "dimension": 3},
        {"coefficients": {"4": 1.0, "8": 2.0}, "indices": 32, "dimension": 10**12},
    ),
    mutants=(
        Mutant("largest |m| for every degree", observe=partial(goes_to_nearest, signed=False)),
        Mutant(
            "largest m for every degree",
            observe=partial(goes_to_nearest, signed=True),
            corners=({"coefficients": {"4": 1.0}, "indices": 4, "dimension": 100},),
        ),
        Mutant(
            "squared loss",
            observe=partial(goes_to_nearest, squared_loss=True),
            given={  # small: all neurons of a trial are followed together, and slowly
                "coefficients": st.sampled_from(({"4": 1.0}, {"6": 1.0})),
                "indices": st.integers(2, 3),
                "dimension": st.integers(4, 6),
            },
            corners=({"coefficients": {"4": 1.0}, "indices": 3, "dimension": 4},),
        ),
    ),
    plans={
        "quick": Plan(settings=8, looks=(1024, 2048)),
        "ci": Plan(looks=(1024, 2048, 4096)),
        "full": Plan(looks=(1024, 2048, 4096)),
    },
    region=region,
    figure=figures.first_and_last,
)

"""The whole network by autograd: one step opens the degrees up to l0, gradient descent fits them.

Its risk is then that of least squares on r0 harmonics, s² r0/(n - r0 + 1), at a width that is far
smaller than the paper's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Frequency, MeanWithin, Side
from peirama.claims.core.verdict import Observed
from peirama.claims.sample_complexity import network_domain, network_figures, paper
from peirama.claims.sample_complexity.network_domain import THRESHOLD
from peirama.claims.sample_complexity.paper import RISK
from peirama.models.seeds import Seeds

TARGETS = 8  # of a trial, which shares inputs and neurons
SETTLED = 0.01  # the last gradient over the first
LOOKS = (64, 128, 256)


def selection_and_risk(
    *,
    dimension: int,
    degree: int,
    channels: int,
    samples: int,
    noise: float,
    width: int,
    weights: Sequence[float],
    trials: int,
    seeds: Seeds,
    device: str,
    predicted: Mapping[str, Any],
    simultaneous: bool = False,
    narrow: int | None = None,
) -> Observed:
    """Whether the first target's top degree is l0, and the mean risk over the predicted one."""
    del trials  # the streams know how many
    trained = models.two_stage.train(
        seeds,
        dimension=dimension,
        weights=weights,
        channels=channels,
        samples=samples,
        noise=noise,
        width=width if narrow is None else narrow,
        threshold=THRESHOLD,
        each=TARGETS,
        device=device,
        simultaneous=simultaneous,
    )
    values = {
        "selection": (trained.selected[:, 0] == degree).double().cpu().numpy(),
        "risk": trained.risks.mean((1, 2)).cpu().numpy() / float(predicted["risk"]),
    }
    return Observed(values, guards={"gradient": (trained.unsettled.cpu().numpy(), SETTLED)})


EXAMPLE = {
    "dimension": 6,
    "degree": 2,
    "channels": 4,
    "samples": 216,
    "noise": 0.5,
    "width": 1100,
    "weights": [0.0, 0.4, 0.6],
}
SMALL = {
    "dimension": 10,
    "degree": 1,
    "channels": 3,
    "samples": 129,
    "noise": 0.5,
    "width": 1255,
    "weights": [0.1, 0.9],
}

two_stage_network = Claim(
    name="sample-complexity/two-stage-network",
    source=paper.YANG_2025.at("theorem on the risk of the network trained in two stages"),
    status=Status.PAPER,
    statement="Let m = width neurons with learnable channels 0 to L = channels be trained by one "
    "gradient step on the outer weights, one on the channels, and gradient descent on the outer "
    "weights with the degrees open up to the highest that passes the threshold c = 2. For n of "
    "order d^l0 the network selects l0 = degree with probability at least 0.95, and its risk is "
    "s² r0/(n - r0 + 1) to 10%, of order d^l0/n.",
    given=network_domain.networks(),
    predicted={"risk": RISK},
    hypotheses={
        **paper.SPHERE,
        **paper.ENOUGH,
        **paper.NOISE,
        **paper.WEIGHTS,
        **paper.CHANNELS,
        "the width is an integer of at least 1": lambda width: paper.whole(width, low=1),
    },
    observe=selection_and_risk,
    decide={
        "selection": Frequency(0.05, side=Side.AT_LEAST, reference=0.95),
        "risk": MeanWithin(0.1, reference=1.01),  # least squares lies up to 1% over its floor
    },
    does_not_show="The paper's own updates, attention matrix, threshold and stopping time, which "
    "were not available: they are reconstructed, the attention matrix is the identity, and the "
    "outer weights are stepped before the channels. Nothing at the paper's width, nor where the "
    "samples or the width are too few for the selection to be almost sure.",
    corners=(EXAMPLE, SMALL),
    mutants=(
        Mutant("simultaneous-step", observe=partial(selection_and_risk, simultaneous=True)),
        Mutant("narrow-network", observe=partial(selection_and_risk, narrow=20), clause="risk"),
        Mutant("halved-risk", predicted={"risk": RISK / 2}, gap=1.0),
    ),
    plans={
        "ci": Plan(settings=8, looks=LOOKS),
        "full": Plan(settings=24, looks=LOOKS),
    },
    starts="ci",
    figure=network_figures.increments_and_trajectory,
)

"""Inner weights whose span misses the target: sharper than the true network, and not general.

Both are proved at every draw, the first by a dual vector; that the draws are almost all so is the
theorem.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, Frequency, Side
from peirama.claims.core.verdict import Observed
from peirama.claims.flattest_interpolator import floors, paper, span_figures
from peirama.claims.flattest_interpolator.span_domain import networks, setting
from peirama.models.seeds import Seeds

Kind = Literal["missing", "random", "aligned", "true"]


def missed(
    *,
    activation: str,
    samples: int,
    dimension: int,
    width: int,
    alignment: float,
    trials: int,
    seeds: Seeds,
    device: str,
    inner: Kind = "missing",
) -> Observed:
    """The excess of the flattest on these inner weights, and whether D(v) proves it is sharper.

    `inner` may be random in all of R^d, or each neuron of that alignment, or hold θ* too.
    """
    del trials  # the streams know how many
    sampled = models.flattest_fit.draw(
        seeds,
        activation=models.activations.named(activation),
        target=models.true_networks.TARGETS["single-index"],
        samples=samples,
        dimension=dimension,
        device=device,
    )
    size: Any = {"width": width, "dimension": dimension, "device": device}
    if inner == "random":
        weights = models.sphere.points(seeds, dimension, each=width, device=device)
    elif inner == "aligned":
        weights = models.true_networks.aligned(seeds, directions=1, alignment=alignment, **size)
    else:
        weights = models.missed_spans.neurons(seeds, projection=alignment, **size)
    if inner == "true":
        weights[:, 0] = 0
        weights[:, 0, 0] = 1
    found = sampled.flattest(weights)
    sharper = found.lower > sampled.true_sharpness(width=width)
    return Observed(
        {
            "loss": sampled.excess(weights, found.outer).cpu().numpy(),
            "sharper": sharper.double().cpu().numpy(),
        },
        guards={"no certificate": (found.uncertified.cpu().numpy(), 0.0)},
    )


bad_are_sharp = Claim(
    name="flattest-interpolator/bad-are-sharp",
    source=paper.VARDHAN_TAHERI_MAZUMDAR_2026.at("theorems on weakly correlated inner weights"),
    status=Status.SHARPENED,
    statement="Let all inner weights lie in a subspace that θ* projects to with length ρ = "
    "alignment < 1. Then every network with them has a population loss of at least K(1) - K(ρ²), "
    "K(u·v) = E σ(u·x) σ(v·x), and for n >= 48 samples every interpolator with them is sharper "
    "than the network of m copies of θ*, with probability at least 0.95.",
    given=networks(96),
    predicted={"loss": floors.missed_span},
    formula="K(1) - K(ρ²), K(r) = ((1+λ)/2)² r + ((1-λ)/2)² (2/π) (sqrt(1-r²) + r asin r), for "
    "quadratic 1 + 2r²; ρ = alignment, λ = 0, 0.3, -1 for relu, leaky-relu, absolute",
    hypotheses={
        **paper.ACTIVATION,
        **paper.SAMPLES,
        **paper.DIMENSION,
        **paper.WIDTH,
        **paper.ALIGNMENT,
    },
    observe=missed,
    decide={
        "loss": Exact(1e-10, side=Side.AT_LEAST),
        "sharper": Frequency(0.1, side=Side.AT_LEAST, reference=0.95),
    },
    does_not_show="How much sharper: that is gap-exponent. Nothing of neurons that each have a "
    "small cosine with θ*: they span all of R^d, where the loss has no such floor. The paper's own "
    "condition of weak correlation was not available.",
    corners=(setting("relu", 48, 0.0), setting("quadratic", 48, 0.9), setting("absolute", 48, 0.5)),
    mutants=(
        Mutant(
            "random_inner",
            observe=partial(missed, inner="random"),
            clause="loss",
            corners=(setting("relu", 96, 0.0, dimension=12),),
        ),
        Mutant(
            "neuron_alignment",
            observe=partial(missed, inner="aligned"),
            clause="loss",
            corners=(setting("relu", 96, 0.2, dimension=30),),
        ),
        Mutant("span-with-the-target", observe=partial(missed, inner="true"), clause="sharper"),
    ),
    plans={
        "quick": Plan(settings=6, looks=(64, 128, 256), given=networks(64)),
        "ci": Plan(settings=16, looks=(64, 128, 256)),
        "full": Plan(settings=60, looks=(64, 128, 256), given=networks(192)),
    },
    figure=span_figures.certified_by_samples,
)

"""The flattest outer weights solve a convex programme, and a dual vector proves that they do.

For inner weights θ, min Σ_j w_j |a_j|^p with U a = y equals the largest D(v) over v in R^n (strong
duality), so that the gap (Υ - D(v))/Υ certifies a solution without trust in the solver.
"""

from __future__ import annotations

from functools import partial

import sympy

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, Frequency, Side
from peirama.claims.core.verdict import Observed
from peirama.claims.flattest_interpolator import certificate_figures, paper
from peirama.claims.flattest_interpolator.aligned_domain import networks, setting
from peirama.models.seeds import Seeds

DUALS = 20  # random vectors v, beside the solver's own
SHARPER = 1.03  # the smallest ratio seen is 1.07, and one neuron beyond the samples gives 1.01
LOOKS = (64, 128, 256)


def duality(
    *,
    activation: str,
    samples: int,
    dimension: int,
    width: int,
    alignment: float,
    trials: int,
    seeds: Seeds,
    device: str,
    least_norm: bool = False,
    smoothed: bool = False,
    spare: int | None = None,
) -> Observed:
    """How far Υ lies above D at its own v and at random ones, and whether least norm is sharper.

    With `least_norm` those weights are taken for the flattest, with `smoothed` the flattest of
    labels from a ridge regression, with `spare` only so many neurons beyond the samples.
    """
    del trials  # the streams know how many
    sampled, inner = models.flattest_fit.aligned(
        seeds,
        activation=models.activations.named(activation),
        target=models.true_networks.TARGETS["single-index"],
        samples=samples,
        dimension=dimension,
        width=width if spare is None else samples + spare,
        alignment=alignment,
        device=device,
    )
    right = sampled.flattest(inner)
    least = sampled.certified(inner, sampled.least_norm(inner), right.dual)
    other = sampled.smoothed(inner).flattest(inner).outer if smoothed else right.outer
    found = least if least_norm else sampled.certified(inner, other, right.dual)
    duals = right.dual.new_tensor(seeds.normal(DUALS, samples))
    seen = {
        "weak duality": sampled.above_duals(inner, found, duals),
        "gap": found.gap,
        "residual": found.residual,
        "least norm": (least.sharpness > SHARPER * found.sharpness).double(),
    }
    return Observed({clause: values.cpu().numpy() for clause, values in seen.items()})


certificate = Claim(
    name="flattest-interpolator/certificate",
    source=paper.VARDHAN_TAHERI_MAZUMDAR_2026.at("flattest outer weights as a convex programme"),
    status=Status.SHARPENED,
    statement="For fixed inner weights, the least Υ = Σ_j w_j |a_j|^p over all a with U a = y is "
    "the largest D(v) = ((v·y)_+/(Σ_j w_j^(1-q) |U_j·v|^q)^(1/q))^p over v in R^n, p = 2c/(c+1), "
    "q = p/(p-1): every v bounds Υ from below, and the solution found has a v that attains it. The "
    "interpolator of least Euclidean norm is sharper by 3% with probability at least 0.95.",
    given=networks(96),
    predicted={"gap": sympy.Integer(0)},
    hypotheses={
        **paper.ACTIVATION,
        **paper.SAMPLES,
        **paper.DIMENSION,
        **paper.WIDTH,
        **paper.ALIGNMENT,
    },
    observe=duality,
    decide={
        "weak duality": Exact(1e-9, side=Side.AT_LEAST, reference=0.0),
        "gap": Exact(1e-6, side=Side.AT_MOST),
        "residual": Exact(1e-8, side=Side.AT_MOST, reference=0.0),
        "least norm": Frequency(0.1, side=Side.AT_LEAST, reference=0.95),
    },
    does_not_show="The flattest over inner weights too, which is no convex programme. A trial in "
    "which the solver fails is counted as failed.",
    corners=(setting("relu", 24, 0.0), setting("quadratic", 48, 0.9), setting("absolute", 32, 0.5)),
    mutants=(
        Mutant("least_norm", observe=partial(duality, least_norm=True), clause="gap"),
        Mutant("loose_fit", observe=partial(duality, smoothed=True), clause="residual"),
        Mutant(
            "one-neuron-more",
            observe=partial(duality, spare=1),
            clause="least norm",
            corners=(setting("leaky-relu", 48, 0.0), setting("quadratic", 48, 0.9)),
        ),
    ),
    plans={
        "quick": Plan(settings=6, looks=LOOKS, given=networks(48)),
        "ci": Plan(settings=16, looks=LOOKS),
        "full": Plan(settings=60, looks=LOOKS, given=networks(512)),
    },
    figure=certificate_figures.gaps_by_samples,
)

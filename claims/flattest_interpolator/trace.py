"""The trace of the Hessian at an interpolator, and what it is on average.

    Tr Hess F = 2κ Σ_j (A_j + a_j² B_j),    A_j = (1/n) Σ_i σ(θ_j·x_i)²,
                                            B_j = (1/n) Σ_i σ'(θ_j·x_i)² |x_i|²,

for F = (κ/n) Σ_i (y_i - h(x_i))²: the residual vanishes, and with it the Hessian of h.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from peirama import models
from peirama.claims.core.claim import Claim, Clause, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, MeanWithin, Unit
from peirama.claims.core.verdict import Observed
from peirama.claims.flattest_interpolator import mean_trace, paper, sharpness_figures, small
from peirama.models.seeds import Seeds

SAMPLES = 512  # of the mean over draws, exact at every n: one trace then scatters by 2 to 8 %


def traces(
    *,
    activation: str,
    samples: int,
    dimension: int,
    width: int,
    loss_scale: float,
    trials: int,
    seeds: Seeds,
    device: str,
    formula: Callable[..., Any] | None = None,
    inner: Callable[[str, int, int], float] = mean_trace.inner,
    noise: float = 0.0,
) -> Observed:
    """The trace of the Hessian over the formula, less 1; and, at 512 samples, the formula.

    The former for a fit to n labels, to which `noise` is then added. The part of the latter from
    the inner weights comes over its claimed mean, less 1.
    """
    sigma = models.activations.named(activation)
    claimed = partial(formula or models.sharpness.trace, sigma, loss_scale=loss_scale)
    of: Any = {"dimension": dimension, "width": width, "device": device}
    fit = models.drawn_networks.least_norm(sigma, seeds, samples=samples, **of)
    labels = fit.y + noise
    hessian = models.sharpness.hessian_trace(
        sigma, fit.network, fit.x, labels, loss_scale=loss_scale
    )
    identity = hessian / claimed(fit.network, fit.x) - 1
    many = models.drawn_networks.equal_weights(sigma, seeds, samples=SAMPLES, **of)
    whole = claimed(many.network, many.x)
    outer = claimed(many.network._replace(outer=0 * many.network.outer), many.x)
    share = (whole - outer) / (2 * loss_scale * inner(activation, width, dimension)) - 1
    seen = {"identity": identity, "mean": whole, "inner": share}
    residual = models.drawn_networks.residual(sigma, fit)
    return Observed(
        {clause: values.cpu().numpy() for clause, values in seen.items()},
        guards={"residual of the fit": (residual.cpu().numpy(), 1e-8)},
    )


trace = Claim(
    name="flattest-interpolator/trace",
    source=paper.VARDHAN_TAHERI_MAZUMDAR_2026.at("flatness of an interpolator; the mean is ours"),
    status=Status.PAPER,
    statement="At every interpolator the Hessian of F = (κ/n) Σ_i (y_i - h(x_i))² in all weights "
    "has trace 2κ Σ_j (A_j + a_j² B_j), A_j = (1/n) Σ_i σ(θ_j·x_i)², B_j = (1/n) Σ_i σ'(θ_j·x_i)² "
    "|x_i|². For Gaussian data, unit θ_j and a_j = ±1/m its mean is 2κ (m A + B/m), for every n, "
    "with 2κ B/m from the inner weights. Put to the test are the trace by automatic "
    "differentiation over the formula, less 1, for n labels fitted by the weights of least norm, "
    "and both means at 512 samples.",
    given=small.networks(),
    predicted=mean_trace.expected,
    formula="2κ (m A + B/m), κ = loss_scale, m = width, A = (1 + leak²)/2, "
    "B = dimension (1 + leak²)/2, leak = 0, 0.3, -1 for relu, leaky-relu, absolute; A = 3, "
    "B = 4 (dimension + 2) for quadratic",
    hypotheses=paper.NETWORK,
    observe=traces,
    decide={
        "identity": Clause(Exact(1e-8, reference=0.0)),  # seen: 2e-15
        "mean": Clause(MeanWithin(0.03, unit=Unit.RELATIVE)),
        "inner": Clause(MeanWithin(0.03, reference=0.0)),  # in the mean it can be 2 %
    },
    does_not_show="Anything about networks that do not interpolate: for c = 1 the trace is the "
    "same there, for quadratic it is not (a mutant). The labels are those of a network with the "
    "same inner weights, as any labels are where the features have full rank.",
    corners=tuple(small.corner(activation) for activation in paper.ACTIVATIONS),
    mutants=(
        Mutant(
            "missing_norm",
            observe=partial(traces, formula=mean_trace.without_norm),
            clause="identity",
        ),
        Mutant(
            "mean_without_norm",
            observe=partial(traces, inner=mean_trace.inner_without_norm),
            clause="inner",
        ),
        Mutant("half_loss", predicted=mean_trace.expected_of_the_other_loss, clause="mean"),
        Mutant(
            "half_loss_in_the_formula",
            observe=partial(traces, formula=mean_trace.of_the_other_loss),
            clause="identity",
        ),
        Mutant(
            "any_labels",
            observe=partial(traces, noise=1.0),
            given=small.networks(("quadratic",)),
            corners=(small.corner("quadratic"),),
            clause="identity",
        ),
    ),
    plans={
        "quick": Plan(settings=8, looks=(64, 128, 256, 512)),
        "ci": Plan(settings=25, looks=(64, 128, 256, 512)),
        "full": Plan(settings=60, looks=(64, 128, 256, 512, 1024)),
    },
    figure=sharpness_figures.traces,
)

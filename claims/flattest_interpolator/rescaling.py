"""The least trace over all rescalings of the neurons is an l_p form of the outer weights.

    Υ = 2κ C_c Σ_j A_j^(1/(c+1)) B_j^(c/(c+1)) |a_j|^p,    p = 2c/(c+1),
    C_c = min_t (t^2c + t^-2) = (1+c) c^(-c/(c+1)),

at α_j^(2c+2) = a_j² B_j/(c A_j). It is the same for every rescaled network, while the trace itself
has no upper bound among them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from peirama import models
from peirama.claims.core.claim import Claim, Clause, Mutant, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, Side
from peirama.claims.core.verdict import Observed
from peirama.claims.flattest_interpolator import forms, paper, sharpness_figures, small
from peirama.claims.flattest_interpolator.paper import homogeneity as c
from peirama.models.seeds import Seeds

constant = (1 + c) * c ** (-c / (1 + c))
SCALE = grid(0.01, 100, log=True, simplest=1)
TRIES = 200  # rescalings at random


def rescalings(
    *,
    activation: str,
    homogeneity: int,
    samples: int,
    dimension: int,
    width: int,
    loss_scale: float,
    scale: float,
    trials: int,
    seeds: Seeds,
    device: str,
    form: Callable[..., Any] = forms.right,
    profile: Callable[[float, float], float] = forms.profile,
    rate: float = 2.0,
    moves_as: str | None = None,
) -> Observed:
    """What the clauses claim of a network that fits its labels, for each trial.

    The traces of clauses `constant` and `profile` are by automatic differentiation.
    """
    sigma, orbit = models.activations.named(activation), models.rescaling
    sizes: Any = {"samples": samples, "dimension": dimension, "width": width, "device": device}
    fit = models.drawn_networks.least_norm(sigma, seeds, **sizes)
    hessian = partial(models.sharpness.hessian_trace, sigma, x=fit.x, y=fit.y)
    flat = orbit.flattest(sigma, fit.network, fit.x)
    least = hessian(flat, loss_scale=loss_scale)
    sharp = hessian(orbit.scaled(sigma, flat, scale), loss_scale=loss_scale)
    value = form(sigma, fit.network, fit.x)
    moved = orbit.moved(models.activations.named(moves_as or activation), fit.network, seeds)
    found = orbit.lowest(sigma, fit, seeds, tries=TRIES, loss_scale=loss_scale)
    seen = {
        "constant": least / (2 * loss_scale * value),
        "least": found / least - 1,
        "invariant": form(sigma, moved, fit.x) / value - 1,
        "same": models.drawn_networks.residual(sigma, fit._replace(network=moved)),
        "profile": sharp / least / profile(scale, homogeneity) - 1,
        "growth": orbit.growth(sigma, fit, scales=(30.0, 100.0)) - rate * homogeneity,
    }
    residual = models.drawn_networks.residual(sigma, fit)
    return Observed(
        {clause: values.cpu().numpy() for clause, values in seen.items()},
        guards={"residual of the fit": (residual.cpu().numpy(), 1e-8)},
    )


def wrong(name: str, *activations: str, **change: Any) -> Mutant:
    """A mutant of the experiment, on the activations where it shows."""
    return Mutant(
        name,
        observe=partial(rescalings, **change),
        given=small.rescalings(SCALE, activations),
        corners=tuple(small.rescaled(activation, 1.0) for activation in activations),
    )


ZERO = Exact(1e-10, reference=0.0)  # seen: 2e-13

rescaling = Claim(
    name="flattest-interpolator/rescaling",
    source=paper.VARDHAN_TAHERI_MAZUMDAR_2026.at(
        "least trace over rescalings; growth: Dinh et al."
    ),
    status=Status.SHARPENED,
    statement="Rescaling θ_j -> α_j θ_j, a_j -> α_j^-c a_j keeps an interpolator's outputs. The "
    "least trace of the Hessian over all α is Υ = 2κ C_c Σ_j A_j^(1/(c+1)) B_j^(c/(c+1)) |a_j|^p, "
    "p = 2c/(c+1), C_c = (1+c) c^(-c/(c+1)): the same number from every rescaled network, never "
    "undercut. From the least, all θ times s give Υ (s^2c + c s^-2)/(1+c): arbitrarily sharp, not "
    "arbitrarily flat. Put to the test are C_c, the least of 200 rescalings over Υ less 1, what "
    "exp(N(0,1)) factors change in Υ and in the outputs, the trace at s over this law less 1, and "
    "the log-log slope of the trace over s in [30, 100] less 2c.",
    given=small.rescalings(SCALE),
    predicted=constant,
    hypotheses={
        **paper.NETWORK,
        **paper.HOMOGENEITY,
        "the scale of the inner weights is a positive number": paper.positive_scale,
    },
    observe=rescalings,
    decide={
        "constant": Exact(1e-10),
        "least": Clause(Exact(1e-10, side=Side.AT_LEAST, reference=0.0)),
        "invariant": ZERO,
        "same": ZERO,
        "profile": ZERO,
        "growth": Exact(0.01, reference=0.0),
    },
    does_not_show="Degrees c other than 1 and 2, proved with symbols alone, or flatness in a sense "
    "other than the trace. A neuron with a_j = 0 reaches its infimum 0 at no factor.",
    corners=tuple(small.rescaled(activation, 100.0) for activation in paper.ACTIVATIONS),
    mutants=(
        wrong("wrong_power", "quadratic", "relu", form=forms.of_other_degree),
        wrong("swapped_powers", "quadratic", form=forms.swapped),
        wrong("raw_trace", *paper.ACTIVATIONS, form=forms.raw),
        Mutant(
            "constant_two",
            predicted=2 + 0 * c,
            given=small.rescalings(SCALE, ("quadratic",)),
            corners=(small.rescaled("quadratic", 1.0),),
            clause="constant",
        ),
        wrong("flat_without_bound", *paper.ACTIVATIONS, profile=forms.growth_alone),
        wrong("slow_growth", *paper.ACTIVATIONS, rate=1.0),
        wrong("linear_rescaling", "quadratic", moves_as="relu"),
    ),
    plans={"quick": Plan(settings=10), "ci": Plan(settings=25), "full": Plan(settings=100)},
    figure=sharpness_figures.rescalings,
)

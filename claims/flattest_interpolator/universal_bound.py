"""No interpolator of m neurons is flatter than a bound from the samples alone.

LB = 2κ (1+c) c^(c/(c+1)) m^(1-p) (1/n) Σ_i (|x_i| |y_i|)^p, p = 2c/(c+1). The network whose neurons
are all the target's own comes within a constant factor of it, in bound_limits.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from hypothesis import strategies as st

from peirama import models
from peirama.claims.core.claim import Claim, Clause, Mutant, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, MeanWithin, Side
from peirama.claims.core.verdict import Observed
from peirama.claims.flattest_interpolator import bound_figures, bound_limits, paper
from peirama.models.seeds import Seeds

MANY = 2000  # samples of the matched network: at 500 its ratio is up to 0.0026 low
WIDE, MORE = 8, 4  # neurons of the small matched network; neurons beyond the samples of the random
TIGHT = ("relu", "absolute", "quadratic")  # with a leak the bound is loose


def ratios(
    *,
    activation: str,
    dimension: int,
    samples: int,
    loss_scale: float,
    trials: int,
    seeds: Seeds,
    device: str,
    power_of_width: bool = True,
) -> Observed:
    """Υ/LB - 1 of random interpolators and of small matched ones, and Υ/LB at many samples."""
    sigma = models.activations.named(activation)
    sizes: Any = {"samples": samples, "dimension": min(dimension, 50), "device": device}
    width = samples + MORE
    fit = models.drawn_networks.least_norm(sigma, seeds, width=width, **sizes)
    equal = models.spiked.fits(sigma, seeds, outer=[1 / WIDE] * WIDE, **sizes)
    below = []
    for each, m in ((fit, width), (equal, WIDE)):
        low = models.universal_bound.bound(
            sigma, each.x, each.y, width=m if power_of_width else 1, loss_scale=loss_scale
        )
        least = models.sharpness.least_trace(sigma, each.network, each.x, loss_scale=loss_scale)
        below.append(((least - low) / least.clamp(min=1e-300)).cpu().numpy())
    matched = models.universal_bound.matched_ratios(
        sigma, seeds, dimension=dimension, samples=MANY, device=device
    )
    missed = models.drawn_networks.residual(sigma, fit)
    return Observed(
        {"bound": np.minimum(*below), "matched": matched.cpu().numpy()},
        guards={"residual of the fit": (missed.cpu().numpy(), 1e-8)},
    )


def _tight(activation: Any) -> bool:
    return activation in TIGHT


def corner(activation: str, dimension: int) -> dict[str, Any]:
    """A setting with 4 samples."""
    sizes = {"dimension": dimension, "samples": 4, "loss_scale": 0.5}
    return {"activation": activation, **sizes}


universal_bound = Claim(
    name="flattest-interpolator/universal-bound",
    source=paper.VARDHAN_TAHERI_MAZUMDAR_2026.at("least sharpness of all interpolators"),
    status=Status.OURS,
    statement="Every interpolator of m neurons has Υ >= LB = 2κ (1+c) c^(c/(c+1)) m^(1-p) (1/n) "
    "Σ_i (|x_i| |y_i|)^p, p = 2c/(c+1), whatever its inner weights. For a target σ(θ·x), the "
    "network of m copies of θ has Υ/LB -> the predicted constant for n -> oo: the bound is tight "
    "up to that.",
    given={
        "activation": st.sampled_from(TIGHT),
        "dimension": grid(2, 5000, log=True, whole=True),
        "samples": st.integers(1, 8),
        "loss_scale": st.sampled_from((0.5, 1.0)),
    },
    predicted={"matched": bound_limits.limit},
    formula="sqrt(π/2) E|x|/sqrt(d) for relu and absolute, E|x| = sqrt(2) Γ((d+1)/2)/Γ(d/2); "
    "3^(1/3) E|x|^(8/3)/(E|z|^(8/3) d (d+2)^(1/3)) for quadratic; d = dimension",
    hypotheses={
        f"the activation is one of {', '.join(TIGHT)}": _tight,
        **paper.SAMPLES,
        **paper.DIMENSION,
        **paper.LOSS_SCALE,
    },
    observe=ratios,
    decide={
        "bound": Clause(Exact(1e-9, side=Side.AT_LEAST, reference=0.0)),
        "matched": MeanWithin(0.005),  # at 2000 samples the mean is within 0.001 of its limit
    },
    does_not_show="That the flattest of all interpolators attains the bound: it lies between it "
    "and the matched network. With a leak λ the bound holds times |λ|, and is loose.",
    corners=tuple(corner(a, d) for a, d in (("relu", 2), ("absolute", 5), ("quadratic", 10))),
    mutants=(
        Mutant(
            "infinite_dimension",
            predicted={"matched": bound_limits.at_infinite_dimension},
            clause="matched",
            corners=(corner("relu", 10), corner("quadratic", 5)),
        ),
        Mutant(
            "inflated_bound",
            observe=partial(ratios, power_of_width=False),
            clause="bound",
            corners=(corner("quadratic", 10),),
        ),
    ),
    plans={
        "quick": Plan(settings=8, looks=(64, 128, 256, 512)),
        "ci": Plan(settings=20, looks=(64, 128, 256, 512)),
        "full": Plan(settings=60, looks=(64, 128, 256, 512, 1024)),
    },
    figure=bound_figures.matched_by_dimension,
)

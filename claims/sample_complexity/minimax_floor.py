"""No estimator does better than s² r0/(n - r0 + 1), even if it is told the degree.

With G = (Φ'Φ)⁻¹ least squares has the constant risk s² E tr G over all θ in R^r0 and is minimax for
Gaussian noise. Leverage is flat, so tr Φ'Φ = n r0 and tr G >= r0/n for every sample set. A further
sample has leverage u/(1 + u), u = φ'Gφ, of mean r0/(n + 1) by exchange; u/(1 + u) is concave and
E u = E tr G, so that E tr G >= r0/(n - r0 + 1) (Mourtada, Annals of Statistics 2022).
"""

from __future__ import annotations

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import AtLeast, Exact, Side, Unit
from peirama.claims.core.verdict import Observed
from peirama.claims.sample_complexity import drawn, least_squares_figures, paper
from peirama.claims.sample_complexity.paper import RANK, RISK
from peirama.claims.sample_complexity.paper import noise as s
from peirama.claims.sample_complexity.paper import samples as n
from peirama.models.seeds import Seeds

DESIGNS = 16  # a trial, at ranks below 60: tr G of a single one of rank 6 is too skewed


def risk_of_the_design(
    *,
    dimension: int,
    degree: int,
    samples: int,
    noise: float,
    trials: int,
    seeds: Seeds,
    device: str,
) -> Observed:
    """The risk s² tr G of least squares given the inputs: the smallest and the mean of a trial."""
    basis = models.harmonic_basis.draw(
        seeds, dimension=dimension, degrees=range(degree + 1), device=device
    )
    variances = models.harmonic_regression.measured(
        models.harmonic_regression.variance,
        seeds.only(seeds.trials),
        basis,
        samples=samples,
        each=DESIGNS if sum(basis.sizes) < 60 else 1,
    )
    risks = (noise**2 * variances).cpu().numpy()
    return Observed({"every design": risks.min(-1), "mean": risks.mean(-1)})


minimax_floor = Claim(
    name="sample-complexity/minimax-floor",
    source=paper.YANG_2025.at("theorem on the minimax rate d^l0/n"),
    status=Status.SHARPENED,
    statement="For Gaussian noise, uniform inputs and targets of known degree l0 = degree, the "
    "minimax risk is at least s² r0/(n - r0 + 1), of order d^l0/n; and the risk of least squares, "
    "which attains the minimax, is at least s² r0/n given any n inputs.",
    given=drawn.fits(1.5, 40, entries=2e5),
    predicted={"mean": RISK, "every design": s**2 * RANK / n},
    hypotheses={**paper.SPHERE, **paper.ENOUGH, **paper.NOISE},
    observe=risk_of_the_design,
    decide={
        "mean": AtLeast(0.01, unit=Unit.RELATIVE),
        "every design": Exact(1e-9, side=Side.AT_LEAST, unit=Unit.RELATIVE),
    },
    does_not_show="A floor for targets of bounded energy: there only r0 s²/(n + s²/t²) follows, "
    "from a prior N(0, t² I). Estimators other than least squares are covered by the argument, "
    "not by the experiment.",
    corners=(
        {"dimension": 10, "degree": 1, "samples": 88, "noise": 0.5},
        {"dimension": 5, "degree": 1, "samples": 9, "noise": 1.0},
        {"dimension": 5, "degree": 1, "samples": 240, "noise": 1.0},
        {"dimension": 8, "degree": 2, "samples": 264, "noise": 0.5},
    ),
    mutants=(
        Mutant(
            "gaussian-floor",
            predicted=s**2 * RANK / (n - RANK - 1),
            clause="mean",
            corners=(
                {"dimension": 10, "degree": 1, "samples": 33, "noise": 0.5},
                {"dimension": 10, "degree": 1, "samples": 66, "noise": 0.5},
            ),
        ),
        Mutant("mean-floor-for-every-design", predicted=RISK, clause="every design"),
    ),
    plans={
        "quick": Plan(settings=10, given=drawn.fits(1.5, 40, entries=2e4)),
        "ci": Plan(settings=25),
        "full": Plan(settings=60, given=drawn.fits(1.5, 40, entries=6e6, dimensions=drawn.WIDE)),
    },
    figure=least_squares_figures.above_the_floor,
)

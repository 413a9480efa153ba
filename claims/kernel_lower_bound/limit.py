"""What every kernel misses at N = d^p samples, times d, in the limit of large dimension.

    d B(d, d^p, κ) -> c_p = d s₂ Σ_{2k > max(p, 2)} e_2k + [p < 2] (d s₂ - 1)/π > 0

for every p, with d s₂ = 2(1 + κ²)/(1 + κ)²: Omega(1/d) against every polynomial.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact
from peirama.claims.core.verdict import Observed
from peirama.claims.kernel_lower_bound import kernel_figures, paper
from peirama.claims.kernel_lower_bound.paper import spread as kappa
from peirama.models.seeds import Seeds

DIMENSIONS = (2**11, 2**12, 2**13, 2**14)  # 1/d is small enough for two steps up to p = 5

evenness = 2 * (1 + kappa**2) / (1 + kappa) ** 2  # d s₂


def missed(power: int) -> Any:
    """The limit c_p, an expression in the spread."""
    return _limit(power, learned=range(0, max(power, 2) + 1, 2))


def missed_at_even_powers(power: int) -> Any:
    """The same with 2k >= p in place of 2k > p."""
    return _limit(power, learned=range(0, max(power, 3), 2))


def _limit(power: int, learned: range) -> Any:
    tail = 1 - sum((_energy(degree) for degree in learned), sympy.Integer(0))
    return evenness * tail + ((evenness - 1) / sympy.pi if power < 2 else 0)


def _energy(degree: int) -> Any:
    half = sympy.Integer(degree) / 2
    return (2 / sympy.pi) * sympy.binomial(degree, half) / (2**degree * (degree - 1) ** 2)


def extrapolated(*, power: int, spread: float, trials: int, seeds: Seeds, device: str) -> Observed:
    """The limit of d B from d = 2^12 to 2^14, two Richardson steps in 1/d; again at half of each.

    B is summed in at least 40 digits.
    """
    values = [d * models.arccosine.bound(d, d**power, spread) for d in DIMENSIONS]
    again, seen = (_richardson(*values[i : i + 3]) for i in (0, 1))
    return Observed([seen] * trials, error=[abs(seen - again)] * trials)


def _richardson(at_d: float, at_2d: float, at_4d: float) -> float:
    first, second = 2 * at_2d - at_d, 2 * at_4d - at_2d
    return (4 * second - first) / 3


limit = Claim(
    name="kernel-lower-bound/limit",
    source=paper.LI_MA_ZHANG_2020.at("Theorem 2"),
    status=Status.SHARPENED,
    statement=(
        "With N = d^p samples, d times what the best kernel misses on average over the directions "
        "tends to c_p = d s₂ Σ_{2k > max(p, 2)} e_2k + [p < 2] (d s₂ - 1)/π as d grows (even d), "
        "which is positive for every p."
    ),
    given={"power": st.integers(1, 5), "spread": grid(1, 3)},
    predicted=missed,
    formula="d s₂ (1 - Σ_{2k <= max(p, 2)} e_2k) + [p < 2] (d s₂ - 1)/π, p = power, "
    "d s₂ = 2(1 + spread²)/(1 + spread)², e_2k = (2/π) binom(2k, k)/(4^k (2k-1)²)",
    hypotheses={**paper.POWER, **paper.SPREAD},
    observe=extrapolated,
    decide=Exact(1e-6),
    does_not_show="How large d must be, what one choice of directions costs, or odd d.",
    corners=(
        {"power": 4, "spread": 1.0},
        {"power": 1, "spread": 1.5},
        {"power": 5, "spread": 3.0},
    ),
    mutants=(
        Mutant("order_two_kept", predicted=1 - 2 / sympy.pi),
        Mutant("tail_at_even_power", predicted=missed_at_even_powers),
    ),
    plans={p: Plan(looks=(1,)) for p in ("quick", "ci", "full")},
    figure=partial(kernel_figures.approach, missed),
)

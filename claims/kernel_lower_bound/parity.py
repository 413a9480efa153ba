"""The paper's Fourier construction, made exact: N parities miss the share 1 - N/binom(d, r).

A teacher built from Hadamard blocks of r coordinates has its energy of degree r at the blocks
alone; over a random partition a block is one of N given sets with probability N/binom(d, r).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import sympy

from peirama import models
from peirama.claims.core.claim import Claim, Clause, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact, MeanWithin
from peirama.claims.core.verdict import Observed
from peirama.claims.kernel_lower_bound import drawn, kernel_figures, paper
from peirama.models.seeds import Seeds

Missed = Callable[[int, int, int, float], float]  # of dimension, block, samples, spread
cancels = sympy.Eq(paper.block, 2) & sympy.Eq(paper.spread, 1)  # opposite signs, equal weights
DRAWS = 32  # of a partition and |x| a trial: one scatters by 1.7 energies


def missed(dimension: int, block: int, samples: int, spread: float) -> float:
    """The energy of degree r at sets that are not among N, on average."""
    share = 1 - samples / math.comb(dimension, block)
    return models.parity.energy(dimension, block, spread) * share


def missed_by_blocks(dimension: int, block: int, samples: int, spread: float) -> float:
    """The same, were each of N parities one of the d/r blocks."""
    share = 1 - samples * block / dimension
    return models.parity.energy(dimension, block, spread) * share


def outside(
    *,
    dimension: int,
    block: int,
    samples: int,
    spread: float,
    trials: int,
    seeds: Seeds,
    device: str,
    claimed: Missed = missed,
) -> Observed:
    """The energy outside N sets that all trials share: its gap to the claimed one, and raw.

    The gap is over the whole energy of degree r.
    """
    sets = models.parity.subsets(dimension, block, samples, seeds.fixed("design"))
    of: Any = {"dimension": dimension, "block": block, "spread": spread}
    seen, elsewhere = models.parity.missed(sets, seeds, **of, draws=DRAWS, device=device)
    everything = models.parity.energy(dimension, block, spread) or 1.0
    shares = (seen - claimed(dimension, block, samples, spread)) / everything
    return Observed(
        {"share": shares, "cancelled": seen}, guards={"energy off the blocks": (elsewhere, 1e-12)}
    )


parity = Claim(
    name="kernel-lower-bound/parity",
    source=paper.LI_MA_ZHANG_2020.at("proof of Theorem 2"),
    status=Status.SHARPENED,
    statement="For a teacher on a random partition of [d] into Hadamard blocks of r coordinates, "
    "the mean energy of degree r outside N given sets of r coordinates is E (1 - N/binom(d, r)), "
    "E = c_r/d for r >= 4 and (1 - 2/π)(κ - 1)²/((κ + 1)² d) for r = 2, which cancels at κ = 1. "
    "What is put to the test is the gap, over E, and at κ = 1, r = 2 that nothing is seen.",
    given=drawn.blocks(12),
    predicted=missed,
    formula="E (1 - samples/binom(d, r)), r = block, d = dimension, E = c_r/d for r >= 4 and "
    "c_2 (spread - 1)²/((spread + 1)² d) for r = 2, c_r = r 2^-r Σ_j (-1)^j binom(r, j) "
    "F(1 - 2j/r), F(ρ) = (2/π)(√(1 - ρ²) + ρ asin ρ)",
    hypotheses={**paper.BLOCKS, **paper.SPREAD},
    observe=outside,
    decide={
        "share": Clause(MeanWithin(0.1, reference=0.0), when=~cancels),
        "cancelled": Clause(Exact(1e-12), when=cancels),
    },
    does_not_show="The paper's rank lemma; its constant is far weaker than the bound of the other "
    "claims (c_4 = .0189 against .0451).",
    corners=(
        {"dimension": 8, "block": 4, "samples": 35, "spread": 1.0},
        {"dimension": 8, "block": 2, "samples": 0, "spread": 1.0},
        {"dimension": 8, "block": 2, "samples": 14, "spread": 3.0},
    ),
    mutants=(
        Mutant(
            "no_cancellation",
            predicted=(1 - 2 / sympy.pi) / paper.dimension,
            clause="cancelled",
            corners=({"dimension": 8, "block": 2, "samples": 0, "spread": 1.0},),
        ),
        Mutant(
            "no_dimension_factor",
            predicted=missed_by_blocks,
            observe=partial(outside, claimed=missed_by_blocks),
            clause="share",
            corners=({"dimension": 8, "block": 4, "samples": 2, "spread": 1.0},),
        ),
    ),
    plans={
        "quick": Plan(settings=10, looks=(256, 512, 1024)),
        "ci": Plan(settings=25, looks=(256, 512, 1024, 2048)),
        "full": Plan(settings=40, looks=(256, 512, 1024, 2048, 4096), given=drawn.blocks(16)),
    },
    figure=kernel_figures.parities,
)

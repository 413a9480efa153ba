"""The Hermite energies of the absolute value: e_2k = (2/π) binom(2k, k)/(4^k (2k-1)²).

They decay like k^(-5/2)/(2 π^(3/2)), and the tail beyond order 2 is what no kernel learns.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import Exact
from peirama.claims.core.verdict import Observed
from peirama.claims.kernel_lower_bound import kernel_figures, paper
from peirama.claims.kernel_lower_bound.paper import degree as n
from peirama.models.seeds import Seeds

END = 40.0  # the Gaussian weight beyond is e^-800
NODES = 20  # Gauss-Legendre nodes a panel
PANELS = 80  # one spans half a unit: the fastest function drawn changes sign every .45
ROUNDING = 1e-13  # of a sum of 3200 terms below 1; measured 2e-15

even = sympy.Eq(sympy.Mod(n, 2), 0)
energy = (2 / sympy.pi) * sympy.binomial(n, n / 2) / (2**n * (n - 1) ** 2)
# as in the paper's remark that the coefficients are of order k^-3, right at n = 4
cubic = sympy.Piecewise((2 / sympy.pi, sympy.Eq(n, 0)), (16 / (3 * sympy.pi * n**3), True))


def measured_energy(*, degree: int, trials: int, seeds: Seeds, device: str) -> Observed:
    """(E|t| h_n(t))² by Gauss-Legendre quadrature on [0, 40], at t and -t; again on half panels."""
    seen, again = (_energy(degree, PANELS * finer, device) for finer in (1, 2))
    return Observed([seen] * trials, error=[abs(seen - again) + ROUNDING] * trials)


def _energy(degree: int, panels: int, device: Any) -> float:
    import torch

    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    half = END / panels / 2
    t = torch.tensor((2 * np.arange(panels)[:, None] + 1 + nodes) * half, device=device).flatten()
    density = torch.exp(-t * t / 2) / math.sqrt(2 * math.pi)
    both = models.hermite.functions(torch.stack((t, -t)), degree)[..., degree].sum(0)
    w = torch.tensor(weights * half, device=device).repeat(panels)
    return float((w * density * t * both).sum()) ** 2


hermite = Claim(
    name="kernel-lower-bound/hermite",
    source=paper.LI_MA_ZHANG_2020.at("the coefficients of the expansion of the absolute value"),
    status=Status.SHARPENED,
    statement=(
        "The energy of |t|, t ~ N(0, 1), in the normalised Hermite function of degree n is "
        "(2/π) binom(n, n/2)/(2^n (n-1)²) for even n and 0 for odd n."
    ),
    given={"degree": st.integers(0, 40)},
    predicted=sympy.Piecewise((energy, even), (0, True)),
    hypotheses=paper.DEGREE,
    observe=measured_energy,
    decide=Exact(1e-9),
    does_not_show="Nothing about learning: it fixes the constants from which the bounds are built.",
    corners=({"degree": 0}, {"degree": 2}, {"degree": 40}, {"degree": 39}),
    mutants=(
        Mutant(
            "cubic_decay",
            predicted=sympy.Piecewise((cubic, even), (0, True)),
            corners=({"degree": 40},),
        ),
    ),
    plans={
        "quick": Plan(settings=20, looks=(1,)),
        "ci": Plan(settings=41, looks=(1,)),
        "full": Plan(settings=41, looks=(1,)),
    },
    figure=kernel_figures.energies,
)

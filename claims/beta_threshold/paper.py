"""What the claims on the index flow share: their source, symbols, strategies and hypotheses.

σ has Hermite components σ_p, the target's link σ* has σ*_p, and a_p = σ_p σ*_p ("coefficients").
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import sympy
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from peirama.claims.core.claim import Hypothesis, Source
from peirama.claims.core.domain import Grid, grid

SIMSEK_2025 = Source(
    key="simsek2025multiindex",
    authors="B. Şimşek, A. Bendjeddou, D. Hsu",
    title="Learning Gaussian Multi-Index Models with Gradient Flow: "
    "Time Complexity and Directional Convergence",
    year=2025,
    identifier="arXiv:2411.08798",
)

degree, indices, subset = sympy.symbols("degree indices subset", integer=True, positive=True)
dimension = sympy.Symbol("dimension", integer=True, positive=True)
overlap = sympy.Symbol("overlap", real=True)


Drawn = dict[str, SearchStrategy[Any] | Grid]  # a domain that plans may change by `|`


def _components(coefficients: Any) -> bool:
    return isinstance(coefficients, Mapping) and all(
        str(p).isdecimal() and isinstance(a, int | float) for p, a in coefficients.items()
    )


def _degrees_from(lowest: int) -> Hypothesis:
    def condition(coefficients: Mapping[Any, float]) -> bool:
        return bool(coefficients) and all(int(p) >= lowest for p in coefficients)

    return condition


def _none_negative(coefficients: Mapping[Any, float]) -> bool:
    return min(coefficients.values()) >= 0 and max(coefficients.values()) > 0


def _one_parity(coefficients: Mapping[Any, float]) -> bool:
    return len({int(p) % 2 for p in coefficients}) == 1


Hypotheses = Mapping[str, Hypothesis]
LOWEST_DEGREE: Hypotheses = {"the lowest degree is at least 3": degree >= 3}
COMPONENTS: Hypotheses = {  # the first to be asked; the others rely on it
    'coefficients map degrees to numbers, as {"3": 1, "4": 0.5} does': _components
}
POSITIVE_DEGREES: Hypotheses = {**COMPONENTS, "every degree is at least 1": _degrees_from(1)}
LOWEST_COMPONENT: Hypotheses = {**COMPONENTS, "the lowest degree is at least 3": _degrees_from(3)}
ONE_PARITY: Hypotheses = {
    **LOWEST_COMPONENT,
    "the degrees are all odd or all even": _one_parity,
    "no component is negative, and one is positive": _none_negative,
}
ACUTE: Hypotheses = {"the overlap is at least 0 and below 1": (overlap >= 0) & (overlap < 1)}
ENOUGH_DIMENSIONS: Hypotheses = {
    "the dimension is at least the number of index vectors": dimension >= indices
}


def mixtures(*families: tuple[int, ...]) -> SearchStrategy[dict[str, float]]:
    """Coefficients in [.2, 2] on any non-empty set of degrees from one of the families."""
    chosen = [c for f in families for size in range(1, len(f) + 1) for c in combinations(f, size)]
    weight = grid(0.2, 2, simplest=1).strategy()
    return st.sampled_from(chosen).flatmap(
        lambda degrees: st.fixed_dictionaries({str(p): weight for p in degrees})
    )

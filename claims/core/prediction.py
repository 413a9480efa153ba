"""What a claim predicts: sympy expressions, evaluated by substitution to float64."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
import sympy
from numpy.typing import NDArray

from peirama.claims.core.verdict import Setting

Array = NDArray[np.float64]
DIGITS = 30  # enough to survive the cancellations of every formula in float64's sixteen

Formula: TypeAlias = sympy.Expr | float | Callable[..., Any]
Predicted: TypeAlias = Formula | Mapping[str, Formula]


def formulas(predicted: Predicted, clauses: tuple[str, ...]) -> dict[str, Formula]:
    """The formula of each clause; a single one serves them all."""
    if isinstance(predicted, Mapping):
        return dict(predicted)
    return dict.fromkeys(clauses, predicted)


def distinct(formulas: Mapping[str, Formula]) -> dict[str, Formula]:
    """The formulas without repetitions, each under the first clause that has it."""
    found: dict[str, Formula] = {}
    for name, formula in formulas.items():
        if not any(formula is known or formula == known for known in found.values()):
            found[name] = formula
    return found


def symbols(formula: Formula) -> dict[str, sympy.Symbol]:
    """The free symbols of an expression, by name; none for a function or a number."""
    if isinstance(formula, sympy.Basic):
        return {symbol.name: symbol for symbol in formula.free_symbols}
    return {}


def parameters(formula: Formula) -> tuple[str, ...]:
    """The parameters that a formula needs, sorted."""
    if callable(formula) and not isinstance(formula, sympy.Basic):
        return tuple(sorted(inspect.signature(formula).parameters))
    return tuple(sorted(symbols(formula)))


def evaluate(formula: Formula, setting: Setting) -> Array:
    """The value at a setting, () for a number and (points,) for a curve.

    A function gets the parameters that it names; symbols left in what it returns are
    substituted too. Raises ValueError if the value is not a real number.
    """
    if callable(formula) and not isinstance(formula, sympy.Basic):
        formula = formula(**{name: setting[name] for name in parameters(formula)})
    if isinstance(formula, list | tuple | np.ndarray):
        return np.array([float(evaluate(entry, setting)) for entry in formula])
    if not isinstance(formula, sympy.Basic):
        return np.array(float(formula))
    exact = formula.subs({symbol: rational(setting[n]) for n, symbol in symbols(formula).items()})
    value = complex(sympy.N(exact, DIGITS))
    if value.imag or np.isnan(value.real):
        raise ValueError(f"The prediction {formula} is {exact} at {dict(setting)}, not a number.")
    return np.array(value.real)


def headline(formula: Formula, setting: Setting) -> float | int | list[float] | None:
    """The value as JSON has it: a count beyond float64 as an integer, infinity as None."""
    value = evaluate(formula, setting)
    if value.ndim:
        return [float(entry) for entry in value]
    if np.isfinite(value):
        return float(value)
    if isinstance(formula, sympy.Basic):
        named = {symbol: rational(setting[name]) for name, symbol in symbols(formula).items()}
        exact = formula.subs(named)
        if exact.is_Integer:
            return int(exact)
    return None


def rational(value: Any) -> sympy.Expr:
    """A drawn value as an exact sympy number; None is infinity."""
    if value is None:
        return sympy.oo
    if isinstance(value, float):
        return sympy.Rational(value)
    return sympy.sympify(value)


def shown(formula: Formula, text: str | None = None) -> str:
    """The formula as text; a function shows the text that its claim gives for it."""
    if callable(formula) and not isinstance(formula, sympy.Basic):
        return text or f"{formula.__name__}({', '.join(parameters(formula))})"
    return str(formula)

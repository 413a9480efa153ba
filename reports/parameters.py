"""Parameters as a user types them: `-p degree=5`, read, named and held against the theorem."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import sympy

from peirama.claims.core import prediction
from peirama.claims.core.claim import Claim


class ParameterError(ValueError):
    """A parameter that is unknown, missing or outside the theorem; the message says which."""


def read(entries: Iterable[str]) -> dict[str, Any]:
    """Settings from `name=value` texts; a value is JSON, or a bare word for a string.

    Raises ParameterError for an entry without `=` and for a name given twice.
    """
    setting: dict[str, Any] = {}
    for entry in entries:
        name, equals, text = entry.partition("=")
        if not equals or not name:
            raise ParameterError(f"{entry!r} is no parameter; write -p name=value.")
        if name in setting:
            raise ParameterError(f"{name} is given twice; give it once.")
        setting[name] = _value(name, text)
    return setting


def check(claim: Claim, setting: dict[str, Any]) -> None:
    """Hold a setting against the claim's prediction and the theorem's hypotheses.

    Raises ParameterError with the nearest name, what is missing, or the hypothesis that is broken.
    """
    for name in setting:
        if name not in claim.parameters:
            raise ParameterError(_unknown(claim, name))
    formulas = claim.formulas.values()
    needed = sorted({name for formula in formulas for name in prediction.parameters(formula)})
    missing = [name for name in needed if name not in setting]
    if missing:
        words = " ".join(f"-p {name}=..." for name in missing)
        raise ParameterError(f"{claim.name} needs {', '.join(needed)}; add {words}.")
    for formula in formulas:
        for name, symbol in prediction.symbols(formula).items():
            _check_kind(claim, name, symbol, setting[name])
    broken = claim.broken(setting)
    if broken is not None:
        shown = ", ".join(f"{name}={json.dumps(value)}" for name, value in sorted(setting.items()))
        raise ParameterError(f"{claim.name}: {broken}; that fails at {shown}.")


def _value(name: str, text: str) -> Any:
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        return text
    if isinstance(value, float) and not math.isfinite(value):
        raise ParameterError(f"{name}={text} is not finite; write null for an infinite value.")
    return value


def _unknown(claim: Claim, name: str) -> str:
    near = get_close_matches(name, claim.parameters, n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]}?" if near else f"It has {', '.join(claim.parameters)}."
    return f"{claim.name} has no parameter {name!r}. {hint}"


def _check_kind(claim: Claim, name: str, symbol: sympy.Symbol, value: Any) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ParameterError(f"{claim.name}: {name} must be a number, not {value!r}.")
    if symbol.is_integer and value != int(value):
        raise ParameterError(f"{claim.name}: {name} must be an integer, not {value}.")
    if symbol.is_positive and value <= 0:
        raise ParameterError(f"{claim.name}: {name} must be positive, not {value}.")
    if symbol.is_nonnegative and value < 0:
        raise ParameterError(f"{claim.name}: {name} must not be negative, it is {value}.")

"""How numbers, settings and durations are written in every report."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

OUTCOMES = ("REFUTED", "ERROR", "INCONCLUSIVE", "SUPPORTED", "NOT_RUN")  # the worst first


def number(value: float | None, *, digits: int = 3) -> str:
    """A number to a few digits, which a search or another program finds; a dash for none or nan."""
    if value is None or math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:.{digits}g}".replace("e-0", "e-").replace("e+0", "e+")


def interval(ends: tuple[float, float]) -> str:
    """An interval, open where it has no end."""
    low, high = ends
    left = "(" if math.isinf(low) else "["
    right = ")" if math.isinf(high) else "]"
    return f"{left}{number(low)}, {number(high)}{right}"


def quantity(value: float | tuple[float, ...]) -> str:
    """A prediction; of a curve its first and last value."""
    if not isinstance(value, tuple):
        return number(value, digits=6)
    if len(value) <= 4:
        return ", ".join(number(v, digits=4) for v in value)
    return f"{number(value[0], digits=4)} … {number(value[-1], digits=4)} ({len(value)} values)"


def setting(values: Mapping[str, Any] | None) -> str:
    """A setting on one line, as the command line takes it."""
    if values is None:
        return "–"
    pairs = (f"{name}={literal(value)}" for name, value in values.items())
    return ", ".join(pairs) or "(no parameters)"


def literal(value: Any) -> str:
    """A drawn value: a bare word for a string, else JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def duration(seconds: float) -> str:
    """Seconds as a person says them."""
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min {rest:02d} s"


def outcome(word: str) -> str:
    """An outcome as reports write it."""
    return word.lower().replace("_", " ")


def reason(word: str | None) -> str:
    """A reason as reports write it, such as `too-few`."""
    return "" if word is None else word.lower().replace("_", "-")


def printable(text: str) -> str:
    """The text without control characters, which a terminal would obey."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "\ufffd" for sign in text)


def count(amount: int, noun: str) -> str:
    """An amount with its noun, in the plural where there is not exactly one."""
    return f"{amount:,} {noun if amount == 1 else noun + 's'}".replace(",", "\u202f")

"""Which of many settings become candidates: explore and screen, read for all of them at once.

The rungs of `Ladder.decide` for a claim of one clause with one part, over a leading axis of
settings. Support ends a rung and wins over a suspicion at the same look.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.ledger import Ledger
from peirama.claims.core.rules.reading import Direction, Reading
from peirama.claims.core.rules.rule import RandomRule
from peirama.claims.core.verdict import Evidence

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Refuted = Callable[[Reading, Direction], Booleans]


class State(Enum):
    """What explore and screen say of a setting."""

    SUPPORTED = "supported by either data set"
    UNDECIDED = "never suspicious, and not supported"
    SUSPICIOUS = "suspicious, but neither screened nor supported"
    CANDIDATE = "suspicious and screened"


def sieve(
    rule: RandomRule,
    explored: Array,  # (settings, cap)
    screened: Callable[[NDArray[np.int64]], Array],  # of some settings
    looks: tuple[int, ...],
    budget: Ledger,
) -> tuple[State, ...]:
    """The state of each setting."""

    def explore(reading: Reading, way: Direction) -> Booleans:
        level = budget.suspicion / len(looks) / len(reading.directions)
        return reading.refutes(way, level, plain=True)

    def screen(reading: Reading, way: Direction) -> Booleans:
        return named[way] & reading.refutes(way, budget.screen / len(looks), plain=True)

    suspicious, supported = _rung(rule, explored, looks, budget, explore)
    anyhow = np.any(list(suspicious.values()), axis=0)
    chosen = np.flatnonzero(anyhow)
    states = [State.SUPPORTED if yes else State.UNDECIDED for yes in supported]
    if len(chosen):
        named = {way: found[chosen] for way, found in suspicious.items()}
        passed, cleared = _rung(rule, screened(chosen), looks, budget, screen)
        candidate = np.any(list(passed.values()), axis=0)
        for setting, is_candidate, is_cleared in zip(chosen, candidate, cleared, strict=True):
            cleared_or_not = State.SUPPORTED if is_cleared else State.SUSPICIOUS
            states[setting] = State.CANDIDATE if is_candidate else cleared_or_not
    return tuple(states)


def _rung(
    rule: RandomRule, values: Array, looks: tuple[int, ...], budget: Ledger, refuted: Refuted
) -> tuple[dict[Direction, Booleans], Booleans]:
    """In which settings a rung ends at a refutation of each direction, and at support."""
    undecided = np.ones(len(values), dtype=bool)
    supported = ~undecided
    found: dict[Direction, Booleans] = {}
    for trials in looks:
        (reading,) = rule.read(Evidence(values[:, :trials]), np.zeros(len(values)))
        supports = reading.supports(budget.support / len(looks))
        supported |= undecided & supports
        undecided &= ~supports
        for way in reading.directions:
            refutes = undecided & refuted(reading, way)
            found[way] = found.get(way, np.zeros_like(refutes)) | refutes
            undecided = undecided & ~refutes
    return found, supported

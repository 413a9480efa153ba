"""The one place where randomness enters.

Every stream is a counter-based generator (Philox) whose key is a SHA-256 of
(root seed, claim, canonical setting, purpose, trial). The numbers of a trial hence depend
neither on the batch it is drawn in, nor on order, process or device.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def canonical(value: object) -> str:
    """The one JSON text of a value: sorted keys, tuples as lists, infinity as null, -0.0 as 0.0.

    Raises ValueError for nan and TypeError for anything that JSON cannot say.
    """
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def plain(value: object) -> Any:
    """The value in JSON's own types, numpy scalars and arrays unwrapped."""
    if isinstance(value, np.generic | np.ndarray):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): plain(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, float):
        if math.isnan(value):
            raise ValueError("A setting holds nan, which equals nothing; use null for no value.")
        return None if math.isinf(value) else value + 0.0
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"{value!r} is a {type(value).__name__}; settings hold JSON values only.")


@dataclass(frozen=True)
class Seeds:
    """The streams of a batch of trials: every draw has one row a trial.

    Draws continue each trial's own stream, so a second call gives new numbers.
    """

    root: int
    claim: str
    setting: str  # canonical; empty for the scout, whose noise all settings share
    purpose: str
    trials: range

    @cached_property
    def generators(self) -> tuple[np.random.Generator, ...]:
        """One numpy generator a trial, for draws that need a loop (redrawing, say)."""
        return tuple(self._generator(trial) for trial in self.trials)

    def normal(self, *shape: int) -> Array:
        """Standard normal draws, (trials, *shape)."""
        return self._rows([g.standard_normal(shape) for g in self.generators], shape)

    def uniform(self, *shape: int) -> Array:
        """Uniform draws on [0, 1), (trials, *shape)."""
        return self._rows([g.random(shape) for g in self.generators], shape)

    def chi_square(self, degrees_of_freedom: float, *shape: int) -> Array:
        """Chi-square draws, (trials, *shape); zero for zero degrees of freedom."""
        if degrees_of_freedom == 0:
            return np.zeros((len(self.trials), *shape))
        return self._rows([g.chisquare(degrees_of_freedom, shape) for g in self.generators], shape)

    def integers(self, low: int, high: int, *shape: int) -> NDArray[np.int64]:
        """Uniform integers low <= i < high, (trials, *shape)."""
        drawn = [g.integers(low, high, shape) for g in self.generators]
        return np.array(drawn, dtype=np.int64).reshape((len(self.trials), *shape))

    def fixed(self, purpose: str) -> np.random.Generator:
        """A generator that all trials of this setting and rung share: a design, a pilot."""
        return self._generator(purpose)

    def only(self, trials: range) -> Seeds:
        """The same streams from their start, for some of the trials."""
        return replace(self, trials=trials)

    def key(self, trial: int | str) -> str:
        """The SHA-256, in hexadecimal, that keys the stream of a trial (or fixed purpose)."""
        digest = self._common.copy()
        digest.update(canonical(trial).encode())
        return digest.hexdigest()

    @cached_property
    def _common(self) -> hashlib._Hash:
        parts = [self.root, self.claim, self.setting, self.purpose]
        return hashlib.sha256(canonical(parts).encode())

    def _generator(self, trial: int | str) -> np.random.Generator:
        return np.random.Generator(np.random.Philox(key=int(self.key(trial)[:32], 16)))

    def _rows(self, drawn: list[Any], shape: tuple[int, ...]) -> Array:
        return np.array(drawn, dtype=np.float64).reshape((len(self.trials), *shape))

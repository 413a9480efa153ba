"""Error rates at small levels, by importance sampling.

Each trial X, centred and scaled to x, is drawn with density proportional to f(x) e(x), where

    e(x) = exp(b x - b^2 x^2 / 2),    b = -+ z / sqrt(n),    z the normal quantile of the level,

which moves the mean of the self-normalised sum to where the error occurs. As log e(x) <= 1/2 the
tilted law is drawn by rejection, and a world of n trials has weight prod Z / e(x_i), Z = E e(x).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core.calibration.cases import CHUNK, CLAIM
from peirama.claims.core.calibration.measured import Row
from peirama.claims.core.calibration.problems import Problem
from peirama.claims.core.calibration.worlds import Generator, World
from peirama.claims.core.rules.reading import Direction, Side
from peirama.models.seeds import Seeds

Array = NDArray[np.float64]
BOUND = 2.326  # standard errors, exceeded with probability .01


@dataclass(frozen=True)
class Tilted:
    """False refutations of a mean by one look, at a small level, in one direction."""

    problem: Problem
    trials: int
    level: float
    direction: Direction
    repetitions: int

    @property
    def name(self) -> str:
        """The name that keys the streams of the case."""
        parts = (self.problem.label, self.problem.world.name, f"{self.trials}", f"{self.level:g}")
        return " | ".join((*parts, "tilted"))

    @property
    def chunks(self) -> int:
        """Into how many pieces of work the case falls."""
        return -(-self.repetitions // self._size)

    def measure(self, seed: int, chunk: int) -> Array:
        """Sums over a chunk of worlds: errors, their weights, and the squares of these, (3,)."""
        worlds = min(self._size, self.repetitions - chunk * self._size)
        generator = Seeds(seed, CLAIM, self.name, "worlds", range(1)).fixed(str(chunk))
        world, tilt = self.problem.world, self._tilt
        values = _tilted(world, tilt, generator, (worlds, self.trials))
        x = (values - world.mean) / world.sd
        logs = self.trials * math.log(normaliser(world, tilt)) - _exponent(x, tilt).sum(axis=-1)
        weights = np.where(self._refuted(values), np.exp(logs), 0.0)
        return np.array([(weights > 0).sum(), weights.sum(), (weights**2).sum()])

    def rows(self, sums: Array) -> tuple[Row, ...]:
        """The row of the case, from the sums of its chunks."""
        count = self.repetitions
        rate = float(sums[1]) / count
        error = math.sqrt(max(float(sums[2]) / count - rate**2, 0.0) / count)
        row = Row(
            case=self.name,
            rule=self.problem.label,
            law=self.problem.world.name,
            schedule=(self.trials,),
            side=self.problem.side.value,
            kind="false refutation",
            direction=self.direction,
            gap=self._gap,
            level=self.level,
            repetitions=count,
            errors=int(sums[0]),
            rate=rate,
            bound=rate + BOUND * error,
            expected="informative",
            note="importance sampling",
        )
        return (row,)

    @property
    def _size(self) -> int:
        return max(1, CHUNK // self.trials)

    @property
    def _sign(self) -> float:
        return -1.0 if self.direction == "low" else 1.0

    @property
    def _gap(self) -> float:
        return self._sign if self.problem.side is Side.EQUAL else 0.0

    @property
    def _tilt(self) -> float:
        from scipy import special

        return float(-self._sign * special.ndtri(self.level)) / math.sqrt(self.trials)

    def _refuted(self, values: Array) -> NDArray[np.bool_]:
        placed, predicted = self.problem.place(values, self._gap * self.problem.delta)
        (reading,) = self.problem.read(placed, predicted)
        return reading.refutes(self.direction, self.level)


def normaliser(world: World, tilt: float) -> float:
    """Z = E exp(b x - b^2 x^2 / 2) of the centred and scaled law. Raises ValueError without one."""
    from scipy import integrate

    if world.quantile is None:
        raise ValueError(f"{world.name} has no quantile function; it cannot be tilted.")
    quantile = world.quantile

    def integrand(u: float) -> float:
        x = (quantile(np.array(u)) - world.mean) / world.sd
        return float(np.exp(_exponent(x, tilt)))

    return float(integrate.quad(integrand, 0, 1, limit=400, epsabs=1e-11, epsrel=1e-11)[0])


def _exponent(x: Array, tilt: float) -> Array:
    return tilt * x - tilt**2 * x**2 / 2


def _tilted(world: World, tilt: float, generator: Generator, shape: tuple[int, int]) -> Array:
    """Values of the tilted law: those of the law, each accepted with probability e(x - .5)."""
    needed = shape[0] * shape[1]
    kept = np.empty(0)
    while len(kept) < needed:
        fresh = world.draw(generator, 1, 2 * (needed - len(kept)) + 64)[0]
        x = (fresh - world.mean) / world.sd
        accepted = np.log(1 - generator.random(len(x))) <= _exponent(x, tilt) - 0.5
        kept = np.concatenate([kept, fresh[accepted]])
    return kept[:needed].reshape(shape)

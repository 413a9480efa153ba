"""Whole hunts on worlds whose truth is known: search, shrinking, screening and confirmation.

A hunt tries the settings i = 0, 1, ... of a domain; the law of a trial is the same at all of them,
but for a gap. It is the production `Hunt` with shortcuts that change no outcome, as tests show: all
settings are sieved at once, so that only candidates climb the ladder, and only while a confirmation
is free; what Hypothesis draws is remembered; and no p-value is bisected, since one mean can be
suspicious on one side only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from unittest.mock import patch

import numpy as np
import sympy
from hypothesis import strategies as st
from numpy.typing import NDArray

from peirama.claims.core import search
from peirama.claims.core.calibration.cases import CLAIM
from peirama.claims.core.calibration.sieve import State, sieve
from peirama.claims.core.calibration.worlds import World
from peirama.claims.core.claim import Claim, Source, Status
from peirama.claims.core.domain import Given
from peirama.claims.core.finding import Confirmation, Finding
from peirama.claims.core.hunt import Hunt
from peirama.claims.core.laboratory import Look, Sample
from peirama.claims.core.ladder import Ladder
from peirama.claims.core.ledger import Ledger
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules.reading import Direction, Reading
from peirama.claims.core.rules.rule import RandomRule
from peirama.claims.core.verdict import Evidence, Observed, Outcome, Reason, Setting, Verdict
from peirama.models.seeds import Seeds

Array = NDArray[np.float64]
HERE = Source(CLAIM, "peirama", "Calibration", 2026, "statistics, section 9")
VERDICTS = {
    State.SUPPORTED: Verdict(Outcome.SUPPORTED),
    State.UNDECIDED: Verdict(Outcome.INCONCLUSIVE, Reason.CAP),
    State.SUSPICIOUS: Verdict(Outcome.INCONCLUSIVE, Reason.UNCONFIRMED),
    State.CANDIDATE: Verdict(Outcome.INCONCLUSIVE, Reason.UNCONFIRMED),
}


@dataclass(frozen=True)
class Suite:
    """A claim of known truth: a mean of a law against 0, with a gap at each of its settings."""

    name: str
    rule: RandomRule  # with reference 0
    delta: float
    world: World
    gaps: tuple[float, ...]  # of each setting, in margins
    looks: tuple[int, ...]
    tried: int | None = None  # settings of the plan; default all
    climb: bool = False  # try as many settings again, led towards the violation

    @cached_property
    def claim(self) -> Claim:
        """The claim, which is observed through its bench only."""
        count = len(self.gaps)
        plan = Plan(settings=self.tried or count, looks=self.looks, climb=self.climb)
        return Claim(
            name=f"{CLAIM}/suite",
            source=HERE,
            status=Status.OURS,
            statement="The mean is that of the law.",
            given={"i": st.integers(0, count - 1)},
            predicted=sympy.Integer(0),
            observe=_unobserved,
            decide=self.rule,
            does_not_show="Anything but the error rates of a hunt.",
            mutants=(),
            plans={"quick": plan},
        )

    def hunt(self, budget: Ledger, *, seed: int, repetition: int, root: int = 0) -> Hunt:
        """A finished hunt, its settings sieved first; `root` seeds the search alone."""
        bench = Bench(self, seed, repetition)
        states = sieve(self.rule, bench.explored, bench.screened, self.looks, budget)
        plan = self.claim.plan("quick")
        confirmed: list[Confirmation] = []
        sieved = _Sieved(
            self.claim, plan, budget, bench, root, states=states, confirmations=confirmed
        )
        hunt = Hunt(sieved, confirmations=confirmed)
        hunt.run()
        return hunt


@dataclass
class Bench:
    """A laboratory that draws each stream of a repetition whole, and all of `explore` at once."""

    suite: Suite
    seed: int
    repetition: int
    streams: dict[tuple[int, str], Array] = field(default_factory=dict)

    def __call__(self, look: Look) -> Sample:
        """The trials of a look."""
        stream = self.stream(int(look.setting["i"]), look.purpose)
        return Sample({"claim": Evidence(stream[look.first : look.last])})

    @cached_property
    def explored(self) -> Array:
        """The explore streams of all settings, (settings, cap)."""
        drawn = self._draw("explore", len(self.suite.gaps))
        return drawn + np.array(self.suite.gaps)[:, None] * self.suite.delta

    def screened(self, settings: NDArray[np.int64]) -> Array:
        """The screen streams of some settings, (settings, cap)."""
        return np.array([self.stream(int(i), "screen") for i in settings])

    def stream(self, setting: int, purpose: str) -> Array:
        """The stream of a setting for a purpose, (cap,)."""
        if purpose == "explore":
            return self.explored[setting]
        key = (setting, purpose)
        if key not in self.streams:
            drawn = self._draw(f"{purpose} of {setting}", 1)[0]
            self.streams[key] = drawn + self.suite.gaps[setting] * self.suite.delta
        return self.streams[key]

    def _draw(self, purpose: str, worlds: int) -> Array:
        seeds = Seeds(self.seed, CLAIM, self.suite.name, purpose, range(1))
        generator = seeds.fixed(str(self.repetition))
        world = self.suite.world
        return world.draw(generator, worlds, self.suite.looks[-1]) - world.mean


@dataclass(frozen=True)
class _Sieved(Ladder):
    """A ladder that only candidates climb while a slot is free: the sieve has said all else."""

    states: tuple[State, ...] = ()
    confirmations: Sequence[Confirmation] = ()  # of the hunt, which appends to it

    def decide(self, setting: Setting, *, origin: str = "drawn") -> Finding:
        """The finding of a setting; without rungs where it is no candidate."""
        state = self.states[int(setting["i"])]
        if state is State.CANDIDATE and len(self.confirmations) < self.budget.candidates:
            return super().decide(setting, origin=origin)
        return Finding(setting, origin, {"claim": 0.0}, None, VERDICTS[state], ())


@contextmanager
def shortcuts() -> Iterator[None]:
    """Remember what Hypothesis draws, which depends on its arguments alone; leave out p-values."""
    known: dict[tuple[int, int, str], tuple[list[Setting], bool]] = {}
    draw = search.draw

    def remembered(given: Given, *, seed: int, count: int) -> tuple[list[Setting], bool]:
        key = (seed, count, repr(given))
        if key not in known:
            known[key] = draw(given, seed=seed, count=count)
        return known[key]

    def unknown(_reading: Reading, _direction: Direction, *, plain: bool = False) -> float:
        return 0.0 if plain else 1.0

    with patch.object(search, "draw", remembered), patch.object(Reading, "p_value", unknown):
        yield


def _unobserved(*, i: int, trials: int, seeds: Seeds, device: str) -> Observed:
    raise NotImplementedError(f"Setting {i} is observed through the bench of its suite.")

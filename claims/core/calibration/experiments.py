"""What a calibration measures at each profile, and the measuring: statistics, section 9.

Every experiment falls into chunks with streams of their own, so that the counts are the same for
any number of processes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from functools import cache
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core import execute
from peirama.claims.core.calibration import problems, worlds
from peirama.claims.core.calibration.cases import STAGE, null, power
from peirama.claims.core.calibration.hunts import TWENTY, one_of_twenty, true_everywhere
from peirama.claims.core.calibration.measured import Row
from peirama.claims.core.calibration.problems import Problem
from peirama.claims.core.calibration.suites import Suite
from peirama.claims.core.calibration.tilted import Tilted
from peirama.claims.core.calibration.worlds import World
from peirama.claims.core.rules import AtLeast, AtMost, Mean, MeanWithin, bounded, nonnegative
from peirama.claims.core.rules.power import smallest_gap

Array = NDArray[np.float64]
Work = tuple[str, int]  # an experiment and a chunk of it
Profile = Literal["quick", "full"]
PROFILES: tuple[Profile, ...] = ("quick", "full")

QUICK = (32, 64, 128, 256)
CI = (32, 64, 128, 256, 512, 1024)
FULL = (64, 128, 256, 512, 1024, 2048, 4096, 8192)
SEEDS = (64, 128, 256)  # trials of curves: fewer give no verdict (statistics, section 5.6)
COARSE = (0.05, 0.01)
ALL = (0.05, 0.01, STAGE)
# Worlds: the bound of a rate that is nominal is then 1.16 times the level .01, or the stage level.
MANY, MORE = 24_000, 72_000
SOME = 6_000  # of curves at quick, which cost six numbers a trial
ENOUGH = 36_000  # statistics, section 9: 1.25 times the stage level
POWER = 2_000
FEW, HUNTS = 300, 2_000  # hunts at quick, and at full


class Experiment(Protocol):
    """Something that is measured in chunks."""

    @property
    def name(self) -> str:
        """The name that keys its streams."""

    @property
    def chunks(self) -> int:
        """Into how many pieces of work it falls."""

    def measure(self, seed: int, chunk: int) -> Array:
        """What one chunk adds to the sums."""

    def rows(self, sums: Array) -> tuple[Row, ...]:
        """What the sums of all chunks come to."""


def calibrate(
    profile: Profile,
    *,
    seed: int,
    jobs: int = 1,
    only: Collection[str] | None = None,
    told: Callable[[int, int], None] | None = None,
) -> tuple[Row, ...]:
    """The rows of a profile, or of the experiments named; `told(done, all)` hears of each chunk."""
    planned = {e.name: e for e in experiments(profile) if only is None or e.name in only}
    work = [(name, chunk) for name, entry in planned.items() for chunk in range(entry.chunks)]
    sums: dict[Work, Array] = {}
    for key, found in _measured(profile, seed, work, jobs):
        sums[key] = found
        if told is not None:
            told(len(sums), len(work))
    return tuple(
        row
        for name, entry in planned.items()
        for row in entry.rows(np.sum([sums[name, c] for c in range(entry.chunks)], axis=0))
    )


@cache
def experiments(profile: Profile) -> tuple[Experiment, ...]:
    """What a profile measures; full holds all of quick but its hunts, of which it has more."""
    return (*_quick(), _quick_hunts()) if profile == "quick" else (*_quick(), *_full())


def _quick() -> Iterator[Experiment]:
    for world in light_laws():
        yield null(within(world), QUICK, MANY, COARSE)
    yield null(within(worlds.rare_event()), QUICK, MANY, COARSE, bad=True)
    for p, delta in ((0.5, 0.1), (0.05, 0.05), (0.01, 0.02)):
        yield null(problems.frequency(p, delta), QUICK, MANY, COARSE)
    yield null(problems.quantile(0.5, 0.5, 0.5), QUICK, MANY, COARSE)
    yield null(problems.slope(0.3, 0.05), SEEDS, SOME, COARSE)
    yield null(problems.ratio(0.3, 0.15), SEEDS, SOME, COARSE)
    yield null(problems.ratio_of_means(worlds.chi_square(), 1.0), QUICK, SOME, COARSE)
    yield null(problems.bracket(worlds.chi_square(), 0.7, "high"), QUICK, MANY, COARSE)


def _full() -> Iterator[Experiment]:
    for world in (*light_laws(), worlds.lognormal(1)):
        yield null(within(world), CI, MORE, ALL)
        yield power(within(world), CI, POWER)
    yield null(within(worlds.rare_event()), CI, MANY, ALL, bad=True)
    yield null(within(worlds.lognormal(1)), QUICK, MORE, ALL)
    yield null(within(worlds.lognormal(1)), (128, 256, 512, 1024, 2048), ENOUGH, ALL)
    for world in (worlds.chi_square(), worlds.lognormal(0.5)):
        yield null(within(world), FULL, MANY, ALL)
    yield from _other_means()
    yield from _other_rules()
    yield from _small_levels()
    yield from _hunts()


def _other_means() -> Iterator[Experiment]:
    chi = worlds.chi_square()
    for rule in (AtLeast(0.5 * chi.sd), AtMost(0.5 * chi.sd)):
        yield null(problems.mean(rule, chi), CI, ENOUGH, ALL)
        yield power(problems.mean(rule, chi), CI, POWER)
    for world, cv in ((chi, math.sqrt(2)), (worlds.gamma(1.8), 1.8)):
        declared = MeanWithin(0.5 * world.sd, law=nonnegative(cv))
        yield null(problems.mean(declared, world, "Mean, nonnegative"), CI, ENOUGH, ALL)
    coin = worlds.bernoulli(0.05)
    declared = MeanWithin(0.05, law=bounded(0, 1))
    yield null(problems.mean(declared, coin, "Mean, bounded"), CI, ENOUGH, ALL)


def _other_rules() -> Iterator[Experiment]:
    for p, delta in ((0.5, 0.1), (0.05, 0.05), (0.01, 0.02), (0.001, 0.005)):
        yield null(problems.frequency(p, delta), CI, ENOUGH, ALL)
        yield power(problems.frequency(p, delta), CI, POWER)
    yield null(problems.frequency(0.001, 0.002), (2000, 4000, 8000, 16000), MANY, ALL)
    yield null(problems.quantile(0.5, 0.5, 0.5), CI, ENOUGH, ALL)
    yield null(problems.quantile(0.9, 0.5, 1.0), CI, ENOUGH, ALL)
    yield power(problems.quantile(0.5, 0.5, 0.5), CI, POWER)
    for scale, slope, level in ((0.3, 0.05, 0.1), (1.0, 0.15, 0.4)):
        for problem in (
            problems.slope(scale, slope),
            problems.level(scale, level),
            problems.ratio(scale, 1.5 * level),
        ):
            schedule = (64, 128, 256, 512)
            yield null(problem, schedule, ENOUGH // 2, ALL)
            yield power(problem, schedule, POWER)
    yield null(problems.slope(0.3, 0.06, median=True), (128, 256), ENOUGH // 2, ALL)
    chi = worlds.chi_square()
    pairs = [problems.ratio_of_means(chi, 1.0)]
    pairs += [problems.bracket(chi, 0.7, part) for part in ("low", "high")]
    for problem in pairs:
        yield null(problem, CI, ENOUGH, ALL)
        yield power(problem, CI, POWER)


def _small_levels() -> Iterator[Experiment]:
    for world in (*light_laws()[:-1], worlds.lognormal(1)):  # t3 cannot be tilted, and needs not
        for trials in (128, 2048):
            for level in (STAGE / len(FULL), 1e-5):
                yield Tilted(within(world), trials, level, "low", 4000)


def _quick_hunts() -> Experiment:
    edge = _suite("edge of T, quick", worlds.chi_square(), (-1.0,) * 200, QUICK)
    return true_everywhere(edge, (0.05,), FEW)


def _hunts() -> Iterator[Experiment]:
    for world in light_laws()[:-1]:
        suite = _suite("edge of T", world, (-1.0,) * 200, CI)
        yield true_everywhere(suite, COARSE, HUNTS)
    chi = worlds.chi_square()
    led = replace(_suite("edge of T, led", chi, (-1.0,) * 100, CI), tried=50, climb=True)
    yield true_everywhere(led, (0.05,), HUNTS // 5)
    for world in (worlds.normal(), chi):
        wrong, margin, right = ((gap,) + (0.0,) * 19 for gap in (-2.0, 1.0, 0.0))
        suite = _suite("one of 20 two margins off", world, wrong, CI)
        yield one_of_twenty(suite, "refutation", 1000)
        suite = _suite("one of 20 on the margin", world, margin, CI)
        yield one_of_twenty(suite, "false support", 2000)
        yield one_of_twenty(_suite("true", world, right, CI), "support", 1000)
    smallest = smallest_gap(TWENTY.stage / len(QUICK), QUICK[-1], 1.0)
    for factor in (0.5, 1.0, 1.5):  # statistics, section 8: refuted .007, .83, 1.00
        gaps = (1 + 2 * factor * smallest,)
        suite = _suite(f"{factor:g} smallest gaps off", worlds.normal(), gaps, QUICK)
        yield one_of_twenty(suite, "refutation", POWER, expected="informative")


def light_laws() -> tuple[World, ...]:
    """The laws of a mean that the corrected t is for, the skewed ones from mild to strong."""
    skewed = (worlds.lognormal(0.5), worlds.chi_square(), worlds.gamma(1.8))
    return (worlds.normal(), *skewed, worlds.student_t3())


def within(world: World) -> Problem:
    """A mean within half a standard deviation."""
    return problems.mean(MeanWithin(0.5 * world.sd), world)


def _suite(name: str, world: World, gaps: tuple[float, ...], looks: tuple[int, ...]) -> Suite:
    return Suite(f"hunt | {name} | {world.name}", _zero(world), 0.5 * world.sd, world, gaps, looks)


def _zero(world: World) -> Mean:
    return MeanWithin(0.5 * world.sd, reference=0.0)


def _measured(
    profile: Profile, seed: int, work: list[Work], jobs: int
) -> Iterator[tuple[Work, Array]]:
    if jobs == 1:
        yield from ((key, _chunk(profile, seed, *key)) for key in work)
        return
    with execute.Processes(jobs, "cpu") as workers, ThreadPoolExecutor(jobs) as threads:
        waiting = {
            threads.submit(workers.submit, _chunk, profile, seed, name, chunk): (name, chunk)
            for name, chunk in work
        }
        try:
            yield from ((waiting[done], done.result()) for done in as_completed(waiting))
        finally:
            for future in waiting:
                future.cancel()


def _chunk(profile: Profile, seed: int, name: str, chunk: int) -> Array:
    entry = next(e for e in experiments(profile) if e.name == name)
    return entry.measure(seed, chunk)

"""The only place where the Hypothesis engine runs: it draws, climbs and shrinks settings.

The caller decides each setting once and answers from memory after that, so Hypothesis is a pure
function of (domain, seed, answers): the same sequence in every process.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import patch

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis._settings import local_settings
from hypothesis.internal.cache import LRUCache
from hypothesis.internal.conjecture import engine, providers
from hypothesis.internal.constants_ast import Constants

from peirama.claims.core import domain
from peirama.claims.core.domain import Given
from peirama.claims.core.verdict import Setting
from peirama.models.seeds import canonical

SHRINKS = 60  # new settings a shrink may decide; beyond, an undecided setting answers no
SPARE = 10  # examples Hypothesis may draw for each distinct setting wanted

_one_at_a_time = threading.RLock()  # the engine's switches are global, so runs queue


class _Enough(BaseException):
    """Ends a run from inside its body; a BaseException, so that Hypothesis does not shrink it."""


class _Violated(Exception):  # noqa: N818 - it is a finding, not an error
    """Tells Hypothesis that a setting fails, so that it looks for a simpler one."""


def draw(given: Given, *, seed: int, count: int) -> tuple[list[Setting], bool]:
    """The first `count` distinct settings, and whether the domain holds no others."""
    found: dict[str, Setting] = {}
    calls = 0

    def visit(setting: Setting) -> None:
        nonlocal calls
        calls += 1
        found.setdefault(canonical(setting), setting)
        if len(found) >= count:
            raise _Enough

    _run(given, seed, SPARE * count, visit)
    exhausted = len(found) < count and calls < SPARE * count
    return list(found.values()), exhausted


def climb(
    given: Given, *, seed: int, count: int, score: Callable[[Setting], float]
) -> list[Setting]:
    """As many distinct settings again as `count`, led by the score after the first `count`."""
    found: dict[str, Setting] = {}

    def visit(setting: Setting) -> None:
        known = len(found)
        found.setdefault(canonical(setting), setting)
        if known >= count:
            hypothesis.target(score(setting))
        if len(found) >= 2 * count:
            raise _Enough

    _run(given, seed, 2 * count + SPARE, visit)
    return list(found.values())[count:]


def shrink(
    given: Given,
    *,
    seed: int,
    count: int,
    known: set[str],
    violates: Callable[[Setting], bool],
) -> Setting | None:
    """The simplest setting found that violates, from the first one drawn that does.

    `known` holds the canonical settings that are decided already; at most SHRINKS new ones are.
    """
    simplest: list[Setting] = []
    new: set[str] = set()

    def visit(setting: Setting) -> None:
        text = canonical(setting)
        if text not in known and text not in new:
            if len(new) >= SHRINKS:
                return
            new.add(text)
        if violates(setting):
            simplest[:] = [setting]
            raise _Violated

    with suppress(_Violated):  # Hypothesis ends on its simplest failing setting: the last noted
        _run(given, seed, SPARE * count, visit)
    return simplest[0] if simplest else None


def _run(given: Given, seed: int, examples: int, visit: Callable[[Setting], None]) -> None:
    def body(setting: dict[str, Any]) -> None:
        visit(setting)

    settings = hypothesis.settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        backend="hypothesis",
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.target, Phase.shrink),
    )
    # local_settings lets a check run inside a user's own @given test
    with _one_at_a_time, _reproducible(), local_settings(settings), suppress(_Enough):
        test = hypothesis.given(setting=domain.strategy(given))(body)
        hypothesis.seed(seed)(settings(test))()


@contextmanager
def _reproducible() -> Iterator[None]:
    """Switch off what would make draws depend on the process, on each other, or on the clock.

    Private names of Hypothesis, each pinned by a test: constants copied out of imported source
    files, copies of equal-typed draws, and the end of shrinking after 300 seconds.
    """
    with (
        patch.object(providers.HypothesisProvider, "_local_constants", Constants()),
        patch.object(providers, "CONSTANTS_CACHE", LRUCache(1024)),
        patch.object(engine.ConjectureRunner, "generate_mutations_from", lambda *_: None),
        patch.object(engine, "MAX_SHRINKING_SECONDS", math.inf),
    ):
        yield

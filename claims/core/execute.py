"""Which work runs where: in this process, or in processes on this machine.

The unit of work is a look, which is pure; so a look that was lost is simply run again, and the
results are the same for any number of workers.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from peirama import models
from peirama.claims.core import registry
from peirama.claims.core.claim import Claim
from peirama.claims.core.figure import Figure
from peirama.claims.core.laboratory import ExperimentError, Laboratory, Look, Sample, observe
from peirama.models.seeds import Seeds

T = TypeVar("T")
R = TypeVar("R")
# One thread a worker: workers share the cores, and sums keep one order.
SINGLE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
FIGURE_TRIALS = 256  # streams that a figure may draw from


class Memory(Protocol):
    """Where looks are kept, so that none is run twice."""

    def get(self, look: Look) -> Sample | None:
        """The sample of a look, if it was run before."""

    def put(self, look: Look, sample: Sample) -> None:
        """Keep a sample."""


class OutOfTimeError(Exception):
    """The time budget of the run is spent."""


class StoppedError(Exception):
    """The workers were told to stop, so that a look was not run."""


def inline(claim: Claim, device: str) -> Laboratory:
    """Experiments of one claim, in this process."""

    def run(look: Look) -> Sample:
        return run_look(claim, look, device)

    return run


def run_look(claim: Claim, look: Look, device: str) -> Sample:
    """Run a look of a claim, or of the mutant that it names."""
    plan = claim.plan(look.profile)
    if look.variant:
        claim = claim.mutated(next(m for m in claim.mutants if m.name == look.variant))
        plan = claim.plan(look.profile)
    models.device.settle()
    return observe(claim, plan, look, device)


def remembering(laboratory: Laboratory, memory: Memory) -> Laboratory:
    """A laboratory that asks its memory first and tells it everything."""

    def run(look: Look) -> Sample:
        known = memory.get(look)
        if known is not None:
            return known
        sample = laboratory(look)
        memory.put(look, sample)
        return sample

    return run


def until(laboratory: Laboratory, deadline: float) -> Laboratory:
    """A laboratory that begins nothing after a time of the monotonic clock."""

    def run(look: Look) -> Sample:
        if time.monotonic() > deadline:
            raise OutOfTimeError
        return laboratory(look)

    return run


class Recall(dict[str, Sample]):
    """A memory that lasts as long as the process."""

    def get(self, look: Look) -> Sample | None:  # type: ignore[override]  # keyed by look
        """The sample of a look, if it was run before."""
        return super().get(look.key)

    def put(self, look: Look, sample: Sample) -> None:
        """Keep a sample."""
        self[look.key] = sample


class Processes:
    """Worker processes that run the looks of registered claims; a context manager.

    A worker that dies takes its look with it: the look is run once more, then given up as an
    ExperimentError.
    """

    def __init__(self, jobs: int, device: str) -> None:
        self.jobs = jobs
        self.device = device
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Processes:
        self._pool = self._start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.terminate()  # a look in flight is lost and costs nothing
            pool.shutdown(wait=False, cancel_futures=True)

    def __call__(self, look: Look) -> Sample:
        """Run a look in a worker and wait for it."""
        return self.submit(work, look, self.device)

    def submit(self, task: Callable[..., R], *arguments: Any) -> R:
        """Run a function in a worker and wait for what it returns."""
        for _attempt in range(2):
            pool = self._running()
            try:
                future = pool.submit(task, *arguments)
            except RuntimeError:  # broken, or shut down since
                self._restart(pool)
                continue
            try:
                return future.result()
            except (BrokenProcessPool, CancelledError):
                self._restart(pool)
        raise ExperimentError("The worker process died twice (out of memory?).")

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            raise StoppedError
        return self._pool

    def _start(self) -> ProcessPoolExecutor:
        for name in SINGLE:
            os.environ[name] = "1"
        return ProcessPoolExecutor(self.jobs, get_context("spawn"), _prepare)

    def _restart(self, broken: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is broken:
                self._pool = self._start()


@contextmanager
def ahead(jobs: int) -> Iterator[Callable[[Callable[[T], R], Iterable[T]], Iterator[R]]]:
    """A `map` in order that works on up to `jobs` items at once, ahead of the one asked for."""
    with ThreadPoolExecutor(jobs) as threads:

        def in_order(task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
            pending: list[Future[R]] = []
            source = iter(items)
            for item in source:
                pending.append(threads.submit(task, item))
                if len(pending) >= jobs:
                    break
            try:
                while pending:
                    result = pending.pop(0).result()
                    item = next(source, _NOTHING)
                    if item is not _NOTHING:
                        pending.append(threads.submit(task, item))
                    yield result
            finally:
                for future in pending:
                    future.cancel()

        yield in_order


_NOTHING: Any = object()


def choose_device(asked: str) -> str:
    """The device that `auto`, `cpu` or `cuda` means on the machine that runs this."""
    return models.device.choose(asked)


def draw(name: str, root: int, device: str) -> Figure | None:
    """The figure of a claim, on streams of its own; None if it has none."""
    claim = registry.find(name)
    if claim.figure is None:
        return None
    models.device.settle()
    seeds = Seeds(root, name, "", "figure", range(FIGURE_TRIALS))
    return claim.figure(seeds=seeds, device=device)


def _prepare() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the main process's to handle


def work(look: Look, device: str) -> Sample:
    """What a worker does: run a look of a registered claim."""
    return run_look(registry.find(look.claim), look, device)

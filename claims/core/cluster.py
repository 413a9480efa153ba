"""Looks run by the workers of a Dask cluster that is there already (extra `peirama[dask]`).

Each worker must have peirama installed from the same source; a run checks that before it begins.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any, TypeVar

from peirama.claims.core.execute import StoppedError, work
from peirama.claims.core.laboratory import ExperimentError, Look, Sample

R = TypeVar("R")
PATIENCE = 10  # seconds in which a scheduler answers
_alone = threading.Lock()  # a worker may have many threads, an experiment has the process


class ClusterError(Exception):
    """A cluster that cannot be used; the message says why, and the cure."""


class Cluster:
    """The workers of a Dask scheduler at an address such as tcp://host:8786; a context manager.

    Raises ClusterError if nothing answers, or without the package dask.
    """

    def __init__(self, address: str, device: str) -> None:
        self.address = address
        self.device = device
        self._client: Any = None
        self._lost: type[Exception] = ExperimentError

    def __enter__(self) -> Cluster:
        try:
            distributed: Any = importlib.import_module("distributed")
            self._lost = importlib.import_module("distributed.scheduler").KilledWorker
        except ImportError:
            raise ClusterError(
                "--dask needs the package dask: pip install 'peirama[dask]'."
            ) from None
        try:
            self._client = distributed.Client(self.address, timeout=PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError, TypeError) as error:
            raise ClusterError(
                f"--dask {self.address}: no scheduler answers ({error}). Give the address that "
                "`dask scheduler` prints, such as tcp://127.0.0.1:8786."
            ) from None
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            self.__exit__()
            raise ClusterError(
                f"--dask {self.address}: the scheduler has no worker. Start one with "
                f"`dask worker {self.address}`."
            ) from None
        return self

    def __exit__(self, *_: object) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.close()

    @property
    def jobs(self) -> int:
        """How many worker processes there are."""
        return len(self._client.nthreads())

    def __call__(self, look: Look) -> Sample:
        """Run a look in a worker and wait for it."""
        return self.submit(work, look, self.device)

    def submit(self, task: Callable[..., R], *arguments: Any) -> R:
        """Run a function in a worker and wait for what it returns.

        Dask runs it again if the worker is lost. Raises ExperimentError once it gives up, and
        ClusterError if the workers do not know the function.
        """
        if self._client is None:
            raise StoppedError
        try:
            # pure=False: Dask forgets a task whose result was taken, and never shares one
            result: R = self._client.submit(
                _alone_in_process, task, *arguments, pure=False
            ).result()
        except CancelledError:
            raise StoppedError from None
        except (ModuleNotFoundError, AttributeError) as error:
            raise ClusterError(
                f"The workers at {self.address} cannot run peirama ({error}). Install the same "
                "version on every worker."
            ) from None
        except self._lost as error:
            raise ExperimentError(f"The worker was lost too often ({error}).") from None
        return result


def _alone_in_process(task: Callable[..., R], *arguments: Any) -> R:
    with _alone:
        return task(*arguments)

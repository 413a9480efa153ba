"""A run from its first trial to its record: what `peirama check` does, in one place.

The preregistration is stored before the first trial, every look as it ends, and the record last.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from peirama.claims.core import execute, registry
from peirama.claims.core.calibration import certificate
from peirama.claims.core.check import check_suite, suite_ledger
from peirama.claims.core.claim import Claim
from peirama.claims.core.cluster import Cluster, ClusterError
from peirama.claims.core.figure import Figure
from peirama.claims.core.finding import ClaimFinding
from peirama.claims.core.laboratory import Laboratory
from peirama.claims.core.ladder import Ladder
from peirama.claims.core.ledger import ALPHA, BETA
from peirama.claims.core.plan import Profile
from peirama.reports import provenance, record, schema, transcript
from peirama.reports.preregistration import preregistration, sha256
from peirama.reports.store import Store

RECORD = "record.json"
DTYPE = "float64"


class UsageError(Exception):
    """Something asked for that cannot be done; the message is the sentence the user reads."""


@dataclass(frozen=True)
class Job:
    """What a run is asked to do; a resumed run keeps all of it."""

    names: tuple[str, ...]
    profile: Profile
    seed: int
    with_mutants: bool
    device: str = "auto"
    alpha: float = ALPHA


@dataclass(frozen=True)
class Means:
    """With what a run works; none of it changes the record."""

    jobs: int
    seconds: float | None = None  # the time budget
    dask: str | None = None  # the address of a cluster, in place of processes here


def duration(text: str) -> float:
    """A duration such as 90s, 10m or 2h, in seconds. Raises UsageError for anything else."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text.strip())
    if not match:
        raise UsageError(f"--budget {text}: write a duration such as 90s, 10m or 2h.")
    return float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]]


def start(folder: Path, job: Job, means: Means, console: Console) -> schema.Record:
    """A new run. Raises StoreError if the folder holds one, UsageError for a wrong job."""
    registry.select(job.names)  # what cannot be done is said before the workers start
    Store.reserve(folder)
    with _workers(means, job.device) as (workers, device):
        fixed = document(replace(job, device=device))
        _same_source(workers, fixed)
        with Store.create(folder, fixed) as store:
            return _run(folder, store, fixed, means, workers, console)


def resume(folder: Path, means: Means, console: Console) -> schema.Record:
    """Go on with a run. Raises UsageError if the claims have changed since it began."""
    with Store.open(folder) as store:
        fixed = store.preregistration
        unchanged(folder, fixed)
        job = job_of(fixed)
        with _workers(means, job.device) as (workers, _):
            _same_source(workers, fixed)
            return _run(folder, store, fixed, means, workers, console)


def unchanged(folder: Path, fixed: Mapping[str, Any]) -> None:
    """Raise UsageError if the source differs from that of a preregistration."""
    now = document(job_of(fixed))
    if sha256(now) != sha256(fixed):
        raise UsageError(
            f"{folder} was begun with other source: {difference(fixed, now)} changed. "
            "Check that version out, or begin a new run."
        )


def pilot(claim: Claim, profile: Profile, seed: int) -> Ladder:
    """What a pilot of a claim works with: the suite's ledger, and this process."""
    claims = registry.registry().claims.values()
    ledger = suite_ledger(claims, profile, alpha=ALPHA, beta=BETA)
    return Ladder(claim, claim.plan(profile), ledger, execute.inline(claim, "cpu"), seed)


def _run(
    folder: Path,
    store: Store,
    fixed: dict[str, Any],
    means: Means,
    workers: execute.Processes | Cluster,
    console: Console,
) -> schema.Record:
    job = job_of(fixed)
    started = datetime.now(UTC)
    claims = registry.select(job.names)
    ledger = suite_ledger(
        registry.registry().claims.values(), job.profile, alpha=job.alpha, beta=BETA
    )
    laboratory: Laboratory = workers
    if means.seconds is not None:
        laboratory = execute.until(laboratory, time.monotonic() + means.seconds)
    findings = check_suite(
        claims,
        profile=job.profile,
        seed=job.seed,
        budget=ledger,
        laboratory=execute.remembering(laboratory, store),
        jobs=workers.jobs,
        with_mutants=job.with_mutants,
        draw=_drawing(workers, job),
    )
    by_name = {claim.name: claim for claim in claims}
    found = [
        transcript.claim(by_name[finding.claim], finding, job.profile)
        for finding in _watched(findings, len(claims), console)
    ]
    if not job.names:
        found += [transcript.broken(*entry) for entry in registry.registry().broken.items()]
    run = schema.Run(
        id=hashlib.sha256(f"{sha256(fixed)}".encode()).hexdigest()[:12],
        started=started,
        finished=datetime.now(UTC),
        seed=job.seed,
        profile=job.profile,
        device=job.device,
        dtype=DTYPE,
        versions=provenance.versions(),
        platform=provenance.machine(),
        command=provenance.command(),
        revision=provenance.revision(),
        alpha=job.alpha,
        beta=BETA,
        ledger=transcript.ledger(ledger),
        certificate=certificate.stored().id,
        certificate_changed=certificate.stored().changed(),
    )
    told = {claim.paper for claim in claims}
    papers = [
        schema.Paper.model_validate(paper)
        for paper in registry.registry().papers.values()
        if paper.name in told
    ]
    whole = record.build(run, sha256(fixed), found, papers=papers)
    record.write(whole, folder / RECORD)
    return whole


def document(job: Job) -> dict[str, Any]:
    """The preregistration: what will be done, and the source that it will be done with."""
    known = registry.registry()
    claims = registry.select(job.names)
    ledger = suite_ledger(known.claims.values(), job.profile, alpha=job.alpha, beta=BETA)
    fixed = preregistration(
        claims,
        job.profile,
        ledger,
        job.seed,
        modules=known.modules,
        with_mutants=job.with_mutants,
    )
    return fixed | {"job": asdict(job) | {"names": list(job.names)}}


def job_of(fixed: Mapping[str, Any]) -> Job:
    """What the run of a preregistration was asked to do."""
    job = fixed["job"]
    return Job(**(job | {"names": tuple(job["names"])}))


def difference(then: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """The first thing in which two preregistrations differ."""
    names = [n for n in now["claims"] if now["claims"][n] != then["claims"].get(n)]
    if names:
        return f"claim {names[0]}"
    files = [f for f in now["engine"] if now["engine"][f] != then["engine"].get(f)]
    return files[0] if files else "the list of claims"


@contextmanager
def _workers(means: Means, device: str) -> Iterator[tuple[Any, str]]:
    """Workers on this machine or on a Dask cluster, and the device that they use."""
    try:
        with _either(means, device) as workers:
            try:
                workers.device = workers.submit(execute.choose_device, device)
            except ValueError as error:
                raise UsageError(str(error)) from None
            yield workers, workers.device
    except ClusterError as error:
        raise UsageError(str(error)) from None


def _either(means: Means, device: str) -> execute.Processes | Cluster:
    if means.dask is None:
        return execute.Processes(means.jobs, device)
    return Cluster(means.dask, device)


def _same_source(workers: Any, fixed: Mapping[str, Any]) -> None:
    """Raise UsageError if the workers of a cluster have other source than this machine."""
    if isinstance(workers, Cluster):
        theirs = workers.submit(document, job_of(fixed))
        if sha256(theirs) != sha256(fixed):
            raise UsageError(
                f"The workers at {workers.address} have other source: {difference(fixed, theirs)} "
                "differs. Install the same version there."
            )


def _drawing(workers: Any, job: Job) -> Callable[[Claim], Figure | None]:
    def draw(claim: Claim) -> Figure | None:
        return workers.submit(execute.draw, claim.name, job.seed, job.device)

    return draw


def _watched(
    findings: Iterator[ClaimFinding], total: int, console: Console
) -> Iterator[ClaimFinding]:
    """The findings as they come, under a progress bar where there is a terminal to show it."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("claims", total=total)
        for finding in findings:
            verdict = finding.verdict.outcome.name.lower().replace("_", " ")
            bar.update(task, advance=1, description=f"{finding.claim} {verdict}")
            yield finding

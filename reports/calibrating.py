"""What `peirama calibrate` does: measure, compare with the stored certificate, and show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from peirama.claims.core.calibration import certificate
from peirama.claims.core.calibration import experiments as calibration
from peirama.claims.core.calibration.certificate import Certificate
from peirama.claims.core.calibration.experiments import Profile
from peirama.claims.core.calibration.measured import Row
from peirama.reports import certified, provenance, record
from peirama.reports.running import UsageError


def calibrate(profile: str, *, seed: int, jobs: int, console: Console) -> Certificate:
    """Measure a profile, under a progress bar on a terminal. Raises UsageError for no profile."""
    chosen = _profile(profile)
    columns = (
        TextColumn("calibrating"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=None)
        rows = calibration.calibrate(
            chosen,
            seed=seed,
            jobs=jobs,
            told=lambda done, total: bar.update(task, completed=done, total=total),
        )
    return certificate.build(rows, profile=chosen, seed=seed, versions=provenance.versions())


def show(found: Certificate, console: Console, *, as_json: bool) -> None:
    """Print a certificate: JSON, or a table with what it comes to."""
    if as_json:
        console.file.write(json.dumps(found.as_json(), indent=1) + "\n")
        return
    console.print(certified.table(found))
    for line in (*certified.lines(found), *against_stored(found)):
        console.print(line, soft_wrap=True, markup=False, highlight=False)


def write(found: Certificate, folder: Path) -> None:
    """Write certificate.json, certificate.svg and certificate.md. Raises record.RecordError."""
    record.save(found.dumps(), folder / "certificate.json")
    record.save(certified.sheet(found), folder / "certificate.svg")
    record.save(certified.markdown(found), folder / "certificate.md")


def against_stored(found: Certificate) -> list[str]:
    """How the counts compare with the certificate that ships, where that says something."""
    stored = certificate.stored()
    if found.seed != stored.seed:
        return []
    known = {_key(row): row.errors for row in stored.rows}
    common = [row for row in found.rows if _key(row) in known]
    other = [row for row in common if known[_key(row)] != row.errors]
    same = len(common) - len(other)
    lines = [f"{same} of {len(common)} counts are those of the stored certificate {stored.id}."]
    if stored.changed():
        lines.append(stale(stored.id, stored.changed()))
    return lines


def stale(name: str, changed: tuple[str, ...]) -> str:
    """The sentence for a certificate that was measured on other source."""
    more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
    return (
        f"Certificate {name} was measured before {changed[0]}{more} changed; measure again with "
        "`peirama calibrate --profile full`."
    )


def _key(row: Row) -> tuple[object, ...]:
    return row.case, row.kind, row.direction, row.gap, row.level, row.repetitions


def _profile(word: str) -> Profile:
    for profile in calibration.PROFILES:
        if profile == word:
            return profile
    known = " and ".join(get_args(Profile))
    raise UsageError(f"--profile {word}: calibrate knows {known}.")

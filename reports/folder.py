"""The folder of a run: where it lies, what is written into it, and how a shell reads it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from peirama.reports import html, junit, markdown, record
from peirama.reports.running import UsageError
from peirama.reports.schema import Record

RUNS = Path("peirama-runs")
REFUTED, INCONCLUSIVE, CRASHED = 1, 3, 4


def new(profile: str) -> Path:
    """A folder for a run that begins now."""
    return RUNS / datetime.now(UTC).strftime(f"%Y%m%d-%H%M%S-{profile}")


def latest() -> Path:
    """The folder of the run that began last. Raises UsageError if there is none."""
    runs = sorted(RUNS.glob("*/run.sqlite")) if RUNS.is_dir() else []
    if not runs:
        raise UsageError(f"--resume: {RUNS} holds no run; name its folder with --out.")
    return runs[-1].parent


def fill(folder: Path, found: Record, *, allow_inconclusive: bool) -> None:
    """Write the report for a person, the summary for a job, and JUnit for its server."""
    html.write(found, folder / "report")
    record.save(markdown.render(found), folder / "summary.md")
    policy: Literal["failure", "skipped"] = "skipped" if allow_inconclusive else "failure"
    record.save(junit.render(found, inconclusive=policy), folder / "junit.xml")
    schema = json.dumps(record.json_schema(), indent=1, sort_keys=True)
    record.save(schema, folder / "record.schema.json")


def exit_code(found: Record, allow_inconclusive: bool = False, strict: bool = False) -> int:
    """0 all supported, 1 refuted or vacuous, 4 crashed, 3 inconclusive; the worst news wins."""
    outcomes = {claim.verdict.outcome for claim in found.claims}
    if "REFUTED" in outcomes or any(claim.vacuous for claim in found.claims):
        return REFUTED
    if "ERROR" in outcomes:
        return CRASHED
    undecided = "INCONCLUSIVE" in outcomes or (strict and "NOT_RUN" in outcomes)
    return INCONCLUSIVE if undecided and not allow_inconclusive else 0

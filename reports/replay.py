"""Run recorded trials again and hold them against what was stored, bit for bit.

On the device kind of the run every number must come back as it was; on another, sums may be taken
in another order, and the largest difference is reported against a tolerance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from peirama.claims.core import execute, registry
from peirama.claims.core.laboratory import Look, Sample
from peirama.reports import record, running, schema
from peirama.reports.running import UsageError
from peirama.reports.store import Store

TOLERANCE = 1e-9  # relative, between device kinds: float64 sums in another order


@dataclass(frozen=True)
class Replayed:
    """A look that was run again."""

    setting: int  # its number in the record, from 1
    purpose: str
    trials: str
    same: bool  # bit for bit
    difference: float  # the largest, relative to the largest value

    @property
    def agrees(self) -> bool:
        """Whether the look came back within the tolerance between device kinds."""
        return self.same or self.difference <= TOLERANCE


def replay(folder: Path, name: str, *, setting: int | None, device: str) -> Iterator[Replayed]:
    """Run the looks of a claim again, of one setting or of all.

    Raises UsageError for a claim or a setting that the record lacks, and for changed source.
    """
    found = record.read(folder / running.RECORD)
    entry = found.claim(name)
    if entry is None or not entry.settings:
        held = ", ".join(claim.name for claim in found.claims if claim.settings)
        raise UsageError(f"{folder} holds no trials of {name!r}; it holds those of {held}.")
    if setting is not None and not 1 <= setting <= len(entry.settings):
        raise UsageError(f"{name} was tried at settings 1 to {len(entry.settings)}, not {setting}.")
    chosen = range(1, len(entry.settings) + 1) if setting is None else (setting,)
    with Store.open(folder) as store:
        running.unchanged(folder, store.preregistration)
        for number in chosen:
            for look in _looks(found, entry, entry.settings[number - 1]):
                yield _again(store, look, number, device)


def _looks(found: schema.Record, entry: schema.Claim, tried: schema.Setting) -> Iterator[Look]:
    """The looks of a setting: its own, and those that confirmed it."""
    stages = [s for c in entry.confirmations if c.setting == tried.setting for s in c.stages]
    for rung in (*tried.rungs, *stages):
        for first, last in zip((0, *rung.looks), rung.looks, strict=False):
            yield Look(
                claim=entry.name,
                variant="",
                profile=found.run.profile,
                setting=tried.setting,
                purpose=rung.purpose,
                first=first,
                last=last,
                root=found.run.seed,
            )


def _again(store: Store, look: Look, number: int, device: str) -> Replayed:
    kept = store.get(look)
    if kept is None:
        raise UsageError(f"The store lacks {look.purpose} of setting {number}; audit the run.")
    fresh = execute.run_look(registry.find(look.claim), look, device)
    return Replayed(
        setting=number,
        purpose=look.purpose,
        trials=f"{look.first + 1}-{look.last}",
        same=fresh.digest == kept.digest,
        difference=max(_differences(kept, fresh), default=0.0),
    )


def _differences(kept: Sample, fresh: Sample) -> Iterator[float]:
    for clause, evidence in kept.evidence.items():
        before: np.ndarray[Any, Any] = evidence.values
        after = fresh.evidence[clause].values
        if before.shape != after.shape or not np.array_equal(np.isnan(before), np.isnan(after)):
            yield float("inf")
            continue
        scale = np.nanmax(np.abs(before), initial=0.0) or 1.0
        yield float(np.nanmax(np.abs(after - before), initial=0.0) / scale)

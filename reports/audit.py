"""An audit of a run: every verdict decided again from the raw observations, no experiment run.

The hunt of each claim is pure but for its looks. Here it reads them from the store alone, so that
what it finds must be, to the digit, what the record says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from peirama.claims.core import registry
from peirama.claims.core.check import check_claim, suite_ledger
from peirama.claims.core.claim import Claim
from peirama.claims.core.laboratory import Look, Sample
from peirama.claims.core.ladder import Ladder
from peirama.claims.core.ledger import BETA, Ledger
from peirama.reports import record, running, schema, transcript
from peirama.reports.preregistration import sha256
from peirama.reports.store import Store, StoreError

NOT_DECIDED = ("figure",)  # drawn from streams of its own; nothing is decided on it


@dataclass(frozen=True)
class Check:
    """Something that was held against the raw data, and where it does not hold."""

    name: str
    wrong: str = ""  # empty where it holds


class _MissingError(Exception):
    """A look that the decision needs is not in the store."""


def audit(folder: Path) -> Iterator[Check]:
    """Every check of a run, in order. Raises RecordError or StoreError if it cannot be read."""
    found = record.read(folder / running.RECORD)
    yield Check("the record is whole, and unchanged since it was written")
    with Store.open(folder) as store:
        document = store.preregistration
        same = sha256(document) == found.preregistration
        yield Check(
            "the preregistration is the one that the record names",
            "" if same else f"the store holds {sha256(document)[:12]}",
        )
        job = running.job_of(document)
        now = running.document(job)
        yield Check(
            "the claims, rules and models are those that were preregistered",
            "" if sha256(now) == sha256(document) else running.difference(document, now),
        )
        yield from _of_claims(store, job, found)


def _of_claims(store: Store, job: running.Job, found: schema.Record) -> Iterator[Check]:
    known = registry.registry()
    claims = registry.select(job.names)
    ledger = suite_ledger(known.claims.values(), job.profile, alpha=job.alpha, beta=BETA)
    listed = {claim.name for claim in found.claims} - set(known.broken)
    wanted = {claim.name for claim in claims}
    yield Check(
        "every claim that was preregistered is in the record, and no other",
        ", ".join(sorted(listed ^ wanted)),
    )
    yield Check(
        "the error budget is that of the suite",
        "" if transcript.ledger(ledger) == found.run.ledger else "the ledger was changed",
    )
    for claim in claims:
        entry = found.claim(claim.name)
        if entry is not None:
            name = f"{claim.name}: decided again from {len(entry.settings)} settings"
            yield Check(name, _decided_again(store, job, ledger, claim, entry))


def _decided_again(
    store: Store, job: running.Job, ledger: Ledger, claim: Claim, entry: schema.Claim
) -> str:
    """Where the record of a claim differs from what its raw data say; empty if nowhere."""

    def recalled(look: Look) -> Sample:
        sample = store.get(look)
        if sample is None:
            raise _MissingError(f"{look.purpose} at {dict(look.setting)} was not observed")
        return sample

    ladder = Ladder(claim, claim.plan(job.profile), ledger, recalled, job.seed)
    try:
        finding = check_claim(ladder, map, with_mutants=job.with_mutants)
    except (_MissingError, StoreError) as error:
        return str(error)
    again = transcript.claim(claim, finding, job.profile)
    return _first_difference(_kept(entry), _kept(again))


def _kept(entry: schema.Claim) -> Any:
    whole = {k: v for k, v in entry.model_dump(mode="json").items() if k not in NOT_DECIDED}
    return record.without_passing(whole)


def _first_difference(recorded: Any, decided: Any, place: str = "") -> str:
    """The first place in which two JSON values differ, in words."""
    if isinstance(recorded, dict) and isinstance(decided, dict):
        keys = sorted(recorded.keys() | decided.keys())
        pairs = [(f"{place}.{k}".lstrip("."), recorded.get(k), decided.get(k)) for k in keys]
    elif isinstance(recorded, list) and isinstance(decided, list):
        if len(recorded) != len(decided):
            return f"{place} has {len(recorded)} entries, the data give {len(decided)}"
        pairs = [
            (f"{place}[{n + 1}]", a, b)
            for n, (a, b) in enumerate(zip(recorded, decided, strict=True))
        ]
    else:
        same = recorded == decided
        return "" if same else f"{place} is {recorded!r}, the data give {decided!r}"
    return next((d for p, a, b in pairs if (d := _first_difference(a, b, p))), "")

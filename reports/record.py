"""The file `record.json`: the only thing that renderers read.

It is written whole or not at all, and read whole or refused with one sentence. Its `digest` is
the SHA-256 of the canonical JSON of everything else, so that an edited record is noticed.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from peirama.reports import schema
from peirama.reports.schema import SCHEMA, Claim, Paper, Record, Run

# What differs between two runs that found the same.
PASSING = {"id", "started", "finished", "command", "seconds", "digest"}
# Mappings whose keys are a claim's own words, which may be called like the above.
OWN_WORDS = {"setting", "counterexample", "predicted", "given", "sizes", "coverage", "reasons"}


class RecordError(Exception):
    """A record that cannot be read or written; the message says why, and the cure."""


def build(
    run: Run, preregistration: str, claims: Iterable[Claim], *, papers: Iterable[Paper] = ()
) -> Record:
    """The record of a run, its claims and papers in order of their names."""
    body = {
        "schema": SCHEMA,
        "run": run.model_dump(mode="json"),
        "preregistration": preregistration,
        "claims": [c.model_dump(mode="json") for c in sorted(claims, key=lambda c: c.name)],
        "papers": [p.model_dump(mode="json") for p in sorted(papers, key=lambda p: p.name)],
    }
    body = json.loads(_canonical(body))  # the order of a mapping is then that of a read record
    return Record.model_validate(body | {"digest": _digest(body)})


def write(record: Record, path: Path) -> None:
    """Write a record so that a reader finds the old file or the new one, never a part."""
    save(dumps(record), path)


def save(content: str | bytes, path: Path) -> None:
    """Write a file as a whole or not at all. Raises RecordError."""
    if isinstance(content, str):
        # a lone surrogate, from some error message, becomes the escape that JSON has for it
        content = content.encode("utf-8", "backslashreplace")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(content, path)
    except OSError as error:
        raise RecordError(
            f"{path} cannot be written: {error.strerror or error}. Free space there, or name "
            "another folder."
        ) from error


def read(path: Path) -> Record:
    """The record in a file, or in the folder of a run. Raises RecordError, with one sentence."""
    if path.is_dir():
        path = path / "record.json"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        found = error.strerror or error
        raise RecordError(
            f"{path} cannot be read: {found}. Name the folder of a finished run."
        ) from error
    except UnicodeDecodeError as error:
        raise RecordError(
            f"{path} is damaged: it is not UTF-8 text. Take it from a copy, or run again."
        ) from error
    return loads(text, str(path))


def dumps(record: Record) -> str:
    """The text of `record.json`."""
    return json.dumps(_plain(record), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def loads(text: str, name: str) -> Record:
    """The record in a text; `name` is where it came from. Raises RecordError."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(
            f"{name} is truncated or no JSON ({_line(error)}). Take it from a copy, or run again."
        ) from error
    _check(body, name)
    try:
        return Record.model_validate(body)
    except (ValidationError, TypeError, OverflowError) as error:
        where = ""
        if isinstance(error, ValidationError):
            where = ".".join(str(step) for step in error.errors()[0]["loc"])
        raise RecordError(
            f"{name} is no record that this version reads: {where or _line(error)} has an "
            "unexpected value. Read it with the version of peirama that wrote it."
        ) from error


def comparable(record: Record) -> dict[str, Any]:
    """What two runs that found the same have in common: no times, durations, ids or command."""
    kept: dict[str, Any] = without_passing(_plain(record))
    return kept


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `record.json`."""
    return schema.exported()


def _replace(content: bytes, path: Path) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)  # mkstemp makes files that only their owner may read
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _check(body: object, name: str) -> None:
    found = body.get("schema") if isinstance(body, dict) else None
    if not isinstance(body, dict) or not isinstance(found, str):
        raise RecordError(f"{name} is no record of peirama. Name a record.json or its folder.")
    if found != SCHEMA:
        raise RecordError(
            f"{name} has schema {_line(found)!r}, and this version reads {SCHEMA!r}. Read it with "
            "the version of peirama that wrote it."
        )
    if body.get("digest") != _digest({k: v for k, v in body.items() if k != "digest"}):
        raise RecordError(
            f"{name} was edited or damaged: its content does not have the digest that it states. "
            "Take it from a copy, or run again."
        )


def _plain(record: Record) -> dict[str, Any]:
    return record.model_dump(mode="json", by_alias=True)


def without_passing(value: Any) -> Any:
    """A JSON value without times, durations and ids, which no two runs share."""
    if isinstance(value, dict):
        kept = {k: v for k, v in value.items() if k not in PASSING}
        return {k: v if k in OWN_WORDS else without_passing(v) for k, v in kept.items()}
    if isinstance(value, list):
        return [without_passing(item) for item in value]
    return value


def _digest(body: dict[str, Any]) -> str:
    return hashlib.sha256(_canonical(body).encode("utf-8", "surrogatepass")).hexdigest()


def _canonical(body: object) -> str:
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _line(value: object) -> str:
    """The start of a text, on one line."""
    return " ".join(str(value).split())[:120]

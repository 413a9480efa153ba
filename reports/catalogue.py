"""The list of claims without importing them: sympy and Hypothesis take a second to load.

The list is kept in the user's cache folder under a fingerprint of every file that may hold a claim,
so that it is read again as soon as one of them changes.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypedDict

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text


class Row(TypedDict):
    """What `peirama list` shows of a claim."""

    name: str
    status: str
    paper: str
    source: str
    statement: str
    starts: str


def rows() -> list[Row]:
    """Every claim, by name; from the cache if nothing has changed since it was written."""
    file = _folder() / f"catalogue-{_fingerprint()}.json"
    with suppress(OSError, ValueError, TypeError):
        kept: list[Row] = json.loads(file.read_text(encoding="utf-8"))
        if all(set(row) == set(Row.__annotations__) for row in kept):
            return kept
    found = _found()
    with suppress(OSError):  # a cache that cannot be written is only slow
        file.parent.mkdir(parents=True, exist_ok=True)
        for old in file.parent.glob("catalogue-*.json"):
            old.unlink()
        new = file.with_suffix(f".{os.getpid()}")
        new.write_text(json.dumps(found), encoding="utf-8")
        new.replace(file)
    return found


def listing(rows: list[Row]) -> RenderableType:
    """The claims by paper, each with its status and statement."""
    parts: list[RenderableType] = []
    paper = ""
    for row in rows:
        if row["paper"] != paper:
            paper = row["paper"]
            parts += [Text(""), Text(row["source"], style="dim")]
        starts = "" if row["starts"] == "quick" else f", from profile {row['starts']}"
        parts.append(Text.assemble((row["name"], "bold"), f"  {row['status'].lower()}{starts}"))
        parts.append(Padding(Text(row["statement"]), (0, 0, 0, 4)))
    return Group(*parts[1:]) if parts else Text("There are no claims.")


def _found() -> list[Row]:
    from peirama.claims.core.registry import registry

    return [
        Row(
            name=claim.name,
            status=claim.status.name,
            paper=claim.paper,
            source=f"{claim.source.authors}, {claim.source.title} ({claim.source.year})",
            statement=claim.statement,
            starts=claim.starts,
        )
        for claim in registry().claims.values()
    ]


def _folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "peirama"


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for file in _files():
        status = file.stat()
        digest.update(f"{file}\0{status.st_mtime_ns}\0{status.st_size}\n".encode())
    return digest.hexdigest()[:32]


def _files() -> Iterator[Path]:
    """The files of our claims and of every package that an entry point names."""
    names = {entry.value.split(":")[0] for entry in importlib.metadata.entry_points(group=_GROUP)}
    for name in ["peirama.claims", *sorted({name.split(".")[0] for name in names})]:
        spec = importlib.util.find_spec(name)
        if spec is None:
            continue
        if spec.submodule_search_locations is None:
            yield Path(spec.origin or os.devnull)
        for folder in spec.submodule_search_locations or ():
            yield from sorted(Path(folder).rglob("*.py"))


_GROUP = "peirama.claims"  # as in claims.core.registry, which is not imported here

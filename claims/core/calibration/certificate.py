"""The certificate: measured error rates of every rule, with the source that they were measured on.

One ships with the package, made by the full profile. Its id is the start of the SHA-256 of its
content, and stands in the record of every run.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from peirama.claims.core.calibration.cases import STAGE
from peirama.claims.core.calibration.measured import Row
from peirama.claims.core.calibration.source import code
from peirama.models.seeds import canonical

SCHEMA = "peirama.certificate/1"
CORE = Path(__file__).parents[1]
STORED = Path(__file__).with_name("certificate.json")
LADDER = ("hunt.py", "ladder.py", "rung.py")  # beside the rules, what a level goes through


class CertificateError(Exception):
    """A certificate that cannot be read; the message says why, and the cure."""


@dataclass(frozen=True)
class Certificate:
    """What was measured, by which profile and seed, with which versions, on which source."""

    profile: str
    seed: int
    versions: Mapping[str, str]
    sources: Mapping[str, str]  # file below claims/core -> SHA-256
    rows: tuple[Row, ...]

    @property
    def id(self) -> str:
        """A short SHA-256 of the content."""
        return hashlib.sha256(canonical(self._content()).encode()).hexdigest()[:12]

    @property
    def unexpected(self) -> tuple[Row, ...]:
        """The rows that did not come out as they must."""
        return tuple(row for row in self.rows if not row.as_expected)

    @property
    def sound(self) -> bool:
        """Whether the law that is known to be bad was seen to fail: else nothing is certified."""
        bad = [row for row in self.rows if row.expected == "fail"]
        return bool(bad) and not any(row.passed for row in bad)

    @property
    def factor(self) -> float | None:
        """By how much alpha may be exceeded for the laws listed: (stage bound / level)^2."""
        stages = [row.bound / row.level for row in self.rows if _of_a_stage(row)]
        return max(1.0, *stages) ** 2 if stages else None

    def changed(self) -> tuple[str, ...]:
        """The files that differ from those that the certificate was measured on."""
        now = sources()
        names = sorted({*self.sources, *now})
        return tuple(name for name in names if self.sources.get(name) != now.get(name))

    def as_json(self) -> dict[str, Any]:
        """The certificate as JSON values, with what follows from each row beside it."""
        content = self._content()
        shown = [
            entry | {"ratio": row.ratio, "passed": row.passed, "as_expected": row.as_expected}
            for entry, row in zip(content["rows"], self.rows, strict=True)
        ]
        return {**content, "id": self.id, "sound": self.sound, "rows": shown}

    def dumps(self) -> str:
        """The text of `certificate.json`, a row a line."""
        whole = self.as_json()
        rows = ",\n".join(json.dumps(row) for row in whole.pop("rows"))
        head = json.dumps(whole, indent=1)
        return f'{head[:-2]},\n "rows": [\n{rows}\n ]\n}}\n'

    def _content(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "profile": self.profile,
            "seed": self.seed,
            "versions": dict(self.versions),
            "sources": dict(self.sources),
            "rows": [asdict(row) for row in self.rows],
        }


def build(
    rows: Iterable[Row], *, profile: str, seed: int, versions: Mapping[str, str]
) -> Certificate:
    """The certificate of rows that were measured on the source as it is now."""
    return Certificate(profile, seed, dict(versions), sources(), tuple(rows))


def loads(text: str, name: str) -> Certificate:
    """The certificate in a text; `name` is where it came from. Raises CertificateError."""
    try:
        body = json.loads(text)
        known = {field.name for field in fields(Row)}
        rows = [{k: v for k, v in row.items() if k in known} for row in body["rows"]]
        found = Certificate(
            profile=body["profile"],
            seed=body["seed"],
            versions=body["versions"],
            sources=body["sources"],
            rows=tuple(Row(**(row | {"schedule": tuple(row["schedule"])})) for row in rows),
        )
        intact = body["schema"] == SCHEMA and body["id"] == found.id
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CertificateError(
            f"{name} is no certificate of this version ({error!r}). Make one with "
            "`peirama calibrate --profile full --out DIR`."
        ) from error
    if not intact:
        raise CertificateError(
            f"{name} was edited or damaged: its content does not have the id that it states. "
            "Take it from a copy, or calibrate again."
        )
    return found


@cache
def stored() -> Certificate:
    """The certificate that ships with the package. Raises CertificateError if it is damaged."""
    try:
        text = STORED.read_text(encoding="utf-8")
    except OSError as error:
        raise CertificateError(
            f"{STORED} cannot be read: {error.strerror or error}. Install peirama again."
        ) from error
    return loads(text, str(STORED))


def sources() -> dict[str, str]:
    """The SHA-256 of the code in every source file that the error rates depend on."""
    files = [*sorted((CORE / "rules").glob("*.py")), *(CORE / name for name in LADDER)]
    return {
        file.relative_to(CORE).as_posix(): hashlib.sha256(
            code(file.read_text(encoding="utf-8")).encode()
        ).hexdigest()
        for file in files
    }


def _of_a_stage(row: Row) -> bool:
    return row.kind == "false refutation" and row.expected == "pass" and row.level == STAGE

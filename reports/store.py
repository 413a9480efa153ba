"""The crash-safe store of a run: every look and note is committed as it ends.

One table in `run.sqlite`, each row with a SHA-256 of all of it, so that a flipped bit is noticed.
Arrays are raw bytes behind a JSON header that gives their types and shapes; nothing is pickled.
The write-ahead log survives `kill -9`: what is lost is at most the piece in flight.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from peirama.claims.core.laboratory import Look, Sample
from peirama.claims.core.verdict import Evidence

FILE = "run.sqlite"
VERSION = 1
APPLICATION = 0x70657261  # "pera", in the header of the file: tells it from a foreign database
ARRAYS = ("values", "abscissae", "error", "failed")
TABLE = """
create table entry (
    kind text not null, key text not null, header text not null, data blob not null,
    seal blob not null, primary key (kind, key)
)"""


class StoreError(Exception):
    """A store that cannot be used; the message names its path, what was found, and the cure."""


class Store:
    """The looks and notes of a run. Threads may share one; close it, or use `with`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._lock = threading.Lock()

    @classmethod
    def create(cls, folder: Path, preregistration: Mapping[str, Any]) -> Store:
        """A new store, which holds the preregistration before anything else.

        Raises StoreError if the folder holds a run already.
        """
        cls.reserve(folder)
        path, new = folder / FILE, folder / f".{FILE}.{os.getpid()}"
        with _reported(path):
            new.unlink(missing_ok=True)
            try:
                _fill(path, new, preregistration)
                new.rename(path)  # whole, or not there
            finally:
                new.unlink(missing_ok=True)
        return cls.open(folder)

    @staticmethod
    def reserve(folder: Path) -> None:
        """Make the folder of a run; raises StoreError if it cannot be, or holds one already."""
        path = folder / FILE
        with _reported(path):
            if path.exists():
                raise StoreError(
                    f"{path} holds a run already. Go on with --resume, or name another."
                )
            folder.mkdir(parents=True, exist_ok=True)

    @classmethod
    def open(cls, folder: Path) -> Store:
        """The store of a run, checked for damage. Raises StoreError."""
        path = folder / FILE
        if not path.is_file():
            raise StoreError(
                f"{folder} is not the folder of a run: it holds no {FILE}. Name a folder that "
                "`peirama check --out` wrote."
            )
        if not os.access(folder, os.W_OK) or not os.access(path, os.W_OK):
            raise StoreError(f"{path} may not be written. Copy its folder to a place that may.")
        with _reported(path):
            connection = _connect(path)
            try:
                _recognise(path, connection)
                store = cls(path, connection)
                _ = store.preregistration
            except BaseException:
                connection.close()
                raise
        return store

    @property
    def preregistration(self) -> dict[str, Any]:
        """What was fixed before the first trial."""
        row = self._row("meta", "preregistration")
        if row is None:
            raise _damaged(self._path, "it has no preregistration")
        found: dict[str, Any] = json.loads(row[0])
        return found

    def get(self, look: Look) -> Sample | None:
        """What a look saw, bit for bit, or None if it did not run. Raises StoreError."""
        row = self._row("sample", look.key)
        if row is None:
            return None
        header = json.loads(row[0])
        sample = _unpacked(header, row[1])
        if sample.digest != header["digest"]:
            raise _damaged(self._path, f"the observations of {look.claim} have changed")
        return sample

    def put(self, look: Look, sample: Sample) -> None:
        """Keep what a look saw; the first to be kept stays, since a look is pure."""
        header, data = _packed(sample)
        self._insert("insert or ignore", "sample", look.key, header, data)

    def get_note(self, key: str) -> Any:
        """A small JSON value, or None if there is none of that key."""
        row = self._row("note", key)
        return None if row is None else json.loads(row[0])

    def put_note(self, key: str, value: Any) -> None:
        """Keep a small JSON value, in place of an earlier one."""
        self._insert("insert or replace", "note", key, json.dumps(value), b"")

    def close(self) -> None:
        """Fold the write-ahead log into the file."""
        with self._lock, suppress(sqlite3.Error):
            self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _row(self, kind: str, key: str) -> tuple[str, bytes] | None:
        query = "select header, data, seal from entry where kind = ? and key = ?"
        with _reported(self._path), self._lock:
            row = self._connection.execute(query, (kind, key)).fetchone()
        if row is None:
            return None
        header, data, seal = row
        if not isinstance(header, str) or not isinstance(data, bytes):
            raise _damaged(self._path, f"a {kind} has the wrong type")
        if seal != _seal(kind, key, header, data):
            raise _damaged(self._path, f"a {kind} was changed after it was written")
        return header, data

    def _insert(self, verb: str, kind: str, key: str, header: str, data: bytes) -> None:
        row = (kind, key, header, data, _seal(kind, key, header, data))
        with _reported(self._path), self._lock:
            self._connection.execute(f"{verb} into entry values (?, ?, ?, ?, ?)", row)


def _fill(path: Path, new: Path, preregistration: Mapping[str, Any]) -> None:
    connection = _connect(new)
    try:
        connection.execute(f"pragma application_id = {APPLICATION}")
        connection.execute(f"pragma user_version = {VERSION}")
        connection.execute(TABLE)
        store = Store(path, connection)
        text = json.dumps(preregistration, sort_keys=True)
        store._insert("insert", "meta", "preregistration", text, b"")
        connection.execute("pragma journal_mode = wal")
    finally:
        connection.close()


def _connect(path: Path) -> sqlite3.Connection:
    """A connection that commits each statement; it is guarded by the lock of its store."""
    connection = sqlite3.connect(path, timeout=60, isolation_level=None, check_same_thread=False)
    connection.execute("pragma synchronous = normal")  # with a log: safe, and fast
    connection.execute("pragma trusted_schema = off")
    return connection


def _recognise(path: Path, connection: sqlite3.Connection) -> None:
    application = connection.execute("pragma application_id").fetchone()[0]
    if application != APPLICATION:
        raise StoreError(f"{path} is not a store of peirama. Name the folder of a run.")
    version = connection.execute("pragma user_version").fetchone()[0]
    if version != VERSION:
        raise StoreError(
            f"{path} has version {version}, and this peirama reads version {VERSION}. Read it "
            "with the peirama that wrote it."
        )
    state = connection.execute("pragma integrity_check(1)").fetchone()[0]
    if state != "ok":
        raise _damaged(path, " ".join(str(state).split())[:120])


def _packed(sample: Sample) -> tuple[str, bytes]:
    pieces: list[bytes] = []
    evidence: dict[str, dict[str, Any]] = {}
    for clause, entry in sample.evidence.items():
        evidence[clause] = {}
        for name in ARRAYS:
            array = getattr(entry, name)
            if array is not None:
                if array.dtype.kind not in "biuf":
                    raise TypeError(f"{clause!r} observed {array.dtype}; a store keeps numbers.")
                evidence[clause][name] = [array.dtype.str, list(array.shape)]
                pieces.append(array.tobytes())
    header = {
        "evidence": evidence,
        "guards": list(sample.guards),
        "seconds": sample.seconds,
        "digest": sample.digest,
    }
    return json.dumps(header), b"".join(pieces)


def _unpacked(header: Mapping[str, Any], data: bytes) -> Sample:
    evidence: dict[str, Evidence] = {}
    position = 0
    for clause, entry in header["evidence"].items():
        arrays: dict[str, Any] = dict.fromkeys(ARRAYS)
        for name, (kind, shape) in entry.items():
            count = int(np.prod(shape, dtype=np.int64))
            array = np.frombuffer(data, np.dtype(kind), count, position)
            arrays[name] = array.reshape(shape).copy()  # a buffer of bytes is read-only
            position += array.nbytes
        evidence[clause] = Evidence(**arrays)
    return Sample(evidence, tuple(header["guards"]), header["seconds"])


def _seal(kind: str, key: str, header: str, data: bytes) -> bytes:
    digest = hashlib.sha256()
    for piece in (kind.encode(), key.encode(), header.encode(), data):
        digest.update(len(piece).to_bytes(8, "big"))
        digest.update(piece)
    return digest.digest()


def _damaged(path: Path, found: str) -> StoreError:
    return StoreError(f"{path} is damaged: {found}. Take it from a copy, or run again.")


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Turn whatever SQLite or the disk objects to into one sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise StoreError(_operational(path, str(error))) from error
    except (sqlite3.Error, UnicodeError, MemoryError, OverflowError) as error:
        raise _damaged(path, str(error) or type(error).__name__) from error
    except OSError as error:
        raise StoreError(
            f"{path} cannot be used: {error.strerror or error}. Check its folder and the disk."
        ) from error


def _operational(path: Path, found: str) -> str:
    if "full" in found or "disk I/O" in found:
        return f"{path}: {found}. Free some space, and go on with --resume."
    if "readonly" in found or "unable to open" in found:
        return f"{path} may not be written: {found}. Copy its folder to a place that may."
    if "locked" in found:
        return f"{path} is in use by another process. Wait for it to end."
    return str(_damaged(path, found))

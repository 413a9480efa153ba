import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import suppress

import numpy as np
import pytest

from peirama.reports.store import Store, StoreError

PLAN = {"claims": {"a/b": {"statement": "<é>"}}, "seed": 0}
LOOKS = 12


@pytest.fixture
def store(tmp_path):
    with Store.create(tmp_path / "run", PLAN) as opened:
        yield opened


@pytest.fixture(scope="module")
def filled(tmp_path_factory, make):
    """The bytes of a store with some looks and a note."""
    folder = tmp_path_factory.mktemp("filled")
    with Store.create(folder, PLAN) as opened:
        for i in range(LOOKS):
            opened.put(make.look(32 * i), make.sample(i))
        opened.put_note("figure", {"a": [1, 2]})
    return (folder / "run.sqlite").read_bytes()


def content(folder, make):
    """All that a store holds, as a text; raises StoreError."""
    with Store.open(folder) as opened:
        digests = [opened.get(make.look(32 * i)).digest for i in range(LOOKS)]
        return repr((digests, opened.get_note("figure"), opened.preregistration))


def test_a_sample_comes_back_bit_for_bit(store, make):
    kept = make.sample()
    store.put(make.look(), kept)
    found = store.get(make.look())
    assert found.digest == kept.digest
    assert found.seconds == kept.seconds
    assert np.array_equal(found.evidence["rate"].values, kept.evidence["rate"].values)
    assert np.signbit(found.evidence["level <&>"].values[1])
    assert found.evidence["level <&>"].failed is None


def test_arrays_that_come_back_may_be_written(store, make):
    store.put(make.look(), make.sample())
    assert store.get(make.look()).evidence["rate"].values.flags.writeable


def test_a_look_that_did_not_run_is_none(store, make):
    assert store.get(make.look()) is None


@pytest.mark.parametrize("other", [{"purpose": "screen"}, {"root": 1}, {"setting": {"mu": 0.2}}])
def test_looks_that_differ_are_kept_apart(store, make, other):
    store.put(make.look(), make.sample())
    assert store.get(make.look(**other)) is None


def test_the_first_sample_of_a_look_stays(store, make):
    store.put(make.look(), make.sample(1))
    store.put(make.look(), make.sample(2))
    assert store.get(make.look()).digest == make.sample(1).digest


def test_a_note_is_kept_and_replaced(store):
    store.put_note("crash", {"why": "<é>"})
    store.put_note("crash", [1.5, None])
    assert store.get_note("crash") == [1.5, None]
    assert store.get_note("other") is None


def test_a_store_is_read_again_by_another(store, make, tmp_path):
    store.put(make.look(), make.sample())
    with Store.open(tmp_path / "run") as second:
        assert second.get(make.look()).digest == make.sample().digest
        assert second.preregistration == PLAN


def test_a_second_run_in_a_folder_is_refused(store, tmp_path):
    with pytest.raises(StoreError, match="holds a run already"):
        Store.create(tmp_path / "run", PLAN)


def test_a_folder_without_a_run_is_refused(tmp_path):
    with pytest.raises(StoreError, match=r"holds no run\.sqlite"):
        Store.open(tmp_path)


@pytest.mark.parametrize("data", [b"", b"hello", b"SQLite format 3\0" + b"x" * 200])
def test_a_file_that_is_no_database_is_refused(tmp_path, data):
    (tmp_path / "run.sqlite").write_bytes(data)
    with pytest.raises(StoreError, match=r"run\.sqlite is"):
        Store.open(tmp_path)


def test_a_foreign_database_is_refused(tmp_path):
    connection = sqlite3.connect(tmp_path / "run.sqlite")
    connection.execute("create table entry (kind, key, header, data, seal)")
    connection.close()
    with pytest.raises(StoreError, match="not a store of peirama"):
        Store.open(tmp_path)


def test_a_store_of_another_version_is_refused(tmp_path):
    Store.create(tmp_path, PLAN).close()
    connection = sqlite3.connect(tmp_path / "run.sqlite")
    connection.execute("pragma user_version = 7")
    connection.close()
    with pytest.raises(StoreError, match="has version 7"):
        Store.open(tmp_path)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        Store.create(tmp_path / "file" / "run", PLAN)


def test_a_folder_that_may_not_be_written_is_refused(tmp_path, monkeypatch):
    Store.create(tmp_path, PLAN).close()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StoreError, match="may not be written"):
        Store.open(tmp_path)


def test_a_full_disk_is_one_sentence(store, make):
    store._connection.execute("pragma max_page_count = 8")
    large = make.sample(trials=10000)
    with pytest.raises(StoreError, match="--resume"):
        store.put(make.look(), large)


@pytest.mark.parametrize("column", ["data", "header"])
def test_a_flipped_bit_in_a_row_is_noticed(store, make, column):
    store.put(make.look(), make.sample())
    row = f"select {column} from entry where kind = 'sample'"
    value = store._connection.execute(row).fetchone()[0]
    flipped = value.replace("0.25", "0.35") if column == "header" else b"\x01" + value[1:]
    store._connection.execute(f"update entry set {column} = ? where kind = 'sample'", (flipped,))
    with pytest.raises(StoreError, match="was changed after it was written"):
        store.get(make.look())


@pytest.mark.parametrize("seed", range(100))
def test_a_corrupted_store_is_refused_or_the_same(filled, tmp_path, make, seed):
    rng = random.Random(seed)
    data = bytearray(filled)
    if rng.random() < 0.3:
        del data[rng.randrange(len(data)) :]
    for _ in range(rng.choice([1, 1, 5])):
        place = rng.randrange(min(len(data), rng.choice([200, len(data)])) or 1)
        data[place : place + 1] = bytes([rng.randrange(256)])
    (tmp_path / "run.sqlite").write_bytes(data)
    whole = tmp_path / "whole"
    whole.mkdir()
    (whole / "run.sqlite").write_bytes(filled)
    with suppress(StoreError):
        assert content(tmp_path, make) == content(whole, make)


def test_threads_share_a_store(store, make):
    def work(first):
        for i in range(first, first + 20):
            store.put(make.look(32 * i), make.sample(i))

    threads = [threading.Thread(target=work, args=(20 * k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(store.get(make.look(32 * i)).digest == make.sample(i).digest for i in range(80))


WRITER = """
import sys, itertools
from pathlib import Path
from peirama.reports.store import Store
with Store.create(Path(sys.argv[1]), {}) as store:
    for i in itertools.count():
        store.put_note(str(i), "x" * 3000)
        print(i, flush=True)
"""


def test_what_was_stored_outlives_a_kill(tmp_path):
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        last = [int(process.stdout.readline()) for _ in range(50)][-1]
        process.send_signal(signal.SIGKILL)
    with Store.open(tmp_path) as store:
        assert all(store.get_note(str(i)) == "x" * 3000 for i in range(last + 1))


def test_thousands_of_looks_are_stored_in_seconds(store, make):
    kept = make.sample()
    began = time.process_time()
    for i in range(3000):
        store.put(make.look(32 * i), kept)
    assert time.process_time() - began < 10  # measured: 1 s

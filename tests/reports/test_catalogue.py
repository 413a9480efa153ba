import json

import pytest
from rich.console import Console

from peirama.claims.core.registry import registry
from peirama.reports import catalogue


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "peirama"


def test_every_claim_has_a_row():
    assert [row["name"] for row in catalogue.rows()] == list(registry().claims)


def test_a_second_call_reads_the_cache(cache):
    catalogue.rows()
    (file,) = cache.glob("catalogue-*.json")
    rows = json.loads(file.read_text())
    file.write_text(json.dumps([rows[0] | {"name": "from/cache"}]))
    assert [row["name"] for row in catalogue.rows()] == ["from/cache"]


def test_a_damaged_cache_is_made_anew(cache):
    first = catalogue.rows()
    (file,) = cache.glob("catalogue-*.json")
    file.write_text('[{"name": 3')
    assert catalogue.rows() == first


def test_a_changed_file_makes_the_cache_stale(monkeypatch, tmp_path):
    source = tmp_path / "claim.py"
    source.write_text("a = 1\n")
    monkeypatch.setattr(catalogue, "_files", lambda: iter([source]))
    before = catalogue._fingerprint()
    source.write_text("a = 22\n")
    assert catalogue._fingerprint() != before


def test_a_cache_that_cannot_be_written_is_done_without(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert catalogue.rows()


def test_a_listing_shows_status_and_statement():
    console = Console(width=200)
    row = catalogue.Row(
        name="a/b", status="OURS", paper="a", source="S", statement="So it is.", starts="ci"
    )
    with console.capture() as capture:
        console.print(catalogue.listing([row]))
    for word in ("a/b", "ours", "from profile ci", "So it is."):
        assert word in capture.get()

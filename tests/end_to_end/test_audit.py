import json
import shutil
import sqlite3

import pytest

from peirama.reports import record
from peirama.reports.audit import audit


@pytest.fixture
def run(finished, tmp_path):
    return shutil.copytree(finished, tmp_path / "run")


def wrong(folder):
    return [done for done in audit(folder) if done.wrong]


def sealed(folder, change):
    """Edit a record and give it a digest that fits, as a careful forger would."""
    body = json.loads((folder / "record.json").read_text())
    change(body["claims"][0])
    body.pop("digest")
    body["digest"] = record._digest(body)
    (folder / "record.json").write_text(json.dumps(body))


def test_an_untouched_run_passes(peirama, run):
    done = peirama.inside("audit", run)
    assert done.returncode == 0, done.stdout
    assert "decided again" in done.stdout


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda c: c["verdict"].update(outcome="REFUTED"), "verdict.outcome"),
        (lambda c: c["settings"].reverse(), "settings[1]"),
        (lambda c: c["settings"].pop(), "settings has"),
        (lambda c: c["mutants"].pop(), "mutants has"),
        (lambda c: c["settings"][2]["rungs"][0]["parts"][0].update(estimate=0.5), "estimate"),
        (lambda c: c["settings"][0]["rungs"][0].update(stream="0" * 64), "stream"),
        (lambda c: c["settings"][0]["rungs"][0].update(digests=["0" * 64]), "digests"),
        (lambda c: c["settings"][1]["setting"].update(degree=11), "setting.degree"),
        (lambda c: c.update(statement="Something else."), "statement"),
    ],
)
def test_a_forged_record_is_caught_at_its_place(run, change, place):
    sealed(run, change)
    (done,) = wrong(run)
    assert place in done.wrong


def test_a_claim_that_was_dropped_is_missed(run):
    body = json.loads((run / "record.json").read_text())
    body["claims"] = []
    body.pop("digest")
    body["digest"] = record._digest(body)
    (run / "record.json").write_text(json.dumps(body))
    assert "critical-overlap" in wrong(run)[0].wrong


def test_a_look_that_was_removed_is_missed(run):
    with sqlite3.connect(run / "run.sqlite") as connection:
        connection.execute("delete from entry where kind = 'sample' and rowid % 5 = 0")
    assert "was not observed" in wrong(run)[0].wrong


def test_a_preregistration_of_another_run_is_noticed(run):
    body = json.loads((run / "record.json").read_text())
    body["preregistration"] = "0" * 64
    body.pop("digest")
    body["digest"] = record._digest(body)
    (run / "record.json").write_text(json.dumps(body))
    assert "preregistration" in wrong(run)[0].name

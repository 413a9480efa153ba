import json

from peirama.reports import record


def test_a_run_compared_with_itself_is_not_worse(peirama, finished):
    done = peirama.inside("compare", finished, finished)
    assert done.returncode == 0
    assert "no verdict, rule or estimate changed" in done.stdout


def test_a_lost_claim_ends_with_one(peirama, finished, tmp_path):
    found = record.read(finished)
    record.write(record.build(found.run, found.preregistration, ()), tmp_path / "record.json")
    done = peirama.inside("compare", finished, tmp_path, "--format", "json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["verdicts"][0]["after"] == "absent"


def test_a_folder_that_is_no_run_is_one_sentence(peirama, finished, tmp_path):
    done = peirama.inside("compare", finished, tmp_path)
    assert done.returncode == 2
    assert str(tmp_path) in done.stderr

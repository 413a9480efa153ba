import json
import shutil

import pytest

from peirama.reports.running import UsageError
from peirama.reports.store import Store

CLAIM = "beta-threshold/critical-overlap"


def test_a_setting_comes_back_bit_for_bit(peirama, finished):
    done = peirama.inside("replay", finished, CLAIM, "--setting", 3)
    assert done.returncode == 0, done.stdout
    assert done.stdout.strip().splitlines() == [
        "setting 3  explore  trials 1-4  bit for bit",
    ]


def test_a_setting_beyond_the_record_is_one_sentence(peirama, finished):
    done = peirama.inside("replay", finished, CLAIM, "--setting", 300)
    assert done.returncode == 2
    assert "settings 1 to 10, not 300" in done.stderr


def test_a_claim_that_was_not_run_is_one_sentence(peirama, finished):
    done = peirama.inside("replay", finished, "beta-threshold/reduction")
    assert done.returncode == 2
    assert CLAIM in done.stderr


def test_changed_source_is_refused(peirama, finished, tmp_path):
    from peirama.reports.running import unchanged

    folder = shutil.copytree(finished, tmp_path / "run")
    with Store.open(folder) as store:
        fixed = json.loads(json.dumps(store.preregistration))
    fixed["claims"][CLAIM]["statement"] = "Another statement."
    with pytest.raises(UsageError, match=f"claim {CLAIM} changed"):
        unchanged(folder, fixed)

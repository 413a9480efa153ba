import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from peirama.reports.cli import app

CLAIM = "beta-threshold/critical-overlap"


def sentence(done, code=2):
    """The one line that a mistake prints."""
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_an_example_is_predicted(peirama):
    done = peirama.inside("predict", CLAIM, "-p", "degree=5", "-p", "indices=16", "--json")
    answer = json.loads(done.stdout)
    assert answer["value"] == pytest.approx(3 / 19, rel=1e-15)
    assert answer["claim"] == CLAIM


def test_a_number_is_predicted_far_beyond_what_is_drawn(peirama):
    done = peirama.inside("predict", CLAIM, "-p", "degree=3", "-p", "indices=4096", "--json")
    assert json.loads(done.stdout)["value"] == pytest.approx(1 / 4097, rel=1e-15)


def test_an_unknown_claim_gets_the_nearest_name(peirama):
    assert CLAIM in sentence(peirama.run("show", "beta-threshold/critical-overlp"))


def test_an_unknown_claim_of_a_check_gets_the_nearest_name(peirama, tmp_path):
    done = peirama.inside("check", "beta-treshold", "--out", tmp_path / "r")
    assert "beta-threshold" in sentence(done)
    assert not (tmp_path / "r").exists()


def test_an_unknown_parameter_gets_the_nearest_name(peirama):
    done = peirama.inside("predict", CLAIM, "-p", "degre=5", "-p", "indices=16")
    assert "degree" in sentence(done)


def test_a_missing_parameter_is_named(peirama):
    assert "-p indices=..." in sentence(peirama.inside("predict", CLAIM, "-p", "degree=5"))


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        (("degree=2", "indices=16"), "degree"),
        (("degree=5", "indices=0"), "ind"),
        (("degree=5.5", "indices=16"), "integer"),
        (("degree=five", "indices=16"), "number"),
        (("degree", "indices=16"), "name=value"),
    ],
)
def test_a_value_outside_the_theorem_names_what_is_broken(peirama, parameters, word):
    options = [part for entry in parameters for part in ("-p", entry)]
    assert word in sentence(peirama.inside("predict", CLAIM, *options))


def test_a_folder_that_is_no_run_is_refused(peirama, tmp_path):
    assert str(tmp_path) in sentence(peirama.inside("report", tmp_path))
    assert str(tmp_path) in sentence(peirama.inside("check", "--resume", "--out", tmp_path))


def test_a_folder_that_holds_a_run_is_not_overwritten(peirama, finished):
    assert "--resume" in sentence(peirama.inside("check", CLAIM, "--out", finished))


def test_an_edited_record_is_refused(peirama, finished, tmp_path):
    text = (finished / "record.json").read_text()
    edited = tmp_path / "record.json"
    edited.write_text(text.replace('"SUPPORTED"', '"REFUTED"', 1))
    assert "record" in sentence(peirama.inside("report", edited))


def test_a_truncated_record_is_refused(peirama, finished, tmp_path):
    cut = tmp_path / "record.json"
    cut.write_bytes((finished / "record.json").read_bytes()[:5000])
    assert "record" in sentence(peirama.inside("report", cut))


def test_a_bad_budget_is_explained(peirama, tmp_path):
    assert "10m" in sentence(peirama.inside("check", CLAIM, "--budget", "soon", "--out", tmp_path))


def test_cuda_where_there_is_none_is_one_sentence(peirama, tmp_path):
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available():
        pytest.skip("this machine has CUDA")
    done = peirama.inside("check", CLAIM, "--device", "cuda", "--out", tmp_path / "r")
    assert "CUDA" in sentence(done)


def test_a_file_in_place_of_a_folder_is_refused(peirama, tmp_path):
    (tmp_path / "file").write_text("")
    assert str(tmp_path) in sentence(
        peirama.inside("check", CLAIM, "--out", tmp_path / "file" / "r")
    )


def test_a_read_only_place_is_refused(peirama):
    done = peirama.inside("check", CLAIM, "--out", "/proc/nowhere")
    assert "/proc/nowhere" in sentence(done)


COMMANDS = sorted(command.name or command.callback.__name__ for command in app.registered_commands)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_help_and_a_place_in_the_readme(peirama, name):
    assert peirama.inside(name, "--help").returncode == 0
    assert f"peirama {name}" in (Path(__file__).parents[2] / "README.md").read_text()


def test_a_listing_imports_no_torch(peirama):
    code = "import sys; from peirama.reports import catalogue; catalogue._found();"
    code += "assert 'torch' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_listing_as_json_has_every_claim(peirama):
    rows = json.loads(peirama.inside("list", "--json").stdout)
    assert CLAIM in {row["name"] for row in rows}


def test_the_run_leaves_a_report_for_each_reader(finished):
    assert (finished / "report" / "index.html").is_file()
    assert "critical-overlap" in (finished / "summary.md").read_text()
    assert "<testsuite" in (finished / "junit.xml").read_text()
    assert not stat.S_IMODE(os.stat(finished / "record.json").st_mode) & 0o111


@pytest.mark.parametrize("form", ["markdown", "junit", "json"])
def test_a_run_is_rendered_again(peirama, finished, form):
    done = peirama.inside("report", finished, "--format", form)
    assert done.returncode == 0
    assert "critical-overlap" in done.stdout

import csv

import pytest


@pytest.mark.parametrize(
    ("form", "names"),
    [
        ("latex", {"claims.tex", "statements.tex", "sources.bib", "main.tex"}),
        ("csv", {"settings.csv", "curves.csv"}),
    ],
)
def test_a_run_is_exported_into_a_folder(peirama, finished, tmp_path, form, names):
    done = peirama.inside("report", finished, "--format", form, "--out", tmp_path / form)
    assert done.returncode == 0
    assert {path.name for path in (tmp_path / form).iterdir()} == names


def test_an_export_goes_beside_the_record_by_default(peirama, finished):
    done = peirama.inside("report", finished, "--format", "csv")
    assert done.stdout.strip() == str(finished / "csv")
    with (finished / "csv" / "settings.csv").open(newline="") as file:
        assert {row["verdict"] for row in csv.DictReader(file)} == {"SUPPORTED"}


def test_a_place_that_cannot_be_written_is_one_sentence(peirama, finished, tmp_path):
    (tmp_path / "file").write_text("")
    done = peirama.inside("report", finished, "--format", "latex", "--out", tmp_path / "file")
    assert done.returncode == 2
    assert "cannot be written" in done.stderr

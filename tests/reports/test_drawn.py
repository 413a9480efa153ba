import csv
import io
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from peirama.reports import cli, drawn, figures, record

NAME = "lovelace--supported"


@pytest.fixture(scope="module")
def folder(whole, tmp_path_factory):
    return drawn.write(whole, tmp_path_factory.mktemp("figures"))


@pytest.fixture(scope="module")
def rows(folder):
    text = (folder / f"{NAME}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text)))


def test_each_panel_is_a_picture_in_both_formats_and_each_figure_a_table(folder):
    panels = [f"{NAME}-{n}.{form}" for n in (1, 2) for form in ("svg", "pdf")]
    assert {path.name for path in folder.iterdir()} == {*panels, f"{NAME}.csv"}


def test_a_picture_can_be_read_alone(folder):
    for n in (1, 2):
        root = ElementTree.parse(folder / f"{NAME}-{n}.svg").getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        document = (folder / f"{NAME}-{n}.pdf").read_bytes()
        assert document.startswith(b"%PDF-")
        assert document.rstrip().endswith(b"%%EOF")


def test_the_table_has_the_numbers_behind_the_picture(rows):
    assert list(rows[0]) == ["panel", "series", "x", "y", "low", "high"]
    first = {"panel": "1", "series": "measured", "x": "64.0", "y": "0.5"}
    assert rows[0] == first | {"low": "0.4", "high": "0.6"}
    assert [r["y"] for r in rows if r["panel"] == "2"] == ["1.0", "0.9", "nan", "0.0"]


def test_a_series_without_intervals_has_empty_cells(rows):
    assert {(r["low"], r["high"]) for r in rows if r["series"] == "share"} == {("", "")}


def test_a_document_is_the_same_each_time_and_holds_no_date(worlds):
    figure = worlds["supported"][1].figure
    assert figures.documents(figure) == figures.documents(figure)
    assert not any(b"CreationDate" in found for found in figures.documents(figure))


def test_a_run_without_figures_writes_nothing(empty, tmp_path):
    drawn.write(empty, tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_one_sentence(whole, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(record.RecordError, match="cannot be written"):
        drawn.write(whole, tmp_path / "file")


def test_the_command_writes_into_the_folder_of_the_run(whole, tmp_path):
    record.write(whole, tmp_path / "record.json")
    done = CliRunner().invoke(cli.app, ["report", str(tmp_path), "--format", "figures"])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "figures" / f"{NAME}.csv").exists()

import io
import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from rich.console import Console
from typer.testing import CliRunner

from peirama.claims.core.calibration import certificate
from peirama.reports import calibrating, certified, cli, html, markdown, record, schema, text
from peirama.reports.running import UsageError

STORED = certificate.stored()
FEW = replace(
    STORED,
    rows=tuple(r for r in STORED.rows if r.rule == "Mean equal" and r.schedule[-1] == 256),
)
GOOD = replace(FEW, rows=tuple(r for r in FEW.rows if r.as_expected))


def printed(found, **more):
    console = Console(file=io.StringIO(), width=250)
    calibrating.show(found, console, as_json=more.get("as_json", False))
    return console.file.getvalue()


@pytest.fixture
def measured(monkeypatch):
    """The command with a measurement that takes no time."""
    found = []
    monkeypatch.setattr(calibrating, "calibrate", lambda *_args, **_more: found[-1])

    def run(certificate_, *arguments):
        found.append(certificate_)
        return CliRunner().invoke(cli.app, ["calibrate", *map(str, arguments)])

    return run


def test_the_table_names_every_rule_and_law():
    shown = printed(STORED)
    for row in STORED.rows:
        assert row.rule.split()[0] in shown
    assert "fails, as it must" in shown


def test_what_is_not_as_it_must_be_is_said():
    row = replace(GOOD.rows[0], errors=900, rate=0.9, bound=0.95)
    assert "Not as it must be: Mean equal" in printed(replace(GOOD, rows=(row, *GOOD.rows[1:])))


def test_a_bad_law_that_passes_is_said():
    bad = next(r for r in GOOD.rows if r.expected == "fail")
    found = replace(GOOD, rows=(replace(bad, bound=0.001), *GOOD.rows))
    assert "worth nothing" in printed(found)


def test_counts_are_compared_with_the_stored_certificate():
    assert f"{len(FEW.rows)} of {len(FEW.rows)} counts are those" in printed(FEW)
    other = replace(FEW, rows=tuple(replace(r, errors=r.errors + 1) for r in FEW.rows))
    assert f"0 of {len(FEW.rows)} counts are those" in printed(other)
    assert "counts are those" not in printed(replace(FEW, seed=1))


def test_json_has_every_row_with_what_was_expected():
    rows = json.loads(printed(FEW, as_json=True))["rows"]
    wanted = {"rule", "law", "schedule", "side", "level", "repetitions", "errors", "bound"}
    wanted |= {"kind", "expected", "passed", "as_expected"}
    assert len(rows) == len(FEW.rows)
    assert all(wanted <= row.keys() for row in rows)


def test_a_certificate_is_written_for_each_reader(tmp_path):
    calibrating.write(FEW, tmp_path / "made")
    names = sorted(path.name for path in (tmp_path / "made").iterdir())
    assert names == ["certificate.json", "certificate.md", "certificate.svg"]
    again = certificate.loads((tmp_path / "made" / "certificate.json").read_text(), "it")
    assert again == FEW


def test_the_sheet_is_one_svg_with_a_figure_a_rule_and_schedule():
    few = replace(STORED, rows=tuple(r for r in STORED.rows if "Frequency" in r.rule))
    tree = ElementTree.fromstring(certified.sheet(few))
    assert len(tree) == len({r.schedule for r in few.rows if r.kind == "false refutation"})


def test_markdown_has_a_line_a_row():
    lines = certified.markdown(STORED).splitlines()
    assert sum(line.startswith("| ") for line in lines) == len(STORED.rows) + 1


def test_an_unknown_profile_is_one_sentence():
    with pytest.raises(UsageError, match="--profile ci: calibrate knows quick and full"):
        calibrating.calibrate("ci", seed=0, jobs=1, console=Console(file=io.StringIO()))


def test_the_command_ends_with_zero_if_all_is_as_it_must_be(measured):
    assert measured(GOOD).exit_code == 0


def test_the_command_ends_with_one_if_something_is_not(measured):
    assert measured(replace(GOOD, rows=GOOD.rows[:1])).exit_code == 1


def test_the_command_writes_where_it_is_told(measured, tmp_path):
    done = measured(GOOD, "--out", tmp_path / "made", "--json")
    assert json.loads(done.stdout)["id"] == GOOD.id
    assert (tmp_path / "made" / "certificate.svg").is_file()


@pytest.fixture
def certified_run(make):
    return make.run(certificate=STORED.id)


def test_every_report_names_the_certificate(certified_run):
    whole = record.build(certified_run, "0" * 64, [])
    console = Console(file=io.StringIO(), width=200)
    console.print(text.summary(whole))
    for shown in (console.file.getvalue(), markdown.render(whole), html.index(whole)):
        assert STORED.id in shown


def test_a_certificate_that_is_out_of_date_is_said(certified_run):
    stale = certified_run.model_copy(update={"certificate_changed": ("rules/mean.py",)})
    whole = record.build(stale, "0" * 64, [])
    console = Console(file=io.StringIO(), width=200)
    console.print(text.summary(whole))
    for shown in (console.file.getvalue(), markdown.render(whole), html.index(whole)):
        assert "out of date" in shown


def test_a_run_from_before_certificates_is_still_read(make):
    whole = record.build(make.run(), "0" * 64, [])
    assert whole.run.certificate == ""
    assert "certificate none" in markdown.render(whole)
    assert schema.Run.model_fields["certificate"].default == ""

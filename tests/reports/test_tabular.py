import csv
import io
import json
from math import inf

import pytest

from peirama.reports import gaps, tabular


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture(scope="module")
def settings(whole):
    return rows(tabular.settings(whole))


@pytest.fixture(scope="module")
def curves(whole):
    return rows(tabular.curves(whole))


def test_every_part_of_every_setting_has_a_row(whole, settings):
    due = [
        (claim.name, gap.number, gap.part.clause, gap.part.part)
        for claim in whole.claims
        for found in gaps.gaps(claim).values()
        for gap in found
    ]
    keys = [(r["claim"], int(r["number"]), r["clause"], r["part"]) for r in settings if r["clause"]]
    assert sorted(keys) == sorted(due)


def test_a_setting_that_crashed_has_a_row_without_estimates(settings):
    (row,) = [r for r in settings if r["claim"] == "hart/crashed"]
    assert (row["verdict"], row["estimate"], row["predicted"]) == ("ERROR", "", "")


def test_numbers_keep_every_digit(settings):
    row = next(r for r in settings if r["clause"] == "mean" and r["number"] == "3")
    assert float(row["predicted"]) == 0.1 * 3
    assert (float(row["low"]), float(row["high"])) == pytest.approx((-0.04, 0.16), rel=1e-15)
    assert json.loads(row["setting"]) == {"mu": 0.1 * 3, "n": 3}


def test_a_counterexample_is_told_as_the_claims_verdict(settings):
    found = {r["number"]: r["verdict"] for r in settings if r["claim"] == "lovelace/refuted"}
    assert found == {"1": "SUPPORTED", "2": "REFUTED"}


def test_every_point_of_a_figure_has_a_row(whole, curves):
    figure = whole.claim("lovelace/supported").figure
    assert len(curves) == sum(len(s.x) for panel in figure.panels for s in panel.series)
    measured = [r for r in curves if r["series"] == "measured"]
    assert [float(r["y"]) for r in measured] == [0.5, 0.26, 0.124, 0.063]
    assert float(measured[2]["low"]) == -inf


def test_a_text_that_a_spreadsheet_would_obey_is_quoted():
    (row,) = rows(tabular.text(("a", "b"), [("=1+1", -1.0)]))
    assert row == {"a": "'=1+1", "b": "-1.0"}


def test_an_empty_run_has_heads_only(empty):
    assert rows(tabular.settings(empty)) == rows(tabular.curves(empty)) == []

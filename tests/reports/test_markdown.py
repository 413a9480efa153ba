import re

import pytest
from markdown_it import MarkdownIt

from peirama.reports import markdown


@pytest.fixture(scope="module")
def rendered(whole):
    return MarkdownIt("commonmark").enable("table").render(markdown.render(whole))


def test_an_empty_run_has_a_summary(empty):
    assert "no claims" in markdown.render(empty)


def test_the_table_has_a_row_a_claim_and_six_cells_a_row(rendered, whole):
    rows = re.findall(r"<tr>(.*?)</tr>", rendered, flags=re.DOTALL)
    assert len(rows) == len(whole.claims) + 1
    assert {len(re.findall("<t[hd]", row)) for row in rows} == {6}


def test_nothing_in_a_record_becomes_markup(rendered):
    assert "<script" not in rendered
    assert "<em>" not in rendered
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in rendered


def test_what_is_not_supported_is_explained(whole):
    text = markdown.render(whole)
    for name in ("hart/crashed", "hart/exact", "lovelace/refuted", "lovelace/undecided"):
        assert re.search(rf"^### .*{name}", text, flags=re.MULTILINE)
    assert "### ✅ lovelace/supported" not in text


def test_a_counterexample_is_told(whole):
    assert "Fails at `mu=1.5, n=3`." in markdown.render(whole)


def test_a_mutant_that_survived_is_named(whole):
    assert "Survived: twice &lt;it&gt;." in markdown.render(whole)


def test_control_characters_are_replaced(whole):
    assert "\x1b" not in markdown.render(whole)


@pytest.mark.parametrize("text", ["`", "a``b", "|", "``` | `"])
def test_code_comes_back_as_it_was(text):
    table = f"|a|\n|-|\n|{markdown.code(text)}|"
    shown = re.search("<code>(.*)</code>", MarkdownIt().enable("table").render(table))[1]
    assert shown == text


def test_a_summary_is_below_a_mebibyte(whole):
    one = whole.claim("lovelace/refuted")
    text = markdown.render(whole.model_copy(update={"claims": (one,) * 4000}))
    assert len(text.encode()) < 2**20
    assert "The summary is cut here" in text

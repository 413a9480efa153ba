import re
import time
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from peirama.reports import html, mathml, record, schema, transcript

VOID = {"meta", "br", "link", "img", "hr", "input", "path", "use"}
SECTIONS = [
    "What is claimed",
    "What would have refuted it",
    "What came out",
    "How sure this is",
    "Every setting tried",
    "Counterexample",
    "Wrong versions that it caught",
    "What it does not show",
    "How to run it again",
]


class Outline(HTMLParser):
    """Tags, attributes, headings and text of a page; raises on elements that do not nest."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.headings, self.text, self.stack = [], [], [], "", []
        self.feed(text)
        assert not self.stack

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.stack.pop() == tag

    def handle_data(self, data):
        self.text += data
        if self.stack and re.fullmatch("h[1-6]", self.stack[-1]):
            self.headings.append((int(self.stack[-1][1]), data.strip()))

    def all(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.fixture(scope="module")
def pages(whole):
    return {claim.name: html.page(whole, claim) for claim in whole.claims}


@pytest.fixture(scope="module")
def outlines(pages, whole):
    named = {name: Outline(text) for name, text in pages.items()}
    return named | {"index": Outline(html.index(whole))}


def test_a_report_is_an_index_and_a_page_a_claim(whole, tmp_path):
    html.write(whole, tmp_path)
    targets = [a["href"] for a in Outline((tmp_path / "index.html").read_text()).all("a")]
    assert len(targets) == len(whole.claims)
    assert all((tmp_path / target).is_file() for target in targets)


def test_an_empty_run_has_an_index(empty, tmp_path):
    assert "no claims" in html.write(empty, tmp_path).read_text()


def test_a_page_is_below_a_megabyte(pages):
    assert max(len(page.encode()) for page in pages.values()) < 1_000_000


def test_a_page_needs_no_script_and_no_network(outlines):
    for page in outlines.values():
        assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in page.tags}
        loaded = [a for _, a in page.tags if "src" in a or "onload" in a]
        assert not loaded


def test_no_id_stands_twice_on_a_page(outlines):
    for page in outlines.values():
        assert len(set(page.ids)) == len(page.ids)


def test_signs_of_a_statement_are_escaped(outlines):
    for name in ("index", "lovelace/refuted"):
        assert "<script>alert(1)</script>" in outlines[name].text


def test_headings_are_in_order(outlines):
    for page in outlines.values():
        levels = [level for level, _ in page.headings]
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))


def test_a_page_answers_in_order(outlines):
    for name in ("lovelace/supported", "hart/waiting", "third/party <x>"):
        assert [text for level, text in outlines[name].headings if level == 2] == SECTIONS


def test_a_page_says_its_language_and_its_title(outlines):
    for page in outlines.values():
        assert page.all("html") == [{"lang": "en"}]
        assert len(page.all("title")) == 1


def test_tables_have_captions_and_scoped_headers(outlines):
    for page in outlines.values():
        assert len(page.all("caption")) == len(page.all("table"))
        assert all("scope" in attributes for attributes in page.all("th"))


def test_figures_have_alternative_text(outlines):
    drawn = outlines["lovelace/supported"].all("svg")
    assert len(drawn) == 4  # two panels of its own, and one for each clause
    assert all(svg["role"] == "img" and svg["aria-label"] for svg in drawn)


def test_every_claim_that_tried_a_setting_has_a_figure(outlines):
    for name in ("hart/exact", "lovelace/refuted", "lovelace/undecided"):
        assert outlines[name].all("svg")


def test_a_prediction_is_shown_as_mathml(outlines):
    assert len(outlines["lovelace/refuted"].all("mfrac")) == 1


def test_the_counterexample_and_its_limit_are_told(outlines):
    text = outlines["lovelace/refuted"].text
    assert "The claim fails at mu=1.5, n=3" in text
    assert "Nothing of mu > 2 & beyond." in text


def test_a_vacuous_check_is_told(outlines):
    assert "the check is vacuous" in outlines["hart/exact"].text
    assert "vacuous" in outlines["index"].text


def test_a_mutant_out_of_reach_says_what_it_needs(outlines):
    needs = re.search("needs about (.*) trials", outlines["lovelace/supported"].text)
    assert re.sub(r"\D", "", needs[1]) == "90000"


def test_claims_that_were_not_run_are_listed(outlines):
    assert "hart/waiting, from profile full" in outlines["index"].text


def test_the_command_to_run_it_again_is_given(pages):
    assert "peirama check lovelace/refuted --profile quick --seed 0" in pages["lovelace/refuted"]


def test_every_outcome_has_a_colour_that_can_be_read(pages):
    style = pages["hart/exact"]
    for word in ("supported", "refuted", "inconclusive", "error", "not-run"):
        code = re.search(rf"--{word}: #(\w{{6}})", style)[1]
        assert contrast_with_white(code) > 4.5


def contrast_with_white(code):
    """The contrast ratio of WCAG 2."""
    parts = [int(code[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)


def test_mathml_of_a_foreign_record_cannot_act():
    foreign = '<mi onclick="x()">a</mi><script>b</script><img src=x><mo><</mo></mrow><msup><mi>c'
    cleaned = mathml.clean(foreign)
    assert cleaned == "<mi>a</mi>b<mo>&lt;</mo><msup><mi>c</mi></msup>"


@pytest.mark.parametrize(
    ("identifier", "address"),
    [
        ("arXiv:2411.08798", "https://arxiv.org/abs/2411.08798"),
        ("10.1000/x_y", "https://doi.org/10.1000/x_y"),
        ("javascript:alert(1)", None),
    ],
)
def test_only_arxiv_numbers_and_dois_are_links(identifier, address):
    assert html.source_link(identifier) == address


def test_five_hundred_claims_are_indexed_quickly(whole, make):
    one = whole.claim("lovelace/supported")
    many = [one.model_copy(update={"name": f"lovelace/claim-{i}"}) for i in range(500)]
    large = whole.model_copy(update={"claims": tuple(many)})
    began = time.process_time()
    assert html.index(large).count("claim-") >= 500
    assert time.process_time() - began < 5  # measured: .1 s


def test_a_page_of_a_thousand_settings_stays_small(whole):
    one = whole.claim("lovelace/supported")
    large = one.model_copy(update={"settings": one.settings * 100})
    page = html.page(whole, large)
    assert len(page.encode()) < 1_000_000
    assert "record.json has them all" in page


def test_a_report_that_cannot_be_written_says_so(empty, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(record.RecordError, match="cannot be written"):
        html.write(empty, tmp_path / "file")


def test_names_that_are_no_file_names_get_one():
    entry = transcript.broken("../../etc/<x>", "broken")
    assert re.fullmatch(r"claims/[0-9a-f]{16}\.html", html.file_name(entry))
    assert isinstance(entry, schema.Claim)


def test_a_message_that_is_no_unicode_can_be_shown(make, tmp_path):
    entry = transcript.broken("a/b", "cannot open caf\udce9")
    html.write(record.build(make.run(), "0" * 64, [entry]), tmp_path)
    assert "cannot open caf" in (tmp_path / "claims" / "a--b.html").read_text()

import re

import pytest

from peirama.claims.core.claim import Source
from peirama.claims.core.paper import Chapter, Paper
from peirama.reports import html, record, schema

SOURCE = Source("ada", "A. <Hart>", "On & looms", 1843, "arXiv:1843.00042")


def paper(*chapters):
    return Paper("hart", SOURCE, "A <summary>.", chapters, "Nothing & more.")


@pytest.fixture
def told(whole):
    def build(*chapters):
        story = schema.Paper.model_validate(paper(*chapters))
        written = record.build(whole.run, whole.preregistration, whole.claims, papers=[story])
        return html.story(written, story)

    return build


def headings(page):
    return [re.sub(r"<[^>]+>", "", h).split() for h in re.findall(r"<h[23]>(.*?)</h[23]>", page)]


def test_a_story_keeps_the_order_of_its_chapters(told):
    page = told(Chapter("Last first", "x", ("exact",)), Chapter("Then", "y", ("crashed",)))
    assert page.index("Last first") < page.index(">exact<") < page.index("Then")
    assert page.index("Then") < page.index(">crashed<")


def test_a_claim_in_no_chapter_is_told_at_the_end(told):
    page = told(Chapter("One", "x", ("exact",)))
    assert page.index("Further claims") < page.index(">crashed<")


def test_a_claim_that_was_not_run_is_said_to_be_missing(told):
    assert "absent was not part of this run" in told(Chapter("One", "x", ("absent",)))


def test_a_story_escapes_what_it_tells(told):
    page = told(Chapter("<script>", "a & b", ()))
    assert "<script>" not in page
    assert "A &lt;summary&gt;." in page


def test_a_story_needs_no_network_and_no_script(told):
    page = told(Chapter("One", "x", ("exact",)))
    assert "<script" not in page
    assert not re.search(r'(src|href)="(?!https://arxiv|\.\./|#)[^"]*"', page)


def test_the_index_leads_to_the_story(whole, tmp_path):
    story = schema.Paper.model_validate(paper(Chapter("One", "x", ("exact",))))
    written = record.build(whole.run, whole.preregistration, whole.claims, papers=[story])
    html.write(written, tmp_path)
    (link,) = re.findall(r'href="(papers/[^"]+)"', (tmp_path / "index.html").read_text())
    assert (tmp_path / link).is_file()


def test_a_claim_in_two_chapters_is_refused():
    with pytest.raises(ValueError, match="two chapters"):
        paper(Chapter("One", "x", ("exact",)), Chapter("Two", "y", ("exact",)))

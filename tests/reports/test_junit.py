from xml.etree import ElementTree

import pytest

from peirama.reports import junit, transcript


@pytest.fixture(scope="module")
def cases(whole):
    root = ElementTree.fromstring(junit.render(whole, inconclusive="failure"))
    return {case.get("name"): case for case in root.iter("testcase")}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("lovelace/refuted", "failure"),
        ("lovelace/undecided", "failure"),
        ("hart/exact", "failure"),
        ("hart/crashed", "error"),
        ("hart/waiting", "skipped"),
        ("third/party <x>", "error"),
    ],
)
def test_an_outcome_has_its_kind(cases, name, kind):
    assert [child.tag for child in cases[name]] == [kind]


def test_a_supported_claim_passes(cases):
    assert list(cases["lovelace/supported"]) == []


def test_an_undecided_claim_is_skipped_by_policy(whole):
    root = ElementTree.fromstring(junit.render(whole, inconclusive="skipped"))
    case = root.find(".//testcase[@name='lovelace/undecided']")
    assert case.find("skipped").get("message").startswith("inconclusive (too-skewed)")


def test_the_counts_are_those_of_the_cases(whole):
    root = ElementTree.fromstring(junit.render(whole, inconclusive="failure"))
    for element in (root, *root.iter("testsuite")):
        for plural, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(element.get(plural)) == len(list(element.iter(tag)))
        assert int(element.get("tests")) == len(list(element.iter("testcase")))


def test_a_failure_tells_where_the_claim_fails(cases):
    assert "Fails at mu=1.5, n=3." in cases["lovelace/refuted"].find("failure").text


def test_letters_that_xml_cannot_hold_are_replaced(whole):
    entry = transcript.broken("a/b", "bad \x00 \x1b \ud800 \uffff end")
    odd = whole.model_copy(update={"claims": (entry,)})
    root = ElementTree.fromstring(junit.render(odd, inconclusive="failure").encode())
    assert root.find(".//error").get("message").endswith("bad \ufffd \ufffd \ufffd \ufffd end")


def test_an_empty_run_is_an_empty_suite(empty):
    root = ElementTree.fromstring(junit.render(empty, inconclusive="failure"))
    assert (root.get("tests"), len(root)) == ("0", 0)

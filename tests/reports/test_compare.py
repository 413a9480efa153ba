import json

import pytest
from markdown_it import MarkdownIt

from peirama.reports import pull_request, schema
from peirama.reports.compare import compare

REFUTED = schema.Verdict(outcome="REFUTED", reason=None, note="")
NAMES = ("lovelace/supported", "lovelace/refuted", "lovelace/undecided", "hart/crashed")


def altered(whole, name, **changes):
    """The run with one of its claims changed."""
    entries = [c.model_copy(update=changes) if c.name == name else c for c in whole.claims]
    return whole.model_copy(update={"claims": tuple(entries)})


def without(whole, name):
    return whole.model_copy(update={"claims": tuple(c for c in whole.claims if c.name != name)})


def judged(whole, name, outcome):
    verdict = schema.Verdict(outcome=outcome, reason=None, note="")
    return altered(whole, name, verdict=verdict)


def shifted(whole, by, name="lovelace/supported"):
    """The run with every gap of a claim moved, and its intervals with it."""
    ends = ("estimate", "lower", "upper", "support_lower", "support_upper")
    text = json.loads(whole.claim(name).model_dump_json())
    for tried in text["settings"]:
        for part in (part for rung in tried["rungs"] for part in rung["parts"]):
            part |= {end: part[end] + by for end in ends}
    moved = schema.Claim.model_validate(text)
    return altered(whole, name, settings=moved.settings)


def test_a_run_equals_itself(whole):
    found = compare(whole, whole)
    changes = (found.run, found.verdicts, found.mutants, found.meanings, found.moves)
    assert not any((*changes, found.coverage, found.spending, found.worse))
    assert "no verdict, rule or estimate changed" in pull_request.render(found)


@pytest.mark.parametrize(
    ("before", "after", "worse"),
    [
        ("SUPPORTED", "INCONCLUSIVE", True),
        ("SUPPORTED", "NOT_RUN", True),
        ("SUPPORTED", "ERROR", True),
        ("INCONCLUSIVE", "REFUTED", True),
        ("INCONCLUSIVE", "NOT_RUN", False),
        ("REFUTED", "INCONCLUSIVE", False),
        ("ERROR", "SUPPORTED", False),
    ],
)
def test_a_verdict_is_worse_if_it_fell(whole, before, after, worse):
    runs = (judged(whole, "lovelace/refuted", outcome) for outcome in (before, after))
    found = compare(*runs)
    assert [change.claim for change in found.verdicts] == ["lovelace/refuted"]
    assert bool(found.worse) is worse


def test_a_lost_claim_is_worse_and_a_new_one_is_not(whole):
    less = without(whole, "lovelace/refuted")
    (lost,) = compare(whole, less).worse
    assert (lost.claim, lost.after) == ("lovelace/refuted", "absent")
    (new,) = compare(less, whole).verdicts
    assert (new.before, new.worse) == ("absent", False)


def test_a_check_that_became_vacuous_is_worse(whole):
    sound = altered(whole, "hart/exact", vacuous=False)
    assert [c.after for c in compare(sound, whole).worse] == ["supported, vacuous"]
    assert not compare(whole, sound).worse


@pytest.mark.parametrize("kept", [slice(1, None), slice(0, 0)])
def test_a_wrong_version_that_is_gone_is_worse(whole, kept):
    mutants = whole.claim("lovelace/supported").mutants
    found = compare(whole, altered(whole, "lovelace/supported", mutants=mutants[kept]))
    assert ("twice <it>", "refuted", "absent") in [(c.what, c.before, c.after) for c in found.worse]


def test_a_wrong_version_that_survives_is_worse(whole):
    wrong, beyond = whole.claim("lovelace/supported").mutants
    survivor = wrong.model_copy(update={"verdict": beyond.verdict})
    found = compare(whole, altered(whole, "lovelace/supported", mutants=(survivor, beyond)))
    assert [c.after for c in found.worse] == ["survived (inconclusive)"]


def test_wrong_versions_that_were_not_run_are_worse_and_the_reverse_is_not(whole):
    none = altered(whole, "lovelace/supported", mutants=None)
    assert [c.after for c in compare(whole, none).worse] == ["not run"]
    assert not compare(none, whole).worse


def test_an_estimate_moves_where_the_intervals_do_not_meet(whole):
    assert compare(whole, shifted(whole, 0.199)).moves == ()
    found = compare(whole, shifted(whole, 0.201)).moves
    assert {move.clause for move in found} == {"mean"}  # its bars are .1 either way
    assert len(found) == len(whole.claim("lovelace/supported").settings)
    assert found[0].after.value - found[0].before.value == pytest.approx(0.201)


def test_a_number_for_every_draw_moves_beyond_its_tolerance_only(whole):
    assert compare(whole, shifted(whole, 9e-7, "hart/exact")).moves == ()
    assert len(compare(whole, shifted(whole, 1.1e-6, "hart/exact")).moves) == 1


def test_a_widened_margin_is_told(whole):
    rule = whole.claim("lovelace/refuted").rule[0]
    wider = rule.model_copy(update={"rule": rule.rule.replace("0.5", "0.7")})
    (change,) = compare(whole, altered(whole, "lovelace/refuted", rule=(wider,))).meanings
    assert "0.5" in change.before
    assert "0.7" in change.after


def test_coverage_and_cost_are_told(whole):
    one = whole.claim("lovelace/supported")
    found = compare(
        whole,
        altered(whole, one.name, settings=one.settings[:4], coverage={"small": 4}, seconds=9.0),
    )
    assert {(c.what, c.after) for c in found.coverage} == {
        ("settings", "4"),
        ("region large <n>", "not tried"),
    }
    assert found.spending[0].after.trials == sum(s.trials for s in one.settings[:4])
    assert found.total.after.seconds - found.total.before.seconds == 9 - one.seconds


def test_another_seed_is_told(whole):
    other = whole.model_copy(update={"run": whole.run.model_copy(update={"seed": 8})})
    (change,) = compare(whole, other).run
    assert (change.what, change.before, change.after) == ("seed", "0", "8")


@pytest.fixture(scope="module")
def eventful(whole):
    run = judged(shifted(without(whole, "hart/crashed"), 0.3), "lovelace/undecided", "REFUTED")
    return compare(whole, run)


def test_the_markdown_is_tables_and_nothing_of_a_record_becomes_markup(eventful):
    page = MarkdownIt("commonmark").enable("table").render(pull_request.render(eventful))
    assert page.count("<table>") == page.count("</table>") == 2
    assert "<script" not in page
    assert "2 worse, 10 estimates moved" in page


def test_json_holds_no_number_that_json_has_not(whole, eventful):
    assert json.loads(pull_request.dumps(eventful))["worse"] is True
    assert json.loads(pull_request.dumps(compare(whole, whole)))["worse"] is False


def test_a_comment_stays_below_its_limit(whole):
    many = [whole.claims[0].model_copy(update={"name": f"a/{i}"}) for i in range(2000)]
    found = compare(whole.model_copy(update={"claims": tuple(many)}), whole)
    assert len(pull_request.render(found).encode()) < 65_536

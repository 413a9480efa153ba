import json
from dataclasses import replace

import pytest

from peirama.claims.core.calibration import certificate
from peirama.claims.core.calibration.cases import STAGE
from peirama.claims.core.calibration.experiments import calibrate, experiments
from peirama.claims.core.calibration.measured import SLACK
from peirama.claims.core.calibration.source import code
from peirama.claims.core.rules import (
    AtLeast,
    AtMost,
    Bracket,
    Exponent,
    Frequency,
    MeanWithin,
    Quantile,
    Ratio,
    RatioOfMeans,
)

STORED = certificate.stored()
CHEAP = (
    "Mean equal | chi2_1 | 32..256",
    "Mean equal | rare event | 32..256",
    "Frequency equal | Bernoulli 0.05 | 32..256",
    "Quantile 0.5 equal | Pareto 0.5 | 32..256",
    "Exponent equal | curves 0.3 | 64..256",
    "RatioOfMeans equal | pairs of chi2_1 | 32..256",
    "Mean equal | lognormal 0.5 | 128 | 1e-05 | tilted",
)


def test_a_full_certificate_ships():
    assert STORED.profile == "full"
    assert {row.case for row in STORED.rows} == {entry.name for entry in experiments("full")}


def test_it_was_measured_on_the_rules_that_ship():
    assert STORED.changed() == ()


def test_comments_and_docstrings_are_no_part_of_the_rules():
    text = '"""A."""\ndef f(x):\n    """B,\n    C."""\n\n    return "# " + x  # D\n'
    assert code(text) == 'def f(x):\n    return "# " + x'


@pytest.mark.parametrize("name", CHEAP)
def test_its_counts_are_measured_again(name):
    rows = tuple(row for row in STORED.rows if row.case == name)
    again = calibrate("full", seed=STORED.seed, only=(name,))
    assert [row.errors for row in again] == [row.errors for row in rows]
    assert [replace(row, rate=0, bound=0) for row in again] == [
        replace(row, rate=0, bound=0) for row in rows
    ]


def test_the_law_that_is_known_to_be_bad_fails():
    bad = [row for row in STORED.rows if row.expected == "fail"]
    assert {row.law for row in bad} == {"rare event"}
    assert all(row.bound > 5 * SLACK * row.level for row in bad)


@pytest.mark.parametrize("world", ["normal", "chi2_1", "gamma CV 1.8", "lognormal 0.5"])
def test_whole_hunts_on_the_edge_keep_alpha(world):
    rows = [row for row in STORED.rows if row.case == f"hunt | edge of T | {world}"]
    assert [row.level for row in rows] == [0.05, 0.01]
    assert all(row.passed for row in rows)


def test_every_rule_that_can_err_is_measured():
    rules = (
        AtLeast,
        AtMost,
        MeanWithin,
        Frequency,
        Quantile,
        Exponent,
        Ratio,
        RatioOfMeans,
        Bracket,
    )
    names = {rule.__name__ for rule in rules} - {"AtLeast", "AtMost", "MeanWithin"}
    names |= {"Mean equal", "Mean at least", "Mean at most"}
    assert all(any(row.rule.startswith(name) for row in STORED.rows) for name in names)


def test_a_changed_rule_makes_it_out_of_date():
    name = "rules/critical.py"
    older = replace(STORED, sources=dict(STORED.sources) | {name: "0" * 64})
    assert older.changed() == (name,)


def test_a_new_rule_makes_it_out_of_date():
    sources = {k: v for k, v in STORED.sources.items() if k != "rules/mean.py"}
    assert replace(STORED, sources=sources).changed() == ("rules/mean.py",)


def test_it_is_read_as_it_was_written():
    again = certificate.loads(STORED.dumps(), "a copy")
    assert again == STORED
    assert again.id == STORED.id


def test_its_id_is_that_of_its_content():
    assert len(STORED.id) == 12
    assert replace(STORED, seed=STORED.seed + 1).id != STORED.id


def test_an_edited_certificate_is_refused():
    body = json.loads(STORED.dumps())
    body["rows"][0]["errors"] += 1
    with pytest.raises(certificate.CertificateError, match="edited or damaged"):
        certificate.loads(json.dumps(body), "a copy")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"rows": [{"rule": 1}]}', "null"])
def test_what_is_no_certificate_is_refused(text):
    with pytest.raises(certificate.CertificateError, match="a file is no certificate"):
        certificate.loads(text, "a file")


def test_a_certificate_without_its_bad_law_is_not_sound():
    assert STORED.sound
    assert not replace(STORED, rows=tuple(r for r in STORED.rows if r.expected != "fail")).sound
    passing = tuple(replace(r, bound=0.0) if r.expected == "fail" else r for r in STORED.rows)
    assert not replace(STORED, rows=passing).sound


def test_only_the_most_skewed_law_misses_its_level():
    assert {row.law for row in STORED.unexpected} <= {"lognormal 1"}


def test_alpha_is_kept_within_the_square_of_the_worst_stage():
    stages = [
        row.bound / row.level
        for row in STORED.rows
        if row.kind == "false refutation" and row.level == STAGE and row.law != "rare event"
    ]
    assert STORED.factor == pytest.approx(max(stages) ** 2)

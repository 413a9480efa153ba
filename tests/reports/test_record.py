import functools
import hashlib
import json
import math
import random
from pathlib import Path

import pytest

from peirama.reports import record, transcript
from peirama.reports.preregistration import preregistration, sha256
from peirama.reports.record import RecordError


@pytest.fixture
def file(whole, tmp_path):
    record.write(whole, tmp_path / "record.json")
    return tmp_path / "record.json"


def refused(path):
    """The sentence of a refusal, or None if the file holds the same record."""
    try:
        return record.dumps(record.read(path)) and None
    except RecordError as error:
        return str(error)


def rewritten(path, change):
    """Edit a record, and give it a digest that fits, by the definition in the docs."""
    body = json.loads(path.read_text())
    change(body)
    rest = {name: value for name, value in body.items() if name != "digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    path.write_text(json.dumps(rest | {"digest": hashlib.sha256(text.encode()).hexdigest()}))


def test_a_record_comes_back_as_it_was_written(whole, file):
    assert record.dumps(record.read(file)) == record.dumps(whole)


def test_a_record_is_found_in_the_folder_of_its_run(whole, file):
    assert record.read(file.parent).digest == whole.digest


def test_an_empty_run_has_a_record(empty, tmp_path):
    record.write(empty, tmp_path / "record.json")
    assert record.read(tmp_path).claims == ()


def test_numbers_that_are_not_finite_are_valid_json(file):
    def refuse(word):
        raise AssertionError(word)

    assert '"-inf"' in file.read_text()
    json.loads(file.read_text(), parse_constant=refuse)


def test_infinities_and_nan_come_back_as_floats(file):
    part = record.read(file).claim("lovelace/undecided").settings[0].rungs[0].parts
    assert part[0].upper == math.inf
    assert math.isnan(part[1].estimate)


def test_an_infinite_parameter_is_null(file):
    assert record.read(file).claim("lovelace/undecided").settings[0].setting["n"] is None


def test_claims_are_in_order_of_their_names(whole):
    names = [claim.name for claim in whole.claims]
    assert names == sorted(names)


def test_the_order_in_which_claims_ended_leaves_no_trace(whole, make):
    again = record.build(make.run(), "0" * 64, reversed(whole.claims))
    assert record.dumps(again) == record.dumps(whole)


def test_two_runs_that_found_the_same_compare_equal(whole, make):
    other = make.run(id="another", command="peirama check --jobs 4")
    again = record.build(other, "0" * 64, whole.claims)
    assert again.digest != whole.digest
    assert record.comparable(again) == record.comparable(whole)


def test_a_parameter_named_seconds_is_compared(make, whole):
    finding = make.tried({"mu": 1.0, "seconds": 3}, make.rung(make.part(0.0, 0.1)))
    setting = transcript.schema.Setting.model_validate(finding)
    claim = whole.claims[0].model_copy(update={"settings": (setting,)})
    kept = record.comparable(record.build(make.run(), "0" * 64, [claim]))["claims"][0]
    assert kept["settings"][0]["setting"] == {"mu": 1.0, "seconds": 3}
    assert "seconds" not in kept["settings"][0]


def test_a_different_verdict_is_no_longer_comparable(whole, make):
    fewer = record.build(make.run(), "0" * 64, whole.claims[1:])
    assert record.comparable(fewer) != record.comparable(whole)


def test_an_edited_record_is_noticed(file):
    file.write_text(file.read_text().replace('"REFUTED"', '"SUPPORTED"', 1))
    assert "was edited or damaged" in refused(file)


def test_a_truncated_record_is_refused(file):
    file.write_text(file.read_text()[:-100])
    assert "truncated or no JSON" in refused(file)


def test_a_record_of_another_schema_is_refused(file):
    rewritten(file, lambda body: body.update(schema="peirama.record/2"))
    assert "schema 'peirama.record/2'" in refused(file)


@pytest.mark.parametrize("text", ["[]", "3", "null", "{}", '{"schema": 1}', "[" * 100000])
def test_a_foreign_file_is_refused(text, tmp_path):
    (tmp_path / "record.json").write_text(text)
    assert refused(tmp_path)


def test_a_missing_record_is_refused(tmp_path):
    assert "cannot be read" in refused(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body.update(surplus=1),
        lambda body: body["run"].update(seed="seven"),
        lambda body: body.update(claims=[3]),
        lambda body: body["claims"][0].update(alpha_granted=10**400),
    ],
)
def test_an_unknown_field_or_type_is_refused(file, change):
    rewritten(file, change)
    assert "no record that this version reads" in refused(file)


def test_a_record_that_cannot_be_written_says_so(whole, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="cannot be written"):
        record.write(whole, tmp_path / "file" / "record.json")


def test_a_written_record_leaves_no_temporary_file(file):
    assert [path.name for path in file.parent.iterdir()] == ["record.json"]


@pytest.mark.parametrize("seed", range(100))
def test_a_corrupted_record_is_refused_or_the_same(whole, tmp_path, seed):
    rng = random.Random(seed)
    data = bytearray(record.dumps(whole).encode())
    if rng.random() < 0.3:
        del data[rng.randrange(len(data)) :]
    for _ in range(rng.choice([1, 1, 5])):
        if data:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    (tmp_path / "record.json").write_bytes(data)
    sentence = refused(tmp_path)
    assert sentence or record.dumps(record.read(tmp_path)) == record.dumps(whole)
    assert "\n" not in (sentence or "")


def test_a_message_that_is_no_unicode_is_kept(make, tmp_path):
    entry = transcript.broken("a/b", "cannot open caf\udce9")
    record.write(record.build(make.run(), "0" * 64, [entry]), tmp_path / "record.json")
    assert record.read(tmp_path).claims[0].why == "cannot open caf\udce9"


def test_the_json_schema_allows_what_stands_for_infinity():
    number = record.json_schema()["$defs"]["Part"]["properties"]["upper"]
    assert {"enum": ["inf", "-inf", "nan"]} in number["anyOf"]


def test_a_prediction_is_given_as_text_latex_and_mathml(whole):
    formula = whole.claim("lovelace/refuted").predicted[0]
    assert formula.text == "sqrt(mu)*n/(mu + n - 2)"
    assert formula.latex == r"\frac{\sqrt{\mu} n}{\mu + n - 2}"
    assert "<mfrac>" in formula.mathml


def test_latex_of_a_statement_escapes_its_signs(whole):
    assert r"\& a" in whole.claim("lovelace/refuted").statement_latex


def document(make, **more):
    claims = [make.claim("a/b", **more)]
    return preregistration(claims, "quick", make.ledger, 0, modules={})


def test_a_preregistration_is_the_same_each_time(make):
    assert sha256(document(make)) == sha256(document(make))


@pytest.mark.parametrize(
    "more",
    [
        {"statement": "Another."},
        {"does_not_show": "Another."},
        {"corners": ({"mu": 1.0, "n": 2},)},
        {"mutants": ()},
        {"starts": "ci"},
    ],
)
def test_a_preregistration_notices_a_change(make, more):
    assert sha256(document(make)) != sha256(document(make, **more))


def test_a_preregistration_holds_the_digest_of_an_experiments_source(make):
    file = Path(__file__).with_name("conftest.py")  # where its claims are made
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert digest in document(make)["claims"]["a/b"]["files"].values()


def test_an_experiment_may_be_a_partial(make):
    observe = functools.partial(lambda *, mu, n, trials, seeds, device, scale: None, scale=2)
    assert sha256(document(make, observe=observe)) == sha256(document(make, observe=observe))


def test_a_preregistration_names_the_source_of_the_engine(make):
    assert "peirama.models.seeds" in document(make)["engine"]

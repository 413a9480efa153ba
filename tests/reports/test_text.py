import io
from functools import partial

import pytest
from rich.console import Console

from peirama.claims.core.claim import Mutant
from peirama.reports import notation, text, transcript


def printed(shown, *, width=120):
    console = Console(file=io.StringIO(), width=width)
    console.print(shown)
    return console.file.getvalue()


def test_the_final_table_names_every_claim_and_outcome(whole):
    shown = printed(text.summary(whole))
    for claim in whole.claims:
        assert claim.name in shown
        assert notation.outcome(claim.verdict.outcome) in shown


def test_the_final_table_explains_what_is_not_supported(whole):
    shown = " ".join(printed(text.summary(whole)).split())
    assert "It fails at mu=1.5, n=3." in shown
    assert "hart/exact: The setting tried was shown" in shown


def test_brackets_are_not_read_as_markup(make):
    claim = make.claim("a/b", statement="On [0, 1] and [bold]not bold[/bold].")
    assert "[bold]not bold[/bold]" in printed(text.show(claim, "quick"))


def test_a_terminal_obeys_nothing_in_a_record(whole):
    assert "\x1b" not in printed(text.summary(whole))


def test_an_empty_run_has_a_table(empty):
    assert "No claims." in printed(text.summary(empty))


@pytest.mark.parametrize("width", [40, 200])
def test_a_claim_is_shown_with_its_limits(make, width):
    shown = " ".join(printed(text.show(make.claim("a/b"), "quick"), width=width).split())
    for words in ("sqrt(mu)*n/(mu + n - 2)", "grid(0.1, 2)", "twice <it>", "beyond."):
        assert words in shown


@pytest.mark.parametrize(
    ("observe", "words"),
    [
        (
            partial(printed, on_sample=True, at=(1, 2)),
            "the experiment with on sample = True, at = (1, 2)",
        ),
        (partial(printed, form=printed), "the experiment with form = printed"),
        (partial(printed, form=lambda shown: shown), "the experiment with form = another"),
        (partial(printed, 3), "another experiment"),
        (printed, "the experiment printed"),
    ],
)
def test_a_wrong_experiment_is_described_by_its_arguments(observe, words):
    assert transcript.changes(Mutant("wrong", observe=observe)) == words


def test_a_claim_that_starts_later_says_so(make):
    shown = printed(text.show(make.claim("a/b", starts="full"), "quick"))
    assert "it starts at profile full" in shown


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.00012345, "0.000123"),
        (1e-9, "1e-9"),
        (float("inf"), "∞"),
        (float("nan"), "–"),
        (None, "–"),
    ],
)
def test_numbers_are_written_to_three_digits(value, words):
    assert notation.number(value) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.25, "250 ms"), (59.94, "59.9 s"), (61, "1 min 01 s"), (7260, "2 h 01 min")],
)
def test_durations_are_written_as_said(seconds, words):
    assert notation.duration(seconds) == words

import numpy as np
import pytest

from peirama.claims.core import search
from peirama.claims.core.check import check
from peirama.claims.core.prediction import evaluate
from peirama.claims.core.verdict import Outcome
from peirama.claims.sample_complexity.width import width
from peirama.models.harmonic_basis import rank
from peirama.models.seeds import Seeds
from peirama.models.sphere import harmonics
from peirama.reports import cli


def value(clause, dimension, degree, m):
    setting = {"dimension": dimension, "degree": degree, "width": m}
    assert width.broken(setting) is None
    return float(evaluate(width.formulas[clause], setting))


@pytest.fixture(scope="module")
def finding():
    return check(width, profile="quick", seed=21, with_mutants=True)


def test_it_is_supported_at_profile_quick(finding):
    assert finding.verdict.outcome is Outcome.SUPPORTED


def test_every_mutant_is_in_reach_and_refuted(finding):
    assert finding.mutants
    for mutant in finding.mutants:
        assert mutant.in_reach, mutant.name
        assert mutant.verdict.outcome is Outcome.REFUTED, mutant.name


def test_the_predictions_are_those_as_worked_out():
    assert value("floor", 8, 2, 22) == 0.5
    assert value("error", 8, 2, 22) == pytest.approx(0.597, abs=5e-4)
    assert value("error", 8, 2, 100) == pytest.approx(0.2801, abs=5e-5)
    assert value("floor", 8, 2, 1000) == 0


@pytest.mark.parametrize(("dimension", "degree"), [(3, 1), (6, 4), (1000, 2)])
def test_the_formulas_are_sums_over_the_degrees(dimension, degree):
    inverses = sum(1 / harmonics(dimension, each) for each in range(degree + 1))
    expected = ((degree + 1) ** 2 - inverses) / 17
    assert value("error", dimension, degree, 17) ** 2 == pytest.approx(expected, rel=1e-12)
    missed = max(0, rank(dimension, degree) - 17) / rank(dimension, degree)
    assert value("floor", dimension, degree, 17) == pytest.approx(missed, abs=1e-12)


@pytest.mark.parametrize("profile", ["quick", "ci", "full"])
def test_what_is_drawn_meets_the_hypotheses(profile):
    found, _ = search.draw(width.plan(profile).given, seed=5, count=30)
    assert all(width.broken(setting) is None for setting in found)
    assert {setting["degree"] for setting in found} == {1, 2, 3}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("width=0", "width must be positive"),
        ("width=2.5", "width must be an integer"),
        ('width="wide"', "width must be a number"),
        ("dimension=2", "the dimension is an integer of at least 3"),
        ("degree=0", "the degree is an integer of at least 1"),
    ],
)
def test_a_broken_hypothesis_is_a_sentence_on_the_command_line(
    change, sentence, monkeypatch, capsys
):
    given = {"dimension": "8", "degree": "2", "width": "22"} | dict([change.split("=")])
    place = [word for name, value in given.items() for word in ("-p", f"{name}={value}")]
    monkeypatch.setattr("sys.argv", ["peirama", "predict", width.name, *place])
    with pytest.raises(SystemExit, match="2"):
        cli.main()
    assert sentence in " ".join(capsys.readouterr().err.split())


def test_its_figure_is_drawn_the_same_each_time():
    seeds = Seeds(1, width.name, "figure", "figure", range(64))
    figure = width.figure(seeds=seeds, device="cpu")
    assert all(np.isfinite([*s.x, *s.y]).all() for panel in figure.panels for s in panel.series)
    assert figure == width.figure(seeds=seeds.only(range(64)), device="cpu")

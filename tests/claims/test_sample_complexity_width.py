import pytest

from peirama.claims.core.prediction import evaluate
from peirama.claims.sample_complexity.width import width
from peirama.models.harmonic_basis import rank
from peirama.models.sphere import harmonics
from peirama.reports import cli


def value(clause, dimension, degree, m):
    setting = {"dimension": dimension, "degree": degree, "width": m}
    assert width.broken(setting) is None
    return float(evaluate(width.formulas[clause], setting))


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

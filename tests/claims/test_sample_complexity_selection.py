import pytest

from peirama.claims.core import search
from peirama.claims.core.prediction import evaluate
from peirama.claims.sample_complexity.channel_selection import EXAMPLE, channel_selection
from peirama.models.channel_selection import passing
from peirama.models.sphere import harmonics
from peirama.reports import cli

PURE = {**EXAMPLE, "dimension": 10, "weights": [0.0, 0.0, 1.0]}


def crossing(setting):
    return float(evaluate(channel_selection.formulas["crossing"], setting))


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        (EXAMPLE, 73.9),
        (PURE, 68.5),
        ({**EXAMPLE, "threshold": 3.0}, 146.8),
        ({**EXAMPLE, "dimension": 40, "weights": [0.5, 0.5]} | {"degree": 1}, 1 + 40 * 2.5),
    ],
)
def test_the_crossing_is_that_as_worked_out(setting, expected):
    assert crossing(setting) == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize("profile", ["quick", "ci", "full"])
def test_what_is_drawn_lies_where_the_chi_square_keeps_the_probabilities(profile):
    found, _ = search.draw(channel_selection.plan(profile).given, seed=5, count=60)
    for setting in (*found, *channel_selection.corners):
        assert channel_selection.broken(setting) is None
        share = setting["weights"][-1] / (1 + setting["noise"] ** 2)
        of = {"share": share, "threshold": setting["threshold"]}
        place, n = (setting["dimension"], setting["degree"]), crossing(setting)
        assert passing(*place, samples=n / 4, **of) < 0.11
        assert passing(*place, samples=3 * n, **of) > 0.98


@pytest.mark.parametrize(("profile", "most"), [("quick", 100), ("ci", 234)])
def test_the_crossings_drawn_stay_below_the_cap(profile, most):
    found, _ = search.draw(channel_selection.plan(profile).given, seed=6, count=60)
    assert all(1.5 <= s["threshold"] <= 3 and s["noise"] >= 0.199 for s in found)
    assert all(harmonics(s["dimension"], s["degree"]) >= 30 for s in found)
    assert max(map(crossing, found)) <= most


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("threshold=1", "the threshold is a number above 1"),
        ("noise=0", "the noise is a number above 0"),
        ("weights=[0.1, 0.4, 0.6]", "the weights are energies"),
        ("weights=[0.4, 0.6]", "there is one weight for each degree"),
    ],
)
def test_a_broken_hypothesis_is_a_sentence_on_the_command_line(
    change, sentence, monkeypatch, capsys
):
    given = {"dimension": "8", "degree": "2", "weights": "[0.0, 0.4, 0.6]"}
    given |= {"noise": "0.5", "threshold": "2"} | dict([change.split("=")])
    named = [f"{name}={value}" for name, value in given.items()]
    words = ["predict", channel_selection.name, *(w for each in named for w in ("-p", each))]
    monkeypatch.setattr("sys.argv", ["peirama", *words])
    with pytest.raises(SystemExit, match="2"):
        cli.main()
    assert sentence in " ".join(capsys.readouterr().err.split())

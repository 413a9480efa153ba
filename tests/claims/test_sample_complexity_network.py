import numpy as np
import pytest
from scipy import stats

from peirama.claims.core import search
from peirama.claims.core.prediction import evaluate
from peirama.claims.sample_complexity import network_domain
from peirama.claims.sample_complexity.two_stage_network import EXAMPLE, SMALL, two_stage_network
from peirama.models.harmonic_basis import rank
from peirama.models.seeds import Seeds, canonical
from peirama.models.sphere import harmonics
from peirama.reports import cli


def predicted(setting):
    assert two_stage_network.broken(setting) is None
    return float(evaluate(two_stage_network.formulas["risk"], setting))


def observed(setting, trials, observe=two_stage_network.observe):
    seeds = Seeds(11, two_stage_network.name, canonical(setting), "test", range(trials))
    needs = {"trials": trials, "seeds": seeds, "device": "cpu"} | {
        "predicted": {"risk": predicted(setting)}
    }
    return observe(**setting, **needs).evidence()


@pytest.mark.parametrize(("samples", "expected"), [(216, 0.03553), (864, 0.008055)])
def test_the_risk_is_that_as_worked_out(samples, expected):
    setting = {**EXAMPLE, "samples": samples, "width": 1024}
    assert predicted(setting) == pytest.approx(expected, rel=1e-3)


def test_the_small_network_selects_and_learns():
    seen = observed(SMALL, 24)
    assert seen["selection"].values.all()
    ratios = seen["risk"].values
    assert abs(ratios.mean() - 1.01) < 0.02 + 4 * ratios.std() / np.sqrt(24)
    assert not seen["risk"].failures.any()


@pytest.mark.parametrize(
    ("name", "ratio"), [("simultaneous-step", 20), ("narrow-network", 3), ("halved-risk", None)]
)
def test_a_wrong_version_is_far_off(name, ratio):
    (mutant,) = (m for m in two_stage_network.mutants if m.name == name)
    if ratio is None:
        wrong = float(evaluate(mutant.predicted["risk"], EXAMPLE))
        assert predicted(EXAMPLE) / wrong == pytest.approx(2)
    else:
        assert observed(EXAMPLE, 2, mutant.observe)["risk"].values.min() > ratio


@pytest.mark.parametrize("profile", ["ci", "full"])
def test_what_is_drawn_selects_its_degree_almost_surely(profile):
    found, _ = search.draw(two_stage_network.plan(profile).given, seed=5, count=40)
    for setting in (*found, *two_stage_network.corners):
        assert two_stage_network.broken(setting) is None
        size, v = harmonics(setting["dimension"], setting["degree"]), 1 + setting["noise"] ** 2
        shift = (setting["samples"] - 1) * setting["weights"][-1] / v
        assert stats.ncx2.cdf(2 * size, size, shift) <= 1.01e-4
        assert setting["samples"] >= 8 * rank(setting["dimension"], setting["degree"])
        assert setting["samples"] * setting["width"] <= 1e6


@pytest.mark.parametrize("setting", [EXAMPLE, SMALL])
def test_a_corner_has_the_width_that_keeps_the_channels_apart(setting):
    of = {name: setting[name] for name in ("samples", "noise")}
    least = network_domain.least_width(setting["dimension"], setting["weights"], **of)
    assert least <= setting["width"] <= 1.1 * least


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("channels=1", "the channels reach at least the degree of the target"),
        ("samples=20", "the number of samples is an integer of at least r0"),
        ("noise=0", "noise must be positive"),
        ("weights=[0.4, 0.6]", "there is one weight for each degree"),
        ("width=0", "the width is an integer of at least 1"),
    ],
)
def test_a_broken_hypothesis_is_a_sentence_on_the_command_line(
    change, sentence, monkeypatch, capsys
):
    given = {name: str(value) for name, value in EXAMPLE.items()} | dict([change.split("=")])
    place = [word for name, value in given.items() for word in ("-p", f"{name}={value}")]
    monkeypatch.setattr("sys.argv", ["peirama", "predict", two_stage_network.name, *place])
    with pytest.raises(SystemExit, match="2"):
        cli.main()
    assert sentence in " ".join(capsys.readouterr().err.split())

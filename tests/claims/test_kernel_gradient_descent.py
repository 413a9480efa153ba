from functools import lru_cache

import numpy as np
import pytest

from peirama.claims.core.check import check
from peirama.claims.core.prediction import evaluate
from peirama.claims.core.verdict import Outcome
from peirama.claims.kernel_lower_bound.gradient_descent import gradient_descent
from peirama.claims.kernel_lower_bound.over_parametrisation import over_parametrisation
from peirama.claims.kernel_lower_bound.separation import half_at_squares, separation
from peirama.claims.kernel_lower_bound.stages import stages
from peirama.models.seeds import Seeds, canonical

CLAIMS = (gradient_descent, stages, separation, over_parametrisation)
EXAMPLES = (  # claim, setting, predicted value to half of the last digit
    (gradient_descent, {"gain": 0.1}, -1.1, 1e-15),
    (gradient_descent, {"gain": 0.5}, -1.5, 1e-15),
    (stages, {"dimension": 8}, 0.0044723936, 5e-11),
    (stages, {"dimension": 12}, 0.0032272299, 5e-11),
    (stages, {"dimension": 16}, 0.0025160845, 5e-11),
    (separation, {"dimension": 8, "samples": 512}, 5.0007827e-4, 5e-12),
    (separation, {"dimension": 12, "samples": 1728}, 4.5247711e-4, 5e-12),
    (over_parametrisation, {"dimension": 8}, 3.7464999e-4, 5e-12),
    (over_parametrisation, {"dimension": 12}, 2.9712433e-4, 5e-12),
    (over_parametrisation, {"dimension": 16}, 2.3980418e-4, 5e-12),
)


def value(claim, **setting):
    return float(evaluate(claim.formulas["claim"], setting))


def observed(claim, setting, trials, **sizes):
    seeds = Seeds(5, claim.name, canonical(setting), "test", range(trials))
    found = claim.observe(**setting, **sizes, trials=trials, seeds=seeds, device="cpu")
    return found.evidence()["claim"].values


def ids(claim):
    return claim.name.split("/")[1]


@pytest.fixture(scope="module")
def figures():
    @lru_cache
    def draw(claim_name):
        claim = next(claim for claim in CLAIMS if claim.name == claim_name)
        seeds = Seeds(1, claim.name, "figure", "figure", range(256))
        return claim.figure(seeds=seeds, device="cpu")

    return lambda claim: draw(claim.name)


@pytest.mark.parametrize(("claim", "setting", "expected", "digits"), EXAMPLES)
def test_the_prediction_is_as_worked_out(claim, setting, expected, digits):
    assert value(claim, **setting) == pytest.approx(expected, abs=digits)


def test_separation_needs_the_dimension_alone():
    assert value(separation, dimension=8) == value(separation, dimension=8, samples=512)


def test_the_bound_at_squares_is_half_of_the_one_worked_out():
    assert 8 * half_at_squares(8) == pytest.approx(0.029972 / 2, abs=3e-7)


@pytest.mark.parametrize(
    ("claim", "setting", "sentence"),
    [
        (gradient_descent, {"gain": 0}, "the gain is positive"),
        (gradient_descent, {"gain": -0.1}, "the gain is positive"),
        (gradient_descent, {"gain": 0.51}, "the gain is positive and at most 1/2"),
        (stages, {"dimension": 3}, "the dimension is at least 4"),
        (separation, {"dimension": 4, "samples": 64}, "the dimension is an integer"),
        (separation, {"dimension": "six", "samples": 8}, "the dimension is an integer"),
        (separation, {"dimension": 8, "samples": 64}, "there are d³ samples"),
        (over_parametrisation, {"dimension": 3}, "the dimension is an integer from 4 to 64"),
        (over_parametrisation, {"dimension": 65}, "the dimension is an integer from 4 to 64"),
        (over_parametrisation, {"dimension": 8.5}, "the dimension is an integer from 4 to 64"),
        (over_parametrisation, {"dimension": True}, "the dimension is an integer from 4 to 64"),
    ],
)
def test_a_broken_hypothesis_is_named(claim, setting, sentence):
    assert claim.broken(setting).startswith(sentence)


@pytest.mark.parametrize(
    ("claim", "setting"),
    [
        (gradient_descent, {"gain": 0.001}),
        (gradient_descent, {"gain": 0.5}),
        (stages, {"dimension": 4}),
        (stages, {"dimension": 4096}),
        (separation, {"dimension": 5, "samples": 125}),
        (separation, {"dimension": 40}),
        (over_parametrisation, {"dimension": 4}),
        (over_parametrisation, {"dimension": 64}),
    ],
)
def test_every_setting_of_the_theorem_is_accepted(claim, setting):
    assert claim.broken(setting) is None
    assert np.isfinite(value(claim, **setting))


def test_separation_is_not_run_at_quick():
    assert check(separation, profile="quick").verdict.outcome is Outcome.NOT_RUN


def test_a_loss_that_has_arrived_does_not_wait_for_the_others():
    setting = {"dimension": 8}
    losses = [observed(over_parametrisation, setting, n)[0] for n in (1, 3)]
    assert losses[0] == pytest.approx(losses[1], rel=1e-6)


def test_a_plateau_that_is_not_reached_is_a_failed_trial(monkeypatch):
    monkeypatch.setattr("peirama.claims.kernel_lower_bound.stages.MOST", 6)
    assert np.isnan(observed(stages, {"dimension": 4}, 2)).all()


def test_the_limits_name_the_schedule_and_the_sizes_at_which_kernels_win():
    assert "schedule" in gradient_descent.does_not_show
    assert "overfits" in separation.does_not_show


@pytest.mark.parametrize("claim", CLAIMS, ids=ids)
def test_its_figure_holds_the_bound(claim, figures):
    figure = figures(claim)
    series = [s for panel in figure.panels for s in panel.series]
    names = [s.label for s in series] + [n for p in figure.panels for n, _ in p.levels]
    assert any("B(d" in name or "no kernel" in name for name in names)
    assert all(np.isfinite([*s.x, *s.y]).all() for s in series)
    assert all(type(x) in (int, float) for s in series for x in (*s.x, *s.y))


def test_more_samples_bring_gradient_descent_below_every_kernel(figures):
    descent = figures(separation).panels[0].series[0]
    few, many = np.array(descent.y) / 6
    assert descent.x == (36, 216)
    assert many < 2 * value(separation, dimension=6) < 2 * half_at_squares(6) < few


def test_gradient_descent_ends_below_the_kernels_in_every_dimension(figures):
    descent, bound = figures(gradient_descent).panels[0].series
    assert (np.array(descent.high) < np.array(bound.y)).all()


def test_orders_above_two_wait_on_the_plateau(figures):
    (panel,) = figures(stages).panels
    orders = {s.label: np.array(s.y) for s in panel.series}
    at = int(np.argmax(orders["order 2"] < 0.02 * panel.levels[0][1]))
    assert 0 < at < len(panel.series[0].x) / 2 + 10
    assert orders["order 4"][at] > 0.4 * panel.levels[0][1] > 20 * orders["order 4"][-1]

import numpy as np
import pytest

from peirama.claims.core.claim import Mutant
from peirama.claims.core.execute import inline
from peirama.claims.core.ladder import Ladder
from peirama.claims.core.ledger import Ledger
from peirama.claims.core.planning import outlook
from peirama.claims.core.rules import Exact, Frequency, MeanWithin
from peirama.claims.core.verdict import Observed, Outcome


def planned(claim, root=0):
    return Ladder(claim, claim.plan("quick"), Ledger(20), inline(claim, "cpu"), root)


@pytest.fixture
def mean(toys):
    def build(delta, **more):
        return toys.make("mean", toys.normal_mean, toys.mu, MeanWithin(delta), toys.means, **more)

    return build


def test_a_wide_margin_is_surely_supported(mean):
    found = outlook(planned(mean(0.8)))
    assert found.supported > 0.99


def test_a_narrow_margin_is_not_and_the_cap_that_would_do_is_named(mean):
    found = outlook(planned(mean(0.2)))
    assert min(f.supported for f in found.forecasts) < found.wanted
    assert max(f.trials_needed for f in found.forecasts) > 256


def test_the_forecast_is_what_then_happens(mean):
    claim = mean(0.33)
    forecast = np.mean([f.supported for f in outlook(planned(claim)).forecasts])
    settings = [f.setting for f in outlook(planned(claim)).forecasts]
    outcomes = [planned(claim, r).decide(s).verdict.outcome for r in range(30) for s in settings]
    measured = np.mean([outcome is Outcome.SUPPORTED for outcome in outcomes])
    assert abs(forecast - measured) < 0.03


def test_a_false_number_is_not_supported(toys):
    claim = toys.make("square", toys.square, toys.n**3, Exact(0.5), toys.sizes)
    assert outlook(planned(claim)).supported < 1e-6


def test_two_clauses_are_forecast_together(toys):
    decide = {"mean": MeanWithin(0.8), "share": Frequency(0.02, reference=0.5)}
    claim = toys.make("two", toys.floor_and_share, {"mean": toys.mu}, decide, toys.means)
    assert outlook(planned(claim)).supported < 0.01


def test_a_mutant_far_off_is_in_reach_and_a_near_one_is_not(mean, toys):
    mutants = (Mutant("far", predicted=toys.mu + 3), Mutant("near", predicted=toys.mu + 0.81))
    far, near = outlook(planned(mean(0.8, mutants=mutants))).mutants
    assert far.in_reach
    assert not near.in_reach
    assert near.trials_needed > 256


def test_the_cost_of_a_trial_is_measured(toys):
    calls = []

    def counted(*, mu, trials, seeds, device):
        calls.append(trials)
        return Observed(mu + seeds.normal())

    claim = toys.make("counted", counted, toys.mu, MeanWithin(0.8), toys.means)
    found = outlook(planned(claim))
    assert set(calls) == {256}
    assert found.seconds > 0

"""The rungs, with a laboratory that answers as a test says."""

import numpy as np
import pytest

from peirama.claims.core.hunt import Hunt
from peirama.claims.core.judgement import verdict
from peirama.claims.core.laboratory import Sample
from peirama.claims.core.ladder import Ladder
from peirama.claims.core.ledger import Ledger
from peirama.claims.core.rules import MeanWithin
from peirama.claims.core.verdict import Evidence, Outcome, Reason
from peirama.models.seeds import canonical


def answering(gap_of):
    """A laboratory whose values scatter around the prediction by a gap that the look decides."""

    def run(look):
        values = look.setting["mu"] + gap_of(look) + 0.3 * look.seeds.normal()
        failed = np.zeros(len(values), dtype=bool)
        return Sample({"claim": Evidence(values, None, None, failed)})

    return run


@pytest.fixture
def ladder(toys):
    claim = toys.make("mean", toys.normal_mean, toys.mu, MeanWithin(0.2), toys.means)

    def build(gap_of, budget=None):
        return Ladder(claim, claim.plan("quick"), budget or Ledger(20), answering(gap_of), 0)

    return build


def hunted(ladder):
    hunt = Hunt(ladder)
    hunt.run()
    return hunt


def test_a_suspicion_that_the_screen_does_not_share_is_no_candidate(ladder):
    finding = ladder(lambda look: 1.0 * (look.purpose == "explore")).decide({"mu": 1.0})
    assert [rung.purpose for rung in finding.rungs] == ["explore", "screen"]
    assert finding.candidate is None


def test_a_cleared_suspicion_is_supported_by_the_screen(ladder):
    finding = ladder(lambda look: 1.0 * (look.purpose == "explore")).decide({"mu": 1.0})
    assert finding.verdict.outcome is Outcome.SUPPORTED
    assert finding.rungs[1].supported == ("claim",)


def test_a_suspicion_that_no_data_clear_is_unconfirmed(ladder):
    gaps = {"explore": 1.0, "screen": 0.2}
    finding = ladder(lambda look: gaps[look.purpose]).decide({"mu": 1.0})
    assert finding.verdict.reason is Reason.UNCONFIRMED


def test_exploring_stops_at_its_answer(ladder):
    finding = ladder(lambda _: 0.0).decide({"mu": 1.0})
    assert finding.verdict.outcome is Outcome.SUPPORTED
    assert finding.trials < 256


def test_a_setting_on_the_margin_ends_at_the_cap(ladder):
    finding = ladder(lambda _: 0.2).decide({"mu": 1.0})
    assert finding.rungs[0].trials == 256
    assert finding.verdict.reason is Reason.CAP


def test_the_screen_and_both_stages_test_the_side_that_was_named(ladder):
    hunt = hunted(ladder(lambda _: -1.0))
    assert {s.suspicion.direction for c in hunt.confirmations for s in c.stages} == {"low"}


def test_both_stages_must_refute(ladder):
    hunt = hunted(ladder(lambda look: 1.0 * (not look.purpose.endswith("-2"))))
    assert len(hunt.confirmations[0].stages) == 2
    assert not hunt.confirmations[0].confirmed
    assert verdict(hunt).outcome is not Outcome.REFUTED


def test_the_second_stage_is_not_run_after_a_first_that_clears(ladder):
    hunt = hunted(ladder(lambda look: 1.0 * ("confirm" not in look.purpose)))
    assert all(len(c.stages) == 1 for c in hunt.confirmations)


def test_an_unconfirmed_candidate_may_be_supported_by_its_first_stage(ladder):
    hunt = hunted(ladder(lambda look: 1.0 * ("confirm" not in look.purpose)))
    confirmed = {canonical(c.setting) for c in hunt.confirmations}
    assert {hunt.findings[key].verdict.outcome for key in confirmed} == {Outcome.SUPPORTED}


def test_a_claim_uses_two_candidates_at_most(ladder):
    hunt = hunted(ladder(lambda look: 1.0 * ("confirm" not in look.purpose)))
    assert len(hunt.confirmations) == 2
    assert len({canonical(c.setting) for c in hunt.confirmations}) == 2


def test_the_hunt_goes_on_after_an_unconfirmed_candidate(ladder):
    hunt = hunted(ladder(lambda look: 1.0 * ("confirm" not in look.purpose)))
    assert sum(f.origin == "drawn" for f in hunt.findings.values()) == 10


def test_the_candidates_read_streams_of_their_own(ladder):
    hunt = hunted(ladder(lambda look: 1.0 * ("confirm" not in look.purpose)))
    streams = [stage.stream for c in hunt.confirmations for stage in c.stages]
    assert len(set(streams)) == len(streams)


def test_the_confirmed_setting_is_the_shrunk_one(ladder):
    hunt = hunted(ladder(lambda look: 1.0 * (look.setting["mu"] > 1.3)))
    simplest = min(m for m in (f.setting["mu"] for f in hunt.findings.values()) if m > 1.3)
    assert hunt.refuted.setting["mu"] == simplest
    assert simplest < 1.32


def test_the_scout_hears_the_same_noise_everywhere(ladder):
    climbing = ladder(lambda _: 0.0)
    looks = [climbing.look("scout", {"mu": mu}, 0, 4).seeds.normal() for mu in (1.0, 2.0)]
    assert np.array_equal(*looks)


def test_the_stage_level_splits_alpha_over_claims_and_candidates():
    budget = Ledger(20, alpha=1e-3, candidates=2)
    assert budget.stage == pytest.approx((1e-3 / 40) ** 0.5)
    assert budget.spent(2) * 20 == pytest.approx(1e-3)


def test_the_adjusted_p_value_is_valid_for_the_suite():
    assert Ledger(10).adjusted(1e-3, 1e-4) == pytest.approx(2 * 10 * 1e-6)
    assert Ledger(10).adjusted(0.5, 0.5) == 1.0


@pytest.mark.parametrize("wrong", [{"alpha": 0.0}, {"alpha": 1.0}, {"beta": 2.0}, {"claims": 0}])
def test_a_ledger_with_a_wrong_level_is_refused(wrong):
    with pytest.raises(ValueError, match=r"must|needs"):
        Ledger(**({"claims": 1} | wrong))


def test_more_claims_make_each_stage_stricter(ladder):
    assert Ledger(45).stage < Ledger(20).stage

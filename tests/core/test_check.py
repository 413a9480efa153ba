from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peirama.claims.core import search
from peirama.claims.core.check import check, check_claim
from peirama.claims.core.claim import Clause, Mutant
from peirama.claims.core.domain import grid
from peirama.claims.core.execute import OutOfTimeError, Recall, inline, remembering
from peirama.claims.core.ladder import Ladder
from peirama.claims.core.ledger import Ledger
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import AtLeast, Exact, Frequency, MeanWithin, Ratio, Side
from peirama.claims.core.verdict import Observed, Outcome, Reason
from peirama.models.seeds import canonical

ORIGINS = ("drawn", "climbed")


class Watched(Recall):
    """A memory that keeps every look that was asked for."""

    def __init__(self):
        self.looks = []

    def get(self, look):
        self.looks.append(look)
        return super().get(look)


def watched(claim, **more):
    memory = Watched()
    ladder = Ladder(
        claim, claim.plan("quick"), Ledger(1), remembering(inline(claim, "cpu"), memory), 0
    )
    return check_claim(ladder, map, with_mutants=more.get("with_mutants", False)), memory.looks


def test_a_true_mean_is_supported(true_mean):
    assert check(true_mean).verdict.outcome is Outcome.SUPPORTED


def test_a_false_mean_is_refuted_on_fresh_data(true_mean, toys):
    finding = check(replace(true_mean, predicted=toys.mu + 2, mutants=()))
    assert finding.verdict.outcome is Outcome.REFUTED
    assert [rung.purpose for rung in finding.confirmations[0].stages] == [
        "confirm-1-1",
        "confirm-1-2",
    ]


def test_a_false_number_is_refuted_at_the_smallest_setting(true_square, toys):
    wrong = toys.n**2 + (toys.n - 3) * (toys.n - 1) * (toys.n - 2)
    finding = check(replace(true_square, predicted=wrong, mutants=()))
    assert finding.verdict.outcome is Outcome.REFUTED
    assert finding.counterexample == {"n": 4}


def test_a_false_number_needs_no_confirmation(true_square, toys):
    finding = check(replace(true_square, predicted=toys.n**3, mutants=()))
    assert finding.confirmations == ()
    assert finding.alpha_spent == 0


def test_a_corner_that_alone_fails_is_the_counterexample(toys):
    def observe(*, n, trials, seeds, device):
        return Observed(np.full(trials, float(n == 5000)), error=np.zeros(trials))

    corners = ({"n": 5000},)
    claim = toys.make("corner", observe, 0 * toys.n, Exact(0.5), toys.sizes, corners=corners)
    assert check(claim).counterexample == {"n": 5000}


def test_the_same_seed_gives_the_same_finding(true_mean):
    first, second = check(true_mean, seed=5), check(true_mean, seed=5)
    assert [f.rungs[0].digests for f in first.findings] == [
        f.rungs[0].digests for f in second.findings
    ]


def test_another_seed_gives_other_data(true_mean):
    first, second = check(true_mean, seed=5), check(true_mean, seed=6)
    assert first.findings[0].rungs[0].digests != second.findings[0].rungs[0].digests


def test_no_look_is_asked_for_twice(true_mean, toys):
    _, looks = watched(replace(true_mean, predicted=toys.mu + 2, mutants=()))
    keys = [look.key for look in looks]
    assert len(keys) == len(set(keys))


def test_no_two_rungs_share_a_stream(true_mean, toys):
    _, looks = watched(replace(true_mean, predicted=toys.mu + 0.9), with_mutants=True)
    rungs = {(look.purpose, look.variant, canonical(look.setting)) for look in looks}
    keys = {look.seeds.key(0) for look in looks}
    assert len(keys) == len(rungs)


def test_a_joint_domain_is_drawn_inside_its_bounds(toys):
    claim = toys.make("joint", toys.joint, toys.n / toys.n, Exact(0.5), toys.pairs)
    finding = check(claim)
    assert finding.verdict.outcome is Outcome.SUPPORTED
    assert all(f.setting["k"] <= f.setting["n"] for f in finding.findings)


def test_a_prediction_may_set_the_size_of_the_experiment(toys):
    size = 40 + 0 * toys.mu
    decide = MeanWithin(0.2, reference=1.5)
    only = {"mu": st.just(1.5)}
    claim = toys.make("sized", toys.sized, size, decide, only, plans={"quick": Plan(minimum=1)})
    finding = check(claim)
    scatter = finding.findings[0].rungs[0].parts[0].scatter
    assert scatter == pytest.approx(40**-0.5, rel=0.5)


def test_each_clause_needs_support(toys):
    decide = {"mean": MeanWithin(0.6), "share": Frequency(0.2, reference=0.5)}
    claim = toys.make("two", toys.floor_and_share, {"mean": toys.mu}, decide, toys.means)
    assert check(claim).verdict.outcome is Outcome.SUPPORTED
    false = replace(claim, decide=decide | {"share": Frequency(0.2, reference=0.9)})
    refuted = check(false)
    assert refuted.verdict.outcome is Outcome.REFUTED
    assert refuted.confirmations[0].suspicion.clause == "share"


def test_a_clause_that_never_applies_supports_nothing(toys):
    decide = {"mean": MeanWithin(0.6), "share": Clause(Frequency(0.2, reference=0.5), toys.mu > 9)}
    claim = toys.make("idle", toys.floor_and_share, {"mean": toys.mu}, decide, toys.means)
    assert check(claim).verdict.reason is Reason.VACUOUS


def test_a_curve_is_compared_point_by_point(toys):
    def line(mu):
        return [mu * x for x in (1, 2, 4, 8)]

    plans = {"quick": Plan(settings=3, looks=(128,))}
    claim = toys.make("curve", toys.curve, line, Ratio(0.1), toys.means, plans=plans)
    assert check(claim).verdict.outcome is Outcome.SUPPORTED
    bent = replace(claim, predicted=lambda mu: [mu * x**1.2 for x in (1, 2, 4, 8)])
    assert check(bent).confirmations[0].suspicion.part


def test_a_broken_guard_is_inconclusive(toys):
    claim = toys.make("guarded", toys.guarded, toys.mu, MeanWithin(0.6), toys.means)
    finding = check(claim)
    assert finding.verdict.outcome is Outcome.INCONCLUSIVE
    assert finding.verdict.reason is Reason.NUMERICAL
    assert finding.findings[0].rungs[0].guards == ("residual",)


def test_a_crash_is_an_error(toys):
    claim = toys.make("crash", toys.crashing, toys.n, Exact(0.5), toys.sizes)
    finding = check(claim)
    assert finding.verdict.outcome is Outcome.ERROR
    assert "the experiment broke" in finding.verdict.note


def test_a_claim_that_starts_later_is_not_run(true_mean):
    finding = check(replace(true_mean, starts="ci"))
    assert finding.verdict.outcome is Outcome.NOT_RUN
    assert finding.findings == ()


def test_too_few_settings_support_nothing(true_square):
    few = replace(true_square, given={"n": st.integers(1, 10**6)}, plans={})
    plans = {"quick": Plan(settings=3, minimum=5)}
    assert check(replace(few, plans=plans)).verdict.reason is Reason.VACUOUS


def test_a_small_domain_is_enough_when_all_of_it_was_tried(true_square):
    claim = replace(true_square, given={"n": st.integers(1, 3)})
    finding = check(claim)
    assert finding.exhausted
    assert finding.verdict.outcome is Outcome.SUPPORTED


def test_the_time_budget_says_how_far_it_came(true_mean):
    calls = []

    def impatient(look):
        calls.append(look)
        if len(calls) > 3:
            raise OutOfTimeError
        return inline(true_mean, "cpu")(look)

    ladder = Ladder(true_mean, true_mean.plan("quick"), Ledger(1), impatient, 0)
    verdict = check_claim(ladder, map, with_mutants=False).verdict
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert "of 10 settings" in verdict.note


def test_a_floor_met_inside_the_margin_is_supported_with_a_note(toys):
    def below(*, mu, trials, seeds, device):
        return Observed(mu - 0.25 + 0.1 * seeds.normal())

    claim = toys.make("floor", below, toys.mu, AtLeast(0.5), toys.means)
    finding = check(claim)
    assert finding.verdict.outcome is Outcome.SUPPORTED
    assert "wrong side" in finding.verdict.note


def test_memory_that_runs_out_halves_the_batch(toys):
    def greedy(*, mu, trials, seeds, device):
        if trials > 10:
            raise MemoryError
        return Observed(mu + seeds.normal())

    whole = check(toys.make("mean", toys.normal_mean, toys.mu, MeanWithin(0.6), toys.means))
    split = check(toys.make("mean", greedy, toys.mu, MeanWithin(0.6), toys.means))
    assert [f.rungs[0].digests for f in whole.findings] == [
        f.rungs[0].digests for f in split.findings
    ]


def test_a_design_is_common_to_the_looks_of_a_rung(toys):
    claim = toys.make("design", toys.designed, toys.mu, MeanWithin(0.6), toys.means)
    laboratory = inline(claim, "cpu")
    ladder = Ladder(claim, claim.plan("quick"), Ledger(1), laboratory, 0)
    values = [
        laboratory(ladder.look(purpose, {"mu": 1.0}, a, b)).evidence["claim"].values
        for purpose, a, b in (("explore", 0, 4), ("explore", 4, 8), ("screen", 0, 4))
    ]
    assert len({*values[0], *values[1]}) == 1
    assert values[2][0] != values[0][0]


def test_a_climb_goes_towards_the_violation(toys):
    def slope(*, n, trials, seeds, device):
        return Observed(0.3 * n / 1000 + seeds.normal())

    plans = {"quick": Plan(settings=8, climb=True)}
    line = {"n": grid(0, 1000, whole=True)}
    claim = toys.make("climb", slope, 0 * toys.n, MeanWithin(0.9), line, plans=plans)
    finding = check(claim, seed=3)
    where = {o: [f.setting["n"] for f in finding.findings if f.origin == o] for o in ORIGINS}
    assert finding.verdict.outcome is Outcome.SUPPORTED
    assert np.mean(where["climbed"]) > np.mean(where["drawn"])


def test_a_violation_that_no_draw_of_the_shrink_meets_is_confirmed_as_found(
    true_mean, toys, monkeypatch
):
    monkeypatch.setattr(search, "shrink", lambda *_, **__: None)  # as after a climb
    finding = check(replace(true_mean, predicted=toys.mu + 2, mutants=()))
    assert finding.verdict.outcome is Outcome.REFUTED
    assert finding.counterexample == finding.confirmations[0].setting


def test_a_check_runs_inside_a_users_own_given_test(true_square):
    @given(st.integers(0, 3))
    @settings(max_examples=2, deadline=None)
    def inner(seed):
        assert check(true_square, seed=seed).verdict.outcome is Outcome.SUPPORTED

    inner()


def test_mutants_are_refuted_and_spend_nothing(true_mean):
    finding = check(true_mean, with_mutants=True)
    assert finding.mutants[0].verdict.outcome is Outcome.REFUTED
    assert finding.mutants[0].in_reach
    assert finding.alpha_spent == 0
    assert not finding.vacuous


def test_a_mutant_that_survives_in_reach_makes_the_claim_vacuous(true_mean, toys):
    def blind(*, mu, trials, seeds, device):
        return Observed(mu + 0.1 * seeds.normal())

    mutant = Mutant("not wrong at all", observe=blind, gap=2.0)
    finding = check(replace(true_mean, mutants=(mutant,)), with_mutants=True)
    assert finding.verdict.outcome is Outcome.SUPPORTED
    assert finding.vacuous


def test_a_mutant_whose_gap_nobody_knows_must_be_refuted(true_mean):
    def same(*, mu, trials, seeds, device):
        return Observed(mu + 0.5 * seeds.normal())

    finding = check(replace(true_mean, mutants=(Mutant("same", observe=same),)), with_mutants=True)
    assert finding.vacuous


def test_a_mutant_too_close_is_out_of_reach_with_the_trials_it_needs(true_mean, toys):
    mutant = Mutant("a hair beyond the margin", predicted=toys.mu + 0.605)
    finding = check(replace(true_mean, mutants=(mutant,)), with_mutants=True)
    assert not finding.mutants[0].in_reach
    assert finding.mutants[0].trials_needed > 10**4
    assert not finding.vacuous


def test_mutants_of_a_prediction_share_their_observations(true_mean, toys):
    mutants = tuple(Mutant(f"plus {i}", predicted=toys.mu + i) for i in (2, 3, 4))
    _, looks = watched(replace(true_mean, mutants=mutants), with_mutants=True)
    wrong = [look.key for look in looks if look.purpose.startswith("mutant-")]
    assert len(set(wrong)) < len(wrong)


def test_a_mutant_that_sizes_the_experiment_runs_its_own(toys):
    decide = MeanWithin(0.2, reference=1.5)
    mutants = (Mutant("larger", predicted=80 + 0 * toys.mu),)
    only = {"mu": st.just(1.5)}
    claim = toys.make("sized", toys.sized, 40 + 0 * toys.mu, decide, only, mutants=mutants)
    _, looks = watched(claim, with_mutants=True)
    assert {look.variant for look in looks} == {"", "larger"}


def test_a_mutants_side_is_known(toys):
    decide = AtLeast(0.3)
    mutants = (Mutant("a higher floor", predicted=toys.mu + 2),)
    claim = toys.make("floor", toys.normal_mean, toys.mu, decide, toys.means, mutants=mutants)
    finding = check(claim, with_mutants=True).mutants[0]
    assert finding.verdict.outcome is Outcome.REFUTED
    assert finding.gap == pytest.approx(2)
    assert claim.clauses["claim"].rule.side is Side.AT_LEAST

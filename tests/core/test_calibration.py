from dataclasses import dataclass, replace

import numpy as np
import pytest
from scipy import stats

from peirama.claims.core.calibration import problems, worlds
from peirama.claims.core.calibration.cases import STAGE, Case, Measure, null, power
from peirama.claims.core.calibration.experiments import calibrate, experiments, within
from peirama.claims.core.calibration.hunts import true_everywhere
from peirama.claims.core.calibration.measured import lower, upper
from peirama.claims.core.calibration.sieve import State, sieve
from peirama.claims.core.calibration.suites import Bench, Suite, shortcuts
from peirama.claims.core.calibration.tilted import Tilted
from peirama.claims.core.finding import Suspicion
from peirama.claims.core.hunt import Hunt
from peirama.claims.core.judgement import verdict
from peirama.claims.core.laboratory import Sample
from peirama.claims.core.ladder import Ladder
from peirama.claims.core.ledger import Ledger
from peirama.claims.core.rules import AtLeast, AtMost, MeanWithin, Side, Unit
from peirama.claims.core.rung import Levels, Question, climb
from peirama.claims.core.verdict import Evidence, Outcome

QUICK = (32, 64, 128, 256)
CHI = worlds.chi_square()
LOOSE = Ledger(1, 0.2, suspicion=0.5, screen=0.5)


@dataclass(frozen=True)
class PlainT:
    """A mean judged by Student's t without the correction for skewness: what must be caught."""

    delta: float
    reference: float | None = None
    side: Side = Side.EQUAL
    unit: Unit = Unit.ABSOLUTE
    spends = True

    def read(self, evidence, predicted):
        (reading,) = MeanWithin(self.delta).read(evidence, predicted)
        return (replace(reading, limits=lambda level, _plain: reading.limits(level, True)),)

    def describe(self):
        return "Plain t."


def rows(case, seed=0):
    return case.rows(np.sum([case.measure(seed, c) for c in range(case.chunks)], axis=0))


def of(found, kind, direction, level):
    keys = (kind, direction, level)
    return next(row for row in found if (row.kind, row.direction, row.level) == keys)


def suite(rule=None, gaps=(-1.0,) * 12, looks=(32, 64), **more):
    rule = rule or MeanWithin(0.5 * CHI.sd, reference=0.0)
    return Suite("a test", rule, 0.5 * CHI.sd, CHI, gaps, looks, **more)


def test_the_bound_is_that_of_clopper_and_pearson():
    for errors, repetitions in ((0, 90), (3, 460), (50, 1000)):
        expected = stats.beta.isf(0.01, errors + 1, repetitions - errors)
        assert upper(errors, repetitions) == pytest.approx(expected, rel=1e-9)
        expected = stats.beta.ppf(0.01, max(errors, 1), repetitions - max(errors, 1) + 1)
        assert lower(max(errors, 1), repetitions) == pytest.approx(expected, rel=1e-9)
    assert upper(5, 5) == 1


def production(own, repetition):
    """The ladder without shortcuts, on the same streams."""
    return Ladder(own.claim, own.claim.plan("quick"), LOOSE, Bench(own, 0, repetition), 0)


def outcomes(hunt):
    return {setting: finding.verdict.outcome for setting, finding in hunt.findings.items()}


def test_a_corrected_mean_keeps_its_level_on_skewed_data():
    found = rows(null(within(CHI), QUICK, 8000, (0.05, 0.01)))
    assert all(row.passed and row.as_expected for row in found)


def test_plain_t_does_not():
    problem = replace(within(CHI), rule=PlainT(0.5 * CHI.sd))
    found = rows(null(problem, QUICK, 8000, (0.05, STAGE)))
    assert lower(of(found, "false refutation", "low", STAGE).errors, 8000) > 3 * STAGE
    assert of(found, "false refutation", "low", STAGE).growth > 2
    assert not of(found, "false support", "high", STAGE).as_expected


def test_a_growing_ratio_fails_though_every_bound_holds():
    row = rows(null(within(CHI), QUICK, 4000, (0.05,)))[0]
    assert replace(row, growth=1.9).passed
    assert not replace(row, growth=2.1).passed
    assert "grew" in replace(row, growth=2.1).reason


def test_the_rare_event_is_shown_to_fail():
    found = rows(null(within(worlds.rare_event()), QUICK, 2000, (0.05, 0.01), bad=True))
    failing = [row for row in found if row.expected == "fail"]
    assert len(failing) == 4
    assert not any(row.passed for row in failing)
    assert all(row.as_expected for row in found)


def test_a_bad_law_that_passed_would_not_be_as_expected():
    good = rows(null(within(CHI), QUICK, 8000, (0.05, 0.01), bad=True))
    assert not all(row.as_expected for row in good)


@pytest.mark.parametrize("rule", [AtLeast, AtMost])
def test_one_sided_claims_stand_on_the_edges_of_their_zones(rule):
    case = null(problems.mean(rule(0.7), CHI), QUICK, 100, (0.05,))
    way = {AtLeast: -1.0, AtMost: 1.0}[rule]
    assert {(m.kind, m.gap) for m in case.measures} == {
        ("false refutation", 0.0),
        ("false support", way),
    }


CASES = [entry for entry in experiments("full") if isinstance(entry, Case)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_world_is_put_at_its_gap(case):
    problem, trials = case.problem, 20_000
    values = problem.world.draw(np.random.default_rng(1), 1, trials)
    units = 16 if "median" in problem.label else trials  # sections, or trials
    for gap in (-1.0, 0.0, 1.0):
        readings = problem.read(*problem.place(values, gap * problem.delta))
        named = next(r for r in readings if r.part == problem.part)
        error = 5 * named.scatter[0] / units**0.5
        assert named.estimate[0] == pytest.approx(gap * problem.delta, abs=error)


def test_a_stage_is_that_of_the_production_rung():
    problem = within(CHI)
    values = CHI.draw(np.random.default_rng(2), 60, QUICK[-1])
    levels = Levels(0.3, 1e-9, plain=False)
    case = Case(problem, QUICK, 60, (Measure("false refutation", "low", -1.0, 0.3),))
    refuted = 0
    for world in values:
        question = Question(
            {"claim": problem.rule},
            {"claim": np.array(CHI.mean + problem.delta)},
            Suspicion("claim", "", "low"),
        )
        look = lambda a, b, world=world: Sample({"claim": Evidence(world[a:b])})  # noqa: E731
        with shortcuts():  # no p-value is needed
            refuted += climb(question, QUICK, levels, look).refuted
    assert refuted == case.count(values)[0] > 5


def test_importance_sampling_finds_the_rate_that_counting_finds():
    tilted = rows(Tilted(within(CHI), 64, 0.02, "low", 8000))[0]
    counted = rows(
        Case(within(CHI), (64,), 40_000, (Measure("false refutation", "low", -1, 0.02),))
    )
    spread = (tilted.bound - tilted.rate) / 2.326
    assert tilted.rate == pytest.approx(counted[0].rate, abs=5 * (spread + 3e-4))


def test_power_is_informative():
    found = rows(power(within(worlds.normal()), QUICK, 300))
    assert {row.expected for row in found} == {"informative"}
    assert of(found, "refutation", "high", STAGE).errors == 0


def test_counts_are_the_same_for_any_number_of_processes():
    only = (
        "Frequency equal | Bernoulli 0.05 | 32..256",
        "Quantile 0.5 equal | Pareto 0.5 | 32..256",
    )
    told = []
    one = calibrate("quick", seed=3, only=only, told=lambda *entry: told.append(entry))
    assert calibrate("quick", seed=3, jobs=2, only=only) == one
    assert told[-1] == (len(told), len(told))


def test_another_seed_counts_other_worlds():
    only = ("Frequency equal | Bernoulli 0.01 | 32..256",)
    assert calibrate("quick", seed=1, only=only) != calibrate("quick", seed=2, only=only)


@pytest.mark.parametrize("profile", ["quick", "full"])
def test_no_two_experiments_share_a_stream(profile):
    names = [entry.name for entry in experiments(profile)]
    assert len(set(names)) == len(names)


def test_the_sieve_finds_the_candidates_of_the_ladder():
    own = suite(gaps=tuple(np.linspace(-1.2, 0.3, 60)))
    bench = Bench(own, 0, 0)
    states = sieve(own.rule, bench.explored, bench.screened, own.looks, LOOSE)
    ladder = production(own, 0)
    findings = [ladder.decide({"i": i}) for i in range(60)]
    assert [s is State.CANDIDATE for s in states] == [f.candidate is not None for f in findings]
    supported = [f.verdict.outcome is Outcome.SUPPORTED for f in findings]
    assert [s is State.SUPPORTED for s in states] == supported
    assert len(set(states)) == 4


@pytest.mark.parametrize("repetition", range(4))
def test_the_shortcuts_change_no_outcome(repetition):
    own = suite(tried=8, climb=True)
    plain = Hunt(production(own, repetition))
    plain.run()
    with shortcuts():
        short = own.hunt(LOOSE, seed=0, repetition=repetition)
    assert verdict(short).outcome is verdict(plain).outcome
    assert outcomes(short) == outcomes(plain)
    assert [c.confirmed for c in short.confirmations] == [c.confirmed for c in plain.confirmations]


def test_what_is_refuted_at_a_small_alpha_is_at_every_larger():
    budgets = [replace(LOOSE, alpha=alpha) for alpha in (0.5, 0.05)]
    with shortcuts():
        pairs = [
            [suite().hunt(b, seed=0, repetition=k).refuted is not None for b in budgets]
            for k in range(40)
        ]
    assert any(large for large, _ in pairs)
    assert all(large for large, small in pairs if small)


def refuted(rule, alpha, hunts=200):
    """Of hunts on the edge of the true zone, screened so loosely that noise is confirmed."""
    law = worlds.gamma(1.8)
    delta = 0.5 * law.sd
    own = Suite("a test", rule(delta, reference=0.0), delta, law, (-1.0,) * 6, (32, 64))
    budget = Ledger(1, alpha, suspicion=0.9, screen=0.99)
    with shortcuts():
        found = [own.hunt(budget, seed=1, repetition=k).refuted for k in range(hunts)]
    return sum(finding is not None for finding in found)


def test_whole_hunts_with_plain_t_refute_too_much():
    alpha = 1e-3
    assert lower(refuted(PlainT, alpha), 200) > 1.5 * alpha
    assert refuted(MeanWithin, alpha) == 0


def test_a_violation_that_is_tried_is_refuted():
    gaps = (0.0,) * 6 + (-2.0,) + (0.0,) * 5
    own = suite(gaps=gaps, looks=(64, 128, 256, 512))
    with shortcuts():
        hunts = [own.hunt(Ledger(20), seed=0, repetition=k) for k in range(10)]
    assert all(hunt.refuted and hunt.refuted.setting == {"i": 6} for hunt in hunts)


def test_a_hunt_counts_the_same_in_any_chunk():
    case = true_everywhere(suite(), (0.5, 0.05), 60)
    found = rows(case)
    assert [row.repetitions for row in found] == [60, 60]
    assert found[0].errors >= found[1].errors
    assert "12 settings" in found[0].note


@pytest.mark.parametrize("name", ["suspicion", "screen"])
def test_a_ledger_refuses_a_level_that_is_none(name):
    with pytest.raises(ValueError, match=f"{name} must lie between 0 and 1"):
        Ledger(1, **{name: 1.5})

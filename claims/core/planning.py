"""Power before the run: what a profile can decide, from a small pilot.

The pilot's trials are resampled into worlds as long as the cap, and every world climbs the explore
rung with the production rules. A gap within two standard errors of the pilot is taken as none: a
pilot is too small to tell it from its own noise. What it has not seen, no resampling shows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from peirama.claims.core import mutants, search
from peirama.claims.core.finding import Finding, Part, Rung
from peirama.claims.core.laboratory import Sample
from peirama.claims.core.ladder import Ladder
from peirama.claims.core.plan import Resolved
from peirama.claims.core.rules.reading import Limits, Reading
from peirama.claims.core.rules.rule import RandomRule
from peirama.claims.core.rung import Levels, Question, climb
from peirama.claims.core.verdict import Evidence, Setting

WORLDS = 1000  # a probability of .998 is told from .99
PILOT = 256  # trials, unless the cap is lower: fewer would leave the gap too uncertain
MOST = 6  # settings of a pilot: corners first

Worlds = NDArray[np.bool_]


@dataclass(frozen=True)
class Forecast:
    """What a profile will make of one setting."""

    setting: Setting
    parts: tuple[Part, ...]  # of the pilot: gap, scatter, skewness
    supported: float  # probability that exploring it ends in SUPPORTED
    smallest_gap: float | None  # beyond the true zone, in margins; None without scatter
    trials_needed: int | None  # for the support that the plan's number of settings asks for
    seconds: float  # a trial


@dataclass(frozen=True)
class Reachable:
    """Whether the budget refutes a mutant, as far as the pilot tells."""

    name: str
    in_reach: bool
    gap: float | None
    smallest_gap: float | None
    trials_needed: int | None


@dataclass(frozen=True)
class Outlook:
    """What a profile can decide of a claim."""

    claim: str
    plan: Resolved
    forecasts: tuple[Forecast, ...]
    mutants: tuple[Reachable, ...]

    @property
    def wanted(self) -> float:
        """The probability of support that each setting needs: 1 - .02/M."""
        return 1 - 0.02 / self.plan.settings

    @property
    def supported(self) -> float:
        """The probability that the claim is SUPPORTED, were all settings like the pilot's."""
        each = [max(f.supported, 1e-300) for f in self.forecasts]
        return float(np.exp(self.plan.settings * np.mean(np.log(each))))

    @property
    def seconds(self) -> float:
        """The most that exploring all settings takes, each to its cap."""
        mean = float(np.mean([forecast.seconds for forecast in self.forecasts]))
        return mean * self.plan.looks[-1] * self.plan.settings


def outlook(ladder: Ladder) -> Outlook:
    """Pilot a claim's corners and first draws. Raises ExperimentError if the experiment crashes."""
    claim, plan = ladder.claim, ladder.plan
    drawn, _ = search.draw(plan.given, seed=0, count=MOST)
    settings = [*claim.corners, *drawn][:MOST]
    piloted = [_pilot(ladder, setting) for setting in settings]
    findings = tuple(finding for finding, _ in piloted)
    return Outlook(
        claim=claim.name,
        plan=plan,
        forecasts=tuple(_forecast(ladder, *entry) for entry in piloted),
        mutants=tuple(_reachable(ladder, m.name, findings) for m in claim.mutants_at(plan.profile)),
    )


def _pilot(ladder: Ladder, setting: Setting) -> tuple[Finding, Sample]:
    looks = ladder.plan.looks
    trials = min(max(PILOT, looks[0]), looks[-1])
    sample = ladder.laboratory(ladder.look("pilot", setting, 0, trials))
    question = Question(ladder.clauses(setting), ladder.references(setting))
    levels = Levels(ladder.budget.suspicion, ladder.budget.support, plain=True)
    climbed = climb(question, (trials,), levels, lambda *_: sample)
    rung: Rung = climbed.rung("pilot", "", (trials,))
    return ladder.found(setting, "drawn", (rung,)), sample


def _forecast(ladder: Ladder, finding: Finding, sample: Sample) -> Forecast:
    parts = finding.rungs[0].parts
    gaps = [
        mutants.smallest_gap(part, ladder.plan, ladder.budget) / part.delta
        for part in parts
        if not np.isnan(part.scatter)
    ]
    return Forecast(
        setting=finding.setting,
        parts=parts,
        supported=_supported(ladder, finding, sample.evidence),
        smallest_gap=max(gaps, default=None),
        trials_needed=_trials_needed(ladder, parts),
        seconds=sample.seconds / finding.rungs[0].trials,
    )


def _supported(ladder: Ladder, finding: Finding, evidence: Mapping[str, Evidence]) -> float:
    """The share of worlds in which every clause is supported before it looks suspicious."""
    clauses, references = ladder.clauses(finding.setting), ladder.references(finding.setting)
    exact = [n for n, rule in clauses.items() if not isinstance(rule, RandomRule)]
    if any(n not in finding.rungs[0].supported for n in exact):
        return 0.0
    random = {n: rule for n, rule in clauses.items() if isinstance(rule, RandomRule)}
    if not random:
        return 1.0
    looks = ladder.plan.looks
    trials = finding.rungs[0].trials
    generator = ladder.look("pilot", finding.setting, 0, 1).seeds.fixed("bootstrap")
    chosen = generator.integers(0, trials, (WORLDS, looks[-1]))
    good = np.ones(WORLDS, dtype=bool)
    for name, rule in random.items():
        shifts = {p.part: _shift(p, trials) for p in finding.rungs[0].parts if p.clause == name}
        worlds = _resampled(evidence[name], chosen)
        good &= _clause_supported(ladder, rule, worlds, references[name], shifts)
    return float(good.mean())


def _clause_supported(
    ladder: Ladder,
    rule: RandomRule,
    worlds: Evidence,
    reference: NDArray[np.float64],
    shifts: Mapping[str, float],
) -> Worlds:
    looks = ladder.plan.looks
    open_, supported = np.ones(WORLDS, dtype=bool), np.zeros(WORLDS, dtype=bool)
    for look in looks:
        readings = [_moved(r, shifts[r.part]) for r in rule.read(_first(worlds, look), reference)]
        pairs = [(r, d) for r in readings for d in r.directions]
        level = ladder.budget.suspicion / len(looks) / len(pairs)
        support = np.all([r.supports(ladder.budget.support / len(looks)) for r in readings], axis=0)
        suspect = np.any([r.refutes(d, level, plain=True) for r, d in pairs], axis=0)
        supported |= open_ & support
        open_ &= ~support & ~suspect
    return supported


def _shift(part: Part, trials: int) -> float:
    """What takes a gap that the pilot cannot tell from none to none."""
    error = 2 * part.scatter / math.sqrt(trials)
    return (
        -math.copysign(min(abs(part.estimate), error), part.estimate) if error < math.inf else 0.0
    )


def _moved(reading: Reading, shift: float) -> Reading:
    """A reading whose worlds all lie elsewhere by a shift."""

    def limits(level: float, plain: bool) -> Limits:
        found = reading.limits(level, plain)
        return Limits(found.lower + shift, found.upper + shift)

    return replace(reading, estimate=reading.estimate + shift, limits=limits)


def _resampled(evidence: Evidence, chosen: NDArray[np.int64]) -> Evidence:
    failed = evidence.failures[chosen]
    return Evidence(evidence.values[chosen], evidence.abscissae, None, failed)


def _first(worlds: Evidence, trials: int) -> Evidence:
    failed = None if worlds.failed is None else worlds.failed[:, :trials]
    return Evidence(worlds.values[:, :trials], worlds.abscissae, None, failed)


def _trials_needed(ladder: Ladder, parts: tuple[Part, ...]) -> int | None:
    """The cap at which each setting would have the support that the plan asks for."""
    miss = 0.02 / ladder.plan.settings
    needed = [
        mutants.trials_to_support(part, ladder.plan, ladder.budget, miss)
        for part in parts
        if not np.isnan(part.scatter)
    ]
    return max((n for n in needed if n is not None), default=None)


def _reachable(ladder: Ladder, name: str, findings: tuple[Finding, ...]) -> Reachable:
    mutant = next(m for m in ladder.claim.mutants if m.name == name)
    reach = mutants.reach(ladder.claim, mutant, findings, ladder)
    return Reachable(name, reach.inside, reach.gap, reach.smallest, reach.trials)

"""What differs between two runs: verdicts, wrong versions, claims, estimates, coverage and cost.

A verdict is worse if it was supported and is no longer, or if its place in

    supported < inconclusive, not run < error < refuted

moved to the right; a claim that is gone, a check that became vacuous, and a wrong version that was
refuted and is no longer, are worse too. An estimate moved if the intervals of the two runs, each at
the level that decides, have no value in common; a number that holds for every draw, if it moved by
more than its tolerance, below which its rule promises nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from peirama.models.seeds import canonical
from peirama.reports import gaps, notation, summary
from peirama.reports.schema import Claim, Mutant, Record

RANK = {"SUPPORTED": 0, "INCONCLUSIVE": 1, "NOT_RUN": 1, "ERROR": 2, "REFUTED": 3}
ABSENT = "absent"
SLOWER = 1.5  # of the same trials: a smaller factor is the weather of the machine
SECONDS = 1.0  # and so is a smaller difference


@dataclass(frozen=True)
class Change:
    """A thing of a claim (or of the run, where it has no name) that reads otherwise."""

    claim: str
    what: str
    before: str
    after: str
    worse: bool = False


@dataclass(frozen=True)
class Estimate:
    """The gap of a part of a clause, observed minus predicted, with the interval that decides."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Move:
    """An estimate at a setting that both runs tried, and that moved beyond its interval."""

    claim: str
    setting: str
    clause: str
    part: str
    before: Estimate
    after: Estimate


@dataclass(frozen=True)
class Cost:
    """The trials and seconds of a claim, its wrong versions with it."""

    trials: int
    seconds: float


@dataclass(frozen=True)
class Spending:
    """What a claim cost in each of the runs."""

    claim: str
    before: Cost
    after: Cost


@dataclass(frozen=True)
class Comparison:
    """Two runs side by side; what is the same in both is left out."""

    run: tuple[Change, ...]
    verdicts: tuple[Change, ...]
    mutants: tuple[Change, ...]
    meanings: tuple[Change, ...]  # the claim says something else, or is held to another rule
    moves: tuple[Move, ...]
    coverage: tuple[Change, ...]
    spending: tuple[Spending, ...]
    total: Spending

    @property
    def worse(self) -> tuple[Change, ...]:
        """What got worse: empty if the second run is as good as the first."""
        return tuple(change for change in (*self.verdicts, *self.mutants) if change.worse)


def compare(before: Record, after: Record) -> Comparison:
    """What the second run found otherwise than the first."""
    first, second = ({claim.name: claim for claim in run.claims} for run in (before, after))
    pairs = [(first.get(n), second.get(n)) for n in sorted(first.keys() | second.keys())]
    both = [(old, new) for old, new in pairs if old and new]
    spent = (Spending(old.name, _cost(old), _cost(new)) for old, new in both)
    return Comparison(
        run=tuple(_changes("", _facts(before), _facts(after))),
        verdicts=tuple(change for old, new in pairs for change in _verdict(old, new)),
        mutants=tuple(change for old, new in both for change in _mutants(old, new)),
        meanings=tuple(c for old, new in both for c in _changes(old.name, _says(old), _says(new))),
        moves=tuple(move for old, new in both for move in _moves(old, new)),
        coverage=tuple(change for old, new in both for change in _coverage(old, new)),
        spending=tuple(entry for entry in spent if _notable(entry)),
        total=Spending("", _total(before), _total(after)),
    )


def _verdict(old: Claim | None, new: Claim | None) -> Iterator[Change]:
    name = next(claim.name for claim in (old, new) if claim)
    was, now = (ABSENT if claim is None else _word(claim) for claim in (old, new))
    if was != now:
        yield Change(name, "verdict", was, now, _fell(old, new))


def _fell(old: Claim | None, new: Claim | None) -> bool:
    if old is None or new is None:
        return new is None
    fell = RANK[new.verdict.outcome] > RANK[old.verdict.outcome]
    return fell or (new.vacuous and not old.vacuous)


def _word(claim: Claim) -> str:
    reason = f" ({notation.reason(claim.verdict.reason)})" if claim.verdict.reason else ""
    return f"{notation.outcome(claim.verdict.outcome)}{reason}{', vacuous' * claim.vacuous}"


def _mutants(old: Claim, new: Claim) -> Iterator[Change]:
    """The wrong versions whose fate changed; in one line if a run tried none."""
    if old.mutants is None or new.mutants is None:
        scores = [summary.score((claim,)) for claim in (old, new)]
        if scores[0] != scores[1]:
            first, second = (score.text for score in scores)
            worse = scores[0].refuted > scores[1].refuted
            yield Change(old.name, "wrong versions", first, second, worse)
        return
    known = [{m.name: m for m in claim.mutants or ()} for claim in (old, new)]
    for name in sorted(known[0].keys() | known[1].keys()):
        was, now = (_fate(mutants.get(name)) for mutants in known)
        if was != now:
            yield Change(old.name, name, was, now, was == "refuted")


def _fate(mutant: Mutant | None) -> str:
    if mutant is None:
        return ABSENT
    if summary.caught(mutant):
        return "refuted"
    outcome = notation.outcome(mutant.verdict.outcome)
    return f"survived ({outcome})" if mutant.in_reach else f"out of reach ({outcome})"


def _changes(claim: str, was: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Change]:
    for what in [*was, *(key for key in now if key not in was)]:
        pair = was.get(what, ABSENT), now.get(what, ABSENT)
        if pair[0] != pair[1]:
            yield Change(claim, what, *pair)


def _facts(record: Record) -> dict[str, str]:
    run = record.run
    facts = {
        "profile": run.profile,
        "seed": str(run.seed),
        "device": run.device,
        "alpha": notation.number(run.alpha),
        "certificate": summary.certificate(record),
        "source": run.revision or "unknown",
        "platform": run.platform,
    }
    return facts | run.versions


def _says(claim: Claim) -> dict[str, str]:
    """What a claim states and is held to; a changed margin is told by its rule."""
    says = {"status": claim.status, "statement": claim.statement}
    says |= {f"prediction {entry.name}": entry.text for entry in claim.predicted}
    says |= {f"rule {c.name}": f"{c.rule} {c.when and 'where '}{c.when}" for c in claim.rule}
    says |= {"hypotheses": "; ".join(claim.hypotheses)}
    return says | {"domain": "; ".join(f"{k} in {text}" for k, text in claim.given.items())}


def _moves(old: Claim, new: Claim) -> Iterator[Move]:
    was = _gaps(old)
    for key, gap in _gaps(new).items():
        if key in was and _moved(was[key], gap):
            part = gap.part
            ends = _estimate(was[key]), _estimate(gap)
            yield Move(new.name, gap.setting, part.clause, part.part, *ends)


def _gaps(claim: Claim) -> dict[tuple[str, str, str], gaps.Gap]:
    return {
        (canonical(tried.setting), gap.part.clause, gap.part.part): gap
        for number, tried in enumerate(claim.settings, start=1)
        for gap in gaps.of_setting(number, tried, claim.confirmations)
    }


def _moved(was: gaps.Gap, now: gaps.Gap) -> bool:
    if was.exact or now.exact:
        step = abs(now.part.estimate - was.part.estimate)
        return step > max(was.part.delta, now.part.delta)
    (low, high), (other_low, other_high) = was.ends, now.ends
    return low > other_high or other_low > high


def _estimate(gap: gaps.Gap) -> Estimate:
    return Estimate(gap.part.estimate, *gap.ends)


def _coverage(old: Claim, new: Claim) -> Iterator[Change]:
    """How many settings were tried, and which regions of the domain were met in one run only."""
    was, now = (str(len(claim.settings)) for claim in (old, new))
    if was != now:
        yield Change(new.name, "settings", was, now)
    first, second = ({r for r, tried in c.coverage.items() if tried} for c in (old, new))
    for region in sorted(first ^ second):
        met = ("tried", "not tried") if region in first else ("not tried", "tried")
        yield Change(new.name, f"region {region}", *met)


def _cost(claim: Claim) -> Cost:
    tried = [*claim.settings, *(s for mutant in claim.mutants or () for s in mutant.settings)]
    return Cost(sum(setting.trials for setting in tried), claim.seconds)


def _total(record: Record) -> Cost:
    costs = [_cost(claim) for claim in record.claims]
    return Cost(sum(c.trials for c in costs), math.fsum(c.seconds for c in costs))


def _notable(entry: Spending) -> bool:
    was, now = sorted((entry.before.seconds, entry.after.seconds))
    slower = now > SLOWER * was and now - was > SECONDS
    return slower or entry.before.trials != entry.after.trials

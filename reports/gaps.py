"""What every claim can show: how far each setting lies from the prediction, in margins.

A gap of a part is divided by the rule's margin, so that the true zone is -1..1 for "equal",
0 and more for "at least", 0 and less for "at most", and settings of one clause share an axis.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from peirama.claims.core.rules.reading import Side
from peirama.reports import notation, schema

Key = tuple[str, ...]


@dataclass(frozen=True)
class Gap:
    """The gap of one part of a clause at one setting, from the data that decided."""

    number: int  # of the setting, from 1
    setting: str
    part: schema.Part
    outcome: str  # of the part: SUPPORTED, REFUTED, SUSPICIOUS or INCONCLUSIVE
    low: float  # in margins
    middle: float
    high: float

    @property
    def ends(self) -> tuple[float, float]:
        """The interval in the unit of the rule."""
        scale = self.part.delta or 1.0
        return self.low * scale, self.high * scale

    @property
    def exact(self) -> bool:
        """Whether it is a number that holds for every draw: its true zone ends at the margin."""
        return math.isnan(self.part.scatter)

    @property
    def slack(self) -> float:
        """How far the interval stays inside the false zone's edge, in margins; negative outside."""
        sides = []
        if self.part.side is not Side.AT_MOST:
            sides.append(self.low + 1)
        if self.part.side is not Side.AT_LEAST:
            sides.append(1 - self.high)
        return min(sides)


def gaps(claim: schema.Claim) -> dict[str, list[Gap]]:
    """Every gap of a claim by clause, in the order in which the settings were tried."""
    found: dict[str, list[Gap]] = {}
    for number, tried in enumerate(claim.settings, start=1):
        for gap in of_setting(number, tried, claim.confirmations):
            found.setdefault(gap.part.clause, []).append(gap)
    return found


def of_setting(
    number: int, tried: schema.Setting, confirmations: tuple[schema.Confirmation, ...]
) -> list[Gap]:
    """The gap of each part: from the confirmation if there was one, for it was not selected.

    Else from the first data set that supports the clause, else from the last.
    """
    stages = [c.stages[-1] for c in confirmations if c.setting == tried.setting and c.stages]
    chosen: dict[Key, tuple[schema.Part, schema.Rung]] = {}
    for rung in (*tried.rungs, *stages[-1:]):
        for part in rung.parts:
            key = (part.clause, part.part)
            if key not in chosen or not chosen[key][0].supported or rung in stages:
                chosen[key] = (part, rung)
    label = notation.setting(tried.setting)
    return [
        _gap(number, label, part, rung, confirmed=rung in stages) for part, rung in chosen.values()
    ]


def worst(found: list[Gap], most: int) -> list[Gap]:
    """At most so many gaps, those that come nearest to the false zone, in the order tried."""
    kept = sorted(found, key=lambda gap: (_rank(gap), gap.number))[:most]
    return sorted(kept, key=lambda gap: gap.number)


def _gap(number: int, label: str, part: schema.Part, rung: schema.Rung, *, confirmed: bool) -> Gap:
    target = rung.suspicion
    named = rung.refuted and target is not None and (target.clause, target.part) == _name(part)
    outcome = "SUPPORTED" if part.supported else "INCONCLUSIVE"
    if named and target is not None:  # only a confirmation, or an exact number, can refute
        outcome = "REFUTED" if confirmed or target.exact else "SUSPICIOUS"
    ends = (part.lower, part.upper) if named else (part.support_lower, part.support_upper)
    margin = part.delta or 1.0  # an exact number may have no tolerance: its gap is shown as it is
    low, middle, high = (value / margin for value in (ends[0], part.estimate, ends[1]))
    return Gap(number, label, part, outcome, low, middle, high)


def _name(part: schema.Part) -> tuple[str, str]:
    return part.clause, part.part


def _rank(gap: Gap) -> tuple[bool, float]:
    """A counterexample first, then by slack, of which nan is the least."""
    return gap.outcome != "REFUTED", -math.inf if math.isnan(gap.slack) else gap.slack

"""A measured error rate, its bound, and whether it keeps the level that was promised.

With k errors in N repetitions the rate lies below beta.isf(.01, k+1, N-k), but for a probability
of .01. A row passes if that bound is at most 1.5 times the level and, where a smaller level of the
same case was measured, if rate / level has not grown by more than a factor 2 from the largest level
to the smallest: the mark of a tail that the rule does not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["false refutation", "false support", "support", "refutation"]
Expected = Literal["pass", "fail", "informative"]
SLACK = 1.5  # of a level: a claim's alpha is then kept within 2.25
GROWTH = 2.0  # statistics, section 9: plain t grows by 3 to 5, the corrected one by at most 1.5
DOUBT = 0.01  # of a bound


@dataclass(frozen=True)
class Row:
    """How often one error occurred, in one case at one level.

    `support` and `refutation` count as errors the worlds that were not supported or refuted.
    """

    case: str
    rule: str
    law: str
    schedule: tuple[int, ...]
    side: str
    kind: Kind
    direction: str  # of the gap, on which side of the true zone the world stands
    gap: float  # in margins
    level: float
    repetitions: int
    errors: int
    rate: float
    bound: float
    expected: Expected = "pass"
    growth: float | None = None  # of rate / level, from the largest level of the case to this one
    note: str = ""

    @property
    def ratio(self) -> float:
        """Actual over nominal."""
        return self.rate / self.level

    @property
    def passed(self) -> bool:
        """Whether the level is kept."""
        steady = self.growth is None or self.growth <= GROWTH
        return self.bound <= SLACK * self.level and steady

    @property
    def as_expected(self) -> bool:
        """Whether the row came out as it must; informative rows always do."""
        return self.expected == "informative" or self.passed == (self.expected == "pass")

    @property
    def reason(self) -> str:
        """Why a row does not pass; empty if it does."""
        if self.bound > SLACK * self.level:
            return f"the bound is {self.bound / self.level:.2f} times the level"
        if not self.passed:
            return f"actual over nominal grew {self.growth:.1f} times towards small levels"
        return ""


def upper(errors: int, repetitions: int) -> float:
    """The Clopper-Pearson bound of a rate, exceeded with probability .01."""
    from scipy import special

    if errors >= repetitions:
        return 1.0
    return float(1 - special.betaincinv(repetitions - errors, errors + 1, DOUBT))


def lower(errors: int, repetitions: int) -> float:
    """The Clopper-Pearson bound of a rate from below."""
    return 1 - upper(repetitions - errors, repetitions)


def grown(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows of a case, the one of the smallest level of each error told how it grew."""
    found = tuple(rows)
    series: dict[tuple[str, str, float], list[Row]] = {}
    for row in found:
        series.setdefault((row.kind, row.direction, row.gap), []).append(row)
    growths = {
        id(small): _growth(large.ratio, small.ratio)
        for entries in series.values()
        for large, small in [(_by_level(entries)[-1], _by_level(entries)[0])]
        if large is not small
    }
    return tuple(replace(row, growth=growths.get(id(row))) for row in found)


def _by_level(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: row.level)


def _growth(large: float, small: float) -> float:
    return small / large if large > 0 else 0.0  # no error at .05 means none at a smaller level

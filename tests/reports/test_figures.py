import math
import re
from xml.etree import ElementTree

import pytest

from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.core.finding import Confirmation, Suspicion
from peirama.claims.core.rules.reading import Side
from peirama.reports import figures, gaps, schema, zones

X = (1.0, 2.0, 4.0)


def drawn(*series, **more):
    return figures.drawings(Figure((Panel("x", "y", series, **more),), "A caption."))[0]


def row(make, *parts, **more):
    tried = make.tried({"mu": 1.0}, make.rung(*parts, **more))
    return gaps.of_setting(1, schema.Setting.model_validate(tried), ())


def test_a_figure_is_the_same_each_time(worlds):
    figure = worlds["supported"][1].figure
    assert figures.drawings(figure) == figures.drawings(figure)


def test_a_figure_holds_no_date_and_no_version(worlds):
    svg = "".join(figures.drawings(worlds["supported"][1].figure))
    assert not re.search(r"<metadata|<dc:|20\d\d-|Matplotlib v", svg)


def test_a_figure_is_well_formed(worlds):
    for svg in figures.drawings(worlds["supported"][1].figure):
        assert ElementTree.fromstring(svg).tag.endswith("svg")


def test_a_recorded_figure_is_drawn_like_the_claims_own(worlds, whole):
    recorded = whole.claim("lovelace/supported").figure
    assert figures.drawings(recorded) == figures.drawings(worlds["supported"][1].figure)


@pytest.mark.parametrize("scale", ["linear", "log"])
@pytest.mark.parametrize(
    "y", [(math.nan,) * 3, (math.inf, 1.0, -1.0), (0.0, 0.0, 0.0), (1e-300, 1.0, 1e300)]
)
@pytest.mark.parametrize("style", ["points", "rings", "line", "steps"])
def test_values_that_cannot_be_drawn_do_no_harm(scale, y, style):
    series = Series("s", X, y, style=style, low=(-math.inf, 0.0, math.nan), high=(math.inf,) * 3)
    assert "<svg" in drawn(series, x_scale=scale, y_scale=scale)


def test_an_interval_without_an_end_has_an_arrow_at_the_edge():
    ended = Series("s", X, X, low=(0.5, 1.0, 2.0), high=(2.0, 4.0, 8.0))
    endless = Series("s", X, X, low=(-math.inf, 1.0, 2.0), high=(2.0, 4.0, math.inf))
    frame = Series("", (1.0, 4.0), (0.1, 9.0), style="line")
    assert drawn(endless, frame).count("<use") == drawn(ended, frame).count("<use") + 2


def test_a_ring_leaves_the_point_that_it_marks_visible():
    every, chosen = Series("all", X, X), Series("chosen", (2.0,), (2.0,), style="rings")
    assert "fill-opacity: 0" in drawn(every, chosen)
    assert "fill-opacity: 0" not in drawn(every)


def test_a_figure_without_values_is_drawn():
    assert "<svg" in drawn(Series("none", (), (), low=(), high=()))


@pytest.mark.parametrize(
    "label", ["$", "$$", "$x^{$", r"$\frac{1$", "a $n^{-1}$", "100 % & <b>", "_a", "日本"]
)
def test_any_label_can_be_drawn(label):
    panel = Panel(label, label, (Series(label, X, X),), title=label, marks=((label, 2.0),))
    assert "<svg" in figures.drawings(Figure((panel,), label))[0]


def test_alternative_text_is_the_caption_and_what_is_drawn():
    alt = re.search('aria-label="([^"]*)"', drawn(Series("loss", X, X)))[1]
    assert alt == "A caption. y against x; loss."


def test_gaps_are_in_units_of_the_margin(make):
    (gap,) = row(make, make.part(0.25, 0.1, delta=0.5))
    assert (gap.low, gap.middle, gap.high) == pytest.approx((0.3, 0.5, 0.7))


def test_a_setting_is_told_by_the_data_that_support_it(make):
    undecided = make.rung(make.part(0.4, 0.9, supported=False))
    screened = make.rung(make.part(0.1, 0.2), purpose="screen")
    tried = schema.Setting.model_validate(make.tried({"mu": 1.0}, undecided, screened))
    assert gaps.of_setting(1, tried, ())[0].part.estimate == 0.1


def test_a_confirmation_speaks_before_what_was_selected(make):
    named = Suspicion("claim", "", "high")
    explored = make.rung(make.part(1.9, 0.1, supported=False), suspicion=named)
    tried = schema.Setting.model_validate(make.tried({"mu": 1.0}, explored))
    stage = make.rung(make.part(1.2, 0.1, supported=False), suspicion=named, refuted=True)
    confirmed = Confirmation({"mu": 1.0}, named, (stage,), True, 1e-9)
    found = gaps.of_setting(1, tried, (schema.Confirmation.model_validate(confirmed),))
    assert (found[0].part.estimate, found[0].outcome) == (1.2, "REFUTED")


@pytest.mark.parametrize(
    ("side", "gap", "slack"),
    [(Side.EQUAL, 0.5, 0.4), (Side.AT_LEAST, 0.5, 1.4), (Side.AT_MOST, 0.5, 0.4)],
)
def test_slack_is_the_distance_to_the_false_zone(make, side, gap, slack):
    (found,) = row(make, make.part(gap, 0.1, delta=1.0, side=side))
    assert found.slack == pytest.approx(slack)


def test_of_many_settings_those_nearest_to_failing_are_drawn(make):
    found = [g for i in range(100) for g in row(make, make.part(i / 100, 0.1, delta=1.0))]
    kept = gaps.worst(found, 30)
    assert min(g.middle for g in kept) == pytest.approx(0.7)


def test_a_gap_without_limits_comes_first(make):
    sure = row(make, make.part(0.0, 0.1)) * 5
    lost = row(make, make.part(math.nan, math.nan, supported=False))
    assert gaps.worst([*sure, *lost], 1) == lost


def test_a_suspicion_that_was_not_confirmed_is_not_called_refuted(make):
    named = Suspicion("claim", "", "high")
    found = row(make, make.part(1.9, 0.1, supported=False), suspicion=named, refuted=True)
    assert found[0].outcome == "SUSPICIOUS"


def test_an_exact_violation_is_refuted_at_once(make):
    named = Suspicion("claim", "", "high", exact=True)
    found = row(make, make.part(1.9, 0.1, supported=False), suspicion=named, refuted=True)
    assert found[0].outcome == "REFUTED"


def test_many_settings_are_said_to_be_cut(whole):
    one = whole.claim("lovelace/refuted")
    caption, _ = zones.zones(one.model_copy(update={"settings": one.settings * 50}))[0]
    assert "The 30 of 100 with the least room" in caption


def test_a_claim_without_settings_has_no_figure(whole):
    assert zones.zones(whole.claim("hart/waiting")) == ()


def test_clauses_are_drawn_apart(whole):
    captions = [caption for caption, _ in zones.zones(whole.claim("lovelace/supported"))]
    assert [re.search("“(.*)”", caption)[1] for caption in captions] == ["mean", "floor"]

import subprocess
import sys

import numpy as np
import pytest

from peirama.claims.core import search
from peirama.claims.core.check import check
from peirama.claims.core.registry import registry
from peirama.claims.core.verdict import Outcome
from peirama.models.seeds import Seeds

CLAIMS = tuple(registry().claims.values())
QUICK = tuple(claim for claim in CLAIMS if claim.starts == "quick")
SEED = 21  # any; a true claim fails at one seed in a thousand


def each(claims):
    return pytest.mark.parametrize("claim", claims, ids=lambda claim: claim.name)


@each(QUICK)
def test_it_is_supported_and_every_wrong_version_in_reach_and_refuted(claim):
    finding = check(claim, profile="quick", seed=SEED, with_mutants=True)
    assert finding.verdict.outcome is Outcome.SUPPORTED
    tried = [mutant.name for mutant in claim.mutants if mutant.starts in (None, "quick")]
    assert tried
    assert [m.name for m in finding.mutants if m.in_reach] == tried
    assert {m.verdict.outcome for m in finding.mutants} == {Outcome.REFUTED}


@each(CLAIMS)
@pytest.mark.parametrize("profile", ["quick", "ci", "full"])
def test_what_is_drawn_meets_the_hypotheses_and_names_every_parameter(claim, profile):
    drawn, _ = search.draw(claim.plan(profile).given, seed=5, count=30)
    assert all(claim.broken(setting) is None for setting in drawn)
    assert all(sorted(s) == list(claim.parameters) for s in (*drawn, *claim.corners))


@each(CLAIMS)
def test_its_figure_has_finite_numbers_and_is_drawn_the_same_each_time(claim):
    seeds = Seeds(1, claim.name, "figure", "figure", range(256))
    figure = claim.figure(seeds=seeds, device="cpu")
    assert figure.caption
    assert all(np.isfinite([*s.x, *s.y]).all() for panel in figure.panels for s in panel.series)
    assert figure == claim.figure(seeds=seeds.only(range(256)), device="cpu")


def test_importing_the_claims_imports_no_torch():
    code = "from peirama.claims.core.registry import registry; import sys; "
    code += "assert len(registry().claims) > 20; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

import pytest

from peirama.claims.core.registry import registry

PAPERS = sorted({claim.paper for claim in registry().claims.values()})


@pytest.mark.parametrize("name", PAPERS)
def test_a_paper_tells_each_of_its_claims_once(name):
    told = [c for chapter in registry().papers[name].chapters for c in chapter.claims]
    claims = [c.name.split("/")[1] for c in registry().claims.values() if c.paper == name]
    assert sorted(told) == sorted(claims)


@pytest.mark.parametrize("claim", registry().claims.values(), ids=lambda claim: claim.name)
def test_a_claim_shows_that_it_can_fail_and_where_it_ends(claim):
    assert claim.mutants
    assert claim.hypotheses
    assert claim.figure is not None
    assert claim.does_not_show.endswith((".", ")"))


@pytest.mark.parametrize("claim", registry().claims.values(), ids=lambda claim: claim.name)
def test_a_corner_lies_inside_the_theorem(claim):
    corners = [*claim.corners, *(c for mutant in claim.mutants for c in mutant.corners)]
    assert [corner for corner in corners if claim.broken(corner)] == []

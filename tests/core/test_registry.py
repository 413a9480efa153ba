import sys
from dataclasses import replace
from types import ModuleType, SimpleNamespace

import pytest

from peirama.claims.core import registry as module
from peirama.claims.core.registry import UnknownNameError, find, registry, select

NAME = "beta-threshold/critical-overlap"


@pytest.fixture
def third_party(monkeypatch):
    """A registry as it would be with entry points of another package."""

    def install(**loaded):
        entries = [
            SimpleNamespace(name=name, value=f"{name}.claims", load=load)
            for name, load in loaded.items()
        ]
        monkeypatch.setattr(module.importlib.metadata, "entry_points", lambda group: entries)
        return registry.__wrapped__()

    return install


def holding(**values):
    found = ModuleType("third")
    vars(found).update(values)
    return found


def test_a_claim_is_found_by_being_in_its_paper():
    assert find(NAME).name == NAME
    assert registry().modules[NAME] == "peirama.claims.beta_threshold.critical_overlap"


def test_a_paper_selects_its_claims():
    assert NAME in {claim.name for claim in select(("beta-threshold",))}


def test_a_glob_selects_what_it_matches():
    assert [claim.name for claim in select(("*/critical-over*",))] == [NAME]


def test_no_name_selects_everything():
    assert {claim.name for claim in select(())} == set(registry().claims)


@pytest.mark.parametrize("name", ["beta-threshold/critical-overlp", "critical-overlap"])
def test_a_wrong_name_gets_the_nearest(name):
    with pytest.raises(UnknownNameError, match=NAME):
        select((name,))


def test_a_name_like_none_points_to_the_list():
    with pytest.raises(UnknownNameError, match="peirama list"):
        find("qqqq/zzzz")


def test_a_third_partys_claim_is_found(third_party, true_square):
    assert "toy/square" in third_party(toys=lambda: holding(claim=true_square)).claims


def test_a_private_name_is_no_claim(third_party, true_square):
    assert "toy/square" not in third_party(toys=lambda: holding(_claim=true_square)).claims


def test_a_third_party_that_fails_to_import_is_listed_as_broken(third_party):
    def broken():
        raise ImportError("no module named theirs")

    found = third_party(theirs=broken)
    assert "no module named theirs" in found.broken["theirs"]
    assert NAME in found.claims


def test_two_claims_of_one_name_are_refused(third_party, true_square):
    other = replace(true_square, statement="Another statement.")
    found = third_party(toys=lambda: holding(a=true_square, b=other))
    assert "Rename one of them" in found.broken["toys"]


def test_the_registry_imports_no_torch():
    import subprocess

    code = "import sys; from peirama.claims import registry; registry();"
    code += "sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

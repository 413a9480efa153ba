import hashlib
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import engine, providers

from peirama.claims.core import search
from peirama.claims.core.domain import grid
from peirama.models.seeds import canonical

DOMAIN = {"degree": st.integers(3, 12), "indices": grid(2, 256, log=True, whole=True)}


def test_draws_are_distinct():
    drawn, exhausted = search.draw(DOMAIN, seed=3, count=40)
    assert len({canonical(s) for s in drawn}) == 40
    assert not exhausted


def test_a_finite_domain_is_tried_whole():
    drawn, exhausted = search.draw({"x": st.sampled_from("abc")}, seed=0, count=10)
    assert sorted(s["x"] for s in drawn) == ["a", "b", "c"]
    assert exhausted


def test_another_seed_draws_other_settings():
    assert search.draw(DOMAIN, seed=1, count=10) != search.draw(DOMAIN, seed=2, count=10)


def test_the_sequence_of_a_seed_is_pinned():
    drawn, _ = search.draw(DOMAIN, seed=7, count=25)
    assert hashlib.sha256(canonical(drawn).encode()).hexdigest()[:16] == "60a27e5ea7bd601e"


def test_another_process_with_other_modules_draws_the_same():
    code = (
        "import json.tool, wave, peirama.claims.core.search as s;"
        "from hypothesis import strategies as st;"
        "from peirama.claims.core.domain import grid;"
        "from peirama.models.seeds import canonical;"
        "D = {'degree': st.integers(3, 12), 'indices': grid(2, 256, log=True, whole=True)};"
        "print(canonical(s.draw(D, seed=7, count=25)[0]))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == canonical(search.draw(DOMAIN, seed=7, count=25)[0])


def test_a_violation_shrinks_to_the_simplest_setting():
    def violates(setting):
        return setting["degree"] >= 5 and setting["indices"] >= 7

    found = search.shrink(DOMAIN, seed=1, count=25, known=set(), violates=violates)
    assert found == {"degree": 5, "indices": 7}


def test_nothing_that_holds_everywhere_is_shrunk():
    assert search.shrink(DOMAIN, seed=1, count=5, known=set(), violates=lambda _: False) is None


def test_a_shrink_decides_few_new_settings():
    asked = set()

    def violates(setting):
        asked.add(setting["x"])
        return setting["x"] > 12345

    search.shrink({"x": st.integers(0, 10**6)}, seed=1, count=10, known=set(), violates=violates)
    assert len(asked) <= search.SHRINKS


def test_a_climb_goes_where_the_score_is_high():
    line = {"x": grid(0, 1000, whole=True)}
    led = search.climb(line, seed=1, count=20, score=lambda s: s["x"])
    drawn, _ = search.draw(line, seed=1, count=20)
    assert max(s["x"] for s in led) > max(s["x"] for s in drawn)


@given(st.integers(0, 3))
@settings(max_examples=4, deadline=None)
def test_a_search_runs_inside_a_given_test(seed):
    assert len(search.draw(DOMAIN, seed=seed, count=3)[0]) == 3


def test_the_private_switches_of_hypothesis_exist():
    assert hasattr(providers.HypothesisProvider, "_local_constants")
    assert "CONSTANTS_CACHE" in vars(providers)
    assert hasattr(engine.ConjectureRunner, "generate_mutations_from")
    assert engine.MAX_SHRINKING_SECONDS == 300


def test_constants_of_imported_files_are_not_drawn():
    sentinel = 7_654_321  # Hypothesis would copy it into draws of other integers
    wide = {"x": st.integers(0, 10**7)}
    drawn, _ = search.draw(wide, seed=5, count=300)
    assert sentinel not in {s["x"] for s in drawn}


def test_equal_typed_parameters_are_not_copied_into_each_other():
    pair = {"a": st.integers(0, 10**6), "b": st.integers(0, 10**6)}
    drawn, _ = search.draw(pair, seed=5, count=200)
    assert sum(s["a"] == s["b"] for s in drawn) <= 10

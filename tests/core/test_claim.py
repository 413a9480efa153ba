import math

import pytest
import sympy
from hypothesis import strategies as st

from peirama.claims.core.check import check
from peirama.claims.core.claim import Clause, Mutant
from peirama.claims.core.plan import Plan
from peirama.claims.core.prediction import evaluate, headline
from peirama.claims.core.rules import Exact, Frequency, MeanWithin, Side
from peirama.claims.core.verdict import Observed


def test_a_name_without_a_paper_is_refused(toys):
    with pytest.raises(ValueError, match="no claim name"):
        toys.make("Not A Name", toys.square, toys.n**2, Exact(1e-9), toys.sizes)


def test_a_prediction_of_what_is_not_drawn_is_refused(toys):
    unknown = sympy.Symbol("unknown")
    with pytest.raises(ValueError, match="unknown"):
        toys.make("a", toys.square, unknown, Exact(1e-9), toys.sizes)


def test_an_experiment_that_misses_a_parameter_is_refused(toys):
    with pytest.raises(ValueError, match="does not accept"):
        toys.make("a", toys.square, toys.mu, Exact(1e-9), toys.means)


def test_an_empty_domain_is_refused(toys):
    with pytest.raises(ValueError, match="domain is empty"):
        toys.make("a", toys.square, toys.n, Exact(1e-9), {"n": st.nothing()})


def test_a_mutant_equal_to_the_claim_is_refused(toys):
    same = (Mutant("same", predicted=toys.n**2),)
    with pytest.raises(ValueError, match="equals the claim"):
        toys.make("a", toys.square, toys.n**2, Exact(1e-9), toys.sizes, mutants=same)


def test_a_mutant_that_changes_nothing_is_refused():
    with pytest.raises(ValueError, match="changes neither"):
        Mutant("nothing")


def test_two_mutants_of_one_name_are_refused(toys):
    mutants = (Mutant("m", predicted=toys.n), Mutant("m", predicted=toys.n + 1))
    with pytest.raises(ValueError, match="share a name"):
        toys.make("a", toys.square, toys.n**2, Exact(1e-9), toys.sizes, mutants=mutants)


def test_a_clause_without_prediction_or_reference_is_refused(toys):
    decide = {"mean": MeanWithin(0.5), "share": Frequency(0.1)}
    with pytest.raises(ValueError, match="neither a prediction nor a reference"):
        toys.make("a", toys.floor_and_share, {"mean": toys.mu}, decide, toys.means)


def test_an_empty_limit_is_refused(toys, true_square):
    from dataclasses import replace

    with pytest.raises(ValueError, match="does_not_show"):
        replace(true_square, does_not_show=" ")


@pytest.mark.parametrize("looks", [(), (8, 4), (0, 4), (4, 4)])
def test_looks_that_do_not_grow_are_refused(looks):
    with pytest.raises(ValueError, match="looks"):
        Plan(looks=looks)


def test_a_prediction_is_evaluated_by_substitution():
    k, p = sympy.symbols("indices degree")
    expression = (p - 2) / (p - 2 + k)
    assert evaluate(expression, {"degree": 5, "indices": 16}) == pytest.approx(3 / 19, rel=1e-15)


def test_a_cancelling_prediction_keeps_its_digits():
    x = sympy.Symbol("x")
    value = evaluate((sympy.cosh(x) - 1) / x**2, {"x": 1e-8})
    assert value == pytest.approx(0.5, rel=1e-14)


def test_null_is_infinity_in_a_prediction():
    eps = sympy.Symbol("eps")
    assert evaluate(-sympy.Min(sympy.Rational(1, 2), eps), {"eps": None}) == -0.5


def test_a_structural_prediction_is_a_function():
    def share(activation):
        return {"relu": sympy.Rational(1, 2), "absolute": 1}[activation] * sympy.Symbol("n")

    assert evaluate(share, {"activation": "relu", "n": 3}) == 1.5


def test_a_prediction_that_is_not_real_is_refused():
    x = sympy.Symbol("x")
    with pytest.raises(ValueError, match="not a number"):
        evaluate(sympy.sqrt(x), {"x": -1})


def test_a_broken_hypothesis_is_named(toys):
    hypotheses = {"n is at least 1": toys.n >= 1}
    claim = toys.make("a", toys.square, toys.n**2, Exact(1e-9), toys.sizes, hypotheses=hypotheses)
    assert claim.broken({"n": 0}) == "n is at least 1"
    assert claim.broken({"n": 10**12}) is None


def test_a_clause_may_speak_of_a_part_of_the_domain(toys):
    clause = Clause(Exact(1e-9), when=toys.n > 10)
    assert clause.applies({"n": 11})
    assert not clause.applies({"n": 10})


def test_a_mutant_of_one_clause_is_judged_on_it_alone(toys):
    decide = {"mean": MeanWithin(0.5), "share": Frequency(0.2, side=Side.EQUAL, reference=0.5)}
    mutant = Mutant("m", predicted=toys.mu + 3, clause="mean")
    claim = toys.make(
        "a", toys.floor_and_share, {"mean": toys.mu}, decide, toys.means, mutants=(mutant,)
    )
    assert tuple(claim.mutated(mutant).clauses) == ("mean",)


def test_a_mutants_experiment_gets_the_prediction_in_the_claims_shape(toys):
    asked = []

    def sized(*, mu, trials, seeds, device, predicted):
        asked.append(predicted)
        return Observed(mu + seeds.normal())

    mutants = (Mutant("other", predicted=toys.mu + 4),)
    claim = toys.make("shape", sized, toys.mu, MeanWithin(0.6), toys.means, mutants=mutants)
    check(claim, with_mutants=True)
    assert {type(predicted) for predicted in asked} == {float}


def test_a_count_beyond_float64_is_still_predicted():
    n, k = sympy.symbols("n k", integer=True, positive=True)
    value = headline(sympy.binomial(n, k) * 2**k, {"n": 4096, "k": 2048})
    assert value == math.comb(4096, 2048) * 2**2048


def test_an_infinite_prediction_is_null():
    x = sympy.Symbol("x")
    assert headline(x, {"x": None}) is None

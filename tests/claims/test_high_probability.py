import pytest

from peirama.claims.core.prediction import evaluate
from peirama.claims.sample_complexity.high_probability import EXAMPLE
from peirama.claims.sample_complexity.high_probability import high_probability as claim


def test_the_bound_is_as_worked_out():
    assert float(evaluate(claim.formulas["bound"], EXAMPLE)) == pytest.approx(1.1042, abs=5e-5)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"failure": 1.0}, "the failure is a probability between 0 and 1"),
        ({"failure": 0}, "the failure is a probability between 0 and 1"),
        ({"samples": 11}, "there are more samples than r0 harmonics"),
        ({"samples": 10}, "the number of samples is an integer of at least r0"),
        ({"noise": 0}, "the noise is a number above 0"),
    ],
)
def test_a_broken_hypothesis_is_named(wrong, sentence):
    assert claim.broken(EXAMPLE | wrong).startswith(sentence)

import pytest
import sympy

from peirama.claims.flattest_interpolator import floors
from peirama.claims.flattest_interpolator.bad_are_sharp import bad_are_sharp
from peirama.claims.flattest_interpolator.paper import alignment
from peirama.claims.flattest_interpolator.span_domain import setting


@pytest.mark.parametrize(
    ("activation", "rho", "expected"),
    [
        ("relu", 0, 0.3408),
        ("relu", 0.6, 0.2404),
        ("relu", 0.9, 0.0825),
        ("quadratic", 0, 2),
        ("quadratic", 0.6, 1.7408),
        ("quadratic", 0.9, 0.6878),
    ],
)
def test_the_floor_is_as_worked_out(activation, rho, expected):
    floor = floors.missed_span(activation).subs(alignment, rho)
    assert float(floor) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("activation", ["relu", "leaky-relu", "absolute", "quadratic"])
def test_a_span_that_holds_the_target_has_no_floor(activation):
    assert sympy.simplify(floors.missed_span(activation).subs(alignment, 1)) == 0


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"alignment": -0.1}, "the alignment is a number from 0 to 1"),
        ({"width": 40}, "the width is at least the number of samples"),
    ],
)
def test_a_broken_hypothesis_is_named(wrong, sentence):
    assert bad_are_sharp.broken(setting("relu", 48, 0.3) | wrong).startswith(sentence)

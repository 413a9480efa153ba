import pytest
from hypothesis import strategies as st

from peirama.claims.core import domain
from peirama.claims.core.domain import Domain, grid


def test_a_grid_has_few_values_of_few_digits():
    values = grid(0.01, 3, log=True).values
    assert len(values) <= 256
    assert all(float(f"{value:.3g}") == value for value in values)


def test_a_grid_keeps_its_ends():
    values = grid(0.123456, 2.98765).values
    assert min(values) == pytest.approx(0.123456)
    assert max(values) == pytest.approx(2.98765)


def test_the_simplest_value_comes_first():
    assert grid(0, 1, simplest=0.5).values[0] == 0.5
    assert grid(2, 256, log=True, whole=True).values[0] == 2


def test_a_grid_of_whole_numbers_holds_integers():
    values = grid(1, 10**6, log=True, whole=True).values
    assert {type(value) for value in values} == {int}
    assert len(values) == len(set(values))


def test_values_beside_the_grid_come_first():
    values = grid(0.1, 3, also=(0.0,)).values
    assert values[0] == 0.0
    assert values[1] == 0.1


def test_a_grid_says_what_it_draws():
    assert repr(grid(0.1, 3, log=True, also=(0.0,))) == "grid(0.1, 3, log, also 0)"


@pytest.mark.parametrize("ends", [(1, 1), (2, 1)])
def test_an_empty_grid_is_refused(ends):
    with pytest.raises(ValueError, match="empty"):
        grid(*ends)


def test_equal_ratios_need_a_positive_low_end():
    with pytest.raises(ValueError, match="positive"):
        grid(0, 1, log=True)


def test_names_are_sorted_whatever_their_order():
    assert domain.names({"b": st.none(), "a": st.none()}) == ("a", "b")
    assert domain.names(Domain(("d", "c"), st.none(), "")) == ("c", "d")

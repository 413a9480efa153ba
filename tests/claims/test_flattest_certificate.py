import pytest

from peirama.claims.flattest_interpolator.aligned_domain import setting
from peirama.claims.flattest_interpolator.certificate import certificate
from peirama.claims.flattest_interpolator.certificate import duality as observe
from peirama.models.seeds import Seeds


def seen(activation, **wrong):
    seeds = Seeds(0, "a/b", "{}", "test", range(3))
    place = setting(activation, 24, 0.3)
    return observe(**place, **wrong, trials=3, seeds=seeds, device="cpu").evidence()


@pytest.mark.parametrize("activation", ["relu", "quadratic"])
def test_the_least_norm_leaves_a_gap_that_no_dual_vector_closes(activation):
    values = seen(activation, least_norm=True)
    assert values["gap"].values.min() > 0.05
    assert values["weak duality"].values.min() > 0.05


@pytest.mark.parametrize("activation", ["relu", "quadratic"])
def test_a_network_that_misses_its_labels_may_lie_below_the_bound(activation):
    values = seen(activation, smoothed=True)
    assert values["residual"].values.min() > 1e-3
    assert values["weak duality"].values.max() < 0


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"width": 23}, "the width is at least the number of samples"),
        ({"alignment": 1.5}, "the alignment is a number from 0 to 1"),
        ({"activation": "gelu"}, "the activation is homogeneous"),
    ],
)
def test_a_broken_hypothesis_is_named(wrong, sentence):
    assert certificate.broken(setting("relu", 24, 0.3) | wrong).startswith(sentence)

import numpy as np
import pytest
import torch

from peirama import models
from peirama.models import missed_spans
from peirama.models.seeds import Seeds


def drawn(projection):
    seeds = Seeds(0, "a/b", "{}", "test", range(2))
    return missed_spans.neurons(seeds, width=30, dimension=6, projection=projection, device="cpu")


@pytest.mark.parametrize("projection", [0.0, 0.6, 1.0])
def test_the_span_holds_a_projection_of_the_length_asked_for(projection):
    inner = drawn(projection)[0].numpy()
    np.testing.assert_allclose(np.linalg.norm(inner, axis=1), 1, rtol=1e-13)
    first = np.eye(6)[0]
    onto = inner.T @ np.linalg.lstsq(inner.T, first, rcond=None)[0]
    assert np.linalg.matrix_rank(inner) == 5
    assert np.linalg.norm(onto) == pytest.approx(projection, abs=1e-12)


@pytest.mark.parametrize("activation", ["relu", "leaky-relu", "absolute", "quadratic"])
@pytest.mark.parametrize("projection", [0.0, 0.6, 0.9])
def test_the_conditional_mean_is_that_by_quadrature(activation, projection):
    sigma = models.activations.named(activation)
    x = torch.tensor(np.random.default_rng(0).standard_normal((5, 4)))
    u = np.array([np.sqrt(1 - projection**2), -projection, 0, 0])
    z = np.linspace(-12, 12, 200001)
    weights = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    kept = x.numpy() - np.outer(x.numpy() @ u, u)
    values = sigma(torch.tensor(kept[:, :1] + z * u[0])).numpy()
    expected = np.trapezoid(values * weights, z, axis=1)
    found = missed_spans.conditional_mean(sigma, x, projection=projection)
    np.testing.assert_allclose(found.numpy(), expected, atol=1e-8)


def test_with_a_full_projection_nothing_is_missed():
    x = torch.tensor(np.random.default_rng(0).standard_normal((5, 4)))
    relu = models.activations.named("relu")
    found = missed_spans.conditional_mean(relu, x, projection=1.0)
    torch.testing.assert_close(found, x[:, 0].clamp(min=0))


@pytest.mark.parametrize(("projection", "dimension"), [(1.2, 6), (-0.1, 6), (0.5, 1)])
def test_an_impossible_span_is_refused(projection, dimension):
    seeds = Seeds(0, "a/b", "{}", "test", range(1))
    with pytest.raises(ValueError, match=r"projection is a length|needs a dimension"):
        missed_spans.neurons(
            seeds, width=3, dimension=dimension, projection=projection, device="cpu"
        )

import pytest
import torch

from peirama.models.activations import ACTIVATIONS, named

Z = torch.linspace(-3, 3, 12, dtype=torch.float64)
EACH = pytest.mark.parametrize("activation", ACTIVATIONS.values(), ids=lambda one: one.name)
TWINS = {
    "relu": torch.nn.functional.relu,
    "leaky-relu": lambda z: torch.nn.functional.leaky_relu(z, 0.3),
    "absolute": torch.abs,
    "quadratic": torch.square,
}


@EACH
def test_the_values_are_those_of_torch(activation):
    torch.testing.assert_close(activation(Z), TWINS[activation.name](Z))


@EACH
def test_the_derivative_is_that_of_automatic_differentiation(activation):
    slopes = torch.func.vmap(torch.func.grad(TWINS[activation.name]))(Z)
    torch.testing.assert_close(activation.derivative(Z), slopes)


@EACH
@pytest.mark.parametrize("factor", [0.01, 7.3])
def test_each_is_homogeneous_of_its_degree(activation, factor):
    scaled = factor**activation.homogeneity * activation(Z)
    torch.testing.assert_close(activation(factor * Z), scaled)


@pytest.mark.parametrize(("name", "leak"), [("relu", 0), ("leaky-relu", 0.3), ("absolute", -1)])
def test_the_leak_is_the_slope_on_the_negative_side(name, leak):
    assert named(name).leak == leak
    assert named(name)(Z[:1]).item() == leak * Z[0].item()


@EACH
def test_no_tensor_is_made_on_a_fixed_device(activation):
    assert activation.derivative(activation(Z.to("meta"))).device.type == "meta"


def test_an_activation_that_is_not_homogeneous_is_told_apart():
    with pytest.raises(ValueError, match="'tanh' is no activation known to be homogeneous"):
        named("tanh")

import math

import numpy as np
import torch

from peirama.models import arccosine, quartics, sphere
from peirama.models.seeds import Seeds

SEEDS = Seeds(2, "quartics", "", "test", range(200_000))


def test_what_is_missed_is_that_of_least_squares_on_many_points():
    dimension, spread = 5, 2.0
    u = np.array([[1.0, 0.2, 0, 0, 0], [0, 1.0, 1.0, 0, 0], [0, 0, 0, 1.0, -0.5]])
    seen = quartics.missed(u, SEEDS.only(range(2)), spread=spread, device="cpu")
    w = sphere.rotations(SEEDS.only(range(2)), dimension, device="cpu")[:, 0]
    x = torch.tensor(SEEDS.fixed("x").standard_normal((200_000, dimension)))
    r = x.norm(dim=-1, keepdim=True)
    cosines = (x / r) @ torch.tensor((u / np.linalg.norm(u, axis=-1, keepdims=True)).T)
    features = torch.cat((r, r * sphere.gegenbauer(4, cosines, dimension=dimension)), -1)
    target = (x @ w.mT).abs() @ torch.tensor(arccosine.weights(dimension, spread))
    for trial in range(2):
        found = torch.linalg.lstsq(features, target[trial, :, None]).solution
        squares = ((features @ found)[:, 0] - target[trial]) ** 2
        error = 5 * float(squares.std()) / math.sqrt(len(squares))
        assert abs(float(squares.mean()) - seen[trial]) < error


def test_all_harmonics_of_degree_four_leave_nothing_to_chance():
    dimension = 4
    u = SEEDS.fixed("u").standard_normal((sphere.harmonics(dimension, 4), dimension))
    seen = quartics.missed(u, SEEDS.only(range(20)), spread=1.0, device="cpu")
    np.testing.assert_allclose(seen, arccosine.bound(dimension, 26, 1.0), rtol=1e-9)

"""Toy claims: each carries one need of the frame, and can be made false by a word."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import sympy
from hypothesis import strategies as st

from peirama.claims.core.claim import Claim, Mutant, Source, Status
from peirama.claims.core.domain import Domain, grid
from peirama.claims.core.rules import Exact, MeanWithin
from peirama.claims.core.verdict import Observed

SOURCE = Source("toy", "A. Nonymous", "Toys", 2026, "arXiv:0000.00000")
N, MU = sympy.symbols("n mu")


def normal_mean(*, mu, trials, seeds, device):
    return Observed(mu + seeds.normal())


def square(*, n, trials, seeds, device):
    return Observed(np.full(trials, float(n * n)), error=np.zeros(trials))


def joint(*, n, k, trials, seeds, device):
    return Observed(np.full(trials, float(k <= n)), error=np.zeros(trials))


def sized(*, mu, trials, seeds, device, predicted):
    return Observed(seeds.normal(int(predicted)).mean(axis=1) + mu)


def floor_and_share(*, mu, trials, seeds, device):
    values = mu + seeds.normal()
    return Observed({"mean": values, "share": (values > mu).astype(float)})


def curve(*, mu, trials, seeds, device):
    x = np.array([1.0, 2.0, 4.0, 8.0])
    noise = np.exp(0.1 * seeds.normal(4) - 0.005)
    return Observed(mu * x * noise, abscissae=x)


def designed(*, mu, trials, seeds, device):
    return Observed(mu + seeds.fixed("design").standard_normal() + 0 * seeds.normal())


def guarded(*, mu, trials, seeds, device):
    return Observed(mu + seeds.normal(), guards={"residual": (np.full(trials, 1.0), 0.5)})


def crashing(*, n, trials, seeds, device):
    raise RuntimeError("the experiment broke")


def make(name, observe, predicted, decide, given, **more):
    more.setdefault("mutants", ())
    return Claim(
        name=f"toy/{name}",
        source=SOURCE,
        status=Status.OURS,
        statement="A toy statement.",
        given=given,
        predicted=predicted,
        observe=observe,
        decide=decide,
        does_not_show="Anything.",
        **more,
    )


MEANS = {"mu": grid(1, 2)}
SIZES = {"n": st.integers(1, 50)}
PAIRS = Domain(
    ("k", "n"),
    st.integers(1, 9).flatmap(
        lambda n: st.fixed_dictionaries({"k": st.integers(1, n), "n": st.just(n)})
    ),
    "1 <= k <= n <= 9",
)


@pytest.fixture
def toys():
    return SimpleNamespace(
        make=make,
        means=MEANS,
        sizes=SIZES,
        pairs=PAIRS,
        n=N,
        mu=MU,
        normal_mean=normal_mean,
        square=square,
        joint=joint,
        sized=sized,
        floor_and_share=floor_and_share,
        curve=curve,
        designed=designed,
        guarded=guarded,
        crashing=crashing,
    )


@pytest.fixture
def true_mean():
    mutants = (Mutant("half a unit more", predicted=MU + 2),)
    return make("mean", normal_mean, MU, MeanWithin(0.6), MEANS, mutants=mutants)


@pytest.fixture
def true_square():
    mutants = (Mutant("a cube", predicted=N**3),)
    return make("square", square, N**2, Exact(1e-9), SIZES, mutants=mutants)

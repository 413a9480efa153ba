"""A claim file with one character changed must turn the run red, at the smallest setting."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from peirama.claims.beta_threshold.critical_overlap import critical_overlap
from peirama.claims.beta_threshold.paper import degree as p
from peirama.claims.beta_threshold.paper import indices as k
from peirama.claims.core.check import check
from peirama.claims.core.verdict import Outcome


@pytest.fixture(scope="module")
def wrong():
    return check(replace(critical_overlap, predicted=(p - 1) / (p - 1 + k), mutants=()))


def test_one_wrong_character_turns_the_run_red(wrong):
    assert wrong.verdict.outcome is Outcome.REFUTED


def test_the_counterexample_is_the_smallest_setting_where_it_fails(wrong):
    assert wrong.counterexample == {"degree": 3, "indices": 2}


def test_no_experiment_draws_from_a_global_generator(monkeypatch):
    def poisoned(*_, **__):
        raise AssertionError("a global generator was used")

    for name in ("rand", "randn", "random", "normal", "uniform", "standard_normal", "randint"):
        monkeypatch.setattr(np.random, name, poisoned)
    for name in ("rand", "randn", "normal", "randint", "randperm"):
        monkeypatch.setattr(torch, name, poisoned)
    only = replace(critical_overlap, mutants=(), plans={})
    assert check(only, seed=2).verdict.outcome is Outcome.SUPPORTED

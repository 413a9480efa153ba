import os
import threading
import time

import pytest

from peirama.claims.core.execute import (
    OutOfTimeError,
    Processes,
    Recall,
    StoppedError,
    ahead,
    inline,
    remembering,
    until,
)
from peirama.claims.core.laboratory import ExperimentError, Look


def look(first=0, last=4, **more):
    asked = {"claim": "toy/mean", "variant": "", "profile": "quick", "setting": {"mu": 1.0}}
    asked |= {"purpose": "explore", "root": 0} | more
    return Look(first=first, last=last, **asked)


def test_results_come_in_order():
    with ahead(4) as in_order:
        slow_first = in_order(lambda x: (time.sleep(0.02 * (3 - x)), x)[1], range(4))
        assert list(slow_first) == [0, 1, 2, 3]


def test_no_more_is_begun_than_there_are_jobs():
    begun, gate = [], threading.Event()

    def task(item):
        begun.append(item)
        gate.wait(5)
        return item

    with ahead(2) as in_order:
        results = in_order(task, range(10))
        threading.Timer(0.05, gate.set).start()
        assert next(results) == 0
        results.close()
    assert len(begun) <= 4


def test_an_error_reaches_whoever_asked():
    with ahead(2) as in_order, pytest.raises(ZeroDivisionError):
        list(in_order(lambda x: 1 / x, [1, 0, 2]))


def test_a_look_is_run_once_and_then_remembered(true_mean):
    calls = []

    def counted(asked):
        calls.append(asked.key)
        return inline(true_mean, "cpu")(asked)

    laboratory = remembering(counted, Recall())
    assert laboratory(look()).digest == laboratory(look()).digest
    assert len(calls) == 1


def test_looks_that_differ_have_keys_of_their_own():
    others = [look(0, 8), look(4, 8), look(purpose="screen"), look(root=1), look(variant="m")]
    others += [look(profile="ci"), look(claim="toy/other"), look(setting={"mu": 2.0})]
    assert len({other.key for other in [look(), *others]}) == 9


def test_nothing_begins_after_the_deadline(true_mean):
    with pytest.raises(OutOfTimeError):
        until(inline(true_mean, "cpu"), time.monotonic() - 1)(look())


def test_a_worker_that_dies_is_an_error_of_its_experiment():
    with Processes(1, "cpu") as processes:
        with pytest.raises(ExperimentError, match="died twice"):
            processes.submit(os._exit, 1)
        assert processes.submit(abs, -1) == 1


def test_a_stopped_pool_runs_nothing():
    processes = Processes(1, "cpu")
    with processes:
        pass
    with pytest.raises(StoppedError):
        processes.submit(abs, -1)


def test_an_error_of_the_experiment_names_it(toys):
    from peirama.claims.core.rules import Exact

    claim = toys.make("crash", toys.crashing, toys.n, Exact(0.5), toys.sizes)
    with pytest.raises(ExperimentError, match="RuntimeError: the experiment broke"):
        inline(claim, "cpu")(look(claim="toy/crash", setting={"n": 1}))


def test_an_experiment_that_returns_too_few_trials_is_an_error(toys):
    from peirama.claims.core.rules import MeanWithin
    from peirama.claims.core.verdict import Observed

    def short(*, mu, trials, seeds, device):
        return Observed(seeds.normal()[:-1])

    claim = toys.make("short", short, toys.mu, MeanWithin(0.5), toys.means)
    with pytest.raises(ExperimentError, match="3 trials for 'claim'; 4 were asked"):
        inline(claim, "cpu")(look(claim="toy/short"))

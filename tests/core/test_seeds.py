import json
import math
import random
import subprocess
import sys

import numpy as np
import pytest

from peirama.models.seeds import Seeds, canonical


def make(trials=range(8), purpose="explore", setting="{}", claim="a/b", root=0):
    return Seeds(root, claim, setting, purpose, trials)


def test_a_trial_does_not_depend_on_its_batch():
    whole = make().normal(3)
    assert np.array_equal(whole[5:7], make(range(5, 7)).normal(3))


def test_a_second_draw_continues_the_stream():
    seeds = make()
    first, second = seeds.normal(2), seeds.normal(2)
    assert np.array_equal(np.hstack([first, second]), make().normal(4))


@pytest.mark.parametrize(
    "other",
    [
        {"purpose": "screen"},
        {"setting": '{"n":1}'},
        {"claim": "a/c"},
        {"root": 1},
        {"trials": range(8, 16)},
    ],
)
def test_streams_that_differ_in_anything_share_no_number(other):
    mine, theirs = make().uniform(100), make(**other).uniform(100)
    assert not set(mine.ravel()) & set(theirs.ravel())


def test_rungs_and_candidates_have_keys_of_their_own():
    purposes = ["explore", "screen", "scout", *[f"confirm-{i}-{s}" for i in (1, 2) for s in (1, 2)]]
    purposes += [f"mutant-{p}" for p in purposes]
    keys = {make(purpose=p).key(t) for p in purposes for t in [*range(50), "design", "pilot"]}
    assert len(keys) == len(purposes) * 52


def test_a_fixed_draw_is_the_same_for_every_batch():
    a, b = make(range(4)).fixed("design"), make(range(4, 8)).fixed("design")
    assert a.standard_normal() == b.standard_normal()
    assert make().fixed("pilot").standard_normal() != make().fixed("design").standard_normal()


def test_streams_are_the_same_in_another_process():
    code = (
        "from peirama.models.seeds import Seeds; import json;"
        "print(json.dumps(Seeds(0, 'a/b', '{}', 'explore', range(8)).normal(3).tolist()))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == make().normal(3).tolist()


def test_global_generators_are_neither_read_nor_moved():
    random.seed(1), np.random.seed(1)
    first = make().normal(3)
    state = random.getstate(), np.random.get_state()[1].tolist()
    random.seed(2), np.random.seed(2)
    assert np.array_equal(first, make().normal(3))
    random.seed(1), np.random.seed(1)
    assert state == (random.getstate(), np.random.get_state()[1].tolist())


def test_draws_have_the_moments_of_their_law():
    seeds = make(range(4000))
    normal, chi = seeds.normal(), seeds.chi_square(5)
    assert abs(normal.mean()) < 4 / math.sqrt(4000)
    assert abs(chi.mean() - 5) < 4 * math.sqrt(10 / 4000)


def test_one_value_has_one_canonical_text():
    assert canonical({"b": (1, 2.0), "a": np.float64(-0.0)}) == '{"a":0.0,"b":[1,2.0]}'
    assert canonical({"x": math.inf}) == '{"x":null}'
    assert canonical(np.int64(3)) == "3"


def test_nan_has_no_canonical_text():
    with pytest.raises(ValueError, match="nan"):
        canonical({"x": math.nan})


def test_what_json_cannot_say_is_refused():
    with pytest.raises(TypeError, match="JSON"):
        canonical({"x": object()})

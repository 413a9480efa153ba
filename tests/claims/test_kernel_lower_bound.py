import math
import subprocess
import sys

import numpy as np
import pytest

from peirama.claims.core import search
from peirama.claims.core.check import check
from peirama.claims.core.prediction import evaluate
from peirama.claims.core.verdict import Outcome
from peirama.claims.kernel_lower_bound.every_kernel import every_kernel, with_kernel
from peirama.claims.kernel_lower_bound.hermite import hermite
from peirama.claims.kernel_lower_bound.limit import limit
from peirama.claims.kernel_lower_bound.parity import parity
from peirama.claims.kernel_lower_bound.spectrum import spectrum
from peirama.models.kernels import FAMILIES, Kernel
from peirama.models.seeds import Seeds, canonical

CLAIMS = (hermite, limit, spectrum, parity, every_kernel)
LEVEL = 1e-6  # of each random verdict below: a false one is that rare


def value(claim, **setting):
    formulas = {id(f): f for f in claim.formulas.values()}
    assert len(formulas) == 1
    return float(evaluate(next(iter(formulas.values())), setting))


def observed(claim, setting, trials):
    seeds = Seeds(11, claim.name, canonical(setting), "test", range(trials))
    return claim.observe(**setting, trials=trials, seeds=seeds, device="cpu").evidence()


def reading(claim, setting, trials, clause="claim"):
    rule = claim.clauses[clause].rule
    aim = evaluate(claim.formulas[clause], setting) if rule.reference is None else rule.reference
    return rule.read(observed(claim, setting, trials)[clause], np.array(aim))[0]


def of(dimension, samples, spread, **more):
    return {"dimension": dimension, "samples": samples, "spread": spread, **more}


@pytest.mark.parametrize(
    ("claim", "setting", "expected", "digits"),
    [
        (hermite, {"degree": 2}, 0.3183098862, 1e-10),
        (hermite, {"degree": 4}, 0.0265258238, 1e-10),
        (hermite, {"degree": 20}, 0.000310721682, 1e-12),
        (hermite, {"degree": 0}, 2 / math.pi, 1e-15),
        (hermite, {"degree": 7}, 0, 1e-15),
        (spectrum, of(6, 40, 1), 0.003878955755, 1e-12),
        (spectrum, of(8, 120, 2), 0.008039388603, 1e-12),
        (spectrum, of(4, 12, 1), 0.004370693868, 1e-12),
        (every_kernel, of(8, 64, 1), 0.029972 / 8, 1e-6 / 8),
        (every_kernel, of(16, 256, 1), 0.038369 / 16, 1e-6 / 16),
        (every_kernel, of(8, 512, 1), 0.0080013 / 8, 1e-7 / 8),
        (every_kernel, of(64, 4096, 1), 0.0436918 / 64, 1e-7 / 64),
        (every_kernel, of(3, 20, 1), 6.745430e-4, 1e-10),
        (every_kernel, of(8, 64, 2), 0.004523861, 1e-9),
        (every_kernel, of(7, 7, 1), 0.00481160, 1e-8),
        (limit, {"power": 2, "spread": 1}, 0.0450703414, 1e-10),
        (limit, {"power": 4, "spread": 1}, 0.0185445176, 1e-10),
        (limit, {"power": 8, "spread": 1}, 0.0070342048, 1e-10),
        (limit, {"power": 1, "spread": 1.5}, 0.0596055506, 1e-10),
        (limit, {"power": 2, "spread": 1.5}, 0.0468731551, 1e-10),
        (parity, of(8, 0, 1, block=4), 0.002367316797, 1e-12),
        (parity, of(8, 35, 1, block=4), 0.001183658398, 2e-12),
        (parity, of(8, 0, 1, block=2), 0, 1e-15),
        (parity, of(8, 0, 3, block=2), 0.01135563211, 1e-11),
        (parity, of(16, 0, 1, block=8), 2.667082782e-5, 1e-14),
    ],
)
def test_the_predictions_are_those_as_worked_out(claim, setting, expected, digits):
    assert value(claim, **setting) == pytest.approx(expected, abs=digits / 2, rel=0)


@pytest.mark.parametrize("power", [1, 2, 3, 5, 8, 12])
def test_the_limit_is_the_tail_of_the_series_of_energies(power):
    from peirama.models.arccosine import energy

    tail = 1 - math.fsum(energy(n) for n in range(0, max(power, 2) + 1, 2))
    uneven = 2 * (1 + 2.5**2) / 3.5**2
    expected = uneven * tail + (uneven - 1) / math.pi * (power < 2)
    assert value(limit, power=power, spread=2.5) == pytest.approx(expected, rel=1e-12)
    assert expected > 0


@pytest.mark.parametrize(
    ("claim", "setting"),
    [
        (hermite, {"degree": 1000}),
        (limit, {"power": 60, "spread": 1e6}),
        (spectrum, of(4, 1, 1)),
        (spectrum, of(6, 106, 1.5)),
        (spectrum, of(10**6, 10**12, 2)),
        (every_kernel, of(3, 0, 1)),
        (every_kernel, of(10**6, 10**72, 7.5)),
        (every_kernel, of(3, 10**5, 1.0)),
        (parity, of(2, 1, 1, block=2)),
        (parity, of(10**6, 10**20, 1, block=4)),
        (parity, of(48, 0, 2, block=16)),
    ],
)
def test_every_setting_of_the_theorem_has_a_prediction(claim, setting):
    assert claim.broken(setting) is None
    assert value(claim, **setting) >= 0


@pytest.mark.parametrize(
    ("claim", "setting", "sentence"),
    [
        (hermite, {"degree": -2}, "the degree is an integer of at least 0"),
        (hermite, {"degree": 2.5}, "the degree is an integer of at least 0"),
        (limit, {"power": 0, "spread": 1}, "the power of d is an integer of at least 1"),
        (limit, {"power": 2, "spread": 0.5}, "the spread of the weights is a number of at least 1"),
        (limit, {"power": 2, "spread": None}, "the spread of the weights is a number"),
        (spectrum, of(3, 2, 1), "the dimension is an integer of at least 4"),
        (spectrum, of(6, 0, 1), "the number of samples is an integer from 1 to 1 + N_4"),
        (spectrum, of(6, 107, 1), "the number of samples is an integer from 1 to 1 + N_4"),
        (every_kernel, of(2, 4, 1), "the dimension is an integer of at least 3"),
        (every_kernel, of(8.5, 4, 1), "the dimension is an integer of at least 3"),
        (every_kernel, of(8, -1, 1), "the number of samples is an integer of at least 0"),
        (every_kernel, of(8, 1.5, 1), "the number of samples is an integer of at least 0"),
        (every_kernel, of(8, 4, math.inf), "the spread of the weights is a number"),
        (parity, of(9, 0, 1, block=3), "the block is a power of 2, at least 2"),
        (parity, of(8, 0, 1, block=1), "the block is a power of 2, at least 2"),
        (parity, of(10, 0, 1, block=4), "the dimension is a multiple of the block"),
        (parity, of(8, 71, 1, block=4), "the number of samples is an integer from 0 to binom"),
    ],
)
def test_a_broken_hypothesis_is_named(claim, setting, sentence):
    assert claim.broken(setting).startswith(sentence)


def test_the_near_optimal_kernel_in_dimension_sixteen_is_tried_at_profile_ci():
    drawn, _ = search.draw(every_kernel.plan("ci").given, seed=8, count=40)
    assert of(16, 256, 1.0, kernel="radial_p4") in drawn


@pytest.mark.parametrize("setting", spectrum.corners, ids=str)
def test_the_residual_of_a_span_is_within_a_fraction_of_its_margin(setting):
    found = reading(spectrum, setting, 2048)
    assert abs(float(found.estimate)) < 0.02
    assert found.supports(LEVEL)


def test_the_parities_missed_are_within_their_margin():
    setting = of(12, 247, 2.0, block=4)
    assert reading(parity, setting, 1024, "share").supports(LEVEL)


def test_parities_of_equal_weights_cancel_to_the_last_digit():
    seen = observed(parity, of(8, 7, 1.0, block=2), 32)["cancelled"]
    assert np.abs(seen.values).max() < 1e-30
    assert not seen.failures.any()


@pytest.mark.parametrize("kernel", ["ntk", "even_arccos", "radial_p4"])
def test_no_kernel_tried_is_below_the_bound(kernel):
    assert reading(every_kernel, of(8, 64, 1.0, kernel=kernel), 128).supports(LEVEL)


def test_another_kernel_can_take_the_place_of_the_ten():
    seen = []
    mine = Kernel("My kernel_2", lambda x, y: seen.append(x.shape) or (1 + x @ y.mT) ** 2)
    claim = with_kernel(mine)
    seen.clear()
    assert claim.name == "kernel-lower-bound/every-kernel-my-kernel-2"
    drawn, _ = search.draw(claim.plan("quick").given, seed=1, count=20)
    assert {setting["kernel"] for setting in (*drawn, *claim.corners)} == {"My kernel_2"}
    assert reading(claim, claim.corners[0], 128).supports(LEVEL)
    assert len(seen) > 2


def test_a_third_partys_claim_is_checked_with_its_mutant():
    found = check(with_kernel(FAMILIES["arccos1"][0]), seed=3, with_mutants=True)
    assert found.verdict.outcome is Outcome.SUPPORTED
    assert [m.verdict.outcome for m in found.mutants] == [Outcome.REFUTED]


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda x, y: x @ y.mT + x[..., :1], "'bad' is not symmetric"),
        (lambda x, y: -(x @ y.mT), "'bad' is not positive semidefinite.*eigenvalue -"),
        (lambda x, y: (x @ y.mT).log(), "'bad' has values that are not finite"),
    ],
)
def test_what_is_no_kernel_is_refused(function, sentence):
    with pytest.raises(ValueError, match=sentence):
        with_kernel(Kernel("bad", function))


def test_the_claims_are_read_without_torch():
    code = "import sys, peirama.claims.kernel_lower_bound.every_kernel as m, "
    code += "peirama.claims.kernel_lower_bound.parity; m.bound(8, 64, 1.0); "
    code += "print('torch' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"

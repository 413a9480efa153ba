import itertools
import math
from concurrent.futures import ThreadPoolExecutor

import mpmath
import numpy as np
import pytest
import torch
from scipy import integrate, optimize, special

from peirama.models import arccosine, sphere
from peirama.models.seeds import Seeds

ANGLES = [0.0, 0.3, 1.0, math.pi / 2, 2.5, math.pi]
SIZES = [
    (3, 6, 1.0),
    (3, 20, 1.0),
    (3, 45, 2.0),
    (4, 12, 1.5),
    (5, 20, 3.0),
    (7, 7, 1.0),
    (8, 64, 2.0),
    (8, 512, 1.0),
    (6, 0, 1.0),
    (6, 1, 2.0),
]


def over_angles(integrand, breaks):
    total = integrate.quad(integrand, -math.pi, math.pi, points=breaks, limit=200)[0]
    return 2 * total / (2 * math.pi)  # E r² = 2 in the plane of u and v


def by_quadrature(dimension, degree):
    """E|t| P_l(t) over the sphere."""
    alpha = dimension / 2 - 1
    scale = special.gamma(dimension / 2) / special.gamma((dimension - 1) / 2) / math.sqrt(math.pi)

    def integrand(t):
        p = special.eval_gegenbauer(degree, alpha, t) / special.eval_gegenbauer(degree, alpha, 1.0)
        return 2 * t * p * scale * (1 - t * t) ** ((dimension - 3) / 2)

    return integrate.quad(integrand, 0, 1, epsabs=1e-13, limit=200)[0]


def spectrum_by_quadrature(dimension, spread, highest):
    a = np.array([spread if i % 2 == 0 else 1.0 for i in range(dimension)])
    s2 = float(((a / a.sum()) ** 2).sum())
    alpha = dimension / 2 - 1
    for degree in range(0, highest + 1, 2):
        at_zero, at_one = special.eval_gegenbauer(degree, alpha, [0.0, 1.0])
        count = math.comb(dimension + degree - 1, degree)
        count -= math.comb(dimension + degree - 3, degree - 2) if degree > 1 else 0
        beta = by_quadrature(dimension, degree)
        yield count, dimension * beta**2 * (s2 + (1 - s2) * at_zero / at_one)


@pytest.mark.parametrize("angle", ANGLES)
def test_F_is_the_mean_product_of_two_absolute_projections(angle):
    seen = float(arccosine.F(torch.tensor(math.cos(angle), dtype=torch.float64)))
    breaks = sorted({math.pi / 2, -math.pi / 2, angle - math.pi / 2, min(angle + math.pi / 2, 3.1)})
    expected = over_angles(lambda t: abs(math.cos(t) * math.cos(t - angle)), breaks)
    assert seen == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("angle", ANGLES)
def test_the_arccosine_kernels_are_the_mean_products_of_rectified_projections(angle):
    c = torch.tensor(math.cos(angle), dtype=torch.float64)
    breaks = [math.pi / 2, -math.pi / 2, angle - math.pi / 2]
    both = [lambda t: float(math.cos(t) > 0 and math.cos(t - angle) > 0)]
    both.append(lambda t: max(math.cos(t), 0) * max(math.cos(t - angle), 0))
    steps, ramps = (over_angles(f, breaks) for f in both)
    assert float(arccosine.k0(c)) == pytest.approx(steps, abs=1e-7)
    assert float(arccosine.k1(c)) == pytest.approx(2 * ramps, abs=1e-9)


def test_F_prime_is_the_limit_of_differences():
    rho, h = torch.linspace(-0.9, 0.9, 19, dtype=torch.float64), 1e-6
    slope = (arccosine.F(rho + h) - arccosine.F(rho - h)) / (2 * h)
    torch.testing.assert_close(arccosine.F_prime(rho), slope, rtol=0, atol=1e-8)


def test_cosines_just_outside_their_range_are_clipped():
    c = torch.tensor([1 + 1e-15, -1 - 1e-15], dtype=torch.float64)
    for f in (arccosine.F, arccosine.F_prime, arccosine.k0, arccosine.k1):
        assert bool(f(c).isfinite().all())


@pytest.mark.parametrize("degree", [0, 1, 2, 4, 6, 8, 12, 13, 20])
def test_energies_are_hermite_moments_of_the_absolute_value(degree):
    def integrand(t):
        return abs(t) * mpmath.hermite(degree, t / mpmath.sqrt(2)) * mpmath.npdf(t)

    with mpmath.workdps(30):
        moment = mpmath.quad(integrand, [-12, -6, 0, 6, 12]) / mpmath.mpf(2) ** (degree / 2)
        expected = float(moment**2 / mpmath.factorial(degree))
    assert arccosine.energy(degree) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(
    ("degree", "value"), [(0, 2), (2, 1), (4, 1 / 12), (6, 1 / 40), (8, 5 / 448)]
)
def test_the_first_energies_are_known_fractions_of_one_over_pi(degree, value):
    assert arccosine.energy(degree) == pytest.approx(value / math.pi, rel=1e-15)


def test_F_is_the_series_of_the_energies():
    rho = 0.7
    series = math.fsum(arccosine.energy(n) * rho**n for n in range(0, 400, 2))
    assert float(arccosine.F(torch.tensor(rho, dtype=torch.float64))) == pytest.approx(series)


@pytest.mark.parametrize(("dimension", "spread"), [(2, 1.0), (5, 3.0), (8, 1.7), (9, 1.0)])
def test_weights_sum_to_one_within_a_factor_spread_of_equal(dimension, spread):
    a = arccosine.weights(dimension, spread)
    assert a.sum() == pytest.approx(1)
    assert 1 / spread - 1e-12 <= dimension * a.min() <= dimension * a.max() <= spread + 1e-12
    assert float((a**2).sum()) == pytest.approx(arccosine.squares(dimension, spread))


@pytest.mark.parametrize(("dimension", "degree"), list(itertools.product((3, 4, 8), (0, 2, 4, 8))))
def test_beta_is_the_moment_of_the_absolute_value_on_the_sphere(dimension, degree):
    expected = by_quadrature(dimension, degree)
    assert arccosine.beta(dimension, degree) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize(("dimension", "spread"), [(4, 1.0), (6, 2.0)])
def test_the_eigenvalues_sum_to_the_energy_of_the_teacher(dimension, spread):
    context = mpmath.MPContext()
    entries = itertools.islice(arccosine.spectrum(dimension, spread, context=context), 4000)
    found = float(sum(e.multiplicity * e.value for e in entries))
    assert found == pytest.approx(arccosine.total(dimension, spread), abs=1e-5)
    assert found < arccosine.total(dimension, spread)


def test_at_equal_weights_order_two_is_the_same_for_every_teacher():
    assert arccosine.eigenvalue(7, 2, 1.0) == pytest.approx(0, abs=1e-40)


@pytest.mark.parametrize(("dimension", "samples", "spread"), SIZES)
def test_the_bound_is_the_optimum_of_a_linear_programme(dimension, samples, spread):
    entries = list(spectrum_by_quadrature(dimension, spread, 40))
    found = optimize.linprog(
        [-value for _, value in entries],
        A_eq=[[1.0] * len(entries)],
        b_eq=[samples],
        bounds=[(0, count) for count, _ in entries],
    )
    expected = arccosine.total(dimension, spread) + found.fun
    seen = arccosine.bound(dimension, samples, spread)
    assert seen == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("samples", "spread"), [(100_000, 1.0), (50_000, 1.5)])
def test_in_dimension_three_eigenvalues_far_out_of_order_are_found(samples, spread):
    entries = arccosine.spectrum(3, spread, context=mpmath.fp)
    many = sorted(itertools.islice(entries, 2000), key=lambda e: -e.value)
    values = np.repeat([e.value for e in many], [e.multiplicity for e in many])
    expected = arccosine.total(3, spread) - math.fsum(values[:samples])
    assert arccosine.bound(3, samples, spread) == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize(("dimension", "samples", "spread"), [(3, 15, 1.0), (4, 10, 2.0)])
def test_the_bound_is_what_the_best_space_misses_of_haar_draws(dimension, samples, spread):
    seeds = Seeds(5, "bound", "", "test", range(900))
    w = sphere.rotations(seeds, dimension, device="cpu")[:, 0].reshape(-1, dimension)
    a = np.tile(arccosine.weights(dimension, spread), 900)
    products = (arccosine.F(w @ w.T).numpy() * a[:, None] * a).reshape(900, dimension, 900, -1)
    gram = products.sum((1, 3))
    seen, fresh = slice(0, 600), slice(600, 900)
    values, vectors = np.linalg.eigh(gram[seen, seen])
    best = vectors[:, -samples:] / np.sqrt(values[-samples:])
    missed = gram.diagonal()[fresh] - ((gram[fresh, seen] @ best) ** 2).sum(-1)
    error = missed.std() / math.sqrt(len(missed))
    bound = arccosine.bound(dimension, samples, spread)
    assert values[:-samples].sum() / 600 - 4 * error < bound < missed.mean() + 4 * error
    assert missed.mean() == pytest.approx(bound, rel=0.1)


@pytest.mark.parametrize(
    ("setting", "value", "digits"),
    [
        ((8, 64, 1), 0.029972 / 8, 5e-7 / 8),
        ((16, 256, 1), 0.038369 / 16, 5e-7 / 16),
        ((8, 512, 1), 0.0080013 / 8, 5e-8 / 8),
        ((64, 4096, 1), 0.0436918 / 64, 5e-8 / 64),
        ((3, 20, 1), 6.745430e-4, 5e-11),
        ((8, 64, 2), 0.004523861, 5e-10),
        ((7, 7, 1), 0.00481160, 5e-9),
        ((8, 1, 1), 0.0044723936, 5e-11),
        ((12, 1, 1), 0.0032272299, 5e-11),
        ((16, 1, 1), 0.0025160845, 5e-11),
        ((8, 512, 1), 2 * 5.0007827e-4, 1e-11),
        ((12, 1728, 1), 2 * 4.5247711e-4, 1e-11),
        ((8, 64, 1), 10 * 3.7464999e-4, 5e-11),
        ((12, 144, 1), 10 * 2.9712433e-4, 5e-11),
        ((16, 256, 1), 10 * 2.3980418e-4, 5e-11),
        ((4096, 4096**3, 1), 0.044896 / 4096, 5e-7 / 4096),
    ],
)
def test_the_bound_has_the_values_as_worked_out(setting, value, digits):
    assert arccosine.bound(*setting) == pytest.approx(value, abs=digits, rel=0)


@pytest.mark.parametrize("dimension", [10**3, 10**6])
def test_a_large_dimension_costs_no_digits(dimension):
    with mpmath.workdps(60):
        d = mpmath.mpf(dimension)
        b0 = mpmath.gamma(d / 2) / mpmath.sqrt(mpmath.pi) / mpmath.gamma((d + 1) / 2)
        b4 = -2 * 2 * (4 + (d - 3) / 2) / (mpmath.sqrt(mpmath.pi) * 16)
        b4 *= mpmath.gamma(d / 2) / mpmath.gamma(4 + (d - 1) / 2)
        four = d * b4**2 * (1 / d + (1 - 1 / d) * 3 / ((d - 1) * (d + 1)))
        whole = 2 / mpmath.pi + (1 - 2 / mpmath.pi) / d
        expected = float(whole - d * b0**2 - (dimension**2 - 1) * four)
    assert arccosine.bound(dimension, dimension**2, 1.0) == pytest.approx(expected, rel=1e-14)


def test_no_sample_misses_all_and_each_further_sample_helps():
    values = [arccosine.bound(5, n, 1.5) for n in (0, 1, 2, 14, 15, 70, 500, 10**5, 10**9)]
    assert values[0] == pytest.approx(arccosine.total(5, 1.5), rel=1e-15)
    assert all(more < less for less, more in itertools.pairwise(values))
    assert values[-1] > 0


def test_the_bound_does_not_depend_on_the_precision_of_others():
    expected = arccosine.bound(8, 64, 2.0)
    with mpmath.workdps(5), ThreadPoolExecutor(4) as threads:
        seen = list(threads.map(lambda n: arccosine.bound(8, n, 2.0), [64] * 20))
    assert seen == [expected] * 20

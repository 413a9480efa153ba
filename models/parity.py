"""Parities in a teacher built from Hadamard blocks: the Fourier construction of Li, Ma, Zhang.

[d] is parted into blocks of r = 2^s coordinates; on each, the directions are the rows of a
Sylvester matrix over √r with random column signs. With x = x̄ ∘ τ for random signs τ, the
coefficient of f at a set S is λ_S(x̄) = E_τ f(x̄ ∘ τ) Π_{i in S} τ_i. As f is a sum over blocks,
no other set of size r than a block has a coefficient. For one row, and for all blocks together,

    c_r = E λ² = r 2^-r Σ_j (-1)^j binom(r, j) F(1 - 2j/r),
    energy = (c_r/r) Σ_blocks (Σ_q sgn_q a_q)²,    sgn_q the product of the signs of row q:

all 1 for r >= 4, so that energy = c_r/d, but 1 and -1 for r = 2, where equal weights cancel.
Derived from arXiv:2007.04596; tested by full Walsh transforms in tests/models/test_parity.py.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

import mpmath
import numpy as np
from numpy.typing import NDArray

from peirama.models import arccosine
from peirama.models.seeds import Seeds

if TYPE_CHECKING:
    from torch import Tensor

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@cache
def constant(block: int) -> float:
    """c_r, the energy of |w·x| in the parity of all r coordinates, w = (1, ..., 1)/√r."""
    context = mpmath.MPContext()
    context.dps = 30 + block  # the sum cancels to less than 2^-r of its terms
    terms = []
    for j in range(block + 1):
        rho = 1 - context.mpf(2 * j) / block
        folded = context.sqrt(1 - rho**2) + rho * context.asin(rho)
        terms.append((-1) ** j * math.comb(block, j) * folded * 2 / context.pi)
    return float(context.fsum(terms) * block / context.mpf(2) ** block)


def energy(dimension: int, block: int, spread: float) -> float:
    """The energy of f in parities of degree r, for weights a_i as in `arccosine.weights`."""
    if block > 2:
        return constant(block) / dimension
    return constant(2) * ((spread - 1) / (spread + 1)) ** 2 / dimension


def subsets(dimension: int, block: int, count: int, generator: np.random.Generator) -> Integers:
    """That many different sets of r coordinates, as numbers Σ 2^i, (count,)."""
    codes = [sum(1 << i for i in s) for s in combinations(range(dimension), block)]
    return generator.choice(np.array(codes), count, replace=False)


def missed(
    known: Integers,  # (count,), sets as in `subsets`
    seeds: Seeds,
    *,
    dimension: int,
    block: int,
    spread: float,
    draws: int,
    device: str,
) -> tuple[Array, float]:
    """Energy at blocks that are no known set, a mean over `draws` of partition and x̄, (trials,).

    And, for the first draw of the first trial, how far the energy at *all* other sets of size r,
    by a Walsh transform of 2^d signs, is from it.
    """
    import torch

    order = np.argsort(seeds.uniform(draws, dimension), axis=-1)
    columns = np.where(seeds.uniform(draws, dimension) < 0.5, -1.0, 1.0)
    size = np.abs(seeds.normal(draws, dimension))
    placed = np.take_along_axis(size * columns, order, axis=-1)
    blocks = (*order.shape[:2], dimension // block, block)
    x = torch.tensor(placed.reshape(blocks), device=device)
    a = torch.tensor(arccosine.weights(dimension, spread).reshape(-1, block), device=device)
    kept = ~np.isin((1 << order.reshape(blocks)).sum(-1), known)  # (trials, draws, blocks)
    values = (coefficients(x, a) ** 2 * torch.tensor(kept, device=device)).sum(-1)
    outside = _outside(spectrum(x[0, 0], a), order[0, 0], known, block)
    return values.mean(-1).cpu().numpy(), abs(float(values[0, 0]) - outside)


def _outside(whole: Tensor, order: Integers, known: Integers, block: int) -> float:
    """The energy of all sets of r coordinates but the known; bit i is coordinate order[i]."""
    sets = np.array(list(combinations(range(len(order)), block)))
    unknown = sets[~np.isin((1 << order[sets]).sum(-1), known)]
    return float((whole.cpu().numpy()[(1 << unknown).sum(-1)] ** 2).sum())


def coefficients(
    x: Tensor,  # (..., blocks, r)
    weights: Tensor,  # (blocks, r)
) -> Tensor:
    """λ_S(x) of each block S, (..., blocks)."""
    import torch

    r = x.shape[-1]
    signs = torch.tensor(list(product((1.0, -1.0), repeat=r)), dtype=x.dtype, device=x.device)
    rows = sylvester(x)
    turned = signs[:, None] * rows  # (2^r, r, r): every row of H at every sign
    projected = (x @ turned.reshape(-1, r).T).abs()
    projected = projected.reshape(*x.shape[:-1], len(signs), r)
    return (signs.prod(-1) @ projected * weights).sum(-1) / (len(signs) * math.sqrt(r))


def spectrum(
    x: Tensor,  # (blocks, r)
    weights: Tensor,  # (blocks, r)
) -> Tensor:
    """λ_S(x) of every set S of the d = blocks·r coordinates, at position Σ_{i in S} 2^i, (2^d,)."""
    import torch

    dimension, r = x.numel(), x.shape[-1]
    bits = torch.arange(2**dimension, device=x.device)[:, None] >> torch.arange(
        dimension, device=x.device
    )
    signed = (1 - 2 * (bits & 1)) * x.flatten()
    projected = (signed.reshape(-1, *x.shape) @ sylvester(x).T).abs() / math.sqrt(r)
    return walsh((projected * weights).sum((-1, -2)))


def walsh(
    values: Tensor,  # (2^d,) at signs (-1)^bits
) -> Tensor:
    """The mean of the values times each product of signs, (2^d,), by the fast transform."""
    length, half = len(values), 1
    while half < length:
        pairs = values.reshape(-1, 2, half)
        values = pairs.new_empty(pairs.shape)
        values[:, 0], values[:, 1] = pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]
        half *= 2
    return values.flatten() / length


def sylvester(x: Tensor) -> Tensor:
    """The Sylvester-Hadamard matrix of ±1 for blocks like those of x, (r, r)."""
    import torch

    matrix = torch.ones((1, 1), dtype=x.dtype, device=x.device)
    while len(matrix) < x.shape[-1]:
        matrix = torch.cat((torch.cat((matrix, matrix), 1), torch.cat((matrix, -matrix), 1)))
    return matrix

"""How much of a teacher the span of r and of some r P_4(u_j·x/r) misses; x is integrated out.

Under N(0, I_d), with r = |x| and F = Σ_i a_i |w_i·x|,

    E r P_4(u·x/r) r P_4(v·x/r) = d P_4(u·v)/N_4,      E F r P_4(u·x/r) = d β_4 Σ_i a_i P_4(u·w_i),

so what is missed is E F² - E_0 - b' G⁻¹ b with that Gram matrix G and those products b. Both from
Funk-Hecke; tested by Monte Carlo in tests/models/test_quartics.py.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from peirama.models import arccosine, sphere
from peirama.models.seeds import Seeds

Array = NDArray[np.float64]
ENTRIES = 4_000_000  # zonal values held at once, 32 MB


def missed(
    directions: Array,  # (functions, dimension), of any length but zero
    seeds: Seeds,
    *,
    spread: float,
    device: str,
) -> Array:
    """What the span of r and the functions misses of a teacher with Haar w a trial, (trials,)."""
    import torch

    d = directions.shape[-1]
    u = torch.tensor(directions / np.linalg.norm(directions, axis=-1, keepdims=True), device=device)
    gram = d * sphere.gegenbauer(4, u @ u.T, dimension=d) / sphere.harmonics(d, 4)
    w = sphere.rotations(seeds, d, device=device)[:, 0]
    a = torch.tensor(arccosine.weights(d, spread), device=device)
    size = max(1, ENTRIES // (len(u) * d))
    zonal = [  # (some trials, functions) each
        sphere.gegenbauer(4, u @ w[start : start + size].mT, dimension=d) @ a
        for start in range(0, len(w), size)
    ]
    products = d * arccosine.beta(d, 4) * torch.cat(zonal)
    solved = torch.linalg.solve_triangular(torch.linalg.cholesky(gram), products.T, upper=False)
    explained = (solved * solved).sum(0).cpu().numpy()
    zero = arccosine.eigenvalue(d, 0, spread)
    return np.asarray(arccosine.total(d, spread) - zero - explained)

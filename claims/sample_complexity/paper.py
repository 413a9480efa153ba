"""What the claims on sample complexity share: source, symbols, hypotheses.

Inputs are uniform on the sphere S^(d-1); the target is a spherical polynomial of degree l0
("degree") with energies w_l ("weights"); the noise has standard deviation s ("noise").
"""

from __future__ import annotations

import sympy

from peirama.claims.core.claim import Source

YANG_2025 = Source(
    key="yang2025shallow",
    authors="Y. Yang",
    title="Shallow Neural Networks Learn Low-Degree Spherical Polynomials with Learnable Channel "
    "Attention",
    year=2025,
    identifier="arXiv:2512.20562",
)

dimension = sympy.Symbol("dimension", integer=True, positive=True)
degree = sympy.Symbol("degree", integer=True, nonnegative=True)
samples = sympy.Symbol("samples", integer=True, positive=True)
noise = sympy.Symbol("noise", positive=True)

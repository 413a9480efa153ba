"""What the claims on flattest interpolators share: source, symbols, hypotheses.

A network Σ_j a_j σ(θ_j·x) of width m with a c-homogeneous activation interpolates n samples of a
multi-index model in dimension d; κ ("loss_scale") is the factor of the mean square.
"""

from __future__ import annotations

import sympy

from peirama.claims.core.claim import Source

VARDHAN_TAHERI_MAZUMDAR_2026 = Source(
    key="vardhan2026flatness",
    authors="H. Vardhan, H. Taheri, A. Mazumdar",
    title="Flatness and Generalization: Learning Multi-Index Models with Homogeneous Neural "
    "Networks",
    year=2026,
    identifier="arXiv:2606.04429",
)

homogeneity = sympy.Symbol("homogeneity", positive=True)
dimension = sympy.Symbol("dimension", integer=True, positive=True)
samples = sympy.Symbol("samples", integer=True, positive=True)
width = sympy.Symbol("width", integer=True, positive=True)
alignment = sympy.Symbol("alignment", nonnegative=True)
loss_scale = sympy.Symbol("loss_scale", positive=True)

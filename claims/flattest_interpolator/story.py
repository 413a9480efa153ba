"""How the claims on flattest interpolators hang together."""

from __future__ import annotations

from peirama.claims.core.paper import Chapter, Paper
from peirama.claims.flattest_interpolator.paper import VARDHAN_TAHERI_MAZUMDAR_2026

flattest_interpolator = Paper(
    name="flattest-interpolator",
    source=VARDHAN_TAHERI_MAZUMDAR_2026,
    summary=(
        "Sharpness is the trace of the Hessian at an interpolator, and the least trace over "
        "rescalings of the neurons is an l_p norm of the outer weights. Networks whose inner "
        "weights miss the target's directions are sharper by n^(c/(c+1)) than the flattest, and "
        "the flattest generalise."
    ),
    chapters=(
        Chapter(
            "Sharpness, exactly",
            "The trace, its least value over rescalings, the programme whose solution is the "
            "flattest, and a bound that holds for every interpolator.",
            (
                "trace",
                "rescaling",
                "certificate",
                "universal-bound",
            ),
        ),
        Chapter(
            "Bad interpolators are sharp",
            "Inner weights that miss the target cost sharpness by a power of n, and a loss that no "
            "outer weights remove.",
            ("bad-are-sharp", "gap-exponent"),
        ),
        Chapter(
            "Where it ends",
            "Targets that no such network can represent, the optimum over inner weights too, and "
            "what flatness does not force on the outer weights.",
            ("balancedness",),
        ),
    ),
    limits=(
        "The paper was known through its abstract and a summary: the correlation condition, the "
        "constants, probabilities and sizes of its theorems were not available. The exponents "
        "of approximation and noise, and the normalisation of the loss, are reconstructions."
    ),
)

"""No kernel that is fixed in advance learns more of the teacher than B allows.

Its output lies in the span of N functions K(x_i, ·) that do not know w, whatever the labels; so its
expected loss, averaged over Haar w, is at least the sum of all eigenvalues but the N largest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import sympy

from peirama import models
from peirama.claims.core.claim import Claim, Mutant, Status
from peirama.claims.core.plan import Plan
from peirama.claims.core.rules import AtLeast, Unit
from peirama.claims.core.verdict import Observed, Setting
from peirama.claims.kernel_lower_bound import drawn, kernel_figures, paper
from peirama.claims.kernel_lower_bound.drawn import corner
from peirama.models.arccosine import bound
from peirama.models.kernels import FAMILIES, Kernel
from peirama.models.seeds import Seeds

LOOKS = (64, 128)  # designs; one scatters by 2 to 70 % of the bound, most where the loss is far


def loss(
    *,
    dimension: int,
    samples: int,
    spread: float,
    kernel: str,
    trials: int,
    seeds: Seeds,
    device: str,
    family: Sequence[Kernel] | None = None,
    peeks: bool = False,
) -> Observed:
    """The population loss of kernel ridge regression on N points, one design a trial."""
    of: Any = {"dimension": dimension, "samples": samples, "spread": spread, "device": device}
    if peeks:
        return Observed(models.ridge.peeking(seeds, **of))
    return Observed(models.ridge.losses(family or FAMILIES[kernel], seeds, **of))


def plans(names: Sequence[str]) -> dict[Any, Plan]:
    """What the profiles try of these kernels."""
    large = drawn.fits(32, kernels=names, power=3, most=2048)
    return {
        "quick": Plan(settings=15, looks=LOOKS, given=drawn.fits(8, kernels=names)),
        "ci": Plan(settings=40, looks=LOOKS),
        "full": Plan(settings=60, looks=LOOKS, given=large),
    }


def region(setting: Setting) -> str:
    """The kernel."""
    return str(setting["kernel"])


KERNELS = tuple(FAMILIES)
PEEKING = Mutant(  # N = d² is too few: its loss of 1e-22 is then too skewed to be decided
    "peeking_kernel",
    observe=partial(loss, peeks=True),
    corners=(corner(8, 256, "radial_p4"),),
)

every_kernel = Claim(
    name="kernel-lower-bound/every-kernel",
    source=paper.LI_MA_ZHANG_2020.at("Theorem 2"),
    status=Status.SHARPENED,
    statement="For every kernel fixed without knowledge of w, and every number N of samples, the "
    "expected loss of every fit in the span of the N kernel functions, averaged over Haar w, is "
    "at least B(d, N, κ): Omega(1/d) for every polynomial N.",
    given=drawn.fits(16, kernels=KERNELS, also=corner(16, 256, "radial_p4")),
    predicted=bound,
    formula=paper.BOUND,
    hypotheses={**paper.DIMENSION, **paper.SAMPLES, **paper.SPREAD},
    observe=loss,
    decide=AtLeast(0.01, unit=Unit.RELATIVE),
    does_not_show="Kernels other than those tried (the lemma's proof covers them), one fixed w, "
    "the paper's probability .999 over the training set, or kernels chosen by the labels.",
    corners=(corner(8, 64, "radial_p4"), corner(4, 16, "radial_p4"), corner(8, 8, "radial")),
    mutants=(
        Mutant(
            "radial_counted",
            predicted=(1 - 2 / sympy.pi) / paper.dimension,
            corners=(corner(8, 8, "radial"),),
        ),
        Mutant(
            "dimension_free_tail",
            predicted=(1 - 3 / sympy.pi) / paper.dimension,
            corners=(corner(4, 16, "radial_p4"),),
        ),
        PEEKING,
    ),
    plans=plans(KERNELS),
    region=region,
    figure=kernel_figures.above_the_bound,
)


def with_kernel(kernel: Kernel) -> Claim:
    """The claim with another kernel in place of the ten, under a name of its own.

    Raises ValueError for a kernel that is not finite, symmetric and positive semidefinite.
    """
    models.kernels.check(kernel, models.kernels.probes(8))
    names = (kernel.name,)
    slug = re.sub(r"[^a-z0-9]+", "-", kernel.name.lower()).strip("-")
    return replace(
        every_kernel,
        name=f"{every_kernel.name}-{slug}",
        given=drawn.fits(16, kernels=names),
        observe=partial(loss, family=(kernel,)),
        corners=(corner(8, 64, kernel.name),),
        mutants=(PEEKING,),
        plans=plans(names),
    )

"""How the nine claims hang together."""

from __future__ import annotations

from peirama.claims.core.paper import Chapter, Paper
from peirama.claims.kernel_lower_bound.paper import LI_MA_ZHANG_2020

kernel_lower_bound = Paper(
    name="kernel-lower-bound",
    source=LI_MA_ZHANG_2020,
    summary=(
        "A two-layer ReLU network is to learn a sum of d absolute values along orthonormal "
        "directions. Gradient descent reaches a loss of smaller order than 1/d; no kernel method, "
        "whatever its kernel, gets below order 1/d with polynomially many samples. The lower "
        "bound is made exact here, by averaging over the directions, so that both sides can be "
        "drawn in one figure."
    ),
    chapters=(
        Chapter(
            "The target",
            "Its Hermite expansion decides what each order contributes to the loss.",
            ("hermite",),
        ),
        Chapter(
            "What no kernel can do",
            "The best N features, chosen without the directions, leave a loss that is known in "
            "closed form. The identity behind the bound is tested where it is an equality, then "
            "ten kernels try to get below it, and its limit in high dimension is computed.",
            ("spectrum", "every-kernel", "limit", "parity"),
        ),
        Chapter(
            "What gradient descent does",
            "The losses of the first orders fall at once, a plateau follows, and then a few "
            "neurons find the directions. How fast the loss then falls is set by the schedule.",
            ("gradient-descent", "stages", "separation"),
        ),
        Chapter(
            "Is a wider network necessary?",
            "The paper's plots show a network of twice the target's width that gets stuck. That "
            "is not a property of the population loss.",
            ("over-parametrisation",),
        ),
    ),
    limits=(
        "The paper's exponent Q and its polynomials in d are not tested, nor is the probability "
        "over the training set. The bound is on the mean over the directions, which implies that "
        "some directions attain it. Dimensions are small, and the schedule is ours."
    ),
)

"""How the claims on sample complexity hang together."""

from __future__ import annotations

from peirama.claims.core.paper import Chapter, Paper
from peirama.claims.sample_complexity.paper import YANG_2025

sample_complexity = Paper(
    name="sample-complexity",
    source=YANG_2025,
    summary=(
        "A spherical polynomial of degree l0 in dimension d spans r0 harmonics, of order d^l0. "
        "The paper's network learns it from n samples with a risk of order d^l0/n: one gradient "
        "step finds which degrees the target uses, and gradient descent fits them. The order is "
        "made exact here: the risk is s² r0/(n - r0 + 1), and no estimator does better."
    ),
    chapters=(
        Chapter(
            "How many harmonics",
            "The spaces of harmonics and their leverage, on which every constant below rests.",
            ("identities",),
        ),
        Chapter(
            "The risk and its rate",
            "A floor for every estimator, the risk that least squares attains on the right "
            "degrees and how far it may exceed its mean, its exponents in d and in n, and how many "
            "samples a given risk needs.",
            ("minimax-floor", "risk", "high-probability", "samples-needed"),
        ),
        Chapter(
            "Finding the degree",
            "One gradient step on the channels finds the degree of the target once the samples "
            "pass a threshold; without that step the risk grows to the rank of all channels.",
            ("channel-selection", "no-selection-cost"),
        ),
        Chapter(
            "The whole network, and its limits",
            "Both stages end to end by gradient descent, what the width must be, and what the "
            "comparison with fixed kernels does and does not show.",
            ("two-stage-network", "width"),
        ),
    ),
    limits=(
        "The paper's statements were available, its proofs, algorithm and constants were not. The "
        "attention matrix, the law of the noise, the threshold of the selection, the order of the "
        "updates, the steps and the normalisation of the target are reconstructions."
    ),
)

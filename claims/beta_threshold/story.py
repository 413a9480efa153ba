"""How the fourteen claims hang together."""

from __future__ import annotations

from peirama.claims.beta_threshold.paper import SIMSEK_2025
from peirama.claims.core.paper import Chapter, Paper

beta_threshold = Paper(
    name="beta-threshold",
    source=SIMSEK_2025,
    summary=(
        "A neuron on the unit sphere follows gradient flow on the correlation loss with a sum of "
        "single-index functions of k directions, the index vectors. How long does it search, "
        "where does it end, and how many neurons find all k? The answers turn on the lowest "
        "Hermite degree p and on the overlap β that the index vectors have with each other: at "
        "β_c = (p - 2)/(p - 2 + k) their average turns from a saddle into a minimum."
    ),
    chapters=(
        Chapter(
            "The flow, exactly",
            "In any dimension the overlaps obey a closed equation; the dimension enters through "
            "the law of the start alone. Everything below is run on this equation, so it is "
            "tested first, against the flow in full dimension.",
            ("reduction",),
        ),
        Chapter(
            "How long the search lasts",
            "Polynomial in the dimension for p >= 3, with exponent p/2 - 1 and a constant in "
            "closed form; logarithmic as soon as a component of degree two is present.",
            ("escape-time", "escape-constant", "quadratic-control"),
        ),
        Chapter(
            "Orthogonal index vectors",
            "All fixed points are known and graded, every neuron ends at the nearest index "
            "vector, and finding all of them is a coupon collector's problem: k log k neurons.",
            ("fixed-points", "nearest-index", "neuron-count"),
        ),
        Chapter(
            "The threshold of the overlap",
            "One sharp threshold for one degree. For mixtures the condition is implicit; it is "
            "inverted here, and two degrees can give three thresholds instead of one.",
            ("critical-overlap", "critical-mixture", "re-entrance"),
        ),
        Chapter(
            "What the threshold does not say",
            "Beyond β_c the average is a minimum, but not the only one: minima beside the index "
            "vectors last until a saddle-node further on, and some neurons never learn at all.",
            ("index-minima", "index-branch", "stuck-neurons"),
        ),
        Chapter(
            "Finite steps and finite samples",
            "Projected SGD with fresh batches escapes to the same index, in the time of the flow.",
            ("sgd",),
        ),
    ),
    limits=(
        "The statements marked as the paper's are those of its abstract, in our words; its "
        "theorem texts and list of assumptions were not available. Negative overlaps, training "
        "of a second layer, biases and the squared loss are outside these claims."
    ),
)

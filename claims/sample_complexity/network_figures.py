"""What the two stages of the network do: channels that move apart, and the risk on its way down."""

from __future__ import annotations

import numpy as np

from peirama import models
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.sample_complexity.least_squares_figures import measured
from peirama.claims.sample_complexity.network_domain import THRESHOLD
from peirama.models.seeds import Seeds

DIMENSION, WEIGHTS, CHANNELS, NOISE = 6, (0.0, 0.4, 0.6), 4, 0.5
WIDTH, TRIALS, EACH = 1100, 4, 8
SIZES = (54, 108, 216)
CHECKPOINTS = (1, 3, 10, 20, 40, 80, 160, 320)


def increments_and_trajectory(*, seeds: Seeds, device: str) -> Figure:
    """The increment of each channel against n, and the risk against the steps of stage 2."""
    runs = [
        models.two_stage.train(
            seeds.only(range(TRIALS)),
            dimension=DIMENSION,
            weights=WEIGHTS,
            channels=CHANNELS,
            samples=n,
            noise=NOISE,
            width=WIDTH,
            threshold=THRESHOLD,
            each=EACH,
            device=device,
            checkpoints=CHECKPOINTS if n == SIZES[-1] else (1,),
        )
        for n in SIZES
    ]
    moved = [run.scores.flatten(0, 1).cpu().numpy() for run in runs]  # (TRIALS EACH, L + 1)
    x = tuple(map(float, SIZES))
    lines = [
        measured(f"degree {degree}", x, [of[:, degree] for of in moved])
        for degree in range(CHANNELS + 1)
    ]
    first = Panel(
        "samples n",
        "increment of tau_l · n / mean(y²)",
        tuple(lines),
        x_scale="log",
        y_scale="log",
        levels=((f"threshold c = {THRESHOLD:g}", THRESHOLD),),
    )
    return Figure(
        (first, _trajectory(runs[-1].risks.flatten(0, 1).cpu().numpy())),
        f"d = {DIMENSION}, l0 = 2, channels 0 to {CHANNELS}, weights 0, 0.4, 0.6, noise {NOISE:g}, "
        f"{WIDTH} neurons, {TRIALS} networks with {EACH} targets each, ±3 errors. Left: the "
        "degrees with signal rise with n, those above l0 stay at 1. Right: gradient descent on the "
        f"degrees selected at n = {SIZES[-1]}, down to s² r0/(n - r0 + 1).",
    )


def _trajectory(risks: np.ndarray) -> Panel:
    steps = tuple(map(float, CHECKPOINTS))
    r0 = models.harmonic_basis.rank(DIMENSION, 2)
    predicted = NOISE**2 * r0 / (SIZES[-1] - r0 + 1)
    series: tuple[Series, ...] = (measured("network", steps, list(risks.T)),)
    levels = (("s² r0/(n - r0 + 1)", predicted),)
    axes = ("steps of gradient descent", "risk")
    return Panel(*axes, series, x_scale="log", y_scale="log", levels=levels)

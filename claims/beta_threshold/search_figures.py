"""What the claims on the search show; each figure takes a second or two to compute."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from peirama import models
from peirama.claims.beta_threshold.occupancy import occupancy
from peirama.claims.beta_threshold.paper import degree as p
from peirama.claims.beta_threshold.paper import indices as k
from peirama.claims.beta_threshold.search_constant import by_parity
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.models.seeds import Seeds


def times_by_dimension(*, seeds: Seeds, device: str) -> Figure:
    """Median escape times of 64 neurons against the dimension, and the predicted power laws."""
    x, lines = 10.0 ** np.arange(6, 14), []
    for n in (3, 4, 5):
        flow, own = models.index_flow.Flow({n: 1.0}, 8), seeds.only(range(1))
        seen = models.escape.paired(flow, own, x, count=64, signed=n % 2 == 1, device=device)
        y, ordered = seen.medians[0], np.sort(seen.times[0], axis=0)
        limits = ordered[23], ordered[40]  # they cover the median in 97 % of samples
        due = y[0] * (x / x[0]) ** (n / 2 - 1)
        lines.append(Series(f"degree {n}", tuple(x), tuple(y), "points", *map(tuple, limits)))
        lines.append(Series(f"exponent {n / 2 - 1:g}", tuple(x), tuple(due), "dashed"))
    panel = Panel("dimension", "median escape time", tuple(lines), "log", "log")
    return Figure(
        (panel,), "Median escape time, 8 orthogonal index vectors; lines from the first point."
    )


def tails(*, seeds: Seeds, device: str) -> Figure:
    """How many of 1000 neurons search longer than a time, with the tail of the theory."""
    lines, marks, left = [], [], 1 - np.arange(1000) / 1000
    for n in (3, 4):
        of = {"degree": n, "indices": 8, "dimension": 10**8}
        times = models.escape.scaled(seeds.only(range(1000)), **of, device=device).times
        x = np.sort(times)
        lines.append(Series(f"degree {n}", tuple(x), tuple(left), "steps"))
        tail = left[900] * (x[900:] / x[900]) ** (-1 / (n - 2))
        lines.append(Series(f"slope {-1 / (n - 2):g}", tuple(x[900:]), tuple(tail), "dashed"))
        due = float(by_parity().subs({p: n, k: 8}))
        marks.append((f"predicted median, degree {n}", due))
    axes = ("T d^(1 - p/2)", "share of neurons still searching")
    panel = Panel(*axes, tuple(lines), "log", "log", marks=tuple(marks), levels=(("half", 0.5),))
    return Figure((panel,), "The tail falls so slowly that the mean of T is infinite.")


def leaks(*, seeds: Seeds, device: str) -> Figure:
    """Median escape times against the dimension for t³ and a growing leak of degree 2."""
    x, lines = 10.0 ** np.arange(4, 13), []
    for leak in (0.0, 1e-4, 1e-3, 1e-2, 1e-1):
        flow = models.index_flow.Flow({2: leak, 3: 1.0} if leak else {3: 1.0}, 1)
        own = seeds.only(range(1))
        seen = models.escape.paired(flow, own, x, count=64, signed=True, device=device)
        lines.append(Series(f"a_2 = {leak:g}", tuple(x), tuple(seen.medians[0]), "line"))
    panel = Panel("dimension", "median escape time", tuple(lines), "log", "log")
    return Figure((panel,), "t³ + a_2 t²: any leak of degree 2 bends the power law to a logarithm.")


def transition(*, seeds: Seeds, device: str) -> Figure:
    """The law against n/(k log k) for growing k, with runs of the flow, and n = 4k marked."""
    lines, x, sizes = [], np.linspace(0.2, 3, 29), (8, 32, 128, 256)
    for size in sizes:
        y = [occupancy(3, size, round(c * size * math.log(size))) for c in x]
        lines.append(Series(f"{size} index vectors", tuple(x), tuple(y), "line"))
    few = [occupancy(3, size, 4 * size) for size in sizes]
    lines.append(Series("n = 4k", tuple(4 / math.log(size) for size in sizes), tuple(few)))
    search = partial(models.discovery.search, degree=3, indices=8, largest=250, device=device)
    counts = (12, 17, 25)
    runs = [search(seeds.only(range(200)), neurons=n) for n in counts]
    shares = np.array([run.complete.mean() for run in runs])
    error = 2 * np.sqrt(shares * (1 - shares) / 200)  # covers 95 %
    at = tuple(n / (8 * math.log(8)) for n in counts)
    limits = tuple(shares - error), tuple(shares + error)
    lines.append(Series("200 runs of the flow, k = 8", at, tuple(shares), "points", *limits))
    axes = ("neurons / (k log k)", "probability that all index vectors are found")
    panel = Panel(*axes, tuple(lines), marks=(("k log k", 1.0),), levels=(("1/e", math.exp(-1)),))
    return Figure((panel,), "k log k neurons suffice up to a constant; 4k do not, as k grows.")


def sgd_beside_flow(*, seeds: Seeds, device: str) -> Figure:
    """Escape times of SGD against the flow's, and the overlaps of one run over the flow's."""
    sgd, own = models.projected_sgd, seeds.only(range(60))
    training = sgd.small_steps(3, 16)
    start = sgd.start(own, training, 2, device=device)
    flow = sgd.escapes_of_flow(start, training)
    seen = sgd.escapes(own, start, training, 2 * flow.time)
    x = np.sort(flow.time.cpu().numpy())
    pairs = (tuple(flow.time.tolist()), tuple(seen.time.clamp_max(2 * float(x[-1])).tolist()))
    identity = Series("equal times", tuple(x), tuple(x), "dashed")
    times = Panel("flow", "SGD", (Series("one neuron", *pairs), identity), title="escape times")
    steps = 80
    one = sgd.course(seeds.only(range(1)), start[:1], training, steps)[:, 0].cpu().numpy()
    of = models.index_flow.Flow({3: 1.0}, 2)
    due = models.index_flow.trajectory(of, start[:1], duration=training.step, steps=steps)
    t, lines = tuple(training.step * np.arange(steps + 1)), []
    for j in range(2):
        lines.append(Series(f"m{j + 1}, SGD", t, tuple(one[:, j])))
        lines.append(Series(f"m{j + 1}, flow", t, tuple(due[:, 0, j].tolist()), "line"))
    course = Panel("time", "overlap", tuple(lines), title="one run")
    return Figure((times, course), "SGD with fresh batches beside the flow, d = 16, degree 3.")

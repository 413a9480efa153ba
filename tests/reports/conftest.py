"""A run with every outcome, made by hand: what renderers must show, with the signs that hurt."""

from __future__ import annotations

from datetime import UTC, datetime
from math import inf, nan
from types import SimpleNamespace

import numpy as np
import pytest
import sympy
from hypothesis import strategies as st

from peirama.claims.core.claim import Claim, Mutant, Source, Status
from peirama.claims.core.domain import grid
from peirama.claims.core.figure import Figure, Panel, Series
from peirama.claims.core.finding import (
    ClaimFinding,
    Confirmation,
    Finding,
    MutantFinding,
    Part,
    Rung,
    Suspicion,
)
from peirama.claims.core.laboratory import Look, Sample
from peirama.claims.core.ledger import Ledger
from peirama.claims.core.rules import AtLeast, Exact, MeanWithin
from peirama.claims.core.rules.reading import Side
from peirama.claims.core.verdict import Evidence, Observed, Outcome, Reason, Verdict
from peirama.reports import record, schema, transcript

SOURCE = Source(
    "ada", "A. Łovelace & B. <Hart>", 'On "engines" | and looms', 1843, "arXiv:1843.00042"
)
MU, N = sympy.symbols("mu n")
SUPPORTED = Verdict(Outcome.SUPPORTED)
REFUTED = Verdict(Outcome.REFUTED)
NASTY = 'A mean < 1 & a "quote" | a `tick` and <script>alert(1)</script>'


def observe(*, mu, n, trials, seeds, device):
    return Observed(mu + seeds.normal())


def part(gap, half, *, clause="claim", name="", side=Side.EQUAL, delta=0.5, supported=True):
    limits = (gap - half, gap + half, gap - half, gap + half)
    return Part(clause, name, side, delta, gap, *limits, 1.0, 0.1, supported)


def rung(*parts, purpose="explore", looks=(32, 64), suspicion=None, refuted=False, **more):
    clauses = tuple(sorted({p.clause for p in parts if p.supported}))
    undecided = {p.clause: Reason.CAP for p in parts if not p.supported}
    return Rung(
        purpose=purpose,
        stream="ab" * 32,
        looks=looks,
        digests=("cd" * 32,) * len(looks),
        parts=parts,
        supported=clauses,
        reasons=undecided,
        suspicion=suspicion,
        refuted=refuted,
        guards=(),
        seconds=0.125,
        **more,
    )


def tried(setting, *rungs, verdict=SUPPORTED, origin="drawn", region=None, **more):
    predicted = {p.clause: setting["mu"] for r in rungs for p in r.parts}
    return Finding(setting, origin, predicted, region, verdict, rungs, **more)


def claim(name, **more):
    usual = {
        "source": SOURCE.at("Theorem <3>"),
        "status": Status.PAPER,
        "statement": NASTY,
        "given": {"mu": grid(0.1, 2.0), "n": st.integers(2, 9)},
        "predicted": sympy.sqrt(MU) * N / (N + MU - 2),
        "observe": observe,
        "decide": MeanWithin(0.5),
        "does_not_show": "Nothing of mu > 2 & beyond.",
        "mutants": (Mutant("twice <it>", predicted=2 * MU), Mutant("a bit", predicted=MU + 0.01)),
        "hypotheses": {"mu is positive": MU > 0},
    }
    return Claim(name=name, **(usual | more))


def supported():
    own = claim("lovelace/supported", decide={"mean": MeanWithin(0.5), "floor": AtLeast(0.5)})
    settings = [
        tried(
            {"mu": 0.1 * i, "n": i},
            rung(
                part(0.02 * i, 0.1, clause="mean"),
                part(0.3, 0.2, clause="floor", side=Side.AT_LEAST),
            ),
            region="small" if i < 5 else "large <n>",
            origin="corner" if i < 2 else "drawn",
        )
        for i in range(1, 11)
    ]
    gone = {"findings": (), "confirmations": ()}
    mutants = (
        MutantFinding("twice <it>", REFUTED, True, 1.5, 0.3, None, {"mu": 1.0, "n": 2}, **gone),
        MutantFinding(
            "a bit",
            Verdict(Outcome.INCONCLUSIVE, Reason.CAP),
            False,
            0.01,
            0.3,
            90000,
            None,
            **gone,
        ),
    )
    finding = ClaimFinding(
        own.name,
        SUPPORTED,
        tuple(settings),
        alpha_granted=5e-5,
        smallest_refutable_gap=0.31,
        coverage={"small": 4, "large <n>": 6},
        mutants=mutants,
        figure=curve(),
    )
    return own, finding


def curve():
    x = (64.0, 128.0, 256.0, 512.0)
    y = (0.5, 0.26, 0.124, 0.063)
    measured = Series("measured", x, y, low=(0.4, 0.2, -inf, 0.05), high=(0.6, 0.3, 0.15, inf))
    line = Series("predicted $n^{-1}$", x, tuple(32 / v for v in x), style="line")
    loss = Panel("samples", "excess loss", (measured, line), "log", "log", "A rate & more")
    sweep = Series("share", (0.1, 0.2, 0.3, 0.4), (1.0, 0.9, nan, 0.0), style="steps")
    threshold = Panel("overlap", "share $ of minima", (sweep,), marks=(("beta_c", 0.25),))
    return Figure((loss, threshold), "The loss falls as 1/n <as predicted>.")


def refuted():
    own = claim("lovelace/refuted")
    named = Suspicion("claim", "", "high")
    bad = {"mu": 1.5, "n": 3}
    explored = rung(part(1.9, 0.8, supported=False), suspicion=named)
    screened = rung(
        part(1.6, 0.5, supported=False), purpose="screen", suspicion=named, refuted=True
    )
    found = tried(
        bad, explored, screened, verdict=Verdict(Outcome.INCONCLUSIVE, Reason.UNCONFIRMED)
    )
    stages = tuple(
        rung(
            part(1.2, 0.4, supported=False),
            purpose=f"confirm-1-{stage}",
            suspicion=named,
            refuted=True,
            p_value=1e-7,
        )
        for stage in (1, 2)
    )
    fine = tried({"mu": 0.5, "n": 2}, rung(part(0.1, 0.3)))
    confirmation = Confirmation(bad, named, stages, True, 2.5e-9)
    return own, ClaimFinding(
        own.name,
        REFUTED,
        (fine, found),
        (confirmation,),
        counterexample=bad,
        alpha_granted=5e-5,
        alpha_spent=2.5e-5,
        smallest_refutable_gap=0.3,
    )


def undecided():
    own = claim("lovelace/undecided", predicted=lambda mu: mu, formula="the largest root of <f>")
    verdict = Verdict(Outcome.INCONCLUSIVE, Reason.TOO_SKEWED, "2 of 2 settings undecided")
    wide = rung(part(0.2, inf, supported=False), part(nan, 1.0, name="x=2 | 3", supported=False))
    settings = tuple(tried({"mu": m, "n": None}, wide, verdict=verdict) for m in (0.5, 1e-12))
    return own, ClaimFinding(own.name, verdict, settings, trials_to_decide=5000)


def vacuous():
    own = claim("hart/exact", decide=Exact(1e-6), status=Status.OURS)
    exact = Part("claim", "", Side.EQUAL, 1e-6, 1e-8, 0.0, 2e-8, 0.0, 2e-8, nan, nan, True)
    survivor = MutantFinding("twice <it>", SUPPORTED, True, 1.0, 1e-8, None, None, (), ())
    finding = ClaimFinding(
        own.name,
        SUPPORTED,
        (tried({"mu": 1, "n": 2}, rung(exact)),),
        exhausted=True,
        smallest_refutable_gap=1e-8,
        mutants=(survivor,),
    )
    return own, finding


def crashed():
    own = claim("hart/crashed", corners=({"mu": 1.0, "n": 2},))
    verdict = Verdict(Outcome.ERROR, note="ValueError: <bad> & worse \x1b[31m")
    failed = Finding(
        {"mu": 1.0, "n": 2}, "corner", {}, None, verdict, (), error="ValueError: <bad>"
    )
    return own, ClaimFinding(own.name, verdict, (failed,))


def waiting():
    own = claim("hart/waiting", starts="full")
    return own, ClaimFinding(own.name, Verdict(Outcome.NOT_RUN, note="starts at profile full"))


def run(**more):
    usual = {
        "id": "0123456789ab",
        "started": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        "finished": datetime(2026, 1, 2, 3, 5, 5, tzinfo=UTC),
        "seed": 0,
        "profile": "quick",
        "device": "cpu",
        "dtype": "float64",
        "versions": {"python": "3.11", "peirama": "0.1.0"},
        "platform": "Linux",
        "command": "peirama check 'hart/*' --out <here>",
        "revision": "f" * 40,
        "alpha": 1e-3,
        "beta": 1e-2,
        "ledger": transcript.ledger(Ledger(20)),
    }
    return schema.Run(**(usual | more))


MAKERS = (supported, refuted, undecided, vacuous, crashed, waiting)


@pytest.fixture(scope="session")
def worlds():
    return {make.__name__: make() for make in MAKERS}


@pytest.fixture(scope="session")
def whole(worlds):
    entries = [transcript.claim(own, finding, "quick") for own, finding in worlds.values()]
    entries.append(transcript.broken("third/party <x>", "third.party cannot be imported: <why>"))
    return record.build(run(), "0" * 64, entries)


@pytest.fixture(scope="session")
def empty():
    return record.build(run(), "0" * 64, [])


@pytest.fixture(scope="session")
def make():
    """The builders, for tests that need a run or a claim of their own."""
    builders = (run, claim, tried, rung, part, sample, look)
    return SimpleNamespace(ledger=Ledger(20), **{build.__name__: build for build in builders})


def look(first=0, **more):
    usual = {"claim": "lovelace/supported", "variant": "", "profile": "quick", "purpose": "explore"}
    return Look(
        **(usual | {"setting": {"mu": 0.1}, "root": 0} | more), first=first, last=first + 32
    )


def sample(seed=0, trials=32):
    rng = np.random.default_rng(seed)
    curves = Evidence(
        rng.normal(size=(trials, 3)),
        abscissae=np.array([1.0, 2.0, 4.0]),
        failed=rng.random(trials) < 0.2,
    )
    values = rng.normal(size=trials)
    values[:3] = nan, -0.0, inf
    single = Evidence(values, error=np.full(trials, 1e-9))
    return Sample({"rate": curves, "level <&>": single}, ("residual",), 0.25)

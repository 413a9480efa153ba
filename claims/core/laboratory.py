"""One look at an experiment: what is asked for, and what comes back.

A look is pure: its numbers are a function of the root seed and what it names, so it may run
anywhere, twice, or be read back from a store.
"""

from __future__ import annotations

import hashlib
import inspect
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from peirama.claims.core.claim import Claim
from peirama.claims.core.plan import Profile, Resolved
from peirama.claims.core.prediction import evaluate
from peirama.claims.core.verdict import Evidence, Observed, Setting, joined
from peirama.models.seeds import Seeds, canonical

SCOUT = "scout"  # the one purpose whose noise is common to all settings


@dataclass(frozen=True)
class Look:
    """Trials first..last-1 of a setting, for a purpose."""

    claim: str
    variant: str  # the mutant whose experiment runs; empty for the claim's own
    profile: Profile
    setting: Setting
    purpose: str
    first: int
    last: int
    root: int

    @property
    def key(self) -> str:
        """A text that names this look among all others of a run."""
        parts = (self.claim, self.variant, self.profile, self.purpose, self.first, self.last)
        return canonical([*parts, self.root, self.setting])

    @property
    def seeds(self) -> Seeds:
        """The streams of its trials."""
        setting = "" if self.purpose.endswith(SCOUT) else canonical(self.setting)
        claim = f"{self.claim}#{self.variant}" if self.variant else self.claim
        return Seeds(self.root, claim, setting, self.purpose, range(self.first, self.last))


@dataclass(frozen=True)
class Sample:
    """What a look saw."""

    evidence: Mapping[str, Evidence]
    guards: tuple[str, ...] = ()  # names of those that fired
    seconds: float = 0.0

    @property
    def digest(self) -> str:
        """SHA-256 of the raw observations, in hexadecimal."""
        digest = hashlib.sha256(canonical(list(self.guards)).encode())
        for clause in sorted(self.evidence):
            evidence = self.evidence[clause]
            digest.update(clause.encode())
            for array in (evidence.values, evidence.abscissae, evidence.error, evidence.failed):
                digest.update(b"-" if array is None else _bytes(array))
        return digest.hexdigest()


class ExperimentError(Exception):
    """An experiment crashed; the message says how."""


Laboratory = Callable[[Look], Sample]


def observe(claim: Claim, plan: Resolved, look: Look, device: str) -> Sample:
    """Run the experiment of a claim (or of a mutated one) for a look.

    A batch that does not fit into memory is halved, which changes no number that is drawn.
    Raises ExperimentError if the experiment raises.
    """
    started = time.perf_counter()
    arguments = dict(look.setting) | dict(plan.sizes)
    if wants_prediction(claim):
        arguments["predicted"] = _predictions(claim, look.setting)
    try:
        evidence, guards = _batch(claim, look.seeds, arguments, device)
    except Exception as error:
        raise ExperimentError(f"{type(error).__name__}: {error}") from error
    return Sample(evidence, guards, time.perf_counter() - started)


def wants_prediction(claim: Claim) -> bool:
    """Whether the prediction sizes the experiment, so that a wrong one runs another."""
    return "predicted" in inspect.signature(claim.observe).parameters


def _predictions(claim: Claim, setting: Setting) -> Any:
    values = {name: evaluate(f, setting).tolist() for name, f in claim.formulas.items()}
    return values if isinstance(claim.predicted, Mapping) else next(iter(values.values()))


def _batch(
    claim: Claim, seeds: Seeds, arguments: Mapping[str, Any], device: str
) -> tuple[dict[str, Evidence], tuple[str, ...]]:
    trials = seeds.trials
    try:
        observed: Observed = claim.observe(
            **arguments, trials=len(trials), seeds=seeds, device=device
        )
    except Exception as error:
        if not _out_of_memory(error) or len(trials) == 1:
            raise
    else:
        return _checked(claim, observed, len(trials)), observed.fired()
    half = trials.start + len(trials) // 2
    parts = [range(trials.start, half), range(half, trials.stop)]
    looks = [_batch(claim, seeds.only(part), arguments, device) for part in parts]
    return joined([evidence for evidence, _ in looks]), tuple(
        sorted({g for _, f in looks for g in f})
    )


def _checked(claim: Claim, observed: Observed, trials: int) -> dict[str, Evidence]:
    evidence = observed.evidence()
    missing = claim.clauses.keys() - evidence.keys()
    if missing:
        raise ValueError(f"observe returned no evidence for {sorted(missing)}.")
    for name in claim.clauses:
        if evidence[name].trials != trials:
            found = evidence[name].trials
            raise ValueError(f"observe returned {found} trials for {name!r}; {trials} were asked.")
    return {name: evidence[name] for name in claim.clauses}


def _out_of_memory(error: Exception) -> bool:
    return isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError"


def _bytes(array: np.ndarray[Any, Any]) -> bytes:
    return canonical(list(array.shape)).encode() + np.ascontiguousarray(array).tobytes()

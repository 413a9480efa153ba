"""What is fixed before the first trial: claims, rules, budget, plans and the source behind them.

Its SHA-256 stands in the record. An audit makes the document again and compares.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import sympy

from peirama.claims.core.claim import Claim, Mutant
from peirama.claims.core.ledger import Ledger
from peirama.claims.core.plan import Profile
from peirama.claims.core.prediction import Formula
from peirama.models.seeds import canonical, plain
from peirama.reports import transcript

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # of a function in a repr: another in each process
ENGINE = ("peirama.claims.core", "peirama.claims.core.rules", "peirama.models")


def preregistration(
    claims: Iterable[Claim],
    profile: Profile,
    ledger: Ledger,
    root: int,
    *,
    modules: Mapping[str, str],
    with_mutants: bool = True,
) -> dict[str, Any]:
    """The document of a run; `modules` says which module holds each claim.

    `root` is the root seed. Raises ModuleNotFoundError if a claim's module cannot be imported.
    """
    return {
        "profile": profile,
        "seed": root,
        "ledger": transcript.ledger(ledger).model_dump()
        | {"alpha": ledger.alpha, "beta": ledger.beta},
        "mutants": with_mutants,
        "engine": {name: digest for package in ENGINE for name, digest in _package(package)},
        "claims": {
            claim.name: _claim(claim, profile, modules.get(claim.name))
            for claim in sorted(claims, key=lambda claim: claim.name)
        },
    }


def sha256(document: Mapping[str, Any]) -> str:
    """The SHA-256 of a preregistration, in hexadecimal."""
    return hashlib.sha256(canonical(document).encode()).hexdigest()


def _claim(claim: Claim, profile: Profile, module: str | None) -> dict[str, Any]:
    plan = claim.plan(profile)
    return {
        "statement": claim.statement,
        "status": claim.status.name,
        "source": _text(claim.source),
        "does_not_show": claim.does_not_show,
        "formulas": {name: _formula(f) for name, f in claim.formulas.items()},
        "rules": {
            name: {"rule": _text(clause.rule), "when": transcript.condition(clause.when)}
            for name, clause in claim.clauses.items()
        },
        "hypotheses": {name: transcript.condition(h) for name, h in claim.hypotheses.items()},
        "plan": {k: _text(v) for k, v in transcript.plan(plan).model_dump().items()},
        "starts": claim.starts,
        "corners": plain(claim.corners),
        "counterexamples": plain(claim.counterexamples),
        "mutants": {mutant.name: _mutant(mutant) for mutant in claim.mutants},
        "files": dict(sorted(_files(claim, module))),
    }


def _mutant(mutant: Mutant) -> dict[str, Any]:
    wrong = mutant.predicted if isinstance(mutant.predicted, Mapping) else {"": mutant.predicted}
    return {
        "predicted": {n: None if f is None else _formula(f) for n, f in wrong.items()},
        "observe": None if mutant.observe is None else _function(mutant.observe),
        "given": _text(mutant.given),
        "corners": plain(mutant.corners),
        "clause": mutant.clause,
        "gap": mutant.gap,
        "starts": mutant.starts,
    }


def _formula(formula: Formula) -> str:
    if callable(formula) and not isinstance(formula, sympy.Basic):
        return _function(formula)
    return str(sympy.srepr(sympy.sympify(formula)))


def _function(function: Callable[..., Any]) -> str:
    if inspect.isfunction(function):
        return f"{function.__module__}.{function.__qualname__}"
    return _text(function)  # a partial, or a value that can be called


def _text(value: object) -> str:
    """The repr of a value, without the addresses of functions."""
    return ADDRESS.sub("", repr(value))


def _files(claim: Claim, module: str | None) -> Iterator[tuple[str, str]]:
    """The source files of a claim's module and of its experiments, with their SHA-256."""
    if module is not None:
        yield from _source(module, importlib.import_module(module))
    for function in (claim.observe, *(mutant.observe for mutant in claim.mutants)):
        if inspect.isfunction(function):
            yield from _source(function.__module__, function)


def _source(name: str, held: ModuleType | FunctionType) -> Iterator[tuple[str, str]]:
    file = inspect.getsourcefile(held)
    if file is not None and Path(file).is_file():  # there is none for what was typed in
        yield name, _digest(Path(file))


def _package(name: str) -> Iterator[tuple[str, str]]:
    folder = Path(next(iter(importlib.import_module(name).__path__)))
    for file in sorted(folder.glob("*.py")):
        yield f"{name}.{file.stem}", _digest(file)


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()

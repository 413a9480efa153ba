"""Every claim there is: ours by folder, third parties' by entry point `peirama.claims`.

A claim is found by being a public name of a public module; nothing is registered.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache
from types import MappingProxyType, ModuleType

from peirama.claims.core.claim import Claim
from peirama.claims.core.paper import Paper

GROUP = "peirama.claims"


@dataclass(frozen=True)
class Registry:
    """All claims by name, their modules, and what could not be imported."""

    claims: Mapping[str, Claim]
    papers: Mapping[str, Paper]
    modules: Mapping[str, str]  # claim -> module
    broken: Mapping[str, str]  # entry point -> sentence


class UnknownNameError(ValueError):
    """A name that no claim has; the message offers the nearest."""


@cache
def registry() -> Registry:
    """Import every public module that may hold claims.

    A third party's package that fails to import is listed as broken; ours raises.
    Raises ValueError if two claims share a name.
    """
    claims: dict[str, Claim] = {}
    papers: dict[str, Paper] = {}
    modules: dict[str, str] = {}
    broken: dict[str, str] = {}
    for module in _own():
        _collect(module, claims, papers, modules)
    for entry in sorted(importlib.metadata.entry_points(group=GROUP), key=lambda e: e.name):
        try:
            for module in _modules(entry.load()):
                _collect(module, claims, papers, modules)
        except Exception as error:  # noqa: BLE001 - a third party's import may raise anything
            broken[entry.name] = f"{entry.value} cannot be imported: {error}"
    return Registry(
        claims=MappingProxyType(dict(sorted(claims.items()))),
        papers=MappingProxyType(papers),
        modules=modules,
        broken=MappingProxyType(broken),
    )


def find(name: str) -> Claim:
    """The claim of exactly that name. Raises UnknownNameError with the nearest names."""
    claims = registry().claims
    if name not in claims:
        raise UnknownNameError(_unknown(name, list(claims)))
    return claims[name]


def select(names: tuple[str, ...]) -> list[Claim]:
    """The claims that the names select, each a claim, a paper or a glob; all if there are none.

    Raises UnknownNameError for a name that selects nothing.
    """
    claims = registry().claims
    chosen: set[str] = set() if names else set(claims)
    for name in names:
        matches = {n for n in claims if n == name or n.split("/")[0] == name}
        matches |= {n for n in claims if fnmatchcase(n, name)}
        if not matches:
            raise UnknownNameError(_unknown(name, [*claims, *{n.split("/")[0] for n in claims}]))
        chosen |= matches
    return [claims[name] for name in sorted(chosen)]


def _unknown(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    near = near or [n for n in known if name in n][:3]
    hint = f" Did you mean {' or '.join(near)}?" if near else " `peirama list` shows them all."
    return f"No claim or paper is named {name!r}.{hint}"


def _own() -> Iterator[ModuleType]:
    package = importlib.import_module("peirama.claims")
    for paper in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
        if paper.ispkg and paper.name != "core" and not paper.name.startswith("_"):
            yield from _modules(importlib.import_module(f"peirama.claims.{paper.name}"))


def _modules(root: object) -> Iterator[ModuleType]:
    if not isinstance(root, ModuleType):
        raise TypeError(f"the entry point must name a module, not {root!r}")
    yield root
    for module in sorted(pkgutil.iter_modules(getattr(root, "__path__", [])), key=lambda m: m.name):
        if not module.name.startswith("_"):
            yield from _modules(importlib.import_module(f"{root.__name__}.{module.name}"))


def _collect(
    module: ModuleType, claims: dict[str, Claim], papers: dict[str, Paper], modules: dict[str, str]
) -> None:
    public = {n: v for n, v in sorted(vars(module).items()) if not n.startswith("_")}
    papers |= {value.name: value for value in public.values() if isinstance(value, Paper)}
    for value in public.values():
        if not isinstance(value, Claim):
            continue
        if claims.get(value.name, value) is not value:
            raise ValueError(
                f"Two claims are named {value.name!r}, in {modules[value.name]} and in "
                f"{module.__name__}. Rename one of them."
            )
        claims[value.name] = value
        modules.setdefault(value.name, module.__name__)

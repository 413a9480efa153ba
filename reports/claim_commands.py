"""The commands on claims: `list`, `show`, `predict` and `plan`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from peirama.reports.options import ClaimName, Json, Profile, ProfileOption, Seed, console


def listing(as_json: Json = False) -> None:
    """List the claims with status, paper and statement."""
    from peirama.reports import catalogue

    rows = catalogue.rows()
    if as_json:
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        console().print(catalogue.listing(rows))


def show(name: ClaimName, profile: ProfileOption = Profile.quick) -> None:
    """Show a claim: statement, source, domain, prediction, rule, mutants, limits."""
    from peirama.claims.core.registry import find
    from peirama.reports import text

    console().print(text.show(find(name), profile.value))


def predict(
    name: ClaimName,
    parameter: Annotated[
        list[str] | None, typer.Option("-p", "--parameter", help="name=value, JSON or a bare word.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Evaluate a claim's prediction at any mathematically valid setting."""
    from peirama.claims.core import prediction
    from peirama.claims.core.registry import find
    from peirama.reports import parameters

    claim = find(name)
    setting = parameters.read(parameter or [])
    parameters.check(claim, setting)
    formulas = prediction.distinct(claim.formulas)
    values = [prediction.headline(formula, setting) for formula in formulas.values()]
    shown = [prediction.shown(formula, claim.formula) for formula in formulas.values()]
    value = values[0] if len(values) == 1 else values
    expression = shown[0] if len(shown) == 1 else shown
    if as_json:
        typer.echo(json.dumps({"claim": name, "expression": expression, "value": value}))
        return
    for clause, text, number in zip(formulas, shown, values, strict=True):
        prefix = f"{clause}: " if len(values) > 1 else ""
        typer.echo(f"{prefix}{text} = {number!r}")


def plan(
    name: ClaimName,
    profile: ProfileOption = Profile.quick,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Tell what a profile can decide of a claim before it is run, from a pilot."""
    from peirama.claims.core import planning
    from peirama.claims.core.registry import find
    from peirama.reports import outlook, running

    claim = find(name)
    terminal = console()
    with terminal.status(f"piloting {name}"):
        found = planning.outlook(running.pilot(claim, profile.value, seed))
    if as_json:
        typer.echo(json.dumps(outlook.as_json(found), indent=2, ensure_ascii=False))
    else:
        terminal.print(outlook.render(found))

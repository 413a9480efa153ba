"""A claim and what came of it, put into the form of a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import sympy

from peirama.claims.core import claim as claims
from peirama.claims.core import domain, prediction
from peirama.claims.core.finding import ClaimFinding, MutantFinding
from peirama.claims.core.ledger import Ledger
from peirama.claims.core.plan import Profile, Resolved
from peirama.claims.core.prediction import Formula
from peirama.reports import mathml, schema, why

LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "{}$&#%_"},
}


def claim(claimed: claims.Claim, finding: ClaimFinding, profile: Profile) -> schema.Claim:
    """The entry of a claim in a record."""
    return schema.Claim(
        name=claimed.name,
        paper=claimed.paper,
        source=schema.Source.model_validate(claimed.source),
        status=claimed.status.value,
        statement=claimed.statement,
        statement_latex=latex_text(claimed.statement),
        predicted=formulas(claimed),
        given=domain.describe(claimed.plan(profile).given),
        hypotheses=tuple(claimed.hypotheses),
        rule=tuple(_clause(name, clause) for name, clause in claimed.clauses.items()),
        plan=plan(claimed.plan(profile)),
        starts=claimed.starts,
        does_not_show=claimed.does_not_show,
        verdict=schema.Verdict.model_validate(finding.verdict),
        why=why.sentences(finding),
        settings=tuple(schema.Setting.model_validate(f) for f in finding.findings),
        confirmations=tuple(schema.Confirmation.model_validate(c) for c in finding.confirmations),
        counterexample=_values(finding.counterexample),
        exhausted=finding.exhausted,
        mutants=_mutants(claimed, finding),
        vacuous=finding.vacuous,
        alpha_granted=finding.alpha_granted,
        alpha_spent=finding.alpha_spent,
        adjusted_p=why.adjusted_p(finding),
        smallest_refutable_gap=finding.smallest_refutable_gap,
        trials_to_decide=finding.trials_to_decide,
        coverage=dict(sorted(finding.coverage.items())),
        seconds=finding.seconds,
        figure=None if finding.figure is None else schema.Figure.model_validate(finding.figure),
    )


def broken(name: str, sentence: str) -> schema.Claim:
    """The entry of a third party's claims that could not be imported."""
    return schema.Claim(
        name=name,
        paper=name.split("/", maxsplit=1)[0],
        verdict=schema.Verdict(outcome="ERROR", reason=None, note=sentence),
        why=sentence,
    )


def ledger(budget: Ledger) -> schema.Ledger:
    """The ledger of a run."""
    return schema.Ledger.model_validate(budget)


def plan(resolved: Resolved) -> schema.Plan:
    """A plan as text and numbers."""
    return schema.Plan(
        settings=resolved.settings,
        minimum=resolved.minimum,
        looks=resolved.looks,
        confirm=resolved.confirm,
        given=domain.describe(resolved.given),
        sizes={name: repr(value) for name, value in sorted(resolved.sizes.items())},
        climb=resolved.climb,
    )


def formulas(claimed: claims.Claim) -> tuple[schema.Formula, ...]:
    """The predictions of a claim; one that serves several clauses is listed once."""
    distinct = prediction.distinct(claimed.formulas)
    return tuple(formula(name, entry, claimed.formula) for name, entry in distinct.items())


def formula(name: str, entry: Formula, text: str | None) -> schema.Formula:
    """A formula as text, LaTeX and MathML; a function shows the text that its claim gives."""
    shown = prediction.shown(entry, text)
    if callable(entry) and not isinstance(entry, sympy.Basic):
        return schema.Formula(
            name=name, text=shown, latex=rf"\text{{{latex_text(shown)}}}", mathml=""
        )
    expression = sympy.sympify(entry)
    return schema.Formula(
        name=name, text=shown, latex=sympy.latex(expression), mathml=mathml.printed(expression)
    )


def latex_text(text: str) -> str:
    """Prose with LaTeX's own signs escaped."""
    return "".join(LATEX.get(sign, sign) for sign in text)


def condition(hypothesis: claims.Hypothesis | None) -> str:
    """A relation, or the name of a function, as text."""
    if hypothesis is None:
        return ""
    return str(hypothesis) if isinstance(hypothesis, sympy.Basic) else hypothesis.__name__


def changes(mutant: claims.Mutant, text: str | None = None) -> str:
    """In what a mutant differs from its claim."""
    words = []
    if mutant.predicted is not None:
        wrong = (
            mutant.predicted if isinstance(mutant.predicted, Mapping) else {"": mutant.predicted}
        )
        shown = (
            f"{name}: {prediction.shown(f, text)}" if name else prediction.shown(f, text)
            for name, f in wrong.items()
        )
        words.append("predicts " + "; ".join(shown))
    if mutant.observe is not None:
        words.append(_experiment(mutant.observe))
    if mutant.given is not None:
        words.append("another domain")
    if mutant.clause is not None:
        words.append(f"judged by {mutant.clause}")
    return ", ".join(words)


def _experiment(observe: Callable[..., Any]) -> str:
    """What a mutant's experiment has that its claim's has not: arguments, else its name."""
    if not isinstance(observe, partial):
        return f"the experiment {_called(observe)}"
    if not observe.keywords:
        return "another experiment"
    given = (f"{name} = {_argument(value)}" for name, value in observe.keywords.items())
    return "the experiment with " + ", ".join(given).replace("_", " ")


def _argument(value: Any) -> str:
    plain = isinstance(value, str | bool | int | float | tuple | list)
    return str(value) if plain else _called(value)


def _called(thing: Any) -> str:
    """The name of a function; never its address, which changes from run to run."""
    name = getattr(thing, "__name__", "")
    return name if name.isidentifier() else "another"


def _clause(name: str, clause: claims.Clause) -> schema.Clause:
    return schema.Clause(
        name=name,
        rule=clause.rule.describe(),
        spends=clause.rule.spends,
        when=condition(clause.when),
    )


def _mutants(claimed: claims.Claim, finding: ClaimFinding) -> tuple[schema.Mutant, ...] | None:
    if finding.mutants is None:
        return None
    known = {mutant.name: mutant for mutant in claimed.mutants}
    return tuple(_mutant(known[found.name], found) for found in finding.mutants)


def _mutant(mutant: claims.Mutant, found: MutantFinding) -> schema.Mutant:
    return schema.Mutant(
        name=found.name,
        changes=changes(mutant),
        verdict=schema.Verdict.model_validate(found.verdict),
        in_reach=found.in_reach,
        gap=found.gap,
        smallest_gap=found.smallest_gap,
        trials_needed=found.trials_needed,
        counterexample=_values(found.counterexample),
        settings=tuple(schema.Setting.model_validate(f) for f in found.findings),
        confirmations=tuple(schema.Confirmation.model_validate(c) for c in found.confirmations),
        seconds=found.seconds,
    )


def _values(setting: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if setting is None else dict(setting)

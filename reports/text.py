"""What the terminal shows: the final table of a run, the list of claims, one claim."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from peirama.claims.core import claim as claims
from peirama.claims.core import domain, prediction
from peirama.claims.core.plan import Profile
from peirama.reports import notation, transcript
from peirama.reports import schema as recorded
from peirama.reports import summary as totals

STYLE = {
    "SUPPORTED": "green",
    "REFUTED": "bold red",
    "INCONCLUSIVE": "yellow",
    "ERROR": "bold magenta",
    "NOT_RUN": "dim",
}


def summary(record: recorded.Record) -> RenderableType:
    """The final table of a run, and below it what a reader must know."""
    return Group(_table(record), *_lines(record))


def show(claim: claims.Claim, profile: Profile) -> RenderableType:
    """A claim: statement, source, domain, prediction, rule, plan, mutants, limits."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 1, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, lines in _facts(claim, profile):
        table.add_row(name, Text("\n".join(lines)))
    return Group(Text(claim.name, style="bold"), Text(""), table)


def _table(record: recorded.Record) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("claim", overflow="fold")
    table.add_column("verdict", no_wrap=True)
    for column in ("settings", "trials"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("wrong versions")
    table.add_column("time", justify="right", no_wrap=True)
    for claim in record.claims:
        table.add_row(
            Text(notation.printable(claim.name)),
            _verdict(claim),
            str(len(claim.settings)),
            str(sum(tried.trials for tried in claim.settings)),
            totals.score((claim,)).text,
            notation.duration(claim.seconds),
        )
    return table


def _lines(record: recorded.Record) -> list[Text]:
    lines = [
        Text.assemble(
            (f"{notation.printable(claim.name)}: ", "bold"),
            notation.printable(claim.why),
            _at(claim),
        )
        for claim in totals.ran(record)
        if claim.verdict.outcome != "SUPPORTED" or claim.vacuous
    ]
    run = record.run
    used = notation.number(totals.spent(record))
    lines += [
        Text(f"Wrong versions: {totals.score(record.claims).text}."),
        Text(f"Error budget: {notation.number(run.alpha)}, of which {used} was used."),
        Text(f"Measured error rates: certificate {totals.certificate(record)}."),
        Text(f"{totals.headline(record).capitalize()}.", style="bold"),
    ]
    return lines


def _verdict(claim: recorded.Claim) -> Text:
    verdict = claim.verdict
    words = Text(notation.outcome(verdict.outcome), style=STYLE[verdict.outcome])
    if verdict.reason:
        words.append(f" ({notation.reason(verdict.reason)})")
    if claim.vacuous:
        words.append(" vacuous", style="bold red")
    return words


def _at(claim: recorded.Claim) -> str:
    if claim.counterexample is None:
        return ""
    return f" It fails at {notation.printable(notation.setting(claim.counterexample))}."


def _facts(claim: claims.Claim, profile: Profile) -> list[tuple[str, list[str]]]:
    source = claim.source
    plan = claim.plan(profile)
    drawn = [f"{name} in {text}" for name, text in domain.describe(plan.given).items()]
    place = f"; {source.place}" if source.place else ""
    paper = f"{source.authors}, {source.title}, {source.year}"
    wrong = [f"{mutant.name}: {transcript.changes(mutant)}" for mutant in claim.mutants]
    return [
        ("statement", [claim.statement]),
        ("status", [claim.status.value]),
        ("source", [paper, f"{source.identifier}{place}"]),
        ("for all", [*drawn, *claim.hypotheses]),
        ("predicted", _predictions(claim)),
        ("refuted by", _rules(claim)),
        (f"at {profile}", [_plan(claim, profile)]),
        ("wrong versions", wrong or ["none"]),
        ("does not show", [claim.does_not_show]),
    ]


def _predictions(claim: claims.Claim) -> list[str]:
    shown = {
        name: prediction.shown(formula, claim.formula)
        for name, formula in prediction.distinct(claim.formulas).items()
    }
    return [f"{name}: {text}" if len(shown) > 1 else text for name, text in shown.items()]


def _rules(claim: claims.Claim) -> list[str]:
    lines = []
    for name, clause in claim.clauses.items():
        prefix = f"{name}: " if len(claim.clauses) > 1 else ""
        when = "" if clause.when is None else f" (where {transcript.condition(clause.when)})"
        lines.append(f"{prefix}{clause.rule.describe()}{when}")
    return lines


def _plan(claim: claims.Claim, profile: Profile) -> str:
    if not claim.runs_at(profile):
        return f"not run: it starts at profile {claim.starts}"
    plan = claim.plan(profile)
    looks = ", ".join(str(trials) for trials in plan.looks)
    return f"{notation.count(plan.settings, 'setting')}, looked at after {looks} trials"

"""The command `peirama`. A user's mistake ends in one sentence and exit code 2."""

from __future__ import annotations

import json
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from peirama.claims.core.claim import Claim

REFUTED, USAGE, INTERRUPTED = 1, 2, 130

app = typer.Typer(
    name="peirama",
    help="Put theorems of machine learning to the test: executable claims, searched and decided.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class Profile(StrEnum):
    """How much is tried."""

    quick = "quick"
    ci = "ci"
    full = "full"


class Device(StrEnum):
    """Where experiments run."""

    auto = "auto"
    cpu = "cpu"
    cuda = "cuda"


class Format(StrEnum):
    """What a record is rendered as."""

    html = "html"
    markdown = "markdown"
    junit = "junit"
    json = "json"


Names = Annotated[
    list[str] | None, typer.Argument(help="A claim, a paper, or a glob; default all.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
ProfileOption = Annotated[Profile, typer.Option(help="How much is tried.")]


@app.command("list")
def listing(as_json: Json = False) -> None:
    """List the claims with status, paper and statement."""
    from peirama.reports import catalogue

    rows = catalogue.rows()
    if as_json:
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        _console().print(catalogue.listing(rows))


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="CLAIM")], profile: ProfileOption = Profile.quick
) -> None:
    """Show a claim: statement, source, domain, prediction, rule, mutants, limits."""
    from peirama.reports import text

    _console().print(text.show(_claim(name), profile.value))


@app.command()
def predict(
    name: Annotated[str, typer.Argument(metavar="CLAIM")],
    parameter: Annotated[
        list[str] | None, typer.Option("-p", "--parameter", help="name=value, JSON or a bare word.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Evaluate a claim's prediction at any mathematically valid setting."""
    from peirama.claims.core import prediction
    from peirama.reports import parameters

    claim = _claim(name)
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


@app.command()
def check(
    names: Names = None,
    profile: ProfileOption = Profile.quick,
    seed: Annotated[int, typer.Option(help="The root of every random stream.")] = 0,
    device: Annotated[Device, typer.Option(help="Where experiments run.")] = Device.auto,
    budget: Annotated[str | None, typer.Option(help="Stop after a time: 90s, 10m, 2h.")] = None,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 is one a core.")] = 0,
    dask: Annotated[
        str | None, typer.Option(help="Run on the Dask cluster at this address instead.")
    ] = None,
    mutants: Annotated[
        bool | None, typer.Option("--mutants/--no-mutants", help="Default: at ci and full.")
    ] = None,
    alpha: Annotated[float, typer.Option(help="Probability of a false refutation.")] = 1e-3,
    out: Annotated[Path | None, typer.Option(help="The folder of the run.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Claims not run at this profile are inconclusive.")
    ] = False,
    allow_inconclusive: Annotated[
        bool, typer.Option("--allow-inconclusive", help="Exit 0 when nothing is refuted.")
    ] = False,
) -> None:
    """Check claims: search, decide, confirm, and write record and report into a folder."""
    from peirama.reports import folder, running, text

    means = running.Means(
        jobs=jobs or len(os.sched_getaffinity(0)),
        seconds=None if budget is None else running.duration(budget),
        dask=dask,
    )
    console = _console()
    place = out or (folder.latest() if resume else folder.new(profile.value))
    try:
        if resume:
            record = running.resume(place, means, console)
        else:
            job = running.Job(
                names=tuple(names or ()),
                profile=profile.value,
                seed=seed,
                with_mutants=profile is not Profile.quick if mutants is None else mutants,
                device=device.value,
                alpha=alpha,
            )
            record = running.start(place, job, means, console)
    except KeyboardInterrupt:
        _say(f"Interrupted. What was finished is stored: peirama check --resume --out {place}")
        raise typer.Exit(INTERRUPTED) from None
    console.print(text.summary(record))
    folder.fill(place, record, allow_inconclusive=allow_inconclusive)
    console.print(f"Report: {place / 'report' / 'index.html'}", soft_wrap=True)
    raise typer.Exit(folder.exit_code(record, allow_inconclusive, strict))


@app.command()
def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    form: Annotated[Format, typer.Option("--format", help="What to render.")] = Format.html,
    out: Annotated[Path | None, typer.Option(help="Where to; default the run's folder.")] = None,
) -> None:
    """Render a run again from its record."""
    from peirama.reports import html, junit, markdown, record, running

    found = record.read(run / running.RECORD if run.is_dir() else run)
    folder = run if run.is_dir() else run.parent
    if form is Format.html:
        target = out or folder / "report"
        html.write(found, target)
        typer.echo(target / "index.html")
        return
    texts = {
        Format.markdown: lambda: markdown.render(found),
        Format.junit: lambda: junit.render(found, inconclusive="failure"),
        Format.json: lambda: record.dumps(found),
    }
    rendered = texts[form]()
    if out is None:
        typer.echo(rendered)
    else:
        out.write_text(rendered, encoding="utf-8")


@app.command()
def audit(run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]) -> None:
    """Decide every verdict of a run again from its raw data, without running an experiment."""
    from peirama.reports.audit import audit as checks

    wrong = 0
    for done in checks(run):
        wrong += bool(done.wrong)
        typer.echo(f"{'no ' if done.wrong else 'yes'}  {done.name}")
        if done.wrong:
            typer.echo(f"     {done.wrong}")
    raise typer.Exit(REFUTED if wrong else 0)


@app.command()
def replay(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    name: Annotated[str, typer.Argument(metavar="CLAIM")],
    setting: Annotated[int | None, typer.Option(help="Its number in the report; all.")] = None,
    device: Annotated[Device, typer.Option(help="Where experiments run.")] = Device.cpu,
) -> None:
    """Run recorded trials of a claim again and compare them with what was stored."""
    from peirama.reports import replay as replaying

    agree = True
    for look in replaying.replay(run, name, setting=setting, device=device.value):
        agree &= look.agrees
        how = "bit for bit" if look.same else f"differs by {look.difference:.1e} (relative)"
        typer.echo(f"setting {look.setting}  {look.purpose}  trials {look.trials}  {how}")
    raise typer.Exit(0 if agree else REFUTED)


@app.command()
def plan(
    name: Annotated[str, typer.Argument(metavar="CLAIM")],
    profile: ProfileOption = Profile.quick,
    seed: Annotated[int, typer.Option(help="The root of every random stream.")] = 0,
    as_json: Json = False,
) -> None:
    """Tell what a profile can decide of a claim before it is run, from a pilot."""
    from peirama.claims.core import planning
    from peirama.reports import outlook, running

    claim = _claim(name)
    console = _console()
    with console.status(f"piloting {name}"):
        found = planning.outlook(running.pilot(claim, profile.value, seed))
    if as_json:
        typer.echo(json.dumps(outlook.as_json(found), indent=2, ensure_ascii=False))
    else:
        console.print(outlook.render(found))


@app.command()
def calibrate(
    profile: Annotated[str, typer.Option(help="quick or full.")] = "quick",
    seed: Annotated[int, typer.Option(help="The root of every random stream.")] = 0,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 is one a core.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write the certificate into a folder.")] = None,
    as_json: Json = False,
) -> None:
    """Measure the error rates of every rule on laws whose truth is known."""
    from peirama.reports import calibrating

    console = _console()
    cores = jobs or len(os.sched_getaffinity(0))
    found = calibrating.calibrate(profile, seed=seed, jobs=cores, console=console)
    calibrating.show(found, console, as_json=as_json)
    if out is not None:
        calibrating.write(found, out)
    raise typer.Exit(0 if found.sound and not found.unexpected else REFUTED)


def main() -> None:
    """Run the command; whatever a user may cause ends in a sentence."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    try:
        app()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader went away
        sys.exit(0)
    except Exception as error:
        from peirama.reports import mistakes

        if not isinstance(error, mistakes.kinds()):
            raise
        _say(str(error))
        sys.exit(USAGE)


def _claim(name: str) -> Claim:
    from peirama.claims.core.registry import find

    return find(name)


def _console() -> Any:
    from rich.console import Console

    return Console()


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)  # noqa: T201 - the one line that a mistake prints


if __name__ == "__main__":
    main()

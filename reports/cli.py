"""The command `peirama`. A user's mistake ends in one sentence and exit code 2."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from peirama.reports import claim_commands, run_commands
from peirama.reports.options import (
    Device,
    DeviceOption,
    Jobs,
    Json,
    Profile,
    ProfileOption,
    Seed,
    console,
)

REFUTED, USAGE, INTERRUPTED = 1, 2, 130

app = typer.Typer(
    name="peirama",
    help="Put theorems of machine learning to the test: executable claims, searched and decided.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("list")(claim_commands.listing)
app.command()(claim_commands.show)
app.command()(claim_commands.predict)

Names = Annotated[
    list[str] | None, typer.Argument(help="A claim, a paper, or a glob; default all.")
]


@app.command()
def check(
    names: Names = None,
    profile: ProfileOption = Profile.quick,
    seed: Seed = 0,
    device: DeviceOption = Device.auto,
    budget: Annotated[str | None, typer.Option(help="Stop after a time: 90s, 10m, 2h.")] = None,
    jobs: Jobs = 0,
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
    terminal = console()
    place = out or (folder.latest() if resume else folder.new(profile.value))
    try:
        if resume:
            record = running.resume(place, means, terminal)
        else:
            job = running.Job(
                names=tuple(names or ()),
                profile=profile.value,
                seed=seed,
                with_mutants=profile is not Profile.quick if mutants is None else mutants,
                device=device.value,
                alpha=alpha,
            )
            record = running.start(place, job, means, terminal)
    except KeyboardInterrupt:
        _say(f"Interrupted. What was finished is stored: peirama check --resume --out {place}")
        raise typer.Exit(INTERRUPTED) from None
    terminal.print(text.summary(record))
    folder.fill(place, record, allow_inconclusive=allow_inconclusive)
    terminal.print(f"Report: {place / 'report' / 'index.html'}", soft_wrap=True)
    raise typer.Exit(folder.exit_code(record, allow_inconclusive, strict))


app.command()(run_commands.report)
app.command()(run_commands.audit)
app.command()(run_commands.replay)
app.command()(run_commands.compare)
app.command()(claim_commands.plan)


@app.command()
def calibrate(
    profile: Annotated[str, typer.Option(help="quick or full.")] = "quick",
    seed: Seed = 0,
    jobs: Jobs = 0,
    out: Annotated[Path | None, typer.Option(help="Write the certificate into a folder.")] = None,
    as_json: Json = False,
) -> None:
    """Measure the error rates of every rule on laws whose truth is known."""
    from peirama.reports import calibrating

    terminal = console()
    cores = jobs or len(os.sched_getaffinity(0))
    found = calibrating.calibrate(profile, seed=seed, jobs=cores, console=terminal)
    calibrating.show(found, terminal, as_json=as_json)
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


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)  # noqa: T201 - the one line that a mistake prints


if __name__ == "__main__":
    main()

"""The commands on finished runs: `report`, `audit`, `replay` and `compare`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from peirama.reports.options import ClaimName, Device, DeviceOption, Run

if TYPE_CHECKING:
    from peirama.reports.schema import Record

DISAGREES = 1  # exit code: something in the run does not hold


class Format(StrEnum):
    """What a record is rendered as."""

    html = "html"
    markdown = "markdown"
    junit = "junit"
    json = "json"
    latex = "latex"
    csv = "csv"
    figures = "figures"


FOLDERS = {
    Format.html: "report",
    Format.latex: "latex",
    Format.csv: "csv",
    Format.figures: "figures",
}


class Compared(StrEnum):
    """What a comparison is rendered as."""

    markdown = "markdown"
    json = "json"


def report(
    run: Run,
    form: Annotated[Format, typer.Option("--format", help="What to render.")] = Format.html,
    out: Annotated[Path | None, typer.Option(help="Where to; default the run's folder.")] = None,
) -> None:
    """Render a run again from its record."""
    from peirama.reports import junit, markdown, record, running

    found = record.read(run / running.RECORD if run.is_dir() else run)
    if form in FOLDERS:
        folder = out or (run if run.is_dir() else run.parent) / FOLDERS[form]
        typer.echo(_fill(found, form, folder))
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


def _fill(found: Record, form: Format, folder: Path) -> Path:
    """Write what is rendered as a folder; the path to begin reading at."""
    from peirama.reports import drawn, html, manuscript, record, tabular

    if form is Format.html:
        return html.write(found, folder)
    if form is Format.figures:
        return drawn.write(found, folder)
    if form is Format.latex:
        files = manuscript.files(found)
    else:
        files = {"settings.csv": tabular.settings(found), "curves.csv": tabular.curves(found)}
    for name, text in files.items():
        record.save(text, folder / name)
    return folder


def audit(run: Run) -> None:
    """Decide every verdict of a run again from its raw data, without running an experiment."""
    from peirama.reports.audit import audit as checks

    wrong = 0
    for done in checks(run):
        wrong += bool(done.wrong)
        typer.echo(f"{'no ' if done.wrong else 'yes'}  {done.name}")
        if done.wrong:
            typer.echo(f"     {done.wrong}")
    raise typer.Exit(DISAGREES if wrong else 0)


def replay(
    run: Run,
    name: ClaimName,
    setting: Annotated[int | None, typer.Option(help="Its number in the report; all.")] = None,
    device: DeviceOption = Device.cpu,
) -> None:
    """Run recorded trials of a claim again and compare them with what was stored."""
    from peirama.reports import replay as replaying

    agree = True
    for look in replaying.replay(run, name, setting=setting, device=device.value):
        agree &= look.agrees
        how = "bit for bit" if look.same else f"differs by {look.difference:.1e} (relative)"
        typer.echo(f"setting {look.setting}  {look.purpose}  trials {look.trials}  {how}")
    raise typer.Exit(0 if agree else DISAGREES)


def compare(
    before: Run,
    after: Run,
    form: Annotated[Compared, typer.Option("--format", help="What to render.")] = Compared.markdown,
) -> None:
    """Say what changed between two runs; exit 1 if a verdict got worse."""
    from peirama.reports import compare as comparing
    from peirama.reports import pull_request, record

    found = comparing.compare(record.read(before), record.read(after))
    text = pull_request.render if form is Compared.markdown else pull_request.dumps
    typer.echo(text(found), nl=False)
    raise typer.Exit(DISAGREES if found.worse else 0)

"""The report for a person: an index, and one self-contained page a claim.

No script and no network; MathML and SVG stand in the page. Everything that comes from a record is
escaped, but for MathML, of which only known elements pass.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from peirama.claims.core.verdict import Outcome, Reason
from peirama.reports import figures, gaps, mathml, notation, record, summary, zones
from peirama.reports.schema import Claim, Paper, Record, Setting, Verdict

ROWS = 300  # settings in the table of a page; the record has them all
SAFE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*")  # names that are file names


def write(written: Record, folder: Path) -> Path:
    """Write the report into a folder; the path of its index. Raises record.RecordError."""
    for claim in written.claims:
        record.save(page(written, claim), folder / file_name(claim))
    for paper in written.papers:
        record.save(story(written, paper), folder / paper_file(paper.name))
    path = folder / "index.html"
    record.save(index(written), path)
    return path


def index(written: Record) -> str:
    """The page that lists all claims."""
    template = _environment().get_template("index.html")
    return template.render(record=written, run=written.run, papers=summary.papers(written))


def story(written: Record, paper: Paper) -> str:
    """The page of a paper: its claims in the order of their story."""
    template = _environment().get_template("paper.html")
    claims = {c.name.split("/")[-1]: c for c in written.claims if c.paper == paper.name}
    told = {name for chapter in paper.chapters for name in chapter.claims}
    return template.render(
        record=written,
        run=written.run,
        paper=paper,
        claims=claims,
        further=[claim for name, claim in claims.items() if name not in told],
        drawing=_first_drawing,
    )


def page(written: Record, claim: Claim) -> str:
    """The page of a claim."""
    template = _environment().get_template("claim.html")
    shown = list(enumerate(claim.settings, start=1))[:ROWS]
    drawn = () if claim.figure is None else figures.drawings(claim.figure)
    return template.render(
        record=written,
        run=written.run,
        claim=claim,
        drawings=[Markup(svg) for svg in drawn],  # noqa: S704 - our own SVG, labels as paths
        zones=[(caption, Markup(svg)) for caption, svg in zones.zones(claim)],  # noqa: S704
        rows=[(n, tried, _rows(n, tried, claim), _judged(claim, tried)) for n, tried in shown],
        hidden=max(0, len(claim.settings) - ROWS),
        command=_command(written, claim),
    )


def file_name(claim: Claim) -> str:
    """Where the page of a claim lies in the report."""
    if SAFE.fullmatch(claim.name):
        return f"claims/{claim.name.replace('/', '--')}.html"
    digest = hashlib.sha256(claim.name.encode("utf-8", "surrogatepass")).hexdigest()
    return f"claims/{digest[:16]}.html"


def paper_file(name: str) -> str:
    """Where the page of a paper lies in the report."""
    safe = name if SAFE.fullmatch(f"{name}/x") else hashlib.sha256(name.encode()).hexdigest()[:16]
    return f"papers/{safe}.html"


def source_link(identifier: str) -> str | None:
    """The address of an arXiv number or a DOI."""
    arxiv = re.fullmatch(r"(?:arXiv:)?(\d{4}\.\d{4,5}(?:v\d+)?)", identifier)
    if arxiv:
        return f"https://arxiv.org/abs/{arxiv[1]}"
    doi = re.fullmatch(r"(?:doi:)?(10\.\d{4,9}/[-._;()/:A-Za-z0-9]+)", identifier)
    return f"https://doi.org/{doi[1]}" if doi else None


def _first_drawing(claim: Claim) -> Markup | None:
    """The first panel of the figure of a claim, or where it lies between its margins."""
    if claim.figure is not None:
        return Markup(figures.drawings(claim.figure)[0])  # noqa: S704 - our own SVG
    return next((Markup(svg) for _, svg in zones.zones(claim)), None)  # noqa: S704 - likewise


def _judged(claim: Claim, tried: Setting) -> Verdict:
    """The verdict of a setting, which for a counterexample is that of its confirmation."""
    return claim.verdict if tried.setting == claim.counterexample else tried.verdict


def _rows(number: int, tried: Setting, claim: Claim) -> list[tuple[gaps.Gap, int]]:
    """The worst part of each clause at a setting, and how many parts there are."""
    found: dict[str, list[gaps.Gap]] = {}
    for gap in gaps.of_setting(number, tried, claim.confirmations):
        found.setdefault(gap.part.clause, []).append(gap)
    return [(gaps.worst(parts, 1)[0], len(parts)) for parts in found.values()]


def _command(written: Record, claim: Claim) -> str:
    run = written.run
    wrong = "--no-mutants" if claim.mutants is None else "--mutants"
    name = shlex.quote(claim.name)
    return f"peirama check {name} --profile {run.profile} --seed {run.seed} {wrong} --out again"


def _math(text: str) -> Markup:
    return Markup(mathml.clean(text))  # noqa: S704 - only known elements pass


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("peirama.reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    words = ("number", "interval", "quantity", "setting", "duration", "outcome", "reason", "count")
    environment.filters |= {word: getattr(notation, word) for word in words}
    environment.filters |= {
        "math": _math,
        "file_name": file_name,
        "paper_file": paper_file,
        "source_link": source_link,
    }
    environment.globals |= {
        "summary": summary,
        "outcomes": {outcome.name: outcome.value for outcome in Outcome},
        "reasons": {reason.name: reason.value for reason in Reason},
    }
    return environment

r"""A record for the author of a paper: a table of claims, their statements, and the sources.

`claims.tex` and `statements.tex` are to be \input into a document that loads amsmath, booktabs and
longtable, as `main.tex` does; `sources.bib` has what they cite.
"""

from __future__ import annotations

from collections.abc import Iterator

from peirama.reports import bibliography, gaps, latex, notation, summary
from peirama.reports.schema import Claim, Record, Source

MAIN = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[margin=2cm]{geometry}
\usepackage{amsmath,amssymb,booktabs,longtable}
\begin{document}
\input{claims}
\input{statements}
\bibliographystyle{plain}
\bibliography{sources}
\end{document}
"""
HEAD = "Claim & Clause & Settings & Trials & Nearest gap & Interval & Margin & Caught & Verdict"
COLUMNS = "llrrrlrll"


def files(record: Record) -> dict[str, str]:
    """The text of each file, by name."""
    return {
        "claims.tex": table(record),
        "statements.tex": statements(record),
        "sources.bib": bibliography.render(record),
        "main.tex": MAIN,
    }


def table(record: Record) -> str:
    """A longtable with a row a clause: its gap nearest to the false zone, and the margin."""
    rows = (row for claims in summary.papers(record).values() for row in _paper(claims, record))
    return "\n".join(
        [
            r"\begingroup\footnotesize\setlength{\tabcolsep}{3pt}",
            rf"\begin{{longtable}}{{{COLUMNS}}}",
            rf"\caption{{{_caption(record)}}}\\",
            rf"\toprule {HEAD} \\",
            r"\midrule \endhead",
            r"\bottomrule \endfoot",
            *rows,
            r"\end{longtable}\endgroup",
            "",
        ]
    )


def statements(record: Record) -> str:
    """Each claim with its source, its prediction as a formula, and what it does not show."""
    known = bibliography.keys(record)
    return "\n".join(line for claim in record.claims for line in _statement(claim, known))


def _caption(record: Record) -> str:
    run = record.run
    version = latex.prose(run.versions.get("peirama", "of unknown version"))
    return (
        f"Run {latex.prose(run.id)}: profile {run.profile}, seed {run.seed}, peirama {version}. "
        "A gap is observed minus predicted, in the unit of the rule, at the setting that came "
        "nearest to the false zone; its interval is at the level that decides. Caught: wrong "
        "versions refuted, of those within reach. That any true claim of the suite is refuted has "
        f"probability at most {latex.number(run.alpha)}."
    )


def _paper(claims: tuple[Claim, ...], record: Record) -> Iterator[str]:
    known = bibliography.keys(record)
    cited = sorted({known[bibliography.whole(c.source)] for c in claims if c.source is not None})
    cite = rf" \cite{{{','.join(cited)}}}" if cited else ""
    title = rf"\emph{{{latex.prose(claims[0].paper)}}}{cite}"
    yield rf"\multicolumn{{{len(COLUMNS)}}}{{l}}{{{title}}} \\"
    for claim in claims:
        yield from _rows(claim)


def _rows(claim: Claim) -> Iterator[str]:
    """A row a clause, the claim's own numbers in the first."""
    name = claim.name.partition("/")[2] or claim.name
    trials = sum(tried.trials for tried in claim.settings)
    own = [
        latex.prose(name),
        str(len(claim.settings)),
        str(trials),
        _caught(claim),
        _verdict(claim),
    ]
    found = gaps.gaps(claim) or {"": []}
    for index, (clause, entries) in enumerate(found.items()):
        head, settings, tried, caught, verdict = own if index == 0 else [""] * len(own)
        shown = latex.prose(clause) if len(found) > 1 else ""
        cells = [head, shown, settings, tried, *_nearest(entries), caught, verdict]
        yield " & ".join(cells) + r" \\"


def _nearest(entries: list[gaps.Gap]) -> list[str]:
    if not entries:
        return ["--"] * 3
    gap = gaps.worst(entries, 1)[0]
    seen = latex.number(gap.part.estimate), latex.interval(gap.ends)
    return [*seen, latex.number(gap.part.delta)]


def _caught(claim: Claim) -> str:
    score = summary.score((claim,))
    return f"{score.refuted} of {score.in_reach}" if score.ran else "not run"


def _verdict(claim: Claim) -> str:
    reason = f" ({notation.reason(claim.verdict.reason)})" if claim.verdict.reason else ""
    return f"{notation.outcome(claim.verdict.outcome)}{reason}{', vacuous' * claim.vacuous}"


def _statement(claim: Claim, known: dict[Source, str]) -> Iterator[str]:
    if claim.source is None:
        return
    place = f"[{{{latex.prose(claim.source.place)}}}]" if claim.source.place else ""
    yield rf"\paragraph{{{latex.prose(claim.name)}}}"
    yield rf"({latex.prose(claim.status)}) {latex.prose(claim.statement)}"
    yield rf"\cite{place}{{{known[bibliography.whole(claim.source)]}}}"
    for entry in claim.predicted:
        name = f" ({latex.prose(entry.name)})" if len(claim.predicted) > 1 else ""
        words = not entry.mathml  # a function, which its claim describes
        shown = f"$\\displaystyle {latex.formula(entry.latex, entry.text)}$"  # breaks over lines
        yield rf"\par\noindent Predicted{name}: {latex.prose(entry.text) if words else shown}"
    yield rf"\par\noindent It does not show: {latex.prose(claim.does_not_show)}"
    yield ""

"""The sources of a record's claims as BibTeX, each with a key that BibTeX and LaTeX accept."""

from __future__ import annotations

import re
import unicodedata

from peirama.reports import latex
from peirama.reports.schema import Record, Source


def keys(record: Record) -> dict[Source, str]:
    """The BibTeX key of each source, places aside; sources whose keys clash get a number."""
    found: dict[Source, str] = {}
    for source in _sources(record):
        key, number = _key(source.key), 2
        while key in found.values():
            key, number = f"{_key(source.key)}-{number}", number + 1
        found[source] = key
    return found


def whole(source: Source) -> Source:
    """The source without the place in it."""
    return source.model_copy(update={"place": ""})


def render(record: Record) -> str:
    """The file `sources.bib`."""
    return "\n".join(_entry(key, source) for source, key in keys(record).items())


def authors(text: str) -> list[str]:
    """The names in a list such as "A. Ada, B. Hart and C. Cole"."""
    names = re.split(r",\s*(?:and\s+|&\s*)?|\s+and\s+|\s*&\s*", text)
    return [name.strip() for name in names if name.strip()]


def _sources(record: Record) -> list[Source]:
    known = {whole(claim.source) for claim in record.claims if claim.source is not None}
    return sorted(known, key=lambda source: (source.key, source.year, source.title, source.authors))


def _key(text: str) -> str:
    plain = unicodedata.normalize("NFD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9:._+-]", "", plain) or "source"


def _entry(key: str, source: Source) -> str:
    """One entry; names and title in braces, so that BibTeX leaves their letters alone."""
    names = " and ".join(f"{{{latex.prose(name)}}}" for name in authors(source.authors))
    fields = {
        "author": names,
        "title": f"{{{latex.prose(source.title)}}}",
        "year": f"{source.year}",
    }
    fields |= _identified(source.identifier)
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items()]
    return "@misc{" + ",\n".join([key, *lines]) + "\n}\n"


def _identified(identifier: str) -> dict[str, str]:
    arxiv = re.fullmatch(r"(?:arXiv:)?(\d{4}\.\d{4,5}(?:v\d+)?)", identifier)
    if arxiv:
        shown = f"arXiv:{arxiv[1]}"
        return {"eprint": arxiv[1], "archivePrefix": "arXiv", "howpublished": shown}
    doi = re.fullmatch(r"(?:doi:)?(10\.\d{4,9}/[-._;()/:A-Za-z0-9]+)", identifier)
    if doi:
        return {"doi": doi[1], "howpublished": latex.prose(f"doi:{doi[1]}")}
    return {"howpublished": latex.prose(identifier)}

"""Formulas as presentation MathML, which browsers show without a script.

The text of a record is foreign: of its MathML only known elements, without attributes that could
do anything, reach a page.
"""

from __future__ import annotations

import html
from html.parser import HTMLParser

import sympy
from sympy.printing.mathml import mathml

SCRIPTS = {"msub", "msup", "msubsup", "munder", "mover", "munderover"}
TABLES = {"mtable", "mtr", "mtd"}
PIECES = {"mi", "mn", "mo", "mtext", "mspace", "mrow", "mfrac", "msqrt", "mroot", "mstyle"}
ELEMENTS = SCRIPTS | TABLES | PIECES
ATTRIBUTES = {"linethickness", "mathvariant", "columnalign"}


def printed(expression: sympy.Basic) -> str:
    """The expression as the content of a `math` element, its entities resolved."""
    return clean(mathml(expression, printer="presentation"))


def clean(text: str) -> str:
    """Only the known elements and attributes of a piece of MathML, balanced, its text escaped."""
    cleaner = _Cleaner()
    cleaner.feed(text)
    cleaner.close()
    return "".join(cleaner.parts) + "".join(f"</{tag}>" for tag in reversed(cleaner.open))


class _Cleaner(HTMLParser):
    """Collects what is allowed; closing an element closes what was left open in it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ELEMENTS:
            kept = [f' {n}="{html.escape(v or "")}"' for n, v in attrs if n in ATTRIBUTES]
            self.parts.append(f"<{tag}{''.join(kept)}>")
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open:
            closed = self.open.pop()
            self.parts.append(f"</{closed}>")
            if closed == tag:
                break

    def handle_data(self, data: str) -> None:
        self.parts.append(html.escape(data, quote=False))

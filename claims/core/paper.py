"""The story of a paper: its claims in the order in which a reader should meet them."""

from __future__ import annotations

from dataclasses import dataclass

from peirama.claims.core.claim import Source


@dataclass(frozen=True)
class Chapter:
    """A step of the story, and the claims that test it."""

    title: str
    text: str
    claims: tuple[str, ...]  # names without the paper


@dataclass(frozen=True)
class Paper:
    """What a paper says, how it was read here, and its claims in order.

    Raises ValueError if a claim stands in two chapters.
    """

    name: str
    source: Source
    summary: str
    chapters: tuple[Chapter, ...]
    limits: str  # what of the paper was not available, or is not claimed

    def __post_init__(self) -> None:
        named = [claim for chapter in self.chapters for claim in chapter.claims]
        twice = sorted({claim for claim in named if named.count(claim) > 1})
        if twice:
            raise ValueError(f"{self.name}: {twice[0]} stands in two chapters; keep it in one.")

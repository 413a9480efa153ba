"""What the commands have in common: their options, and where they print."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console


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


Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
ProfileOption = Annotated[Profile, typer.Option(help="How much is tried.")]
Seed = Annotated[int, typer.Option(help="The root of every random stream.")]
DeviceOption = Annotated[Device, typer.Option(help="Where experiments run.")]
Jobs = Annotated[int, typer.Option(min=0, help="Processes; 0 is one a core.")]
ClaimName = Annotated[str, typer.Argument(metavar="CLAIM")]
Run = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]


def console() -> Console:
    """The terminal, as wide as it is."""
    from rich.console import Console

    return Console()

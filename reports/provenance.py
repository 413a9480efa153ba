"""Where a run was made: versions, platform, source revision."""

from __future__ import annotations

import platform
import shlex
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("numpy", "scipy", "sympy", "torch", "hypothesis", "peirama")


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that a result may depend on."""
    return {"python": platform.python_version()} | {name: _version(name) for name in PACKAGES}


def machine() -> str:
    """The operating system and processor."""
    return f"{platform.system()} {platform.release()} {platform.machine()}"


def revision() -> str | None:
    """The git commit of our own source, with `+changes` if edited; None if git does not hold it."""
    here = Path(__file__).resolve().parent
    if _git(here, "ls-files", "--error-unmatch", __file__) is None:
        return None  # installed below another repository, whose commit says nothing of us
    head = _git(here, "rev-parse", "HEAD")
    if head is None:
        return None
    return head + ("+changes" if _git(here, "status", "--porcelain") else "")


def command() -> str:
    """The command line of this process."""
    return shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(  # noqa: S603 - fixed arguments
            ["git", "-C", str(folder), *arguments],  # noqa: S607 - whichever git the user has
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None

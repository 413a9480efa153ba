import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from peirama.reports import cli

COMMAND = Path(sys.executable).with_name("peirama")


def run(*arguments, cwd=None, env=None):
    """The command as a user runs it."""
    return subprocess.run(
        [COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=env,
        check=False,
        timeout=600,
    )


def inside(*arguments):
    """The command in this process, which saves the second that imports take."""
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", ["peirama", *map(str, arguments)]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            cli.main()
            code = 0
        except SystemExit as end:
            code = end.code or 0
    return SimpleNamespace(returncode=code, stdout=out.getvalue(), stderr=err.getvalue())


def comparable(folder):
    from peirama.reports import record

    return json.dumps(record.comparable(record.read(folder / "record.json")), sort_keys=True)


@pytest.fixture(scope="session")
def peirama():
    return SimpleNamespace(run=run, inside=inside, comparable=comparable, command=COMMAND)


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """A run of one claim with its mutants, in one process."""
    folder = tmp_path_factory.mktemp("runs") / "one"
    done = run(
        "check",
        "beta-threshold/critical-overlap",
        "--mutants",
        "--seed",
        7,
        "--jobs",
        1,
        "--device",
        "cpu",
        "--out",
        folder,
    )
    assert done.returncode == 0, done.stderr
    return folder

"""One root seed gives one record: for any number of processes, and after a kill too."""

import signal
import subprocess
import time

import pytest

ARGUMENTS = (
    "check",
    "beta-threshold/critical-overlap",
    "beta-threshold/fixed-points",
    "--mutants",
    "--seed",
    "7",
    "--device",
    "cpu",
)


@pytest.fixture(scope="module")
def unbroken(peirama, tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "unbroken"
    assert peirama.run(*ARGUMENTS, "--jobs", 1, "--out", folder).returncode == 0
    return folder


def test_two_processes_give_the_record_of_one(peirama, unbroken, tmp_path):
    folder = tmp_path / "two"
    assert peirama.run(*ARGUMENTS, "--jobs", 2, "--out", folder).returncode == 0
    assert peirama.comparable(folder) == peirama.comparable(unbroken)


def looks(folder):
    import sqlite3

    try:
        with sqlite3.connect(f"file:{folder / 'run.sqlite'}?mode=ro", uri=True) as connection:
            return connection.execute("select count(*) from entry").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def test_a_killed_run_goes_on_to_the_same_record(peirama, unbroken, tmp_path):
    folder = tmp_path / "killed"
    command = [peirama.command, *ARGUMENTS, "--jobs", "2", "--out", folder]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while looks(folder) < 6 and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (folder / "record.json").exists()
    assert peirama.run("check", "--resume", "--out", folder).returncode == 0
    assert peirama.comparable(folder) == peirama.comparable(unbroken)


def test_an_interrupted_run_says_how_to_go_on(peirama, unbroken, tmp_path):
    folder = tmp_path / "interrupted"
    command = [peirama.command, *ARGUMENTS, "--jobs", "2", "--out", folder]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    while looks(folder) < 6 and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "--resume" in error
    assert "Traceback" not in error
    assert peirama.run("check", "--resume", "--out", folder).returncode == 0
    assert peirama.comparable(folder) == peirama.comparable(unbroken)

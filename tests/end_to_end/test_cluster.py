"""A run on a Dask cluster gives the record of a run on this machine."""

import json
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

CHECK = ("check", "beta-threshold/critical-overlap", "beta-threshold/fixed-points", "--seed", "7")


@pytest.fixture(scope="module")
def address(peirama, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    dask = str(Path(peirama.command).with_name("dask"))
    scheduler = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    worker = ("worker", "--nworkers", "2", "--nthreads", "2", "--no-dashboard")
    with ExitStack() as stack:
        for words in (scheduler, worker):
            command = [dask, *words, "--scheduler-file", str(file)]
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            process = subprocess.Popen(command, cwd=folder, **quiet)
            stack.callback(process.wait)
            stack.callback(process.terminate)
            while not file.exists() and process.poll() is None:
                time.sleep(0.05)
        yield json.loads(file.read_text())["address"]


def test_a_cluster_gives_the_record_of_this_machine(peirama, address, tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    assert peirama.run(*CHECK, "--out", here).returncode == 0
    found = peirama.run(*CHECK, "--out", there, "--dask", address)
    assert found.returncode == 0, found.stderr
    assert peirama.comparable(there) == peirama.comparable(here)


def test_an_address_where_nothing_answers_is_one_sentence(peirama, tmp_path):
    found = peirama.run(*CHECK, "--dask", "tcp://127.0.0.1:9", "--out", tmp_path / "run")
    assert found.returncode == 2
    assert "no scheduler answers" in found.stderr
    assert "Traceback" not in found.stderr

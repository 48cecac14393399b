"""A real Dask scheduler and two worker processes on loopback, one of which is killed in the middle."""

import importlib.util
import json
import socket
import subprocess
import sys

import pytest

from solsearch.tournament.schedule import Plan

needs_dask = pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="Dask is not installed")
ARGUMENTS = ("random", "random", "--games", "150", "--seed", "2")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def cluster(tmp_path):
    """The scheduler's address and the two workers."""
    address = f"tcp://127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--no-dashboard"]
    command += ["--port", address.rpartition(":")[2]]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    running = [subprocess.Popen(command, **quiet)]
    running += [subprocess.Popen(worker, **quiet) for _ in range(2)]
    yield address, running[1:]
    for process in running:
        process.kill()
        process.wait()


@needs_dask
def test_a_worker_killed_in_the_middle_changes_nothing(cluster, document, here, start, stored, wait_for_games):
    address, workers = cluster
    path = here / "games.db"
    run = start(*ARGUMENTS, "--scheduler", address, "--store", path, "--json")
    wait_for_games(path, 15)
    assert 0 < stored(path) < 150
    workers[0].kill()
    out, said = run.communicate(timeout=80)
    assert run.returncode == 0, said
    found = json.loads(out)
    del found["time"], found["store"]
    assert found == document(*ARGUMENTS, "--workers", "2")


@needs_dask
def test_no_scheduler_there(monkeypatch):
    from solsearch.tournament import cluster

    monkeypatch.setattr(cluster, "CONNECTING", 1)
    with pytest.raises(ValueError, match="no scheduler answers there"):
        next(cluster.run(Plan(bots=("random", "random"), games=2), [0], f"tcp://127.0.0.1:{free_port()}"))


def test_without_dask_it_is_told_what_to_install(monkeypatch):
    from solsearch.tournament import cluster

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"pip install 'solsearch\[cluster\]'"):
        cluster._imported()

"""Long experiments on a Dask cluster: the same bytes as with processes, whatever is lost on the way."""

import os
import signal
import socket
import subprocess
import sys
import time
from functools import partial

import pytest

from aucc_teach.experiments import EXPERIMENTS, Experiment, read_table, run

N_BLOCKS = 12


def toy_settings(full):
    return {"seed": 7}


def toy_n_blocks(settings):
    return N_BLOCKS


def toy_block(settings, block, rng):
    return [block, float(rng.random())]


def toy_rows(settings, results):
    return [{"block": block, "value": value} for block, value in results]


TOY = Experiment("toy", "A toy", toy_settings, toy_n_blocks, toy_block, toy_rows)


# Blocks that cause trouble; their first argument is bound before they are sent.


def killing_its_worker(marker, settings, block, rng):
    if block == 5 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return toy_block(settings, block, rng)


def failing_after_three(kept, settings, block, rng):
    if block == 5:
        while kept.read_bytes().count(b"\n") < 1 + 3:
            time.sleep(0.01)
        raise FileNotFoundError("no such data")
    return toy_block(settings, block, rng)


def alone(folder, seconds, settings, block, rng):
    folder.mkdir()  # Refused while another block is running.
    time.sleep(seconds)
    folder.rmdir()
    return toy_block(settings, block, rng)


def where(settings, block, rng):
    return [block, os.getpid()]


@pytest.fixture
def address(dask_client):
    dask_client.wait_for_workers(2, timeout=60)  # One may have been killed by the test before.
    return dask_client.scheduler.address


@pytest.fixture(scope="module")
def toy_bytes(tmp_path_factory):
    output = tmp_path_factory.mktemp("here") / "toy.csv"
    run(TOY, output, n_jobs=1)
    return output.read_bytes()


@pytest.fixture(scope="module")
def rand_bytes(tmp_path_factory):
    output = tmp_path_factory.mktemp("here") / "rand1971.csv"
    run(EXPERIMENTS["rand1971"], output, n_jobs=2)
    return output.read_bytes()


def test_a_study_gives_the_same_bytes(rand_bytes, address, tmp_path, capsys):
    assert run(EXPERIMENTS["rand1971"], tmp_path / "cluster.csv", scheduler=address)
    assert (tmp_path / "cluster.csv").read_bytes() == rand_bytes
    assert "4/4" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["cluster.csv"]


def test_the_blocks_run_on_the_workers(dask_client, address, tmp_path):
    run(TOY._replace(run_block=where), tmp_path / "where.csv", scheduler=address)
    assert set(read_table(tmp_path / "where.csv")["value"]) <= set(dask_client.run(os.getpid).values())


def test_a_killed_worker_changes_nothing(toy_bytes, address, tmp_path):
    marker = tmp_path / "killed"
    run(TOY._replace(run_block=partial(killing_its_worker, marker)), tmp_path / "killed.csv", scheduler=address)
    assert marker.exists()
    assert (tmp_path / "killed.csv").read_bytes() == toy_bytes


@pytest.mark.parametrize("cluster_first", [True, False])
def test_what_one_way_began_the_other_ends(toy_bytes, address, tmp_path, capsys, cluster_first):
    ways = [{"scheduler": address}, {"n_jobs": 2}]
    first, then = ways if cluster_first else ways[::-1]
    output, kept = tmp_path / "toy.csv", tmp_path / "toy.csv.partial"
    # An error of the block, though of the kind that a lost connection has too.
    with pytest.raises(FileNotFoundError, match="no such data"):
        run(TOY._replace(run_block=partial(failing_after_three, kept)), output, **first)
    n_kept = kept.read_bytes().count(b"\n") - 1
    assert 3 <= n_kept < N_BLOCKS
    capsys.readouterr()
    run(TOY, output, **then)
    assert f"{n_kept}/{N_BLOCKS}" in capsys.readouterr().err.split("\r")[1]
    assert output.read_bytes() == toy_bytes


def test_blocks_that_measure_time_run_one_at_a_time(toy_bytes, address, tmp_path):
    together = TOY._replace(run_block=partial(alone, tmp_path / "busy", 1.0))  # on a slow machine, too, two meet
    with pytest.raises(FileExistsError):
        run(together, tmp_path / "together.csv", scheduler=address)
    one = TOY._replace(run_block=partial(alone, tmp_path / "free", 0.05), one_at_a_time=True)
    run(one, tmp_path / "one.csv", scheduler=address)
    assert (tmp_path / "one.csv").read_bytes() == toy_bytes


def test_workers_of_other_versions_are_refused(address, tmp_path, monkeypatch):
    monkeypatch.setattr("aucc_teach.experiments._runner._versions", lambda: {"numpy": "1.0"})
    with pytest.raises(ValueError, match=r"workers must have the versions \{'numpy': '1.0'\}.*One has .*scipy"):
        run(TOY, tmp_path / "toy.csv", scheduler=address)


@pytest.mark.parametrize("kind", ["nobody", "silent", "no port", "worker"])
def test_a_wrong_address_is_refused_within_seconds(kind, dask_client, address, tmp_path):
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        if kind == "silent":
            server.listen()
        wrong = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        if kind == "no port":
            wrong = "nowhere"
        if kind == "worker":
            wrong = next(iter(dask_client.run(os.getpid)))
        start = time.monotonic()
        with pytest.raises(ValueError, match=f"scheduler must be the address of a Dask scheduler.*'{wrong}'"):
            run(TOY, tmp_path / "toy.csv", scheduler=wrong)
    assert time.monotonic() - start < 10
    assert not list(tmp_path.iterdir())


def test_a_cluster_without_workers_is_refused(dask_without_workers, tmp_path, monkeypatch):
    monkeypatch.setattr("aucc_teach.experiments._runner._FIRST_WORKER", 0.5)
    told = rf"scheduler must have workers.*start them with `dask worker {dask_without_workers}"
    with pytest.raises(ValueError, match=told):
        run(TOY, tmp_path / "toy.csv", scheduler=dask_without_workers)


def test_without_dask_it_is_said_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "dask", None)
    with pytest.raises(ValueError, match=r'pip install "aucc-teach\[scale\]"'):
        run(TOY, tmp_path / "toy.csv", scheduler="tcp://127.0.0.1:8786")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups to end together")
@pytest.mark.breadth
def test_a_lost_scheduler_ends_the_command_and_keeps_the_blocks(dask_processes, rand_bytes, tmp_path):
    address, scheduler = dask_processes
    output, kept = tmp_path / "rand1971.csv", tmp_path / "rand1971.csv.partial"
    command = [sys.executable, "-m", "aucc_teach", "reproduce", "rand1971", "--output", str(output)]
    process = subprocess.Popen([*command, "--scheduler", address], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not (kept.exists() and kept.read_bytes().count(b"\n") >= 2):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)
    scheduler.kill()
    said = process.communicate(timeout=15)[1]
    assert process.returncode == 1
    assert f"The Dask scheduler at {address} is gone" in said
    assert "Finished blocks are kept" in said
    assert "Traceback" not in said
    n_kept = kept.read_bytes().count(b"\n") - 1
    assert 1 <= n_kept < 4
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"{n_kept}/4" in again.stderr
    assert output.read_bytes() == rand_bytes

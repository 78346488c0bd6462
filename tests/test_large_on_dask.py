"""aucc_bounds on a Dask cluster: the same answer to the last bit, whatever is lost."""

import os
import signal
import threading
import time

import dask.array as da
import numpy as np
import pytest

import aucc_teach as at


@pytest.fixture(scope="module")
def clouds():
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 4, size=3500)
    return rng.normal(size=(3500, 6)) + rng.normal(size=(4, 6))[labels], labels


@pytest.mark.parametrize("width", [1e-4, 0])
def test_the_same_to_the_last_bit(dask_client, clouds, width):
    here = at.aucc_bounds(*clouds, width=width)
    assert at.aucc_bounds(*clouds, width=width, client=dask_client) == here


@pytest.mark.parametrize("chunks", [(1000, 4), (3500, 1)])
def test_a_dask_array_stays_on_the_cluster(dask_client, clouds, chunks, monkeypatch):
    X, labels = clouds
    on_cluster = da.from_array(X, chunks=chunks)
    here = at.aucc_bounds(X, labels)
    assert at.aucc_bounds(on_cluster, labels) == here  # loaded
    shapes = []
    compute = da.Array.compute
    monkeypatch.setattr(da.Array, "compute", lambda self, **kw: shapes.append(self.shape) or compute(self, **kw))
    assert at.aucc_bounds(on_cluster, labels, client=dask_client) == here
    assert max(shape[0] for shape in shapes if shape) <= 1000  # the sample, never the whole


def test_a_worker_that_is_killed_does_no_harm(dask_client):
    dask_client.wait_for_workers(2, timeout=60)
    rng = np.random.default_rng(0)
    X, labels = rng.normal(size=(9000, 10)), rng.integers(0, 3, size=9000)
    here = at.aucc_bounds(X, labels, width=1e-7)
    worker = min(dask_client.run(os.getpid).values())
    killed = threading.Timer(0.3, os.kill, (worker, signal.SIGKILL))
    killed.start()
    assert at.aucc_bounds(X, labels, width=1e-7, client=dask_client) == here
    killed.join()
    assert worker not in dask_client.run(os.getpid).values()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups to end together")
def test_a_lost_scheduler_is_said_and_nothing_hangs(dask_processes):
    from dask.distributed import Client

    address, scheduler = dask_processes
    rng = np.random.default_rng(0)
    X, labels = rng.normal(size=(30_000, 10)), rng.integers(0, 3, size=30_000)
    with Client(address, timeout=30) as client:
        threading.Timer(1, scheduler.kill).start()
        start = time.monotonic()
        with pytest.raises(ConnectionError, match=f"connection to the Dask scheduler at {address} was lost"):
            at.aucc_bounds(X, labels, width=0, client=client)
        assert time.monotonic() - start < 20
        with pytest.raises(ValueError, match=r"client must be a dask\.distributed\.Client that is connected"):
            at.aucc_bounds(X, labels, client=client)


def test_what_a_cluster_cannot_do_is_refused(dask_client, clouds):
    X, labels = clouds
    for arguments, message in (
        (dict(client="tcp://127.0.0.1:8786"), "client must be a dask.distributed.Client"),
        (dict(client=dask_client, n_jobs=2), "with a client leave it out"),
    ):
        with pytest.raises(ValueError, match=message):
            at.aucc_bounds(X, labels, **arguments)
    with pytest.raises(ValueError, match="not on the cluster"):
        at.aucc_bounds(np.ones(3), [0, 0, 1], metric="precomputed", client=dask_client)
    unknown = da.from_array(X, chunks=(800, 6))
    unknown = unknown[unknown[:, 0] > 0]
    for bad, message in (
        (unknown, "known shape"),
        (da.from_array(X[:, 0], chunks=800), "known shape"),
        (da.from_array(np.where(X > 2, np.nan, X), chunks=(800, 6)), "finite"),
        (da.from_array(X.astype(str), chunks=(800, 6)), "real numbers"),
        (da.from_array(X[:-1], chunks=(800, 6)), "3500 labels, 3499 objects"),
    ):
        with pytest.raises(ValueError, match=message):
            at.aucc_bounds(bad, labels, client=dask_client)

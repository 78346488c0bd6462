"""The numbers of a report, against other ways to them; its threads and its memory."""

import tracemalloc
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import AgglomerativeClustering
from sklearn.datasets import make_circles
from small_reports import POINTS, TABLE, of_noise, of_three, small
from threadpoolctl import threadpool_info, threadpool_limits

import aucc_teach as at
from aucc_report import Conclusion, Doubt, Statement
from aucc_report._jaccard import best_jaccard, jaccard_of_clusters
from aucc_report._make import SEEDS
from aucc_report._object_effects import describe_objects, spoils
from aucc_report._reference_comparison import BYTES_OF_PAIR, SHOWN, Standing, criteria_tested, judge
from aucc_report._rows import Outside, labels_of_all
from aucc_report._stability import mean_and_error, stability
from aucc_report.clusterers import check_algorithms, label_rows_of_many
from aucc_report.intake import take_in
from aucc_teach.calibration import REFERENCES, Space, calibrated_choice
from aucc_teach.criteria import CRITERIA
from aucc_teach.input import memory

FRAMES = ("columns", "rows", "tests", "by_k", "votes", "agreement", "objects")


def assert_same(one, other, frames=FRAMES):
    for name in frames:
        pd.testing.assert_frame_equal(getattr(one, name), getattr(other, name))
    for name in ("pvalues", "pvalue", "candidate", "whole", "conclusion", "doubts"):
        assert getattr(one, name) == getattr(other, name), name


@pytest.mark.parametrize("points", [POINTS, np.random.default_rng(7).normal(size=(60, 2))], ids=["clusters", "noise"])
def test_the_tests_are_those_of_calibrated_choice(points):
    found = small(points, scaling="none", references=("radial", "box"), n_references=21, rng=11)
    seeds = dict(zip(SEEDS, np.random.default_rng(11).integers(2**31, size=len(SEEDS)).tolist(), strict=True))
    for (name, title), row in found.tests.iterrows():
        criterion = {"AUCC": "aucc_score", "VRC": "calinski_harabasz_score"}[title]
        radial, box = (
            calibrated_choice(
                points,
                lambda X, k, name=name: label_rows_of_many(X, [k], name)[0],
                range(2, 6),
                criterion=criterion,
                references=(kind,),
                n_references=21,
                rng=np.random.default_rng((seeds["references"], 0, REFERENCES.index(kind))),
            )
            for kind in ("radial", "box")
        )
        pvalues = radial.pvalues | box.pvalues
        assert row["peak at"] == radial.best
        assert row["named"] == (radial.best if max(pvalues.values()) <= 0.05 else 1)
        assert {kind: row[f"p, {kind}"] for kind in ("radial", "box")} == pvalues
        ours = found._choices[name, title]
        np.testing.assert_array_equal(ours.scores, radial.scores)
        for kind, other in (("radial", radial), ("box", box)):
            np.testing.assert_array_equal(ours.reference_scores[kind], other.reference_scores[kind])
            np.testing.assert_array_equal(ours.reference_excess[kind], other.reference_excess[kind])
        by_k = found.by_k.loc[name]
        np.testing.assert_array_equal(by_k[title], radial.scores)
        np.testing.assert_array_equal(by_k[f"{title} above radial"], radial.excess)


def standing_of(sets, ks=(2, 3), algorithms=("ward", "average")):
    judged = [
        judge(
            points,
            check_algorithms(algorithms),
            list(ks),
            metric="euclidean",
            seed=0,
            criteria=criteria_tested("euclidean"),
            where="a set",
            step=lambda *told: None,
        )[0]
        for points in sets
    ]
    return Standing(judged[0], {"box": judged[1:]}, ks, criteria_tested("euclidean"))


def test_the_global_test_by_its_definition():
    rng = np.random.default_rng(1)
    space = Space(POINTS)
    sets = [POINTS, *(space.draw("box", True, rng) for _ in range(12))]
    standing = standing_of(sets, ks=(2, 3, 4))
    highest = np.full(13, -np.inf)
    for test in standing.tests:
        scaled = standing.excess[test, "box"]
        peaks = scaled.max(axis=1) - scaled.mean(axis=1)
        highest = np.maximum(highest, (peaks - peaks.mean()) / peaks.std())
    assert standing.global_pvalues() == {"box": (highest >= highest[0]).sum() / 13}


def test_the_global_test_does_not_know_which_set_is_the_data():
    # Its p-values, each set in turn in the place of the data, are the ranks from 1/n to 1: that is its size.
    rng = np.random.default_rng(2)
    sets = [rng.normal(size=(25, 2)) for _ in range(8)]
    found = sorted(standing_of([one, *(s for s in sets if s is not one)]).global_pvalues()["box"] for one in sets)
    assert found == [i / 8 for i in range(1, 9)]


def test_reference_sets_with_too_few_different_rows_are_refused():
    # On a line radial sets keep the distances from the middle: 24 places can become 13 to 23.
    with pytest.raises(ValueError, match=r"VRC must be finite to be tested\. It is not for \[.* on radial set"):
        small(np.arange(24.0)[:, None], ["ward"], [2, 20, 21], references=["radial"])


def test_sets_that_are_alike_do_not_stand_out():
    assert standing_of([POINTS] * 6).global_pvalues() == {"box": 1.0}


def test_stability_is_the_agreement_on_the_rest():
    ks = [2, 3]
    partitions = {"ward": label_rows_of_many(POINTS, ks, "ward")}
    options = {"n_repeats": 3, "metric": "euclidean", "seed": 0, "where": "the data", "step": lambda *told: None}
    found = stability(POINTS, partitions, {"ward": "ward"}, ks, rng=np.random.default_rng(5), **options)["ward"]
    rng = np.random.default_rng(5)
    for row in found:
        kept = np.sort(rng.permutation(60)[10:])
        for k, value in zip(ks, row, strict=True):
            other = label_rows_of_many(POINTS[kept], [k], "ward")[0]
            assert value == at.adjusted_rand_score(partitions["ward"][ks.index(k)][kept], other)
    mean, error = mean_and_error(found)
    np.testing.assert_allclose(mean, found.mean(axis=0))
    np.testing.assert_allclose(error, found.std(axis=0, ddof=1) / 3**0.5)


def test_votes_and_habits():
    votes = of_three().votes
    assert votes.index.tolist() == [CRITERIA[name].title for name in SHOWN]
    scorer = at.criteria.CriteriaScorer(of_three()._points)
    rows = label_rows_of_many(of_three()._points, range(2, 6), "average")
    for name, scores in scorer.score_many(rows, SHOWN).items():
        best = scores.argmax() if CRITERIA[name].higher_is_better else scores.argmin()
        assert votes.loc[CRITERIA[name].title, "average"] == best + 2
    assert votes.loc["VRC", ["ward", "average"]].tolist() == [3, 3]
    assert votes["habit"].str.fullmatch(r"[2-5] \(\d+ of 20\)").all()


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
    with pytest.raises(ValueError, match=r"algorithm must be one of \['ward', 'average'\]"):
        found.labels(3, "k-means")
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


def test_the_work_runs_on_one_thread():
    seen = set()

    def halves(X, k):
        seen.update(library["num_threads"] for library in threadpool_info())
        return X[:, 0].argsort(kind="stable").argsort() * k // len(X)

    with threadpool_limits(2):
        assert max(library["num_threads"] for library in threadpool_info()) == 2
        small(algorithms={"halves": halves}, ks=[2, 3])
    assert seen == {1}


def test_what_the_pairs_take_and_that_it_is_refused(monkeypatch):
    n = 700
    points = np.random.default_rng(0).normal(size=(n, 2))
    n_pairs = n * (n - 1) // 2
    tracemalloc.start()
    options = {"metric": "euclidean", "seed": 0, "where": "a set", "step": lambda *told: None}
    algorithms = check_algorithms(["ward", "average"])
    judged, ranking = judge(points, algorithms, [2, 9], criteria=SHOWN, **options)
    describe_objects(points, ranking.doubled_mid_ranks, judged.partitions["ward"][0], range(n), metric="euclidean")
    judge(points, algorithms, [2, 9], criteria=SHOWN, **options)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert BYTES_OF_PAIR / 2 < peak / n_pairs < BYTES_OF_PAIR
    monkeypatch.setattr(memory, "_ALWAYS_FITS", 0)
    monkeypatch.setattr(memory, "free_memory", lambda: 60 * 59 // 2 * BYTES_OF_PAIR - 1)
    with pytest.raises(ValueError, match="60 objects make 1770 pairs"):
        small()

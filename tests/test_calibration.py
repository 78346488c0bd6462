"""The calibrated choice, against plain readings of its definition."""

import math
from functools import partial

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist
from scipy.stats import binom, chisquare
from sklearn.cluster import DBSCAN, HDBSCAN, AgglomerativeClustering, FeatureAgglomeration, KMeans, SpectralClustering
from sklearn.decomposition import PCA
from sklearn.metrics import silhouette_score
from sklearn.mixture import GaussianMixture
from sklearn.pipeline import Pipeline, make_pipeline

import aucc_teach as at
from aucc_teach.calibration import excess_and_pvalue
from aucc_teach.criteria import CRITERIA

RNG = np.random.default_rng(5)
DATA = RNG.standard_normal((40, 3)) @ RNG.standard_normal((3, 3)) + [5.0, -2.0, 100.0]
TWO_BLOBS = np.vstack([RNG.standard_normal((12, 2)), RNG.standard_normal((12, 2)) + np.array([9.0, 0.0])])


def ward(X, k):
    return fcluster(linkage(X, "ward"), k, "maxclust")


def in_order(X, k):
    """Exactly k clusters of nearly equal size along the first column."""
    return X[:, 0].argsort(kind="stable").argsort() * k // len(X)


def score_by_itself(criterion, X, labels, metric):
    found = CRITERIA[criterion]
    return found.function(X, labels) if found.needs_coordinates else found.function(X, labels, metric=metric)


def on_plain_scale(criterion, X, labels, score, metric):
    """The scale of one score, higher is better; None for ranks, which need all sets."""
    scale, sign = CRITERIA[criterion].scale, 1 if CRITERIA[criterion].higher_is_better else -1
    if scale == "rank":
        return None
    if scale == "log":
        return sign * math.log(score)
    if scale == "fisher":
        n = {"pairs": len(X) * (len(X) - 1) / 2, "objects": len(X)}[CRITERIA[criterion].terms]
        return sign * math.log((n * (1 + score) + 1) / (n * (1 - score) + 1)) / 2
    counts = at.concordance(X, labels, metric=metric)
    n = counts.s_plus + counts.s_minus + counts.s_zero
    # AUCC is a mean of comparisons, half of a tied one; the C-index is on the scale of as many.
    closer = counts.s_plus + counts.s_zero / 2 if criterion == "aucc_score" else n * score
    return sign * (math.log(closer + 0.5) - math.log(n - closer + 0.5))


def plain_choice(X, cluster, ks, criterion, references, n_references, significance_level, rng, metric="euclidean"):
    """The choice by its definition, set by set and score by score."""
    result = {"pvalues": {}, "reference_scores": {}, "reference_excess": {}}
    for kind in references:
        sets = [X, *(at.reference_data(X, reference=kind, rng=rng) for _ in range(n_references))]
        scores, values = [], []
        for points in sets:
            scores.append([])
            values.append([])
            for k in ks:
                labels = cluster(points, k)
                score = score_by_itself(criterion, points, labels, metric)
                scores[-1].append(score)
                values[-1].append(on_plain_scale(criterion, points, labels, score, metric))
        for j in range(len(ks)):
            column = [row[j] for row in scores]
            if values[0][j] is None:  # every criterion on ranks is better where it is higher
                ranks = [sum(b < a for b in column) + (1 + sum(b == a for b in column)) / 2 for a in column]
                for row, rank in zip(values, ranks, strict=True):
                    row[j] = rank
        means = [sum(row[j] for row in values) / len(values) for j in range(len(ks))]
        excess = [[value - mean for value, mean in zip(row, means, strict=True)] for row in values]
        peaks = [max(row) - sum(row) / len(row) if len(row) > 1 else row[0] for row in excess]
        reached = sum(peak > peaks[0] or math.isclose(peak, peaks[0], abs_tol=1e-9) for peak in peaks)
        result["pvalues"][kind] = reached / (n_references + 1)
        result["reference_scores"][kind] = scores[1:]
        result["reference_excess"][kind] = excess[1:]
        if kind == references[0]:
            result |= {"scores": scores[0], "excess": excess[0], "best": ks[excess[0].index(max(excess[0]))]}
    result["pvalue"] = max(result["pvalues"].values())
    result["n_clusters"] = result["best"] if result["pvalue"] <= significance_level else 1
    return result


def assert_same(choice, plain):
    assert choice.pvalues == plain["pvalues"]
    for name in ("n_clusters", "best", "pvalue"):
        assert getattr(choice, name) == plain[name]
    for name in ("scores", "excess"):
        np.testing.assert_allclose(getattr(choice, name), plain[name], rtol=1e-7, atol=1e-9)
    for name in ("reference_scores", "reference_excess"):
        assert list(getattr(choice, name)) == list(plain[name])
        for kind, found in getattr(choice, name).items():
            np.testing.assert_allclose(found, plain[name][kind], rtol=1e-7, atol=1e-9)


SOME_CRITERIA = [name for name in CRITERIA if not name.startswith("dunn_")] + ["dunn_score", "dunn_53_score"]


@pytest.mark.parametrize("criterion", SOME_CRITERIA)
def test_the_choice_agrees_with_its_definition(criterion):
    for X, ks in ((TWO_BLOBS, [4, 2, 3]), (DATA[:14, :2], [2, 5])):
        options = {
            "criterion": criterion,
            "references": ["radial", "box"],
            "n_references": 9,
            "significance_level": 0.3,
        }
        choice = at.calibrated_choice(X, ward, ks, rng=np.random.default_rng(8), **options)
        assert_same(choice, plain_choice(X, ward, ks, rng=np.random.default_rng(8), **options))
        assert (choice.criterion, choice.ks) == (criterion, tuple(ks))


def test_excess_and_p_value_of_a_table_by_hand():
    table = np.array([[3.0, 1.0], [1.0, 3.0], [3.0, 1.0], [1.0, 1.0]])
    excess, pvalue = excess_and_pvalue(table)
    np.testing.assert_array_equal(excess, table - [2.0, 1.5])
    # Peaks less the mean excess: 3/4, 5/4, 3/4 and 1/4, so that three of four reach that of the data.
    assert pvalue == 3 / 4
    # A level that is higher by the same amount for every k is no peak.
    assert excess_and_pvalue(np.array([[10.0, 10.0], [1.0, 0.0], [0.0, 1.0]]))[1] == 1.0
    assert excess_and_pvalue(np.array([[10.0], [1.0], [0.0]]))[1] == 1 / 3
    # Ties but for rounding.
    assert excess_and_pvalue(np.array([[1.0], [1.0 - 1e-14], [0.0]]))[1] == 2 / 3
    assert excess_and_pvalue(np.array([[1.0], [1.0 - 1e-5], [0.0]]))[1] == 1 / 3
    # Rounding is in proportion to the numbers, large or small.
    assert excess_and_pvalue(np.array([[1e6], [1e6 - 1e-5], [0.0]]))[1] == 2 / 3
    assert excess_and_pvalue(np.array([[1e-6], [1e-6 - 1e-11], [0.0]]))[1] == 1 / 3


@pytest.mark.parametrize(("n_references", "level"), [(19, 0.05), (39, 0.025), (6, 1 / 7)])
def test_the_level_can_just_be_met(n_references, level):
    options = {"references": ["normal"], "rng": 0, "significance_level": level}
    choice = at.calibrated_choice(TWO_BLOBS, ward, [2], n_references=n_references, **options)
    assert choice.pvalue == 1 / (n_references + 1)
    assert choice.n_clusters == 2
    if n_references > 1:
        with pytest.raises(ValueError, match=f"n_references must be at least .* smallest p-value is 1/{n_references}"):
            at.calibrated_choice(TWO_BLOBS, ward, [2], n_references=n_references - 1, **options)


def same_choice(first, second):
    assert first.pvalues == second.pvalues
    np.testing.assert_array_equal(first.excess, second.excess)


def tree(method, metric):
    return lambda X, k: fcluster(linkage(pdist(X, metric), method), k, "maxclust")


@pytest.mark.parametrize(
    ("cluster", "function", "metric"),
    [
        ("k-means", lambda X, k: KMeans(k, n_init=10, random_state=0).fit_predict(X), "euclidean"),
        ("average", tree("average", "cityblock"), "manhattan"),
        ("ward", ward, "manhattan"),
        (KMeans, lambda X, k: KMeans(k, random_state=0).fit_predict(X), "euclidean"),
        (AgglomerativeClustering, ward, "euclidean"),
        (GaussianMixture, lambda X, k: GaussianMixture(k, random_state=0).fit_predict(X), "euclidean"),
        (
            GaussianMixture(7, covariance_type="diag", random_state=1),
            lambda X, k: GaussianMixture(k, covariance_type="diag", random_state=1).fit_predict(X),
            "euclidean",
        ),
        (
            make_pipeline(PCA(1), GaussianMixture(random_state=1)),
            lambda X, k: GaussianMixture(k, random_state=1).fit_predict(PCA(1).fit_transform(X)),
            "euclidean",
        ),
        (
            make_pipeline(FeatureAgglomeration(2), SpectralClustering(random_state=1)),
            lambda X, k: SpectralClustering(k, random_state=1).fit_predict(FeatureAgglomeration(2).fit_transform(X)),
            "euclidean",
        ),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__) if not isinstance(value, str) else value,
)
def test_an_algorithm_is_a_name_a_class_an_estimator_or_a_function(cluster, function, metric):
    options = {"n_references": 3, "significance_level": 0.25, "references": ["normal"], "metric": metric}
    found = at.calibrated_choice(TWO_BLOBS, cluster, [2, 3], rng=0, **options)
    same_choice(found, at.calibrated_choice(TWO_BLOBS, function, [2, 3], rng=0, **options))


@pytest.mark.parametrize(
    ("cluster", "reason"),
    [
        ("kmeans", r"^cluster must be one of \['k-means', .*'kmeans'"),
        (DBSCAN, r"DBSCAN.*, which has no n_clusters or n_components: .* finds the number by itself"),
        (make_pipeline(PCA(2), HDBSCAN()), r"has no n_clusters or n_components"),
        (PCA(2), r"PCA\(n_components=2\), which has no fit_predict"),
        (PCA, r"PCA.*, which has no fit_predict"),
        (Pipeline, r"Pipeline.*, which cannot be made without arguments"),
        (3, r"cluster must be a name .* Got 3, which has no fit_predict"),
    ],
)
def test_what_cannot_be_asked_for_k_clusters_is_refused_with_the_reason(cluster, reason):
    with pytest.raises(ValueError, match=reason):
        at.calibrated_choice(DATA, cluster, [2, 3])


def test_numbers_of_clusters_by_default():
    options = {"n_references": 1, "significance_level": 0.5}
    assert at.calibrated_choice(DATA, in_order, **options).ks == tuple(range(2, 11))
    assert at.calibrated_choice(DATA[:6], in_order, **options).ks == (2, 3, 4, 5)
    assert at.calibrated_choice(np.repeat(DATA[:4], 2, axis=0), ward, **options).ks == (2, 3)
    with pytest.raises(ValueError, match=r"2 clusters need as many different rows\. Got 1"):
        at.calibrated_choice(np.ones((9, 2)), in_order)


def test_a_criterion_is_a_name_or_a_function():
    options = {"n_references": 19, "rng": 0}
    by_name = at.calibrated_choice(TWO_BLOBS, ward, [2, 3, 4], criterion="silhouette_score", **options)
    same_choice(
        at.calibrated_choice(TWO_BLOBS, ward, [2, 3, 4], criterion=at.criteria.silhouette_score, **options), by_name
    )
    found = at.calibrated_choice(TWO_BLOBS, ward, [2, 3, 4], criterion=silhouette_score, **options)
    np.testing.assert_allclose(found.scores, by_name.scores)
    assert (found.criterion, found.n_clusters, found.best) == ("silhouette_score", 2, 2)
    for kind, of_sets in found.reference_scores.items():
        np.testing.assert_allclose(of_sets, by_name.reference_scores[kind])
    # The excess is that of the scores as they are.
    mean = (found.reference_scores["box"].sum(axis=0) + found.scores) / 20
    np.testing.assert_allclose(found.excess, found.scores - mean)
    unnamed = at.calibrated_choice(TWO_BLOBS, ward, [2], criterion=partial(silhouette_score), **options)
    assert unnamed.criterion.startswith("functools.partial")


@pytest.mark.parametrize(
    ("criterion", "message"),
    [
        (3, "criterion must be one of .*, or a function of X and labels. Got 3"),
        ("dunn", "criterion must be one of .* Got 'dunn'"),
        (lambda X, labels: np.nan, r"on the data: criterion\(X, labels\) must give a finite number. Got nan for k = 2"),
        (lambda X, labels: "high", r"must give a finite number. Got 'high' for k = 2"),
        (lambda X, labels: X, "must give a finite number. Got array"),
    ],
)
def test_a_criterion_that_is_none_is_refused(criterion, message):
    with pytest.raises(ValueError, match=message):
        at.calibrated_choice(DATA, in_order, [2, 3], criterion=criterion)


def test_a_function_as_criterion_has_its_own_distances():
    with pytest.raises(ValueError, match=r"a function as criterion has its own distances.* Got 'cosine'"):
        at.calibrated_choice(DATA, in_order, criterion=silhouette_score, metric="cosine")


class Counting:
    """A clustering that counts how often it is asked."""

    def __init__(self, cluster=in_order):
        self.cluster, self.n_calls = cluster, 0

    def __call__(self, X, k):
        self.n_calls += 1
        return self.cluster(X, k)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"X": np.ones((9, 2))}, "3 clusters need as many different rows. Got 1"),
        ({"ks": [40]}, "ks must hold different numbers of clusters from 2 to n - 1 = 39"),
        ({"ks": [2, 3, 2]}, "ks must hold different numbers of clusters"),
        ({"ks": 3}, "ks must be a sequence"),
        ({"criterion": "aucc"}, "criterion must be one of"),
        ({"metric": "precomputed"}, "metric must work on coordinates"),
        ({"metric": math.dist, "criterion": "dunn_53_score"}, "dunn_53_score is defined from coordinates"),
        ({"metric_params": {"w": [1, 1, 2]}, "criterion": "pbm_score"}, "^pbm_score is defined from coordinates"),
        ({"references": "box"}, "references must be a sequence of kinds"),
        ({"references": ["box", "box"]}, "references must hold different kinds"),
        ({"references": ["principal"]}, "every reference must be one of"),
        (
            {"n_references": 18},
            "n_references must be at least 1 / significance_level - 1, .* Got 18, whose smallest p-value is 1/19",
        ),
        ({"significance_level": 1.5}, "significance_level must be a number between 0"),
    ],
)
def test_what_is_wrong_is_refused_before_any_work(options, message):
    counting = Counting()
    arguments = {"X": DATA, "cluster": counting, "ks": [2, 3]} | options
    X, cluster, ks = (arguments.pop(name) for name in ("X", "cluster", "ks"))
    with pytest.raises(ValueError, match=message):
        at.calibrated_choice(X, cluster, ks, **arguments)
    assert counting.n_calls == 0


def differently(on_data, on_others):
    """A clustering that does one thing with the data and another with reference sets."""
    return lambda X, k: (on_data if np.array_equal(X, DATA) else on_others)(X, k)


@pytest.mark.parametrize(
    ("cluster", "n_calls", "message"),
    [
        (lambda X, k: in_order(X, 2), 2, "exactly k clusters. Got 2 for k = 3 on the data"),
        (differently(in_order, lambda X, k: in_order(X, 2)), 4, "Got 2 for k = 3 on a radial reference set"),
        (
            lambda X, k: [0, 1],
            1,
            r"one label for each of the 40 rows. Got an array of shape \(2,\) for k = 2 on the data",
        ),
    ],
)
def test_partitions_that_are_wrong_are_refused_at_once(cluster, n_calls, message):
    counting = Counting(cluster)
    with pytest.raises(ValueError, match=message):
        at.calibrated_choice(DATA, counting, [2, 3], references=["radial"], rng=0)
    assert counting.n_calls == n_calls


def test_a_criterion_without_a_value_is_refused_and_the_set_is_named():
    pairs = np.repeat([[0.0], [3.0]], 4, axis=0)
    with pytest.raises(ValueError, match=r"on the data: .* is not defined for"):
        at.calibrated_choice(pairs, in_order, [2], criterion="calinski_harabasz_score")
    rows = {tuple(row) for row in DATA.tolist()}

    def flat_elsewhere(a, b):
        return math.dist(a, b) if tuple(a.tolist()) in rows else 1.0

    options = {"criterion": "point_biserial_score", "metric": flat_elsewhere}
    with pytest.raises(ValueError, match=r"on a box reference set: .* is not defined for .* dissimilarities are equal"):
        at.calibrated_choice(DATA, in_order, [2], **options)


@pytest.mark.breadth
def test_normal_data_are_rejected_as_often_as_the_level_says():
    """Matched normal references of normal data: all places in the order are equally likely."""
    n_sets, n_references = 200, 19
    pvalues = []
    for seed in range(n_sets):
        rng = np.random.default_rng(seed)
        X = rng.standard_normal((30, 2)) @ [[2.0, 1.0], [0.0, 0.5]]
        options = {"references": ["normal"], "n_references": n_references, "rng": rng}
        choice = at.calibrated_choice(X, ward, [2, 3, 4], **options)
        assert choice.n_clusters == (choice.best if choice.pvalue <= 0.05 else 1)
        pvalues.append(choice.pvalue)
    places = np.rint(np.array(pvalues) * (n_references + 1)).astype(int)
    low, high = binom.interval(0.999, n_sets, 1 / (n_references + 1))
    assert low <= (places == 1).sum() <= high
    assert chisquare(np.bincount(places, minlength=n_references + 2)[1:]).pvalue > 0.001

"""Rules of choosing k: each rule against a plain reading of its definition, the stored table against its seeds."""

import math
from itertools import combinations

import nbformat
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from scipy.cluster.hierarchy import fcluster, linkage
from sklearn.cluster import AgglomerativeClustering, KMeans
from studies import choosing, read_table
from threadpoolctl import threadpool_limits

import aucc_teach as at

STORED = read_table(ROOT / "book" / "results" / "choosing.csv")
PLACES = ["design", "group", "n_clusters", "algorithm", "rule", "n_replicates"]


def plain_cluster(X, k, algorithm):
    if algorithm == "ward":
        return AgglomerativeClustering(k).fit_predict(X)
    return KMeans(k, n_init=3, random_state=0).fit_predict(X)


def moments(design, n_sets=40):
    X = np.concatenate([choosing.draw(design, rng=seed) for seed in range(n_sets)])
    return X, X.mean(axis=0), np.cov(X.T)


def test_designs_of_one_cluster_are_what_they_are_called():
    for design, variances in {
        "normal, 2": [1, 1],
        "normal, 10": [1] * 10,
        "normal, long, 5": [16, 4, 1, 0.5, 0.25],
        "normal, 5": [1] * 5,
        "normal, long, 2": [9, 1],
        "square": [1 / 12] * 2,
        "box, 5": np.square([4, 2, 1, 1, 1]) / 12,
        "cube, 10": [1 / 12] * 10,
        "box, 3": np.square([3, 2, 1]) / 12,
        "exponential, 2": [1, 1],
        "gamma, 3": [2, 2, 2],
    }.items():
        _, _, covariance = moments(design)
        scale = np.sqrt(np.outer(variances, variances))
        np.testing.assert_allclose(covariance / scale, np.eye(len(variances)), atol=0.12)
    for design in ("exponential, 2", "gamma, 3", "lognormal, 2", "square", "box, 3"):
        assert moments(design)[0].min() > 0
    for design, dimension in (("t with 3 degrees, 2", 2), ("t with 3 degrees, 5", 5)):
        # One divisor for all coordinates: the squared length over d is F(d, 3), whose quartiles are known.
        lengths = np.square(moments(design)[0]).sum(axis=1) / dimension
        assert np.quantile(lengths, [0.25, 0.75]) == pytest.approx(
            {2: [0.317, 2.28], 5: [0.531, 2.41]}[dimension], rel=0.08
        )
    radii = {d: np.linalg.norm(moments(d)[0], axis=1) for d in ("bent, quarter circle", "bent, half circle")}
    assert radii["bent, quarter circle"].std() == pytest.approx(0.1, rel=0.1)
    assert radii["bent, half circle"].std() == pytest.approx(0.15, rel=0.1)
    turned = np.arctan2(*moments("bent, half circle")[0].T)
    assert (turned.min(), turned.max()) == (pytest.approx(-np.pi / 2, abs=0.1), pytest.approx(np.pi / 2, abs=0.1))
    # Barycentric coordinates of the triangle are uniform: all inside, and the mean at the centre.
    corners = np.array([[0, 0, 1], [1, 0, 1], [0.5, math.sqrt(0.75), 1]])
    X, mean, _ = moments("triangle")
    weights = np.column_stack([X, np.ones(len(X))]) @ np.linalg.inv(corners)
    assert weights.min() > 0
    np.testing.assert_allclose(mean, [0.5, math.sqrt(0.75) / 3], atol=0.01)
    np.testing.assert_allclose(weights.var(axis=0), 1 / 18, rtol=0.1)


@pytest.mark.parametrize("algorithm", choosing.ALGORITHMS)
def test_partitions_are_those_of_scikit_learn(algorithm):
    X = choosing.draw("3 that touch", rng=3)
    rows = choosing.cluster(X, algorithm)
    assert rows.shape == (9, len(X))
    for k, labels in zip(range(2, 11), rows, strict=True):
        assert at.adjusted_rand_score(labels, plain_cluster(X, k, algorithm)) == 1
        assert np.unique(labels).tolist() == list(range(k))


def test_gap_statistic_against_inertia():
    rng = np.random.default_rng(0)
    X = choosing.draw("3 clear", rng=rng)
    sets = [at.reference_data(X, matched=False, rng=rng) for _ in range(6)]

    def logs(points, rows):
        """Sums of squares within by scikit-learn: of one mean, and where no object moves from given means."""
        found = [KMeans(1, n_init=1).fit(points).inertia_]
        for labels in rows:
            means = np.array([points[labels == c].mean(axis=0) for c in range(labels.max() + 1)])
            model = KMeans(len(means), init=means, n_init=1, max_iter=300).fit(points)
            assert (model.labels_ == labels).all()
            found.append(model.inertia_)
        return np.log(found)

    with threadpool_limits(1):
        rows = [choosing.cluster(points, "k-means", [2, 3, 4]) for points in (X, *sets)]
        gap, error = choosing.gap_statistic(X, rows[0], list(zip(sets, rows[1:], strict=True)))
        of_sets = np.array([logs(points, of_set) for points, of_set in zip(sets, rows[1:], strict=True)])
        np.testing.assert_allclose(gap, of_sets.mean(axis=0) - logs(X, rows[0]), rtol=1e-8)
    for j in range(4):
        mean = sum(of_sets[:, j]) / 6
        deviation = math.sqrt(sum((value - mean) ** 2 for value in of_sets[:, j]) / 6)
        assert error[j] == pytest.approx(deviation * math.sqrt(1 + 1 / 6))
    assert gap.argmax() == 2


def nearest(point, centroids):
    distances = [math.dist(point, centroid) for centroid in centroids]
    return distances.index(min(distances))


@pytest.mark.parametrize("algorithm", choosing.ALGORITHMS)
def test_prediction_strength_against_a_loop_over_pairs(algorithm):
    X, ks, n_splits = choosing.draw("3 that touch", rng=1)[::3], [2, 3, 6], 3
    with threadpool_limits(1):
        ours = choosing.prediction_strength(X, algorithm, ks, n_splits=n_splits, rng=7)
        rng = np.random.default_rng(7)
        strengths = {k: [] for k in ks}
        for _ in range(n_splits):
            order = rng.permutation(50)
            train, test = X[order[:25]], X[order[25:]]
            for k in ks:
                of_train, of_test = (plain_cluster(half, k, algorithm) for half in (train, test))
                centroids = [train[of_train == c].mean(axis=0) for c in range(k)]

                foretold = [nearest(point, centroids) for point in test]
                shares = []
                for c in range(k):
                    pairs = list(combinations(np.flatnonzero(of_test == c).tolist(), 2))
                    if pairs:
                        shares.append(sum(foretold[i] == foretold[j] for i, j in pairs) / len(pairs))
                strengths[k].append(min(shares))
    assert ours == pytest.approx([np.mean(strengths[k]) for k in ks])
    assert 0 < ours[2] < ours[1] <= 1


GAPS = [
    # gap of 1 to 10 clusters, standard errors, and the smallest k with gap(k) at least gap(k + 1) - s(k + 1)
    ([0.5, 0.4, 0.9, 0.1, 0, 0, 0, 0, 0, 0], 0.05, 1),
    ([0.1, 0.2, 0.9, 0.8, 0, 0, 0, 0, 0, 0], 0.05, 3),
    ([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.91], 0.05, 9),
    ([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0], 0.05, 10),
    ([0.1, 0.14, 0.9, 0.8, 0, 0, 0, 0, 0, 0], 0.05, 1),
    ([0.0, 1.0, 1.2, 1.25, 1.5, 2.0, 2.0, 2.0, 2.0, 2.0], [0.3, 0, 0, 0.1, 0.1, 0, 0, 0, 0, 0], 3),
]


@pytest.mark.parametrize(("gap", "error", "expected"), GAPS)
def test_the_rule_of_the_gap(gap, error, expected, monkeypatch):
    error = np.broadcast_to(error, 10)
    by_the_paper = [k for k in range(1, 10) if gap[k - 1] >= gap[k] - error[k]]
    assert min(by_the_paper, default=10) == expected
    chosen = choices_of("2 clear", monkeypatch, gap_statistic=lambda *_: (np.array(gap), np.array(error)))
    assert chosen["gap, own rule"] == expected
    assert chosen["gap, largest"] == 1 + gap.index(max(gap))


def choices_of(design, monkeypatch, **stubs):
    """What the rules name for one small run by Ward, with some functions of the study replaced."""
    for name, stub in stubs.items():
        monkeypatch.setattr(choosing, name, stub)
    monkeypatch.setattr(choosing, "N_REFERENCES", 2)
    (found,) = choosing._choices(design, ["ward"], np.random.default_rng(0))
    return dict(zip(choosing.RULES, found, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("design", ["3 that touch", "lognormal, 2", "square"])
@pytest.mark.breadth(first_of=3)
def test_calibrated_rules_are_calibrated_choice(design, monkeypatch):
    """The study draws its boxes and then its radial sets, as the function does with the same generator."""
    monkeypatch.setattr(choosing, "N_REFERENCES", 19)
    monkeypatch.setattr(choosing, "prediction_strength", lambda *_, **__: np.zeros(9))
    (named,) = choosing._choices(design, ["ward"], np.random.default_rng(4))
    named = dict(zip(choosing.RULES, named, strict=True))

    def ward(points, k):
        return fcluster(linkage(points, "ward"), k, "maxclust")

    for criterion in choosing.CALIBRATED:
        rng = np.random.default_rng(4)
        X = choosing.draw(design, rng=rng)
        choice = at.calibrated_choice(X, ward, range(2, 11), criterion=criterion, n_references=19, rng=rng)
        assert named[f"calibrated {criterion}"] == choice.n_clusters
        assert named[f"untested {criterion}"] == choice.best
        better = np.argmin if criterion == "davies_bouldin_index" else np.argmax
        assert named[f"raw {criterion}"] == choice.ks[int(better(choice.scores))]


def compare(rows):
    pd.testing.assert_frame_equal(rows, rows[PLACES].merge(STORED, how="left"))
    return len(rows)


@pytest.mark.parametrize(
    ("design", "algorithms"),
    [
        ("t with 3 degrees, 5", ["ward"]),
        ("4 that touch", ["ward"]),
        ("2 clear", ["k-means"]),
    ],
)
@pytest.mark.breadth
def test_the_stored_table_comes_from_its_seeds(design, algorithms):
    assert compare(choosing.rows_of_design(design, n_replicates=2, algorithms=algorithms)) == len(choosing.RULES)


def test_the_table_says_what_the_chapters_say():
    """What the prose rests on, in shares of the whole study."""
    rows = STORED[STORED["n_replicates"] == 25]

    def share(rule, rows=rows):
        return rows.loc[rows["rule"] == rule, "n_right"].mean() / 25

    calibrated = {name: share(f"calibrated {name}") for name in choosing.CALIBRATED}
    # The gain is that of calibration: every criterion is right more often with it than without.
    for name, right in calibrated.items():
        assert right > share(f"raw {name}")
        assert right > share(f"untested {name}")
    # And not AUCC's own: the variance ratio does better.
    assert calibrated["calinski_harabasz_score"] > calibrated["aucc_score"]
    # AUCC as it is says little where there are clusters; a logit of its excess says more.
    one, several = rows[rows["n_clusters"] == 1], rows[rows["n_clusters"] > 1]
    assert share("excess of logit", several) > share("excess", several)
    # Rules without a test are never right where there is one cluster.
    assert share("untested aucc_score", one) == share("raw aucc_score", one) == 0


def test_leads_of_the_variance_ratio_and_their_errors_between_designs():
    aside = STORED[STORED["n_replicates"].eq(25) & STORED["group"].eq("set aside")]
    aside = aside.assign(right=aside["n_right"] / 25)
    exceeds = {}
    for which, rows in (("one", aside["n_clusters"] == 1), ("several", aside["n_clusters"] > 1), ("all", None)):
        some = aside if rows is None else aside[rows]
        for algorithm in choosing.ALGORITHMS:
            right = some[some["algorithm"] == algorithm].pivot(index="design", columns="rule", values="right")
            lead = right["calibrated calinski_harabasz_score"] - right["calibrated aucc_score"]
            assert len(lead) == {"one": 9, "several": 14, "all": 23}[which]
            assert lead.mean() > 0
            exceeds[which, algorithm] = lead.mean() > 2 * lead.std(ddof=1) / len(lead) ** 0.5
    assert [key for key, is_beyond in exceeds.items() if is_beyond] == [
        ("one", "ward"), ("all", "k-means"), ("all", "ward"),
    ]  # fmt: skip
    cells = nbformat.read(ROOT / "book" / "4-practice" / "how_firm.ipynb", as_version=4).cells
    words = "in one of them by more than twice its error: with Ward's method, where there is one cluster."
    assert words in " ".join(" ".join(cell.source.split()) for cell in cells if cell.cell_type == "markdown")


def test_rivals_lead_on_average_where_readme_and_chapters_say_so():
    rows = STORED[STORED["n_replicates"] == 25].assign(several=STORED["n_clusters"] > 1)
    places = ["group", "several", "algorithm"]
    right = rows.pivot_table(index=places, columns="rule", values="n_right")
    aucc, vrc = (right[f"calibrated {name}"] for name in ("aucc_score", "calinski_harabasz_score"))
    assert (vrc > aucc).all()
    several = right.xs(True, level="several")
    gap, strength = several["gap, largest"], several["prediction strength"]
    calibrated = several[[f"calibrated {name}" for name in choosing.CALIBRATED]].max(axis=1)
    assert (gap > calibrated)["set aside"].all()
    assert (strength > calibrated)["set aside"].all()
    # On the other designs it is not so: the sentences are about those set aside.
    assert not (gap > calibrated)["development"].all()
    # With one cluster the gap is right less often. And calibration gains AUCC more than the variance ratio.
    assert (right["gap, largest"] < aucc).xs(False, level="several").all()
    gains = [right[f"calibrated {name}"] - right[f"raw {name}"] for name in ("aucc_score", "calinski_harabasz_score")]
    assert gains[0].mean() > gains[1].mean()


def test_what_matching_costs_the_largest_excess():
    """Fitted boxes against matched ones, design by design; "untested" is the same rule over matched boxes."""
    rows = STORED[(STORED["n_replicates"] == 25) & (STORED["n_clusters"] > 1)]
    right = rows.pivot(index=["algorithm", "group", "design"], columns="rule", values="n_right")
    cost = right["excess of logit"] - right["untested aucc_score"]
    shares = right[["excess of logit", "untested aucc_score"]].groupby(["algorithm", "group"]).mean() / 25
    of_aside = shares.xs("set aside", level="group").round(3).to_numpy().tolist()
    assert of_aside == [[0.806, 0.766], [0.703, 0.68]]
    for of_one in (cost["k-means"], cost["ward"]):
        assert of_one.idxmax() == ("set aside", "2 of unequal spread")
        assert of_one.max() > of_one.sum() / 2
        assert of_one.drop(of_one.idxmax()).max() <= 4
        assert of_one.min() >= -2


def test_losses_are_in_the_table():
    """Where the calibrated rules go wrong, and where they do not."""

    right = STORED[STORED["n_replicates"] == 25].groupby(["rule", "design"])["n_right"].mean() / 25

    def share(rule, design):
        return right[f"calibrated {rule}", design]

    for rule in ("aucc_score", "calinski_harabasz_score"):
        assert min(share(rule, design) for design in ("normal, 2", "cube, 10", "square", "2 clear", "6 clear")) > 0.8
        # Pairs of pairs are taken for two clusters, long parallel clusters for one or for many.
        assert max(share(rule, design) for design in ("two pairs", "2 long and parallel")) < 0.2
        assert share(rule, "4 that touch") < 0.6
    # Heavy tails and skewness pass for clusters with AUCC, and more often than with the variance ratio.
    for design in ("t with 3 degrees, 5", "exponential, 2"):
        assert share("aucc_score", design) < 0.7
        assert share("aucc_score", design) < share("calinski_harabasz_score", design)

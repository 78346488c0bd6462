"""The study of Table 3: its partitions and correlations, and that the stored tables come from this code."""

import math
import os
import statistics
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist
from sklearn import metrics
from sklearn.cluster import AgglomerativeClustering
from sklearn.preprocessing import StandardScaler
from studies import benchmark, read_table, rng_of_block, run

import aucc_teach as at
from aucc_teach import datasets

DATA = os.environ.get("AUCC_TEACH_DATA")
STORED = read_table(ROOT / "book" / "results" / "benchmark.csv")
STORED_VARIANTS = read_table(ROOT / "book" / "results" / "cell_cycle.csv")
STORED_ORDERS = read_table(ROOT / "book" / "results" / "row_order.csv")
STORED_OWN = read_table(ROOT / "book" / "results" / "own_metric.csv")
FOUR = list(benchmark.DISSIMILARITIES)
needs_data = pytest.mark.skipif(not DATA, reason="needs the ten files: set AUCC_TEACH_DATA to their folder")


@pytest.mark.parametrize("n", [3, 4, 5, 9, 10, 150, 205, 625, 2000])
def test_numbers_of_clusters_end_at_the_root_rounded_up(n):
    assert list(benchmark.numbers_of_clusters(n)) == list(range(2, math.ceil(math.sqrt(n)) + 1))


@pytest.mark.parametrize("algorithm", benchmark.ALGORITHMS)
@pytest.mark.parametrize("tied", [False, True])
def test_partitions_have_exactly_k_clusters(algorithm, tied):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 4, size=(60, 2)) if tied else rng.normal(size=(60, 3))
    X = np.unique(X, axis=0)
    ks = range(2, 8)
    rows = benchmark.partition(X, algorithm, ks, n_starts=3, rng=0)
    assert rows.shape == (6, len(X))
    assert [len(set(row)) for row in rows.tolist()] == list(ks)


@pytest.mark.parametrize("algorithm", benchmark.ALGORITHMS[1:])
def test_linkages_are_those_of_other_programs(algorithm):
    X = np.random.default_rng(1).normal(size=(80, 4))
    rows = benchmark.partition(X, algorithm, [2, 5, 9])
    for k, row in zip([2, 5, 9], rows, strict=True):
        other = AgglomerativeClustering(k, linkage=algorithm).fit_predict(X)
        assert at.adjusted_rand_score(row, other) == 1
        assert at.adjusted_rand_score(row, fcluster(linkage(X, algorithm), k, "maxclust")) == 1


def test_every_partition_gets_all_scores():
    rng = np.random.default_rng(3)
    X, classes = rng.normal(size=(40, 3)), rng.integers(3, size=40)
    rows = rng.integers(4, size=(5, 40))
    found = benchmark.score_partitions(at.criteria.CriteriaScorer(X), classes, rows)
    assert list(found.columns) == ["ari", *benchmark.CRITERIA]
    for labels, (_, row) in zip(rows, found.iterrows(), strict=True):
        assert row["ari"] == pytest.approx(metrics.adjusted_rand_score(classes, labels), abs=1e-11)
        assert row["silhouette_score"] == pytest.approx(metrics.silhouette_score(X, labels), rel=1e-9)
        assert row["davies_bouldin_index"] == pytest.approx(metrics.davies_bouldin_score(X, labels), rel=1e-6)


def test_what_is_not_defined_is_nan_for_that_partition_alone():
    square = [[0, 0], [0, 2], [2, 0], [2, 2], [9, 9]]
    rows = np.array([[0, 1, 1, 0, 2], [0, 0, 1, 1, 2]])  # the first has two clusters with one centroid
    found = benchmark.score_partitions(at.criteria.CriteriaScorer(square), [0, 0, 1, 1, 1], rows)
    assert found["davies_bouldin_index"].isna().tolist() == [True, False]
    assert found["silhouette_score"].notna().all()


def test_correlations_leave_out_what_is_not_defined():
    rows = pd.DataFrame(
        {
            "ari": [0.1, 0.4, 0.5, 0.9],
            "aucc_score": [0.5, 0.9, 0.6, 0.8],
            "davies_bouldin_index": [math.nan, 3.0, 2.0, 1.5],
            "pbm_score": 1.0,
            "c_index": math.nan,
        }
    )
    found = benchmark.correlations(rows)
    assert list(found.index) == ["aucc_score", "c_index", "pbm_score", "davies_bouldin_index"]
    assert found["aucc_score"] == pytest.approx(np.corrcoef([0.1, 0.4, 0.5, 0.9], [0.5, 0.9, 0.6, 0.8])[0, 1])
    assert found["davies_bouldin_index"] == pytest.approx(np.corrcoef([0.4, 0.5, 0.9], [3, 2, 1.5])[0, 1])
    assert math.isnan(found["pbm_score"])
    assert math.isnan(found["c_index"])
    assert math.isnan(benchmark.correlations(rows.assign(ari=0.5))["aucc_score"])
    assert benchmark.correlations(rows, method="spearman")["davies_bouldin_index"] == pytest.approx(-1)


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: benchmark.numbers_of_clusters(2), "n_objects must be an integer of at least 3"),
        (lambda: benchmark.partition([[0], [1], [5]], "median", [2]), "algorithm must be one of"),
        (lambda: benchmark.dissimilarity([[0], [1]], "cosine"), "name must be one of"),
        (lambda: benchmark.judged_by_each([[0], [1], [5]], [0, 0, 1], "cosine", [2]), "name must be one of"),
        (lambda: benchmark.correlations(STORED[:1]), "rows must hold at least two partitions. Got 1"),
        (lambda: benchmark.correlations(STORED.drop(columns="ari")), "without 'ari'"),
        (lambda: benchmark.correlations([{"ari": 1}] * 2), "rows must be a DataFrame"),
        (lambda: benchmark.correlations(STORED, method="kendall"), "method must be one of"),
    ],
)
def test_bad_input_is_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()


def test_missing_data_are_noticed_before_any_work(tmp_path, monkeypatch):
    monkeypatch.setenv("AUCC_TEACH_DATA", str(tmp_path))
    monkeypatch.setattr("sklearn.datasets.fetch_openml", lambda **options: (_ for _ in ()).throw(OSError("no network")))
    with pytest.raises(FileNotFoundError, match="no network"):
        run(benchmark.EXPERIMENT, tmp_path / "out.csv")
    assert list(tmp_path.iterdir()) == []


def test_the_stored_table_has_every_partition_once():
    expected = Counter()
    for name in datasets.BENCHMARKS:
        n = datasets._BENCHMARKS[name].shape[0]
        expected.update(
            (name, algorithm, k) for algorithm in benchmark.ALGORITHMS for k in benchmark.numbers_of_clusters(n)
        )
    places = ["data_set", "algorithm", "k"]
    assert Counter(STORED[places].itertuples(index=False, name=None)) == expected
    assert list(STORED.columns) == [*places, "ari", *benchmark.CRITERIA]


@pytest.mark.parametrize(
    "table", [STORED, STORED_ORDERS, STORED_VARIANTS], ids=["benchmark", "row_order", "cell_cycle"]
)
def test_the_stored_tables_are_of_the_data_with_these_checksums(table):
    settings = table.attrs["settings"]
    assert settings["seed"] == 2022
    assert settings["n_starts"] == 100
    for name, checksum in settings["checksums"].items():
        assert checksum == datasets._BENCHMARKS[name].checksum


@needs_data
def test_the_thirty_orders_change_linkages_of_iris_and_none_of_the_cell_cycle():
    def least_agreement(name):
        X = at.datasets.load_benchmark(name, data_home=DATA).data
        ks = benchmark.numbers_of_clusters(len(X))
        in_file_order = {algorithm: benchmark.partition(X, algorithm, ks) for algorithm in benchmark.ALGORITHMS[1:]}
        least, first = 1, benchmark.TIED.index(name) * benchmark.N_SHUFFLES
        for block in range(first, first + benchmark.N_SHUFFLES):
            order = rng_of_block(STORED_ORDERS.attrs["settings"]["seed"], block).permutation(len(X))
            for algorithm, rows in in_file_order.items():
                shuffled = benchmark.partition(X[order], algorithm, ks)
                least = min(least, *map(at.adjusted_rand_score, rows[:, order], shuffled))
        return least

    assert least_agreement("cell_cycle") == 1
    assert least_agreement("iris") < 0.9


@needs_data
@pytest.mark.parametrize("block", [0, 31, 60])
def test_orders_of_the_stored_table_again(block):
    settings = benchmark.ROW_ORDER.settings(True)
    assert settings == STORED_ORDERS.attrs["settings"]
    row = benchmark.ROW_ORDER.run_block(settings, block, rng_of_block(settings["seed"], block))
    stored = STORED_ORDERS[block : block + 1].reset_index(drop=True)
    pd.testing.assert_frame_equal(pd.DataFrame([row]), stored, rtol=1e-9, atol=1e-9)


def test_variants_are_what_their_names_say():
    logarithms = np.random.default_rng(0).normal(size=(6, 5))
    variants = benchmark.cell_cycle_variants(logarithms)
    assert list(variants) == STORED_VARIANTS["variant"].tolist()
    assert np.array_equal(variants["logarithms"], logarithms)
    for i, row in enumerate(logarithms.tolist()):
        mean = statistics.mean(row)
        assert variants["gene-centred"][i] == pytest.approx([x - mean for x in row])
        assert variants["gene z-scores"][i] == pytest.approx([(x - mean) / statistics.stdev(row) for x in row])
        values = [math.exp(x) for x in row]
        expected = [(v - statistics.mean(values)) / statistics.stdev(values) for v in values]
        assert variants["gene z-scores of values"][i] == pytest.approx(expected)
    for j, column in enumerate(logarithms.T.tolist()):
        expected = [(x - statistics.mean(column)) / statistics.stdev(column) for x in column]
        assert variants["time z-scores"][:, j] == pytest.approx(expected)


def test_the_variant_of_the_benchmark_gives_its_column():
    column = STORED_VARIANTS.set_index("variant").loc["gene z-scores"]
    found = benchmark.correlations(STORED[STORED["data_set"] == "cell_cycle"])
    # k-means had other starts there, and its best of a hundred differs for many clusters.
    assert column.to_dict() == pytest.approx(found.to_dict(), abs=0.03)


def test_printed_values_are_of_twelve_criteria():
    assert len(benchmark.PRINTED) == 12
    assert set(benchmark.PRINTED) <= set(benchmark.CRITERIA)
    assert all(len(values) == 10 for values in benchmark.PRINTED.values())
    # The averages that the paper prints beside them.
    averages = {"point_biserial_score": 0.71, "aucc_score": 0.67, "c_index": 0.65, "davies_bouldin_index": 0.17}
    for name, average in averages.items():
        assert np.mean(benchmark.PRINTED[name]) == pytest.approx(average, abs=0.0051)


@needs_data
@pytest.mark.parametrize("name", ["iris", "sonar", "cell_cycle", "yeast_galactose"])
def test_columns_of_the_stored_table_again(name):
    found = at.datasets.load_benchmark(name, data_home=DATA)
    scorer = at.criteria.CriteriaScorer(found.data)
    ks = benchmark.numbers_of_clusters(len(found.labels))
    for algorithm in benchmark.ALGORITHMS[1:]:
        rows = benchmark.score_partitions(scorer, found.labels, benchmark.partition(found.data, algorithm, ks))
        stored = STORED[(STORED["data_set"] == name) & (STORED["algorithm"] == algorithm)].reset_index(drop=True)
        assert stored["k"].tolist() == list(ks)
        pd.testing.assert_frame_equal(rows, stored[rows.columns], rtol=1e-9, atol=1e-9)


def test_four_dissimilarities_are_what_their_names_say():
    X = np.random.default_rng(4).normal(size=(12, 3)) * [1, 10, 100]
    i, j = np.triu_indices(12, 1)
    apart = np.abs(X[i] - X[j])
    expected = {
        "Euclidean": np.sqrt((apart**2).sum(axis=1)),
        "Manhattan": apart.sum(axis=1),
        "maximum": apart.max(axis=1),
        # StandardScaler divides by n, and not by n - 1.
        "scaled": pdist(StandardScaler().fit_transform(X)) * math.sqrt(11 / 12),
    }
    assert list(expected) == FOUR
    for name, values in expected.items():
        assert benchmark.dissimilarity(X, name) == pytest.approx(values, abs=1e-9)


def test_equal_dissimilarities_are_equal_to_the_last_bit():
    tenths = [[0.0, 0.0], [0.1, 0.2], [0.3, 0.0]]
    assert len(set(pdist(tenths, "cityblock")[:2])) == 2
    assert len(set(benchmark.dissimilarity(tenths, "Manhattan")[:2])) == 1


@pytest.mark.parametrize("name", FOUR)
def test_each_dissimilarity_judges_what_one_has_made(name):
    rng = np.random.default_rng(5)
    X, classes = rng.normal(size=(50, 4)) * [1, 2, 4, 8], rng.integers(3, size=50)
    rows = benchmark.judged_by_each(X, classes, name, [2, 5])
    assert rows[["algorithm", "k"]].values.tolist() == [
        [algorithm, k] for algorithm in ("single", "average", "complete") for k in (2, 5)
    ]
    for _, row in rows.iterrows():
        tree = linkage(pdist(X, benchmark.DISSIMILARITIES[name]), row["algorithm"])
        labels = fcluster(tree, row["k"], "maxclust")
        assert row["ari"] == pytest.approx(metrics.adjusted_rand_score(classes, labels), abs=1e-9)
        for other, metric in benchmark.DISSIMILARITIES.items():
            assert row[other] == pytest.approx(at.aucc_score(X, labels, metric=metric), abs=1e-9)


def test_the_stored_table_has_each_partition_of_each_dissimilarity_once():
    expected = Counter()
    for name in datasets.BENCHMARKS:
        ks = benchmark.numbers_of_clusters(datasets._BENCHMARKS[name].shape[0])
        expected.update((name, d, a, k) for d in FOUR for a in ("single", "average", "complete") for k in ks)
    places = ["data_set", "dissimilarity", "algorithm", "k"]
    assert Counter(STORED_OWN[places].itertuples(index=False, name=None)) == expected
    assert list(STORED_OWN.columns) == [*places, "ari", *FOUR]
    for name, checksum in STORED_OWN.attrs["settings"]["checksums"].items():
        assert checksum == datasets._BENCHMARKS[name].checksum


def test_with_euclidean_distance_it_is_table_3_again_where_no_ties_decide():
    own = STORED_OWN[STORED_OWN["dissimilarity"] == "Euclidean"]
    both = own.merge(STORED, on=["data_set", "algorithm", "k"], suffixes=("", "_of_table_3"), validate="one_to_one")
    both = both[~both["data_set"].isin(["balance_scale", "ecoli", "iris"])]
    assert len(both) == 7 * 3 + 3 * sum(
        len(benchmark.numbers_of_clusters(datasets._BENCHMARKS[name].shape[0])) - 1 for name in set(both["data_set"])
    )
    assert both["Euclidean"].to_numpy() == pytest.approx(both["aucc_score"].to_numpy(), abs=1e-6)
    assert both["ari"].to_numpy() == pytest.approx(both["ari_of_table_3"].to_numpy(), abs=1e-9)


def test_it_matters_which_dissimilarity_validates_and_not_whether_it_is_the_own():
    """What the chapter says, computed in another way: the own effect beside those of the columns, by least squares."""
    r = {
        (name, clustered, judge): np.corrcoef(rows[judge], rows["ari"])[0, 1]
        for (name, clustered), rows in STORED_OWN.groupby(["data_set", "dissimilarity"])
        for judge in FOUR
    }
    own_effects, column_effects = [], []
    for name in datasets.BENCHMARKS:
        cells = [(clustered, judge) for clustered in FOUR for judge in FOUR]
        design = np.array([[*np.eye(4)[FOUR.index(c)], *np.eye(4)[FOUR.index(j)][1:], float(c == j)] for c, j in cells])
        *_, scaled, own = np.linalg.lstsq(design, [r[name, c, j] for c, j in cells], rcond=None)[0]
        own_effects.append(own)
        column_effects.append(scaled)
    error = statistics.stdev(own_effects) / math.sqrt(10)
    assert statistics.mean(own_effects) == pytest.approx(0.005, abs=0.0005)
    assert error == pytest.approx(0.020, abs=0.0005)
    # Whereas the scaled dissimilarity, as a judge, differs from the Euclidean by more than two errors.
    assert statistics.mean(column_effects) < -2 * statistics.stdev(column_effects) / math.sqrt(10)


def test_far_from_the_worst_is_true_of_nearly_every_criterion():
    table = np.array(list(benchmark.PRINTED.values()))
    turned = table * [[-1 if name == "davies_bouldin_index" else 1] for name in benchmark.PRINTED]
    aucc = list(benchmark.PRINTED).index("aucc_score")

    def far_and_missed(values):
        low, high = values.min(axis=0), values.max(axis=0)
        return ((values > (low + high) / 2) & (values < high)).sum(axis=1), (values < high).sum(axis=1)

    far, missed = far_and_missed(table)
    assert (far[aucc], missed[aucc], (far > missed / 2).sum()) == (7, 7, 9)
    far, missed = far_and_missed(turned)
    assert (far[aucc], missed[aucc], (far > missed / 2).sum()) == (6, 7, 10)


@needs_data
@pytest.mark.parametrize("block", [9, 26])
def test_the_stored_partitions_of_a_dissimilarity_again(block):
    settings = benchmark.OWN_METRIC.settings(True)
    assert settings == STORED_OWN.attrs["settings"]
    rows = pd.DataFrame(benchmark.OWN_METRIC.run_block(settings, block, None))
    stored = rows[["data_set", "dissimilarity", "algorithm", "k"]].merge(STORED_OWN, how="left")
    pd.testing.assert_frame_equal(rows, stored, rtol=1e-9, atol=1e-9)

"""The study of Table 3: its partitions and correlations, and that the stored tables come from this code."""

import math
import os
import statistics
from collections import Counter

import numpy as np
import pytest
from conftest import ROOT
from scipy.cluster.hierarchy import fcluster, linkage
from sklearn import metrics
from sklearn.cluster import AgglomerativeClustering, KMeans

import aucc_teach as at
from aucc_teach import datasets
from aucc_teach.experiments import benchmark
from aucc_teach.experiments._runner import read_table, rng_of_block, run

DATA = os.environ.get("AUCC_TEACH_DATA")
STORED = read_table(ROOT / "book" / "results" / "benchmark.csv")
STORED_VARIANTS = read_table(ROOT / "book" / "results" / "cell_cycle.csv")
STORED_ORDERS = read_table(ROOT / "book" / "results" / "row_order.csv")
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


def test_k_means_is_the_best_of_its_starts_and_seeded():
    X = np.random.default_rng(2).normal(size=(100, 3))
    rows = benchmark.partition(X, "k-means", [4, 7], n_starts=20, rng=5)
    assert np.array_equal(rows, benchmark.partition(X, "k-means", [4, 7], n_starts=20, rng=5))
    for k, row in zip([4, 7], rows, strict=True):
        inertia = sum(((X[row == c] - X[row == c].mean(axis=0)) ** 2).sum() for c in range(k))
        single = [KMeans(k, n_init=1, random_state=seed).fit(X).inertia_ for seed in range(20)]
        assert inertia <= np.median(single)


def test_every_partition_gets_all_scores():
    rng = np.random.default_rng(3)
    X, classes = rng.normal(size=(40, 3)), rng.integers(3, size=40)
    rows = rng.integers(4, size=(5, 40))
    found = benchmark.score_partitions(at.criteria.CriteriaScorer(X), classes, rows)
    assert len(found) == 5
    for labels, row in zip(rows, found, strict=True):
        assert set(row) == {"ari", *at.criteria.CRITERIA}
        assert row["ari"] == pytest.approx(metrics.adjusted_rand_score(classes, labels), abs=1e-11)
        assert row["silhouette_score"] == pytest.approx(metrics.silhouette_score(X, labels), rel=1e-9)
        assert row["davies_bouldin_index"] == pytest.approx(metrics.davies_bouldin_score(X, labels), rel=1e-6)


def test_what_is_not_defined_is_nan_for_that_partition_alone():
    square = [[0, 0], [0, 2], [2, 0], [2, 2], [9, 9]]
    rows = np.array([[0, 1, 1, 0, 2], [0, 0, 1, 1, 2]])  # the first has two clusters with one centroid
    found = benchmark.score_partitions(at.criteria.CriteriaScorer(square), [0, 0, 1, 1, 1], rows)
    assert math.isnan(found[0]["davies_bouldin_index"])
    assert not math.isnan(found[1]["davies_bouldin_index"])
    assert not math.isnan(found[0]["silhouette_score"])


def test_correlations_leave_out_what_is_not_defined():
    rows = [
        {"ari": 0.1, "aucc_score": 0.5, "davies_bouldin_index": math.nan, "pbm_score": 1.0},
        {"ari": 0.4, "aucc_score": 0.9, "davies_bouldin_index": 3.0, "pbm_score": 1.0},
        {"ari": 0.5, "aucc_score": 0.6, "davies_bouldin_index": 2.0, "pbm_score": 1.0},
        {"ari": 0.9, "aucc_score": 0.8, "davies_bouldin_index": 1.5, "pbm_score": 1.0},
    ]
    found = benchmark.correlations(rows)
    assert found["aucc_score"] == pytest.approx(np.corrcoef([0.1, 0.4, 0.5, 0.9], [0.5, 0.9, 0.6, 0.8])[0, 1])
    assert found["davies_bouldin_index"] == pytest.approx(np.corrcoef([0.4, 0.5, 0.9], [3, 2, 1.5])[0, 1])
    assert math.isnan(found["pbm_score"])
    assert benchmark.correlations(rows, method="spearman")["davies_bouldin_index"] == pytest.approx(-1)
    as_text = [{name: str(value) for name, value in row.items()} for row in rows]
    assert benchmark.correlations(as_text)["aucc_score"] == found["aucc_score"]


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: benchmark.numbers_of_clusters(2), "n_objects must be an integer of at least 3"),
        (lambda: benchmark.partition([[0], [1], [5]], "median", [2]), "algorithm must be one of"),
        (lambda: benchmark.correlations([]), "rows must hold at least two partitions"),
        (lambda: benchmark.correlations([{"ari": 1}] * 2, method="kendall"), "method must be one of"),
    ],
)
def test_bad_input_is_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()


def test_missing_data_are_noticed_before_any_work(tmp_path, monkeypatch):
    monkeypatch.setenv("AUCC_TEACH_DATA", str(tmp_path))
    monkeypatch.setattr(datasets, "fetch_openml", lambda **options: (_ for _ in ()).throw(OSError("no network")))
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
    assert Counter((row["data_set"], row["algorithm"], int(row["k"])) for row in STORED.rows) == expected
    assert set(STORED.rows[0]) == {"data_set", "algorithm", "k", "ari", *at.criteria.CRITERIA}


@pytest.mark.parametrize(
    "table", [STORED, STORED_ORDERS, STORED_VARIANTS], ids=["benchmark", "row_order", "cell_cycle"]
)
def test_the_stored_tables_are_of_the_data_with_these_checksums(table):
    assert table.settings["seed"] == 2022
    assert table.settings["n_starts"] == 100
    for name, checksum in table.settings["checksums"].items():
        assert checksum == datasets._BENCHMARKS[name].checksum


def test_the_stored_orders_are_thirty_of_each():
    assert Counter(row["data_set"] for row in STORED_ORDERS.rows) == dict.fromkeys(benchmark.TIED, 30)
    for row in STORED_ORDERS.rows:
        assert all(-1 <= float(row[name]) <= 1 for name in at.criteria.CRITERIA)


@needs_data
def test_the_thirty_orders_change_linkages_of_iris_and_none_of_the_cell_cycle():
    def least_agreement(name):
        X = at.datasets.load_benchmark(name, data_home=DATA).data
        ks = benchmark.numbers_of_clusters(len(X))
        in_file_order = {algorithm: benchmark.partition(X, algorithm, ks) for algorithm in benchmark.ALGORITHMS[1:]}
        least, first = 1, benchmark.TIED.index(name) * benchmark.N_SHUFFLES
        for block in range(first, first + benchmark.N_SHUFFLES):
            order = rng_of_block(STORED_ORDERS.settings["seed"], block).permutation(len(X))
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
    assert settings == STORED_ORDERS.settings
    row = benchmark.ROW_ORDER.run_block(settings, block, rng_of_block(settings["seed"], block))
    stored = STORED_ORDERS.rows[block]
    assert (row.pop("data_set"), str(row.pop("shuffle"))) == (stored["data_set"], stored["shuffle"])
    assert row == pytest.approx({name: float(stored[name]) for name in row}, rel=1e-9, abs=1e-9)


def test_variants_are_what_their_names_say():
    logarithms = np.random.default_rng(0).normal(size=(6, 5))
    variants = benchmark.cell_cycle_variants(logarithms)
    assert list(variants) == [row["variant"] for row in STORED_VARIANTS.rows]
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
    (row,) = (row for row in STORED_VARIANTS.rows if row["variant"] == "gene z-scores")
    found = benchmark.correlations([row for row in STORED.rows if row["data_set"] == "cell_cycle"])
    # k-means had other starts there, and its best of a hundred differs for many clusters.
    assert {name: float(row[name]) for name in found} == pytest.approx(found, abs=0.03)


@needs_data
def test_the_logarithms_are_those_of_the_cell_cycle(monkeypatch):
    monkeypatch.setenv("AUCC_TEACH_DATA", DATA)
    logarithms = at.datasets.load_cell_cycle_logarithms()
    found = at.datasets.load_benchmark("cell_cycle")
    variant = benchmark.cell_cycle_variants(logarithms.data)["gene z-scores"]
    assert np.array_equal(variant.round(6), found.data)
    assert np.array_equal(logarithms.labels, found.labels)


def test_printed_values_are_of_twelve_criteria():
    assert len(benchmark.PRINTED) == 12
    assert set(benchmark.PRINTED) <= set(at.criteria.CRITERIA)
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
        stored = [row for row in STORED.rows if (row["data_set"], row["algorithm"]) == (name, algorithm)]
        for row, expected in zip(rows, stored, strict=True):
            assert row == pytest.approx({column: float(expected[column]) for column in row}, rel=1e-9, abs=1e-9)


@needs_data
@pytest.mark.parametrize(("name", "k"), [("sonar", 2), ("sonar", 3), ("iris", 9)])
def test_k_means_of_the_stored_table_again(name, k):
    # From the settings as they are made: those read back have their data sets in another order, hence other blocks.
    settings = benchmark.EXPERIMENT.settings(True)
    assert settings == STORED.settings
    block = list(benchmark._blocks(settings)).index((name, "k-means", [k]))
    (row,) = benchmark.EXPERIMENT.run_block(settings, block, rng_of_block(settings["seed"], block))
    (stored,) = (r for r in STORED.rows if (r["data_set"], r["algorithm"], r["k"]) == (name, "k-means", str(k)))
    for column in ("ari", *at.criteria.CRITERIA):
        assert row[column] == pytest.approx(float(stored[column]), rel=1e-9, abs=1e-9)

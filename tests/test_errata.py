"""The errata: each row is computed again here, by definition or with the program and version that it names."""

import itertools
import re
from fractions import Fraction
from math import comb, log

import genieclust
import genieclust.compare_partitions as genie
import nbformat
import numpy as np
import oracles
import pytest
import scipy
import sklearn
import studies
from conftest import ROOT
from scipy.cluster.hierarchy import fcluster, linkage
from sklearn import metrics
from sklearn.datasets import load_iris

import aucc_teach as at
from aucc_teach.partitions import set_partitions

PATH = ROOT / "book" / "back" / "errata.ipynb"
CELLS = nbformat.read(PATH, as_version=4).cells
LINE = re.compile(r"^\| \[(\d+)\]\(#errata-([a-z0-9-]+)\) \| (.+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
ROWS = LINE.findall(CELLS[0].source)
TRUE = {slug: true for _, slug, _, true, _, _ in ROWS}
WHERE = {slug: where for _, slug, _, _, where, _ in ROWS}
VERSIONS = {"scikit-learn": sklearn.__version__, "genieclust": genieclust.__version__, "SciPy": scipy.__version__}
CHECKS = {}


def check(slug):
    """Register what computes a row again, under the end of its address."""

    def register(function):
        assert slug not in CHECKS
        CHECKS[slug] = function
        return function

    return register


def within_and_between(labels):
    pairs = list(itertools.combinations(range(len(labels)), 2))
    within = [(i, j) for i, j in pairs if labels[i] == labels[j]]
    return within, [pair for pair in pairs if pair not in within]


# ---- the page


def cell_of(slug):
    """What is said before the cell of a row, and the cell."""
    for said, cell in itertools.pairwise(CELLS):
        if f"(errata-{slug})=\n### " in said.source:
            return said.source.split(f"(errata-{slug})=\n")[1], cell
    raise AssertionError(f"no cell for {slug}")


def test_there_are_fifteen_rows_or_more_and_each_has_its_check():
    slugs = [slug for _, slug, *_ in ROWS]
    assert len(ROWS) == CELLS[0].source.count("\n| [") >= 15
    # A number that somebody has cited stays, so what moved to the conventions leaves a gap in the list.
    assert sorted(int(number) for number, *_ in ROWS) == list(range(1, len(ROWS) + 1))
    _, conventions = CELLS[0].source.split("\n## Conventions that differ\n")
    assert [int(number) for number, *_ in LINE.findall(conventions)] == [16, 20, 21]
    assert sorted(slugs) == sorted(CHECKS)


def test_a_row_says_who_misread_or_which_condition_is_lost():
    aside = {slug: re.match(r"\*(.+?)\.\* ", said) for _, slug, said, *_ in ROWS}
    aside = {slug: found[1] for slug, found in aside.items() if found}
    assert set(aside.values()) == {"Right, and misread", "Right under a condition"}
    misread = [slug for slug, words in aside.items() if words == "Right, and misread"]
    assert misread == ["ari-no-bug", "at-most-k", "real-iris"]
    for slug in misread:
        assert re.search(r"\[issue \d+\]\(https://github\.com/", WHERE[slug]), slug


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_a_row_has_its_place_its_cell_and_its_chapter(row):
    number, slug, _, _, _, shown = row
    said, cell = cell_of(slug)
    assert said.startswith(f"### {number}. ")
    assert cell.cell_type == "code"
    assert cell.outputs
    for target in re.findall(r"\]\((\.\./[^)]+\.ipynb)\)", shown):
        assert (PATH.parent / target).is_file()
    assert re.search(r"\]\(\.\./", shown)


@pytest.mark.parametrize("slug", WHERE)
def test_the_version_that_a_row_names_is_the_one_that_is_run(slug):
    for name, version in re.findall(r"(scikit-learn|genieclust|SciPy) (\d[\d.]*\d)", WHERE[slug]):
        assert version == VERSIONS[name]


@pytest.mark.parametrize("slug", WHERE)
def test_a_row_is_true(slug):
    CHECKS[slug]()


# ---- the AUCC paper


@check("gamma-total")
def _():
    points = at.datasets.load_figure3()
    D = oracles.distances(points.points)
    plus, minus, tied = oracles.compare_quadruples(D, points.labels)
    assert (plus, minus, tied) == (99, 9, 0)
    assert 1 - Fraction(2 * minus, plus + minus) == Fraction(plus - minus, plus + minus) == Fraction(5, 6)
    assert 1 - Fraction(2 * minus, plus - minus) == Fraction(4, 5)


@check("gamma-quadruples")
def _():
    # All comparisons are concordant: the dissimilarity is 0 within and 1 between.
    labels = [0, 0, 1, 2]
    D = np.array([[int(a != b) for b in labels] for a in labels])
    within, between = within_and_between(labels)
    plus, _, _ = oracles.compare_quadruples(D[np.triu_indices(4, 1)], labels)
    objects = range(4)
    triples = sum(
        labels[i] == labels[j] != labels[s] and D[i][j] < D[i][s] for i, j, s in itertools.permutations(objects, 3)
    )
    quadruples = sum(
        labels[i] == labels[j] and labels[r] != labels[s] and D[i][j] < D[r][s]
        for i, j, r, s in itertools.permutations(objects, 4)
    )
    assert plus == len(within) * len(between) == 5
    assert triples + quadruples == 8
    assert triples + Fraction(quadruples, 4) == plus


@check("rate-denominator")
def _():
    x, y = at.roc_curve([1, 1, 1, 0], [4, 3, 2, 1])[:2]
    assert (x[-1], y[-1]) == (1, 1)
    assert 3 / 1 > 1  # TP/N there


@check("not-all-vectors")
def _():
    for n in (3, 4, 5):
        n_pairs = comb(n, 2)
        transitive = 0
        for vector in itertools.product((0, 1), repeat=n_pairs):
            pairs = dict(zip(itertools.combinations(range(n), 2), vector, strict=True))
            triples = itertools.combinations(range(n), 3)
            transitive += all(pairs[a, b] + pairs[a, c] + pairs[b, c] != 2 for a, b, c in triples)
        # All together and all apart have no curve.
        assert transitive - 2 == oracles.bell(n) - 2 == {3: 3, 4: 13, 5: 50}[n]
        assert 2**n_pairs - 2 == {3: 6, 4: 62, 5: 1022}[n]


@check("ties-dropped")
def _():
    D = oracles.distances([[x] for x in (0, 1, 2, 4)])
    found = [oracles.compare_quadruples(D, labels) for labels in ([0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0])]
    assert sum(Fraction(plus - minus, plus + minus + tied) for plus, minus, tied in found) == 0
    assert sum(Fraction(plus - minus, plus + minus) for plus, minus, _ in found) / 3 == Fraction(2, 63)


@check("not-alone")
def _():
    x = (0, 1, 3, 7, 12)
    for sizes in ((2, 2, 1), (3, 2)):
        # The null model of fixed sizes: the mean of within pairs is that of all pairs, so the difference has mean 0.
        orders = set(itertools.permutations(oracles.first_labeling(sizes)))
        total = 0
        for labels in orders:
            within, between = within_and_between(labels)
            mean = lambda pairs: Fraction(sum(abs(x[i] - x[j]) for i, j in pairs), len(pairs))  # noqa: E731
            total += mean(between) - mean(within)
        assert total == 0
        D = oracles.distances([[one] for one in x])
        assert abs(np.mean([oracles.point_biserial(D, list(labels)) for labels in orders])) < 1e-12


@check("what-is-asked")
def _():
    # Condensed: one pair at 0, then all below 0, then another scale.
    D = np.array([0, 4, 6, 3, 1, 2])
    for labels in map(list, set_partitions(4)):
        if 1 < len(set(labels)) < 4:
            assert oracles.aucc(D, labels) == oracles.aucc(D - 10, labels) == oracles.aucc(D**3, labels)


def correlations(name, data_set):
    stored = studies.read_table(ROOT / "book" / "results" / "benchmark.csv")
    part = stored[stored["data_set"] == data_set]
    return np.corrcoef(part[name], part["ari"])[0, 1]


PRINTED = studies.benchmark.PRINTED


@check("table-3-sign")
def _():
    place = at.datasets.BENCHMARKS.index("iris")
    assert not at.criteria.CRITERIA["davies_bouldin_index"].higher_is_better
    assert not at.criteria.CRITERIA["c_index"].higher_is_better
    assert correlations("davies_bouldin_index", "iris") == pytest.approx(
        PRINTED["davies_bouldin_index"][place], abs=0.03
    )
    assert -correlations("c_index", "iris") == pytest.approx(PRINTED["c_index"][place], abs=0.03)
    assert np.mean(PRINTED["davies_bouldin_index"]) == pytest.approx(0.17, abs=0.005)


@check("table-3-names")
def _():
    names = ("alternative_silhouette_score", "simplified_silhouette_score")
    better = 0
    for one, other in (names, names[::-1]):
        for place, data_set in enumerate(at.datasets.BENCHMARKS):
            ours = correlations(one, data_set)
            # In hundredths, as printed.
            off = [abs(round(100 * ours) - round(100 * PRINTED[name][place])) for name in (one, other)]
            better += off[1] < off[0]
    assert better == 19


@check("rand-columns")
def _():
    rand1971 = studies.rand1971
    cells = rand1971.cells_of_rows(studies.read_table(ROOT / "book" / "results" / "rand1971.csv"))

    def rms(table, size, exchanged):
        name = "AA" if exchanged else "T/N"
        off = []
        for place, k in enumerate(rand1971.KS):
            cell = cells[table, "T/N", size, k]
            off.append(rand1971.deviation(cell, 0.5, rand1971.PRINTED[table, name][1][place], 0).std)
        return np.sqrt(np.mean(np.square(off)))

    assert rms(3, 0.25, True) < 3 < 15 < rms(3, 0.25, False)
    # The size was chosen by the averages, which two of six sizes fit; the exchange helps at all six.
    averages = {
        size: np.sqrt(
            np.mean(
                [rand1971.compare_with_printed(cells[3, "T/N", size, k], 3, "T/N", k).mean ** 2 for k in rand1971.KS]
            )
        )
        for size in rand1971.SIZES
    }
    assert [size for size, off in averages.items() if off < 2] == [0.2, 0.25]
    assert all(rms(3, size, True) < 5 < 14 < rms(3, size, False) for size in rand1971.SIZES)
    for table in (2, 4):
        assert rms(table, None, False) < 3 < 8 < rms(table, None, True)


# ---- other papers


@check("error-rate")
def _():
    tp, fn, fp, tn = oracles.count_pairs([0, 0, 1], [0, 1, 1])
    assert Fraction(fn, tp + fn) + Fraction(fp, fp + tn) == Fraction(3, 2)
    assert Fraction(fn + fp, 3) == Fraction(2, 3)


@check("error-words")
def _():
    tp, fn, fp, tn = oracles.count_pairs([0, 0, 1], [0, 0, 0])
    assert (Fraction(fp, tp + fn), Fraction(fp, fp + tn)) == (2, 1)


@check("rag-bag")
def _():
    classes = [{0, 1, 5, 6}, {2}, {3}, {4}]
    before, after = [{0, 1, 2}, {3, 4}, {5, 6}], [{0, 1}, {2, 3, 4}, {5, 6}]
    scores = []
    for clusters in (before, after):
        precision = oracles.cice_bcubed_precision(clusters, classes)
        recall = oracles.cice_bcubed_precision(classes, clusters)
        scores.append(float(oracles.weighted_harmonic_mean(precision, recall, Fraction(1, 2))))
    assert scores == pytest.approx([0.31257, 0.30769], abs=5e-6)


@check("letters")
def _():
    rand = at.datasets.load_rand_points()
    table = oracles.cells(list(rand.labels_true), list(rand.labels_pred))
    true, pred = list(rand.labels_true), list(rand.labels_pred)
    tp, first_only, second_only, apart = oracles.count_pairs(true, pred)
    # The condition as it is printed: unequal in both.
    printed = sum(true[i] != true[j] and pred[i] != pred[j] for i, j in itertools.combinations(range(len(true)), 2))
    assert printed == apart != second_only
    rows, columns, _ = oracles.margins(table)
    assert sum(comb(int(size), 2) for size in rows) - tp == first_only == 4
    assert sum(comb(int(size), 2) for size in columns) - tp == second_only == 2


@check("entropy-sign")
def _():
    information = metrics.mutual_info_score([0, 1], [0, 1])
    assert information == pytest.approx(log(2))
    assert information / (2 * 0.5 * log(0.5)) == pytest.approx(-1)
    assert metrics.normalized_mutual_info_score([0, 1], [0, 1]) == 1


@check("rand-lower-bound")
def _():
    k = 3
    lowest = min(
        Fraction(sum(oracles.count_pairs(first, second)[i] for i in (0, 3)), comb(n, 2))
        for n in (5,)
        for first in map(list, set_partitions(n, k=k))
        for second in map(list, set_partitions(n, k=k))
    )
    assert lowest == Fraction(2, 5) < 1 - Fraction(2 * (k - 1), k**2)
    # Of random labels, too, about half are below: the formula is their mean. Counted here from the table.
    rng, n, below, values = np.random.default_rng(1), 600, 0, []
    for _ in range(60):
        cells = oracles.cells(*(row.tolist() for row in rng.integers(k, size=(2, n))))
        rows, columns, _ = oracles.margins(cells)
        together = [sum(comb(int(size), 2) for size in sizes) for sizes in (np.ravel(cells), rows, columns)]
        values.append(1 - (together[1] + together[2] - 2 * together[0]) / comb(n, 2))
        below += values[-1] < 1 - 2 * (k - 1) / k**2
    assert np.mean(values) == pytest.approx(5 / 9, abs=0.002)
    assert 15 < below < 45
    # For fewer objects the bound holds, so the example is the smallest.
    for first, second in itertools.product(map(list, set_partitions(4, k=k)), repeat=2):
        assert metrics.rand_score(first, second) >= 1 - 2 * (k - 1) / k**2


# ---- programs


@check("empty-clusters")
def _():
    for measure in (genie.normalized_clustering_accuracy, genie.pair_sets_index):
        # Each partition is compared with itself.
        without, gap = (measure(np.array(labels), np.array(labels)) for labels in ([0, 0, 1, 1], [0, 0, 2, 2]))
        assert (without, gap) == (1, pytest.approx(1 / 2))
        assert measure.__name__ in WHERE["empty-clusters"]
    assert (
        at.adjusted_asymmetric_accuracy([0, 0, 2, 2], [0, 0, 2, 2])
        == at.pair_sets_index([0, 0, 2, 2], [0, 0, 2, 2])
        == 1
    )


@check("square-tables")
def _():
    for name in ("normalized_clustering_accuracy", "normalized_pivoted_accuracy"):
        with pytest.raises(RuntimeError):
            getattr(genie, name)(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 2]))
    assert at.adjusted_asymmetric_accuracy([0, 0, 1, 1], [0, 0, 1, 2]) == 0.5


@check("singletons-fm")
def _():
    assert metrics.fowlkes_mallows_score([0, 1], [0, 1]) == 0
    assert metrics.fowlkes_mallows_score([0, 0], [0, 0]) == at.fowlkes_mallows_score([0, 1], [0, 1]) == 1
    assert np.isnan(genie.fm_score(np.array([0, 1]), np.array([0, 1])))
    assert "nan" in TRUE["singletons-fm"]


@check("davies-bouldin-zero")
def _():
    said = " ".join(metrics.davies_bouldin_score.__doc__.split())
    assert "The minimum score is zero, with lower values indicating better clustering." in said
    assert metrics.davies_bouldin_score([[0], [1], [2]], [0, 1, 0]) == 0
    assert metrics.davies_bouldin_score([[0], [1], [2]], [0, 0, 1]) > 0
    # Two of three centroids coincide, and the score beats that of a sensible partition.
    line, nonsense = [[0], [1], [2], [10], [11]], [0, 1, 0, 2, 2]
    assert 0 < metrics.davies_bouldin_score(line, nonsense) < metrics.davies_bouldin_score(line, [0, 0, 1, 2, 2])
    for points, labels in ((line[:3], nonsense[:3]), (line, nonsense)):
        with pytest.raises(ValueError, match="two centroids coincide"):
            at.criteria.davies_bouldin_index(points, labels)
    assert "some" in TRUE["davies-bouldin-zero"]


@check("one-silhouette")
def _():
    x, labels = np.array([[0.0], [1], [4], [6], [20], [20.5], [20.7]]), np.array([0, 1, 2, 2, 3, 3, 3])
    widths = metrics.silhouette_samples(x, labels)
    assert list(widths[:2]) == [0, 0]
    assert genieclust.cluster_validity.silhouette_index(x, labels) == pytest.approx(widths.mean())
    assert metrics.silhouette_score(x, labels) == pytest.approx(widths.mean())
    of_clusters = [widths[labels == c].mean() for c in (2, 3)]
    weighted = genieclust.cluster_validity.silhouette_w_index(x, labels)
    assert weighted == pytest.approx(np.mean(of_clusters))
    assert weighted != pytest.approx(widths.mean(), abs=0.05)


@check("davies-bouldin-alone")
def _():
    x, labels = np.array([[0.0], [1], [4], [6]]), np.array([0, 1, 2, 2])
    assert genieclust.cluster_validity.negated_davies_bouldin_index(x, labels) == -np.inf
    assert float(oracles.davies_bouldin(x.tolist(), labels.tolist())) == pytest.approx(0.2333, abs=5e-5)
    assert metrics.davies_bouldin_score(x, labels) == pytest.approx(0.2333, abs=5e-5)


# ---- authors who are right


@check("ari-range")
def _():
    assert "bounded below by -0.5" in " ".join(metrics.adjusted_rand_score.__doc__.split())
    assert metrics.adjusted_rand_score([0, 0, 1], [0, 1, 1]) == -0.5
    for n in (3, 4):
        partitions = list(map(list, set_partitions(n)))
        assert min(metrics.adjusted_rand_score(*two) for two in itertools.product(partitions, repeat=2)) >= -0.5


@check("ari-no-bug")
def _():
    for n in (3, 22):
        together, one_off = [0] * n, [0] * (n - 1) + [1]
        assert metrics.adjusted_rand_score(together, one_off) == 0
        counts = {oracles.count_pairs(together, one_off[i:] + one_off[:i])[0] for i in range(n)}
        assert counts == {comb(n - 1, 2)}


@check("ordered-pairs")
def _():
    said = " ".join(metrics.pair_confusion_matrix.__doc__.split())
    assert "counting pairs that are assigned into the same or into different clusters" in said
    assert "ordered" not in said
    for first, second in itertools.product(map(list, set_partitions(4)), repeat=2):
        tp, fn, fp, tn = oracles.count_pairs(first, second)
        assert metrics.pair_confusion_matrix(first, second).tolist() == [[2 * tn, 2 * fp], [2 * fn, 2 * tp]]


@check("unbiased")
def _():
    D = oracles.distances([[x] for x in range(6)])
    for labels, value in (([0, 0, 0, 1, 1, 1], Fraction(8, 9)), ([0, 0, 1, 1, 2, 2], Fraction(11, 12))):
        assert oracles.aucc(D, labels) == value
        orders = set(itertools.permutations(labels))
        assert sum(Fraction(oracles.aucc(D, list(order))) for order in orders) / len(orders) == Fraction(1, 2)


@check("at-most-k")
def _():
    Z = linkage([[0], [1], [2]], "single")
    assert "no more than" in " ".join(fcluster.__doc__.split())
    assert fcluster(Z, 2, "maxclust").max() == 1
    assert len(set(at.linkage_cuts(Z)[1])) == 2


@check("real-iris")
def _():
    iris = load_iris()
    # Fisher's article; the file of the UCI repository has 4.9, 3.1, 1.5, 0.1 in both rows (Bezdek et al. 1999).
    assert iris.data[[34, 37]].tolist() == [[4.9, 3.1, 1.5, 0.2], [4.9, 3.6, 1.4, 0.1]]
    assert "has two wrong data points" in " ".join(iris.DESCR.split())

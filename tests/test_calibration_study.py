"""How often p-values of reference data are small: the study against a plain loop, its table against its seeds."""

import math
from collections import defaultdict

import nbformat
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.stats import binom, binomtest
from sklearn.cluster import KMeans
from studies import calibration, read_table, rng_of_block
from threadpoolctl import threadpool_limits

import aucc_teach as at

STORED = read_table(ROOT / "book" / "results" / "calibration.csv")
PLACES = ["kind", "algorithm", "reference", "statistic", "n_replicates"]
SQUARES = ("square", "box, 5", "box of the wines")
STATISTICS = ("k = 3", "any k", "peak")
SHAPES = {
    "square": (100, 2),
    "box, 5": (100, 5),
    "cube, 10": (100, 10),
    "box of the wines": (178, 13),
    "ball": (100, 3),
    "triangle": (100, 2),
    "normal, 2": (100, 2),
    "normal, long, 5": (100, 5),
    "normal, correlated, 10": (100, 10),
    "t with 3 degrees, 2": (100, 2),
    "exponential, 2": (100, 2),
    "lognormal, 2": (100, 2),
}
NORMAL = [kind for kind in SHAPES if kind.startswith("normal")]


def plain_labels(X, k, algorithm):
    if algorithm == "ward":
        return fcluster(linkage(X, "ward"), k, "maxclust")
    return KMeans(k, n_init=1, random_state=0).fit_predict(X)


def plain_logits(X, algorithm):
    logits = []
    for k in range(2, 7):
        found = at.concordance(X, plain_labels(X, k, algorithm))
        closer, farther = (side + found.s_zero / 2 for side in (found.s_plus, found.s_minus))
        logits.append(math.log((closer + 0.5) / (farther + 0.5)))
    return logits


def share(values):
    """Of the values, the data's first: the share that is at least that of the data."""
    return sum(value >= values[0] - 1e-9 for value in values) / len(values)


def plain_peaks(rows):
    means = [sum(row[j] for row in rows) / len(rows) for j in range(5)]
    excess = [[value - mean for value, mean in zip(row, means, strict=True)] for row in rows]
    return [max(row) - sum(row) / 5 for row in excess]


def plain_pvalues(rows):
    each = [share([row[j] for row in rows]) for j in range(5)]
    return {"k = 3": each[1], "any k": min(each), "peak": share(plain_peaks(rows))}


def plain_z(rows):
    """Of the first row, over the others: standardised at k = 3, the largest over k, and the standardised peak."""
    first, others = np.array(rows[0]), np.array(rows[1:])
    z = (first - others.mean(axis=0)) / others.std(axis=0, ddof=1)
    excess = np.array(rows) - others.mean(axis=0)
    peaks = excess.max(axis=1) - excess.mean(axis=1)
    return [z[1], z.max(), (peaks[0] - peaks[1:].mean()) / peaks[1:].std(ddof=1)]


def plain_rejections(kind, rng, algorithm, n_references, level):
    X = calibration.draw(kind, rng=rng)
    sets = {"true": [calibration.draw(kind, rng=rng) for _ in range(n_references)]}
    for name in ("fitted box", "matched box", "fitted normal", "matched normal", "matched radial"):
        how, reference = name.split()
        sets[name] = [
            at.reference_data(X, reference=reference, matched=how == "matched", rng=rng) for _ in range(n_references)
        ]
    of_data = plain_logits(X, algorithm)
    logits = {name: [of_data, *(plain_logits(points, algorithm) for points in drawn)] for name, drawn in sets.items()}
    pvalues = {name: plain_pvalues(rows) for name, rows in logits.items()}
    box, radial = pvalues["matched box"], pvalues["matched radial"]
    pvalues["box and radial"] = {name: max(box[name], radial[name]) for name in STATISTICS}
    if algorithm == "ward" and kind in SQUARES:
        rng = np.random.default_rng(int(rng.integers(2**31)))
        standardised = [plain_z(logits["fitted box"])]
        for points, of_points in zip(sets["fitted box"], logits["fitted box"][1:], strict=True):
            inner = [at.reference_data(points, matched=False, rng=rng) for _ in range(n_references)]
            standardised.append(plain_z([of_points, *(plain_logits(each, algorithm) for each in inner)]))
        columns = zip(*standardised, strict=True)
        pvalues["nested fitted box"] = dict(zip(STATISTICS, map(share, columns), strict=True))
    return {(name, statistic): p[statistic] <= level for name, p in pvalues.items() for statistic in STATISTICS}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "algorithm", "n_replicates"),
    [("square", "ward", 2), ("triangle", "ward", 2), ("lognormal, 2", "k-means", 3)],
)
def test_rows_agree_with_a_plain_loop(kind, algorithm, n_replicates, monkeypatch):
    """Fewer sets than in the study, and a level that is met often, so that both answers occur."""
    n_references, level = 4, 0.4
    monkeypatch.setattr(calibration, "N_REFERENCES", n_references)
    monkeypatch.setattr(calibration, "LEVEL", level)
    rows = calibration.rows_of_kind(kind, n_replicates=n_replicates, algorithms=[algorithm])
    expected = defaultdict(int)
    with threadpool_limits(1):
        for replicate in range(n_replicates):
            rng = rng_of_block(1963, 12 * replicate + list(SHAPES).index(kind))
            for place, rejected in plain_rejections(kind, rng, algorithm, n_references, level).items():
                expected[place] += rejected
    found = rows.set_index(["reference", "statistic"])["n_rejected"].to_dict()
    assert found == {place: expected[place] for place in found}
    assert {name for name, _ in found} == {
        name for name in calibration.REFERENCES_OF[algorithm] if not name.startswith("nested") or kind in SQUARES
    }
    assert 0 < sum(found.values()) < n_replicates * len(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "algorithm", "references"),
    [
        # Two of them: clustering takes the time, and is no part of what is drawn.
        ("square", "ward", ("true", "matched box")),
        ("exponential, 2", "ward", calibration.REFERENCES_OF["ward"]),
        ("normal, 2", "k-means", calibration.REFERENCES_OF["k-means"]),
    ],
)
@pytest.mark.breadth(first_of=3)
def test_the_stored_table_comes_from_its_seeds(kind, algorithm, references, monkeypatch):
    # The nested bootstrap draws its numbers last and takes twenty times as long as all the rest: not here.
    monkeypatch.setattr(calibration, "KINDS_NESTED", ())
    monkeypatch.setitem(calibration.REFERENCES_OF, algorithm, references)
    rows = calibration.rows_of_kind(kind, n_replicates=20, algorithms=[algorithm])
    assert rows["reference"].unique().tolist() == [name for name in references if not name.startswith("nested")]
    pd.testing.assert_frame_equal(rows, rows[PLACES].merge(STORED, how="left"))


@pytest.fixture(scope="module")
def whole():
    """Rows of the full study by their place: those with the most replicates."""
    return STORED.sort_values("n_replicates").groupby(PLACES[:-1])[["n_replicates", "n_rejected"]].last()


def test_p_values_are_exact_where_theory_says_so(whole):
    """References from the same distribution; and matched normal ones of normal data, whatever their covariance."""
    rows = whole.reset_index()
    exact = rows["reference"].eq("true") | (rows["reference"].eq("matched normal") & rows["kind"].isin(NORMAL))
    rows = rows[exact & rows["statistic"].ne("any k")]
    assert len(rows) == 2 * (12 + 3 + 3)
    low, high = binom.interval(0.9999, rows["n_replicates"], 1 / 20)
    assert rows["n_rejected"].between(low, high).all()
    # All together, with the same margin.
    n_replicates, n_rejected = rows.loc[rows["reference"] == "true", ["n_replicates", "n_rejected"]].sum()
    low, high = binom.interval(0.9999, n_replicates, 1 / 20)
    assert low <= n_rejected <= high


def test_the_table_says_what_the_chapters_say(whole):
    rates = whole["n_rejected"] / whole["n_replicates"]

    def rate(*place):
        return rates[place]

    # A box refitted to draws from the wines' own box is not the box that they came from.
    for algorithm in ("ward", "k-means"):
        assert rate("box of the wines", algorithm, "fitted box", "k = 3") > 0.2
        # Exactly the mean and the covariance of the data cure most of it.
        fitted, matched = (rate("box of the wines", algorithm, f"{how} box", "k = 3") for how in ("fitted", "matched"))
        assert matched < fitted / 2
        # Looking at several numbers of clusters and taking the best is no test at 1/20.
        assert rate("normal, 2", algorithm, "matched normal", "any k") > 0.07
    assert rate("normal, 2", "ward", "true", "any k") > 0.07
    # Skewed clouds are rejected often by the larger of the two p-values too: they are no clusters.
    assert rate("exponential, 2", "ward", "box and radial", "peak") > 0.3
    # Those that the docstring of calibrated_choice calls rejected often, and no others.
    often = {"t with 3 degrees, 2", "exponential, 2", "lognormal, 2", "triangle"}
    both = [[rate(kind, of, "box and radial", "peak") for of in ("ward", "k-means")] for kind in SHAPES]
    assert {kind for kind, rates in zip(SHAPES, both, strict=True) if min(rates) > 0.1} == often
    assert max(max(rates) for kind, rates in zip(SHAPES, both, strict=True) if kind not in often) < 0.05


def test_matching_brings_the_peak_nearer_to_its_level_on_one_kind_only(whole):
    """Over boxes fitted to the data and over boxes with their covariance, Ward: percentages beside 5."""
    rates = (100 * whole["n_rejected"] / whole["n_replicates"]).xs(("ward", "peak"), level=("algorithm", "statistic"))
    fitted, matched = (rates.xs(f"{how} box", level="reference") for how in ("fitted", "matched"))
    farther = (matched - 5).abs() - (fitted - 5).abs()
    error = ((fitted * (100 - fitted) + matched * (100 - matched)) / 1120) ** 0.5
    assert (len(farther), (farther > 0).sum()) == (12, 8)
    assert farther.index[farther < -2 * error].tolist() == ["box of the wines"]
    assert set(farther.index[farther > 2 * error]) == {"normal, 2", "t with 3 degrees, 2", "exponential, 2"}


def test_the_excursion_counts_the_largest_rate_where_the_recipe_is_conservative():
    both = STORED.query("reference == 'box and radial' and statistic == 'peak'")
    both = both.loc[both.groupby(["kind", "algorithm"])["n_replicates"].idxmax()]
    mild = both[both["kind"].isin([*SQUARES, "cube, 10", "ball", *NORMAL])]
    largest = mild.loc[(mild["n_rejected"] / mild["n_replicates"]).idxmax()]
    k, n = largest["n_rejected"], largest["n_replicates"]
    error = 100 * math.sqrt(k / n * (1 - k / n) / n)
    assert 0.9 < error < 1  # so nobody can say that the rate is below 4 percent
    assert binomtest(k, n).proportion_ci(0.95).high > 0.05
    cells = nbformat.read(ROOT / "book" / "3-chance" / "worth_of_a_p_value.ipynb", as_version=4).cells
    said = " ".join(" ".join(cell.source.split()) for cell in cells)
    assert f"largest rejection rate for the peak is {k} of {n} sets, with a standard error of one percentage" in said

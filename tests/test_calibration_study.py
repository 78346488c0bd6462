"""How often p-values of reference data are small: the study against a plain loop, its table against its seeds."""

import json
import math
from collections import defaultdict

import nbformat
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.stats import binom, binomtest, kstest
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler
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


# The data.


@pytest.mark.parametrize("kind", SHAPES)
def test_draws_have_their_shape_and_their_seed(kind):
    X = calibration.draw(kind, rng=0)
    assert X.shape == SHAPES[kind]
    assert np.isfinite(X).all()
    np.testing.assert_array_equal(X, calibration.draw(kind, rng=0))
    assert (calibration.draw(kind, rng=1) != X).any()


def many(kind, n_sets=60):
    return np.concatenate([calibration.draw(kind, rng=seed) for seed in range(n_sets)])


def test_kinds_are_what_they_are_called():
    for kind, covariance in {
        "square": np.eye(2) / 12,
        "box, 5": np.diag(np.square([4, 2, 1, 1, 1])) / 12,
        "cube, 10": np.eye(10) / 12,
        "normal, 2": np.eye(2),
        "normal, long, 5": np.diag([16, 4, 1, 0.5, 0.25]),
        "normal, correlated, 10": 0.5 * np.eye(10) + 0.5,
        "exponential, 2": np.eye(2),
        "ball": np.eye(3) / 5,
    }.items():
        found = np.cov(many(kind).T)
        scale = np.sqrt(np.outer(np.diag(covariance), np.diag(covariance)))
        np.testing.assert_allclose(found / scale, covariance / scale, atol=0.1)
    for kind in ("square", "box, 5", "cube, 10", "exponential, 2", "lognormal, 2"):
        assert many(kind).min() > 0
    ball = np.linalg.norm(many("ball"), axis=1)
    assert ball.max() < 1
    assert kstest(ball**3, "uniform").pvalue > 0.01
    assert kstest(np.log(many("lognormal, 2")).ravel(), "norm").pvalue > 0.01
    # Squared length over 2 is F(2, 3): the quartiles of that.
    student = np.square(many("t with 3 degrees, 2")).sum(axis=1) / 2
    assert np.quantile(student, [0.25, 0.75]) == pytest.approx([0.317, 2.28], rel=0.08)
    corners = np.array([[0, 0, 1], [1, 0, 1], [0.5, math.sqrt(0.75), 1]])
    triangle = many("triangle")
    weights = np.column_stack([triangle, np.ones(len(triangle))]) @ np.linalg.inv(corners)
    assert weights.min() > 0
    np.testing.assert_allclose(weights.mean(axis=0), 1 / 3, atol=0.01)
    np.testing.assert_allclose(weights.var(axis=0), 1 / 18, rtol=0.1)
    # The wines' own box, filled evenly: along the axes of the wines, not along those of the draw.
    wines = StandardScaler().fit_transform(load_wine().data)
    axes = np.linalg.svd(wines, full_matrices=False)[2]
    low, high = (wines @ axes.T).min(axis=0), (wines @ axes.T).max(axis=0)
    inside = (calibration.draw("box of the wines", rng=2) @ axes.T - low) / (high - low)
    assert inside.min() > -1e-9
    assert inside.max() < 1 + 1e-9
    assert min(kstest(column, "uniform").pvalue for column in inside.T) > 0.001


# The study, by plain loops.


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


# The stored table.


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


def test_the_stored_table_is_complete():
    settings = calibration.EXPERIMENT.settings(True)
    assert (STORED.attrs["experiment"], STORED.attrs["settings"]) == ("calibration", settings)
    counts = settings["n_replicates"]
    assert counts["ward"] >= 1000 > counts["k-means"] > counts["nested fitted box"] > 100
    expected = set()
    for kind in SHAPES:
        for algorithm in ("k-means", "ward"):
            for reference in calibration.REFERENCES_OF[algorithm]:
                if reference.startswith("nested") and kind not in SQUARES:
                    continue
                most = counts.get(reference, counts[algorithm])
                for statistic in STATISTICS:
                    expected |= {(kind, algorithm, reference, statistic, n) for n in (20, most)}
    assert set(STORED[PLACES].itertuples(index=False, name=None)) == expected
    assert len(STORED) == len(expected) == 2 * 3 * (12 * (5 + 7) + 3)


def test_counts_agree_with_each_other(whole):
    first = STORED[STORED["n_replicates"] == 20].set_index(PLACES[:-1])["n_rejected"].loc[whole.index]
    more = whole["n_rejected"] - first
    assert first.between(0, 20).all()
    assert (more >= 0).all()
    assert (more <= whole["n_replicates"] - 20).all()
    # The larger p-value of two is small if both are.
    by_reference = whole["n_rejected"].unstack("reference")
    for one in ("matched box", "matched radial"):
        assert (by_reference["box and radial"] <= by_reference[one]).all()
    # The best of five is at least as often small as that of k = 3.
    by_statistic = whole["n_rejected"].drop("nested fitted box", level="reference").unstack("statistic")
    assert (by_statistic["any k"] >= by_statistic["k = 3"]).all()


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


# The runner.


@pytest.mark.slow
def test_runner_and_live_rows_agree(monkeypatch):
    """Blocks brought into rows, where k-means and the nested bootstrap are run for the first replicates only."""
    names = ("triangle", "square")
    monkeypatch.setattr(calibration, "_NAMES", names)
    monkeypatch.setattr(calibration, "_FIRST", 1)
    monkeypatch.setattr(calibration, "N_REFERENCES", 3)
    monkeypatch.setattr(calibration, "LEVEL", 0.5)
    limits = {"ward": 3, "k-means": 2, "nested fitted box": 2}
    settings = {"seed": 1963, "n_replicates": limits}
    assert calibration.EXPERIMENT.n_blocks(settings) == 2 * 3
    results = [calibration.EXPERIMENT.run_block(settings, block, rng_of_block(1963, block)) for block in range(6)]
    rows = pd.DataFrame(calibration.EXPERIMENT.rows(settings, json.loads(json.dumps(results))))
    of_nested = rows.loc[rows["reference"] == "nested fitted box", "n_replicates"].tolist()
    assert of_nested == [1] * 3 + [2] * 3
    most = rows["reference"].map(limits).fillna(rows["algorithm"].map(limits))
    assert (rows["n_replicates"].eq(1) | rows["n_replicates"].eq(most)).all()
    live = pd.concat(
        calibration.rows_of_kind(kind, n_replicates=n, algorithms=[algorithm])
        for kind in names
        for algorithm, n in [("ward", 1), ("ward", 2), ("ward", 3), ("k-means", 1), ("k-means", 2)]
    )
    pd.testing.assert_frame_equal(rows, rows[PLACES].merge(live, how="left"))
    assert len(rows) == 2 * 3 * (2 * (5 + 7) + 1)


@pytest.mark.parametrize(
    ("function", "arguments", "options", "message"),
    [
        (calibration.draw, ("cube",), {}, "kind must be one of"),
        (calibration.draw, ("ball",), {"rng": "x"}, "rng must be"),
        (calibration.rows_of_kind, ("cube",), {}, "kind must be one of"),
        (calibration.rows_of_kind, ("ball",), {"n_replicates": 0}, "n_replicates must be an integer of at least 1"),
        (calibration.rows_of_kind, ("ball",), {"algorithms": ["single"]}, "every algorithm must be one of"),
    ],
)
def test_what_is_wrong_is_refused(function, arguments, options, message):
    with pytest.raises(ValueError, match=message):
        function(*arguments, **options)


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

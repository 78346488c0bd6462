"""Labels that are given to a report: what is said of them, against other ways to it, and what is refused."""

import re
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from markupsafe import escape
from matplotlib.figure import Figure
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn.cluster import KMeans
from sklearn.metrics import silhouette_samples
from small_reports import NASTY, POINTS, SMALL, TABLE, small

import aucc_report
import aucc_teach as at
from aucc_report import Given, Statement, _figure, _given, _page
from aucc_report._make import seeds_of
from aucc_report._valleys import shallowest_valley
from aucc_report.clusterers import check_algorithms, label_rows_of_many
from aucc_report.intake import take_in
from aucc_teach.calibration import Space

THREE = np.repeat(["a", "b", "c"], 20)
CLOUD = np.random.default_rng(3).normal(size=(120, 2))
ANGLES = np.random.default_rng(1).uniform(0, 2 * np.pi, size=120)
RINGS = np.repeat([1, 3], 60)[:, None] * np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
RINGS += np.random.default_rng(2).normal(scale=0.03, size=RINGS.shape)


def judged(X, labels, *, n_sets=19, scaling="none", **options):
    """What is said of the labels by themselves, with few sets."""
    taken = take_in(X, labels=labels, scaling=scaling, **options)
    _given.check_given(taken)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_given, "FEWEST", n_sets)
        patch.setattr(_given, "MOST", n_sets)
        return _given.judge_given(
            taken,
            check_algorithms(["k-means", "ward", "average"]),
            metric="euclidean",
            kinds=("box", "radial"),
            level=0.05,
            n_references=1,
            seeds=seeds_of(0),
            tell=lambda what: None,
        )


@cache
def of_three():
    """The three clusters of the small reports; not to be changed."""
    return judged(POINTS, THREE)


@cache
def reported():
    """A report on the three clusters with labels that cut one in two and call three rows noise; not to be changed."""
    labels = np.repeat([0, 1, 2, 5], [20, 20, 10, 10])
    labels[[0, 25, 59]] = -1
    return small(labels=pd.Series(labels, TABLE.index, name="<b>mine</b>"))


def codes_of(given):
    return [said.code for said in (*given.conclusion, *given.doubts)]


def said_of(given, code):
    return next(said for said in (*given.conclusion, *given.doubts) if said.code is code)


# What is said.


HALVES, THIRDS, QUARTERS = (np.repeat(range(k), 50) for k in (2, 3, 4))


def separated(n=100):
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1], n // 2)
    return rng.normal(size=(n, 2)) + 7 * labels[:, None], labels


def parallel():
    """Two long groups beside each other, whose rows lie far from most of their own group."""
    return np.random.default_rng(0).uniform(size=(100, 2)) * [20, 1] + [[0, 3]] * HALVES[:, None], HALVES


def populations(shift=6):
    """As of possums: nine columns grow with a row's size, and two of them tell where it lives."""
    rng = np.random.default_rng(0)
    size = rng.normal(size=(100, 1))
    return size + rng.normal(size=(100, 9)) + [shift, shift, 1, 0, 0, 0, 0, 0, 0] * HALVES[:, None], HALVES


def kinds_by_size():
    """As of crabs: five columns grow together, in proportions that tell species and sex."""
    rng = np.random.default_rng(0)
    size = rng.uniform(1, 4, size=(200, 1))
    species, sexes = np.array([[0, 0, 0, 0, 0], [0, 0, -20, 0, 0]]), np.array([[8, 0, 0, 8, 0], [0, 8, 0, 8, 0]])
    shapes = 1 + (species[[0, 0, 1, 1]] + sexes[[0, 1, 0, 1]]) / 100
    return size * shapes[QUARTERS] + rng.normal(scale=0.03, size=(200, 5)), QUARTERS


def in_two(n, seed):
    """The two clusters of k-means in one cloud."""
    cloud = np.random.default_rng(seed).normal(size=(n, 2))
    return cloud, KMeans(2, n_init=10, random_state=0).fit_predict(cloud)


def shifted(*means):
    """Fifty rows about each mean, in two columns."""
    labels = np.repeat(range(len(means)), 50)
    return np.random.default_rng(0).normal(size=(len(labels), 2)) + np.array(means)[labels], labels


def one_in_halves():
    """Two groups, the first cut in two."""
    points, labels = shifted((0, 0), (0, 0), (9, 0))
    return points, np.where(labels == 2, 2, points[:, 1] > np.median(points[:100, 1]))


def many_columns():
    return np.random.default_rng(0).normal(size=(40, 20)), np.repeat([0, 1], 20)


def shuffled(points, labels):
    return points, np.random.default_rng(0).permutation(labels)


@pytest.mark.parametrize(
    ("X", "labels", "scaling", "code", "by", "n_not_apart"),
    [
        (*separated(), "none", Given.PLAIN_GROUPS, "gap", 0),
        (*separated(30), "none", Given.PLAIN_GROUPS, "gap", 0),
        (*shifted((0, 0), (5, 0)), "none", Given.PLAIN_GROUPS, "valley", 0),
        (*parallel(), "none", Given.PLAIN_GROUPS, "gap", 1),
        (RINGS, np.repeat(["in", "out"], 60), "none", Given.PLAIN_GROUPS, "gap", 1),
        (*populations(), "within", Given.PLAIN_GROUPS, "valley", 0),
        (CLOUD, KMeans(4, n_init=10, random_state=0).fit_predict(CLOUD), "none", Given.LIKE_SLICES, None, 3),
        (*in_two(120, 3), "none", Given.LIKE_SLICES, None, 1),
        (*in_two(30, 12), "none", Given.LIKE_SLICES, None, 0),  # rows are rare between them by chance
        (*one_in_halves(), "none", Given.LIKE_SLICES, None, 1),
        (*shifted((0, 0), (2, 0)), "none", Given.NOT_APART, None, 1),
        (*shifted((0, 0), (9, 0), (11, 0)), "none", Given.NOT_APART, None, 1),  # as of irises
        (*kinds_by_size(), "within", Given.NOT_APART, None, 6),
        (*shuffled(POINTS, THREE), "none", Given.UNRELATED, None, 3),
        (*shuffled(*many_columns()), "none", Given.UNRELATED, None, 1),
    ],
)
def test_the_verdict_says_what_labels_are(X, labels, scaling, code, by, n_not_apart):
    given = judged(X, labels, scaling=scaling)
    numbers = given.verdict.numbers
    assert (given.verdict.code, numbers["by"], numbers["n_not_apart"]) == (code, by, n_not_apart)
    assert len(re.findall(r"[.?](?: |$)", str(given.verdict))) <= 2


@pytest.mark.parametrize(("case", "scaling"), [(parallel, "none"), (populations, "within")])
def test_plain_groups_need_not_be_better_than_noise_by_the_criteria(case, scaling):
    given = judged(*case(), scaling=scaling)
    assert given.verdict.code == Given.PLAIN_GROUPS
    assert (given.scores.loc["AUCC", ["p, box", "p, radial"]] > 0.5).all()


def test_labels_that_only_aucc_relates_to_the_columns_say_so():
    numbers = {"inside": 0.5, "by_neighbours": False}
    given = judged(*shifted((0, 0), (2, 0)), n_sets=1)
    told = str(Statement(Given.NOT_APART, (), given.verdict.numbers | numbers))
    aucc = given.scores.loc["AUCC", "score"]
    assert f"not apart: AUCC is {aucc:.3f}, and 0.500 with random labels (p = 0.005)." in told


@pytest.mark.parametrize(
    ("algorithm", "cluster", "n_clusters", "at_least", "code", "by"),
    [
        ("gaps", [1, 2], None, None, Given.PLAIN_GROUPS, "report"),
        ("ward", [1, 2], 2, None, Given.PLAIN_GROUPS, "report"),
        ("ward", [1, 2], None, 2, Given.PLAIN_GROUPS, "report"),
        ("ward", [1, 2], None, None, Given.LIKE_SLICES, None),
        ("gaps", [1, 1], None, None, Given.LIKE_SLICES, None),
        (None, [1, 1], None, None, Given.LIKE_SLICES, None),
    ],
)
def test_what_the_report_finds_as_well_are_plain_groups(algorithm, cluster, n_clusters, at_least, code, by):
    X, labels = in_two(120, 3)
    given = judged(X, labels, n_sets=1)
    report = SimpleNamespace(
        candidate=algorithm and (algorithm, 2),
        rows=pd.DataFrame({"cluster": np.array(cluster)[labels]}),
        n_clusters=n_clusters,
        at_least=at_least,
        headline="...",
    )
    beside = _given.with_own_answer(given, take_in(X, labels=labels, scaling="none"), report)
    assert (beside.verdict.code, beside.verdict.numbers["by"]) == (code, by)
    assert beside.verdict.numbers["is_found"] == (by == "report")
    assert len(beside.conclusion) == 2


def test_no_p_value_is_near_the_level_where_none_has_a_part_in_the_verdict():
    for case, scaling in ((kinds_by_size, "within"), (lambda: shuffled(POINTS, THREE), "none")):
        assert Given.UNDECIDED not in codes_of(judged(*case(), scaling=scaling, n_sets=1))
    assert Given.UNDECIDED in codes_of(judged(*populations(), scaling="within", n_sets=1))


# The numbers.


def test_scores_and_random_labels_are_those_of_the_package():
    given, codes = of_three(), np.repeat([0, 1, 2], 20)
    assert given.scores.loc["AUCC", "score"] == at.aucc_score(POINTS, codes)
    assert given.scores.loc["VRC", "score"] == pytest.approx(at.criteria.calinski_harabasz_score(POINTS, codes))
    assert given.scores.loc["AUCC", "random labels"] == 0.5
    assert given.scores["p, random labels"].tolist()[:3] == [1 / (_given.N_RANDOM + 1)] * 3
    assert given.scores.loc["VRC", "random labels"] == pytest.approx(1, abs=0.2)  # between over within, by chance


def test_neighbours_with_random_labels_are_counted_by_the_definition():
    labels = np.repeat(["a", "b", "c"], [30, 20, 10])
    given = judged(POINTS, labels, n_sets=1)
    nearest = (cdist(POINTS, POINTS) + np.diag(np.full(60, np.inf))).argmin(axis=1)
    score, mean, pvalue = given.scores.loc["neighbours inside", ["score", "random labels", "p, random labels"]]
    assert score == (labels[nearest] == labels).mean()
    rng = np.random.default_rng(0)
    of_random = [(permuted[nearest] == permuted).mean() for permuted in (rng.permutation(labels) for _ in range(4000))]
    assert mean == pytest.approx(np.mean(of_random), abs=0.005)
    assert pvalue == pytest.approx((np.array(of_random) >= score).mean(), abs=0.02)
    mixed = judged(POINTS, np.random.default_rng(1).permutation(labels), n_sets=1).scores.loc["neighbours inside"]
    assert mixed["p, random labels"] == pytest.approx((np.array(of_random) >= mixed["score"]).mean(), abs=0.1)


def test_the_valley_is_compared_with_that_of_the_emptiest_between_clusters_of_noise():
    X, labels = populations()
    given = judged(X, labels, scaling="within")
    points = take_in(X, labels=labels).points
    assert given.scores.loc["valley", "score"] == shallowest_valley(points, labels)
    space, rng = Space(points), np.random.default_rng((seeds_of(0)["labels"], 0))
    found = {"box": [], "radial": []}
    for _ in range(19):
        for kind, of_kind in found.items():
            drawn = space.draw(kind, True, rng)
            rows = [
                label_rows_of_many(drawn, [2], algorithm, seed=seeds_of(0)["k-means"])[0]
                for algorithm in ("k-means", "ward", "average")
            ]
            like = [of for of in rows if np.bincount(of).min() >= 25]
            of_kind.append(min(min(1, shallowest_valley(drawn, of)) for of in like))
    for kind, of_kind in found.items():
        assert given.scores.loc["valley", f"noise, {kind}"] == pytest.approx(np.mean(of_kind))
        n_reached = sum(valley <= given.scores.loc["valley", "score"] for valley in of_kind)
        assert given.scores.loc["valley", f"p, {kind}"] == (n_reached + 1) / 20


def best_of_noise(points, k, least, n_sets, n_left_out=0):
    """Mean of the best scores and of those as high as a limit, by another way."""
    space, rng = Space(points), np.random.default_rng((seeds_of(0)["labels"], 0))
    found = {"box": [], "radial": []}
    for _ in range(n_sets):
        for kind, of_kind in found.items():
            drawn = space.draw(kind, True, rng)
            scores = []
            for algorithm in ("k-means", "ward", "average"):
                (labels,) = label_rows_of_many(drawn, [k], algorithm, seed=seeds_of(0)["k-means"])
                stays = silhouettes_of_means(drawn, labels).argsort(kind="stable")[n_left_out:]
                points_left, labels_left = drawn[stays], labels[stays]
                sizes = [(labels_left == cluster).sum() for cluster in range(k)]
                scores.append(
                    (
                        min(sizes) >= least,
                        min(sizes),
                        at.aucc_score(points_left, labels_left),
                        at.criteria.calinski_harabasz_score(points_left, labels_left),
                    )
                )
            like = [score for score in scores if score[0]] or [max(scores, key=lambda score: score[1])]
            of_kind.append([max(score[place] for score in like) for place in (2, 3)])
    return found


def silhouettes_of_means(points, labels):
    """Mean distance to the nearest other cluster less that to the own, row by row."""
    square, found = squareform(pdist(points)), []
    for i, own in enumerate(labels):
        mean = {c: square[i, (labels == c) & (np.arange(len(labels)) != i)].mean() for c in set(labels) - {own}}
        mates = square[i, (labels == own) & (np.arange(len(labels)) != i)]
        found.append(min(mean.values()) - (mates.mean() if mates.size else 0))
    return np.array(found)


@pytest.mark.parametrize("n_noise", [0, 12])
def test_noise_is_clustered_as_much_and_the_best_that_is_alike_counts(n_noise):
    labels = np.repeat([0, 1, 2], 20)
    labels[:n_noise] = -1
    given = judged(POINTS, labels)
    expected = best_of_noise(POINTS, 3, (20 - n_noise) / 2, 19, n_left_out=n_noise)
    for kind, of_sets in expected.items():
        np.testing.assert_allclose(given.scores.loc[["AUCC", "VRC"], f"noise, {kind}"], np.mean(of_sets, axis=0))
        for place, score in enumerate(given.scores.loc[["AUCC", "VRC"], "score"].tolist()):
            n_reached = sum(of_set[place] >= score for of_set in of_sets)
            assert given.scores.loc[["AUCC", "VRC"], f"p, {kind}"].iloc[place] == pytest.approx((n_reached + 1) / 20)


def test_the_gap_is_that_of_the_definition_and_is_compared_with_single_linkage():
    labels = np.repeat([0, 1], 60)
    given = judged(RINGS, labels)
    square = squareform(pdist(RINGS))
    between = square[:60, 60:].min()

    def longest_step(rows):
        return minimum_spanning_tree(square[np.ix_(rows, rows)]).max()

    within = max(longest_step(np.arange(60)), longest_step(np.arange(60, 120)))
    assert given.scores.loc["gap", "score"] == pytest.approx(between / within)
    assert np.isnan(given.scores.loc["gap", "p, radial"])  # such sets are rings as well
    assert given.scores.loc["gap", "p, box"] == 0.05
    swapped = labels.copy()
    swapped[[0, 60]] = [1, 0]
    assert "gap" not in judged(RINGS, swapped, n_sets=1).scores.index


def test_stragglers_are_not_separated_by_their_gaps():
    far = np.vstack([CLOUD, [[9.0, 9.0]]])
    given = judged(far, np.repeat([0, 1], [120, 1]), n_sets=1)
    assert "gap" not in given.scores.index
    assert said_of(given, Given.FEW_ROWS).numbers == {"clusters": ["1"], "rows": [1]}


def test_noise_belongs_to_the_nearest_cluster_where_gaps_are_measured():
    points = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [7.0], [3.0]])
    labels = np.array([0, 0, 0, 1, 1, 1, -1])
    assert _given._gap(points, labels, 2, "euclidean") == 2.0  # from 3 to 5, whereas steps are 1


def test_objects_fit_elsewhere_as_their_silhouette_says():
    labels = THREE.copy()
    labels[0] = "b"
    given = judged(TABLE, labels, n_sets=1)
    expected = silhouette_samples(POINTS, labels)
    np.testing.assert_allclose(given.objects["silhouette"], expected)
    assert given.objects.index.equals(TABLE.index)
    assert given.objects["nearer to"].notna().tolist() == (expected < 0).tolist()
    assert given.objects.loc["row 0", ["label", "nearer to"]].tolist() == ["b", "a"]
    nearest = (cdist(POINTS, POINTS) + np.diag(np.full(60, np.inf))).argmin(axis=1)
    inside = pd.Series(labels[nearest] == labels).groupby(labels).mean()
    assert given.clusters["neighbours inside"].to_dict() == pytest.approx(inside.to_dict())


@pytest.mark.parametrize(
    ("above", "n", "is_decided"),
    [
        ([0], 135, True),  # 0.95 ** 135 < 0.001
        ([0], 134, False),
        ([3], 10, False),
        ([6], 10, True),
        ([0, 39], 39, False),
        ([10, 39], 39, True),
    ],
)
def test_sets_are_drawn_until_the_decision_is_safe(above, n, is_decided):
    sets = np.column_stack([np.repeat([2.0, 0.0], [n_above, n - n_above]) for n_above in above])
    scores, clear = [1.0] * len(above), np.tile(2.0, (n, len(above)))
    # Of several kinds one that is above is enough, and all must be below.
    for kinds, is_it in (([sets], is_decided), ([sets, clear], True), ([sets, sets], is_decided)):
        assert _given._is_decided(scores, dict(zip("ab", kinds, strict=False)), 0.05) == is_it
    below, near = np.zeros((150, 1)), np.repeat([2.0, 0.0], [6, 144])[:, None]
    assert not _given._is_decided([1.0], {"box": below, "radial": near}, 0.05)


# Labels in all their forms.


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (list(THREE), ["a", "b", "c"]),
        (np.repeat([10.0, 2.0, 30.0], 20), [2, 10, 30]),
        (pd.Series(np.repeat([10, 2, 30], 20), dtype="Int64"), [2, 10, 30]),
        (np.repeat([-1, 1, 2], 20), [-1, 1, 2]),  # without a 0, -1 is a label like others
    ],
)
def test_labels_may_be_texts_numbers_and_categories(labels, names):
    taken = take_in(POINTS, labels=labels).labels
    assert taken.names == names
    assert [names[code] for code in taken.codes[::20]] == list(labels[::20])


def test_rows_without_a_label_are_left_out_and_counted():
    labels = pd.Series(THREE, dtype=object)
    labels[[0, 30]] = None, np.nan
    given = judged(POINTS, labels, n_sets=1)
    kept = labels.notna().to_numpy()
    assert given.scores.loc["AUCC", "score"] == at.aucc_score(POINTS[kept], labels[kept])
    assert said_of(given, Given.WITHOUT_LABEL).numbers == {"n_missing": 2, "n_rows": 60}
    assert (given.n_rows, given.n_missing, given.n_noise) == (58, 2, 0)


def test_noise_is_left_out_and_asked_about():
    labels = np.repeat([0, 1, 2], 20)
    labels[[0, 1, 30]] = -1
    given = judged(POINTS, labels.astype(str), n_sets=1)
    numbers = said_of(given, Given.NOISE_LEFT_OUT).numbers
    each = labels.copy()
    each[labels == -1] = [10, 11, 12]
    assert numbers == {
        "n_noise": 3,
        "noise": "-1",
        "n_rows": 60,
        "aucc": at.aucc_score(POINTS, labels, noise=-1),
        "each": at.aucc_score(POINTS, each),
        "together": at.aucc_score(POINTS, labels % 4),
        "nearest": at.aucc_score(POINTS, np.repeat([0, 1, 2], 20)),
    }
    assert (given.n_rows, given.n_noise, given.clusters["rows"].tolist()) == (57, 3, [18, 19, 20])


def test_a_minus_one_beside_one_and_two_is_asked_about_and_any_label_can_be_noise():
    labels = np.repeat([1, 2, 3], 20)
    labels[[0, 1, 30]] = -1
    asked = judged(POINTS, labels, n_sets=1)
    assert said_of(asked, Given.PERHAPS_NOISE).numbers == {"n": 3, "n_rows": 60}
    assert asked.clusters["rows"].to_dict() == {-1: 3, 1: 18, 2: 19, 3: 20}
    for mark in (-1, "-1", "none", 9):
        own = np.where(labels == -1, mark, labels)
        given = judged(POINTS, own, n_sets=1, noise=mark)
        assert Given.PERHAPS_NOISE not in codes_of(given)
        assert (given.n_noise, given.noise, given.scores.loc["AUCC", "score"]) == (
            3,
            own[0],
            at.aucc_score(POINTS, labels, noise=-1),
        )
        assert f"have {mark}, which is taken for noise" in str(said_of(given, Given.NOISE_LEFT_OUT))
    # Two classes are often called 1 and -1.
    assert not take_in(POINTS, labels=np.where(labels == 1, 1, -1)).labels.asks
    with pytest.raises(ValueError, match=r"noise must be one of the labels\. Got 7, which no row has"):
        take_in(POINTS, labels=labels, noise=7)
    with pytest.raises(ValueError, match="noise must be left out without labels"):
        take_in(POINTS, noise=7)
    few = np.where(np.arange(60) % 3 == 0, labels, -1)
    with pytest.raises(ValueError, match=r"at least 22 rows together: .* Got \d+ \(\d+ are noise, labelled -1"):
        judged(POINTS, few, n_sets=1, noise=-1)


# Within a report.


def test_a_report_is_the_same_with_labels_and_says_its_own_answer():
    plain, found = small(), reported()
    assert plain.given is None
    assert found.pvalues == plain.pvalues
    assert (found.candidate, found.n_clusters) == (plain.candidate, plain.n_clusters)
    pd.testing.assert_frame_equal(found.by_k, plain.by_k)
    given, cluster = found.given, found.rows["cluster"]
    algorithm, k = found.candidate
    labels = np.repeat([0, 1, 2, 5], [20, 20, 10, 10])
    labels[[0, 25, 59]] = -1
    inner = labels != -1
    own = said_of(given, Given.OWN_ANSWER).numbers
    assert own["ari"] == at.adjusted_rand_score(labels[inner], cluster[inner].astype(int))
    assert (own["headline"], own["algorithm"], own["k"]) == (str(found.headline), algorithm, k)
    assert given.table.to_numpy().tolist() == at.contingency_table(labels, cluster.astype(int)).tolist()
    assert given.table.index.tolist() == [-1, 0, 1, 2, 5]
    assert given.name == found.settings["labels"] == "<b>mine</b>"


def test_a_column_of_labels_is_no_measurement():
    table = TABLE.assign(mine=np.repeat([0, 1, 2], 20), site=np.tile([1, 2, 3], 20))
    taken = take_in(table, labels="mine")
    assert taken.used == ["length", "width"]
    assert (taken.labels.name, taken.labels.names) == ("mine", [0, 1, 2])
    without = take_in(table.drop(columns="mine"))
    pd.testing.assert_frame_equal(taken.columns.drop("mine"), without.columns)


def test_the_page_has_a_section_and_escapes_names(monkeypatch):
    monkeypatch.setattr(_page, "pictures_of", lambda *_: [])
    labels = pd.Series(np.where(THREE == "a", NASTY["class"], THREE), TABLE.index, name=NASTY["row"])
    found = small(labels=labels)
    for text in (_page.page_of(found), _page.cell_of(found)):
        assert "Your labels: are they good clusters?" in text
        assert not re.search(r"<script|<i>Gentoo", text)
        assert "&lt;i&gt;Gentoo&lt;/i&gt;" in text
        assert "alert(1)" in text


def test_the_page_has_the_verdict_beside_the_headline_and_draws_the_labels(monkeypatch):
    words_of = [_figure.Picture("points", 4, 4, "", "")]
    monkeypatch.setattr(_page, "pictures_of", lambda *_: words_of)
    found = reported()
    text = _page.page_of(found)
    head, details = text.split("In detail", 1)
    for part in (head, details):
        assert part.count(f"<p>{escape(str(found.given.verdict))}</p>") == 1
    own, given = _figure.panels_of(found, "points")
    assert "in the second picture, with your label" in " ".join(head.split())
    assert "by your labels (<b>mine</b>): 0 (19 rows) about (" in given.alt
    ax = Figure().subplots()
    given.draw(ax)
    assert [text.get_text() for text in ax.texts] == ["0", "1", "2", "5"]
    assert [len(marks.get_offsets()) for marks in ax.collections] == [19, 19, 10, 9, 3]  # the last are noise
    without = replace(found, candidate=None)
    (alone,) = _figure.panels_of(without, "points")
    assert alone.alt == given.alt
    assert own.alt != given.alt


def test_the_judgement_shows_itself_by_what_is_said(monkeypatch):
    monkeypatch.setattr(_page, "pictures_of", lambda *_: pytest.fail("the judgement needs no pictures"))
    found = reported()
    for given in (of_three(), found.given):
        text, page = repr(given), given._repr_html_()
        assert len(text) < 4000
        for said in (*given.conclusion, *given.doubts):
            assert " ".join(str(said).split()) in " ".join(text.split())
            assert str(escape(str(said))) in page
        assert page.count("<table") >= 4
    assert repr(of_three()).startswith("Your labels (labels): 3 clusters of 60 rows.\n\nWhat can be said:\n- ")
    title = "Your labels (<b>mine</b>): 4 clusters of 57 rows, 3 rows of noise."
    assert repr(found.given).startswith(f"{title}\n\nWhat can be said:\n- ")
    assert f'<p class="aucc-report-title">{escape(title)}</p>' in found.given._repr_html_()
    assert "<b>mine" not in found.given._repr_html_()


# What is refused.


@pytest.mark.parametrize(
    ("labels", "options", "words"),
    [
        (
            "mine",
            {},
            r"labels must name a column, .*\. There is no column 'mine' among length, width, count, site, part\.",
        ),
        ("count", {"columns": ["length", "count"]}, "column count cannot be a measurement and the labels."),
        ("site", {"classes": "site"}, "labels and classes must not be the same column. Got 'site' as both"),
        (THREE[:-1], {}, r"hold a label for each of the 60 rows. Got an array of shape \(59,\)"),
        (pd.Series(THREE), {}, "X and labels must name the same objects in the same order"),
        (np.repeat([0, -1], 30), {}, r"Got 1 \(30 are noise, labelled -1, and 0 have no label\)"),
        ([None] * 60, {}, "at least 2 rows must have a label. Got 0 of 60."),
        (np.arange(60), {}, "Got 60, each row in one of its own: do they name rows rather than clusters"),
        (np.linspace(0, 1, 60), {}, "labels must be whole numbers or strings. Got"),
        ([0, "a"] * 30, {}, "labels must be all numbers or all strings"),
        ("part", {}, "the labels in column 'part' must be whole numbers or strings. Got 0.5"),
    ],
)
def test_bad_labels_are_refused_before_any_work(labels, options, words, monkeypatch):
    monkeypatch.setattr("aucc_report._make.Investigation", None)
    monkeypatch.setattr("aucc_report._make.judge_given", None)
    table = TABLE.assign(count=np.arange(60) % 7, site=np.tile(["x", "y"], 30), part=np.tile([0.5, 1.5], 30))
    with pytest.raises(ValueError, match=words):
        aucc_report.report(table, labels=labels, **({"columns": ["length", "width"]} | SMALL | options))


def test_labels_of_rows_that_are_not_used_do_not_count():
    table = TABLE.copy()
    table.iloc[40:, 0] = np.nan
    given = judged(table, THREE, n_sets=1)
    assert (given.n_clusters, given.n_rows) == (2, 40)
    table.iloc[20:40, 0] = np.nan
    with pytest.raises(ValueError, match="labels must put the 20 rows used into at least 2 clusters"):
        judged(table, THREE, columns=["length", "width"])

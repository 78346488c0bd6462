"""Functions for the reader to write: references, mistakes, and the check in a kernel."""

import itertools
import json
import math
import re
import statistics
from fractions import Fraction

import nbformat
import numpy as np
import pytest
from conftest import ROOT
from in_jupyterlab import run_cell
from marking.answers import is_intact, read_answers
from scipy.stats import permutation_test
from sklearn import metrics
from sklearn.cluster import AgglomerativeClustering

import aucc_teach as at
from aucc_teach.calibration import excess_and_pvalue
from aucc_teach.exercises import (
    Write,
    all_questions,
    check,
    fingerprint,
    judge,
    questions_by_id,
    run_cases,
)
from aucc_teach.exercises.functions import GONE, LATE, as_page_says, functions
from aucc_teach.exercises.judge_outputs import agree, verdict_on
from aucc_teach.overlapping import extended_bcubed

NAMES = sorted(functions())


def printed(capsys, name, function):
    check(name, function)
    return capsys.readouterr().out.removesuffix("\n")


# ---- each function


@pytest.mark.parametrize("name", NAMES)
def test_the_reference_passes(name, capsys):
    assert printed(capsys, name, functions()[name].reference) == f"Right. {functions()[name].outcome}"


@pytest.mark.parametrize("name", NAMES)
def test_each_mistake_gets_its_own_words(name, capsys):
    function = functions()[name]
    for mistake, words in function.mistakes:
        assert printed(capsys, name, mistake).startswith(f"Not yet. {words}\n`{name}("), mistake.__name__


@pytest.mark.parametrize("name", NAMES)
def test_the_text_that_the_reader_starts_from(name):
    function = functions()[name]
    names = {}
    exec(function.start, names)
    assert names[name](*function.cases[0]) is None
    assert judge(Write(name), function.start).verdict == "unclear"
    # Pages and other processes read the task back from its text.
    assert eval(repr(function.task), {"__builtins__": {}}) == function.task


def of_distances(measure):
    """A measure of the package for two lists of distances, as if one cluster had the within pairs, by comparisons."""

    def function(within, between):
        counts = [sum(test(w, b) for w in within for b in between) for test in (np.less, np.greater, np.equal)]
        return measure(*counts)

    return function


def condensed(distances):
    square = np.array(distances)
    return square[np.triu_indices(len(square), 1)]


def null_of_aucc(distances, labels):
    ranking = at.PairRanking(condensed(distances), metric="precomputed")
    return tuple(ranking.null(np.unique(labels, return_counts=True)[1]))


def labels_of(table):
    cells = [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    return tuple(zip(*cells, strict=True))


def mean_c(table):
    """Mean of c over all orders of the labels."""
    first, second = labels_of(table)
    deals = set(itertools.permutations(second))
    return sum(at.rand_score(first, deal) for deal in deals) / len(deals)


def c_index_of_package(within, between):
    n = next(n for n in range(2, 50) if n * (n - 1) // 2 == len(within) + len(between))
    # Any labels with as many within pairs: the criterion looks at the sums alone.
    for sizes in at.partitions.set_partitions(n):
        together = at.co_membership(list(sizes))
        if together.sum() == len(within):
            values = np.zeros(len(together))
            values[together], values[~together] = within, between
            return at.criteria.c_index(values, list(sizes), metric="precomputed")
    raise AssertionError(f"no partition has {len(within)} within pairs")


RULES = ("pessimistic", "diagonal", "optimistic")


def by_listing(distances, labels, orders):
    """Counts of right comparisons, which have no rounding."""
    right = [
        2 * plus + zero
        for plus, _, zero in (
            at.concordance(distances, [labels[i] for i in order], metric="precomputed")
            for order in (range(len(labels)), *orders)
        )
    ]
    return sum(one >= right[0] for one in right) / len(right)


def by_statistics(scores):
    squared = statistics.mean(map(statistics.variance, scores.tolist())) / len(scores[0])
    points = statistics.variance(map(statistics.mean, scores.tolist()))
    return math.sqrt(squared), math.sqrt(max(points - squared, 0))


def by_scikit_learn(points, most):
    cuts = {k: AgglomerativeClustering(k).fit_predict(points) for k in range(2, most + 1)}
    of_k = lambda score: lambda k: score(points, cuts[k])  # noqa: E731
    best = [max(cuts, key=of_k(score)) for score in (metrics.silhouette_score, metrics.calinski_harabasz_score)]
    return *best, min(cuts, key=of_k(metrics.davies_bouldin_score))


def by_pairs_of_draws(distances, labels, draws):
    scores = []
    for draw in draws:
        lists = [], []
        for i, j in itertools.combinations(draw, 2):
            if i != j:
                lists[int(labels[i] != labels[j])].append(distances[i, j])
        scores.append((1 + of_distances(lambda plus, minus, zero: (plus - minus) / (plus + minus + zero))(*lists)) / 2)
    return statistics.stdev(scores)


# What the package, or another way of counting, says.
SAME = {
    "pair_counts": lambda first, second: tuple(at.pair_counts(first, second)),
    "bcubed_precision": lambda classes, clusters: extended_bcubed(sets(classes), sets(clusters)).precision,
    "counts_of_table": lambda table: tuple(at.pair_counts(*labels_of(table))),
    "expected_c": mean_c,
    "gamma": of_distances(lambda plus, minus, zero: (plus - minus) / (plus + minus + zero)),
    "c_index": c_index_of_package,
    "aucc": lambda points, labels: at.aucc_score(np.array(points)[:, None], labels),
    "aucc_of_all_deals": null_of_aucc,
    "stirling": lambda n, k: at.partitions.count_partitions(n, k=k),
    "bell": at.partitions.count_partitions,
    "number_with_sizes": lambda sizes: at.partitions.count_partitions(sum(sizes), sizes=sizes),
    "size_profiles": lambda n: sorted(
        {tuple(sorted(map(p.count, set(p)), reverse=True)) for p in at.partitions.set_partitions(n)}, reverse=True
    ),
    "silhouette": lambda distances, labels: at.criteria.silhouette_score(
        condensed(distances), labels, metric="precomputed"
    ),
    "sign_test": lambda differences: (
        permutation_test(
            (differences,),
            lambda one: abs(sum(one)),
            permutation_type="samples",
            alternative="greater",
            n_resamples=math.inf,
        ).pvalue
    ),
    "auc_by_counting": lambda above, below, tie: (
        sum(tie if a == b else a > b for a in above for b in below) / len(above) / len(below)
    ),
    "roc_points": lambda scores, positive: list(zip(*at.roc_curve(positive, scores)[:2], strict=True)),
    "area_under": lambda points: float(np.trapezoid([y for _, y in points], [x for x, _ in points])),
    "mid_ranks": lambda values: [
        np.mean([i + 1 for i, other in enumerate(sorted(values)) if other == v]) for v in values
    ],
    "areas_by_rule": lambda scores, positive: [at.roc_curve(positive, scores, ties=rule).auc for rule in RULES],
    "aucc_of_table": lambda distances, labels: at.aucc_score(distances, labels, metric="precomputed"),
    "permutation_p_value": by_listing,
    "error_and_between": by_statistics,
    "peak_p_value": lambda logits: excess_and_pvalue(logits)[1],
    "simplified_silhouette": at.criteria.simplified_silhouette_score,
    "votes_of_tree": by_scikit_learn,
    "bootstrap_error": by_pairs_of_draws,
    "bounds_of_bins": lambda distances, labels, edges: [
        at.aucc_score(np.searchsorted(edges, distances, "right") - 1, labels, metric="precomputed", ties=rule)
        for rule in RULES[::2]
    ],
}


def sets(labels):
    return [{i for i, other in enumerate(labels) if other == label} for label in set(labels)]


@pytest.mark.parametrize("name", SAME)
def test_the_reference_says_what_the_package_says(name):
    function = functions()[name]
    assert agree(function.outputs(SAME[name]), function.outputs(function.reference))


def test_scores_from_counts_are_those_of_the_package():
    for labels in functions()["pair_counts"].cases:
        counts = at.pair_counts(*labels)
        assert functions()["adjusted_rand"].reference(*counts) == pytest.approx(at.adjusted_rand_score(*labels))
        assert functions()["rand_c"].reference(*counts) == pytest.approx(at.rand_score(*labels))
        n_classes = len(set(labels[0]))
        if 1 < n_classes < len(labels[0]):
            assert functions()["pair_errors"].reference(*counts) == pytest.approx(tuple(at.pair_errors(*labels)))
        if counts.fn + counts.tp and counts.fp + counts.tp:
            fm = functions()["fowlkes_mallows"].reference(counts.tp, counts.fn, counts.fp)
            assert fm == pytest.approx(at.fowlkes_mallows_score(*labels))


def test_answers_that_are_partitions_are_as_many_as_partitions():
    reference = functions()["is_partition"].reference
    for n in (3, 4):
        pairs = list(itertools.combinations(range(n), 2))
        answers = itertools.chain.from_iterable(itertools.combinations(pairs, m) for m in range(len(pairs) + 1))
        assert sum(reference(n, list(together)) for together in answers) == at.partitions.count_partitions(n)


def test_a_growth_string_is_that_of_the_enumeration():
    for labels in at.partitions.set_partitions(5):
        renamed = [(2 * label + 3) % 7 for label in labels]
        assert functions()["by_first_appearance"].reference(renamed) == list(labels)


# ---- how outputs are judged


@pytest.mark.parametrize(
    ("got", "expected", "fits"),
    [
        (Fraction(1, 3), 1 / 3, True),
        (0.3 + 1e-12, 0.3, True),
        (0.3 + 1e-6, 0.3, False),
        (1, True, False),
        (np.True_, True, True),
        (math.nan, 0.5, False),
        (10**400, 0.5, False),
        ("3", 3, False),
        ((1, 2), [1.0, 2], True),
        ([1, 2, 3], (1, 2), False),
        ({1, 2}, [1, 2], False),
        (3, [3], False),
        (type("Own", (list,), {})([1, 2]), [1, 2], True),
        (np.array([[1, 2]]), [[1, 2]], True),
    ],
)
def test_what_agrees(got, expected, fits):
    task = {"name": "f", "cases": [()], "expected": [expected], "mistakes": [], "hint": "h", "outcome": "o"}
    events = []
    run_cases.run(lambda: got, task, events.append, None)
    assert verdict_on(task, json.loads(json.dumps(events)), GONE)[0] == ("right" if fits else "wrong")


def test_the_first_failing_case_is_shown(capsys):
    cases = functions()["rand_c"].cases
    reference = functions()["rand_c"].reference

    def fails_later(*counts):
        return 7 if counts in cases[2:] else reference(*counts)

    assert f"\n`rand_c{cases[2]}` gives `7`." in printed(capsys, "rand_c", fails_later)


def test_what_a_function_does_to_its_arguments_stays_without_effect(capsys):
    def mid_ranks(values):
        ranks = functions()["mid_ranks"].reference(list(values))
        values.clear()
        return ranks

    assert printed(capsys, "mid_ranks", mid_ranks).startswith("Right.")


@pytest.mark.parametrize("what", ["a loop that catches", "a text"])
def test_an_endless_loop_is_stopped(what, capsys, monkeypatch):
    monkeypatch.setattr("aucc_teach.exercises.functions.SECONDS", 1)

    def catching(*counts):
        while True:
            try:
                print("here", end="")
                while True:
                    pass
            except:  # noqa: E722  as a reader may
                return 0

    text = "def rand_c(*counts):\n    print('here', flush=True)\n    while True: pass"
    words = printed(capsys, "rand_c", {"a loop that catches": catching, "a text": text}[what])
    assert words.startswith(f"Not yet. {LATE}\nPrinted:\n`here")


def test_the_solution_of_each_is_a_function_that_passes():
    """By the stored output, which the notebooks' own tests compare."""
    passed = []
    for path in (ROOT / "book").rglob("*.ipynb"):
        inside = None
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                gates = re.findall(r"(?m)^:::\{solution-(?:start\} (\S+)|end\})", cell.source)
                inside = gates[-1] if gates else inside
            elif names := re.findall(r'(?m)^at\.exercises\.check\("(\w+)", \w+\)$', cell.source):
                assert cell.metadata.tags == ["wrap-output"]
                printed = cell.outputs[0].text.splitlines()
                assert printed == [f"Right. {functions()[name].outcome}" for name in names]
                passed += [(inside, name) for name in names]
    asked = [
        (label, question.name)
        for label, questions in all_questions().items()
        for question in questions
        if question.kind == "write"
    ]
    assert sorted(passed) == sorted(asked)


def test_exercises_answer_in_jupyterlab(jupyterlab_with, browser, tmp_path):
    cells = [
        f"from aucc_teach.exercises import Exercise, Write, folders, add, show\n"
        f"add({str(ROOT / 'book' / 'questions')!r})\nshow('ex-pairs-move')",
        "folders.questions_of = lambda label, folder=None: (Write('pair_counts'),)\nExercise('ex-a')",
        f"from aucc_teach.exercises import save\nprint(save({str(tmp_path / 'answers.json')!r}), 'saved')",
    ]
    page = browser.new_page()
    page.set_default_timeout(60_000)
    page.goto(jupyterlab_with(cells))
    run_cell(page, 0)
    number = questions_by_id()["ex-pairs-move/tp"]
    form = page.locator(".exercise-question", has_text=number.prompt).first
    for answer, words in [*number.mistakes(), (str(number.value), "")]:
        form.locator("input").fill(answer)
        form.locator("input").press("Enter")
        verdict = "Not yet." if words else "Right."
        form.locator(".exercise-said", has_text=f"{verdict} {words}".strip().replace("*", "")).wait_for()

    run_cell(page, 1)  # a function is run by the kernel
    area = page.locator(".exercise-code")
    area.fill("def pair_counts(first, second):\n    print('here')\n    return 1, 2\n")
    area.press("Control+Enter")
    heard = page.locator(".exercise-write .exercise-said", has_text="Not yet.")
    heard.wait_for()
    text = area.input_value()
    assert heard.inner_text() == as_page_says(*judge(Write("pair_counts"), text)[:2]).replace("`", "")

    run_cell(page, 2)  # and all tries of what was shown are saved
    page.get_by_text("1 saved").wait_for()
    data = read_answers(tmp_path / "answers.json")
    assert is_intact(data)
    (entry,) = data["answers"]
    assert (entry["id"], entry["asked"]) == ("ex-pairs-move/tp", fingerprint(number))
    assert [(one["answer"], one["verdict"]) for one in entry["tries"]] == [
        *((said, "wrong") for said, _ in number.mistakes()),
        (str(number.value), "right"),
    ]
    page.close()

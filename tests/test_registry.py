"""The registry of criteria: what an entry says holds, each has a card, and one more moves no study."""

import importlib
import json
import re

import numpy as np
import pytest
import studies
from conftest import ROOT
from scipy.spatial.distance import pdist
from studies import benchmark, chance, choosing, read_table

import aucc_teach as at
from aucc_teach.criteria import CRITERIA, CriteriaScorer, Criterion

MORE = "largest_cluster_score"
BLOBS = at.datasets.load_toy("blobs")
EXPERIMENTS = studies.EXPERIMENTS


def proportion_of_largest(X, labels):
    return np.unique(labels, return_counts=True)[1].max() / len(labels)


@pytest.fixture
def one_more(monkeypatch):
    """Add a criterion to the registry, which prefers unequal clusters."""
    entry = Criterion(
        "Largest",
        proportion_of_largest,
        lambda partitions: partitions.sizes.max(axis=1) / partitions.n,
        higher_is_better=True,
        needs_coordinates=False,
        range=(0, 1),
        cost="n",
        source="rand1971",
        scale="fisher",
        terms="objects",
    )
    return lambda **changes: monkeypatch.setitem(CRITERIA, MORE, entry._replace(**changes))


def clustered(X, k):
    """Clusters along the first column, the first as large as all others together."""
    places = np.argsort(np.argsort(X[:, 0], kind="stable"))
    return np.maximum(places - len(X) // 2, 0) * (k - 1) // (len(X) - len(X) // 2) + (places >= len(X) // 2)


def test_what_computes_criteria_follows_the_registry(one_more):
    one_more()
    rows = [BLOBS.labels, np.arange(len(BLOBS.labels)) // 4]
    expected = [proportion_of_largest(None, row) for row in rows]
    for X, options in ((BLOBS.points, {}), (pdist(BLOBS.points), {"metric": "precomputed"})):
        scorer = CriteriaScorer(X, **options)
        assert scorer.names[-1] == MORE
        assert scorer.score_many(rows)[MORE].tolist() == expected
        assert scorer.score(rows[1])[MORE] == expected[1]
    one_more(needs_coordinates=True)
    assert MORE not in CriteriaScorer(X, metric="precomputed").names
    assert MORE in CriteriaScorer(BLOBS.points).names


@pytest.mark.parametrize(("scale", "sign"), [("logit", 1), ("fisher", 1), ("log", 1), ("log", -1), ("rank", 1)])
def test_calibration_follows_the_registry(one_more, scale, sign):
    one_more(scale=scale, higher_is_better=sign == 1)
    options = {"references": ["box"], "n_references": 19, "rng": 0}
    choice = at.calibrated_choice(BLOBS.points, clustered, [2, 3, 4], criterion=MORE, **options)
    assert choice.scores == pytest.approx([proportion_of_largest(None, clustered(BLOBS.points, k)) for k in (2, 3, 4)])
    assert choice.pvalue == 1  # all sets have these clusters
    one_more(scale="square root")
    with pytest.raises(ValueError, match=f"the scale of {MORE} must be one of .* Got 'square root'"):
        at.calibrated_choice(BLOBS.points, clustered, [2, 3], criterion=MORE, **options)


def of_the_questions():
    """What the questions ask that are computed from criteria, anew."""
    chapters = ("criteria_cards", "internal_external_relative")
    modules = [importlib.reload(importlib.import_module(f"questions.{name}")) for name in chapters]
    return [
        at.exercises.fingerprint(one) for module in modules for of_one in module.EXERCISES.values() for one in of_one
    ]


def of_the_studies():
    """What each study is about, by its settings, and a few rows and columns of those that judge by many criteria."""
    scorer = CriteriaScorer(BLOBS.points)
    rows = benchmark.score_partitions(scorer, BLOBS.labels, [BLOBS.labels, np.arange(len(BLOBS.labels)) % 3])
    settings = [one.settings(True) for one in EXPERIMENTS.values() if "needs the data" not in one.title]
    return settings, rows.to_csv(), benchmark.correlations(rows).to_json(), chance.CRITERIA, choosing.CALIBRATED


def test_one_more_moves_no_study_and_no_question(one_more):
    studies, questions = of_the_studies(), of_the_questions()
    one_more()
    assert of_the_studies() == studies
    assert of_the_questions() == questions
    columns = [name for name in read_table(ROOT / "book" / "results" / "benchmark.csv") if name in CRITERIA]
    assert columns == list(benchmark.CRITERIA)


def code_of_the_book():
    for path in sorted((ROOT / "book").rglob("*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                yield path.name, "".join(cell["source"])


def test_no_chapter_takes_all_that_there_are():
    """It takes those that it names, or those of a study: else a table of it would grow with the registry."""
    codes = list(code_of_the_book())
    assert any("at.criteria.CRITERIA[" in code for _, code in codes)
    assert [(name, code) for name, code in codes if re.search(r"at\.criteria\.CRITERIA(?!\[)", code)] == []


CARDS = (ROOT / "book" / "4-practice" / "criteria_cards.ipynb").read_text("utf-8")
CARDS = ["".join(cell["source"]) for cell in json.loads(CARDS)["cells"] if cell["cell_type"] == "markdown"]


def card_of(name):
    """The table of a criterion's card, and the text above it."""
    function = "dunn_score" if name.startswith("dunn") else name
    link = f"[`{function}()`]"
    places = [i for i, text in enumerate(CARDS) if "| function |" in text and link in text]
    assert len(places) == 1, f"criteria_cards.ipynb needs one card whose row `function` links to {link}"
    (place,) = places
    above = place if "### " in CARDS[place].split(link)[0] else place - 1
    rows = re.findall(r"^\| (.+?) \| (.+) \|$", CARDS[place], flags=re.MULTILINE)
    return dict(rows), "\n".join(CARDS[above : place + 1])


@pytest.mark.parametrize("name", CRITERIA)
def test_every_criterion_has_a_card_that_says_what_its_entry_says(name):
    entry, (card, text) = CRITERIA[name], card_of(name)
    better = "higher" if entry.higher_is_better else "lower"
    assert f"**{better} is better**" in card.values()
    lowest, highest = entry.range
    ends = {0: "0", 1: "1", -1: "-1", np.inf: "no upper end", 0.5**0.5: r"$1/\sqrt k$"}
    assert all(end in card["range"] for end in (ends[lowest], ends[highest]))
    assert ("coordinates" in card["needs"]) >= entry.needs_coordinates
    assert f"$O({entry.cost})$" in card["cost"] or card["cost"] == "as their plain forms"
    assert entry.source in text
    assert f"{{{entry.source}," in (ROOT / "book" / "references.bib").read_text("utf-8")

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

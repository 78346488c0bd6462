"""The page "Reading on": two sentences for each topic, its sources, and what it says of precision and recall."""

import re

import nbformat
import numpy as np
import pytest
from conftest import ROOT
from pybtex.database import parse_file
from scipy.spatial.distance import pdist
from sklearn.datasets import load_iris, load_wine
from sklearn.metrics import average_precision_score
from sklearn.preprocessing import StandardScaler

import aucc_teach as at

PAGE = ROOT / "book" / "back" / "reading_on.md"
TOPICS = {
    words: text
    for paragraph in PAGE.read_text("utf-8").split("\n\n")
    for words, text in re.findall(r"(?s)^\*\*(.*?)\*\* (.*)", " ".join(paragraph.split()))
}
ENTRIES = parse_file(ROOT / "book" / "references.bib").entries


def sources_of(text):
    return [key for keys in re.findall(r"\{cite\}`([^`]*)`", text) for key in keys.split(",")]


def test_each_topic_names_a_source_and_a_page_by_its_title():
    named = [key for text in TOPICS.values() for key in sources_of(text)]
    assert len(named) == len(set(named))
    assert all(map(sources_of, TOPICS.values()))
    assert set(named) <= set(ENTRIES)
    for words, text in TOPICS.items():
        links = re.findall(r"\[([^]]*)\]\(([^)]*)\)", text)
        assert links or "{prf:ref}" in text, words
        for title, target in links:
            first = nbformat.read((PAGE.parent / target).resolve(), 4).cells[0].source
            assert first.splitlines()[0] == f"# {title}", words


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_clusters_enter_the_area_under_precision_and_recall_with_the_weights_of_auccs_theorem(load):
    found = load()
    X, labels = StandardScaler().fit_transform(found.data), found.target.copy()
    labels[: len(labels) // 4] = 0  # unequal sizes
    rng = np.random.default_rng(0)
    distances = pdist(X) + rng.uniform(0, 1e-9, len(X) * (len(X) - 1) // 2)  # without ties, so pairs have one order
    i, j = np.triu_indices(len(labels), 1)
    within = labels[i] == labels[j]
    order = distances.argsort()
    precision = np.empty(len(order))
    precision[order] = within[order].cumsum() / np.arange(1, len(order) + 1)
    farther = 1 - np.searchsorted(np.sort(distances[~within]), distances) / (~within).sum()
    sizes = np.bincount(labels)
    weights = sizes * (sizes - 1) / (sizes * (sizes - 1)).sum()
    inside = [within & (labels[i] == cluster) for cluster in range(3)]
    area = average_precision_score(within, -distances)
    assert weights @ [precision[pairs].mean() for pairs in inside] == pytest.approx(area)
    aucc = at.aucc_score(distances, labels, metric="precomputed")
    assert weights @ [farther[pairs].mean() for pairs in inside] == pytest.approx(aucc)
    assert abs(area - aucc) > 0.01

"""What a search finds first: the script of the search page, on an index of a few lines."""

import json

import pytest
import quickjs
from conftest import ROOT
from sphinx.search.en import SearchEnglish

SEARCH = ROOT / "book" / "_ext" / "search"
SCRIPTS = [(SEARCH / name).read_text(encoding="utf-8") for name in ("minisearch/index.js", "static/rank.js")]


class Search:
    """Queries on pages of one's own: name, weight, entries."""

    def __init__(self, *pages):
        self.context = quickjs.Context()
        for script in (SearchEnglish.js_stemmer_code, *SCRIPTS):
            self.context.eval(script)
        self.context.eval(f"const index = BookSearch.prepare({json.dumps(pages)})")

    def asked(self, script, query):
        return json.loads(self.context.eval(f"query = {json.dumps(query)}; JSON.stringify({script} ?? null)"))

    def __call__(self, query):
        return self.asked("BookSearch.find(query, index)", query)

    def pages(self, query):
        return [hit["best"]["entry"]["page"] for hit in self(query)["hits"]]

    def suggestion(self, query):
        return self.asked("BookSearch.suggest(query, index)", query)


def page(name, *entries, weight=1):
    title = ["section", "", f"Page {name}", "Said first."]
    return [name, weight, [title, *entries]]


def section(heading, text, kind="section"):
    return [kind, heading.lower().replace(" ", "-"), heading, text]


TIMES = "Some noise in a pile of stones. "
PAGES = Search(
    page("said", section("Stones", TIMES)),
    page("headed", section("Noise in data", "Nothing more.")),
    page("defined", section("Noise", "What has no cluster.", kind="definition")),
)


def test_headings_come_before_text():
    assert PAGES.pages("noise") == ["defined", "headed", "said"]


def test_pages_with_both_words_come_before_those_with_one():
    search = Search(
        page("one", section("Noise", TIMES)),
        page("both", section("Stones", "Some noise here."), section("Piles", "A label there.")),
        page("near", section("Stones", "A label for noise.")),
    )
    found = search("noise label")
    assert [hit["best"]["entry"]["page"] for hit in found["hits"]] == ["near", "both", "one"]
    assert found["whole"] == 2
    assert found["hits"][2]["missing"] == ["label"]


@pytest.mark.parametrize("query", ["clustering", "CLUSTERS", "clust", "  the cluster?  ", "cluster's", "clùster"])
def test_a_word_is_found_by_its_family_and_its_beginning(query):
    search = Search(page("other"), page("it", section("A", "One cluster of stones.")))
    assert search.pages(query) == ["it"]


GLOSSARY = [
    "words",
    0.75,
    [
        ["section", "", "Glossary"],
        ["term", "term-ari", "adjusted Rand index, ARI", "Rescaled."],
        ["term", "term-large", "large data", "Too many.", ["memory"]],
    ],
]


@pytest.mark.parametrize("query", ["ari", "adjusted Rand index"])
def test_other_names_are_those_of_the_glossary(query):
    pages = [page("short", section("A", "The ARI is 1.")), page("long", section("A", "An adjusted Rand index."))]
    assert set(Search(*pages, GLOSSARY).pages(query)) == {"short", "long", "words"}
    assert Search(*pages).pages("ari") == ["short"]


WORDS = Search(
    page("it", section("Silhouette", "The silhouette of HDBSCAN, of Gamma and of stones; a label. Two labels."))
)


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("silhuette", "silhouette"),
        ("silhouete of hdbscna", "silhouette of hdbscan"),
    ],
)
def test_a_misspelt_word_gets_a_suggestion(query, meant):
    assert WORDS.suggestion(query) == meant
    assert WORDS.pages(meant) == ["it"]


@pytest.mark.parametrize("query", ["silh", "labels", "xyzzyxyzzy", "of the", ""])
def test_what_is_known_or_like_nothing_gets_none(query):
    assert WORDS.suggestion(query) is None


HOSTILE = ["<script>alert(1)</script>", "'\"`", "\\", "[(*+?", "%", "constructor __proto__ toString", "noise " * 5000]
HOSTILE += ["", "the of and", "🙂", "a" * 5000, "__", "\0"]


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_is_asked_is_answered(query):
    found = PAGES(query)
    assert [hit["best"]["entry"]["page"] for hit in found["hits"]] == (PAGES.pages("noise") if "noise" in query else [])

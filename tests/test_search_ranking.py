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

    def excerpt(self, query):
        """The sentence of the first hit, with what is marked in brackets."""
        hit = "[hit] = BookSearch.find(query, index).hits"
        parts = self.asked(f"({hit}, BookSearch.marked(hit.sentence, hit.best.terms))", query)
        return "".join(f"[{part['text']}]" if part["isHit"] else part["text"] for part in parts)


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


def test_a_title_counts_and_back_matter_counts_less():
    pages = [page("a", section("Ties", "x")), page("b", section("Ties", "x"), weight=0.75)]
    assert Search(*reversed(pages)).pages("ties") == ["a", "b"]
    titled = ["c", 1, [["section", "", "Ties", "x"], section("Ties", "x")]]
    assert Search(*pages, titled).pages("ties")[0] == "c"


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


def test_few_pages_with_all_words_hide_no_others_and_many_do():
    both = [page(f"both{i}", section("A", "Noise and a label.")) for i in range(5)]
    one = page("one", section("B", "Noise."))
    assert "one" in Search(*both[:4], one).pages("noise label")
    assert "one" not in Search(*both, one).pages("noise label")


@pytest.mark.parametrize("query", ["clustering", "CLUSTERS", "clust", "  the cluster?  ", "cluster's", "clùster"])
def test_a_word_is_found_by_its_family_and_its_beginning(query):
    search = Search(page("other"), page("it", section("A", "One cluster of stones.")))
    assert search.pages(query) == ["it"]


def test_spelling_of_both_sides_of_the_ocean():
    assert Search(page("it", section("A", "We standardise."))).pages("standardized") == ["it"]


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


def test_how_many_is_a_number_of():
    search = Search(
        page("what", section("A", "Clusters. " * 9)), page("number", section("A", "The number of clusters."))
    )
    assert search.pages("How many clusters?") == search.pages("number of clusters") == ["number", "what"]


def test_the_glossary_sends_to_a_page_that_lacks_the_word():
    pages = [page("memory", section("A", "Where pairs do not fit.")), page("other", section("A", "It is large."))]
    assert Search(*pages, GLOSSARY).pages("large data")[:2] == ["memory", "words"]
    assert "memory" not in Search(*pages).pages("large data")


NAMES = Search(
    page("said", section("A", "Call aucc_score, and aucc_score again.")),
    [
        "api",
        0.75,
        [
            ["section", "", "API reference"],
            ["name", "", "aucc_teach.aucc_score", "The area."],
            ["name", "", "aucc_teach.aucc_scorer", "For model selection."],
        ],
    ],
)


@pytest.mark.parametrize("query", ["aucc_score", "AUCC_score", "aucc_teach.aucc_score"])
def test_a_function_is_found_by_its_name(query):
    first = NAMES(query)["hits"][0]
    assert first["best"]["entry"]["heading"] == "aucc_teach.aucc_score"


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


def test_the_sentence_with_most_words_is_shown_and_marked():
    text = "Piles first. A label of noise, and noise-free stones. Noise last."
    search = Search(page("it", section("A", text)))
    assert search.excerpt("label noise") == "A [label] of [noise], and [noise]-free stones."


HOSTILE = ["<script>alert(1)</script>", "'\"`", "\\", "[(*+?", "%", "constructor __proto__ toString", "noise " * 5000]
HOSTILE += ["", "the of and", "🙂", "a" * 5000, "__", "\0"]


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_is_asked_is_answered(query):
    found = PAGES(query)
    assert [hit["best"]["entry"]["page"] for hit in found["hits"]] == (PAGES.pages("noise") if "noise" in query else [])

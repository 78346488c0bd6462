"""The index of the search page: what the extension takes from a page, and what it keeps from one build to the next."""

import base64
import gzip
import json

import pytest
import quickjs
from small_books import build

SETTINGS = {
    "extensions": ["myst_parser", "sphinx_design", "sphinx_proof", "sphinx_exercise", "formulas", "search_index"],
    "myst_enable_extensions": ["colon_fence", "dollarmath"],
    "search_titles_only": ["listed"],
    "html_math_renderer": "mathml",
    "html_theme": "sphinx_book_theme",
}
PAGE = r"""
# Two piles

Someone has $n$ stones and $\frac{1}{2}$ an hour. How many pairs?

$$\sum_{i<j} secret$$

## Count them
(here)=
There are $\binom{n}{2}$ pairs in [the list](listed.md).

```python
def hiddenname(stones): ...
```

:::{prf:definition} A pile
:label: def-pile
Stones that lie together.
:::

::::{admonition} Try this
:class: try-this
Take one away.
:::{dropdown} What you will see
An answer that is folded.
:::
::::

:::{exercise} Three stones
:label: ex-three
How many pairs have three?
:::

:::{solution} ex-three
:label: sol-three
Three, as solved.
:::
"""
GLOSSARY = """
# Words

```{glossary}
pile
heap
  Stones that are together. See [Two piles](page.md).
```
"""


@pytest.fixture
def small(tmp_path):
    """A small book, built in this process: the index by pages, and the folder."""
    texts = {"page.md": PAGE, "words.md": GLOSSARY, "listed.md": "# Listed\n\nWhat stands on other pages.\n"}
    texts["index.md"] = "# Stones\n\n```{toctree}\n:numbered:\npage\nwords\nlisted\n```\n"
    html = build(tmp_path, texts, **SETTINGS).outdir
    script = (html / "searchindex.js").read_text(encoding="utf-8")
    pages = json.loads(gzip.decompress(base64.b64decode(script.split('"')[1])))
    return {name: (weight, entries) for name, weight, entries in pages}, html


def test_a_page_is_read_by_its_sections_and_boxes(small):
    index, html = small
    _, entries = index["page"]
    assert entries == [
        ["section", "", "Two piles", "Someone has n stones and … an hour. How many pairs?", []],
        ["section", "count-them", "Count them", "There are … pairs in the list.\nTake one away.", []],
        ["statement", "def-pile", "A pile", "Stones that lie together.", []],
        ["exercise", "ex-three", "Three stones", "How many pairs have three?", []],
    ]
    assert index["words"][1][1] == [
        *("term", "term-pile", "pile, heap", "Stones that are together. See Two piles.", ["page"])
    ]
    # What it lists is found where it stands.
    assert index["listed"] == (1, [["section", "", "Listed"]])
    assert {weight for weight, _ in index.values()} == {1}
    assert (html / "search.html").exists()
    assert not (html / "_static" / "searchtools.js").exists()
    quickjs.Context().eval((html / "_static" / "search.js").read_text(encoding="utf-8"))  # its parts fit together


def test_what_answers_is_not_found_and_neither_is_markup(small):
    text = json.dumps(small[0])
    assert "stones" in text
    for word in ("solved", "folded", "secret", "frac", "binom", "sol-three", "hiddenname"):
        assert word not in text

"""The index of the search page: what the extension takes from a page, and what it keeps from one build to the next."""

import base64
import gzip
import json

import pytest
from conftest import ROOT
from search_index import plain, stems_of
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

CONFIGURATION = f"""
import sys
sys.path.insert(0, {str(ROOT / "book" / "_ext")!r})
extensions = ["myst_parser", "sphinx_design", "sphinx_proof", "sphinx_exercise", "search_index"]
myst_enable_extensions = ["colon_fence", "dollarmath"]
source_suffix = {{".md": "markdown"}}
exclude_patterns = ["built"]
search_titles_only = ["listed"]
"""
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


class Book:
    """A small book, built in this process."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "conf.py").write_text(CONFIGURATION)
        self.write("index", "# Stones\n\n```{toctree}\n:numbered:\npage\nwords\nlisted\n```\n")
        self.write("page", PAGE)
        self.write("words", GLOSSARY)
        self.write("listed", "# Listed\n\nWhat stands on other pages.\n")

    def write(self, name, text):
        (self.folder / f"{name}.md").write_text(text, encoding="utf-8")

    def build(self):
        """Build what has changed; return what was written, and the index."""
        written = []
        with patch_docutils(), docutils_namespace():
            built = self.folder / "built"
            folders = [self.folder, self.folder, built / "html", built / "trees"]
            app = Sphinx(*map(str, folders), "html", status=None, warningiserror=True)
            app.connect("html-page-context", lambda app, page, *rest: written.append(page))
            app.build()
        script = (built / "html" / "searchindex.js").read_text(encoding="utf-8")
        return written, json.loads(gzip.decompress(base64.b64decode(script.split('"')[1])))


@pytest.fixture
def small(tmp_path):
    return Book(tmp_path)


def entries(index, page):
    """Entries of a page by their headings."""
    (found,) = (one for one in index["pages"] if one[0] == page)
    return {entry[2]: entry for entry in found[2]}


def test_a_page_is_read_by_its_sections_and_boxes(small):
    written, index = small.build()
    assert "search" in written
    found = entries(index, "page")
    assert [entry[:3] for entry in found.values()] == [
        ["section", "", "Two piles"],
        ["section", "count-them", "Count them"],
        ["definition", "def-pile", "A pile"],
        ["exercise", "ex-three", "Three stones"],
    ]
    assert found["Two piles"][3] == "Someone has n stones and 1/2 an hour. How many pairs?"
    assert found["Count them"][3] == "There are … pairs in the list.\nTake one away."
    assert found["A pile"][3] == "Stones that lie together."
    assert entries(index, "words")["pile, heap"][3:] == ["Stones that are together. See Two piles.", ["page"]]
    # What it lists is found where it stands.
    assert list(entries(index, "listed").values()) == [["section", "", "Listed"]]
    assert {name: group for name, group, _ in index["pages"]} == dict.fromkeys(
        ["page", "words", "listed", "index"], "road"
    )


def test_what_answers_is_not_found_and_neither_is_markup(small):
    _, index = small.build()
    text = json.dumps(index)
    assert "stones" in text
    for word in ("solved", "folded", "secret", "frac", "binom", "sol-three"):
        assert word not in text


def test_a_page_that_is_not_written_again_stays_in_the_index(small):
    _, before = small.build()
    small.write("words", GLOSSARY.replace("heap", "stack"))
    written, after = small.build()
    assert "page" not in written
    assert list(entries(after, "words")) == ["Words", "pile, stack"]
    assert [one for one in after["pages"] if one[0] != "words"] == [one for one in before["pages"] if one[0] != "words"]
    small.write("index", "# Stones\n\n```{toctree}\npage\nwords\n```\n")
    (small.folder / "listed.md").unlink()
    small.write("page", PAGE.replace(" in [the list](listed.md)", ""))
    _, after = small.build()
    assert [one[0] for one in after["pages"]] == ["index", "page", "words"]


def test_sphinx_brings_no_search_of_its_own(small):
    small.build()
    static = small.folder / "built" / "html" / "_static"
    assert (static / "search.js").exists()
    assert not (static / "searchtools.js").exists()
    assert not (static / "language_data.js").exists()


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        (r"1 - c", "1 - c"),
        (r"\{ab, c\}", "{ab, c}"),
        (r"\tfrac12 (n^2 - n)", "1/2 (n^2 - n)"),
        (r"\mathrm{ARI} \ge -1", "ARI ≥ -1"),
        (r"\unheard{x}", "…"),
        ("x" * 61, "…"),
    ],
)
def test_a_formula_is_said_as_it_is_typed(formula, said):
    assert plain(formula) == said


def test_words_of_one_family_are_found_together():
    assert stems_of("A cluster, two clusterings; labels, labelled. Pairs") == ["cluster clusterings", "labelled labels"]

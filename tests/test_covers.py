"""What is covered after a prediction: how far, and that each prediction of the book has it."""

import json

import pytest
from bs4 import BeautifulSoup
from conftest import ROOT, pages_with
from covers import covered
from docutils import nodes
from folds import folded
from sphinx_exercise.nodes import exercise_node


def cell(text, *tags, has_output=True):
    made = nodes.container("", classes=["cell", *(f"tag_{tag}" for tag in tags)])
    made += nodes.container("", nodes.raw("", text, format="html"), classes=["cell_input"])
    if has_output:
        made += nodes.container("", nodes.paragraph("", text), classes=["cell_output"])
    return made


BLOCKS = {
    "p": lambda: nodes.paragraph("", "It is\nso."),
    "o": lambda: cell("9"),
    "c": lambda: cell("x = 9", has_output=False),
    "t": nodes.table,
    "k": lambda: folded("How this is checked", "how-checked", cell("267 cases")),
    "a": lambda: nodes.admonition("", nodes.paragraph("", "Try this")),
    "s": nodes.section,
    "e": exercise_node,
    "q": lambda: cell('<p data-label="pre-other">'),
}


@pytest.mark.parametrize(
    ("follow", "number"),
    {
        # Up to the first paragraph after an output,
        "opp": 2,
        "oaop": 4,
        "pcotpp": 5,
        # if it does not lead on to another.
        "popop": 5,
        "opcp": 2,
        # The check of a theorem shows no result.
        "ppk": 1,
        "okp": 3,
        # No heading, exercise or prediction.
        "os": 1,
        "oep": 1,
        "oqp": 1,
        "s": 0,
    }.items(),
)
def test_what_follows_is_covered_up_to_the_block_that_resolves_it(follow, number):
    blocks = [BLOCKS[one]() for one in follow]
    assert covered(blocks) == blocks[:number]


def test_words_say_where_another_block_does():
    blocks = [BLOCKS[one]() for one in "oappsp"]
    blocks[2] = nodes.paragraph("", "At first.")
    assert covered(blocks, "It is so") == blocks[:4]
    # No further than to the next heading.
    assert covered(blocks[:3] + blocks[4:], "It is so") == []
    # A page has another apostrophe than its notebook.
    blocks[2] = nodes.paragraph("", "It isn\N{RIGHT SINGLE QUOTATION MARK}t so.")
    assert covered(blocks, "It isn't") == blocks[:3]


def test_each_prediction_of_the_book_covers_what_resolves_it(book):
    pages = pages_with("exercises.predict(")
    for page in pages:
        cells = json.loads((ROOT / page).with_suffix(".ipynb").read_text("utf-8"))["cells"]
        words = {
            "".join(one["source"]).split('"')[1]: one["metadata"].get("covered_to", "")
            for one in cells
            if "".join(one["source"]).startswith("at.exercises.predict(")
        }
        html = BeautifulSoup((book / page).read_text("utf-8"), "html.parser")
        assert [part["data-until"] for part in html.select(".covered")] == list(words), page
        for part in html.select(".covered"):
            label = part["data-until"]
            host = html.select_one(f'[data-label="{label}"]').find_parent(class_="cell")
            before = part.find_previous_sibling(lambda node: "live-tools" not in node.get("class", ()))
            assert before is host, label
            assert not part.select("h1, h2, h3, h4, .exercise, .solution, .live-tools, [data-label]"), label
            *_, last = part.find_all(True, recursive=False)
            text = " ".join(last.text.split())
            assert len(text) > 20, label
            assert words[label] in text

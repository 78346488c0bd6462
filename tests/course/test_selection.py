"""A selection of chapters: no link leads to a chapter that is left out, and each question has its key."""

import re

import nbformat
import pytest
from answer_key import key_of, right_answer
from conftest import ROOT
from contents import Chapter, chapters_of, chosen, labelled
from editions import with_keys
from selection import LEFT_OUT, Cut

from aucc_teach.exercises import (
    Choice,
    Number,
    Objects,
    Open,
    Order,
    all_questions,
    judge,
)

ALL = chapters_of(ROOT)
BY_NAME = {chapter.name: chapter for chapter in ALL}
SELECTIONS = [
    ["counting_pairs"],
    ["first_tour", "rand_c", "rand_experiment"],
    ["how_firm", "your_own_data", "counting_pairs", "ten_measures", "sweeping_k"],
    [name for name in BY_NAME if name != "counting_pairs"],
]
ids = "+".join


def same(text):
    return text


@pytest.fixture(scope="module")
def labels():
    return labelled(ALL)


# ---- which chapters


def test_the_numbers_of_chapters_are_those_of_the_pages(book):
    """Numbers are compared with the contents at the left of each page."""
    page = (book / "book" / "intro.html").read_text("utf-8")
    shown = {name: number for name, number in re.findall(r'href="[^"]*?(\w+)\.html">\s*([\d.]+)\. ', page)}
    assert {chapter.name: chapter.number for chapter in ALL if chapter.number} == shown


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (
            ["rand_c", "randc"],
            r"must be among 1 first_tour, .* 3 rand_c, rands_limiting_cases, .* 15 your_own_data\. Got 'randc'",
        ),
        (["8-1", "20"], r"Got '8-1, 20'"),
        (["1-3", "rand_c"], "each named once"),
        ([], "one or more"),
    ],
)
def test_chapters_that_there_are_not_are_refused(names, message):
    with pytest.raises(ValueError, match=message):
        chosen(ALL, names)


# ---- links and references


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("see [Rand's c](rand_c.ipynb).", "see [Rand's c](../back/left_out.md) (not in this edition)."),
        ("[next](rand_c.ipynb)", "[next](../back/left_out.md) (*Rand's c*, not in this edition)"),
        ("[here](other.ipynb), `[a](rand_c.ipynb)`", "[here](other.ipynb), `[a](rand_c.ipynb)`"),
        (
            "[api](../back/api.md) [web](https://x.org/rand_c.ipynb)",
            "[api](../back/api.md) [web](https://x.org/rand_c.ipynb)",
        ),
        ("True. {prf:ref}`thm-a` says", "True. [The theorem *A*](../back/left_out.md) (not in this edition) says"),
        (
            "{numref}`that one <thm-a>` of {prf:ref}`thm-b`",
            "[That one](../back/left_out.md) (not in this edition) of {prf:ref}`thm-b`",
        ),
    ],
)
def test_a_link_to_what_is_left_out_says_so(before, after):
    class Left(Chapter):
        title = "Rand's c"

    left, here = Left("rand_c", "book/1-pairs/rand_c", "", None), Chapter("other", "book/1-pairs/other", "", None)
    cut = Cut([left], {"thm-a": (left, "the theorem *A*"), "thm-b": (here, "the theorem *B*")})
    assert cut.text(before, "book/1-pairs/other.ipynb") == after


@pytest.mark.parametrize("names", SELECTIONS, ids=ids)
def test_nothing_leads_to_what_is_left_out(names, labels):
    """No page that stays links to a missing file or refers to a missing label."""
    kept = chosen(ALL, names)
    gone = [chapter for chapter in ALL if chapter not in kept]
    cut = Cut(gone, labels)
    pages = [BY_NAME[name].path for name in names] + [
        ROOT / "book" / "intro.ipynb",
        *(ROOT / "book" / "back").glob("*.md"),
        ROOT / "book" / "back" / "about.ipynb",
    ]
    left_labels = {label for label, (chapter, _) in labels.items() if chapter in gone}
    missing = {chapter.path for chapter in gone}
    n_changed = 0
    for page in pages:
        place = page.relative_to(ROOT)
        texts = [page.read_text("utf-8")]
        if page.suffix == ".ipynb":
            texts = [cell.source for cell in nbformat.read(page, 4).cells if cell.cell_type == "markdown"]
        for text in texts:
            made = cut.text(text, place)
            n_changed += made != text
            for target in re.findall(r"\]\(([^)\s]+\.(?:ipynb|md))", made):
                path = (page.parent / target).resolve()
                assert path not in missing, (place, target)
                assert path.is_file() or path == ROOT / f"{LEFT_OUT}.md", (place, target)
            for label in re.findall(r"\{(?:prf:ref|ref|numref)\}`(?:[^`<]*<)?([^`<>]+)>?`", made):
                assert label not in left_labels, (place, label)
    assert n_changed


# ---- keys


@pytest.mark.parametrize(
    ("question", "key"),
    [
        (Number("n", 4, hint="h", outcome="So *it* is."), "**4**\n\nSo *it* is."),
        (Choice("c", {"a": "A", "b": "B", "c": "C"}, ("a", "c")), "**a** A\n\n**c** C"),
        (Objects("o", ("a", "b"), ("a", "b"), hint="h"), "**a, b**"),
        (Order("o", ("x", "y"), hint="h", free=((0, 1),)), "1. x\n2. y\n\nLines 1 and 2 may change places."),
        (Open(("p", "q")), "**No single answer is right.** A good one says:\n\n- p\n- q"),
    ],
)
def test_the_key_of_each_kind(question, key):
    assert right_answer(question, same) == key


def test_every_question_of_the_book_has_a_key():
    """Numbers have one even if they stand in no solution; false claims are tested below."""
    n_numbers = 0
    for label, questions in all_questions(folder=ROOT / "book").items():
        answers = key_of([one for one in questions if one.kind != "break"], same)
        assert "no key" not in answers, label
        for question in questions:
            if question.kind == "number":
                n_numbers += 1
                (shown,) = re.findall(r"^\*\*([^ *]+)", right_answer(question, same))
                assert f"**{shown}" in answers
                assert judge(question, shown).verdict == ("foretold" if question.predict else "right"), label
    assert n_numbers > 280


def test_keys_stand_after_the_questions_of_each_exercise():
    path = BY_NAME["counting_pairs"].path
    made = with_keys(nbformat.read(path, 4), path.parent)
    nbformat.validate(made)
    shown = [i for i, cell in enumerate(made.cells) if "exercises.show(" in cell.source]
    assert len(shown) == 8
    for i in shown:
        assert made.cells[i + 1].source.startswith("::::{admonition} Key\n")
    text = "\n".join(cell.source for cell in made.cells)
    assert ":class: dropdown" not in text
    assert "sets of answers for four objects:\n\n  **15**" in text
    assert "tp += in_first and in_second" in text

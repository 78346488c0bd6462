"""The answer key: each question has one, and it stands after the questions of its exercise."""

import re

import nbformat
import pytest
from answer_key import key_of, right_answer
from conftest import ROOT
from editions import with_answers

from aucc_teach.exercises import Choice, Number, Objects, Open, Order, all_questions, judge


def same(text):
    return text


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
    path = ROOT / "book" / "1-pairs" / "counting_pairs.ipynb"
    made = with_answers(nbformat.read(path, 4), path.parent)
    nbformat.validate(made)
    shown = [i for i, cell in enumerate(made.cells) if "exercises.show(" in cell.source]
    assert len(shown) == 8
    for i in shown:
        assert made.cells[i + 1].source.startswith("::::{admonition} Key\n")
    text = "\n".join(cell.source for cell in made.cells)
    assert ":class: dropdown" not in text
    assert "sets of answers for four objects:\n\n  **15**" in text
    assert "tp += in_first and in_second" in text

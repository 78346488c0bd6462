"""Feedback for students, and for the class: how each question went."""

import json
import re
import zipfile

import class_of_forty as forty
import numpy as np
import pandas as pd
import pytest
from bs4 import BeautifulSoup
from class_of_forty import QUESTIONS, RAND_C, TP, answered, put, write_class
from drawn_homework import ALL, handed_in, right_answer, written
from marking.command import mark
from marking.discussion import discrimination
from marking.results import Results
from marking.tries import COLUMNS, About

TN, TITLE = "ex-pairs-move/tn", "Week 1"


def pages_in(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def soup(text):
    return BeautifulSoup(text, "html.parser")


# ---- names in the zip


def test_no_name_in_the_zip_leads_anywhere_and_none_stands_twice(tmp_path):
    hostile = ("../../etc/passwd", "/abs", "..", "a\\b", "C:x", "x\x00y", "s", "S")
    made = answered({name: [(TP, "2", "right")] for name in hostile})
    put(tmp_path / "in", {f"f{i}": one for i, one in enumerate(made.values())})
    mark(tmp_path / "in", tmp_path / "out")
    entries = list(pages_in(tmp_path / "out" / "handed-back.zip"))
    assert len(entries) == len({one.casefold() for one in entries}) == len(hostile)
    assert all(re.fullmatch(r"feedback-[\w.-]+\.html", one) for one in entries)


# ---- the page of a student


def test_a_page_says_what_was_asked_answered_and_right(tmp_path):
    given = {
        "ada": [(TP, "4", "wrong"), (TN, "1", "wrong")],
        "bob": [(RAND_C, forty.WHOLE, "right"), (TN, "9", "wrong")],
    }
    put(tmp_path / "in", answered(given))
    mark(tmp_path / "in", tmp_path / "out")
    page = soup(pages_in(tmp_path / "out" / "handed-back.zip")["feedback-ada.html"])
    articles = {one.h3.get_text(): one for one in page.find_all("article")}
    question = QUESTIONS[TP]
    one = articles[re.sub(r"[*`]", "", question.prompt)]
    said = one.get_text(" ", strip=True)
    assert one.pre.get_text() == "4"
    assert "Not right · 0 of 1 point" in said
    sentence = next(words for value, words in question.tempting if value == 4)
    assert re.sub(r"[*`]", "", sentence) in " ".join(said.split())
    assert f"What is right: {question.value}" in said
    # Only Bob answered the other exercise: Ada sees its questions, without the answers.
    others = [one for one in page.find_all("article") if "No answer" in one.get_text()]
    assert len(others) > 1
    assert not any("What is right" in one.get_text() for one in others)
    assert "bob" not in page.get_text()


def test_a_page_of_drawn_homework_has_the_key_of_no_other_student(tmp_path):
    written(tmp_path / "drawn", ("ada", "bob"), ALL[:4])
    key = json.loads((tmp_path / "drawn" / "key.json").read_text("utf-8"))
    first = key["students"]["ada"][0]["questions"][0]["id"]
    made = {
        "ada": handed_in(key, "ada", lambda item, one: "99" if one["id"] == first else None),
        "bob": handed_in(key, "bob", right_answer),
    }
    mark(put(tmp_path / "in", made), tmp_path / "out", key=tmp_path / "drawn" / "key.json", run=False)
    pages = pages_in(tmp_path / "out" / "handed-back.zip")
    page = soup(pages["feedback-ada.html"])
    (shown,) = (one for one in page.find_all("article") if "What is right" in one.get_text())
    right = key["students"]["ada"][0]["questions"][0]["key"]["value"]
    assert f"What is right: {right}" in shown.get_text(" ", strip=True)
    own, others = (_lines(key["students"][name]) for name in ("ada", "bob"))
    assert len(others - own) > 3
    assert all(line in soup(pages["feedback-bob.html"]).get_text() for line in others)
    assert not any(line in page.get_text() for line in others - own)


def _lines(items):
    """Collect the drawn lines of a student that are long enough not to match by chance."""
    texts = "\n".join(item["text"] for item in items)
    return {line.strip() for line in re.sub(r"[*`]", "", texts).splitlines() if len(line.strip()) > 12}


def test_what_students_write_is_shown_and_not_run(tmp_path):
    attack = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    made = answered({attack: [(TP, attack, "wrong")]})
    put(tmp_path / "in", {"x": made[attack]})
    mark(tmp_path / "in", tmp_path / "out", names=True)
    (text,) = pages_in(tmp_path / "out" / "handed-back.zip").values()
    for page in (text, (tmp_path / "out" / "discussion.html").read_text("utf-8")):
        assert not soup(page).find_all(["script", "img"])
    assert soup(text).find("pre").get_text() == attack[:80]


# ---- how each question went


@pytest.fixture(scope="module")
def forty_discussed(tmp_path_factory):
    """Mark the class of forty; returns the planted results and the folder."""
    folder = tmp_path_factory.mktemp("class")
    planted = write_class(folder / "in")
    mark(folder / "in", folder / "out", run=False)
    return planted, folder / "out"


def test_the_table_of_questions_has_what_was_planted(forty_discussed):
    planted, out = forty_discussed
    table = pd.read_csv(out / "questions.csv", keep_default_na=False, dtype=str)
    of_questions = table[table["mistake"] == ""].set_index("question")
    not_run = {id for id, one in forty.OF_CLASS.items() if one.kind == "write"}
    marked = {id for id, one in forty.OF_CLASS.items() if forty.is_marked(one)} - not_run
    assert marked <= set(of_questions.index)
    for id in marked:
        counts = [len(planted.last[id]), sum(planted.first[id]), sum(planted.last[id])]
        assert of_questions.loc[id, ["students", "right at first", "right in the end"]].astype(int).tolist() == counts
    mistakes = table[table["mistake"] != ""]
    for id, name, ever, last in mistakes[["question", "mistake", "made it ever", "made it last"]].itertuples(
        index=False
    ):
        if id in marked and QUESTIONS[id].kind != "order":
            assert (int(ever), int(last)) == (planted.mistakes[id, name], planted.in_the_end[id, name])


def test_discrimination_is_the_correlation_with_the_rest():
    rng = np.random.default_rng(3)
    skill = rng.normal(size=40)
    right = np.array([skill + rng.normal(size=40) > level for level in (-1, 0, 0.5)] + [skill < 0], dtype=int)
    asked = {f"ex-a/{i}": About("ex-a", str(i), "number", []) for i in range(4)} | {
        "ex-a/p": About("ex-a", "p", "open", [])
    }
    rows = [
        {"file": str(j), "id": f"ex-a/{i}", "verdict": "right" if right[i, j] else "wrong"}
        for i in range(4)
        for j in range(40)
        if (i, j) != (0, 0)  # no answer counts as not right
    ]
    right[0, 0] = 0
    tries = pd.DataFrame(rows).reindex(columns=COLUMNS).astype({"at": float, "opened": float})
    found = discrimination(Results(tries, asked, {str(j): str(j) for j in range(40)}))
    expected = [np.corrcoef(right[i], right.sum(axis=0) - right[i])[0, 1] for i in range(4)]
    assert list(found) == [f"ex-a/{i}" for i in range(4)]
    assert list(found.values()) == pytest.approx(expected)
    assert found["ex-a/3"] < 0 < found["ex-a/0"]
    few = Results(tries[tries["file"].astype(int) < 9], asked, {str(j): str(j) for j in range(9)})
    assert set(discrimination(few).values()) == {None}

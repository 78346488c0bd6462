"""Exams on paper: versions that differ, space and points, and a key for each that stands in no exam."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from html import unescape
from string import ascii_uppercase

import chromium
import exam
import pytest
from conftest import ROOT
from drawn_homework import ALL
from drawn_questions import draw_items
from families import FAMILIES
from key_files import read_key

SECRET = b"0123456789abcdef0123456789abcdef"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write an exam of all families in three versions."""
    out = tmp_path_factory.mktemp("exam") / "out"
    assert exam.write_exam(out, ALL, n_versions=3, secret=SECRET, title="May <i>", difficulty=2) == ["A", "B", "C"]
    return out


def without_numbers(item):
    """Take the texts of an item without their numbers, in alphabetical order."""
    seen = [question["seen"] for question in item["questions"]]
    lines = (line for one in seen for line in one.get("items", ()))
    texts = (item["text"], *(one["prompt"] for one in seen), *lines)
    plain = (re.sub(r"-?\d+(/\d+|\.\d+)?(, \d+)*", "#", re.sub(r"`[^`]*`", "`_`", text)) for text in texts)
    return sorted(re.sub(r"\ba to [a-z]\b", "a to _", text) for text in plain)


@pytest.mark.parametrize("difficulty", [1, 2])
def test_versions_ask_for_the_same_with_other_numbers(difficulty):
    how = {"secret": SECRET, "assignment": "May", "difficulty": difficulty}
    versions = [draw_items(ALL, len(ALL), student=name, **how) for name in ascii_uppercase]
    for items in zip(*versions, strict=True):
        assert len({tuple(without_numbers(item)) for item in items}) == 1, items[0]["family"]
        # There are few claims about few objects, so that two of 26 may be the same.
        assert len({json.dumps(item["object"]) for item in items}) >= 24


@pytest.mark.parametrize("left_out", [{"expected-c", "ari"}, {"moved", "rand-c"}, {"roc-area", "aucc-line", "spoiler"}])
def test_no_question_of_a_version_gives_the_answer_of_another(left_out):
    families = [family for name, family in FAMILIES.items() if name not in left_out]
    for i in range(25):
        items = draw_items(families, len(families), secret=SECRET, assignment=f"May {i}", student="A")
        for item in items:
            seen = json.dumps([item["text"], *(question["seen"] for question in item["questions"])])
            shown = {Fraction(number) for number in re.findall(r"\d+/[1-9]\d*|\d+\.\d+", seen)}
            others = [question["key"] for one in items if one is not item for question in one["questions"]]
            keys = [Fraction(key["value"]) for key in others if "value" in key]
            assert not {key for key in keys if key.denominator > 1} & shown, item["text"]


def words(folder, name):
    """Read the words of a page, and its HTML."""
    page = (folder / name).read_text("utf-8")
    body = page[page.index("<body") :]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split()), page


def test_the_key_has_all_answers_and_the_exam_none(folder):
    key = read_key(folder / "key.json")
    for version in "ABC":
        paper, page = words(folder, f"exam-{version}.html")
        printed, _ = words(folder, f"key-{version}.html")
        assert "May <i>" in paper
        assert "Foreseen" not in paper
        assert "key.json" not in page
        for item in key["students"][version]:
            for question in item["questions"]:
                for line in exam.answer_of(question):
                    assert line.replace("`", "").replace("*", "") in re.sub(r" (?=,)", "", printed)
                for *_, sentence in question["key"].get("tempting", ()):
                    plain = sentence.replace("*", "")
                    assert plain in re.sub(r" (?=[,.?:])", "", printed)
                    assert plain not in re.sub(r" (?=[,.?:])", "", paper)


@pytest.mark.browser
def test_with_chromium_each_page_is_a_pdf_of_the_paper_asked_for(tmp_path):
    if missing := chromium.missing():
        pytest.skip(f"no {missing} found")
    # The command runs in another process, because this one may drive a browser already.
    command = [sys.executable, ROOT / "book" / "course", "exam", tmp_path / "out", "--versions", "1", "--paper=Letter"]
    subprocess.run(command, check=True, capture_output=True)
    made = sorted((tmp_path / "out").glob("*.pdf"))
    assert [path.name for path in made] == ["exam-A.pdf", "key-A.pdf"]
    for path in made:
        data = path.read_bytes()
        assert data.startswith(b"%PDF-")
        assert set(re.findall(rb"/MediaBox \[([^\]]*)\]", data)) == {b"0 0 612 792"}

"""Exams on paper: versions that differ, space and points, and a key for each that stands in no exam."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from html import unescape
from string import ascii_uppercase
from types import SimpleNamespace

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


# Texts with these signs show how questions of some families are answered.
METHODS = {
    "One object moves from A to B. Rand's c between": {"moved", "rand-c"},
    "permuted at random, the expected number of pairs": {"expected-c", "ari"},
    "If all scores are negated": {"roc-area", "aucc-line", "spoiler"},
    "`area(positives, negatives)`": {"roc-area", "aucc-line", "spoiler"},
}


@pytest.mark.parametrize("left_out", [{"expected-c", "ari"}, {"moved", "rand-c"}, {"roc-area", "aucc-line", "spoiler"}])
def test_no_question_of_a_version_gives_the_answer_of_another(left_out):
    families = [family for name, family in FAMILIES.items() if name not in left_out]
    signs = set()
    for i in range(25):
        items = draw_items(families, len(families), secret=SECRET, assignment=f"May {i}", student="A")
        for item in items:
            others = [one for one in items if one is not item]
            told = {sign for sign in METHODS if sign in item["text"]}
            signs |= told
            assert not {one["family"] for one in others} & set().union(*(METHODS[sign] for sign in told))
            seen = json.dumps([item["text"], *(question["seen"] for question in item["questions"])])
            shown = {Fraction(number) for number in re.findall(r"\d+/[1-9]\d*|\d+\.\d+", seen)}
            keys = [Fraction(q["key"]["value"]) for one in others for q in one["questions"] if "value" in q["key"]]
            assert not {key for key in keys if key.denominator > 1} & shown, item["text"]
    assert len(signs) == (2 if "roc-area" in left_out else 1)


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


def run(out, **changes):
    usual = {"versions": 2, "families": "counts,proof", "difficulty": 1, "secret": None, "course": None}
    usual |= {"title": "t", "paper": "A4"}
    return exam.run(SimpleNamespace(**(usual | {"no_pdf": True, "out": out} | changes)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"versions": 27}, "from 1 to 26. Got 27"),
        ({"families": "counts,x"}, "families must be among .* Got x"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(tmp_path, changes, message):
    with pytest.raises(ValueError, match=message):
        run(tmp_path / "out", **changes)
    assert not (tmp_path / "out").exists()


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


def test_no_question_is_torn_apart_on_paper(folder, browser):
    # A question is never longer than a page, so that it can be kept together.
    page = browser.new_page(viewport={"width": 658, "height": 980})  # A4 without its margins
    page.emulate_media(media="print")
    for version in "ABC":
        page.goto((folder / f"exam-{version}.html").resolve().as_uri())
        heights = page.evaluate("[...document.querySelectorAll('section')].map((one) => one.offsetHeight)")
        assert max(heights) < 980
        assert page.evaluate("document.documentElement.scrollWidth") <= 658
    page.close()


def test_an_exam_asks_what_the_chapters_of_the_course_are_about(tmp_path, capsys):
    """An exam takes the usual families of these chapters, and refuses a named family of another chapter."""
    rules = tmp_path / "course.yml"
    rules.write_text("chapters: [2, rand_c]\nassignments: {exam: {key: exam/key.json, points: {moved: 6}}}\n", "utf-8")
    assert run(tmp_path / "exam", families=None, versions=1, course=rules) == 0
    (items,) = json.loads((tmp_path / "exam" / "key.json").read_text("utf-8"))["students"].values()
    assert [item["family"] for item in items] == ["counts", "rand-c", "moved"]
    # The questions about one drawn object share the points of its family.
    assert sum(question["points"] for question in items[-1]["questions"]) == 6
    assert re.search(r"Question 3 <span[^>]*>6 points<", (tmp_path / "exam" / "exam-A.html").read_text("utf-8"))
    with pytest.raises(ValueError, match=r"of chapters that the course uses\. Got gamma \(aucc_is_gamma\)"):
        run(tmp_path / "other", families="counts,gamma", course=rules)
    assert not (tmp_path / "other").exists()

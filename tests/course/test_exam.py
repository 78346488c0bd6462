"""Exams on paper: versions that are parallel, named on each page, with a key for each that stands in no exam."""

import copy
import json
import re
import xml.etree.ElementTree as ET
from html import unescape

import exam
import pytest
from conftest import axe_violations
from drawn_homework import ALL
from drawn_questions import draw_items
from families import FAMILIES
from key_files import read_key
from pypdf import PdfReader

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
    versions = exam.draw_versions(ALL, 26, secret=SECRET, assignment="May", difficulty=difficulty)
    exam.check_versions(versions)
    for items in zip(*versions.values(), strict=True):
        assert len({tuple(without_numbers(item)) for item in items}) == 1, items[0]["family"]
        assert len({json.dumps(item["object"]) for item in items}) == 26


def tells(versions):
    """Let the first question of a version show the answer to another one."""
    value = next(q["key"]["value"] for item in versions["B"][1:] for q in item["questions"] if "/" in q["key"]["value"])
    versions["B"][0]["text"] += f" {value}"


def shares(versions):
    versions["B"][2] = copy.deepcopy(versions["A"][2])


def asks_for_more(versions):
    versions["B"][0]["questions"][0]["points"] = 7


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (tells, "version B: hw-1-counts shows [0-9/]+, which answers hw-[2-9]"),
        (shares, "A and B share those of roc-area"),
        (asks_for_more, "A and B differ in more than their numbers"),
    ],
)
def test_versions_that_are_not_parallel_are_refused_before_anything_is_written(change, message, tmp_path, monkeypatch):
    families = [FAMILIES[name] for name in exam.USUAL.split(",")]
    versions = exam.draw_versions(families, 2, secret=SECRET, assignment="May")
    exam.check_versions(versions)
    change(versions)
    monkeypatch.setattr(exam, "draw_versions", lambda *_, **how: versions)
    with pytest.raises(ValueError, match=message):
        exam.write_exam(tmp_path / "out", families, n_versions=2, secret=SECRET, title="May")
    assert not (tmp_path / "out").exists()


def test_a_version_that_repeats_an_object_is_drawn_again(monkeypatch):
    draw = exam.draw_items
    # The first draw for B is that for A.
    repeated = lambda *args, student, **how: draw(*args, student="A" if student == "B" else student, **how)  # noqa: E731
    monkeypatch.setattr(exam, "draw_items", repeated)
    exam.check_versions(exam.draw_versions([FAMILIES["rand-c"]], 2, secret=SECRET, assignment="May"))


@pytest.mark.parametrize("left_out", [{"expected-c", "ari"}, {"moved", "rand-c"}, {"roc-area", "aucc-line", "spoiler"}])
def test_no_question_of_a_version_gives_the_answer_of_another(left_out):
    families = [family for name, family in FAMILIES.items() if name not in left_out]
    for i in range(25):
        exam.check_versions(
            {"A": draw_items(families, len(families), secret=SECRET, assignment=f"May {i}", student="A")}
        )


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


def test_the_question_bank_has_further_variants_with_their_keys(folder):
    key = read_key(folder / "key.json")
    texts = {item["text"] for items in key["students"].values() for item in items}
    bank = ET.parse(folder / "questions.xml")
    questions = [one for one in bank.iter("question") if one.get("type") != "category"]
    assert len({one.findtext("idnumber") for one in questions}) == len(questions) >= 20 * (len(ALL) - 2)
    assert not [text for text in texts if text in (folder / "questions.xml").read_text("utf-8")]
    for one in questions:
        assert one.get("type") == "cloze" or "100" in {answer.get("fraction") for answer in one.iter("answer")}


@pytest.mark.browser
def test_each_printed_page_names_its_version_and_large_print_is_large(folder, browser, tmp_path):
    sizes = {}
    for kind in ("exam", "large", "key"):
        page = browser.new_page()
        page.goto((folder / f"{kind}-B.html").resolve().as_uri())
        page.pdf(path=tmp_path / "printed.pdf", prefer_css_page_size=True)
        # Chromium writes it into the margin, too; other browsers print only what the head of the table repeats.
        wanted = r"[Vv]ersion B" if kind == "key" else r"May <i>, version B"
        printed = [" ".join(sheet.extract_text().split()) for sheet in PdfReader(tmp_path / "printed.pdf").pages]
        assert len(printed) > 3
        assert all(re.search(wanted, words) for words in printed), printed
        sizes[kind] = page.evaluate("getComputedStyle(document.querySelector('.text')).fontSize")
        assert not axe_violations(page)
        page.close()
    assert sizes == {"exam": "14.6667px", "large": "24px", "key": "14.6667px"}

"""Exams on paper: versions that are parallel, named on each page, with a key for each that stands in no exam."""

import json
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from html import unescape
from itertools import permutations

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
    for items in zip(*versions.values(), strict=True):
        assert len({tuple(without_numbers(item)) for item in items}) == 1, items[0]["family"]
        assert len({json.dumps(item["object"]) for item in items}) == 26


def test_a_version_that_repeats_an_object_is_drawn_again_or_refused(monkeypatch, tmp_path):
    draw, families = exam.draw_items, [FAMILIES["rand-c"]]
    # The first draw for B is that for A.
    repeated = lambda *args, student, **how: draw(*args, student="A" if student == "B" else student, **how)  # noqa: E731
    monkeypatch.setattr(exam, "draw_items", repeated)
    versions = exam.draw_versions(families, 2, secret=SECRET, assignment="May")
    assert versions["A"][0]["object"] != versions["B"][0]["object"]
    monkeypatch.setattr(exam, "draw_items", lambda *args, student, **how: draw(*args, student="A", **how))
    with pytest.raises(ValueError, match="B shares those of rand-c"):
        exam.write_exam(tmp_path / "out", families, n_versions=2, secret=SECRET, title="May")
    assert not (tmp_path / "out").exists()


def shown(item):
    """Collect the fractions that an item shows; whole numbers tell nothing, because each of them occurs somewhere."""
    texts = [item["text"], *(str(question["seen"]) for question in item["questions"])]
    return {Fraction(found) for found in re.findall(r"\d+(?:/[1-9]\d*|\.\d+)", " ".join(texts))}


def keys(item):
    values = {Fraction(question["key"]["value"]) for question in item["questions"] if "value" in question["key"]}
    return {value for value in values if value.denominator > 1}


@pytest.mark.parametrize("left_out", [{"expected-c", "ari"}, {"moved", "rand-c"}, {"roc-area", "aucc-line", "spoiler"}])
def test_no_question_of_a_version_gives_the_answer_of_another(left_out):
    families = [family for name, family in FAMILIES.items() if name not in left_out]
    for i in range(25):
        items = draw_items(families, len(families), secret=SECRET, assignment=f"May {i}", student="A")
        for one, other in permutations(items, 2):
            assert not shown(one) & keys(other), (one["label"], other["label"])


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

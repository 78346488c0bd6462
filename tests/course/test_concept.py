"""The concept test: its questions, its page, and what two rounds of it say about classes whose gains are known."""

import argparse
import xml.etree.ElementTree as ET
from collections import Counter
from fractions import Fraction

import concept
import gain
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT, axe_violations
from contents import road_of

from aucc_teach import aucc_score, pairs

TEST = concept.read_test()
ITEMS = TEST["items"]
RIGHT = {item["id"]: next(x for x, option in item["options"].items() if option.get("right")) for item in ITEMS}


def run(module, *arguments):
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)
    return module.run(parser.parse_args([*map(str, arguments)]))


# ---- the questions


def test_there_is_a_question_for_each_chapter_of_the_road_and_each_wrong_option_shows_a_misconception():
    assert [item["chapter"] for item in ITEMS] == road_of(ROOT)
    asked = {line.split("/")[0] for line in (ROOT / "tests" / "question_ids.txt").read_text("utf-8").splitlines()}
    shown = set()
    for item in ITEMS:
        assert set(item["from"]) <= asked, item["id"]
        assert len(item["note"].split()) > 20
        assert Counter(option.keys() == {"text", "right"} for option in item["options"].values())[True] == 1
        assert len({concept.plain_of(option["text"]) for option in item["options"].values()}) == len(item["options"])
        shown |= {option["shows"] for option in item["options"].values() if "shows" in option}
    assert shown == set(TEST["misconceptions"])
    # Whoever chooses the same letter throughout gets no more than a third.
    assert max(Counter(RIGHT.values()).values()) <= 5


def test_answers_that_can_be_computed_are_right():
    assert option("stones", "b") == "10"
    counts = pairs.pair_counts([0, 0, 1, 1, 2, 2], [0, 0, 0, 1, 1, 1])
    assert (counts.tp + counts.tn, counts.tp, counts.fn + counts.fp) == (10, 2, 5)
    # Thirty clusters of 1000 customers: shuffled labels agree on more than 90 of 100 pairs.
    together = Fraction(30 * 33 * 32, 1000 * 999)
    assert together**2 + (1 - together) ** 2 > Fraction(9, 10)
    assert option("gamma", RIGHT["gamma"]) == str(2 * 0.75 - 1)
    assert pytest.approx(2 / 5, abs=0.05) == (40 / 300) ** 0.5
    # An algorithm's score climbs on a square without groups; squares keep a score, and rounding changes it.
    square = np.random.default_rng(0).random((300, 2))
    from sklearn.cluster import KMeans

    labels = {k: KMeans(k, n_init=3, random_state=0).fit_predict(square) for k in (2, 5, 20)}
    scores = [aucc_score(square, one) for one in labels.values()]
    assert 0.6 < scores[0] < scores[1] < scores[2]


def option(id, letter):
    return next(item for item in ITEMS if item["id"] == id)["options"][letter]["text"]


# ---- what is written


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("concept") / "out"
    run(concept, out)
    return out


def test_only_the_key_and_the_quiz_say_what_is_right(folder):
    for name in ("page", "paper"):
        text = (folder / f"{name}.html").read_text("utf-8")
        assert not [words for words in TEST["misconceptions"].values() if words in text]
        assert "✓" not in text
        assert text.count("c. ") >= len(ITEMS)
    assert (folder / "key.html").read_text("utf-8").count("✓") == len(ITEMS)
    questions = ET.parse(folder / "quiz.xml").findall("question[@type='multichoice']")
    for question, item in zip(questions, ITEMS, strict=True):
        answers = {one.findtext("text"): one.get("fraction") for one in question.findall("answer")}
        wanted = {one["text"]: "100" if one.get("right") else "0" for one in item["options"].values()}
        assert answers == wanted
        assert question.findtext("questiontext/text").startswith(item["ask"])
        assert (TEST["score"] in question.findtext("questiontext/text")) == item.get("score", False)


@pytest.mark.browser
def test_a_student_saves_from_the_page_what_gain_reads(folder, browser, tmp_path):
    page = browser.new_page(viewport={"width": 375, "height": 800})
    page.goto((folder / "page.html").resolve().as_uri())
    assert not axe_violations(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    page.get_by_label("Your name").fill('Ada "Countess", L.')
    for id, letter in list(RIGHT.items())[1:]:
        page.locator(f'[name="{id}"][value="{letter}"]').check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save my answers").click()
    download.value.save_as(tmp_path / "saved" / download.value.suggested_filename)
    found = concept.read_answers(tmp_path / "saved", TEST)
    assert found.loc['Ada "Countess", L.'].to_dict() == RIGHT | {ITEMS[0]["id"]: ""}
    assert "Questions without an answer: 1." in page.locator("#said").inner_text()
    page.close()


# ---- reading answers


def test_the_texts_of_moodle_are_read_as_letters(tmp_path):
    header = [
        "Last name",
        "First name",
        "Email address",
        "State",
        "Grade/15.00",
        *(f"Response {i}" for i in range(1, 16)),
    ]
    rows = [
        ["Lovelace", "Ada", "a@b.c", "Finished", "15.00", *(option(id, letter) for id, letter in RIGHT.items())],
        ["Babbage", "Charles", "c@b.c", "Finished", "0.00", *["-"] * 15],
        ["Overall average", "", "", "", "7.50", *[""] * 15],
    ]
    pd.DataFrame(rows, columns=header).to_csv(tmp_path / "responses.csv", index=False, encoding="utf-8-sig")
    found = concept.read_answers(tmp_path / "responses.csv", TEST)
    assert found.loc["Ada Lovelace"].to_dict() == RIGHT
    assert found.loc["Charles Babbage"].to_list() == [""] * 15
    assert len(found) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda table: table.replace("c,b", "e,b", 1),
            "row 2, question 1, square: an answer must be a letter from a, b",
        ),
        (lambda table: table.replace(",15", ",16"), "has none for 15, looks"),
        (lambda table: table + table.splitlines()[1], "must have each student once. Got Ada"),
        (lambda table: table.replace("Name", "Login"), "must have a column for the names of students"),
        (lambda table: "{", "must have a column for the names of students"),
    ],
)
def test_answers_that_cannot_be_read_are_refused(change, message, tmp_path):
    table = f"Name,{','.join(map(str, range(1, 16)))}\nAda,{','.join(RIGHT.values())}\n"
    (tmp_path / "round.csv").write_text(table, encoding="utf-8")
    assert len(concept.read_answers(tmp_path / "round.csv", TEST)) == 1
    (tmp_path / "round.csv").write_text(change(table), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        concept.read_answers(tmp_path / "round.csv", TEST)


def test_rounds_without_two_students_in_common_are_refused(tmp_path):
    for name, students in (("before", ["Ada", "Bob"]), ("after", ["ada", "Cy"])):
        pd.DataFrame([RIGHT] * 2, index=pd.Index(students, name="student")).to_csv(tmp_path / f"{name}.csv")
    with pytest.raises(ValueError, match=r"has 2 students, .* has 2, and 1 of them are the same"):
        run(gain, tmp_path / "before.csv", tmp_path / "after.csv", tmp_path / "out")
    assert not (tmp_path / "out").exists()


# ---- planted classes


def test_a_planted_class_shows_its_gains_and_what_is_left_of_its_misconceptions(tmp_path, capsys):
    students = [f"student {i}" for i in range(40)]
    before, after = (pd.DataFrame([RIGHT] * 40, index=pd.Index(students, name="student")) for _ in "ab")
    # 30 think that an algorithm's score stays at one half; 24 learn better, and one unlearns.
    before.iloc[:30, 0] = "a"
    after.iloc[[*range(6), 39], 0] = "a"
    # 12 take the best number for the true one, half of them there and half of them elsewhere, and all still do.
    before.iloc[:6, 9], before.iloc[6:12, 12] = "a", "c"
    after.iloc[:6, 12], after.iloc[6:12, 9] = "c", "a"
    # The order of the rows and the case of names make no difference, and who comes only once is left out.
    after = after[::-1].rename(str.upper)
    before.loc["absent later"] = ["d"] * 15
    before.to_csv(tmp_path / "before.csv")
    after.to_csv(tmp_path / "after.csv")
    run(gain, tmp_path / "before.csv", tmp_path / "after.csv", tmp_path / "out")
    assert "left out: absent later." in capsys.readouterr().out
    rounds = [concept.read_answers(tmp_path / f"{name}.csv", TEST).rename(str.lower) for name in ("before", "after")]
    found = gain.compared(rounds[0].loc[students], rounds[1].loc[students], TEST)
    first = found["items"][0]
    assert (found["n"], first["before"][0], first["after"][0]) == (40, 10 / 40, 33 / 40)
    # Wilson's limits for 10 of 40, and those of Agresti and Min for 24 against 1 of 40.
    assert first["before"][1:] == pytest.approx((0.1419, 0.4019), abs=1e-4)
    up, down, total = 24.5, 1.5, 42
    error = 1.959964 * ((up + down - (up - down) ** 2 / total) ** 0.5) / total
    assert first["gain"] == pytest.approx((23 / 40, (up - down) / total - error, (up - down) / total + error))
    assert first["chosen"]["a"] == [30, 7]
    held = {one["words"]: (*one["n"], one["kept"]) for one in found["misconceptions"]}
    assert held[TEST["misconceptions"]["algorithm-is-random"]] == (30, 7, 6)
    assert held[TEST["misconceptions"]["best-is-true"]] == (12, 12, 12)
    assert sum(sum(counts[:2]) for counts in held.values()) == 61
    assert found["gain"][0] == pytest.approx(23 / 40)
    page = (tmp_path / "out" / "gain.html").read_text("utf-8")
    assert "40 students took both rounds" in page
    assert "<b>25</b> <small>14 to 40</small>" in page
    assert "student 7" not in page.lower()


def test_intervals_of_gains_cover_what_was_planted():
    """In 4000 classes of 25 students, drawn with known chances, 95 percent intervals cover in 93 percent and more."""
    rng, n, trials = np.random.default_rng(54), 25, 4000
    for gained, lost in ((0.4, 0.05), (0.2, 0.1), (0.1, 0.05)):
        cells = rng.multinomial(n, [gained, lost, 1 - gained - lost], size=trials)
        limits = [gain.gain_of(up, down, n) for up, down, _ in cells]
        covered = np.mean([low <= gained - lost <= high for low, high in limits])
        assert 0.93 < covered < 0.99, (gained, lost, covered)

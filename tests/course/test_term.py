"""A term through Moodle's files: a class whose scores and mistakes are planted is marked, looked at and corrected."""

import json
import runpy
from collections import Counter

import class_of_forty as forty
import pandas as pd
import pytest
from bs4 import BeautifulSoup
from class_of_forty import COPIED, COPY, CUT_OFF, EDITED, FORGED, NAMES, OF_CLASS, OLD, QUESTIONS, decide, moodle
from conftest import ROOT, axe_violations
from drawn_homework import handed_in, right_answer, tempted, written
from families import FAMILIES

from aucc_teach.exercises import fingerprint, mistake_names, sandbox
from aucc_teach.exercises.functions import run_in_process

pytestmark = pytest.mark.slow

MAIN = runpy.run_path(str(ROOT / "book" / "course" / "__main__.py"))["main"]
TWICE, TP = "Student 10", "ex-pairs-move/tp"
WHY = {
    COPIED: "It has the answers and times of Student 39_1039_assignsubmission_file_/answers.json.",
    TWICE: "There's more than one file from 'Student 10'",
    FORGED: "The page said right, and it isn't: ",
    CUT_OFF: "It isn't JSON, or was cut off: line ",
    EDITED: "It was edited or damaged after it was saved",
    OLD: f"It answers questions that have another version now, and they aren't marked: {forty.CHANGED}",
    COPY: "It has the answers and times of Student 00_1000_assignsubmission_file_/answers.json.",
}


def table(path):
    return pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig")


def scores(out):
    return {name: float(score) for name, score in table(out / "scores.csv")[["name", "score"]].itertuples(index=False)}


@pytest.fixture(scope="module", autouse=True)
def _functions_run():
    """Run functions, all of which are our own, in processes, where the sandbox need not be installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sandbox, "is_there", lambda: True)
        patch.setattr(sandbox, "run_task", run_in_process)
        yield


@pytest.fixture(scope="module")
def term(tmp_path_factory):
    """Mark the first week as an instructor would: look at the doubtful files, and mark again."""
    folder = tmp_path_factory.mktemp("term")
    planted, files = forty.class_files()
    worse = forty.file_of("", json.loads(files[moodle(TWICE)])["answers"][:1])
    files[moodle(TWICE, "answers-1.json")] = json.dumps(worse)
    (folder / "week1.zip").write_bytes(forty.packed(files))
    words = ["mark", str(folder / "week1.zip"), str(folder / "week1"), "--exercises", ",".join(forty.LABELS)]
    assert MAIN(words) == 0
    assert not (folder / "week1" / "scores.csv").exists()
    looked_at = table(folder / "week1" / "look.csv")

    def decision(row):
        return "leave out" if row["name"] == CUT_OFF or row["file"].endswith("-1.json") else "Count "

    look = decide(folder / "week1", decision)
    assert MAIN([*words, "--look", str(look)]) == 0
    return planted, files, folder, looked_at, words


def test_what_is_doubtful_is_named_in_one_table(term):
    planted, _, _, look, _ = term
    assert look["name"].tolist() == sorted([*WHY, TWICE])
    for name, why in zip(look["name"], look["why"], strict=True):
        assert WHY[name] in why
    assert planted.forged in look.set_index("name").loc[FORGED, "why"]


def test_scores_are_those_of_the_raw_answers_under_the_names_of_moodle(term):
    planted, files, folder, _, _ = term
    expected = {}
    for name in NAMES:
        if name != CUT_OFF:
            expected[name] = sum(
                entry["tries"][-1]["verdict"] == "right"
                and entry["asked"] == fingerprint(QUESTIONS[entry["id"]])
                and (name, entry["id"]) != (FORGED, planted.forged)
                for entry in json.loads(files[moodle(name)])["answers"]
            )
    assert scores(folder / "week1") == expected
    assert list(table(folder / "week1" / "scores.csv")["number"]) == [
        str(1000 + i) for i, name in enumerate(NAMES) if name != CUT_OFF
    ]


def test_every_planted_mistake_is_counted(term):
    planted, _, folder, _, _ = term
    names = {(id, name) for id, one in OF_CLASS.items() if forty.is_marked(one) for name in mistake_names(one)}
    # An order may break another rule as well, whatever is done; all else that is foreseen was planted.
    assert len(planted.mistakes) > 70
    assert {id for id, _ in names - set(planted.mistakes)} <= {i for i, one in OF_CLASS.items() if one.kind == "order"}
    counted, right = {}, {}
    page = BeautifulSoup((folder / "week1" / "class.html").read_text("utf-8"), "html.parser")
    for article in page.find_all("article"):
        for row in article.select("[data-mistake]"):
            ever, last, _ = (cell.get_text() for cell in row.find_all("td"))
            counted[article["id"], row["data-mistake"]] = int(ever), int(last)
        right[article["id"]] = [cell.get_text(strip=True) for cell in article.select(".proportions td")]
    assert counted == {one: (planted.mistakes[one], planted.in_the_end[one]) for one in names}
    for id, last in planted.last.items():
        exact = [100 * sum(found) / len(found) for found in (planted.first[id], last)]
        assert [float(shown.rstrip("%")) for shown in right[id]] == pytest.approx(exact, abs=1), id
    # What a class is shown names nobody.
    assert not any(name in page.get_text() for name in NAMES)


def test_the_pages_load_nothing_and_can_be_read(term, browser):
    for name in ("class.html", "discussion.html"):
        path = term[2] / "week1" / name
        for theme, width in (("light", 1280), ("dark", 390)):
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=theme)
            asked = []
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            page.goto(path.as_uri())
            assert asked == [path.as_uri()]
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert axe_violations(page) == {}
            page.close()


def test_a_correction_moves_scores_and_says_whose(term, capsys):
    _, files, folder, _, words = term
    (folder / "corrections.yml").write_text(
        f"- question: {TP}\n  do: accept\n  answers: ['4']\n  because: It can be read so.\n"
    )
    look = ["--look", str(folder / "week1" / "look.csv"), "--before", str(folder / "week1")]
    words = [*words[:2], str(folder / "again"), *words[3:], *look]
    assert MAIN([*words, "--corrections", str(folder / "corrections.yml")]) == 0
    said = capsys.readouterr().out
    expected = []
    for name in NAMES:
        for entry in json.loads(files[moodle(name)])["answers"] if name != CUT_OFF else ():
            if entry["id"] == TP and entry["tries"][-1]["answer"] in ("4", "8/2"):
                expected.append(name)
    moved = table(folder / "again" / "moved.csv")
    assert expected
    assert moved["name"].tolist() == expected
    assert set(moved["why"]) == {f"{TP}: It can be read so."}
    assert f"whose score moves, and why. There are {len(expected)}." in said
    before, now = scores(folder / "week1"), scores(folder / "again")
    assert Counter(now[name] - before[name] for name in now) == {0: len(now) - len(expected), 1: len(expected)}


def test_drawn_homework_comes_back_through_moodle(tmp_path, capsys):
    """Each student's own questions are marked; a page that was handed in by another student is named."""
    written(tmp_path / "drawn", NAMES[:8], [FAMILIES["counts"], FAMILIES["rand-c"]])
    key = json.loads((tmp_path / "drawn" / "key.json").read_text("utf-8"))
    ways = {name: tempted if name == NAMES[1] else right_answer for name in NAMES[:7]}
    files = {moodle(name): handed_in(key, name, way) for name, way in ways.items()}
    # One student hands in the page of a friend, and answers it rightly.
    files[moodle(NAMES[7])] = handed_in(key, NAMES[0], right_answer)
    (tmp_path / "week2.zip").write_bytes(forty.packed(files))
    words = ["mark", str(tmp_path / "week2.zip"), str(tmp_path / "out"), "--key", str(tmp_path / "drawn" / "key.json")]
    assert MAIN(words) == 0
    look = table(tmp_path / "out" / "look.csv").set_index("name")["why"]
    assert f"It says that it's by {NAMES[0]!r}, and it came from {NAMES[7]!r}." in look[NAMES[7]]
    assert f"The questions drawn for {NAMES[0]!r} came from 2 students." in look[NAMES[0]]
    assert len(look) == 2
    look = decide(tmp_path / "out", lambda row: "leave out" if row["name"] == NAMES[7] else "count")
    assert MAIN([*words, "--look", str(look)]) == 0
    most = float(capsys.readouterr().out.split("out of ")[-1].rstrip(".\n"))
    assert scores(tmp_path / "out") == {name: most * (i != 1) for i, name in enumerate(NAMES[:7])}

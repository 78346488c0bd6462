"""A class is marked: what was planted is counted, what is wrong with a file is named, and no file ends the run."""

import json
import re
import resource
import runpy
import time
from collections import Counter

import class_of_forty as forty
import pandas as pd
import psutil
import pytest
from bs4 import BeautifulSoup
from class_of_forty import (
    CHANGED,
    COPIED,
    COPY,
    CUT_OFF,
    EDITED,
    FORGED,
    MONDAY,
    NUMBER,
    OF_CLASS,
    OLD,
    QUESTIONS,
    file_of,
    tried,
    write_class,
)
from conftest import ROOT, axe_violations
from marking import files, limits, verdicts
from marking.chapters import read_chapters
from marking.command import mark, read_points
from marking.files import clean, read_folder, seconds_of
from marking.page import percent, summary
from marking.results import Results, marks_of
from marking.tables import COLUMNS, Asked
from test_homework import ALL, handed_in, right_answer, written
from test_objectives import CHAPTERS, promised_and_tested, prose

from aucc_teach.exercises import digest_of, fingerprint, mistake_names

TP, RAND_C, MOVE = "ex-pairs-move/tp", "ex-rand-table/rand_c", "ex-pairs-move/one-move-of-one-point-can-change-a"
DEAL = "ex-rand-unequal/two-clusters-of-equal-size-have-a-level"
WHOLE = "def rand_c(tp, fn, fp, tn):\n    return (tp + tn) / (tp + fn + fp + tn)\n"


def processor_time():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


@pytest.fixture(scope="module")
def forty_marked(tmp_path_factory):
    """The class of forty: what was planted, the folder, the notes on files, and the processor time that it took."""
    folder = tmp_path_factory.mktemp("class")
    planted = write_class(folder / "in")
    start = processor_time()
    count, notes = mark(folder / "in", folder / "out")
    assert count == NUMBER - 1
    return planted, folder, notes, processor_time() - start


@pytest.fixture(scope="module")
def articles(forty_marked):
    """What the page says of each question, by its id."""
    page = BeautifulSoup((forty_marked[1] / "out" / "class.html").read_text("utf-8"), "html.parser")
    return {one["id"]: one for one in page.find_all("article")}


def by_kind(notes):
    found = {}
    for note in notes:
        found.setdefault(note.kind, []).append(note)
    return found


def answered(tries, **named):
    """Files of answers by students' names: each a list of (id, answer, verdict of the page)."""
    made = {}
    for number, (student, given) in enumerate(tries.items()):
        answers = []
        for place, (id, answer, verdict) in enumerate(given):
            time = MONDAY + pd.Timedelta(hours=number, seconds=10 * place)
            asked = fingerprint(QUESTIONS[id]) if id in QUESTIONS else "0" * 12
            answers.append({"id": id, "asked": asked, "tries": [tried(time, answer, verdict)], "solution_opened": None})
        made[student] = file_of(student, answers, **named)
    return made


def put(folder, contents):
    folder.mkdir(exist_ok=True)
    for name, content in contents.items():
        (folder / f"{name}.json").write_text(content if isinstance(content, str) else json.dumps(content))
    return folder


# ---- forty files


def is_marked(question):
    return question.kind != "open" and not getattr(question, "predict", False)


def test_every_planted_mistake_is_counted(forty_marked, articles):
    planted = forty_marked[0]
    names = {(id, name) for id, one in OF_CLASS.items() if is_marked(one) for name in mistake_names(one)}
    # An order may break another rule as well, whatever is done; all else that is foreseen was planted.
    assert len(planted.mistakes) > 70
    assert {id for id, _ in names - set(planted.mistakes)} <= {i for i, one in OF_CLASS.items() if one.kind == "order"}
    counted = {}
    for id, article in articles.items():
        for row in article.select("[data-mistake]"):
            ever, last, _ = (cell.get_text() for cell in row.find_all("td"))
            counted[id, row["data-mistake"]] = int(ever), int(last)
    assert counted == {one: (planted.mistakes[one], planted.in_the_end[one]) for one in names}


def test_unforeseen_answers_are_listed(forty_marked, articles):
    planted = forty_marked[0]
    assert len(planted.unforeseen) > 10
    for (id, _), count in planted.unforeseen.items():
        if QUESTIONS[id].kind == "construct":
            assert f"{count} students left the demo in a state that misses the goal." in articles[id].get_text()
        else:
            (listed,) = articles[id].select(".answers li")
            shown, number = listed.find("span").get_text(), listed.find("b").get_text()
            assert int(number) == count
            assert shown == ("987654" if QUESTIONS[id].kind == "number" else shown)


def test_first_and_last_tries_are_counted(forty_marked, articles):
    planted = forty_marked[0]
    for id, question in OF_CLASS.items():
        said = [row.get_text(" ", strip=True) for row in articles[id].select(".shares tr")]
        if is_marked(question):
            first, last = (percent(sum(found[id]) / len(found[id])) for found in (planted.first, planted.last))
            assert said == [f"Right at first {first}%", f"Right in the end {last}%"]
        else:
            assert said == []
            assert "not marked" in articles[id].get_text()


def test_files_that_are_not_as_they_should_be_are_named(forty_marked):
    planted, _, notes, _ = forty_marked
    found = by_kind(notes)
    name = lambda student: f"{student}/answers.json"  # noqa: E731
    assert {kind: [one.files for one in of_kind] for kind, of_kind in found.items()} == {
        "unreadable": [[name(CUT_OFF)]],
        "damaged": [[name(EDITED)]],
        "forged": [[name(FORGED)]],
        "version": [[name(OLD)]],
        "alike": [[name(COPIED), name(COPY)]],
    }
    assert planted.forged in found["forged"][0].words
    assert found["version"][0].words == f"version 0.1.0 (commit 0123456789ab): not marked are {CHANGED}"
    assert found["alike"][0].words.startswith("equal in all answers and their times")


def test_marks_are_those_of_the_raw_answers(forty_marked):
    planted, folder, _, _ = forty_marked
    marks = pd.read_csv(folder / "out" / "marks.csv", dtype={"notes": str}, keep_default_na=False).set_index("student")
    assert len(marks) == NUMBER - 1
    assert list(marks.columns) == ["file", *forty.LABELS, "points", "out of", "notes"]
    assert set(marks["out of"]) == {sum(map(is_marked, OF_CLASS.values()))}
    for student, row in marks.iterrows():
        data = json.loads((folder / "in" / student / "answers.json").read_text("utf-8"))
        right = Counter()
        for entry in data["answers"]:
            is_same = entry["asked"] == fingerprint(QUESTIONS[entry["id"]])
            is_right = entry["tries"][-1]["verdict"] == "right" and (student, entry["id"]) != (FORGED, planted.forged)
            right[entry["id"].split("/")[0]] += is_same and is_right
        points = {label: float(row[label]) for label in forty.LABELS if row[label] not in ("", "unmarked")}
        assert points == {label: right[label] for label in points}
        assert float(row["points"]) == sum(right.values())
    assert set(marks["ex-pairs-noise"]) == {"unmarked"}
    assert marks.loc[FORGED, "notes"].startswith("forged: ")


def test_forty_files_take_less_than_a_minute(forty_marked):
    assert forty_marked[3] < 60


def test_the_sentences_are_those_of_the_tables(forty_marked, articles):
    planted, folder, _, _ = forty_marked
    page = BeautifulSoup((folder / "out" / "class.html").read_text("utf-8"), "html.parser")
    said = dict(zip(*([one.get_text() for one in page.select(f".summary {tag}")] for tag in ("dt", "dd")), strict=True))
    # Of the mistakes that are left in the end.
    left = {
        (one["id"], row["data-mistake"]): int(row.find_all("td")[1].get_text())
        for one in articles.values()
        for row in one.select("[data-mistake]")
    }
    most = max(left.values())
    assert 0 < most < max(planted.mistakes.values())
    again = re.match(r"(\d+) of (\d+) students answered “(.*?)” to .*\((ex-\S+)\)", said["To take up again"])
    assert int(again[1]) == most
    assert most in [count for (id, _), count in left.items() if id == again[4]]
    shares = {}
    for row in page.select(".heat tbody tr:not(.chapter)"):
        shares[re.sub(r"^\d+\. ", "", row.find("th").get_text())] = int(row.find("td").get_text())
    assert len(shares) >= 7
    for name, chosen in (("Understood", max(shares.values())), ("Not understood", min(shares.values()))):
        words, share = re.search(r"“([^”]*)” \([^:]*: (\d+) percent of the last answers", said[name]).groups()
        assert int(share) == chosen
        assert shares[f"{words}."] == chosen


def test_the_page_loads_nothing_and_can_be_read(forty_marked, browser):
    path = forty_marked[1] / "out" / "class.html"
    assert not re.search(r"<script|<link|<img|@import|url\(|https?:", path.read_text("utf-8"))
    for theme, width in (("light", 1280), ("dark", 390)):
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=theme)
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert axe_violations(page) == {}
        page.close()


# ---- single files


def test_a_bad_file_costs_a_line_and_never_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOST_BYTES", 20_000)
    good = answered({"ada": [(TP, "2", "right")]})
    entry = good["ada"]["answers"][0]
    odd = [entry | {"tries": [tried(MONDAY, answer, "right")]} for answer in (None, [], {"a": 1}, 10**400, "9" * 9000)]
    odd += [{"id": DEAL, "asked": fingerprint(QUESTIONS[DEAL]), "tries": [tried(MONDAY, {"n_objects": 3}, "right")]}]
    bad = {
        "empty": "",
        "list": "[]",
        "deep": "[" * 5000,
        "number": '{"format": "aucc-teach-answers", "version": 1, "made": ' + "9" * 5000 + "}",
        "format": {"format": "other"},
        "later": {"format": "aucc-teach-answers", "version": 2},
        "large": good["ada"] | {"more": "x" * 30_000},
    }
    half, early = (
        tried(MONDAY, "\ud800<b>", "wrong"),
        {"at": "0001-01-01T00:00:00+14:00", "answer": "4", "verdict": "wrong"},
    )
    # Canonical JSON has no such numbers and no halves of characters, so there is no digest of them.
    strange = {
        "odd": file_of("=odd()", []) | {"answers": odd},
        "script": file_of("</title><script>alert(1)</script>", []) | {"answers": [entry | {"tries": [half]}]},
        "times": file_of("times", [entry | {"tries": [early]}]),
        "unknown": file_of("unknown", [entry | {"id": "ex-none/n"}]),
    }
    put(tmp_path / "in", good | bad | strange)
    (tmp_path / "in" / "notes.txt").write_text("mine")
    (tmp_path / "in" / ".hidden.json").write_text("mine")
    (tmp_path / "in" / "folder.json").mkdir()
    count, notes = mark(tmp_path / "in", tmp_path / "out")
    assert count == 1 + len(strange)
    found = by_kind(notes)
    assert sorted(one.files[0] for one in found["unreadable"]) == sorted(f"{name}.json" for name in bad)
    assert [one.files for one in found["strange"]] == [["notes.txt"]]
    assert [one.files for one in found["damaged"]] == [["odd.json"], ["script.json"]]
    assert [one.files for one in found["impossible"]] == [["odd.json"]]
    assert [one.files for one in found["forged"]] == [["odd.json"]]
    assert [(one.files, one.words) for one in found["unknown"]] == [(["unknown.json"], "ex-none/n")]
    marks = pd.read_csv(tmp_path / "out" / "marks.csv").set_index("student")
    assert marks.loc["ada", "points"] == 1
    # A spreadsheet must not take a name for a formula, nor a browser for a part of the page.
    assert marks.loc["'=odd()", "file"] == "odd.json"
    assert "<script" not in (tmp_path / "out" / "class.html").read_text("utf-8")


def test_a_state_that_takes_all_memory_ends_its_process_only():
    question = QUESTIONS[DEAL]
    start = question.demo_of("x:0").state()
    huge = start | {"n_objects": 10**10, "k": 2}
    wanted = {
        (DEAL, "a"): start,
        (DEAL, "b"): huge,
        (DEAL, "c"): "no state",
        (MOVE, "d"): forty.right_answer(QUESTIONS[MOVE]),
    }
    found = verdicts.verdicts(QUESTIONS, wanted)
    assert [found[one].verdict for one in wanted] == ["wrong", "impossible", "impossible", "right"]


def test_demos_are_judged_as_elsewhere():
    states = {id: one.demo_of("x:0").state() for id, one in QUESTIONS.items() if one.kind == "construct"}
    found = verdicts.verdicts(QUESTIONS, {(id, ""): state for id, state in states.items()})
    assert len(found) > 20
    for (id, _), result in found.items():
        assert result[:2] == QUESTIONS[id].judge(json.loads(json.dumps(states[id])))


def test_of_two_files_of_a_student_the_later_counts(tmp_path):
    made = [answered({"ada": [(TP, answer, verdict)]})["ada"] for answer, verdict in (("2", "right"), ("4", "wrong"))]
    made[1]["made"] = "2026-11-01T09:00:00+00:00"
    put(tmp_path / "in", {"b": made[1], "c": made[0]})
    count, notes = mark(tmp_path / "in", tmp_path / "out")
    assert count == 1
    assert by_kind(notes)["twice"][0].words == "2 files name the student 'ada'. c.json counts."
    assert pd.read_csv(tmp_path / "out" / "marks.csv")["points"].tolist() == [1]


def test_marks_open_in_excel_with_their_umlauts(tmp_path):
    put(tmp_path / "in", answered({"Jörg": [(TP, "2", "right")]}))
    mark(tmp_path / "in", tmp_path / "out")
    content = (tmp_path / "out" / "marks.csv").read_bytes()
    # Without this mark Excel reads each byte as a letter.
    assert content.startswith(b"\xef\xbb\xbfstudent,")
    assert "Jörg" in content.decode("utf-8")


def test_files_without_a_name_are_known_by_their_folder(tmp_path):
    for name in ("ada", "bob"):
        (tmp_path / name).mkdir()
        put(tmp_path / name, {"answers": answered({"": [(TP, "2", "right")]})[""]})
    put(tmp_path, {"carl": answered({" ": [(TP, "4", "wrong")]})[" "]})
    assert sorted(one.student for one in read_folder(tmp_path)[0]) == ["ada", "bob", "carl"]


def test_files_that_share_half_of_their_tries_are_alike(tmp_path):
    given = [(TP, "2", "right"), (CHANGED, "7", "right"), (RAND_C, WHOLE, "right"), (MOVE, {}, "wrong")]
    made = answered({"ada": given, "bob": given, "cora": given})
    made["cora"]["answers"][:2] = made["ada"]["answers"][:2]
    put(tmp_path, made)
    assert files.likenesses(read_folder(tmp_path)[0]) == [
        (["ada.json", "cora.json"], "2 tries with the same answers at the same times, of 4 and 4")
    ]


def test_texts_are_shown_to_those_who_mark(tmp_path):
    """Each student's last text, whole and as it was written, and no points."""
    id = "ex-pairs-noise/write-your-answer-down-then-tick-what-it"
    question = QUESTIONS[id]
    assert question.kind == "open"
    text = f"It <b>depends</b>,\n\n\N{MINUS SIGN}1 & so on. {'x' * 3900}."
    given = {
        "ada": [
            (id, {"text": "A first try.", "ticked": []}, "foretold"),
            (id, {"text": text, "ticked": [0, 2]}, "foretold"),
        ],
        "bob": [(id, {"text": "It depends.", "ticked": []}, "foretold")],
        "cora": [(id, {"text": "x" * 4001, "ticked": []}, "foretold")],
        "dan": [(id, [0, 1], "foretold")],
        "eve": [(TP, "2", "right")],
    }
    put(tmp_path / "in", answered(given))
    _, notes = mark(tmp_path / "in", tmp_path / "out", run=False)
    assert {file for note in by_kind(notes)["impossible"] for file in note.files} == {"cora.json", "dan.json"}
    page = BeautifulSoup((tmp_path / "out" / "class.html").read_text("utf-8"), "html.parser")
    (article,) = (one for one in page.find_all("article") if one["id"] == id)
    shown = [
        (one.h6.get_text(), one.select_one(".text").get_text(), one.select_one(".about").get_text())
        for one in article.select(".texts section")
    ]
    n = len(question.checklist)
    assert shown == [
        ("ada", text, f"Your answer says 2 of {n} points."),
        ("bob", "It depends.", "Your answer is kept. Now tick each point that it makes."),
    ]
    assert article.select_one("summary").get_text() == "2 texts to read"
    marks = pd.read_csv(tmp_path / "out" / "marks.csv", dtype=str, index_col="student")
    assert marks.loc[["ada", "bob"], "ex-pairs-noise"].tolist() == ["unmarked", "unmarked"]


def test_a_name_is_one_student_however_its_accents_are_written(tmp_path):
    composed, apart = "Ad\u00e8le", "Ade\u0300le"
    made = answered({composed: [(TP, "2", "right")], apart: [(TP, "4", "wrong")]})
    put(tmp_path / "in", {"first": made[composed], "second": made[apart]})
    (tmp_path / "roster.csv").write_text(f"student\n{apart}\n", encoding="utf-8")
    _, notes = mark(tmp_path / "in", tmp_path / "out", roster=tmp_path / "roster.csv")
    found = by_kind(notes)
    assert [sorted(one.files) for one in found["twice"]] == [["first.json", "second.json"]]
    assert not {"missing", "stranger"} & set(found)
    assert pd.read_csv(tmp_path / "out" / "marks.csv")["student"].tolist() == [composed]


def test_the_roster_names_who_is_missing(tmp_path):
    put(tmp_path / "in", answered({"ada": [(TP, "2", "right")], "eve": [(TP, "2", "right")]}))
    (tmp_path / "roster.csv").write_text("student\nzoe\nada\n")
    found = by_kind(mark(tmp_path / "in", tmp_path / "out", roster=tmp_path / "roster.csv")[1])
    assert [one.words for one in found["missing"]] == ["zoe"]
    assert [one.words for one in found["stranger"]] == ["eve"]
    marks = pd.read_csv(tmp_path / "out" / "marks.csv")
    assert marks["student"].tolist() == ["zoe", "ada", "eve"]
    assert marks["points"].isna().tolist() == [True, False, False]


# ---- functions


def test_each_text_runs_once(monkeypatch):
    texts = []

    def run(task, text):
        texts.append(text)
        return "right", "So it is."

    monkeypatch.setattr(verdicts, "run_task", run)
    wanted = {(RAND_C, verdicts.key_of(text)): text for text in (WHOLE, "other", WHOLE)}
    found = verdicts.verdicts(QUESTIONS, wanted)
    assert sorted(texts) == sorted([WHOLE, "other"])
    assert {result.verdict for result in found.values()} == {"right"}


def test_functions_are_left_out_if_that_is_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(verdicts, "run_task", None)  # to call it would be an error
    put(tmp_path / "in", answered({"ada": [(RAND_C, WHOLE, "right"), (TP, "2", "right")]}))
    mark(tmp_path / "in", tmp_path / "out", run=False)
    marks = pd.read_csv(tmp_path / "out" / "marks.csv")
    assert (marks["points"].tolist(), marks["ex-rand-table"].isna().tolist()) == ([1], [True])
    labels = {id.partition("/")[0] for id in (RAND_C, TP)}
    counted = [one for id, one in QUESTIONS.items() if id.partition("/")[0] in labels and is_marked(one)]
    assert marks["out of"].tolist() == [sum(one.kind != "write" for one in counted)]
    page = (tmp_path / "out" / "class.html").read_text("utf-8")
    assert "Functions were not run, as <code>--no-run</code> asks." in page


def test_the_page_says_that_the_limits_are_no_sandbox(forty_marked):
    page = (forty_marked[1] / "out" / "class.html").read_text("utf-8")
    assert "<b>That is no sandbox.</b>" in page


@pytest.mark.skipif(not limits.CAN_LIMIT, reason="this system has no limits for a process")
@pytest.mark.parametrize(
    ("body", "verdict", "words"),
    [
        ("return (tp + tn) / (tp + fn + fp + tn)", "right", "Divide the diagonal"),
        ("return (fn + fp) / (tp + fn + fp + tn)", "wrong", "That would be the proportion of disagreements"),
        ("return [0] * 10**10", "wrong", "MemoryError"),
        ("import os\n    while True: os.write(1, b'x' * 10**6)", "wrong", "File too large|Python ended"),
        ("open('note', 'w').write('x' * 10**6)", "wrong", "File too large"),
        ("import os\n    os._exit(0)", "wrong", "Python ended before there was an answer"),
        (
            "import os\n    os.write(1, b'[1]\\n{\\n7\\n')\n    return (tp + tn) / (tp + fn + fp + tn)",
            "right",
            "Divide",
        ),
        ("print('x' * 9000)\n    return 1", "wrong", r"x{1000,2000}"),
    ],
)
def test_functions_have_limits(body, verdict, words):
    found = limits.run_task(QUESTIONS[RAND_C].asked.task, f"def rand_c(tp, fn, fp, tn):\n    {body}\n")
    assert found[0] == verdict
    assert re.search(words, found[1])
    assert len(found[1]) < 4000


def wait_until(holds):
    """Wait until something holds, on a machine that may be busy."""
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(not limits.CAN_LIMIT, reason="this system has no limits for a process")
def test_time_is_that_of_the_processor():
    assert limits.limited("while True: pass", "", seconds=1) == ([], True)
    assert limits.limited("import time; time.sleep(1.5); print(1)", "", seconds=1) == (["1\n"], False)


def test_what_a_function_has_started_ends_with_it():
    code = "import subprocess, sys\nchild = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    lines, is_late = limits.limited(f"{code}print(child.pid, flush=True)\nwhile True: pass", "", seconds=2)
    assert is_late
    (pid,) = map(int, lines)
    wait_until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)


def test_the_environment_is_not_handed_over(monkeypatch):
    monkeypatch.setenv("SECRET_OF_MINE", "42")
    lines, _ = limits.limited("import os\nprint(os.environ.get('SECRET_OF_MINE'))", "")
    assert lines == ["None\n"]


# ---- marks, objectives, points


def tries_of(rows):
    table = pd.DataFrame([dict(zip(("file", "id", "verdict"), row, strict=True)) for row in rows])
    return table.reindex(columns=COLUMNS).astype({"at": float, "opened": float})


ASKED = {
    "ex-a/n": Asked("ex-a", "n", "number", [("3", "3", "Not three.")]),
    "ex-a/m": Asked("ex-a", "m", "number", []),
    "ex-a/guess": Asked("ex-a", "g", "predict", []),
    "ex-b/open": Asked("ex-b", "o", "open", []),
}


def test_the_last_try_counts_and_points_are_shared():
    tries = tries_of(
        [
            ("1", "ex-a/n", "right"),
            ("1", "ex-a/n", "wrong"),
            ("1", "ex-a/m", "right"),
            ("2", "ex-a/guess", "foretold"),
            ("2", "ex-b/open", "foretold"),
            ("3", "ex-a/n", "changed"),
        ]
    )
    students = {"1": "ada", "2": "bob", "3": "cora"}
    marks, out_of = marks_of(tries, ASKED, students, {"ex-a": 5})
    assert out_of == {"ex-a": 5, "ex-b": None}
    assert marks.loc["ada", "ex-a"] == 2.5
    # Nothing of it can be marked: neither the guess nor what was asked otherwise.
    assert marks.loc[["bob", "cora"], "ex-a"].isna().all()
    assert marks.loc["bob", "ex-b"] == "unmarked"
    assert marks_of(tries, ASKED, students)[0].loc["ada", "ex-a"] == 1


def test_functions_that_are_not_run_take_no_points_away():
    asked = {"ex-a/n": ASKED["ex-a/n"], "ex-a/f": Asked("ex-a", "f", "write", [])}
    asked["ex-b/f"] = Asked("ex-b", "f", "write", [])
    students = {"1": "ada"}
    rows = [("1", "ex-a/n", "right"), ("1", "ex-a/f", "not run"), ("1", "ex-b/f", "not run")]
    marks, out_of = marks_of(tries_of(rows), asked, students, {"ex-a": 4, "ex-b": 4}, runs=False)
    assert (out_of, marks.loc["ada"].tolist()) == ({"ex-a": 4, "ex-b": None}, [4, "unmarked"])
    rows = [("1", "ex-a/n", "right"), ("1", "ex-a/f", "wrong"), ("1", "ex-b/f", "right")]
    marks, out_of = marks_of(tries_of(rows), asked, students, {"ex-a": 4, "ex-b": 4})
    assert (out_of, marks.loc["ada"].tolist()) == ({"ex-a": 4, "ex-b": 4}, [2, 4])


def test_nothing_is_said_of_a_class_by_the_answers_of_a_few():
    results = Results(tries_of([("1", "ex-a/n", "right")]), ASKED, {"1": "ada", "2": "bob", "3": "cora"})
    rows = [{"words": "Count.", "n_students": 1, "first": 1.0, "last": 1.0}]
    assert summary(results, [{"title": "A", "rows": rows}])["Understood"].startswith("No objective was tried by half")


def test_minutes_are_shown_of_a_class_in_which_each_leaves_something_out(tmp_path):
    given = {"ada": [(TP, "3", "wrong"), (TP, "2", "right")], "bob": [(RAND_C, "3", "wrong"), (RAND_C, "2", "wrong")]}
    put(tmp_path / "in", answered(given))
    mark(tmp_path / "in", tmp_path / "out", run=False)
    page = BeautifulSoup((tmp_path / "out" / "class.html").read_text("utf-8"), "html.parser")
    assert "Minutes" in {cell.get_text(strip=True) for cell in page.find_all("th")}


def test_what_was_corrected_is_not_taken_up_again_before_what_was_not():
    rows = [(file, "ex-a/n", verdict) for file in "12" for verdict in ("wrong", "right")] + [("1", "ex-a/m", "wrong")]
    tries = tries_of(rows)
    tries["mistake"] = ["3", None, "3", None, "7"]
    asked = ASKED | {"ex-a/m": Asked("ex-a", "m", "number", [("7", "7", "Not seven.")])}
    groups = [{"title": "A", "rows": [{"words": "Count.", "n_students": 2, "first": 0.5, "last": 0.7}]}]
    said = summary(Results(tries, asked, {"1": "ada", "2": "bob"}), groups)
    assert "Not seven." in said["To take up again"]
    tries = tries[tries["id"] == "ex-a/n"]
    assert "2 of 2 students" in summary(Results(tries, asked, {"1": "ada", "2": "bob"}), groups)["To take up again"]
    assert said["Not understood"].startswith("On every objective that at least half of the students tried, ")


def test_minutes_leave_out_breaks():
    tries = tries_of([("1", id, "right") for id in ("ex-a/n", "ex-a/m", "ex-a/n", "ex-b/open")])
    tries["at"] = [0.0, 60, 60 + 16 * 60, 60 + 18 * 60]
    assert Results(tries, ASKED, {"1": "ada"}).minutes().loc["1"].to_dict() == {"ex-a": 1, "ex-b": 2}


@pytest.mark.parametrize(("share", "expected"), [(0, 0), (0.001, 1), (0.5, 50), (0.999, 99), (1, 100), (None, None)])
def test_only_all_is_a_hundred_percent(share, expected):
    assert percent(share) == expected


def test_times_and_names_that_are_none():
    for bad in (None, 5, "yesterday", "2026-11-02T09:00:00", "0001-01-01T00:00:00+14:00"):
        assert seconds_of(bad) is None or bad == "0001-01-01T00:00:00+14:00"
    assert seconds_of("1970-01-01T00:01:00.000Z") == 60
    assert clean("a\u202eb\x00 \n c", 10) == "a b c"
    assert clean("x" * 99, 10) == f"{'x' * 9}…"


def test_objectives_are_those_of_the_chapters():
    found = {chapter.title: chapter for chapter in read_chapters()}
    for path in CHAPTERS:
        text = prose(path)
        promised, tested = promised_and_tested(text)
        chapter = found[re.sub(r"\$(.*?)\$", r"*\1*", re.search(r"^# (.*)", text, re.MULTILINE)[1])]
        assert len(chapter.objectives) == len(promised)
        assert {label: numbers for label, (_, numbers) in chapter.exercises.items()} == tested
        assert not any("$" in words or "\n" in words for words in chapter.objectives)


def test_points_come_from_a_table(tmp_path):
    put(tmp_path / "in", answered({"ada": [(TP, "2", "right"), (RAND_C, WHOLE, "right")]}))
    (tmp_path / "points.csv").write_text("exercise;points\nex-pairs-move;6\nex-pairs-squares;4\n")
    mark(tmp_path / "in", tmp_path / "out", points=tmp_path / "points.csv")
    marks = pd.read_csv(tmp_path / "out" / "marks.csv")
    assert list(marks.columns)[2:4] == ["ex-pairs-move", "ex-pairs-squares"]
    # Three of its four questions are marked.
    assert marks.iloc[0][["ex-pairs-move", "points", "out of"]].tolist() == [2, 2, 10]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("label,points\na,1\n", 'the columns "exercise" and "points". Got label, points'),
        ("exercise,points\na,many\n", "numbers from 0 on. Got 'many'"),
        ("exercise,points\na,-1\n", "Got '-1'"),
        ("exercise,points\na,1\na,2\n", "each exercise once. It names a more often"),
    ],
)
def test_points_that_cannot_be_read_are_refused(tmp_path, text, message):
    (tmp_path / "points.csv").write_text(text)
    with pytest.raises(ValueError, match=re.escape(message)):
        read_points(tmp_path / "points.csv")


# ---- homework that was drawn


def test_homework_is_marked_by_its_key(tmp_path):
    students = ("ada", "bob", "eva")
    written(tmp_path / "drawn", students, ALL[:3])
    key = json.loads((tmp_path / "drawn" / "key.json").read_text("utf-8"))
    made = {
        "ada": handed_in(key, "ada", right_answer),
        "bob": handed_in(key, "bob", tempted),
        "eva": handed_in(
            key, "eva", lambda item, one: (right_answer if one is item["questions"][0] else tempted)(item, one)
        ),
        "cora": handed_in(key, "ada", right_answer) | {"student": "cora"},
    }
    book = {"version": "0.2.0", "build": ""}
    made = {n: one | {"book": book, "made": "", "digest": digest_of(one["answers"])} for n, one in made.items()}
    count, notes = mark(put(tmp_path / "in", made), tmp_path / "out", key=tmp_path / "drawn" / "key.json")
    assert count == 3
    assert [one.files for one in by_kind(notes)["key"]] == [["cora.json"]]
    marks = pd.read_csv(tmp_path / "out" / "marks.csv").set_index("student")
    assert marks.loc["ada", "points"] == marks.loc["ada", "out of"] > 0
    assert marks.loc["bob", "points"] == 0
    assert marks.loc["eva", "points"] == sum(item["questions"][0]["points"] for item in key["students"]["eva"])
    assert 0 < marks.loc["eva", "points"] < marks.loc["eva", "out of"]
    page = BeautifulSoup((tmp_path / "out" / "class.html").read_text("utf-8"), "html.parser")
    # Values differ from student to student, and there are no first tries.
    sentences = page.select_one(".summary").get_text()
    assert re.search("[12] of 3 students made one mistake in", sentences)
    assert "first ones" not in sentences
    mistakes = {row["data-mistake"].split("/")[0] for row in page.select("[data-mistake]")}
    assert mistakes == {family.name for family in ALL[:3]}


def test_answers_to_homework_that_cannot_be_read_are_named(tmp_path):
    written(tmp_path / "drawn", ("ada",), ALL[:1])
    key = json.loads((tmp_path / "drawn" / "key.json").read_text("utf-8"))
    made = handed_in(key, "ada", lambda item, one: "two")
    made |= {"book": {"version": "0.2.0", "build": ""}, "made": "", "digest": digest_of(made["answers"])}
    _, notes = mark(put(tmp_path / "in", {"ada": made}), tmp_path / "out", key=tmp_path / "drawn" / "key.json")
    (note,) = by_kind(notes)["unread"]
    assert note.files == ["ada.json"]
    assert note.words.count("(two)") == len(made["answers"]) > 0
    assert "could not be read" in (tmp_path / "out" / "class.html").read_text("utf-8")


def tempted(item, question):
    """What a foreseen mistake leads to."""
    key = question["key"]
    return key["tempting"][0][0] if key.get("tempting") else None


# ---- the command


def test_the_command_marks_and_refuses(tmp_path, capsys):
    main = runpy.run_path(str(ROOT / "book" / "course" / "__main__.py"))["main"]
    put(tmp_path / "in", answered({"ada": [(TP, "2", "right")]}) | {"bad": "{"})
    assert main(["mark", str(tmp_path / "in"), str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert "unreadable: bad.json: " in said
    assert "1 file marked." in said
    assert "--key" not in said
    put(tmp_path / "drawn", answered({"ada": [("counts-1/n", "2", "right")]}))
    assert main(["mark", str(tmp_path / "drawn"), str(tmp_path / "out")]) == 0
    assert "name their key.json by --key" in capsys.readouterr().out
    (tmp_path / "points.csv").write_text("exercise,points\nex-none,1\n")
    for arguments, message in (
        ([str(tmp_path / "nowhere")], "There is none at"),
        ([str(tmp_path / "out")], "holds none"),
        ([str(tmp_path / "in"), "--points", str(tmp_path / "points.csv")], "There is no exercise ex-none"),
        ([str(tmp_path / "in"), "--key", str(tmp_path / "in" / "bad.json")], "is not a key"),
        ([str(tmp_path / "in"), "--exercises", str(tmp_path / "nowhere")], "There is none at"),
    ):
        assert main(["mark", arguments[0], str(tmp_path / "again"), *arguments[1:]]) == 2
        error = capsys.readouterr().err
        assert error.startswith("error: ")
        assert message in error
        assert not (tmp_path / "again").exists()

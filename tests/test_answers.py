"""Files of answers in Python: what a kernel saves, what is read, and what is refused by name."""

import json
import re

import pytest
from conftest import ROOT
from contents import chapters_of
from marking.answers import is_intact, read_answers

import aucc_teach as at
from aucc_teach.exercises import Exercise, answers, digest_of, fingerprint, save
from aucc_teach.exercises.widget import DIGEST
from aucc_teach.run_scripts import loaded

# A browser has it, and QuickJS has not.
TEXT_ENCODER = """
globalThis.TextEncoder = class {
  encode(text) {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (one) => one.charCodeAt(0));
  }
};
"""
IDS = ROOT / "tests" / "question_ids.txt"
RETIRED = ROOT / "book" / "questions" / "retired.txt"
ENTRY = {"id": "ex-a/n", "asked": "0" * 12, "tries": [], "solution_opened": None}


def tried(at, answer, verdict="wrong"):
    return {"at": at, "answer": answer, "verdict": verdict}


@pytest.fixture
def widgets(monkeypatch):
    """What is shown in this kernel; the tries come from its front end."""
    found = [Exercise("ex-pairs-move", folder=ROOT / "book"), Exercise("ex-pairs-move", folder=ROOT / "book")]
    monkeypatch.setattr(answers, "shown", found)
    return found


def test_an_exercise_that_is_shown_twice_is_saved_once(widgets, tmp_path):
    one, other = ("2026-11-01T10:00:00.000Z", "2026-11-01T10:05:00.000Z")
    widgets[0].tries = [ENTRY | {"tries": [tried(other, "5", "right")], "solution_opened": other}]
    widgets[1].tries = [ENTRY | {"tries": [tried(one, "4")], "solution_opened": one}, ENTRY | {"id": "ex-a/m"}]
    path = tmp_path / "answers.json"
    assert save(path, student="Ada", assignment="Week 1") == 1
    data = read_answers(path)
    assert is_intact(data)
    assert (data["student"], data["assignment"], data["book"]) == ("Ada", "Week 1", at.exercises.book_version())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", data["made"])
    unanswered, answered = data["answers"]
    assert unanswered == ENTRY | {"id": "ex-a/m"}
    assert answered == ENTRY | {"tries": [tried(one, "4"), tried(other, "5", "right")], "solution_opened": one}


def test_of_too_many_tries_the_first_and_the_last_are_saved(widgets, tmp_path):
    """The page keeps them by the same function."""
    widgets[0].tries = [ENTRY | {"tries": [tried(f"2026-{i:03}", str(i)) for i in range(40)]}]
    widgets[1].tries = [ENTRY | {"tries": [tried(f"2026-{i:03}", str(i)) for i in range(30, 80)]}]
    save(tmp_path / "answers.json")
    (entry,) = read_answers(tmp_path / "answers.json")["answers"]
    assert [one["answer"] for one in entry["tries"]] == ["0", *map(str, range(31, 80))]


def a_file(**changes):
    answers = changes.pop("answers", [ENTRY])
    data = {"format": "aucc-teach-answers", "version": 1, "book": {"version": "0.2.0", "build": ""}, "assignment": ""}
    data |= {"student": "", "made": "", "answers": answers, "digest": digest_of(answers)}
    return {name: value for name, value in (data | changes).items() if value is not ...}


def read(content, tmp_path):
    path = tmp_path / "given.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return read_answers(path)


def with_tries(tries):
    return a_file(answers=[ENTRY | {"tries": tries}])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"[" * 100_000, r"given\.json isn't JSON"),
        (b'{"format": "aucc', "isn't JSON, or was cut off: line 1, Unterminated string"),
        ({"format": "other"}, "isn't a file of answers: its format is not aucc-teach-answers"),
        (a_file(version="10.1"), r"is of version 10\.1 of the format aucc-teach-answers, and version 1 is read here"),
        (a_file(answers=[], digest="") | {"answers": {}}, "holds no list of answers"),
        (
            a_file(answers=[ENTRY, ENTRY | {"id": "ex-a"}]),
            "given.json: answer 2 of 2 must have an id such as ex-pairs-move/tp. Got 'ex-a'.",
        ),
        (with_tries([tried("x", "4", "unclear")]), "a verdict of right, wrong, foretold. Got 'unclear'"),
        (with_tries([tried("x", "4")] * 51), "answer 1 of 1 must have at most 50 tries. Got '51 of ex-"),
    ],
)
def test_what_is_no_file_of_answers_is_refused_by_name(content, says, tmp_path):
    with pytest.raises(ValueError, match=says):
        read(content, tmp_path)


def test_the_digest_shows_an_edit_and_no_more(tmp_path):
    edited = a_file(answers=[ENTRY | {"tries": [tried("x", "4")]}])
    edited["answers"][0]["tries"][0]["verdict"] = "right"
    assert not is_intact(read(edited, tmp_path))
    # It can be made to fit, which is why marks are computed again from the answers.
    edited["digest"] = digest_of(edited["answers"])
    assert is_intact(read(edited, tmp_path))
    # What no page writes is not intact, and stops nothing.
    assert not is_intact(a_file() | {"answers": [2**60, "\ud800"]})


def test_each_question_keeps_its_name():
    """Answers of readers are filed under these names: they outlast what is written anew, and what is retired."""
    known = IDS.read_text("utf-8").split()
    retired = [line.split(" ") for line in RETIRED.read_text("utf-8").splitlines()]
    gone_before = {id for id, _ in retired}
    assert len(gone_before) == len(retired)
    assert {chapter for _, chapter in retired} <= {chapter.name for chapter in chapters_of(ROOT)}
    found = list(at.exercises.questions_by_id(folder=ROOT / "book"))
    assert len(set(found)) == len(found)
    assert set(found) & gone_before == set(), "these are both asked and retired"
    gone, new = sorted(set(known) - set(found)), sorted(set(found) - set(known))
    advice = f"""These names are gone: {gone}. If a question was only reworded, give it its old name by name="...".
If it is another question, or there is none any more, retire it, as CONTRIBUTING says.
These are new: {new}. Add them."""
    assert known == sorted(found), advice


def test_a_retired_label_and_its_chapter_are_named():
    with pytest.raises(ValueError, match="'ex-tour-single' is retired: the chapter first_tour no longer asks it"):
        at.exercises.questions_of("ex-tour-single", folder=ROOT / "book")


def test_fingerprints_and_digests_are_the_same_in_the_page():
    page = loaded(DIGEST)
    page.eval(f'{TEXT_ENCODER}const answers = modules["{DIGEST}"];')
    call = lambda script, given: json.loads(page.eval(f"JSON.stringify(({script})({json.dumps(given)}))"))  # noqa: E731
    # A function is filed under what it held before.
    questions = [one for one in at.exercises.questions_by_id(folder=ROOT / "book").values() if one.kind != "write"]
    questions = questions[::29]
    texts = call(
        "(all) => all.map((one) => answers.sha256(answers.canonical(one)).slice(0, 12))",
        [question.as_json() for question in questions],
    )
    assert texts == [fingerprint(question) for question in questions]
    values = [
        [],
        [1e-7, 0.1, 3.0, 1e21, -0.0, 123456789.125, 5e-324],
        ['\u00e4\u2212\U0001f642\u2028\x7f\x01"\\'],
        {"b": 1, "a": [None, True]},
    ]
    values += ["x" * n for n in (54, 55, 56, 63, 64, 65, 119, 1000)]
    found = call("(all) => all.map((one) => answers.digestOf(one))", values)
    assert found == [digest_of(value) for value in values]

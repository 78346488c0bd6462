"""Homework: for whom it is drawn, what is handed out, and what a key marks."""

import json
import re

import homework
import pytest
from drawn_homework import SECRET, STUDENTS, handed_in, pages_of, questions_of, right_answer, written
from drawn_questions import draw_items
from families import FAMILIES
from key_files import mark_homework, read_key


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One homework of all families for three students."""
    return written(tmp_path_factory.mktemp("homework") / "out")


@pytest.fixture(scope="module")
def key(folder):
    return read_key(folder / "key.json")


# ---- names

EXPORTS = {
    "Moodle's grading worksheet": (
        "Identifier,Full name,Email address,Status,Grade\nParticipant 41,Ada Lovelace,a@b.c,No submission,-\n"
        "Participant 7,Émile du_Châtelet,e@b.c,,\n",
        {
            "Ada Lovelace": "Ada Lovelace_41_assignsubmission_file_",
            "Émile du_Châtelet": "Émile du Châtelet_7_assignsubmission_file_",
        },
    ),
    "Moodle's participants": (
        '\ufeff"First name";"Last name";"Email address"\nAda;Lovelace;a@b.c\n',
        {"Ada Lovelace": "Ada Lovelace"},
    ),
    "Canvas's grades": (
        "Student,ID,SIS User ID,Section,Week 1 (12)\n,,,,Manual Posting\n    Points Possible,,,,10\n"
        '"Lovelace, Ada",12,007,A,\n"Student, Test",99,,A,\n',
        {"Lovelace, Ada": "Lovelace, Ada"},
    ),
}


@pytest.mark.parametrize("system", EXPORTS)
def test_names_are_read_as_platforms_export_them(system, tmp_path):
    content, folders = EXPORTS[system]
    (tmp_path / "names.csv").write_text(content, encoding="utf-8")
    assert homework.read_participants(tmp_path / "names.csv") == folders


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Login,Mail\nada,a@b.c\n", r'must have a column for the names .* "First name" with .* Got Login, Mail'),
        ("Name\nAda\n ada \n", "must have each student once. Got ada in more"),
        ("Name\na/b\na:b\n", "must have each student once. Got a b in more"),
        ("Name\n,\n", "can't be read as a table"),
        ("Name\n", "has none below its header"),
        ("", "can't be read as a table"),
        ("Identifier,Full name\nhidden,Ada\n", 'row 2: Identifier must be such as "Participant 123". Got .hidden.'),
    ],
)
def test_lists_that_name_nobody_or_somebody_twice_are_refused(content, message, tmp_path):
    (tmp_path / "names.csv").write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        homework.read_participants(tmp_path / "names.csv")


# ---- drawing


def test_the_same_secret_draws_the_same_page_whoever_else_is_in_the_class(folder, tmp_path):
    again = pages_of(written(tmp_path / "again", students=[STUDENTS[1]]))
    assert again["folder of Grace"] == pages_of(folder)["folder of Grace"]


def test_secret_assignment_student_and_number_draw_other_objects():
    families = [FAMILIES["counts"]]
    usual = {"secret": SECRET, "assignment": "a", "student": "s"}
    draw = lambda **other: [one["object"] for one in draw_items(families, 3, **(usual | other))]  # noqa: E731
    first = draw()
    assert len({json.dumps(one) for one in first}) == 3
    for other in ({"secret": SECRET[::-1]}, {"assignment": "b"}, {"student": "t"}):
        assert all(one not in first for one in draw(**other))
    # Names that are put side by side in another way are other names.
    assert draw(assignment="as", student="s") != draw(assignment="a", student="ss")


# ---- what is handed out


def secrets_of(question):
    """Texts that give a question away."""
    key = question["key"]
    sentences = [words for *_, words in (*key.get("tempting", ()), *key.get("before", ()))]
    return [*sentences, *filter(None, [key.get("hint"), key.get("outcome")]), *key.get("says", {}).values()]


def test_what_is_handed_out_holds_no_key_and_loads_nothing(folder, key):
    for student, page in zip(STUDENTS, pages_of(folder).values(), strict=True):
        data = json.loads(re.search(r'id="homework">(.*?)</script>', page)[1])
        for one in (question for item in data["items"] for question in item["questions"]):
            assert one.keys() == {"id", "asked", "points", "seen"}
            assert "key" not in one["seen"]
        for item, shown in zip(key["students"][student], data["items"], strict=True):
            assert shown.keys() == {"label", "text", "questions"}
            for question in item["questions"]:
                texts = secrets_of(question)
                assert texts
                assert not [text for text in texts if text in page]
        # The namespace of drawings is an address that nothing is fetched from.
        assert set(re.findall(r"https?://[^\s\"'`)]+", page)) <= {"http://www.w3.org/2000/svg"}
        assert not re.search(r"<(link|img|iframe)\b|<script[^>]* src=|@import|url\((?!#)", page)
        assert SECRET.decode() not in page
        assert page.count("</script>") == 2


# ---- marking


@pytest.mark.parametrize("student", STUDENTS)
def test_right_answers_get_all_points(key, student):
    marked = mark_homework(key, handed_in(key, student, right_answer))
    assert [one.verdict for one in marked] == ["right"] * len(marked)
    assert sum(one.points for one in marked) == sum(one.out_of for one in marked) > 20
    assert [one.id for one in marked] == [question["id"] for question in questions_of(key, student)]


def test_every_foreseen_mistake_is_named_alike_for_all_students(key):
    names = {}
    for student in STUDENTS:
        for item in key["students"][student]:
            for question in item["questions"]:
                for answer, words in question["key"].get("tempting", ()):
                    made = handed_in(key, student, lambda _, other, q=question, a=answer: a if other is q else None)
                    found = {one.id: one for one in mark_homework(key, made)}[question["id"]]
                    assert (found.verdict, found.points) == ("wrong", 0)
                    assert found.words.startswith(words)
                    assert found.mistake.startswith(f"{item['family']}/")
                    names.setdefault(found.mistake, set()).add(student)
    assert len(names) > 20
    assert sum(len(students) == len(STUDENTS) for students in names.values()) > 10


def test_other_answers_are_missing_unclear_changed_or_wrong(key):
    question = questions_of(key, "ada")[0]
    made = handed_in(key, "ada", lambda _, other: "12345" if other is question else None)
    found, *rest = mark_homework(key, made)
    assert (found.verdict, found.points, found.mistake, found.out_of) == ("wrong", 0, None, question["points"])
    assert {(one.verdict, one.points, one.answer) for one in rest} == {("missing", 0, None)}
    for answer, verdict in (("many", "unclear"), ({"a": 1}, "unclear"), ([7], "unclear")):
        made["answers"][0]["tries"][-1]["answer"] = answer
        assert mark_homework(key, made)[0].verdict == verdict
    made["answers"][0]["asked"] = "0" * 12
    assert mark_homework(key, made)[0].verdict == "changed"
    # The last try counts.
    made = handed_in(key, "ada", right_answer)
    made["answers"][0]["tries"] += [{"at": "", "answer": "12345", "verdict": "right"}]
    assert mark_homework(key, made)[0].verdict == "wrong"
    # What is no list of answers is as if nothing had been handed in.
    for nothing in ([], None, [3, "x"], [{"id": question["id"]}]):
        assert {one.verdict for one in mark_homework(key, made | {"answers": nothing})} == {"missing"}


@pytest.mark.parametrize(
    ("change", "message"),
    [({"student": "eve"}, "no student 'eve'"), ({"assignment": "Week 2"}, "Got answers to 'Week 2'")],
)
def test_answers_of_others_are_refused(key, change, message):
    with pytest.raises(ValueError, match=message):
        mark_homework(key, handed_in(key, "ada", right_answer) | change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda key: [], "format must be"),
        (lambda key: {**key, "version": 2}, "version 2"),
        (lambda key: {**key, "students": []}, "lacks what each key has: assignment, students"),
        (lambda key: {**key, "students": {"ada": [7]}}, "is damaged: item 1 of 'ada'"),
    ],
)
def test_a_file_that_is_no_key_or_damaged_is_refused(key, change, message, tmp_path):
    """Before any answer is marked: a KeyError would say nothing, and a student must not pay for it."""
    (tmp_path / "key.json").write_text(json.dumps(change(key)), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_key(tmp_path / "key.json")

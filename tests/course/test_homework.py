"""Homework: what is drawn for whom, what the page and the notebook hold and save, and what a key marks."""

import ast
import json
import re
import runpy
from functools import cache, partial

import brute_force
import nbformat
import pytest
from course_command import course_command
from drawn_homework import ALL, SECRET, STUDENTS, check_file, files_of, handed_in, questions_of, right_answer, written
from drawn_questions import draw_items
from families import FAMILIES
from key_files import mark_homework, read_key
from marking.limited_process import run_task
from nbclient import NotebookClient


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One homework of all families for three students."""
    return written(tmp_path_factory.mktemp("homework") / "out")


@pytest.fixture(scope="module")
def key(folder):
    return read_key(folder / "key.json")


# ---- drawing


def test_the_same_secret_draws_the_same_files_again(folder, tmp_path):
    again = written(tmp_path / "again", students=[STUDENTS[1]])
    files = files_of(folder).loc[STUDENTS[1]]
    for name in files:
        # Whoever else is on the roster makes no difference.
        assert (again / "students" / name).read_bytes() == (folder / "students" / name).read_bytes()


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
    for student, files in files_of(folder).iterrows():
        page = (folder / "students" / files["page"]).read_text("utf-8")
        notebook = (folder / "students" / files["notebook"]).read_text("utf-8")
        data = json.loads(re.search(r'id="homework">(.*?)</script>', page)[1])
        for one in (question for item in data["items"] for question in item["questions"]):
            assert one.keys() == {"id", "asked", "points", "seen"}
            assert "key" not in one["seen"]
        for item, shown in zip(key["students"][student], data["items"], strict=True):
            assert shown.keys() == {"label", "text", "questions"}
            for question in item["questions"]:
                texts = secrets_of(question)
                assert texts or question["seen"]["kind"] == "write"
                for text in (*texts, question["key"].get("task", "no task")):
                    assert text not in page
                    assert text not in notebook
        # The namespace of drawings is an address that nothing is fetched from.
        assert set(re.findall(r"https?://[^\s\"'`)]+", page)) <= {"http://www.w3.org/2000/svg"}
        assert not re.search(r"<(link|img|iframe)\b|<script[^>]* src=|@import|url\((?!#)", page)
        assert SECRET.decode() not in page + notebook
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
                for answer, words in foreseen(question):
                    made = handed_in(key, student, lambda _, other, q=question, a=answer: a if other is q else None)
                    found = {one.id: one for one in mark_homework(key, made)}[question["id"]]
                    assert (found.verdict, found.points) == ("wrong", 0)
                    assert found.words.startswith(words)
                    assert found.mistake.startswith(f"{item['family']}/")
                    names.setdefault(found.mistake, set()).add(student)
    assert len(names) > 40
    assert sum(len(students) == len(STUDENTS) for students in names.values()) > 20


def foreseen(question):
    """Wrong answers that are foreseen, as the page would give them, each with its sentence."""
    seen, key = question["seen"], question["key"]
    if seen["kind"] == "order":
        # Each order in which only one of the lines that do not belong has come above the end.
        right = sorted(range(len(key["ranks"])), key=lambda place: key["ranks"][place])
        end, strange, words = key["before"][0]
        yield [strange, *(place for place in right if place != strange)], words
        assert seen["items"][end] == brute_force.PROOF_END
    elif seen["kind"] == "break":
        code = key["holds"][0]
        words = (("".join("abcdefg"[i] for i, one in enumerate(code) if one == label)) for label in sorted(set(code)))
        yield {"way": "false", "fields": [" | ".join(words)], "reason": None}, key["says"]["holds"]
    elif seen["kind"] == "write":
        task = ast.literal_eval(key["task"])
        for outputs, words in task["mistakes"][:1]:
            table = {repr(case): output for case, output in zip(task["cases"], outputs, strict=True)}
            yield f"def {task['name']}(*arguments):\n    return {table!r}[repr(arguments)]\n", words
    else:
        yield from key["tempting"]


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


def test_functions_are_left_out_if_nothing_runs_them(key):
    made = handed_in(key, "ada", right_answer)
    left_out = {one.family: one for one in mark_homework(key, made, run=None)}["function"]
    assert (left_out.verdict, left_out.points, left_out.out_of) == ("not run", None, 4)


def test_later_code_changes_no_mark(key, monkeypatch):
    made = handed_in(key, "ada", right_answer)
    before = mark_homework(key, made)

    def gone(*_):
        raise AssertionError("a family was asked")

    for family in ALL:
        monkeypatch.setitem(vars(family), "ask", gone)
        monkeypatch.setitem(vars(family), "draw", gone)
    assert mark_homework(key, made) == before


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


def cache_of(run):
    found = cache(lambda task, text: run(ast.literal_eval(task), text))
    return lambda task, text: found(repr(task), text)


def test_a_part_of_a_key_that_is_gone_is_missed_or_changes_no_mark(key, tmp_path):
    made = handed_in(key, "ada", right_answer)
    mark = partial(mark_homework, answers=made, run=cache_of(run_task))
    whole = mark(key)
    questions = {question["seen"]["kind"]: question for question in questions_of(key, "ada")}
    for question in questions.values():
        for part in (question, question["seen"], question["key"]):
            for name in list(part):
                kept = part.pop(name)
                (tmp_path / "key.json").write_text(json.dumps(key), encoding="utf-8")
                part[name] = kept
                try:
                    found = mark(read_key(tmp_path / "key.json"))
                except ValueError as error:
                    found = str(error)
                assert found == whole or "is damaged" in found, name


# ---- the notebook


@pytest.mark.process
def test_the_notebook_saves_answers_that_the_key_marks(folder, key, tmp_path):
    notebook = nbformat.read(folder / "students" / files_of(folder).loc["ada", "notebook"], as_version=4)
    nbformat.validate(notebook)
    items = {question["id"]: (item, question) for item in key["students"]["ada"] for question in item["questions"]}
    for cell in notebook.cells:
        if found := re.match(r"answers\['([^']+)'\] = ", cell.source):
            item, question = items[found[1]]
            answer, seen = right_answer(item, question), question["seen"]
            if seen["kind"] == "order":
                answer = "".join("ABCDEFGHIJKL"[place] for place in answer)
            elif seen["kind"] == "objects":
                answer = ", ".join(seen["options"][place] for place in answer)
            elif seen["kind"] == "break":
                answer = answer["fields"][0]
            cell.source = f"{found[0]}{answer!r}"
    NotebookClient(notebook, resources={"metadata": {"path": str(tmp_path)}}).execute()
    made = json.loads((tmp_path / "answers.json").read_text("utf-8"))
    check_file(made, "ada")
    assert {one.verdict for one in mark_homework(key, made)} == {"right"}


def test_the_notebook_refuses_names_that_are_not_there(folder, tmp_path, monkeypatch):
    notebook = nbformat.read(folder / "students" / files_of(folder).loc["ada", "notebook"], as_version=4)
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    proof = next(i for i, cell in enumerate(cells) if "-proof/" in cell)
    monkeypatch.chdir(tmp_path)
    for answer, message in (("AZ", "Write some of A, B"), ("AB", "Write all of A, B"), ("AA", "each once")):
        cells[proof] = cells[proof].split(" = ")[0] + f" = {answer!r}"
        (tmp_path / "run.py").write_text("\n".join(cells), encoding="utf-8")
        with pytest.raises(ValueError, match=message):
            runpy.run_path("run.py")


# ---- the command


@pytest.fixture
def given(tmp_path):
    (tmp_path / "roster.csv").write_text("\ufeffmail; student\nx; ada\ny;Grace  H.\n", encoding="utf-8")
    (tmp_path / "secret.txt").write_bytes(SECRET + b"\n")
    return tmp_path


def test_the_command_writes_homework_for_a_roster(given):
    out = given / "Week 1"
    options = ["--families", "counts,rand-c", "--n", "3", "--secret", str(given / "secret.txt")]
    assert course_command("homework", out, "--roster", given / "roster.csv", *options) == 0
    assert list(files_of(out).index) == ["ada", "Grace H."]
    key = read_key(out / "key.json")
    assert key["assignment"] == "Week 1"
    assert [item["family"] for item in key["students"]["ada"]] == ["counts", "rand-c", "counts"]
    # The line break at the end of the file is no part of the secret.
    wanted = draw_items(ALL[:2], 3, secret=SECRET, assignment="Week 1", student="ada")
    assert key["students"]["ada"] == json.loads(json.dumps(wanted))


def test_a_name_is_one_student_however_its_accents_are_written(tmp_path):
    composed, apart = "Ad\u00e8le", "Ade\u0300le"
    key = read_key(written(tmp_path / "drawn", [composed], ALL[:1]) / "key.json")
    marked = mark_homework(key, handed_in(key, composed, right_answer) | {"student": apart})
    assert {one.verdict for one in marked} == {"right"}
    with pytest.raises(ValueError, match="has no student 'Adele'"):
        mark_homework(key, {"student": "Adele"})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"--families": "counts,cuonts"}, "families must be among counts, .* Got cuonts"),
        ({"--families": "counts,counts"}, "each once"),
        ({"--n": "1"}, "at least the number of families, 2. Got 1"),
        ({"--roster": None}, "by --course, whose rules have a roster, or by --roster"),
        ({"--course": "course.yml"}, "the roster and its column are named there"),
        ({"--course": "course.yml", "--roster": None}, "course.yml, line 1: the rules must name a roster"),
        ({"--roster": "nowhere.csv"}, "none at nowhere"),
        ({"--secret": "nowhere.txt"}, "none at nowhere.* Make one by"),
        ({"--secret": "short.txt"}, "at least 16 characters. .* has 5"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(given, monkeypatch, capsys, changes, message):
    monkeypatch.chdir(given)
    (given / "course.yml").write_text("assignments: {out: {key: out/key.json}}\n")
    (given / "short.txt").write_text("short\n")
    options = {"--families": "counts,rand-c", "--roster": "roster.csv", "--secret": "secret.txt"} | changes
    assert course_command("homework", "out", *(word for one in options.items() if one[1] for word in one)) == 2
    assert re.search(message, capsys.readouterr().err)
    assert not (given / "out").exists()

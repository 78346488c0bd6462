"""Editions: nothing of a solution is left for students; instructors have all, open, with notes."""

import ast
import base64
import itertools
import json
import os
import re
import subprocess
import sys

import editions
import nbformat
import pytest
import yaml
from conftest import ROOT, said
from contents import chapters_of, exercises_of
from course_command import course_command
from editions import FILES, FOLDERS, with_notes, without_solutions, write_edition
from teaching_plan import PLACES, Minutes

from aucc_teach.exercises import (
    Number,
    all_questions,
    check,
    fingerprint,
    folders,
    functions,
    judge,
    questions_by_id,
)
from aucc_teach.exercises.folders import all_predictions
from aucc_teach.exercises.records import key_in, sealed, unsealed

sys.path.insert(0, str(ROOT / "book"))
from run_notebooks import chapter_paths

CHAPTERS = chapter_paths()
TITLES = {chapter.title for chapter in chapters_of(ROOT)}


def markdown(*sources):
    return [nbformat.v4.new_markdown_cell(source) for source in sources]


def code(source, outputs=()):
    return nbformat.v4.new_code_cell(source, outputs=list(outputs))


def made_of(*cells):
    return nbformat.v4.new_notebook(cells=[*cells])


START = ":::{solution-start} ex-a\n:label: sol-a\n:class: dropdown\n:::"
END = ":::{solution-end}\n:::"


def parts(notebook):
    """Split a notebook at its solutions: for each part whether it is inside, its kind, text and cell."""
    inside, found = False, []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            found.append((inside, "code", cell.source, cell))
            continue
        for piece in re.split(
            r"(?m)^:::\{solution-((?:start|end)\}[^:]*(?:\n:(?:label|class):.*)*)\n:::$", cell.source
        ):
            if piece.startswith(("start}", "end}")):
                inside = piece.startswith("start}")
            elif piece.strip():
                found.append((inside, "markdown", piece, cell))
    assert not inside
    return found


def letters(text):
    return re.sub(r"[\W_]+", "", text).lower()


def texts_in(value):
    """Yield all texts of a parsed JSON file."""
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts_in(one)


def told(path):
    """Reduce all texts of a file to their letters."""
    text = path.read_bytes().decode("utf-8", "ignore")
    if path.suffix == ".ipynb":
        # A source may be a list of lines.
        text = "".join(texts_in(json.loads(text)))
    return letters(text)


# ---- cutting


def test_what_stands_around_a_solution_stays():
    cells = [
        *markdown(f"before\n\n{START}\n\nhidden"),
        code("1", [nbformat.v4.new_output("execute_result", {"text/plain": "1"})]),
        *markdown(f"hidden\n\n{END}\n\nbetween\n\n{START}\n\nhidden\n\n{END}"),
        code("2"),
        *markdown(f"{START}\n\nhidden", END),
        code("3"),
        *markdown("after"),
    ]
    cut = without_solutions(made_of(*cells))
    assert [cell.source for cell in cut.cells] == ["before", "between", "2", "3", "after"]
    assert [cell.execution_count for cell in cut.cells if cell.cell_type == "code"] == [1, 2]


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        ([START], "must end"),
        ([f"{START}\n\n{START}", END], "must start and then end"),
        (["```{solution} ex-a\nhidden\n```"], "between solution-start and solution-end"),
    ],
)
def test_solutions_that_cannot_be_told_apart_are_refused(sources, message):
    with pytest.raises(ValueError, match=message):
        without_solutions(made_of(*markdown(*sources)))


@pytest.fixture(scope="module")
def student(tmp_path_factory):
    """Write a student's edition of the whole book, without a build."""
    folder = tmp_path_factory.mktemp("editions") / "student"
    assert write_edition("student", folder) == len(CHAPTERS) + 3
    return folder


@pytest.fixture(scope="module")
def instructor(tmp_path_factory):
    """Write an instructor's edition of two chapters, without a build."""
    folder = tmp_path_factory.mktemp("editions") / "instructor"
    write_edition("instructor", folder, chapters=["counting_pairs", "correcting_for_chance"])
    return folder


def written(folder, *, suffixes=None):
    """Reduce all files of a folder, or those with some endings, to letters; tables hold only numbers."""
    paths = [path for path in sorted(folder.rglob("*.*")) if path.is_file() and path.suffix != ".csv"]
    return "\n".join(told(path) for path in paths if suffixes is None or path.suffix in suffixes)


def test_no_file_of_the_student_edition_has_the_text_of_a_solution(student):
    hidden = {}
    for path in CHAPTERS:
        for inside, kind, text, cell in parts(nbformat.read(path, as_version=4)):
            pieces = [text] if kind == "code" else text.split("\n\n")
            pieces += [out.get("text", "") for out in cell.outputs] if kind == "code" else []
            hidden |= {
                letters(piece): f"{path.stem}: {piece}" for piece in pieces if inside and len(letters(piece)) > 25
            }
    assert len(hidden) > 500
    text = written(student)
    assert [said for piece, said in hidden.items() if piece in text] == []


# ---- questions


def records_in(folder):
    """Read the record and key of each question of a folder, by the label of the exercise or prediction."""
    found = {}
    for path in (folder / "book" / "questions").iterdir():
        for text in re.findall(r"unsealed\((\{.*?\})\)", path.read_text("utf-8"), re.DOTALL):
            for label, written in ast.literal_eval(text).items():
                assert label not in found
                records = json.loads(base64.b64decode(written))
                found[label] = [(one, key_in(one) if "key" in one else {}) for one in records]
    return found


def said_in(question, key):
    """List the feedback on a question, and its right answers, in words."""
    if question.kind == "write":
        task = ast.literal_eval(key["task"])
        return [task["hint"], task["outcome"], *(words for _, words in task["mistakes"])]
    return list(texts_in(key))


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """Write a student's edition of two chapters, without a build."""
    folder = tmp_path_factory.mktemp("short")
    write_edition("student", folder / "out", chapters=["counting_pairs", "correcting_for_chance"])
    return folder / "out"


def test_an_edition_holds_of_a_question_what_its_page_has(student, short):
    """Records are equal to those of the pages, and no chapter that is left out has any."""
    book = all_questions(folder=ROOT / "book") | all_predictions(folder=ROOT / "book")
    for folder in (student, short):
        names = [path for path in CHAPTERS if (folder / path.relative_to(ROOT)).exists()]
        shown = [
            re.findall(r"exercises\.(?:show|predict)\(\\?[\"']([\w-]+)", path.read_text("utf-8")) for path in names
        ]
        found = records_in(folder)
        assert set(found) == set(itertools.chain(*shown))
        for label, records in found.items():
            for question, (record, key) in zip(book[label], records, strict=True):
                expected = json.loads(json.dumps(question.as_json()))
                assert record.pop("fingerprint") == fingerprint(question)
                if question.kind == "open":
                    assert key == {"checklist": []}
                    del expected["key"], record["key"]
                assert record == expected
    assert len(records_in(short)) < 0.2 * len(book)


def test_nothing_that_is_said_of_an_answer_stands_in_a_students_files(student):
    """No file has a right answer or the sentence on a mistake, except sentences of the chapters themselves."""
    prose, text, found = written(student, suffixes={".ipynb"}), written(student), []
    for questions in (all_questions(folder=ROOT / "book") | all_predictions(folder=ROOT / "book")).values():
        for question in questions:
            record = question.as_json()
            said = [letters(words) for words in said_in(question, key_in(record) if "key" in record else {})]
            found += [words for words in said if len(words) > 25 and words in text and words not in prose]
    assert found == []
    # The same search finds them in the clone.
    assert letters("Divide the diagonal of the two-by-two table by the sum") in written(ROOT / "book" / "questions")


def test_what_a_good_answer_to_an_open_question_says_is_in_no_students_file(student, instructor):
    """It is not there in base64 either; instructors' pages have it."""
    points = {
        letters(point)
        for questions in all_questions(folder=ROOT / "book").values()
        for question in questions
        if question.kind == "open"
        for point in question.checklist
    }
    assert len(points) > 50
    for folder, has_some in ((student, False), (instructor, True)):
        keys = [letters(" ".join(texts_in(key))) for one in records_in(folder).values() for _, key in one]
        assert any(point in key for point in points for key in keys) == has_some
    text = written(student)
    assert [point for point in points if point in text] == []


def test_questions_of_an_edition_are_those_of_the_book(short, monkeypatch):
    """They judge like those of the book, and functions are checked by name."""
    monkeypatch.setattr(functions, "_REGISTRY", {})
    monkeypatch.setattr(folders, "_added", [])
    monkeypatch.chdir(short / "book" / "1-pairs")
    kinds, book = {}, questions_by_id(folder=ROOT / "book")
    for label, questions in (all_questions() | all_predictions()).items():
        for question in questions:
            # Answers are filed under it.
            assert fingerprint(question) == fingerprint(book[f"{label}/{question.name}"])
            kinds.setdefault(question.kind, f"{label}/{question.name}")
            again = sealed([question], with_checklists=False)
            (made,) = unsealed({label: again})[label]
            assert (made.as_json(), fingerprint(made)) == (question.as_json(), fingerprint(question))
    assert set(kinds) == {"number", "choice", "objects", "order", "open", "break", "write", "construct"}
    assert judge("ex-pairs-move/tp", "2").verdict == "right"
    assert judge("ex-pairs-move/tp", "4").mistake == "4"
    label, _, name = kinds["open"].partition("/")
    question = next(one for one in all_questions()[label] if one.name == name)
    assert said(question, [{"text": text, "ticked": []} for text in ("So.", " ")]) == [
        ("foretold", "Your answer is kept. Whoever marks it will read it."),
        ("unclear", "Write your answer first."),
    ]
    claim = book[kinds["break"]]
    answers = [{"way": "true", "fields": [], "reason": reason} for reason in range(len(claim.reasons))]
    answers.append({"way": "false", "fields": [field.example for field in claim.fields], "reason": None})
    assert [judge(kinds["break"], one) for one in answers] == [judge(claim, one) for one in answers]
    wrong = check("pair_counts", lambda first, second: (1, 2, 3, 4))
    assert (wrong.verdict, "The right result is" in wrong.words) == ("wrong", True)


def test_all_that_is_no_solution_is_there(student):
    for path in CHAPTERS:
        cut = nbformat.read(student / path.relative_to(ROOT), as_version=4)
        shown = [text for inside, _, text, _ in parts(nbformat.read(path, as_version=4)) if not inside]
        assert letters("".join(shown)) == letters("".join(cell.source for cell in cut.cells))


def bound_and_needed(text):
    """Find the names that a cell binds, and those that it reads before it binds them."""
    bound, needed = set(), set()
    for statement in ast.parse(text).body:
        nodes = list(ast.walk(statement))
        reads = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        made = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        # Names of a comprehension are its own.
        loops = [node.target for node in nodes if isinstance(node, ast.comprehension)]
        within = {node.id for loop in loops for node in ast.walk(loop) if isinstance(node, ast.Name)}
        made |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        own = made
        if isinstance(statement, ast.Assign | ast.AugAssign):
            # `x = x + 1` needs the x before it.
            targets = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
            own = made - (targets - within)
            reads |= targets if isinstance(statement, ast.AugAssign) else set()
        elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
            made = {statement.name}
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            made = {(alias.asname or alias.name).split(".")[0] for alias in statement.names}
        needed |= reads - bound - own
        bound |= made - within
    return bound, needed


def test_no_cell_needs_what_a_solution_has_made():
    """A name that is read outside was last bound outside: the cut notebook computes what the whole one does."""
    for path in CHAPTERS:
        by_solution = {}
        for inside, kind, text, _ in parts(nbformat.read(path, as_version=4)):
            if kind == "code":
                bound, needed = bound_and_needed(text)
                assert inside or [name for name in needed if by_solution.get(name)] == [], text
                by_solution |= dict.fromkeys(bound, inside)


# ---- notes


def test_every_chapter_has_a_question_to_discuss():
    asked = yaml.safe_load((ROOT / "book" / "teaching.yml").read_text("utf-8"))
    assert set(asked) == {path.stem for path in CHAPTERS}
    for about in asked.values():
        assert set(about) == {"ask", "listen", *PLACES}
        assert "?" in about["ask"]
        texts = [about["ask"], about["listen"], *(about[place]["why"] for place in PLACES)]
        assert "!" not in "".join(texts)
        assert all(len(text.split()) < 70 for text in texts)


def headings(notebook):
    return [line for cell in notebook.cells if cell.cell_type == "markdown" for line in cell.source.splitlines()]


@pytest.mark.parametrize("chapter", chapters_of(ROOT), ids=lambda one: one.name)
def test_parts_for_class_and_home_are_there_and_what_is_skipped_is_no_loss(chapter):
    """Each part has one place, and each objective is tested by an exercise that is not skipped."""
    asked = yaml.safe_load((ROOT / "book" / "teaching.yml").read_text("utf-8"))[chapter.name]
    notebook, tested_by = chapter.notebook, chapter.tested
    named = [part for place in PLACES for part in asked[place]["do"]]
    assert len(set(named)) == len(named)
    named_exercises = {part for part in named if part.startswith("ex-")}
    assert named_exercises <= set(tested_by)
    assert {f"## {part}" for part in set(named) - named_exercises} <= set(headings(notebook))
    tested = {i for label, them in tested_by.items() if label not in asked["skip"]["do"] for i in them}
    assert tested == set(range(1, len(chapter.objectives) + 1))
    # Titles in a reason are those of an exercise or a chapter.
    titles = {exercise.title for exercise in exercises_of(notebook)} | TITLES
    for place in PLACES:
        for title in re.findall(r"\*([A-Z][^*]{4,})\*", " ".join(asked[place]["why"].split())):
            assert title in titles


def test_a_part_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match=r"must be among 'Exercises', 'ex-a'\. Got 'Excercises'\."):
        Minutes(made_of(*markdown("# A\n\n## Exercises\n\n:::{exercise} E\n:label: ex-a\n:::"))).of("Excercises")


def test_notes_stand_after_the_exercises(monkeypatch):
    number = Number("How *many* of <n>?", 10, tempting=((20, "Counted $twice*."),), hint="h")
    monkeypatch.setattr(editions, "all_questions", lambda folder: {"ex-a": (number,), "ex-b": ()})
    exercise = ":::{exercise}\n:label: ex-a\n*Objective 1, by hand.* Count.\n:::"
    time = "**Time**: about 5 minutes to read, 10 for the exercises. More."
    cells = markdown(time, f"## Exercises\n\n{exercise}\n\n{START}\n\ntext\n\n{END}\n\n## What we know\n\n## More")
    places = {"class": {"do": ["Exercises"], "why": "So."}, "skip": {"do": ["ex-a", "More"], "why": "Long."}}
    notebook = with_notes(made_of(*cells), {"ask": "Why?", "listen": "That.", **places}, ROOT)
    head, notes, *rest = re.split(r"(?m)^(?=## )", notebook.cells[1].source)[1:]
    opened = START.replace(":class: dropdown\n", "")
    assert head == f"## Exercises\n\n{exercise}\n\n{opened}\n\ntext\n\n{END}\n\n"
    assert [
        line for line in notes.splitlines() if line.startswith(("## ", "**", "| {ref}", "| Together", "- ", "  - "))
    ] == [
        "## Teaching notes",
        "**Time**: about 5 minutes to read, 10 for the exercises.",
        "**In class**: *Exercises* (1 min). So.",
        "**Can be skipped**: {ref}`ex-a` (10 min), *More* (1 min). Long.",
        "**To start a discussion**: Why?",
        "**Listen for**: That.",
        "| {ref}`ex-a` | 10 |",
        "| Together: 5 to read, 10 for the exercises | 15 |",
        r"- How *many* of \<n\>?",
        r"  - **20**: Counted \$twice\*.",
    ]
    assert rest == ["## What we know\n\n", "## More"]


@pytest.mark.parametrize(
    ("sources", "asked", "message"),
    [
        (["## Exercises", "## After"], None, "must have a question"),
        (["## Exercises", "## After"], {"ask": "a", "listen": "b"}, "must say how long"),
        (["## Exercises"], {"ask": "a", "listen": "b"}, "a section must follow"),
    ],
)
def test_a_chapter_that_has_no_place_for_notes_is_refused(sources, asked, message):
    with pytest.raises(ValueError, match=message):
        with_notes(made_of(*markdown(*sources)), asked, ROOT)


def test_an_instructor_has_solutions_keys_and_notes(instructor):
    for path in (instructor / "book" / "1-pairs").glob("*.ipynb"):
        text, whole = path.read_text("utf-8"), (ROOT / path.relative_to(instructor)).read_text("utf-8")
        assert text.count("{solution-start}") == whole.count("{solution-start}")
        assert ":class: dropdown" not in text
        assert text.count("## Teaching notes") == 1
        assert all(text.count(f"**{words}**: ") == 1 for words in PLACES.values())
        assert text.count("::::{admonition} Key") == whole.count("exercises.show(") > 4
    assert (instructor / "_config.yml").read_text("utf-8").startswith("title: Judging clusterings (instructor")


def test_an_edition_does_not_say_that_it_lies_where_the_book_does(tmp_path):
    root, named = tmp_path / "root", {"html": "baseurl", "repository": "url"}
    root.mkdir()
    for name in (*editions.FILES, *editions.FOLDERS):
        (root / name).symlink_to(ROOT / name)
    text = (ROOT / "_config.yml").read_text("utf-8")
    for setting in named.values():
        text = re.sub(rf'(?m)^(  {setting}:) ""', r"\1 https://github.com/someone/book/", text)
    (root / "_config.yml").unlink()
    (root / "_config.yml").write_text(text, encoding="utf-8")
    write_edition("student", tmp_path / "out", chapters=["counting_pairs"], root=root)
    for folder, address in ((root, "https://github.com/someone/book/"), (tmp_path / "out", "")):
        config = yaml.safe_load((folder / "_config.yml").read_text("utf-8"))
        assert {config[part][setting] for part, setting in named.items()} == {address}


def test_only_a_students_edition_is_without_the_page_for_instructors(student, instructor):
    """It is about commands of the clone and about marking, so a student's folder has neither the page nor a link."""
    for folder, leads_there in ((student, set()), (instructor, {"_toc.yml", "intro.ipynb"})):
        files = [path for path in folder.rglob("*") if path.suffix in (".ipynb", ".md", ".yml")]
        assert {path.name for path in files if "back/instructors" in path.read_text("utf-8")} == leads_there
        assert (folder / "book" / "back" / "instructors.md").exists() == bool(leads_there)


# ---- the command


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Do what the command line says in an empty folder: the exit code, and what was printed."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: (course_command(*arguments), *capsys.readouterr())


def test_the_command_says_what_it_has_written(run, tmp_path):
    code, said, errors = run("edition", "student", "new/course", "--chapters", "counting_pairs")
    assert (code, errors) == (0, "")
    assert said.startswith("new/course holds the student edition, 4 notebooks. Its README.md says")
    code, _, errors = run("edition", "student", str(ROOT / "book"))
    assert code == 2
    assert errors.startswith("error: the folder to write must not exist or be empty. Got")


def test_the_folder_has_what_it_needs_and_nothing_of_the_course_kit(student):
    assert {path.name for path in student.iterdir()} == {*FILES, *FOLDERS, "README.md"}
    for name in set(FILES) - {"_toc.yml"}:
        assert (student / name).read_bytes() == (ROOT / name).read_bytes()
    contents = [yaml.safe_load((folder / "_toc.yml").read_text("utf-8")) for folder in (ROOT, student)]
    # The page for instructors is left out, and nothing else.
    contents[0]["parts"][-1]["chapters"].remove({"file": "book/back/instructors"})
    assert contents[0] == contents[1]
    assert not list(student.rglob("teaching.yml"))


def test_the_folder_runs_by_itself(student, instructor):
    """Its package is the one that is imported, and its README names files that are there."""
    for folder in (student, instructor):
        told = (folder / "README.md").read_text("utf-8")
        assert f"the edition for {folder.name}s" in told
        assert max(map(len, told.splitlines())) <= 120
        for name in re.findall(r"`([\w./-]+)`|jupyter lab (\S+)|-c (\S+)", told):
            path = "".join(name)
            assert path in (".venv/bin", "_build/html/index.html") or (folder / path).exists(), path
    code = "import aucc_teach as at; print(at.__file__); at.exercises.show('ex-pairs-move')"
    made = subprocess.run(
        [sys.executable, "-c", code],
        cwd=student / "book" / "1-pairs",
        env=os.environ | {"PYTHONPATH": str(student)},
        capture_output=True,
        text=True,
    )
    assert made.stdout.splitlines()[0] == str(student / "aucc_teach" / "__init__.py"), made.stderr
    assert "Exercise('ex-pairs-move')" in made.stdout


@pytest.mark.parametrize(
    ("out", "message"),
    [
        ("book", "must not exist or be empty"),
        ("README.md", "must not exist or be empty"),
        ("book/new", "must not lie in the book or in the package"),
    ],
)
def test_wrong_places_are_refused(out, message):
    with pytest.raises(ValueError, match=message):
        write_edition("student", ROOT / out)
    assert not (ROOT / "book" / "new").exists()


@pytest.mark.parametrize(
    ("name", "message"),
    [("1-pairs", "under a name that the book does not use"), ("empty", "must hold notebooks")],
)
def test_own_folders_that_cannot_be_added_are_refused(name, message, tmp_path):
    (tmp_path / name).mkdir()
    with pytest.raises(ValueError, match=message):
        write_edition("student", tmp_path / "new", own=tmp_path / name)
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_no_clone_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"from the root of a clone .* Got .*, which has no _toc\.yml"):
        write_edition("student", tmp_path / "new", root=ROOT / "tests")

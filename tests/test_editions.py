"""Editions: nothing of a solution is left for students; instructors have all, open, with notes."""

import ast
import base64
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
from contents import chapters_of
from editions import PLACES, teaching_notes, without_solutions, write_edition
from reading_time import minutes_by_section

from aucc_teach.exercises import (
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
from run_notebooks import chapter_paths, notebooks

CHAPTERS = chapter_paths()


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
    assert write_edition("student", folder) == len(notebooks())
    return folder


@pytest.fixture(scope="module")
def instructor(tmp_path_factory):
    """Write an instructor's edition, without a build."""
    folder = tmp_path_factory.mktemp("editions") / "instructor"
    write_edition("instructor", folder)
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


def test_pictures_with_an_answer_are_for_instructors(student, instructor):
    places = [folder / "book" / "back" / "pictures" for folder in (student, instructor)]
    assert [place.exists() for place in places] == [False, True]


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


def test_an_edition_holds_of_a_question_what_its_page_has(student):
    """Records are equal to those of the pages."""
    book = all_questions(folder=ROOT / "book") | all_predictions(folder=ROOT / "book")
    found = records_in(student)
    assert set(found) == set(book)
    for label, records in found.items():
        for question, (record, key) in zip(book[label], records, strict=True):
            expected = json.loads(json.dumps(question.as_json()))
            assert record.pop("fingerprint") == fingerprint(question)
            if question.kind == "open":
                assert key == {"checklist": []}
                del expected["key"], record["key"]
            assert record == expected


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


def test_questions_of_an_edition_are_those_of_the_book(student, monkeypatch):
    """They judge like those of the book, and functions are checked by name."""
    monkeypatch.setattr(functions, "_REGISTRY", {})
    monkeypatch.setattr(folders, "_added", [])
    monkeypatch.chdir(student / "book" / "1-pairs")
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


def names_in(pieces):
    """Find the names that some pieces of code bind, and those that they read."""
    bound, read = set(), set()
    for node in ast.walk(ast.parse("\n".join(pieces))):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.arg | ast.FunctionDef | ast.ClassDef | ast.alias):
            bound.add(getattr(node, "asname", None) or getattr(node, "name", None) or node.arg)
    return bound, read


def test_no_cell_needs_a_name_that_only_a_solution_makes():
    for path in CHAPTERS:
        pieces = {True: [], False: []}
        for inside, kind, text, _ in parts(nbformat.read(path, as_version=4)):
            if kind == "code":
                pieces[inside].append(text)
        (by_solutions, _), (bound, read) = names_in(pieces[True]), names_in(pieces[False])
        assert (by_solutions - bound) & read == set(), path.name


def test_a_student_is_not_told_how_to_read_keys(student):
    """Neither the reference nor a page tells it; the instructor's reference does."""
    reference = (student / "book" / "back" / "api.md").read_text("utf-8")
    whole = (ROOT / "book" / "back" / "api.md").read_text("utf-8")
    for name in ("questions_of", "mistake_names", "fingerprint", "Number(", "Write(", "   :members: mistakes"):
        assert name in whole
        assert name not in reference
    for path in [*student.rglob("*.md"), *student.rglob("*.ipynb")]:
        assert not re.search(r"questions_of|all_questions|questions_by_id|as_json", path.read_text("utf-8")), path


# ---- notes


@pytest.mark.parametrize("chapter", chapters_of(ROOT), ids=lambda one: one.name)
def test_what_may_be_skipped_is_there_and_no_loss(chapter):
    """Each part of the notes is there, and each objective is tested by an exercise that is not skipped."""
    asked = yaml.safe_load((ROOT / "book" / "teaching.yml").read_text("utf-8"))[chapter.name]
    sections, exercises = minutes_by_section(chapter.notebook)
    minutes = sections | exercises
    assert all(minutes[part] > 0 for place in PLACES for part in asked[place]["do"])
    tested = {i for label, them in chapter.tested.items() if label not in asked["skip"]["do"] for i in them}
    assert tested == set(range(1, len(chapter.objectives) + 1))


def test_a_part_that_the_chapter_does_not_have_is_refused():
    chapter = chapters_of(ROOT)[0]
    teaching = {"class": {"do": ["Move the points"], "why": ""}}
    with pytest.raises(ValueError, match=r"teaching.yml, class must name some of .*ex-tour-move.*Got 'Move"):
        teaching_notes(chapter.notebook, teaching, {})


def test_an_instructor_has_solutions_keys_and_notes(instructor):
    for path in CHAPTERS:
        text, whole = (instructor / path.relative_to(ROOT)).read_text("utf-8"), path.read_text("utf-8")
        assert text.count("{solution-start}") == whole.count("{solution-start}")
        assert not re.search(r"\{solution-start\}[^:]*\\n:label: [^:]*\\n[^:]*:class: dropdown", text)
        assert text.count("## Teaching notes") == 1
        assert all(text.count(f"**{words}**: ") == 1 for words in PLACES.values())
        assert text.count("::::{admonition} Key") == whole.count("exercises.show(") > 0
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
    write_edition("student", tmp_path / "out", root=root)
    for folder, address in ((root, "https://github.com/someone/book/"), (tmp_path / "out", "")):
        config = yaml.safe_load((folder / "_config.yml").read_text("utf-8"))
        assert {config[part][setting] for part, setting in named.items()} == {address}


def test_the_folder_runs_by_itself(student):
    """Its package is the one that is imported."""
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

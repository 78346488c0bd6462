"""Editions: nothing of a solution is left for students; instructors have all, open, with notes."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import editions
import nbformat
import own_exercises
import pytest
import yaml
from conftest import ROOT
from editions import _FILES, _FOLDERS, _as_markdown, with_notes, without_solutions, write_edition

from aucc_teach.exercises import Choice, Number, Objects, Order, questions_of

sys.path.insert(0, str(ROOT / "book"))
from run_notebooks import notebooks

CHAPTERS = [path for path in notebooks() if path.stem != "intro"]
# A word of no language, put into every solution, and what becomes of it in a search index.
WORD = "kwyjibonix"
SHORT = """format: jb-book
root: book/intro
parts:
  - caption: A short book
    numbered: 1
    chapters:
      - file: book/first_tour
      - file: book/1-pairs/counting_pairs
        sections:
          - file: book/2-ranks/from_scores_to_decisions
"""
BUILT = ["first_tour", "1-pairs/counting_pairs", "2-ranks/from_scores_to_decisions"]


def markdown(*sources):
    return [nbformat.v4.new_markdown_cell(source) for source in sources]


def code(source, outputs=()):
    return nbformat.v4.new_code_cell(source, outputs=list(outputs))


def made_of(*cells):
    return nbformat.v4.new_notebook(cells=[*cells])


START = ":::{solution-start} ex-a\n:label: sol-a\n:class: dropdown\n:::"
END = ":::{solution-end}\n:::"


def parts(notebook):
    """Cells of a notebook in and out of its solutions, in order: whether inside, kind, text, and the cell."""
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
    """All texts of a parsed JSON file."""
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts_in(one)


def told(path):
    """Letters of all texts of a file."""
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
        ([END], "must start and then end"),
        ([":::{solution} ex-a\nhidden\n:::"], "between solution-start and solution-end"),
        (["```{solution} ex-a\nhidden\n```"], "between solution-start and solution-end"),
    ],
)
def test_solutions_that_cannot_be_told_apart_are_refused(sources, message):
    with pytest.raises(ValueError, match=message):
        without_solutions(made_of(*markdown(*sources)))


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Folders of the two editions of the whole book, not built."""
    folder = tmp_path_factory.mktemp("editions")
    for kind in ("student", "instructor"):
        assert write_edition(kind, folder / kind) == len(CHAPTERS) + 1
    return folder


def test_no_file_of_the_student_edition_has_the_text_of_a_solution(both):
    def written(kind):
        # The package and the questions say what comes out: answers are checked by them.
        paths = [path.relative_to(both / kind) for path in sorted((both / kind).rglob("*")) if path.is_file()]
        read = (path for path in paths if path.parts[0] != "aucc_teach" and path.parts[:2] != ("book", "questions"))
        return "\n".join(told(both / kind / path) for path in read)

    hidden = {}
    for path in CHAPTERS:
        for inside, kind, text, cell in parts(nbformat.read(path, as_version=4)):
            pieces = [text] if kind == "code" else text.split("\n\n")
            pieces += [out.get("text", "") for out in cell.outputs] if kind == "code" else []
            hidden |= {
                letters(piece): f"{path.stem}: {piece}" for piece in pieces if inside and len(letters(piece)) > 25
            }
    assert len(hidden) > 500
    student, instructor = written("student"), written("instructor")
    assert [said for text, said in hidden.items() if text in student] == []
    assert [said for text, said in hidden.items() if text not in instructor] == []


def test_all_that_is_no_solution_is_there(both):
    for path in CHAPTERS:
        cut = nbformat.read(both / "student" / path.relative_to(ROOT), as_version=4)
        shown = [text for inside, _, text, _ in parts(nbformat.read(path, as_version=4)) if not inside]
        assert letters("".join(shown)) == letters("".join(cell.source for cell in cut.cells))


def test_no_exercise_is_lost_and_no_solution_is_pointed_at(both):
    for path in CHAPTERS:
        text = (both / "student" / path.relative_to(ROOT)).read_text("utf-8")
        assert text.count("{exercise}") == path.read_text("utf-8").count("{exercise}") >= 5
        assert "sol-" not in re.sub(r"[\w-]*consol-", "", text)
    intro = (both / "student" / "book" / "intro.ipynb").read_text("utf-8")
    assert "This edition has no solutions." in intro
    assert "folded below" not in re.sub(r'\\n",\s*"', " ", intro)


def bound_and_needed(text):
    """Names that a cell binds, and those that it reads before it binds them."""
    bound, needed = set(), set()
    for statement in ast.parse(text).body:
        nodes = list(ast.walk(statement))
        reads = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        made = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        made |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        own = made
        if isinstance(statement, ast.Assign | ast.AugAssign):
            # `x = x + 1` needs the x before it.
            targets = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
            own = made - targets
            reads |= targets if isinstance(statement, ast.AugAssign) else set()
        elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
            made = {statement.name}
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            made = {(alias.asname or alias.name).split(".")[0] for alias in statement.names}
        needed |= reads - bound - own
        bound |= made
    return bound, needed


def test_what_a_cell_needs():
    text = "import a.b as c\nx = x + c.d\ny += 1\nz = 2\nfor i in z:\n    w = i\ndef f(v):\n    u = v + t\nu"
    assert bound_and_needed(text) == ({"c", "x", "y", "z", "i", "w", "f"}, {"x", "y", "t", "u"})


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_no_cell_needs_what_a_solution_has_made(path):
    """A name that is read outside was last bound outside: the cut notebook computes what the whole one does."""
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
        assert set(about) == {"ask", "listen"}
        assert "?" in about["ask"]
        assert "!" not in about["ask"] + about["listen"]
        assert all(len(text.split()) < 70 for text in about.values())


def test_mistakes_of_the_kinds():
    number = Number("n", 4, tempting=((1, "one"), (0.25, "quarter")), hint="h")
    assert number.mistakes() == [("1", "one"), ("0.25", "quarter")]
    assert Choice("c", {"a": "A", "b": "B", "c": "C"}, ("a", "c")).mistakes() == [("b", "B")]
    assert Choice("c", {"a": "A", "b": "B"}, "b").mistakes() == [("a", "A")]
    assert Order("o", ("x", "y"), before=((0, 1, "why"),), hint="h").mistakes() == [('"y" before "x"', "why")]
    assert Objects("o", ("a", "b"), ("a",), tempting=((("a", "b"), "both"),), hint="h").mistakes() == [("a, b", "both")]


def test_notes_stand_after_the_exercises(monkeypatch):
    number = Number("How *many* of <n>?", 10, tempting=((20, "Counted $twice*."),), hint="h")
    monkeypatch.setattr(editions, "all_questions", lambda folder: {"ex-a": (number,), "ex-b": ()})
    exercise = ":::{exercise}\n:label: ex-a\n*Objective 1, by hand.* Count.\n:::"
    time = "**Time**: about 5 minutes to read, 10 for the exercises. More."
    cells = markdown(time, f"## Exercises\n\n{exercise}\n\n{START}\n\ntext\n\n{END}\n\n## What we know\n\n## More")
    notebook = with_notes(made_of(*cells), {"ask": "Why?", "listen": "That."}, ROOT)
    head, notes, *rest = re.split(r"(?m)^(?=## )", notebook.cells[1].source)[1:]
    opened = START.replace(":class: dropdown\n", "")
    assert head == f"## Exercises\n\n{exercise}\n\n{opened}\n\ntext\n\n{END}\n\n"
    assert notes.splitlines() == [
        "## Teaching notes",
        "",
        "**Time**: about 5 minutes to read, 10 for the exercises.",
        "",
        "**To start a discussion**: Why?",
        "",
        "**Listen for**: That.",
        "",
        "### What tests which objective",
        "",
        ":::{objective-list}",
        ":here:",
        ":::",
        "",
        "### Usual mistakes",
        "",
        "{ref}`ex-a`",
        "",
        r"- How *many* of \<n\>?",
        r"  - **20**: Counted \$twice\*.",
        "",
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


def test_marks_are_markdown_and_nothing_else_is():
    assert _as_markdown("*c* is `a_b`, a_b | [x]\n$y$") == r"*c* is `a_b`, a\_b \| \[x\] \$y\$"


def test_an_instructor_has_all_solutions_open(both):
    for path in CHAPTERS:
        text = (both / "instructor" / path.relative_to(ROOT)).read_text("utf-8")
        assert text.count("{solution-start}") == path.read_text("utf-8").count("{solution-start}")
        assert ":class: dropdown" not in text
        assert text.count("## Teaching notes") == 1
    assert (both / "instructor" / "_config.yml").read_text("utf-8").startswith("title: Judging clusterings (instructor")


# ---- the command


def run(*arguments, folder=ROOT):
    """Do what the command line says in a folder."""
    command = [sys.executable, str(ROOT / "book" / "course"), *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_the_command_says_what_it_has_written(tmp_path):
    done = run("edition", "student", "new/course", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("new/course holds the student edition, 37 notebooks. Its README.md says")
    course = tmp_path / "new" / "course"
    assert {path.name for path in course.iterdir()} == {*_FILES, *_FOLDERS, "README.md"}
    for name in _FILES:
        assert (course / name).read_bytes() == (ROOT / name).read_bytes()
    assert not list(course.rglob("teaching.yml"))


def test_the_help_has_examples_that_the_command_reads():
    told = run("edition", "--help").stdout
    examples = re.findall(r"python book/course (.*?)   ", told)
    assert [example.split()[1] for example in examples] == ["student", "instructor", "student"]
    assert "edition" in run("--help").stdout


def test_the_folder_runs_by_itself(both, tmp_path):
    """Its package is the one that is imported, its README names files that are there, and its pins are known."""
    for kind in ("student", "instructor"):
        folder = both / kind
        told = (folder / "README.md").read_text("utf-8")
        assert f"the edition for {kind}s" in told
        assert max(map(len, told.splitlines())) <= 120
        for name in re.findall(r"`([\w./-]+)`|jupyter lab (\S+)|-c (\S+)", told):
            path = "".join(name)
            assert path in (".venv/bin", "_build/html/index.html") or (folder / path).exists(), path
    code = "import aucc_teach as at; print(at.__file__); at.exercises.show('ex-pairs-move')"
    made = subprocess.run(
        [sys.executable, "-c", code],
        cwd=both / "student" / "book" / "1-pairs",
        env=os.environ | {"PYTHONPATH": str(both / "student")},
        capture_output=True,
        text=True,
    )
    assert made.stdout.splitlines()[0] == str(both / "student" / "aucc_teach" / "__init__.py"), made.stderr
    assert "Exercise('ex-pairs-move')" in made.stdout


@pytest.mark.parametrize(
    ("out", "message"),
    [
        ("book", "must not exist or be empty"),
        ("README.md", "must not exist or be empty"),
        ("book/new", "must not lie in the book or in the package"),
        ("aucc_teach/new", "must not lie in the book or in the package"),
    ],
)
def test_wrong_places_are_refused(out, message):
    done = run("edition", "student", out)
    assert done.returncode == 2
    assert message in done.stderr
    assert not (ROOT / "book" / "new").exists()
    assert not (ROOT / "aucc_teach" / "new").exists()


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


# ---- built


def marked(notebook):
    """Put the word into text, code and output of every solution."""
    count = 0
    for inside, kind, text, cell in parts(notebook):
        if not inside:
            continue
        count += 1
        if kind == "code":
            cell.source = f"{cell.source}\nprint('{WORD}')"
            cell.outputs = [*cell.outputs, nbformat.v4.new_output("stream", text=f"{WORD}\n")]
        else:
            cell.source = cell.source.replace(text, f"\n{text.strip()}\n\nThe word is {WORD}.\n\n", 1)
    return count


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Folders of both editions of three chapters and an own one, built by the same command as the project."""
    folder = tmp_path_factory.mktemp("built")
    own_exercises.write(folder / "week")
    own_exercises.run(folder / "week")
    clone = folder / "clone"
    for name in _FOLDERS:
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    for name in _FILES:
        shutil.copy(ROOT / name, clone / name)
    # The outputs are stored: nothing has to be run to see where they go.
    config = (ROOT / "_config.yml").read_text("utf-8")
    for line in ("    run_first: book/_ext\n", "      - run_first\n"):
        assert config.count(line) == 1
        config = config.replace(line, "")
    (clone / "_config.yml").write_text(config, encoding="utf-8")
    (clone / "_toc.yml").write_text(SHORT, encoding="utf-8")
    for name in BUILT:
        path = clone / "book" / f"{name}.ipynb"
        notebook = nbformat.read(path, as_version=4)
        assert marked(notebook) > 8
        nbformat.write(notebook, path)
    run = shutil.which("jupyter-book", path=Path(sys.executable).parent)
    for kind in ("student", "instructor"):
        write_edition(kind, folder / kind, own=folder / "week", root=clone)
        build = subprocess.run([run, "build", str(folder / kind)], capture_output=True, text=True)
        assert build.returncode == 0, build.stderr
    return folder


def pages(folder):
    return [folder / "_build" / "html" / "book" / f"{name}.html" for name in BUILT]


@pytest.mark.breadth
def test_no_file_of_a_built_student_edition_has_the_word(built):
    files = [path for path in (built / "student").rglob("*") if path.is_file()]
    assert [path for path in files if WORD.encode() in path.read_bytes().lower()] == []
    names = {path.relative_to(built / "student").as_posix() for path in files}
    assert {"_build/html/searchindex.js", f"_build/html/_sources/book/{BUILT[0]}.ipynb"} <= names
    for page in pages(built / "student"):
        text = page.read_text("utf-8")
        assert text.count('<div class="exercise admonition"') >= 5
        assert 'class="solution' not in text


def test_the_word_would_have_been_found(built):
    html = built / "instructor" / "_build" / "html"
    sources = [html / "_sources" / "book" / f"{name}.ipynb" for name in BUILT]
    for path in [*pages(built / "instructor"), *sources, html / "searchindex.js"]:
        assert WORD.encode() in path.read_bytes().lower()


def test_a_student_answers_and_is_offered_no_solution(built, browser):
    page = browser.new_page()
    page.goto(pages(built / "student")[1].as_uri())
    asked = [question for question in questions_of("ex-pairs-move") if question.kind != "construct"]
    place = next(i for i, question in enumerate(asked) if question.kind == "number" and not question.predict)
    question = page.locator("#ex-pairs-move form").nth(place)
    for i in range(1, 4):
        question.get_by_role("textbox").fill(str(asked[place].value + 1000 * i))
        question.get_by_role("button", name="Check").click()
        page.wait_for_function(
            "([key, place, i]) => JSON.parse(localStorage.getItem(key)).answers[place].tries === i",
            arg=["aucc-teach:exercise:ex-pairs-move", place, i],
        )
    assert question.locator(".exercise-said").inner_text() == f"Not yet. {asked[place].hint}"
    assert not page.get_by_role("button", name="Open the solution").is_visible()
    assert not page.get_by_role("button", name="Compare with the solution").is_visible()
    page.close()


def test_own_exercises_answer_in_the_page(built, browser):
    """Of a folder elsewhere, whose questions lie beside its notebook: a number, a demo, a function, a claim."""
    for kind in ("student", "instructor"):
        page = browser.new_page()
        page.goto((built / kind / "_build" / "html" / "book" / "week" / "own.html").as_uri())
        box = page.locator("#ex-own-pairs")
        number, function, claim = (box.locator("form").nth(i) for i in range(3))
        number.get_by_role("textbox").fill("12")
        number.get_by_role("button", name="Check").click()
        number.get_by_text("Not yet. That counts every pair twice.").wait_for()
        function.get_by_role("textbox").fill("def own_pairs(n):\n    return n * (n - 1) // 2\n")
        function.get_by_role("button", name="Run").click()
        function.get_by_text("Right. So many.").wait_for()
        claim.get_by_role("radio", name="It is false").check()
        for said, (text, words) in (("Not yet.", own_exercises.HOLDS), ("Right.", own_exercises.BROKEN)):
            claim.get_by_role("textbox").fill(text)
            claim.get_by_role("button", name="Check").click()
            assert claim.locator(".exercise-said").inner_text() == f"{said} {words}".replace("`", "")
        assert box.locator("[data-demo=pair-table]").count() == 1
        assert page.get_by_text("four times three, halved").count() == (kind == "instructor")
        page.close()
    front = (built / "student" / "_build" / "html" / "book" / "intro.html").read_text("utf-8")
    assert "week/own.html" in front


def test_an_instructor_sees_solutions_and_notes(built, browser):
    asked = yaml.safe_load((ROOT / "book" / "teaching.yml").read_text("utf-8"))
    page = browser.new_page()
    page.goto(pages(built / "instructor")[1].as_uri())
    assert page.locator(".solution").count() >= 5
    for solution in page.locator(".solution").all():
        assert WORD in solution.inner_text()
    assert page.locator(".solution.toggle-hidden").count() == 0
    notes = page.locator("#teaching-notes")
    assert asked["counting_pairs"]["ask"] in notes.inner_text()
    assert notes.locator("#what-tests-which-objective ol > li").count() == 5
    told = notes.inner_text().replace("\n", " ")
    offered = [question for question in questions_of("ex-pairs-move") if hasattr(question, "mistakes")]
    mistakes = [one for question in offered for one in question.mistakes()]
    assert len(mistakes) >= 2
    for answer, words in mistakes:
        assert re.sub("[*`]", "", f"{answer}: {words}") in told
    page.close()

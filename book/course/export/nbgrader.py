"""Assignments for nbgrader: for each chapter a source notebook with its functions to write and numbers to compute.

The cells test by the package that the chapters import: the first cases of a function are shown, and the others are
hidden, as are right numbers. The words for a foreseen mistake go into the feedback.
"""

import ast
import inspect
import re
import textwrap
from pprint import pformat
from types import ModuleType

import nbformat
from contents import exercises_of
from families import as_seen

from aucc_teach.exercises.folders import questions_of
from aucc_teach.exercises.functions import IMPORT
from aucc_teach.exercises.lasting_names import unique
from aucc_teach.exercises.questions import exact
from export.bank import BOOK, labels_of_book
from export.text import without_roles

__all__ = ["POINTS", "assignment_of", "source_files"]

SHOWN = 2  # cases of a function
POINTS = {"shown": 1, "hidden": 2, "number": 1}
_CODE = re.compile(r"^\*Objectives? [^*]*\bcode\b")
STEPS = """nbgrader 0.9.5 or later; aucc-teach must be installed where notebooks are written and where they are graded:
1. Put the folder source into your course, or work in this one.
2. nbgrader generate_assignment CHAPTER --create
3. Hand out release/CHAPTER. Put what comes back into submitted/STUDENT/CHAPTER.
4. nbgrader autograde CHAPTER --create, then nbgrader generate_feedback CHAPTER, then nbgrader export.
A function gets {shown} point for the cases that students see and {hidden} for the hidden ones, a number {number}.
"""
FUNCTION_TEST = """\
# {about}
from types import SimpleNamespace

import aucc_teach as at
from aucc_teach.exercises.functions import keep

task = {task}
keep(SimpleNamespace(name=task["name"], mistakes=(), task=task))
result = at.exercises.check(task["name"], {name})
assert result, result.words"""
NUMBER_TEST = """\
import aucc_teach as at
from aucc_teach.exercises.records import question_of_record

seen = {seen}
key = {key}
result = at.exercises.judge(question_of_record(seen, key), {name})
assert result, result.words"""
HIDDEN = "# {} when the notebook is graded.\n### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
SOLUTION = "### BEGIN SOLUTION\n{}\n### END SOLUTION"


def source_files(chapters):
    """Make an assignment for each chapter with something to compute; returns the files, and what they hold in words."""
    files = {"nbgrader_config.py": 'c = get_config()\nc.CourseDirectory.course_id = "aucc"\n'}
    listed, without = [], []
    for chapter in chapters:
        notebook, points = assignment_of(chapter)
        if points:
            files[f"source/{chapter.name}/{chapter.name}.ipynb"] = f"{nbformat.writes(notebook)}\n"
            listed.append(f"\n- {chapter.name}: {points} points")
        else:
            without.append(chapter.name)
    if not listed:
        raise ValueError(f"nbgrader needs a chapter with something to compute. There is none in {', '.join(without)}.")
    left_out = f"\nNothing to compute is in {', '.join(without)}." if without else ""
    return files, f"{len(listed)} assignments:{''.join(listed)}{left_out}\n\n{STEPS.format(**POINTS)}"


def assignment_of(chapter):
    """Make the source notebook of a chapter, and count its points."""
    cells = [_text(f"# {chapter.title}\n\nWrite your code where it says so, and run the notebook from top to bottom.")]
    for exercise in exercises_of(chapter.known):
        kinds = {"write": _function}
        if _CODE.match(exercise.prompt):
            kinds["number"] = _number
        asked = unique(exercise.label, questions_of(exercise.label, folder=BOOK))
        kept = {name: one for name, one in asked.items() if one.kind in kinds and not getattr(one, "predict", False)}
        if kept:
            prompt = without_roles(exercise.prompt, labels_of_book())
            cells.append(_text(f"## {exercise.title or chapter.title}\n\n{prompt}"))
        for name, question in kept.items():
            cells += kinds[question.kind](re.sub(r"[^\w-]", "-", f"{exercise.label}-{name}"), question)
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"  # those of nbformat differ from call to call
    return notebook, sum(cell.metadata.get("nbgrader", {}).get("points", 0) for cell in cells)


def _text(source):
    return nbformat.v4.new_markdown_cell(source)


def _cell(name, source, **points):
    """Make a cell for an answer, or with points one that tests it."""
    is_test = bool(points)
    about = {"schema_version": 3, "grade_id": name, "grade": is_test, "solution": not is_test, "locked": is_test}
    return nbformat.v4.new_code_cell(source, metadata={"nbgrader": about | {"task": False} | points})


def _number(id, question):
    """Ask for a number, which the hidden test judges as the page does."""
    seen, key = as_seen(question)
    seen |= {"name": question.name}
    name = id.removeprefix("ex-").replace("-", "_")
    asks = f" ({question.asks})" if question.asks else ""
    test = NUMBER_TEST.format(seen=pformat(seen, width=110), key=pformat(key, width=110), name=name)
    return [
        _text(f"{question.prompt}{asks}"),
        _cell(id, SOLUTION.format(f"{name} = {exact(question.value)!r}")),
        _cell(f"{id}-test", HIDDEN.format("Your number is checked", test), points=POINTS["number"]),
    ]


def _function(id, question):
    """Ask for a function, with a test on cases that are shown and one on those that aren't."""
    function, tests = question.asked, []
    for about, part in (("These cases are shown.", slice(SHOWN)), ("Other cases.", slice(SHOWN, None))):
        task = function.task | {name: function.task[name][part] for name in ("cases", "expected")}
        mistakes = [(outputs[part], words) for outputs, words in function.task["mistakes"]]
        # On few cases, a mistake may give what is right: then nobody can tell it.
        task["mistakes"] = [one for one in mistakes if one[0] != task["expected"]]
        tests.append(FUNCTION_TEST.format(about=about, task=pformat(task, width=110), name=function.name))
    shown, hidden = tests
    return [
        _text(question.as_json()["prompt"]),
        _cell(id, solution_of(function)),
        _cell(f"{id}-shown", shown, points=POINTS["shown"]),
        _cell(f"{id}-hidden", HIDDEN.format("More cases are run", hidden), points=POINTS["hidden"]),
    ]


def solution_of(function):
    """Write a function as its cell holds it: the first lines stay, and what nbgrader takes out stands between marks."""
    head, _, _ = function.start.removeprefix(IMPORT).rpartition("    ...")
    source = _source_of(function.reference)
    # The docstring, which the head has, comes first.
    first = ast.parse(source).body[0].body[1].lineno
    body = textwrap.dedent("\n".join(source.splitlines()[first - 1 :]))
    helpers, imports = _needed(function.reference)
    imports -= {IMPORT.strip()} if function.numpy else set()
    # All that nbgrader takes out stands in one place, where it leaves one line to replace.
    inside = "\n\n".join(filter(None, ["\n".join(sorted(imports)), *helpers, body]))
    return f"{IMPORT if function.numpy else ''}{head}{textwrap.indent(SOLUTION.format(inside), '    ')}"


def _source_of(function):
    """Return the text of a function without decorators."""
    code = textwrap.dedent(inspect.getsource(function))
    # The reference of another question is a plain function here.
    return code[code.index("def ") :].rstrip().replace(".reference(", "(")


def _needed(function):
    """Collect what a function calls beside what is built in: texts of helpers, and lines that import."""
    helpers, imports, seen = [], set(), set()

    def collect(one):
        seen.add(one)
        named = {node.id for node in ast.walk(ast.parse(_source_of(one))) if isinstance(node, ast.Name)}
        for name in sorted(named & {*one.__globals__}):
            value = getattr(one.__globals__[name], "reference", one.__globals__[name])
            if isinstance(value, ModuleType):
                imports.add(f"import {value.__name__} as {name}")
            # Functions of questions lie in packages that are called after their folder.
            elif not value.__module__.startswith("questions_"):
                imports.add(f"from {value.__module__} import {name}")
            elif value not in seen:
                collect(value)
                helpers.append(_source_of(value))

    collect(function)
    return helpers, imports

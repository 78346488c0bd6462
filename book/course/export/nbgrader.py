"""Assignments for nbgrader: for each chapter a source notebook with its functions to write and numbers to compute.

The cells test by the package that the chapters import: the first cases of a function are shown, and the others are
hidden, as are right numbers. The words for a foreseen mistake go into the feedback.
"""

import ast
import inspect
import re
import textwrap
from pprint import pformat
from types import FunctionType, ModuleType

import nbformat
from contents import ROOT, exercises_of
from families import as_seen

from aucc_teach.exercises.folders import questions_of
from aucc_teach.exercises.functions import IMPORT, Function
from aucc_teach.exercises.lasting_names import unique
from aucc_teach.exercises.questions import exact
from export.bank import labels_of_book
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
{about}
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
HIDDEN = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
SOLUTION = "### BEGIN SOLUTION\n{}\n### END SOLUTION"


def source_files(chapters):
    """Make an assignment for each chapter that has something to compute.

    Returns the files, and what they hold with the steps.
    """
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


def assignment_of(chapter, *, folder=ROOT / "book"):
    """Make the source notebook of a chapter, and count its points."""
    cells = [_text(f"# {chapter.title}\n\nWrite your code where it says so, and run the notebook from top to bottom.")]
    points = 0
    for exercise in exercises_of(chapter.known):
        asked = unique(exercise.label, questions_of(exercise.label, folder=folder))
        is_code = bool(_CODE.match(exercise.prompt))
        kept = {name: one for name, one in asked.items() if one.kind == "write" or (is_code and _is_computed(one))}
        if kept:
            prompt = without_roles(exercise.prompt, labels_of_book())
            cells.append(_text(f"## {exercise.title or chapter.title}\n\n{prompt}"))
        for name, question in kept.items():
            id = re.sub(r"[^\w-]", "-", f"{exercise.label}-{name}")
            more, worth = (_function if question.kind == "write" else _number)(id, question)
            cells += more
            points += worth
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"  # those of nbformat differ from call to call
    return notebook, points


def _is_computed(question):
    return question.kind == "number" and not question.predict


def _text(source):
    return nbformat.v4.new_markdown_cell(source)


def _cell(name, source, **kind):
    about = {"schema_version": 3, "grade_id": name, "grade": False, "solution": False, "locked": False, "task": False}
    return nbformat.v4.new_code_cell(source, metadata={"nbgrader": about | kind})


def _test(name, source, points):
    return _cell(name, source, grade=True, locked=True, points=points)


def _number(id, question):
    """Ask for a number, which the hidden test judges as the page does."""
    seen, key = as_seen(question)
    seen |= {"name": question.name}
    name = id.removeprefix("ex-").replace("-", "_")
    asks = f" ({question.asks})" if question.asks else ""
    test = NUMBER_TEST.format(seen=pformat(seen, width=110), key=pformat(key, width=110), name=name)
    cells = [
        _text(f"{question.prompt}{asks}"),
        _cell(id, SOLUTION.format(f"{name} = {exact(question.value)!r}"), solution=True),
        _test(
            f"{id}-test",
            f"# Your number is checked when the notebook is graded.\n{HIDDEN.format(test)}",
            POINTS["number"],
        ),
    ]
    return cells, POINTS["number"]


def _function(id, question):
    """Ask for a function, with a test on cases that are shown and one on those that aren't."""
    function = question.asked
    cells = [_text(question.as_json()["prompt"]), _cell(id, solution_of(function), solution=True)]
    for kind, part in (("shown", slice(SHOWN)), ("hidden", slice(SHOWN, None))):
        task = function.task | {name: function.task[name][part] for name in ("cases", "expected")}
        task["mistakes"] = [(outputs[part], words) for outputs, words in function.task["mistakes"]]
        # On few cases, a mistake may give what is right or what another mistake gives: then nobody can tell it.
        task["mistakes"] = [one for one in task["mistakes"] if one[0] != task["expected"]]
        about = "# These cases are shown." if kind == "shown" else "# Other cases."
        test = FUNCTION_TEST.format(about=about, task=pformat(task, width=110), name=function.name)
        source = (
            test if kind == "shown" else f"# More cases are run when the notebook is graded.\n{HIDDEN.format(test)}"
        )
        cells.append(_test(f"{id}-{kind}", source, POINTS[kind]))
    return cells, POINTS["shown"] + POINTS["hidden"]


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


def _needed(function, seen=()):
    """Collect what a function calls beside what is built in: texts of helpers, and lines that import."""
    helpers, imports = [], set()
    named = {node.id for node in ast.walk(ast.parse(_source_of(function))) if isinstance(node, ast.Name)}
    for name, value in ((name, function.__globals__[name]) for name in sorted(named & {*function.__globals__})):
        if isinstance(value, ModuleType):
            imports.add(f"import {value.__name__} as {name}")
        elif isinstance(value, Function | FunctionType) and not _is_of_package(value):
            value = value.reference if isinstance(value, Function) else value
            if value is not function and value not in seen:
                more, lines = _needed(value, (*seen, function))
                helpers += [text for text in (*more, _source_of(value)) if text not in helpers]
                imports |= lines
        else:
            imports.add(f"from {value.__module__} import {name}")
    return helpers, imports


def _is_of_package(value):
    # Functions of questions lie in packages that are called after their folder.
    return isinstance(value, FunctionType) and not value.__module__.startswith("questions_")

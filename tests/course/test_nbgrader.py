"""Assignments for nbgrader: their own solutions pass, foreseen mistakes do not, and a class gets its scores."""

import csv
import html
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from conftest import ROOT, do_without
from contents import chapters_of
from export.nbgrader import POINTS, assignment_of

from aucc_teach.exercises import Number
from aucc_teach.exercises.folders import all_questions

MAIN = runpy.run_path(str(ROOT / "book" / "course" / "__main__.py"))["main"]
CHAPTERS = {chapter.name: chapter for chapter in chapters_of(ROOT)}


def by_id(notebook):
    """Find the cells that nbgrader knows, by their names."""
    return {cell.metadata.nbgrader.grade_id: cell for cell in notebook.cells if "nbgrader" in cell.metadata}


def passes(test, names):
    """Tell whether a test cell runs to its end."""
    try:
        exec(test, names)
    except AssertionError:
        return False
    return True


@pytest.mark.slow
def test_every_assignment_passes_its_own_tests_and_no_foreseen_mistake_does(capsys):
    functions = {
        q.name: q.asked for qs in all_questions(folder=ROOT / "book").values() for q in qs if q.kind == "write"
    }
    met = set()
    for chapter in CHAPTERS.values():
        cells, names = by_id(assignment_of(chapter)[0]), {}
        for id, cell in cells.items():
            exec(cell.source, names)
            name = next((name for name in functions if f'(task["name"], {name})' in cell.source), None)
            if name is None or "BEGIN HIDDEN" not in cell.source:
                continue
            met.add(name)
            shown = cells[id.removesuffix("hidden") + "shown"]
            for mistake, _ in functions[name].mistakes:
                assert not all(passes(test.source, names | {name: mistake}) for test in (shown, cell))
    assert met == set(functions)
    assert "Right. " in capsys.readouterr().out


def test_numbers_of_exercises_with_code_are_asked():
    notebook, points = assignment_of(CHAPTERS["aucc_is_gamma"])
    numbers = [cell for id, cell in by_id(notebook).items() if "gamma-of-the-flippers" in id]
    assert "0.6167744174511431" in numbers[0].source
    assert "0.6167744174511431" in numbers[1].source.partition("### BEGIN HIDDEN TESTS")[2]
    assert points == POINTS["number"] + POINTS["shown"] + POINTS["hidden"]


def test_chapters_with_nothing_to_compute_are_named(tmp_path, capsys):
    assert MAIN(["export", "nbgrader", str(tmp_path / "out"), "--chapters", "internal_external_relative"]) == 2
    assert "There is none in internal_external_relative" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


# ---- a term in nbgrader


@pytest.fixture(scope="module")
def nbgrader(tmp_path_factory):
    """Do what the command line of nbgrader says in an exported course of two chapters."""
    path = os.environ.get("NBGRADER") or shutil.which("nbgrader")
    if path is None:
        do_without("no nbgrader found; install the extra grading, or set NBGRADER to the path of the command")
    folder = tmp_path_factory.mktemp("nbgrader")
    # It may live in an environment of its own, whose tools it calls.
    folders = {f"JUPYTER_{name}_DIR": str(folder / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    environment = os.environ | folders | {"IPYTHONDIR": str(folder / "ipython"), "PYTHONPATH": str(ROOT)}
    # The templates of feedback may be with another environment that it takes packages from.
    environment["JUPYTER_PATH"] = str(Path(sys.prefix) / "share" / "jupyter")
    environment["PATH"] = f"{Path(path).parent}{os.pathsep}{environment['PATH']}"
    course = folder / "course"
    assert MAIN(["export", "nbgrader", str(course), "--chapters", "rand_c,aucc_is_gamma"]) == 0

    def run(*arguments):
        done = subprocess.run([path, *arguments], cwd=course, capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    run.course = course
    return run


RAND = "def rand_c(tp, fn, fp, tn):\n    return (tp + tn) / (tp + fn + fp + tn)"
LEVEL = """def expected_c(table):
    n = sum(map(sum, table))
    pairs = lambda sizes: sum(size * (size - 1) // 2 for size in sizes)
    total, rows, columns = n * (n - 1) // 2, pairs(map(sum, table)), pairs(map(sum, zip(*table)))
    return 1 - (rows + columns) / total + 2 * rows * columns / total**2"""
DISAGREEMENTS = RAND.replace("(tp + tn) /", "(fn + fp) /")


def by_heart(name):
    """Write a function that knows the results of the cases that students see, and no others."""
    source = by_id(assignment_of(CHAPTERS["rand_c"])[0])[f"ex-rand-table-{name}-shown"].source
    task = eval(source.partition("task = ")[2].partition("\nkeep(")[0])
    known = {repr(tuple(case)): value for case, value in zip(task["cases"], task["expected"], strict=True)}
    return f"def {name}(*given):\n    return {known}[repr(given)]"


def hand_in(course, student, chapter, solutions):
    """Write the notebook that a student hands in: the one handed out, with some cells filled."""
    made = nbformat.read(course / "release" / chapter / f"{chapter}.ipynb", as_version=4)
    for id, source in solutions.items():
        by_id(made)[id].source = source
    path = course / "submitted" / student / chapter / f"{chapter}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(made, path)


def test_a_class_gets_the_scores_that_it_should(nbgrader):
    """Both assignments are validated, handed out, graded and given back; the scores of four students are known."""
    course = nbgrader.course
    gamma = by_id(assignment_of(CHAPTERS["aucc_is_gamma"])[0])
    number = next(id for id in gamma if "gamma-of-the-flippers" in id)
    variable = gamma[number].source.split(" = ")[0].splitlines()[-1]
    question = next(one for one in all_questions(folder=ROOT / "book")["ex-gamma-coarse"] if isinstance(one, Number))
    wrong, words = question.tempting[0]
    rand, level = "ex-rand-table-rand_c", "ex-rand-level-expected_c"
    right = {rand: RAND, level: LEVEL}
    for chapter in ("rand_c", "aucc_is_gamma"):
        source = course / "source" / chapter / f"{chapter}.ipynb"
        assert "Success" in nbgrader("validate", str(source))
        nbgrader("generate_assignment", chapter, "--create")
        released = (course / "release" / chapter / f"{chapter}.ipynb").read_text("utf-8")
        assert "HIDDEN" not in released
        assert "SOLUTION" not in released
    assert "0.6167744174511431" not in released
    hand_in(course, "ada", "rand_c", right)
    hand_in(course, "bob", "rand_c", right | {rand: DISAGREEMENTS})
    hand_in(course, "cem", "rand_c", {rand: by_heart("rand_c")})
    hand_in(course, "dana", "rand_c", {})
    hand_in(course, "ada", "aucc_is_gamma", {number: f"{variable} = {question.value}"})
    hand_in(course, "bob", "aucc_is_gamma", {number: f"{variable} = {wrong}"})
    for chapter in ("rand_c", "aucc_is_gamma"):
        nbgrader("autograde", chapter, "--create")
        nbgrader("generate_feedback", chapter)
    nbgrader("export", "--to", "grades.csv")
    with (course / "grades.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    scores = {(row["assignment"], row["student_id"]): (float(row["score"]), float(row["max_score"])) for row in rows}
    # Two numbers of the chapter, a point each, are left blank by all.
    assert {key: score for key, score in scores.items() if key[0] == "rand_c"} == {
        ("rand_c", "ada"): (6, 8),
        ("rand_c", "bob"): (3, 8),
        ("rand_c", "cem"): (1, 8),
        ("rand_c", "dana"): (0, 8),
    }
    assert (scores["aucc_is_gamma", "ada"], scores["aucc_is_gamma", "bob"]) == ((1, 4), (0, 4))
    for chapter, named in (("rand_c", "That would be the proportion of disagreements"), ("aucc_is_gamma", words[:30])):
        page = (course / "feedback" / "bob" / chapter / f"{chapter}.html").read_text("utf-8")
        assert named in html.unescape(re.sub("<[^>]*>", "", page))

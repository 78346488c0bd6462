"""nbgrader marks hand-ins by what `at.exercises.check` and `at.exercises.judge` return, and not by what they print."""

import csv
import os
import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest
from conftest import ROOT, do_without

RIGHT = "def rand_c(tp, fn, fp, tn):\n    return (tp + tn) / (tp + fn + fp + tn)"
# A foreseen mistake: it runs, and `check` prints what is wrong and raises nothing.
WRONG = RIGHT.replace("(tp + tn) /", "(fn + fp) /")
SETUP = f"import aucc_teach as at\n\nat.exercises.add({str(ROOT / 'book' / 'questions')!r})"
CHECK = 'assert at.exercises.check("rand_c", rand_c)'
# The last value of a cell of tests is the points.
JUDGE = 'round(2 * at.exercises.judge("ex-pairs-move/tp", pairs).score)'


@pytest.fixture
def nbgrader(tmp_path):
    """Do what the command line of nbgrader says in an empty course."""
    path = os.environ.get("NBGRADER") or shutil.which("nbgrader")
    if path is None:
        do_without("no nbgrader found; install the extra grading, or set NBGRADER to the path of the command")
    # It may live in an environment of its own, whose tools it calls.
    folders = {f"JUPYTER_{name}_DIR": str(tmp_path / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    environment = os.environ | folders | {"IPYTHONDIR": str(tmp_path / "ipython"), "PYTHONPATH": str(ROOT)}
    environment["PATH"] = f"{Path(path).parent}{os.pathsep}{environment['PATH']}"
    (tmp_path / "course").mkdir()

    def run(*arguments):
        command = [path, *arguments]
        done = subprocess.run(command, cwd=tmp_path / "course", capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stderr

    return run


def cell(name, source, **kind):
    """Make a cell as nbgrader's own editor does."""
    about = {"schema_version": 3, "grade_id": name, "grade": False, "solution": False, "locked": False, "task": False}
    return nbformat.v4.new_code_cell(source, metadata={"nbgrader": about | kind})


def test_nbgrader_marks_one_right_and_one_wrong_hand_in(nbgrader, tmp_path):
    course = tmp_path / "course"
    hidden = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
    cells = [
        cell("setup", SETUP, locked=True),
        cell("function", f"### BEGIN SOLUTION\n{RIGHT}\n### END SOLUTION", solution=True),
        cell("function-tests", hidden.format(CHECK), grade=True, locked=True, points=3),
        cell("number", "### BEGIN SOLUTION\npairs = 2\n### END SOLUTION", solution=True),
        cell("number-tests", hidden.format(JUDGE), grade=True, locked=True, points=2),
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    source = course / "source" / "week1" / "c.ipynb"
    source.parent.mkdir(parents=True)
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), source)
    nbgrader("generate_assignment", "week1", "--create")
    handed_out = nbformat.read(course / "release" / "week1" / "c.ipynb", as_version=4)
    assert "tp + tn" not in str(handed_out)
    for student, function, number in (("ada", RIGHT, "pairs = 2"), ("bob", WRONG, "pairs = 4")):
        made = nbformat.from_dict(handed_out)
        made.cells[1].source, made.cells[3].source = function, number
        path = course / "submitted" / student / "week1" / "c.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(made, path)
    nbgrader("autograde", "week1", "--create")
    nbgrader("export", "--to", "grades.csv")
    with (course / "grades.csv").open(encoding="utf-8") as file:
        scores = {row["student_id"]: (float(row["score"]), float(row["max_score"])) for row in csv.DictReader(file)}
    assert scores == {"ada": (5, 5), "bob": (0, 5)}
    graded = nbformat.read(course / "autograded" / "bob" / "week1" / "c.ipynb", as_version=4)
    printed = "".join(output.get("text", "") for output in graded.cells[2].outputs)
    assert printed.startswith("Not yet. That would be the proportion of disagreements")
    # A result shows nothing besides what `check` prints, and widgets would make notebooks large.
    assert not any(output.output_type in ("display_data", "execute_result") for output in graded.cells[2].outputs)

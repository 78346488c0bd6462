"""Demos in a real JupyterLab, with a kernel: the hand and the kernel share one state."""

import ast
import itertools
import re

import nbformat
import pytest
from conftest import ROOT
from in_jupyterlab import jupyterlab as started
from in_jupyterlab import run_cell, start_kernel

import aucc_teach as at
from demos.each_demo import ACTS, class_of
from demos.shown import number


@pytest.fixture(scope="module")
def jupyterlab(tmp_path_factory):
    """Folder and address of the one JupyterLab that all tests of this file open; its first notebook is empty."""
    folder = tmp_path_factory.mktemp("jupyterlab")
    with started(folder, []) as address:
        yield folder / "work", address


class Notebook:
    """A notebook with a kernel of its own."""

    def __init__(self, page):
        self.page = page
        page.set_default_timeout(45_000)

    def run(self, i):
        run_cell(self.page, i)

    def read(self, i):
        """Run a cell that prints; returns the words of its output."""
        self.run(i)
        output = self.page.locator(".jp-Notebook .jp-Cell").nth(i).locator(".jp-OutputArea-output")
        output.wait_for()
        return output.inner_text().strip()

    def demo(self, slug):
        box = self.page.locator(f".demo-live.demo-{slug}")
        box.wait_for()
        return box


@pytest.fixture
def notebook_with(jupyterlab, open_page):
    """Open a notebook of some cells; what is no code is text."""
    folder, address = jupyterlab

    def write(*cells, text=""):
        notebook = nbformat.read(folder / "lab.ipynb", as_version=4)
        notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
        notebook.cells += [nbformat.v4.new_markdown_cell(text)] if text else []
        name = next(name for i in itertools.count() if not (folder / (name := f"notebook{i}.ipynb")).exists())
        nbformat.write(notebook, folder / name)
        opened = address.replace("lab.ipynb", name)
        start_kernel(opened)
        return Notebook(open_page(opened, width=1300, height=1800))

    return write


def test_hand_and_kernel_share_one_state(notebook_with):
    """Gestures, steps and undo go to the kernel, and its changes to the page; a link to a state does nothing."""
    link = at.demos.AuccLab([[0, 0], [5, 5], [9, 0]], [0, 0, 1]).link()
    notebook = notebook_with(
        "import aucc_teach as at\nlab = at.demos.AuccLab()\nlab",
        "print(lab.points[3], lab.labels, lab.numbers(lab.state())['aucc'])",
        "lab.place(points=[[0, 0], [0, 90], [500, 0], [500, 80]], labels=[0, 0, 1, 1])",
        text=f"[three points]({link})",
    )
    notebook.run(0)
    box, task = notebook.demo("aucc-lab"), at.demos.AuccLab.tasks[0]
    face, point, aucc = (
        box.locator(".demo-face-shown"),
        box.locator(".demo-point").nth(3),
        box.locator("[data-value=aucc]"),
    )
    assert task.question in face.inner_text()
    box.get_by_role("radio", name=task.answer, exact=True).check()
    box.get_by_role("button", name="Commit").click()
    point.press("Enter")
    assert "and you were right." in face.inner_text()
    assert notebook.read(1) == "(358, 543) (0, 0, 0, 1, 1, 1, 1) 1"
    point.press("Control+z")
    point.press("ArrowLeft")  # must reach the demo, not JupyterLab's shortcuts
    read = re.fullmatch(r"\((\d+), (\d+)\) \(0, 0, 0, 0, 1, 1, 1\) (\S+)", notebook.read(1))
    assert point.get_attribute("aria-label") == f"d, cluster 0, at {read[1]}, {read[2]}"
    assert int(read[1]) == 348
    assert float(read[3]) == pytest.approx(number(aucc.inner_text()), abs=5.1e-5)
    assert box.get_by_role("button", name="Copy link").count() == 0
    notebook.page.get_by_role("link", name="three points").click()
    assert box.locator(".demo-point").count() == 7
    notebook.run(2)
    notebook.page.wait_for_function("document.querySelectorAll('.demo-aucc-lab .demo-point').length === 4")
    assert aucc.inner_text() == "1.0000"


def test_a_text_is_kept_and_saved_by_the_kernel(notebook_with):
    """An open question: keys are letters there, the checklist comes after the text, and the kernel saves both."""
    folder = str(ROOT / "book" / "questions")
    notebook = notebook_with(
        f"import aucc_teach as at\nat.exercises.add({folder!r})\nat.exercises.show('ex-pairs-noise')",
        "import json\nat.exercises.save('answers.json')\nprint(json.load(open('answers.json'))['answers'][0]['tries'])",
    )
    notebook.run(0)
    form, keyboard = notebook.page.locator(".demo-live.demo-exercise form"), notebook.page.keyboard
    form.get_by_role("textbox").focus()
    keyboard.type("add it, abc")
    keyboard.press("Enter")
    keyboard.type("zz")
    assert form.get_by_role("checkbox").count() == 0
    keyboard.press("Tab")
    keyboard.press("Enter")
    form.get_by_role("checkbox").nth(1).check()
    form.get_by_role("button", name="Keep and count").press("Enter")
    notebook.page.get_by_text("Your answer says 1 of 4 points.").wait_for()
    tries = ast.literal_eval(notebook.read(1))
    assert [one["answer"] for one in tries] == [{"text": "add it, abc\nzz", "ticked": ticked} for ticked in ([], [1])]
    assert [one["verdict"] for one in tries] == ["foretold"] * 2


@pytest.mark.breadth
def test_every_demo_answers_to_a_key(notebook_with):
    """One key on each demo, and the kernel knows the new state."""
    cells = ["import aucc_teach as at"]
    for slug in ACTS:
        cells.append(f"demo = at.demos.{class_of(slug).__name__}()\nstart = demo.state()\ndemo")
        cells.append("print('changed', sorted(key for key, value in demo.state().items() if value != start[key]))")
    notebook = notebook_with(*cells)
    notebook.run(0)
    for i, (slug, (_, _, pressed, key)) in enumerate(ACTS.items()):
        notebook.run(2 * i + 1)
        notebook.demo(slug).locator(pressed).first.press(key)
        assert re.fullmatch(r"changed \['.*'\]", notebook.read(2 * i + 2)), slug
    assert [error for error in notebook.page.watched.errors if "demo" in error.lower()] == []

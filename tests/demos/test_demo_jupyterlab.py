"""Demos in a real JupyterLab, with a kernel: the hand and the kernel share one state."""

import ast
import itertools
import os
import re

import nbformat
import pytest
from conftest import ROOT, _jupyterlab, run_cell, start_kernel

import aucc_teach as at
from demos.test_demo_engines import ACTS, class_of
from demos.test_gamma_grid import Grid
from demos.test_null_machine_page import Machine
from demos.test_overlap_table import Overlap


@pytest.fixture(scope="module")
def jupyterlab(tmp_path_factory):
    """Folder and address of the one JupyterLab that all tests of this file open; its first notebook is empty."""
    folder = tmp_path_factory.mktemp("jupyterlab")
    with _jupyterlab(folder, []) as address:
        yield folder / "work", address


@pytest.fixture
def notebook_with(jupyterlab):
    """Write a notebook of some cells, with a kernel of its own; returns its address."""
    folder, address = jupyterlab

    def write(cells):
        notebook = nbformat.read(folder / "lab.ipynb", as_version=4)
        notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
        name = next(name for i in itertools.count() if not (folder / (name := f"notebook{i}.ipynb")).exists())
        nbformat.write(notebook, folder / name)
        opened = address.replace("lab.ipynb", name)
        start_kernel(opened)
        return opened

    return write


def test_lab_and_grid_share_one_state(notebook_with, browser, lab_on):
    cells = [
        "import aucc_teach as at\nlab = at.demos.AuccLab()",
        "lab",
        "print('read', lab.points[3], lab.numbers(lab.state())['aucc'])",
    ]
    cells.append("lab.place(points=[[0, 0], [0, 90], [500, 0], [500, 80]], labels=[0, 0, 1, 1])")
    cells += ["grid = at.demos.GammaGrid()\ngrid", "print('words', grid.words())", "grid.points = [[0, 0]] * 7"]
    context = browser.new_context(viewport={"width": 1300, "height": 1500})
    messages = []

    def note(frame):
        messages.append(frame if isinstance(frame, bytes) else frame.encode())

    try:
        page = context.new_page()
        page.set_default_timeout(45_000)
        page.on("websocket", lambda socket: (socket.on("framesent", note), socket.on("framereceived", note)))
        page.goto(notebook_with(cells))
        boxes = page.locator(".jp-Notebook .jp-Cell")
        boxes.nth(3).wait_for()

        def run(i):
            run_cell(page, i)

        run(0)
        run(1)
        lab = lab_on(page)
        assert lab.check_numbers()["aucc"] == 0.9167
        before = lab.state()[0]
        lab.box.scroll_into_view_if_needed()
        lab.drag(3, 20, -40)
        assert lab.state()[0] != before
        lab.points_.nth(3).press("ArrowLeft")  # must reach the demo, not JupyterLab's shortcuts
        points = lab.state()[0]
        shown = lab.check_numbers()
        run(2)
        output = boxes.nth(2).locator(".jp-OutputArea-output")
        output.wait_for()
        read = re.search(r"read \((\d+), (\d+)\) (\S+)", output.inner_text())
        assert (int(read[1]), int(read[2])) == points[3]
        assert float(f"{float(read[3]):.4f}") == shown["aucc"]

        run(3)
        page.wait_for_function("document.querySelectorAll('.demo-aucc-lab .demo-point').length === 4")
        assert lab.state() == ([(0, 0), (0, 90), (500, 0), (500, 80)], [0, 0, 1, 1])
        assert lab.check_numbers()["aucc"] == 1

        run(4)
        grid = Grid(page)
        grid.drag(3, -15, 40)
        grid.points_.nth(4).press("Enter")
        grid.check()
        said = grid.status()
        run(5)
        output = boxes.nth(5).locator(".jp-OutputArea-output")
        output.wait_for()
        assert said.endswith(output.inner_text().removeprefix("words ").strip())
        assert grid.shown()["sPlus"] != 99
        run(6)
        grid.points_.nth(6).and_(grid.box.get_by_role("button", name=re.compile("at 0, 0$"))).wait_for()
        assert grid.check() == 0.5
        assert any(b"comm_msg" in message for message in messages), "no message to or from the kernel was seen"
        if "DEMO_SCREENSHOT" in os.environ:
            page.screenshot(path=os.environ["DEMO_SCREENSHOT"])
    finally:
        context.close()


def test_steps_and_undo_go_through_the_model(notebook_with, jupyterlab, open_page, lab_on):
    """The kernel hears of what was done and undone; a link for the built page does nothing here."""
    cells = ["import aucc_teach as at\nlab = at.demos.AuccLab()\nlab", "print('read', lab.labels)"]
    address = notebook_with(cells)
    path = next(path for path in jupyterlab[0].glob("*.ipynb") if path.name in address)
    notebook = nbformat.read(path, as_version=4)
    link = at.demos.AuccLab([[0, 0], [5, 5], [9, 0]], [0, 0, 1]).link()
    notebook.cells.append(nbformat.v4.new_markdown_cell(f"[three points]({link})"))
    nbformat.write(notebook, path)
    page = open_page(address, width=1300, height=1800)
    page.set_default_timeout(45_000)
    boxes = page.locator(".jp-Notebook .jp-Cell")

    def read():
        run_cell(page, 1)
        output = boxes.nth(1).locator(".jp-OutputArea-output")
        output.wait_for()
        return output.inner_text().strip()

    run_cell(page, 0)
    lab = lab_on(page)
    task = at.demos.AuccLab.tasks[0]
    face = lab.box.locator(".demo-face-shown")
    assert task.question in face.inner_text()
    lab.box.get_by_role("radio", name=task.answer, exact=True).check()
    lab.box.get_by_role("button", name="Commit").click()
    assert task.todo in face.inner_text()
    lab.points_.nth(3).press("Enter")
    assert face.inner_text().startswith(
        f"You expected \N{LEFT DOUBLE QUOTATION MARK}{task.answer}\N{RIGHT DOUBLE QUOTATION MARK}, and you were right."
    )
    assert read() == "read (0, 0, 0, 1, 1, 1, 1)"
    lab.points_.nth(3).press("Control+z")
    assert lab.check_numbers()["aucc"] == 0.9167
    assert read() == "read (0, 0, 0, 0, 1, 1, 1)"
    assert lab.box.get_by_role("button", name="Copy link").count() == 0
    page.get_by_role("link", name="three points").click()
    lab.points_.nth(3).press("Control+y")  # the demo is there, as it was
    assert lab.check_numbers()["aucc"] == 1


def test_the_null_machine_shares_one_state(notebook_with, open_page):
    """What the page drew is what Python knows, and the other way round."""
    cells = ["import aucc_teach as at\nmachine = at.demos.NullMachine(drawn={2: 100})\nmachine"]
    cells.append("print('read', machine.k, machine.drawn[5], machine.numbers(machine.state())['mean'])")
    cells.append("machine.place(seed=3, k=4, balance='sixty percent', drawn={4: 25})")
    cells.append("print('read', machine.labels[0], machine.judged, machine.numbers(machine.state())['p'])")
    page = open_page(notebook_with(cells), width=1300, height=1600)
    page.set_default_timeout(45_000)
    boxes = page.locator(".jp-Notebook .jp-Cell")

    def read(cell):
        run_cell(page, cell)
        output = boxes.nth(cell).locator(".jp-OutputArea-output")
        output.wait_for()
        return output.inner_text().split()

    run_cell(page, 0)
    machine = Machine(page, drawn={"2": 100})
    machine.check()
    machine.slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")  # must reach the demo, not JupyterLab's shortcuts
    machine.press("Run")
    machine.box.locator("[data-value=drawn]", has_not_text=re.compile("^0$")).wait_for()
    machine.press("Stop")
    machine.state["k"] = 5
    machine.check(**machine.draws(machine.n_drawn()))
    numbers = at.demos.NullMachine.numbers(machine.state)
    assert read(1) == ["read", "5", str(machine.n_drawn()), str(numbers["mean"])]
    run_cell(page, 2)
    machine.box.locator("[data-value=drawn]", has_text=re.compile("^25$")).wait_for()
    machine.check(seed=3, since=3, k=4, balance="sixty percent", drawn={"4": 25})
    machine.show("judge")
    machine.marks.nth(0).press("Enter")
    machine.press("Run")
    machine.wait_until_still()
    machine.check(labels=[1, *machine.state["labels"][1:]], judged=999)
    assert read(3) == ["read", "1", "999", str(at.demos.NullMachine.numbers(machine.state)["p"])]


def test_the_overlap_table_shares_one_state(notebook_with, open_page):
    """What was clicked is what Python knows, and the other way round."""
    cells = ["import aucc_teach as at\ntable = at.demos.OverlapTable()\ntable"]
    cells.append("print('read', table.clusters_pred, table.before, table.numbers(table.state())['cice'])")
    cells.append(
        "names = ('clusters_true', 'before', 'clusters_pred')\n"
        "table.place(**dict(zip(names, at.conditions.INSTANCES['perfect match, Pasch'])))"
    )
    page = open_page(notebook_with(cells), width=1300, height=1600)
    page.set_default_timeout(45_000)
    run_cell(page, 0)
    table = Overlap(page)
    table.check()
    table.cell("a in G2").click()
    page.keyboard.press("ArrowRight")  # must reach the demo, not JupyterLab's shortcuts
    page.keyboard.press("Enter")
    table.press("Begin a step here")
    table.toggle("c in G1")
    table.check()
    run_cell(page, 1)
    output = page.locator(".jp-Notebook .jp-Cell").nth(1).locator(".jp-OutputArea-output")
    output.wait_for()
    read = re.fullmatch(r"read (.*\)\)) (.*\)\)) (\S+)\s*", output.inner_text())
    assert (read[1], read[2]) == ("((0, 1), (0, 1))", "((0, 1, 2), (0, 1))")
    assert f"{float(read[3]):.4f}" == table.texts()["f"]
    run_cell(page, 2)
    table.cell("f in G4").wait_for()
    table.check()
    assert table.texts()["f"] == "1.0000"
    assert set(table.lit()) == {"perfect match"}


def test_a_text_is_kept_and_saved_by_the_kernel(notebook_with, open_page):
    """An open question: keys are letters there, the checklist comes after the text, and the kernel saves both."""
    folder = str(ROOT / "book" / "questions")
    cells = [f"import aucc_teach as at\nat.exercises.add({folder!r})\nat.exercises.show('ex-pairs-noise')"]
    cells.append(
        "import json\nat.exercises.save('answers.json')\nprint(json.load(open('answers.json'))['answers'][0]['tries'])"
    )
    page = open_page(notebook_with(cells), width=1300, height=1600)
    page.set_default_timeout(45_000)
    run_cell(page, 0)
    form = page.locator(".demo-live.demo-exercise form")
    form.get_by_role("textbox").focus()
    page.keyboard.type("add it, abc")
    page.keyboard.press("Enter")
    page.keyboard.type("zz")
    assert form.get_by_role("checkbox").count() == 0
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    form.get_by_role("checkbox").nth(1).check()
    form.get_by_role("button", name="Keep and count").press("Enter")
    page.get_by_text("Your answer says 1 of 4 points.").wait_for()
    run_cell(page, 1)
    output = page.locator(".jp-Notebook .jp-Cell").nth(1).locator(".jp-OutputArea-output")
    output.wait_for()
    tries = ast.literal_eval(output.inner_text().strip())
    assert [one["answer"] for one in tries] == [{"text": "add it, abc\nzz", "ticked": ticked} for ticked in ([], [1])]
    assert [one["verdict"] for one in tries] == ["foretold"] * 2


@pytest.mark.breadth
def test_every_demo_answers_to_a_key(notebook_with, open_page):
    """One key on each demo, and the kernel knows the new state."""
    cells = ["import aucc_teach as at"]
    for slug in ACTS:
        cells.append(f"demo = at.demos.{class_of(slug).__name__}()\nstart = demo.state()\ndemo")
        cells.append("print('changed', sorted(key for key, value in demo.state().items() if value != start[key]))")
    page = open_page(notebook_with(cells), width=1300, height=1600)
    page.set_default_timeout(45_000)
    run_cell(page, 0)
    for i, (slug, (_, _, pressed, key)) in enumerate(ACTS.items()):
        run_cell(page, 2 * i + 1)
        page.locator(f".demo-live.demo-{slug} {pressed}").first.press(key)
        run_cell(page, 2 * i + 2)
        output = page.locator(".jp-Notebook .jp-Cell").nth(2 * i + 2).locator(".jp-OutputArea-output")
        output.wait_for()
        assert re.fullmatch(r"changed \['.*'\]\s*", output.inner_text()), slug
    assert [error for error in page.watched.errors if "demo" in error.lower()] == []

"""The lab in a real JupyterLab, with a kernel."""

import os
import re

import pytest
from conftest import run_cell


@pytest.fixture
def jupyterlab(jupyterlab_with):
    cells = ["import aucc_teach as at\nlab = at.demos.AuccLab()", "lab", "print('read', lab.points[3], lab.aucc)"]
    cells.append("lab.place([[0, 0], [0, 90], [500, 0], [500, 80]], [0, 0, 1, 1])")
    cells += ["grid = at.demos.GammaGrid()\ngrid", "print('counts', *grid.counts)", "grid.points = [[0, 0]] * 7"]
    return jupyterlab_with(cells)


def test_hand_and_kernel_share_one_state(jupyterlab, browser, lab_on, grid_on):
    context = browser.new_context(viewport={"width": 1300, "height": 1500})
    messages = []

    def note(frame):
        messages.append(frame if isinstance(frame, bytes) else frame.encode())

    try:
        page = context.new_page()
        page.set_default_timeout(45_000)
        page.on("websocket", lambda socket: (socket.on("framesent", note), socket.on("framereceived", note)))
        page.goto(jupyterlab)
        cells = page.locator(".jp-Notebook .jp-Cell")
        cells.nth(3).wait_for()

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
        output = cells.nth(2).locator(".jp-OutputArea-output")
        output.wait_for()
        read = re.search(r"read \((\d+), (\d+)\) (\S+)", output.inner_text())
        assert (int(read[1]), int(read[2])) == points[3]
        assert float(f"{float(read[3]):.4f}") == shown["aucc"]

        run(3)
        page.wait_for_function("document.querySelectorAll('.demo-aucc-lab .demo-point').length === 4")
        assert lab.state() == ([(0, 0), (0, 90), (500, 0), (500, 80)], [0, 0, 1, 1])
        assert lab.check_numbers()["aucc"] == 1

        run(4)
        grid = grid_on(page)
        grid.drag(3, -15, 40)
        grid.points_.nth(4).press("Enter")
        shown = grid.check_numbers()
        run(5)
        output = cells.nth(5).locator(".jp-OutputArea-output")
        output.wait_for()
        counts = [shown[key] for key in ("sPlus", "sMinus", "sZero")]
        assert list(map(float, output.inner_text().split()[1:])) == counts != [99, 9, 0]
        run(6)
        grid.points_.nth(6).and_(grid.box.get_by_role("button", name=re.compile("at 0, 0$"))).wait_for()
        assert grid.check_numbers()["aucc"] == 0.5
        assert any(b"comm_msg" in message for message in messages), "no message to or from the kernel was seen"
        if "DEMO_SCREENSHOT" in os.environ:
            page.screenshot(path=os.environ["DEMO_SCREENSHOT"])
    finally:
        context.close()

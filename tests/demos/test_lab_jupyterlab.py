"""The lab for a reader's own data in a real JupyterLab: controls, an upload, a report, and files that come out."""

import csv
import re

import pytest
from in_jupyterlab import run_cell

import aucc_report

TREES = (
    b"height,width,planet,kind\n1.0,2.0,3,oak\n1.2,2.1,3,oak\n0.9,,3,oak\n5.0,7.0,3,elm\n5.2,7.3,3,elm\n4.9,7.1,3,elm\n"
)


class LabOnPage:
    """The lab as a reader sees it."""

    def __init__(self, page):
        self.page = page
        self.box = page.locator(".aucc-lab")
        self.status = self.box.get_by_role("status")

    def control(self, name):
        label = self.page.locator(".widget-label", has_text=re.compile(f"^{name}$"))
        return self.box.locator(".widget-inline-hbox", has=label).locator("select, input").first

    def choose(self, name, option):
        self.control(name).select_option(option)

    def wait_for(self, **expected):
        """Wait until the scores are those that Python computes; returns the analysis."""
        result = aucc_report.lab.analyse(aucc_report.bundled_table("iris"), **expected)
        for name, value in {"AUCC": result.aucc, "its baseline": result.baseline}.items():
            self.box.locator(f'[data-value="{name}"]').get_by_text(f"{value:.3f}", exact=True).wait_for()
        return result

    def download(self, name):
        with self.page.expect_download() as waiting:
            self.box.locator(f'a[download="{name}"]').click()
        with open(waiting.value.path(), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def upload(self, name, content):
        with self.page.expect_file_chooser() as waiting:
            self.box.get_by_role("button", name=re.compile("Upload")).click()
        waiting.value.set_files({"name": name, "mimeType": "text/csv", "buffer": content})


@pytest.fixture
def lab_page(jupyterlab_with, browser):
    address = jupyterlab_with(["import aucc_report\nlab = aucc_report.lab.Lab()\nlab"])
    context = browser.new_context(viewport={"width": 1500, "height": 1500}, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(45_000)
    page.goto(address)
    run_cell(page, 0)
    yield page
    context.close()


@pytest.mark.breadth
def test_controls_uploads_and_downloads_are_answered_by_the_kernel(lab_page, tmp_path):
    lab = LabOnPage(lab_page)
    lab.status.get_by_text("178 rows").wait_for()
    lab.choose("Data", "iris")
    settings = {"classes": "class"}
    lab.wait_for(**settings)
    lab.choose("Algorithm", "average")
    settings["algorithm"] = "average"
    slider = lab.box.get_by_role("slider").first  # the range of k of a report has two more
    slider.focus()
    slider.press("ArrowRight")
    settings["n_clusters"] = 3
    columns = ["petal length (cm)", "petal width (cm)"]
    lab.choose("Columns", columns)
    settings["columns"] = columns
    result = lab.wait_for(**settings)

    rows = lab.download("numbers.csv")
    assert [row["table"] for row in rows] == ["wine"] + ["iris"] * (len(rows) - 1)
    assert float(rows[-1]["aucc"]) == result.aucc
    assert [int(row["cluster"]) - 1 for row in lab.download("clusters.csv")] == result.labels.tolist()
    lab.upload("trees.csv", TREES)
    lab.status.get_by_text("Got 1 of 6 that lack one (line 4; column width)").wait_for()
    lab.choose("Missing values", "leave out rows")
    lab.status.get_by_text("1 row of 6 left out, because a value is missing.").wait_for()
    # The folder of the notebook is the folder of the kernel.
    (tmp_path / "work" / "trees.csv").write_bytes(TREES.replace(b",,", b",2.0,"))
    lab.control("Path").fill("trees.csv")
    lab.control("Path").press("Enter")
    lab.status.get_by_text("6 rows").wait_for()


TWO_GROUPS = """import aucc_report
import numpy as np
import pandas as pd
points = np.random.default_rng(0).normal(size=(300, 3)) + np.repeat([[0], [4]], 150, axis=0)
frame = pd.DataFrame(points, columns=["a", "b", "c"])
aucc_report.lab.Lab(frame)"""


def test_a_report_is_stopped_and_made(jupyterlab_with, browser):
    address = jupyterlab_with([TWO_GROUPS])
    context = browser.new_context(viewport={"width": 1500, "height": 1500}, accept_downloads=True)
    try:
        page = context.new_page()
        page.set_default_timeout(180_000)
        page.goto(address)
        run_cell(page, 0)
        lab = LabOnPage(page)
        report, stop = (lab.box.get_by_role("button", name=name, exact=True) for name in ("Report", "Stop"))
        # Many seconds' work, for a page that is slow to show where it is.
        lab.choose("Report by", ["k-means", "ward", "average", "complete", "single"])
        report.click()
        lab.box.get_by_text(re.compile(r"set \d+")).first.wait_for()  # a step of the report
        stop.click()
        lab.box.get_by_text("No report: it was stopped.").wait_for()
        assert not stop.is_visible()
        lab.choose("Report by", ["average", "ward"])
        report.click()
        link = lab.box.locator('a[download="report.html"]')
        link.wait_for()
        lab.box.get_by_text("looked at 18 clusterings").wait_for()
        with page.expect_download() as waiting:
            link.click()
        with open(waiting.value.path(), encoding="utf-8") as file:
            assert "<title>Is there anything in" in file.read()
    finally:
        context.close()

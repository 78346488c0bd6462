"""A report as a page, and as the value of a cell."""

import re
import shlex
from dataclasses import replace
from html.parser import HTMLParser

import matplotlib.pyplot as plt
import numpy as np
import pytest
from conftest import axe_violations
from small_reports import NASTY, of_nasty, small_table

import aucc_report
import aucc_report.__main__ as command
from aucc_report import _figure, _page, _reproducing, report
from aucc_report._defaults import DEFAULTS
from aucc_report._words import TRACK_RECORD

#: The defaults as settings have them.
PLAIN = {name: list(of) if isinstance(of, tuple) else of for name, of in DEFAULTS.items()}


@pytest.fixture
def found():
    return of_nasty()


@pytest.fixture(scope="module")
def page():
    return _page.page_of(of_nasty())


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The page as a file, written in a session of another style."""
    undrawn = replace(of_nasty())
    assert undrawn._pictures == {}
    with plt.style.context("dark_background"):
        plt.rcParams["font.size"] = 30
        return undrawn.to_html(tmp_path_factory.mktemp("report") / "report.html")


@pytest.fixture(autouse=True)
def _undrawn(monkeypatch):
    """Words in place of pictures, which take longer than all else, but in `page` and `file`."""

    def words_of(report, part):
        return [_figure.Picture(panel.alt, 4, 4, "", "") for panel in _figure.panels_of(report, part)]

    monkeypatch.setattr(_page, "pictures_of", words_of)


class Outline(HTMLParser):
    """Tags with their attributes in order, and the text within some of them."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.texts = [], [], {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in ("img", "meta"):
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        for tag in set(self.open):
            self.texts[tag][-1] += data

    def close(self):
        super().close()
        # As a reader sees it: where a line ends in the file does not matter, but in a listing it does.
        for tag in set(self.texts) - {"code", "pre", "style"}:
            self.texts[tag] = [" ".join(text.split()) for text in self.texts[tag]]

    def all(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.mark.breadth
def test_the_same_report_gives_the_same_bytes_whatever_the_style(page, file):
    assert file.read_bytes() == page.encode("utf-8")


def test_the_page_needs_nothing_but_itself(page):
    assert not re.search(r"https?:|//[a-z]", re.sub(r"base64,[^\"]*", "", page), flags=re.I)
    assert "url(" not in page
    assert "@import" not in page
    outline = Outline(page)
    tags = {tag for tag, _ in outline.tags}
    assert not tags & {"script", "link", "iframe", "object", "form", "base"}
    assert all(img["src"].startswith("data:image/png;base64,") for img in outline.all("img"))
    assert not [name for _, attributes in outline.tags for name in attributes if name.startswith("on")]
    assert not outline.all("a")


def test_the_page_is_named_and_has_every_sentence(found, page):
    outline = Outline(page)
    assert outline.all("html")[0]["lang"] == "en"
    assert outline.texts["title"] == outline.texts["h1"] == ["Is there anything in a<b>.csv?"]
    for said in (found.headline, found.headline_reason, *found.conclusion, *found.doubts, *found.next_steps):
        assert str(said) in outline.texts["p"] + outline.texts["li"]


class InView(Outline):
    """The text that is not folded."""

    @property
    def words(self):
        return " ".join(self.seen).split()

    def feed(self, text):
        self.seen = []
        super().feed(text)

    def handle_data(self, data):
        super().handle_data(data)
        # A fold shows its summary.
        if "body" in self.open and self.open.count("details") == self.open.count("summary"):
            self.seen.append(data)


def test_little_is_in_view_and_the_rest_says_what_is_inside(found, page):
    words = InView(page).words
    assert 250 < len(words) < 500 < 1500 < len(" ".join(Outline(page).texts["body"]).split())
    summaries = Outline(page).texts["summary"]
    for name, (head, inside) in _page.SECTIONS.items():
        assert (f"{head}: {inside}" in summaries) == (name != "given")
    in_view = " ".join(words)
    for said in (found.headline, found.headline_reason, *found.next_steps):
        assert str(said) in in_view
    assert not [said for said in found.conclusion if str(said) in in_view]


def test_numbers_stand_beside_each_other(found):
    algorithm, k = found.candidate
    ours = _page._numbers_beside(found)
    assert (ours["algorithm"], ours["mark"]) == (algorithm, [k])
    assert [of["algorithm"] for of in ours["others"]] == [name for name in ("k-means", "ward") if name != algorithm]
    for of in (ours, *ours["others"]):
        rows = found.by_k.loc[of["algorithm"]]
        assert of["shown"]["sizes"].tolist() == rows["sizes"].tolist()
        assert of["shown"]["AUCC"].tolist() == rows["AUCC"].tolist()


def test_text_of_the_table_is_text_on_the_page(found):
    # The row with such a name is the worst, and so has its values shown.
    proportion = found.objects["proportion"].where(found.objects.index != NASTY["row"], 0.1)
    settings = found.settings | {"classes": NASTY["class"]}
    changed = replace(found, objects=found.objects.assign(proportion=proportion), settings=settings)
    outline = Outline(_page.page_of(changed))
    nobodys = {"b", "i", "script"}
    assert not {tag for tag, _ in outline.tags} & nobodys
    assert {NASTY["column"], NASTY["row"]} <= set(outline.texts["th"])
    assert [text for text in outline.texts["p"] if NASTY["class"] in text]


def test_the_track_record_is_that_of_the_defaults(found):
    """Other settings of the rule have no record; columns, classes and missing values are the reader's own."""

    def told(report):
        return [
            text for text in Outline(report._repr_html_()).texts["p"] if text.startswith(("How often", TRACK_RECORD))
        ]

    assert told(found)[0].endswith("Here ks and n_references were chosen, so it isn't known.")
    usual = {name: value for name, value in PLAIN.items() if name not in ("ks", "columns", "classes")}
    by_default = replace(found, settings=found.settings | usual | {"ks_by_default": True})
    assert told(by_default) == [TRACK_RECORD]
    for name, other in (("algorithms", ["ward"]), ("scaling", "none"), ("references", ["box"]), ("n_references", 99)):
        chosen = replace(by_default, settings=by_default.settings | {name: other})
        assert f"Here {name} was chosen" in told(chosen)[0]


@pytest.mark.slow
def test_what_makes_the_page_again_makes_the_same_page(found, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = small_table().drop(columns=NASTY["column"])
    table["size"] = np.where(np.arange(60) % 3 == 0, 1234.5, 2000.25) + np.arange(60)
    german = str.maketrans(",.", ".,")
    written = table.map(lambda value: value if isinstance(value, str) else f"{value:,.3f}".translate(german))
    written.replace("nan", "").to_csv("my plants.csv", sep=";")
    options = {"separator": ";", "decimal": ",", "thousands": "."}
    made = report(
        aucc_report.read_csv("my plants.csv", **options),
        ["ward", "average"],
        [2, 4],
        columns=["height", "size"],
        classes="kind",
        scaling="range",
        metric="cityblock",
        missing="median",
        rng=3,
        progress=False,
    )
    page = _page.page_of(made)
    lines = _reproducing.python_call(made).splitlines()
    names = {}
    last = next(i for i, line in enumerate(lines) if line.startswith("aucc_report.report("))
    exec("\n".join(lines[:last]), names)
    call = "\n".join(lines[last:])
    assert "metric='cityblock'" in call
    assert "[2, 4]" in call
    assert _page.page_of(eval(call, names)) == page
    words = shlex.split(_reproducing.shell_command(made))
    assert words[:3] == ["python", "-m", "aucc_report"]
    assert command.main(words[3:]) == 0
    assert (tmp_path / "report.html").read_text("utf-8") == page


def test_what_must_be_supplied_is_told_and_has_no_command(found):
    asked = {"table": "DataFrame", "algorithms": ["halves"], "metric": "far", "seed": None}
    apart = found.columns.assign(code=found.columns["code"].where(found.columns["code"] != "classes", ""))
    made = replace(found, settings=found.settings | asked, columns=apart, _has_own_metric=True)
    lines = _reproducing.python_call(made).splitlines()
    for line in (
        "# table: the DataFrame that was passed",
        "# algorithms: the dictionary that was passed",
        "# classes: those that were passed",
        "# far: the function that was passed",
        "    metric=far,",
    ):
        assert line in lines
    assert "rng" not in "".join(lines)
    assert _reproducing.shell_command(made) is None


@pytest.mark.parametrize(("scheme", "width"), [("light", 390), ("dark", 1200)])
def test_the_page_breaks_no_rule_of_axe_and_does_not_scroll_sideways(browser, file, scheme, width):
    tab = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    said = []
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    tab.goto(file.as_uri())
    tab.evaluate("document.querySelectorAll('details').forEach(node => { node.open = true })")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    seen = tab.locator("img").evaluate_all(
        "nodes => nodes.filter(node => node.offsetWidth).map(node => node.className)"
    )
    assert set(seen) == {f"aucc-report-{scheme}"}
    assert axe_violations(tab) == {}
    tab.emulate_media(media="print", color_scheme=scheme)
    printed = tab.locator("img").evaluate_all(
        "nodes => nodes.filter(node => node.offsetWidth).map(node => node.className)"
    )
    assert set(printed) == {"aucc-report-light"}
    assert said == []
    tab.close()


def test_a_cell_has_no_headings_and_its_style_stays_inside(found):
    outline = Outline(found._repr_html_())
    tags = {tag for tag, _ in outline.tags}
    assert not tags & {"h1", "h2", "h3", "main", "nav", "section", "html", "body", "script"}
    assert not [attributes for _, attributes in outline.tags if "id" in attributes]
    (style,) = outline.texts["style"]
    style = re.sub(r"/\*.*?\*/", "", style, flags=re.S)
    selectors = [s.strip() for s in re.findall(r"([^{}]+)\{", style) if not s.strip().startswith("@")]
    assert selectors
    for selector in selectors:
        for one in re.split(r",(?![^(]*\))", selector):
            assert one.strip().startswith(".aucc-report"), one

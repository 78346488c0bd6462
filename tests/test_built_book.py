"""The built book in a browser: nothing from elsewhere, no error, formulas typeset, pictures described."""

import html
import io
import re
import sys
from operator import attrgetter

import nbformat
import numpy as np
import pytest
import yaml
from conftest import ROOT, axe_violations, sample_of_pages
from links import broken_links
from PIL import Image

import aucc_report
import aucc_teach as at

sys.path.insert(0, str(ROOT / "book"))
from run_notebooks import normalised, text_of

TOC = yaml.safe_load((ROOT / "_toc.yml").read_text())
ROAD = [TOC["root"], *(chapter["file"] for part in TOC["parts"] for chapter in part["chapters"])]
EXCURSIONS = {
    excursion["file"]: chapter["file"]
    for part in TOC["parts"]
    for chapter in part["chapters"]
    for excursion in chapter.get("sections", [])
}
PAGES = [*ROAD, *EXCURSIONS]
# What Sphinx adds, and what readers open too.
PAGES += ["search"]


def address_of(how, book, site):
    return site if how == "http" else book.as_uri() + "/"


class Visit:
    """One page, opened in a new window, with all that the browser complained about."""

    def __init__(self, browser, address, name, width=1200):
        self.page = browser.new_page(viewport={"width": width, "height": 900})
        self.complaints, self.foreign = [], []
        self.page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("response", lambda answer: answer.status >= 400 and self.complaints.append(answer.url))
        self.page.on("request", lambda request: self._note(request.url, address))
        self.page.goto(f"{address}{name}.html")
        # Pictures are fetched when they come into view.
        self.page.evaluate(
            """() => Promise.all([...document.images].map((image) => {
                image.loading = "eager";
                return image.complete || new Promise((done) => { image.onload = image.onerror = done; });
            }))"""
        )

    def _note(self, url, address):
        if not url.startswith((address, "data:", f"blob:{address}", "blob:null")):
            self.foreign.append(url)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.page.close()


# Every page from a server; what a browser refuses to a page from a file, it refuses to all that are made alike.
OPENED = [(name, "http") for name in PAGES] + [(name.removesuffix(".html"), "file") for name in sample_of_pages()]


@pytest.mark.parametrize(("name", "how"), OPENED)
def test_page_is_whole_wide_and_narrow(browser, book, site, name, how):
    address = address_of(how, book, site)
    with Visit(browser, address, name) as visit:
        assert visit.foreign == []
        assert visit.complaints == []
        counts = visit.page.evaluate(
            """() => ({
                formulas: document.querySelectorAll('math').length,
                fonts: [...document.fonts].filter(font => font.family === 'Formulas').map(font => font.status),
                failed: document.querySelectorAll('merror, .problematic').length,
                images: [...document.querySelectorAll('article img')].map(
                    image => [image.alt, image.complete && image.naturalWidth > 0]),
            })"""
        )
        assert counts["fonts"] == (["loaded"] if counts["formulas"] else [])
        assert counts["formulas"] > 20 or name != "book/1-pairs/rand_c"
        assert counts["failed"] == 0
        for alt, loaded in counts["images"]:
            assert loaded
            assert len(alt) >= 15
        # On a phone it never scrolls sideways, and no formula is cut off.
        visit.page.set_viewport_size({"width": 360, "height": 900})
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360
        # What stands in a line of text cannot scroll; in a table it can.
        cut = visit.page.locator("article math:not([display])").evaluate_all(
            """formulas => formulas.filter(one => !one.closest("table") && one.getBoundingClientRect().width
                && one.getBoundingClientRect().right > 360).map(one => one.textContent)"""
        )
        assert cut == []


@pytest.mark.parametrize("name", [name for name in PAGES if (ROOT / f"{name}.ipynb").exists()])
def test_what_the_build_executed_is_what_is_stored(book, name):
    """The notebook from which the page was written, beside the one that nbval tests: sources and text outputs."""
    executed = nbformat.read(book.parent / "jupyter_execute" / f"{name}.ipynb", as_version=4)
    assert text_of(normalised(executed)) == (ROOT / f"{name}.ipynb").read_text("utf-8")


@pytest.fixture(scope="module")
def opened_tour(browser, site):
    with Visit(browser, site, "book/first_tour") as visit:
        yield visit.page


def show(page, theme="light", media="screen"):
    page.emulate_media(media=media)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)


@pytest.fixture
def tour(opened_tour):
    """The first tour, opened once, as it was when it was opened."""
    show(opened_tour)
    return opened_tour


def weight_of(book, name):
    """Bytes that a page asks for before anything comes into view."""
    page = book / f"{name}.html"
    text = page.read_text("utf-8")
    found = re.findall(r'<script[^>]*\ssrc="([^"?]+)|<link(?=[^>]*stylesheet)[^>]*\shref="([^"?]+)', text)
    files = {(page.parent / (script or sheet)).resolve() for script, sheet in found} | {page}
    files.update((page.parent / src).resolve() for src in re.findall(r'<img(?![^>]*lazy)[^>]*\ssrc="([^"?]+)', text))
    assert all(path.is_file() for path in files)
    return sum(path.stat().st_size for path in files)


def test_pages_are_light(book):
    pages = [page.relative_to(book).with_suffix("").as_posix() for page in book.rglob("*.html")]
    weights = {name: weight_of(book, name) for name in pages if not name.startswith("_static")}
    assert len(weights) > len(PAGES)
    most = {"book/back/api": 1.6e6}  # which is looked things up in, and not read
    assert {name: weight for name, weight in weights.items() if weight > most.get(name, 0.9e6)} == {}
    sizes = {path.relative_to(book): path.stat().st_size for path in book.rglob("*") if path.is_file()}
    # Python is loaded by the first Run, and by nothing else; beside it are the texts of cells, and licences.
    live = {path.name: size for path, size in sizes.items() if path.is_relative_to("_static/live")}
    assert sum(sizes.values()) - sum(live.values()) < 24e6
    loaded = sum(live.get(name, 0) for name in ("python.js", "library.js", "runtime.js"))
    assert loaded < 51e6
    assert sum(live.values()) - loaded < 3e6


def test_a_wide_formula_shows_that_it_scrolls_and_scrolls_by_keys(browser, site):
    with Visit(browser, site, "book/1-pairs/how_far_ari_goes", width=390) as visit:
        # The formulas of the book may all fit: these do not.
        visit.page.add_style_tag(content="* { transition: none !important; } math[display] { min-width: 40rem; }")
        formulas = visit.page.locator("article div.math").all()
        wide = {one.evaluate("box => box.closest('.admonition')?.className"): one for one in formulas}
        # One formula for each ground: that of the page, of a theorem, of a proof.
        assert wide.keys() >= {None, "proof theorem admonition", "proof admonition"}
        for formula in (one for one in wide.values() if one.is_visible()):
            # The strip below the letters, where only the ground and the shadow are: there is more on the right.
            drawn = np.asarray(Image.open(io.BytesIO(formula.screenshot())).convert("L"), dtype=int)[-4]
            assert [abs(drawn[end] - drawn[100]) > 20 for end in (1, -2)] == [False, True]
            assert formula.get_attribute("tabindex") == "0"
            formula.evaluate("box => box.focus()")
            visit.page.keyboard.press("ArrowRight")
            visit.page.wait_for_function("box => box.scrollLeft > 0", arg=formula.element_handle())


def test_formulas_are_copied_as_tex_and_whole(browser, site):
    with Visit(browser, site, "book/2-ranks/aucc_is_gamma") as visit:
        copied = visit.page.evaluate(
            """() => {
                const [first] = document.querySelectorAll("article p math");
                const alone = [...document.querySelectorAll("article div.math")].at(0);
                const range = document.createRange();
                range.setStart(first.querySelector("mi, mn").firstChild, 0);
                range.setEndAfter(alone);
                getSelection().removeAllRanges();
                getSelection().addRange(range);
                const clipboardData = new DataTransfer();
                document.dispatchEvent(new ClipboardEvent("copy", { clipboardData, cancelable: true, bubbles: true }));
                return ["text/plain", "text/html"].map((kind) => clipboardData.getData(kind)).concat(
                    [first, alone].map((one) => one.querySelector("annotation").textContent));
            }"""
        )
    text, html, first, alone = copied
    assert text.startswith(f"${first}$")
    assert text.endswith(f"$${alone}$$")
    assert "\n" in text
    assert html.count("<math>") > 1


def test_every_page_of_the_book_is_in_its_contents():
    folder = ROOT / "book"
    written = {path.relative_to(ROOT).with_suffix("").as_posix() for path in folder.rglob("*.ipynb")}
    written |= {path.relative_to(ROOT).with_suffix("").as_posix() for path in folder.rglob("*.md")}
    written.add("genindex")  # The page at the root of the project holds its place: Sphinx writes the index there.
    # What the course kit makes its files of is no page.
    apart = (".ipynb_checkpoints", "book/course/")
    assert {page for page in written if not any(part in page for part in apart)} == {*ROAD, *EXCURSIONS}


@pytest.mark.parametrize(
    "name", ["genindex", *(f"book/back/{name}" for name in ("statements", "bibliography", "errata", "cards"))]
)
@pytest.mark.breadth(first_of=3)
def test_lists_of_the_back_matter_break_no_rule_of_axe(browser, site, name):
    with Visit(browser, site, name) as visit:
        # A colour on its way from one theme to the other is that of neither.
        visit.page.add_style_tag(content="* { transition: none !important; }")
        for theme in ("light", "dark"):
            show(visit.page, theme)
            assert axe_violations(visit.page) == {}


def test_each_card_prints_on_one_sheet(browser, site):
    pypdf = pytest.importorskip("pypdf")
    with Visit(browser, site, "book/back/cards") as visit:
        printed = visit.page.pdf(format="A4", margin=dict.fromkeys(("top", "bottom", "left", "right"), "1.5cm"))
    sheets = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(printed)).pages]
    assert [re.findall(r"Part (I+V?): ", sheet) for sheet in sheets] == [["I"], ["II"], ["III"], ["IV"]]


def test_every_link_within_the_book_leads_somewhere(book):
    broken = broken_links(book)
    assert not broken, "\n".join(f"{page}: {address}" for page, address in broken)


def test_a_figure_has_one_picture_for_each_theme_and_its_caption_below_either(tour):
    light, dark = (tour.locator(f"article img.only-{theme}") for theme in ("light", "dark"))
    captions = tour.locator("article figure:has(img.only-dark) figcaption")
    assert captions.count() >= 4
    for theme, shown, hidden in (("light", light, dark), ("dark", dark, light)):
        show(tour, theme)
        assert shown.count() == hidden.count() >= 4
        assert all(picture.is_visible() for picture in shown.all())
        assert not any(picture.is_visible() for picture in hidden.all())
        for media in ("screen", "print"):
            show(tour, theme, media)
            assert all(caption.is_visible() for caption in captions.all()), (theme, media)


def test_paper_is_white_and_solutions_stay_closed(tour):
    show(tour, "dark")
    tour.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tour.evaluate("document.documentElement.dataset.theme") == "light"
    tour.emulate_media(media="print")
    assert tour.locator(".exercise").first.is_visible()
    shadows = tour.locator(".bd-article *").evaluate_all(
        "nodes => nodes.filter((node) => getComputedStyle(node).boxShadow !== 'none').map((node) => node.className)"
    )
    assert shadows == []
    assert not any(solution.is_visible() for solution in tour.locator(".solution.dropdown").all())
    tour.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tour.evaluate("document.documentElement.dataset.theme") == "dark"


def test_api_page_has_every_public_name(book):
    page = (book / "book" / "back" / "api.html").read_text(encoding="utf-8")
    anchors = set(re.findall(r'id="(aucc_(?:teach|report)\.[\w.]+)"', page))
    public = {f"{package.__name__}.{name}" for package in (at, aucc_report) for name in package.__all__}
    modules = {
        name
        for name in public
        if hasattr(attrgetter(name.partition(".")[2])(sys.modules[name.split(".")[0]]), "__path__")
    }
    for module in (
        at.partitions,
        at.conditions,
        at.criteria,
        at.datasets,
        at.overlapping,
        at.plots,
        at.demos,
        at.exercises,
    ):
        own = {name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__}
        # What is public at the top is described there.
        names = {*own, *getattr(module, "__all__", ())} - {*at.__all__}
        modules.add(module.__name__)
        public |= {f"{module.__name__}.{name}" for name in names if not name.startswith("_")}
    assert public - modules <= anchors


def test_every_statement_is_listed_once_with_its_title(book):
    def words(text):
        return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())

    stated = {}
    for path in (book / "book").rglob("*.html"):
        page = path.relative_to(book / "book").as_posix()
        for label, title in re.findall(
            r'<div class="proof \w+ admonition" id="([^"]+)">\s*<p class="admonition-title">(.*?)</p>',
            path.read_text(encoding="utf-8"),
            re.DOTALL,
        ):
            number, _, title = words(title).partition(" (")
            stated[f"../{page}#{label}"] = f"{number}: {title.removesuffix(')')}"
    page = (book / "book" / "back" / "statements.html").read_text(encoding="utf-8")
    text, _ = page.split('<section id="objectives-and-exercises">')
    items = re.findall(r'<li><p>(<a class="reference internal" href="([^"]+)">.*?)</p></li>', text, re.DOTALL)
    assert len(items) == len(stated) > 50
    assert {link: words(line) for line, link in items} == stated
    chapters = re.findall(r'<dt><a class="reference internal" href="\.\./([^"]+)">(.*?)</a>', text)
    assert {page for page, _ in chapters} == {re.search(r"\.\./([^#]+)", link)[1] for link in stated}
    assert re.fullmatch(r"\d+\. \S.*", chapters[0][1])

"""The built book in a browser: nothing from elsewhere, no error, formulas typeset, pictures described."""

import io
import itertools
import re
import sys
from operator import attrgetter

import nbformat
import numpy as np
import pytest
import yaml
from conftest import ROOT, axe_violations, sample_of_pages
from demos.engines import OPEN_SOLUTIONS, PLACES_ON_A_BAR, steady
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
        assert counts["formulas"] > 20 or name != "book/first_tour"
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


def test_code_without_marks_has_the_colour_of_the_rest(book):
    sheet = (book / "_static" / "pygments.css").read_text("utf-8")
    for scheme in ("light", "dark"):
        colours = dict(
            re.findall(
                rf'\[data-theme="{scheme}"\] \.highlight( \.[npwk])?\s*\{{[^}}]*?(?<!-)color:\s*([^;}}\s]+)', sheet
            )
        )
        assert colours[""] == colours[" .n"] == colours[" .p"] == colours[" .w"] != colours[" .k"]
    pages = [page.read_text("utf-8") for page in book.rglob("*.html")]
    assert not any(re.search('<span class="[npwo]">[^<]*</span>', page) for page in pages)
    assert any('<span class="k">' in page for page in pages)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_fetches_the_pictures_of_its_theme_alone(browser, site, scheme):
    with browser.new_context(color_scheme=scheme, viewport={"width": 1200, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{site}book/first_tour.html", wait_until="networkidle")
        # To the end, screen by screen: what is in view is fetched.
        for _ in range(60):
            page.mouse.wheel(0, 800)
            page.wait_for_timeout(30)
        page.wait_for_function("document.querySelectorAll('[data-demo]:not(.demo-host-live)').length === 0")
        page.wait_for_load_state("networkidle")
        fetched = page.locator("article img").evaluate_all(
            "images => images.map(image => [image.className, image.complete && image.naturalWidth > 0])"
        )
        assert {kind for kind, whole in fetched if whole} == {f"only-{scheme}"}
        assert [whole for kind, whole in fetched if kind == f"only-{scheme}"].count(False) == 0


SIZES = """
    window.sizes = () => [...document.querySelectorAll("article math")].map((one) => {
        const { width, height } = one.getBoundingClientRect();
        return [width, height];
    });
    addEventListener("load", () => { window.early = window.sizes(); });"""


def test_formulas_have_their_room_at_once(browser, site):
    """Nothing draws them after the page has loaded, and a link to a place lands there."""
    with Visit(browser, site, "book/2-ranks/aucc_is_gamma") as visit:
        anchors = visit.page.locator("article section[id]").evaluate_all("all => all.map(one => one.id)")
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.add_init_script(SIZES)
    middle = anchors[len(anchors) // 2]
    page.goto(f"{site}book/2-ranks/aucc_is_gamma.html#{middle}", wait_until="networkidle")
    place = page.evaluate(f"document.getElementById({middle!r}).getBoundingClientRect().top")
    assert 0 <= place < 200
    assert page.evaluate("window.early").count([0, 0]) < len(page.evaluate("window.early")) / 2
    assert page.evaluate("window.sizes()") == page.evaluate("window.early")
    page.close()


def test_a_wide_formula_shows_that_it_scrolls_and_scrolls_by_keys(browser, site):
    with Visit(browser, site, "book/1-pairs/how_far_ari_goes", width=390) as visit:
        # The formulas of the book may all fit: these do not.
        visit.page.add_style_tag(content="* { transition: none !important; } math[display] { min-width: 40rem; }")
        formulas = visit.page.locator("article div.math").all()
        wide = {one.evaluate("box => box.closest('.admonition')?.className"): one for one in formulas}
        # One formula for each ground: that of the page, of a theorem, of a proof.
        assert wide.keys() >= {None, "proof theorem admonition", "proof admonition"}
        for theme, formula in itertools.product(("light", "dark"), wide.values()):
            if not formula.is_visible():
                continue
            show(visit.page, theme)
            ends = formula.evaluate("box => [0, box.scrollWidth]")
            for position, shaded in zip(ends, [(False, True), (True, False)], strict=True):
                formula.evaluate("(box, left) => { box.scrollLeft = left; }", position)
                # The strip below the letters, where only the ground and the shadow are.
                drawn = np.asarray(Image.open(io.BytesIO(formula.screenshot())).convert("L"), dtype=int)[-4]
                assert tuple(abs(drawn[end] - drawn[100]) > 20 for end in (1, -2)) == shaded
            assert formula.get_attribute("tabindex") == "0"
            formula.evaluate("box => { box.scrollLeft = 0; box.focus(); }")
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
    assert {page for page in written if ".ipynb_checkpoints" not in page} == {*ROAD, *EXCURSIONS}


@pytest.mark.parametrize("name", ["book/back/statements", "book/back/bibliography", "genindex", "book/back/errata"])
@pytest.mark.breadth(first_of=3)
def test_lists_of_the_back_matter_break_no_rule_of_axe(browser, site, name):
    with Visit(browser, site, name) as visit:
        # A colour on its way from one theme to the other is that of neither.
        visit.page.add_style_tag(content="* { transition: none !important; }")
        for theme in ("light", "dark"):
            show(visit.page, theme)
            assert axe_violations(visit.page) == {}


def test_every_page_says_which_version_it_is(book):
    pages = {path.relative_to(book).as_posix(): path.read_text("utf-8") for path in book.rglob("*.html")}
    # The first only leads to the front page.
    stamps = {
        name: re.findall(r'Version <span class="book-version" data-version="([^"]*)" data-build="([^"]*)">', text)
        for name, text in pages.items()
        if name != "index.html" and not name.startswith("_static")
    }
    assert len(stamps) == len(PAGES)
    assert {name: found for name, found in stamps.items() if len(found) != 1 and name != "book/back/cite.html"} == {}
    assert len({stamp for found in stamps.values() for stamp in found}) == 1
    assert stamps["search.html"][0][0] == at.__version__


def test_every_link_within_the_book_leads_somewhere(book):
    broken = broken_links(book)
    assert not broken, "\n".join(f"{page}: {address}" for page, address in broken)


def test_no_header_of_a_table_is_empty(book):
    empty = re.compile(r"<th\b[^>]*>(?:\s|</?p>)*</th>")
    assert not [page.name for page in book.rglob("*.html") if empty.search(page.read_text("utf-8"))]


def test_a_figure_has_one_picture_for_each_theme_and_its_caption_below_either(tour):
    light, dark = (tour.locator(f"article img.only-{theme}") for theme in ("light", "dark"))
    captions = tour.locator("article figure:has(img.only-dark) figcaption")
    assert captions.count() >= 5
    for theme, shown, hidden in (("light", light, dark), ("dark", dark, light)):
        show(tour, theme)
        assert shown.count() == hidden.count() >= 5
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
    assert not any(solution.is_visible() for solution in tour.locator(".solution.dropdown").all())
    tour.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tour.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_solution_opens_wherever_its_bar_is_pressed(browser, site):
    """By mouse and keys; as in other engines and by touch, see tests/demos/test_demo_engines.py."""
    with Visit(browser, site, "book/1-pairs/counting_pairs") as visit:
        page = visit.page
        function_of = lambda body: f"number => (function () {{ {body} }})(number)"  # noqa: E731
        now = lambda: page.evaluate(function_of(OPEN_SOLUTIONS), 0)  # noqa: E731
        places = lambda: steady(lambda: page.evaluate(function_of(PLACES_ON_A_BAR), 1))  # noqa: E731
        expected = now()
        assert not any(expected)
        assert len(places()) >= 4
        for i in range(len(places())):
            # Another one before each: the script remembers the last.
            page.locator("#sol-pairs-move .toggle-button").press("Enter")
            expected[:2] = [not expected[0], not expected[1]]
            page.mouse.click(*places()[i])
            assert now() == expected, i
        for key in ("Enter", " "):
            expected[1] = not expected[1]
            page.locator("#sol-pairs-precision .toggle-button").press(key)
            assert now() == expected
        assert page.evaluate("location.hash") == ""
        assert visit.complaints == []


def test_the_lab_has_a_picture_and_no_dead_control(browser, site):
    with Visit(browser, site, "book/4-practice/your_own_data") as visit:
        assert visit.page.get_by_text("The lab needs a kernel.").count() == 1
        assert visit.page.locator("article img.only-light[alt^='Four panels']").count() == 1
        controls = visit.page.locator("article").locator(
            "select, [role=slider], [type=file]:not(.answers-tools *), .jupyter-widgets"
        )
        assert controls.evaluate_all("nodes => nodes.filter(node => !node.closest('[data-label^=ex-]')).length") == 0


def test_the_button_of_a_solution_and_the_box_of_an_exercise_have_names_of_their_own(browser, site):
    with Visit(browser, site, "book/1-pairs/counting_pairs") as visit:
        label_of = "nodes => nodes.map((node) => node.getAttribute('aria-label'))"
        bars = visit.page.locator(".solution.dropdown > .admonition-title")
        names = bars.locator("button").evaluate_all(label_of)
        assert names == [text.strip() for text in bars.all_inner_texts()]
        boxes = visit.page.locator(".demo-live.demo-exercise").evaluate_all(label_of)
        assert names[0].removeprefix("Solution to Exercise") == next(
            name.removeprefix("Answer to exercise") for name in boxes if not name.startswith("Your prediction: ")
        )
        assert len({*names, *boxes}) == len(names) + len(boxes)


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_the_front_page_opens_with_its_points_and_their_question(browser, site, width, height):
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"{site}book/intro.html", wait_until="networkidle")
    demo = page.locator(".demo-host-live .demo-live").first
    demo.wait_for()
    points, question = demo.locator(".demo-point .demo-marker"), demo.locator(".demo-face-shown")
    assert points.count() == 7
    # What is in the window, and nothing in front of it.
    seen = """node => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const inFront = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top >= 0 && bottom <= innerHeight && right <= innerWidth && node.closest(".demo").contains(inFront);
    }"""
    assert all(node.evaluate(seen) for node in [*points.all(), *question.locator("p, label").all()])
    page.close()


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

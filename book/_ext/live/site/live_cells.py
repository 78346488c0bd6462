"""Run cells in the page's Python, and send what they give to the page."""

import ast
import base64
import json
import linecache
import re
import sys
import traceback
import types

# The worker reads what is written here.
CHANNEL = "/dev/page"
# The page has drawn a widget already, or cannot draw it.
WIDGET = "application/vnd.jupyter.widget-view+json"
NAMESPACE = types.ModuleType("__main__")
sys.modules["__main__"] = NAMESPACE


def send(kind, **fields):
    """Send one event to the page; what was printed before it comes first."""
    sys.stdout.flush()
    sys.stderr.flush()
    with open(CHANNEL, "wb", buffering=0) as channel:
        channel.write(json.dumps({"kind": kind, **fields}).encode())


# Advice on a beginner's slips. The page has its own for unknown names.
HINTS = {
    SyntaxError: "Python could not read the cell. Look at the line that it "
    "names and at the one above: a bracket, a quotation mark or a colon may "
    "be missing.",
    IndentationError: "Lines of one block begin at the same place, four "
    "spaces further in than the line with the colon.",
    ModuleNotFoundError: "Only what the book itself uses can be imported here.",
    AssertionError: "What stands behind `assert` in this line doesn't hold.",
}

CHECK = "This check of the book is about its own data, and you've changed them."
ASIDE = (
    "This part of the book is about its own data, and your change doesn't fit:"
)
# Messages about checks that this cell has given.
TOLD = []


class CellError(Exception):
    """An error has ended a cell, and was sent."""


class Checks(ast.NodeTransformer):
    """Checks of the book that may fail, where a reader has changed its data.

    An ``assert`` that stands in the printed text of the cell, or a call of a
    function such as ``assert_allclose``, only tells so; one that the reader
    has written ends the cell.
    """

    TELL = ast.parse("__import__('live_cells').tell_check()").body

    def __init__(self, printed):
        self.printed = {
            ast.dump(node)
            for node in ast.walk(ast.parse(printed))
            if is_check(node)
        }

    def visit(self, node):
        """Put a check of the book between `try` and `except`."""
        if not is_check(node) or ast.dump(node) not in self.printed:
            return self.generic_visit(node)
        handler = ast.ExceptHandler(None, None, self.TELL)
        told = ast.Try([node], [handler], [], [])
        return ast.fix_missing_locations(ast.copy_location(told, node))


def is_check(node):
    """Tell whether a statement ends the cell where something is not so."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return isinstance(node, ast.Assert)
    return re.match(r"(\w+\.)*assert_", ast.unparse(node)) is not None


def tell_check():
    """Tell once in a cell that a check of the book has failed."""
    if not TOLD:
        send("note", text=CHECK)
    TOLD.append(CHECK)


def run(number, source, book=None):
    """Run the text of a cell; raise if an error has ended it.

    `book` is given where a reader has changed this cell or one above: the
    printed text of the cell as `source`, and whether it is an aside, which
    nobody sees or which only checks (`is_aside`). An aside that fails is told
    of, and the cells below run.
    """
    name = f"<cell {number}>"
    linecache.cache[name] = (
        len(source),
        None,
        source.splitlines(keepends=True),
        name,
    )
    TOLD.clear()
    try:
        tree = ast.parse(source, name)
        if book:
            tree = Checks(book["source"]).visit(tree)
        last = tree.body[-1:] if not source.rstrip().endswith(";") else []
        if last and isinstance(last[0], ast.Expr):
            tree.body.pop()
        else:
            last = []
        exec(compile(tree, name, "exec"), NAMESPACE.__dict__)
        if last:
            value = eval(
                compile(ast.Expression(last[0].value), name, "eval"),
                NAMESPACE.__dict__,
            )
            if value is not None:
                NAMESPACE._ = value
                display(value)
        show_figures()
    except SystemExit as end:
        send("note", text=f"The cell ended with SystemExit({end.code!r}).")
    except BaseException as error:
        show_figures()
        if not (book and book["is_aside"] and source == book["source"]):
            send_error(error, name)
            raise CellError from None
        send("note", text=f"{ASIDE} {message_of(error)}")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def run_from(path):
    """Run the cell that the page has described in a file."""
    with open(path, encoding="utf-8") as file:
        run(**json.load(file))


def message_of(error):
    """What Python says of an error in its last line."""
    return traceback.format_exception_only(error)[-1].strip()


def send_error(error, name):
    """Send an error: message, line, and the traceback from the cell on."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename != name:
        frames = frames.tb_next
    line = (
        getattr(error, "lineno", None)
        if isinstance(error, SyntaxError)
        else None
    )
    at = frames
    while at is not None:
        if at.tb_frame.f_code.co_filename == name:
            line = at.tb_lineno
        at = at.tb_next
    text = "".join(traceback.format_exception(type(error), error, frames))
    send(
        "error",
        name=type(error).__name__,
        message=message_of(error),
        line=line,
        traceback=text,
        missing=error.name if isinstance(error, NameError) else None,
        hint=HINTS.get(type(error)),
    )


class Formatter:
    """Of one type of output: a function for each class."""

    def __init__(self):
        self.functions = {}

    def for_type(self, cls, function):
        """Set the function of a class."""
        self.functions[cls] = function

    def lookup_by_type(self, cls):
        """Return the function of a class."""
        return self.functions[cls]


class Shell:
    """What packages that draw ask of IPython."""

    def __init__(self):
        self.kernel = None
        self.events = types.SimpleNamespace(register=lambda *_: None)
        self.display_formatter = types.SimpleNamespace(
            formatters={"image/png": Formatter()}
        )


SHELL = Shell()


def prepare_figures():
    """Let figures be shown below their cell."""
    import matplotlib as mpl

    mpl.use("agg")
    import matplotlib.pyplot as plt

    plt.show = lambda *_, **__: show_figures()
    SHELL.display_formatter.formatters["image/png"].for_type(
        mpl.figure.Figure, picture_of
    )


def picture_of(figure):
    """Draw as Jupyter does: twice as fine as shown, without margins."""
    import io

    content = io.BytesIO()
    figure.savefig(
        content,
        format="png",
        dpi=2 * figure.dpi,
        bbox_inches="tight",
        facecolor=figure.get_facecolor(),
    )
    data = content.getvalue()
    width, height = (int.from_bytes(data[at : at + 4]) for at in (16, 20))
    return base64.b64encode(data).decode(), {
        "width": width // 2,
        "height": height // 2,
    }


def display(*values, **_):
    """Show values as Jupyter does: a picture, a table, or text."""
    formatter = SHELL.display_formatter.formatters["image/png"]
    for value in values:
        for cls, function in formatter.functions.items():
            if isinstance(value, cls):
                data, metadata = function(value)
                send(
                    "picture",
                    data=data,
                    dark=metadata.get("dark"),
                    **{n: metadata[n] for n in ("width", "height")},
                )
                break
        else:
            html = getattr(value, "_repr_html_", None)
            html = (
                html()
                if html is not None and not isinstance(value, type)
                else None
            )
            if _is_widget(value):
                send("widget")
            elif html is not None:
                send("html", text=html)
            else:
                send("text", text=repr(value))


def _is_widget(value):
    bundle = getattr(value, "_repr_mimebundle_", None)
    if bundle is None or isinstance(value, type):
        return False
    data = bundle()
    # With or without metadata.
    return WIDGET in (data[0] if isinstance(data, tuple) else data)


def show_figures():
    """Show the figures that are open, and close them."""
    if "matplotlib.pyplot" in sys.modules:
        import matplotlib.pyplot as plt

        for number in plt.get_fignums():
            display(plt.figure(number))
        plt.close("all")

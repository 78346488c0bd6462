"""Names that are imported when they are first used, and what to type where a package is missing."""

import ast
import contextlib
import importlib
import sys

#: Packages that do not come with `pip install .`, and the extra of pyproject.toml that brings each.
EXTRAS = {
    **dict.fromkeys(("anywidget", "ipywidgets", "traitlets", "IPython", "quickjs", "rfc8785"), "demos"),
    **dict.fromkeys(("dask", "distributed"), "scale"),
    **dict.fromkeys(("openpyxl", "pyarrow"), "formats"),
}


@contextlib.contextmanager
def naming_extras(what):
    """Say which command brings what `what` lacks."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        message = f'{what} needs {package}, which is not installed: pip install "aucc-teach[{EXTRAS[package]}]"'
        raise ModuleNotFoundError(message, name=package) from error


def places_of(stub):
    """Read which names the stub of a package offers, and the module that has each; None if it is a module itself."""
    places = {}
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            places |= {alias.name: node.module for alias in node.names}
    return places


def attach(package, places):
    """Return `__getattr__`, `__dir__` and `__all__` for a package that imports its names from these modules."""

    def __getattr__(name):
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        place = places[name]
        with naming_extras(f"{package}.{name}"):
            found = importlib.import_module(f"{package}.{place or name}")
        if place is not None:
            found = getattr(found, name)
        setattr(sys.modules[package], name, found)
        return found

    names = sorted(places)
    return __getattr__, lambda: list(names), names

"""Joins JavaScript modules by the imports that they declare, into one text for a page, a widget or QuickJS.

Each file becomes a function of its own, so that private names of two files cannot meet, and gives what it exports to
``modules``, an object that must be in scope: ``modules["static/values.js"].clamp``. Paths are those in this package.

A bundler does more, and comes with Node or as a binary for each platform, which everyone who builds the book would
need; this reads the few forms of import and export that the modules use, and refuses all others.
"""

import functools
import graphlib
import posixpath
import re
from importlib.resources import files
from typing import NamedTuple

__all__ = ["in_order", "joined", "source"]

PACKAGE = files("aucc_teach")

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]*)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function|async function|class) (\w+))", re.MULTILINE)
_EXPORTS = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class _Module(NamedTuple):
    body: str
    imports: dict  # by path: what is imported, as {name there: name here}
    exports: dict  # {name for others: name here}


@functools.cache
def _read(path):
    try:
        text = PACKAGE.joinpath(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ValueError(f"there is no module {path}.") from None
    imports = {}
    for names, target in _IMPORT.findall(text):
        place = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        imports.setdefault(place, {}).update(_renamed(names))
    exports = {name: name for name in _EXPORT.findall(text)}
    for names in _EXPORTS.findall(text):
        exports |= {there: here for here, there in _renamed(names).items()}
    body = _EXPORTS.sub("", _EXPORT.sub("", _IMPORT.sub("", text)))
    if other := _OTHER.search(body):
        raise ValueError(f"{path} must import and export names in braces or as they are declared. Got {other[0]!r}.")
    return _Module(body, imports, exports)


def _renamed(names):
    pairs = (name.split(" as ") for name in re.split(r"\s*,\s*", names.strip()) if name)
    return {pair[0]: pair[-1] for pair in pairs}


def in_order(*paths):
    """Return the paths of modules and of all that they import, each after its imports.

    Raises
    ------
    ValueError
        If a module does not exist or imports itself, directly or through others, if what is imported is not exported,
        or if a line of import or export is of another form.
    """
    graph, waiting = {}, list(paths)
    while waiting:
        path = waiting.pop()
        if path not in graph:
            graph[path] = _read(path).imports
            waiting += graph[path]
            for place, names in graph[path].items():
                if unknown := names.keys() - _read(place).exports.keys():
                    raise ValueError(f"{path} imports {sorted(unknown)[0]} from {place}, which does not export it.")
    sorter = graphlib.TopologicalSorter({path: sorted(graph[path]) for path in sorted(graph)})
    try:
        return tuple(sorter.static_order())
    except graphlib.CycleError as error:
        raise ValueError(f"modules import each other in a circle: {' <- '.join(error.args[1])}.") from None


def joined(*paths, without=()):
    """Return the text that runs modules and all that they import, in order, except those that run already."""
    return "".join(_scope(path) for path in in_order(*paths) if path not in without)


def _scope(path):
    body, imports, exports = _read(path)
    taken = "".join(f'const {_braces(names)} = modules["{place}"];\n' for place, names in imports.items())
    return f'modules["{path}"] ??= (() => {{\n{taken}{body}\nreturn {_braces(exports)};\n}})();\n'


def _braces(names):
    return f"{{ {', '.join(key if key == name else f'{key}: {name}' for key, name in names.items())} }}"


def source(path, *others):
    """Return the text of a self-contained ES module whose default is what one module exports; it runs others, too."""
    return f'const modules = {{}};\n{joined(path, *others)}export default modules["{path}"];\n'

"""What only a clone of the project has: modules in its folder ``book``, found from a folder in the clone upward."""

import sys
from importlib import import_module
from pathlib import Path

__all__ = ["of_the_book"]


def of_the_book(name, folder=None):
    """Import a module or package below ``book`` of the clone in which a folder is; None outside of a clone.

    Without a folder it is the working directory, and then a ``book`` that is on Python's path, as in a build.
    """
    start = Path(folder or ".").resolve()
    books = [place / "book" for place in (start, *start.parents)]
    if folder is None:
        books += [Path(place) for place in sys.path if Path(place).name == "book"]
    for book in books:
        path = book.joinpath(*name.split("."))
        if path.with_suffix(".py").is_file() or (path / "__init__.py").is_file():
            # On the path, so that worker processes find the functions of a study by the names of their modules.
            if str(book) not in sys.path:
                sys.path.append(str(book))
            return import_module(name)
    return None

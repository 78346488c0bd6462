"""Files that were handed in, in folders and in zips, read where they are: nothing is unpacked, and all is bounded."""

import io
import re
import struct
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

__all__ = ["Found", "files_in", "is_zip"]

# The answers to all questions of the book, fifty tries each, take less.
MOST_BYTES = 20_000_000
# In a zip that lies in the folder, which a learning system has made of a whole class.
MOST_OF_CLASS = {"files": 20_000, "bytes": 1_000_000_000}
# In a zip within it, with all that is in there: what one student has handed in.
MOST_OF_STUDENT = {"files": 200, "bytes": 50_000_000}
DEPTH = 3  # zips within zips
# Bytes for a name and what belongs to it in a zip's table of contents.
_OF_NAME = 500
_END, _LARGE = b"PK\x05\x06", b"PK\x06\x07"
# What reading a damaged zip raises.
_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(ValueError, NotImplementedError, RuntimeError, MemoryError),
)
# Others unpack without a bound, whatever number of bytes is asked for.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Found(NamedTuple):
    """A file: the names of the folders, and zips, that it lies in and its own; its content, or why there is none.

    Both are None for a file that is not read, because it holds neither answers nor files.
    """

    parts: tuple
    content: bytes | None
    problem: str | None


class _Budget:
    """How many files, and bytes when they are unpacked, a zip may still hold."""

    def __init__(self, most):
        self.most, self.files, self.bytes = most, 0, 0

    def add(self, *, files=0, count=0):
        self.files += files
        self.bytes += count
        if self.files > self.most["files"] or self.bytes > self.most["bytes"]:
            raise ValueError(
                f"it holds more than {self.most['files']} files or {self.most['bytes'] // 10**6} million bytes: the "
                "rest is not read."
            )


def is_zip(name):
    """Whether a name is that of a zip."""
    return name.lower().endswith(".zip")


def files_in(place):
    """All files of a folder or a zip, and of the folders and zips in it, in the order of their names.

    Hidden files are left out, as systems leave them. No file is written, so no name in a zip leads anywhere; a link in
    the folder that leads out of it is not followed.
    """
    place = Path(place)
    if place.is_file():
        with place.open("rb") as file:
            yield from _of_zip(file, (place.name,), 1, _Budget(MOST_OF_CLASS))
        return
    home = place.resolve()
    for path in sorted(place.rglob("*")):
        parts = path.relative_to(place).parts
        if _is_hidden(parts) or not path.is_file():
            continue
        try:
            if not path.resolve().is_relative_to(home):
                raise ValueError("it is a link to a place outside of the folder.")
            if not _is_wanted(parts[-1]):
                yield Found(parts, None, None)
            elif is_zip(parts[-1]):
                with path.open("rb") as file:
                    yield from _of_zip(file, parts, 1, _Budget(MOST_OF_CLASS))
            else:
                _check_size(path.stat().st_size, MOST_BYTES)
                yield Found(parts, path.read_bytes(), None)
        except (ValueError, OSError, MemoryError) as error:
            yield Found(parts, None, str(error))


def _is_hidden(parts):
    return any(part.startswith((".", "__MACOSX")) for part in parts)


def _is_wanted(name):
    # Windows hides the last ending, so that answers.json.txt looks like what was asked for.
    return ".json" in name.lower() or is_zip(name)


def _check_size(size, most):
    if size > most:
        raise ValueError(f"it has {size / 10**6:.3g} million bytes, and {most // 10**6} are the most.")


def _of_zip(file, parts, depth, budget):
    try:
        _check_contents(file, budget.most["files"])
        with zipfile.ZipFile(file) as archive:
            for info in sorted(archive.infolist(), key=lambda one: one.filename):
                budget.add(files=1)
                inner = _parts_of(info)
                if not inner or info.is_dir() or _is_hidden(inner):
                    continue
                yield from _of_member(archive, info, parts + inner, depth, budget)
    except _DAMAGED as error:
        why = str(error) or type(error).__name__
        yield Found(parts, None, why if isinstance(error, ValueError) else f"it is no zip that can be read: {why}.")


def _of_member(archive, info, parts, depth, budget):
    if not _is_wanted(parts[-1]):
        yield Found(parts, None, None)
        return
    try:
        content = _unpacked(archive, info, budget)
    except _DAMAGED as error:
        if budget.bytes > budget.most["bytes"]:
            raise
        yield Found(parts, None, str(error) or type(error).__name__)
        return
    if not is_zip(parts[-1]):
        yield Found(parts, content, None)
    elif depth == DEPTH:
        yield Found(parts, None, f"it is a zip in a zip, {DEPTH} deep, and is not opened.")
    else:
        yield from _of_zip(io.BytesIO(content), parts, depth + 1, _Budget(MOST_OF_STUDENT) if depth == 1 else budget)


def _unpacked(archive, info, budget):
    """The content of a file in a zip; what it says of its size is not relied on."""
    if info.compress_type not in _METHODS:
        raise ValueError("it is packed in a way that is not read here. Pack it as zips usually are.")
    if info.flag_bits & 1:
        raise ValueError("it is locked by a password.")
    _check_size(info.file_size, MOST_BYTES)
    with archive.open(info) as file:
        content = file.read(MOST_BYTES + 1)
    budget.add(count=len(content))
    _check_size(len(content), MOST_BYTES)
    return content


def _parts_of(info):
    name = info.filename
    # Without the mark for UTF-8 each byte was read as a letter of another code.
    if not info.flag_bits & 0x800:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return tuple(part for part in re.split(r"[/\\]", name) if part.strip(" ."))


def _check_contents(file, most):
    """Refuse a table of contents that would fill the memory before the first of its files is counted."""
    file.seek(max(file.seek(0, io.SEEK_END) - 2**16 - 42, 0))
    end = file.read()
    place = end.rfind(_END, 0, max(len(end) - 18, 0))
    if place < 0:
        raise zipfile.BadZipFile("it has no table of contents")
    (size,) = struct.unpack_from("<I", end, place + 12)
    if size > most * _OF_NAME or end[max(place - 20, 0) : place].startswith(_LARGE):
        raise ValueError(f"its table of contents is that of more than {most} files.")

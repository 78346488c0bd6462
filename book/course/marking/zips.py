"""Reads hand-ins from folders and zips; nothing is unpacked to disk, and sizes are bounded."""

import io
import re
import struct
import zipfile
import zlib
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

__all__ = ["STRANGE", "Found", "files_in", "is_zip"]

STRANGE = "its name ends in neither .json nor .zip."

# Fifty tries for every question of the book take fewer bytes.
MOST_BYTES = 20_000_000
# Limits for a zip in the folder, which a learning system made of a whole class.
MOST_OF_CLASS = {"files": 20_000, "bytes": 1_000_000_000}
# Limits for a zip inside it, with its inner zips: what one student handed in.
MOST_OF_STUDENT = {"files": 200, "bytes": 50_000_000}
DEPTH = 3  # zips within zips
# Bytes for one entry in a zip's table of contents.
_OF_NAME = 500
_END, _LARGE = b"PK\x05\x06", b"PK\x06\x07"
# Reading a damaged zip may raise any of these.
_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(ValueError, NotImplementedError, RuntimeError, MemoryError),
)
# With other methods, Python unpacks more than the number of bytes that was asked for.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Found(NamedTuple):
    """A file: the names of the folders, and zips, that it lies in and its own; its content, or why there is none.

    ``when`` is the time, in seconds since 1970, at which the file system or the zip of the class says that it was
    written; None if there is none. A file whose name ends in neither .json nor .zip isn't read.
    """

    parts: tuple
    content: bytes | None
    problem: str
    when: float | None = None


class _Budget:
    """Counts files and unpacked bytes against the limits of a zip."""

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
    """Tell whether a name ends like that of a zip."""
    return name.lower().endswith(".zip")


def files_in(place):
    """Yield all files of a folder or a zip, and of folders and zips inside, in the order of their names.

    Hidden files, which systems leave behind, are skipped. No file is written, so a path in a zip can do no harm; links
    that lead out of the folder are not followed.
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
                yield Found(parts, None, STRANGE)
            elif is_zip(parts[-1]):
                with path.open("rb") as file:
                    yield from _of_zip(file, parts, 1, _Budget(MOST_OF_CLASS))
            else:
                about = path.stat()
                _check_size(about.st_size, MOST_BYTES)
                yield Found(parts, path.read_bytes(), "", about.st_mtime)
        except (ValueError, OSError, MemoryError) as error:
            yield Found(parts, None, str(error))


def _is_hidden(parts):
    return any(part.startswith((".", "__MACOSX")) for part in parts)


def _is_wanted(name):
    # Windows hides the last ending, so students may hand in answers.json.txt.
    return ".json" in name.lower() or is_zip(name)


def _check_size(size, most):
    if size > most:
        raise ValueError(f"it has {size / 10**6:.3g} million bytes, and {most // 10**6} are the most.")


def _of_zip(file, parts, depth, budget, when=None):
    try:
        _check_contents(file, budget.most["files"])
        with zipfile.ZipFile(file) as archive:
            for info in sorted(archive.infolist(), key=lambda one: one.filename):
                budget.add(files=1)
                inner = _parts_of(info)
                if not inner or info.is_dir() or _is_hidden(inner):
                    continue
                # Within a zip of a zip, times are those of a student's computer.
                at = _time_of(info) if depth == 1 else when
                yield from _of_member(archive, info, parts + inner, depth, budget, at)
    except _DAMAGED as error:
        why = str(error) or type(error).__name__
        yield Found(parts, None, why if isinstance(error, ValueError) else f"it is no zip that can be read: {why}.")


def _time_of(info):
    """Convert the time in a zip, which has no time zone; None for 1980, which zips have where no time was set."""
    with suppress(ValueError):
        return datetime(*info.date_time, tzinfo=UTC).timestamp() if info.date_time[0] > 1980 else None


def _of_member(archive, info, parts, depth, budget, when):
    if not _is_wanted(parts[-1]):
        yield Found(parts, None, STRANGE)
        return
    try:
        content = _unpacked(archive, info, budget)
    except _DAMAGED as error:
        if budget.bytes > budget.most["bytes"]:
            raise
        yield Found(parts, None, str(error) or type(error).__name__)
        return
    if not is_zip(parts[-1]):
        yield Found(parts, content, "", when)
    elif depth == DEPTH:
        yield Found(parts, None, f"it is a zip in a zip, {DEPTH} deep, and is not opened.")
    else:
        budget = _Budget(MOST_OF_STUDENT) if depth == 1 else budget
        yield from _of_zip(io.BytesIO(content), parts, depth + 1, budget, when)


def _unpacked(archive, info, budget):
    """Unpack a file in a zip, without trusting the size that the zip states."""
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
    # Without the UTF-8 flag, Python decoded the name as cp437.
    if not info.flag_bits & 0x800:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return tuple(part for part in re.split(r"[/\\]", name) if part.strip(" ."))


def _check_contents(file, most):
    """Refuse a table of contents that would fill the memory before any file is counted."""
    file.seek(max(file.seek(0, io.SEEK_END) - 2**16 - 42, 0))
    end = file.read()
    place = end.rfind(_END, 0, max(len(end) - 18, 0))
    if place < 0:
        raise zipfile.BadZipFile("it has no table of contents")
    (size,) = struct.unpack_from("<I", end, place + 12)
    if size > most * _OF_NAME or end[max(place - 20, 0) : place].startswith(_LARGE):
        raise ValueError(f"its table of contents is that of more than {most} files.")

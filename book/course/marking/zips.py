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
# Files of answers in a zip that a learning system made of a class, and in a zip inside it, which a student made.
MOST_FILES = (20_000, 20)
# Bytes for one entry in a zip's table of contents.
_OF_NAME = 500
_END, _LARGE = b"PK\x05\x06", b"PK\x06\x07"
# Reading a damaged zip may raise any of these.
_DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, MemoryError)
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


def is_zip(name):
    """Tell whether a name ends like that of a zip."""
    return name.lower().endswith(".zip")


def files_in(place):
    """Yield all files of a folder or a zip, and of folders and zips inside, in the order of their names.

    Hidden files, which systems leave behind, are skipped. No file is written, so a path in a zip can do no harm; links
    that lead out of the folder are not followed.
    """
    place = Path(place)
    home = place.resolve()
    for path in [place] if place.is_file() else sorted(place.rglob("*")):
        parts = (place.name,) if path == place else path.relative_to(place).parts
        if _is_hidden(parts) or not path.is_file():
            continue
        try:
            if not path.resolve().is_relative_to(home):
                raise ValueError("it is a link to a place outside of the folder.")
            with path.open("rb") as file:
                yield from _of_file(file, parts, path.stat().st_mtime)
        except (ValueError, OSError) as error:
            yield Found(parts, None, str(error))


def _is_hidden(parts):
    return any(part.startswith((".", "__MACOSX")) for part in parts)


def _is_wanted(name):
    # Windows hides the last ending, so students may hand in answers.json.txt.
    return ".json" in name.lower() or is_zip(name)


def _of_file(file, parts, when, depth=0):
    """Yield a file, or the files in it if it is a zip; `depth` counts the zips around it."""
    if not _is_wanted(parts[-1]):
        yield Found(parts, None, STRANGE)
    elif not is_zip(parts[-1]):
        yield Found(parts, _bounded(file), "", when)
    elif depth == len(MOST_FILES):
        yield Found(parts, None, f"it is a zip in a zip, {depth + 1} deep, and is not opened.")
    else:
        try:
            yield from _of_zip(io.BytesIO(_bounded(file)) if depth else file, parts, when, depth)
        except _DAMAGED as error:
            why = str(error) or type(error).__name__
            yield Found(parts, None, why if isinstance(error, ValueError) else f"it is no zip that can be read: {why}.")


def _bounded(file):
    """Read a file without trusting the size that a zip states."""
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES // 10**6} million bytes, which are the most.")
    return content


def _of_zip(file, parts, when, depth):
    most, count = MOST_FILES[depth], 0
    _check_contents(file)
    with zipfile.ZipFile(file) as archive:
        for info in sorted(archive.infolist(), key=lambda one: one.filename):
            inner = _parts_of(info)
            if not inner or info.is_dir() or _is_hidden(inner):
                continue
            count += _is_wanted(inner[-1])
            if count > most:
                raise ValueError(f"it holds more than {most} files of answers: the rest is not read.")
            try:
                if info.compress_type not in _METHODS:
                    raise ValueError("it is packed in a way that is not read here. Pack it as zips usually are.")
                # Within a zip of a zip, times are those of a student's computer.
                at = when if depth else _time_of(info)
                with archive.open(info) as member:
                    yield from _of_file(member, parts + inner, at, depth + 1)
            except _DAMAGED as error:
                yield Found(parts + inner, None, str(error) or type(error).__name__)


def _time_of(info):
    """Convert the time in a zip, which has no time zone; None for 1980, which zips have where no time was set."""
    with suppress(ValueError):
        return datetime(*info.date_time, tzinfo=UTC).timestamp() if info.date_time[0] > 1980 else None


def _parts_of(info):
    name = info.filename
    # Without the UTF-8 flag, Python decoded the name as cp437.
    if not info.flag_bits & 0x800:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return tuple(part for part in re.split(r"[/\\]", name) if part.strip(" ."))


def _check_contents(file):
    """Refuse a table of contents that would fill the memory before any file is counted."""
    most = MOST_FILES[0]
    file.seek(max(file.seek(0, io.SEEK_END) - 2**16 - 42, 0))
    end = file.read()
    place = end.rfind(_END, 0, max(len(end) - 18, 0))
    if place < 0:
        raise zipfile.BadZipFile("it has no table of contents")
    (size,) = struct.unpack_from("<I", end, place + 12)
    if size > most * _OF_NAME or end[max(place - 20, 0) : place].startswith(_LARGE):
        raise ValueError(f"its table of contents is that of more than {most} files.")

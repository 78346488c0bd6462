"""The book on paper: chapters of the built book as one PDF file, whose links lead to places within it.

The chapters are joined into one page before Chromium prints it, so that every link finds its place and the outline has
all chapters.
"""

import io
import logging
import posixpath
import tempfile
from importlib.util import find_spec
from pathlib import Path

from built_pages import BACK, about_book, article_of, lead_links, page_of, remove, sheets_of, unfold
from chromium import chromium, missing
from command_arguments import add_chapters, add_site, add_url, chapters_in
from contents import ROOT, SITE, chapters_of, chosen, road_of
from marked_text import environment

from aucc_teach.command_line import path_word
from aucc_teach.files import check_file

__all__ = ["add_arguments", "paper_page", "run", "write_pdf"]

PAPERS = ("A4", "Letter")
# Folded parts are not printed: solutions, unless an edition has them open, and code that draws.
_FOLDED = ".admonition.dropdown, details:not([open])"
_FOOT = '<div style="width: 100%; font-size: 9px; text-align: center"><span class="pageNumber"></span></div>'
_POINTS_AT = ("id", "for", "aria-labelledby", "aria-describedby", "aria-controls")

DESCRIPTION = "Print chapters of the built book as one PDF file, with an outline and working links."
EXAMPLES = """examples:
  python book/course print ../road.pdf                             the chapters of the road, without excursions
  python book/course print ../short.pdf --chapters rand_c,ties --paper Letter
  python book/course print ../notes.pdf --site ../notes/_build/html --chapters rand_c

The book must have been built; --site names the folder of another one, such as an edition's. The glossary and the
bibliography follow the chapters. What is folded in a page is left out, so the solutions are in the file only if the
edition has them open. A link to a page that is not in the file becomes plain text, or leads to the book on the web if
--url says where that is. It takes about ten seconds a chapter, and needs Chromium (CHROMIUM names it), Playwright
and pypdf (pip install playwright pypdf).
"""


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("out", type=Path, help="PDF file to write; it must not exist")
    add_chapters(parser, "the road")
    add_site(parser)
    add_url(parser)
    parser.add_argument("--paper", choices=PAPERS, default=PAPERS[0])


def run(options):
    """Do what the command line says, and give the exit code."""
    names = write_pdf(options.out, chapters_in(options), site=options.site, address=options.url, paper=options.paper)
    print(f"{path_word(options.out)} holds {len(names)} chapters: {', '.join(names)}.")
    return 0


def write_pdf(out, names=None, *, site=SITE, address=None, paper="A4", root=ROOT):
    """Print chapters into one PDF file, and return their names; without names, the chapters of the road.

    Links to what is not in the file lead to the address. A file that exists, a page that is not built, and a program
    that prints and is not installed are a ValueError.
    """
    out, site = Path(out), Path(site).resolve()
    chapters = chosen(chapters_of(root), names or road_of(root))
    if out.exists() or not out.resolve().parent.is_dir():
        raise ValueError(f"the file to write must not exist, and its folder must. Got {out}.")
    check_file(out)
    if lacking := missing() or ("" if find_spec("pypdf") else "pypdf"):
        raise ValueError(f"to print, {lacking} must be installed.")
    made = paper_page(chapters, site, address, root)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        path = Path(folder, "book.html")
        path.write_text(made, encoding="utf-8")
        page = browser.new_page()
        page.set_default_timeout(600_000)
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready]")
        layout = {"format": paper, "margin": dict.fromkeys(("top", "bottom", "left", "right"), "2cm")}
        printed = page.pdf(
            **layout,
            outline=True,
            tagged=True,
            display_header_footer=True,
            header_template="<i></i>",
            footer_template=_FOOT,
        )
        headings = page.evaluate("headings()")
        page.evaluate("numbers => showNumbers(numbers)", _sheets_of(printed))
        numbers = page.pdf(**layout)
    finished = _finished(printed, numbers, headings)
    finished.add_metadata({"/Author": ", ".join(about_book(root)["authors"])})
    finished.write(out)
    return [chapter.name for chapter in chapters]


def _sheets_of(printed):
    """Find the number of the sheet for each target of a link."""
    from pypdf import PdfReader

    # Chromium writes a wrong count of objects into long files; pypdf warns about it and repairs it.
    logging.getLogger("pypdf").setLevel(logging.ERROR)
    reader = PdfReader(io.BytesIO(printed))
    places = reader.named_destinations
    return {place.lstrip("/"): reader.get_destination_page_number(found) + 1 for place, found in places.items()}


def _finished(printed, numbers, headings):
    """Stamp the sheet numbers onto the contents, and correct the headings of the outline."""
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import NameObject, TextStringObject

    writer = PdfWriter(clone_from=io.BytesIO(printed))
    for sheet, over in zip(writer.pages, PdfReader(io.BytesIO(numbers)).pages, strict=False):
        sheet.merge_page(over)
    entries, waiting = [], [writer.root_object["/Outlines"]["/First"]]
    while waiting:
        entries.append(waiting.pop().get_object())
        waiting += [entries[-1][name] for name in ("/Next", "/First") if name in entries[-1]]
    # Chromium repeats a heading that it moved to the next sheet, and joins lines without a space.
    for entry, heading in zip(entries, headings, strict=True):
        entry[NameObject("/Title")] = TextStringObject(heading)
    return writer


def paper_page(chapters, site, address=None, root=ROOT):
    """Join chapters of the built book, with glossary and bibliography, into the HTML of one page."""
    files = [*(chapter.file for chapter in chapters), *BACK]
    pages = {file: page_of(site, file) for file in files}
    articles = {file: article_of(page) for file, page in pages.items()}
    for article in articles.values():
        unfold(article)
        remove(article.select(f"{_FOLDED}, .toctree-wrapper"))
    known = {file: {node["id"] for node in article.select("[id]")} for file, article in articles.items()}

    def within(file, anchor):
        return f"#{_place(file, anchor)}" if file in known and (not anchor or anchor in known[file]) else None

    for file, article in articles.items():
        _name_places(article, file)
        lead_links(article, file, within, address)
        for picture in article.select("img"):
            picture["src"] = (site / posixpath.dirname(file) / picture["src"]).resolve().as_uri()
        article["id"] = _place(file)
    scripts = [
        (site / posixpath.dirname(file) / node["src"].split("?")[0]).resolve().as_uri()
        for file, page in pages.items()
        for node in page.select('script[src*="aucc-demo"]')
    ]
    parts = {}
    for chapter in chapters:
        heading = articles[chapter.file].h1.decode_contents()
        parts.setdefault(chapter.part, []).append((_place(chapter.file), heading))
    back = [(_place(file), articles[file].h1.decode_contents()) for file in BACK]
    return (
        environment()
        .get_template("print.html")
        .render(
            sheets=sheets_of(pages, site),
            scripts=dict.fromkeys(scripts),
            style=environment().get_template("print.css").render(),
            parts=[*parts.items(), ("Back matter", back)],
            articles=[str(article) for article in articles.values()],
            about=about_book(root),
        )
    )


def _place(file, anchor=""):
    """Name a place in the joined page: an anchor of a page, or its top."""
    name = posixpath.basename(file)
    return f"{name}--{anchor}" if anchor else name


def _name_places(article, file):
    """Rename the anchors of an article to those of the joined page."""
    for node in article.select(", ".join(f"[{name}]" for name in _POINTS_AT)):
        for name in _POINTS_AT:
            if node.get(name):
                node[name] = " ".join(_place(file, anchor) for anchor in node[name].split())

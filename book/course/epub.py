"""The book for e-readers: pages of the built book as one EPUB 3 file, which needs no script and no network.

Interactive parts become what an e-reader can show: a demo is a picture of its first state, the questions of an exercise
are text, and the text folded below an exercise moves to the end of the book.
"""

import base64
import hashlib
import json
import posixpath
import re
import uuid
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from answer_key import key_of
from bs4 import BeautifulSoup
from built_pages import BACK, about_book, article_of, lead_links, page_of, remove, sheets_of, unfold, words_of
from chromium import missing
from command_arguments import add_chapters, add_site, add_url, chapters_in
from contents import ROOT, SITE, chapters_of, chosen
from demo_pictures import pictures
from marked_text import as_markdown, environment
from markupsafe import Markup

from aucc_teach.command_line import path_word
from aucc_teach.exercises import all_questions
from aucc_teach.files import check_file

__all__ = ["add_arguments", "run", "write_epub"]

# Pages of the whole book before and after its chapters; the others serve the screen or a clone.
_FRONT = ("book/intro",)
_WHOLE_BACK = (
    *("book/back/when_you_are_stuck", "book/back/cards", "book/back/errata", "book/back/statements"),
    *("book/back/reading_on", *BACK, "book/back/about"),
)
_KINDS = {"book/back/glossary": "glossary", "book/back/bibliography": "bibliography"}
_FONT = re.compile(r"url\(\"?data:font/woff2?;base64,([^\")]+)\"?\)")
# An e-reader has no use for these parts of a page.
_LEFT_OUT = "script, button, annotation, .toctree-wrapper, details:not([open]), .demo-tools"
_DROPPED = ("aria-label", "aria-describedby", "aria-labelledby", "role", "tabindex", "translate")
_STYLES = ("displaystyle", "scriptlevel")
_OF_ADDRESSES = ":/?#[]@!$&'()*+,;=%~"

DESCRIPTION = "Make one EPUB file of the built book, for e-readers."
EXAMPLES = """examples:
  python book/course epub ../book.epub                             the whole book
  python book/course epub ../short.epub --chapters rand_c,ties     these chapters, glossary and bibliography
  python book/course epub ../mine.epub --course course.yml --site ../course/_build/html

The book must have been built; --site names the folder of another one, such as an edition's. Demos are pictures of their
beginning. The answers to the exercises stand at the end, unless the edition has none. A link to a page that is not in
the file becomes plain text, or leads to the book on the web if --url or _config.yml says where that is. It takes about
a minute, and needs Chromium (CHROMIUM names it) and Playwright (pip install playwright). The same book gives the same
file.
"""


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("out", type=Path, help="EPUB file to write; it must not exist")
    add_chapters(parser, "the whole book")
    add_site(parser)
    add_url(parser)


def run(options):
    """Do what the command line says, and give the exit code."""
    names = write_epub(options.out, chapters_in(options), site=options.site, address=options.url)
    print(f"{path_word(options.out)} holds {len(names)} chapters: {', '.join(names)}.")
    return 0


def write_epub(out, names=None, *, site=SITE, address=None, root=ROOT):
    """Write chapters into one EPUB file, and return their names; without names, the whole book.

    Links to what is not in the file lead to the address. A file that exists, a page that is not built, formulas that
    are no MathML, and a program that draws and is not installed are a ValueError.
    """
    out, site = Path(out), Path(site).resolve()
    chapters = chosen(chapters_of(root), names)
    if out.exists() or not out.resolve().parent.is_dir():
        raise ValueError(f"the file to write must not exist, and its folder must. Got {out}.")
    check_file(out)
    if lacking := missing():
        raise ValueError(f"to draw the demos, {lacking} must be installed.")
    front, back = ((), BACK) if names else (_FRONT, _WHOLE_BACK)
    about = about_book(root)
    book = _Book(site, address, [*front, *(chapter.file for chapter in chapters), *back])
    parts = {}
    for chapter in chapters:
        parts.setdefault(chapter.part, []).append((chapter.file, bool(chapter.number)))
    _zipped(out, book.files(about, front, parts, back), about["date"])
    return [chapter.name for chapter in chapters]


@dataclass
class _Book:
    """The book in the making: pages, answers by the file of their chapter, and pictures by their names."""

    site: Path
    address: str | None
    sources: list
    pictures: dict = field(default_factory=dict)

    def __post_init__(self):
        self.pages = {file: page_of(self.site, file) for file in self.sources}
        self.articles = {file: article_of(page) for file, page in self.pages.items()}
        for file, article in self.articles.items():
            if found := [one.text for one in article.select(".math") if one.find("math") is None]:
                raise ValueError(f"formulas must be drawn as MathML when the book is built. Got {found[0]} in {file}.")
        self.known = all_questions(folder=ROOT / "book")
        self.templates = environment()

    def files(self, about, front, parts, back):
        """Make all files, by their names within the book: texts and bytes."""
        sheets = sheets_of(self.pages, self.site)
        titles = {file: words_of(article.h1) for file, article in self.articles.items()}
        self.answers = {file: self._answers(file) for file in self.sources}
        self._draw_demos(sheets, about)
        for file, article in self.articles.items():
            self._write_questions(article)
            unfold(article)
            for part in (article, *self.answers[file]):
                remove(part.select(_LEFT_OUT))
        within = self._places()
        for file, article in self.articles.items():
            for part in (article, *self.answers[file]):
                lead_links(part, file, within, self.address)
                self._take_pictures(part, file)
                _simplify(part)
        answered = [file for file in self.sources if self.answers[file]]
        # Files of one version with the same pages have the same identifier.
        named = json.dumps([about["title"], about["version"], self.sources, answered])
        about |= {"identifier": uuid.uuid5(uuid.NAMESPACE_URL, named), "address": self.address}
        pages = {
            _name(file): self._page(titles[file], article.decode_contents(), about, _KINDS.get(file, ""))
            for file, article in self.articles.items()
        }
        pages |= {
            _name(file, "answers"): self._page(
                f"Answers: {titles[file]}", "\n".join(map(str, self.answers[file])), about, has_title=False
            )
            for file in answered
        }
        tree = {
            "front": [(_name(file), titles[file]) for file in front],
            "parts": [
                (part, _nested([(_name(file), titles[file], top) for file, top in found]))
                for part, found in parts.items()
            ],
            "back": [(_name(file), titles[file]) for file in back],
            "answers": [(_name(file, "answers"), titles[file]) for file in answered],
        }
        fonts = self._fonts(sheets)
        order = [
            *(_name(file) for file in front),
            *(_name(file) for found in parts.values() for file, _ in found),
            *(_name(file, "answers") for file in answered),
            *(_name(file) for file in back),
        ]
        names = ("epub_title.xhtml", "epub_contents.xhtml", "epub.opf", "epub.css")
        title_page, contents, package, style = (
            self.templates.get_template(name).render(
                about=about,
                tree=tree,
                order=order,
                with_formulas={name for name, text in pages.items() if "<math" in text},
                pictures=sorted(self.pictures),
                has_font=bool(fonts),
                kinds={_name(file): kind for file, kind in _KINDS.items()},
                is_whole=bool(front),
            )
            for name in names
        )
        made = {"book.opf": package, "contents.xhtml": contents, "title.xhtml": title_page, "book.css": style}
        return made | pages | self.pictures | fonts

    def _page(self, title, body, about, kind="", *, has_title=True):
        return self.templates.get_template("epub_page.xhtml").render(
            title=title, body=Markup(body), about=about, kind=kind, has_title=has_title
        )

    # ---- folded text goes to the end

    def _answers(self, file):
        """Move the answers to exercises, and the outcomes of *Try this*, out of a page; returns them."""
        article, found = self.articles[file], []
        for node in article.select(".solution, .try-this details.sd-dropdown"):
            asked = node.find_parent(class_="try-this") or node.find_previous(class_="exercise")
            asked["id"] = asked.get("id") or f"try-{len(found)}"
            name = node.get("id") or f"{asked['id']}-seen"
            heading = asked.select_one(".admonition-title")
            place = asked.find_previous(["h2", "h1"]).decode_contents()
            title = heading.decode_contents() if "exercise" in asked["class"] else f"{heading.text}: <i>{place}</i>"
            remove(node.select(":scope > .admonition-title, :scope > summary"))
            questions = [one for one in self.known.get(asked["id"], ()) if one.kind != "construct"]
            made = self.templates.get_template("epub_answer.html").render(
                name=name,
                title=Markup(title),
                asked=asked["id"],
                key=_key(questions),
                body=Markup(node.decode_contents()),
            )
            found.append(BeautifulSoup(made, "html.parser").section)
            words = "Answer" if "exercise" in asked["class"] else "What you will see"
            link = BeautifulSoup(f'<p class="to-answer"><a href="#{name}">{words}</a></p>', "html.parser")
            asked.append(link)
            node.decompose()
        return found

    def _places(self):
        """Make a function that maps the file and the anchor of a place to its new link."""
        where = {}
        for file, article in self.articles.items():
            where[file, ""] = _name(file)
            for name, parts in ((_name(file), [article]), (_name(file, "answers"), self.answers[file])):
                for part in parts:
                    named = [part, *part.select("[id]")]
                    where |= {(file, one["id"]): f"{name}#{one['id']}" for one in named if one.get("id")}
        return lambda file, anchor: where.get((file, anchor))

    # ---- pictures of demos, and questions as text

    def _draw_demos(self, sheets, about):
        """Put a picture in the place of each demo."""
        hosts = [
            (file, host)
            for file in self.sources
            for part in (self.articles[file], *self.answers[file])
            for host in part.select(".demo-host:not([data-demo=exercise])")
        ]
        cover = self.templates.get_template("epub_cover.html").render(
            mark=Markup((ROOT / "book" / "_static" / "favicon.svg").read_text("utf-8")), about=about
        )
        drawn, self.pictures["cover.png"] = pictures(
            sheets, [str(host.select_one(".demo")) for _, host in hosts], cover
        )
        for (file, host), picture in zip(hosts, drawn, strict=True):
            name = f"demo-{hashlib.sha256(picture).hexdigest()[:16]}.png"
            self.pictures[name] = picture
            named = host.find_parent(id=True)
            made = self.templates.get_template("epub_demo.html").render(
                name=name,
                shown=[one["aria-label"] for one in host.select("[role=img]")],
                status=" ".join(one.get_text(" ", strip=True) for one in host.select(".demo-status")),
                question="" if host.get("data-label") else host.select_one(".demo-question").get_text(),
                steps=[step["todo"] for step in json.loads(host.script.string)["lesson"]]
                if host.get("data-label")
                else [],
                title=words_of(self.articles[file].h1),
                link=f"{self.address.rstrip('/')}/{file}.html#{named['id']}" if self.address else "",
            )
            host.replace_with(BeautifulSoup(made, "html.parser"))

    def _write_questions(self, article):
        """Write out the questions of exercises, and predictions, as text."""
        for host in article.select(".demo-host[data-demo=exercise]"):
            questions = json.loads(host.script.string)["questions"]
            made = self.templates.get_template("epub_questions.html").render(questions=questions)
            host.replace_with(BeautifulSoup(made, "html.parser"))

    # ---- pictures and fonts that a page loads

    def _take_pictures(self, part, file):
        for node in part.select("img"):
            if node["src"] in self.pictures:
                continue
            source = (self.site / posixpath.dirname(file) / node["src"]).resolve()
            node["src"] = source.name
            self.pictures[source.name] = source.read_bytes()
            # The picture keeps its width in the text; the height follows.
            width = re.search(r"width: (\d+)px", node.get("style", ""))
            node["width"] = width[1] if width else node.get("width", "")
            for name in ("style", "height", "class"):
                del node[name]

    def _fonts(self, sheets):
        """Extract the font of formulas from the style sheet of the built book."""
        for sheet in sheets:
            if sheet.endswith("/formulas.css") and (
                found := _FONT.search(Path(sheet.removeprefix("file://")).read_text("utf-8"))
            ):
                return {"formulas.woff": base64.b64decode(found[1])}
        return {}


def _key(questions):
    """Write the right answers to questions as HTML."""
    from markdown_it import MarkdownIt

    return Markup(MarkdownIt().render(key_of(questions, as_markdown)))


def _simplify(part):
    """Remove attributes that only scripts and style sheets of the built book read."""
    for formula in part.select("math"):
        formula["xmlns"] = "http://www.w3.org/1998/Math/MathML"
        for node in formula.select("[displaystyle], [scriptlevel]"):
            _wrap_style(node)
    for link in part.select("a[href]"):
        link["href"] = quote(link["href"], safe=_OF_ADDRESSES)
    for node in part.find_all(True):
        for name in [name for name in node.attrs if name in _DROPPED or name.startswith("data-")]:
            del node[name]


def _wrap_style(node):
    """Move the style of a part of a formula to an element around it, as MathML 3 requires, which EPUB has."""
    allowed = {"mstyle": _STYLES, "mtable": ("displaystyle",)}.get(node.name, ())
    moved = {name: node.attrs.pop(name) for name in _STYLES if name in node.attrs and name not in allowed}
    if moved:
        node.wrap(BeautifulSoup("", "html.parser").new_tag("mstyle", attrs=moved))


def _name(file, of=""):
    """Name a page of the EPUB by the file of the built page."""
    return f"{of}{of and '-'}{posixpath.basename(file)}.xhtml"


def _nested(entries):
    """Nest excursions below their chapters."""
    found = []
    for name, title, is_top in entries:
        if is_top or not found:
            found.append((name, title, []))
        else:
            found[-1][2].append((name, title))
    return found


def _zipped(out, files, date):
    """Write the files into the book; the same files give the same bytes."""
    container = environment().get_template("epub_container.xml").render()
    files = {"mimetype": "application/epub+zip", "META-INF/container.xml": container} | {
        f"book/{name}": content for name, content in files.items()
    }
    with zipfile.ZipFile(out, "w") as book:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, date_time=(date.year, date.month, date.day, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            # Readers recognize an EPUB by its first, uncompressed bytes.
            packed = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            book.writestr(entry, content, packed)

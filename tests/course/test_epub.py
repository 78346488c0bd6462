"""The book for e-readers: well-formed pages that need nothing else, links that lead somewhere, answers at the end."""

import io
import re
import shutil
import subprocess
import sys
import zipfile
from types import SimpleNamespace
from xml.etree import ElementTree

import chromium
import epub
import pytest
from bs4 import BeautifulSoup
from conftest import ROOT, do_without
from PIL import Image

NAMES = ["counting_pairs", "aucc_under_chance"]
PAGES = {
    *(f"{name}.xhtml" for name in NAMES),
    *(f"answers-{name}.xhtml" for name in NAMES),
    *("glossary.xhtml", "bibliography.xhtml", "title.xhtml", "contents.xhtml"),
}
XHTML = "{http://www.w3.org/1999/xhtml}"
MATHML = "{http://www.w3.org/1998/Math/MathML}"
OPF = {"opf": "http://www.idpf.org/2007/opf", "dc": "http://purl.org/dc/elements/1.1/"}


def blank(sheets, stills, cover):
    """Replace the browser: each demo gets a blank picture of another size."""

    def png(width):
        written = io.BytesIO()
        Image.new("RGB", (width, 1)).save(written, "PNG")
        return written.getvalue()

    return [png(i + 2) for i in range(len(stills))], png(1)


@pytest.fixture(scope="module")
def write(book, tmp_path_factory):
    """Write chapters without a browser; gives the path of the file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(epub, "pictures", blank)
        patch.setattr(epub, "missing", lambda: "")

        def written(**options):
            out = tmp_path_factory.mktemp("epub") / "book.epub"
            epub.write_epub(out, NAMES, site=book, **options)
            return out

        yield written


def opened(path):
    """Open a book: its files by name, its parsed pages and its package."""
    with zipfile.ZipFile(path) as packed:
        files = {name.removeprefix("book/"): packed.read(name) for name in packed.namelist()}
    pages = {name: ElementTree.fromstring(text) for name, text in files.items() if name.endswith(".xhtml")}
    return SimpleNamespace(path=path, files=files, pages=pages, package=ElementTree.fromstring(files["book.opf"]))


@pytest.fixture(scope="module")
def made(write):
    return opened(write())


def text_of(node):
    return " ".join("".join(node.itertext()).split())


def element(page, name):
    (found,) = (node for node in page.iter() if node.get("id") == name)
    return found


def test_links_lead_to_places_in_the_file_and_nothing_is_loaded_from_elsewhere(made):
    assert set(made.pages) == PAGES
    ids = {name: [node.get("id") for node in page.iter() if node.get("id")] for name, page in made.pages.items()}
    inside = []
    for name, page in made.pages.items():
        assert len(ids[name]) == len(set(ids[name])), name
        assert not list(page.iter(f"{XHTML}script"))
        for link in page.iter(f"{XHTML}a"):
            if not link.get("href").startswith(("http://", "https://")):
                file, _, anchor = link.get("href").partition("#")
                assert not anchor or anchor in ids[file or name], (name, link.get("href"))
                inside.append(file or name)
        for picture in page.iter(f"{XHTML}img"):
            assert picture.get("src") in made.files
            assert len(picture.get("alt")) > 10
    assert set(inside) == PAGES
    assert re.findall(rb"url\(\"?([^\")]+)", made.files["book.css"]) in ([b"formulas.woff"], [])


def test_each_exercise_leads_to_its_answer_and_back(made, book):
    page, answers = made.pages["counting_pairs.xhtml"], made.pages["answers-counting_pairs.xhtml"]
    built = BeautifulSoup((book / "book/1-pairs/counting_pairs.html").read_text("utf-8"), "html.parser")
    labels = [node["id"].removeprefix("ex-") for node in built.select(".exercise")]
    assert len(labels) >= 5
    for label in labels:
        links = [link.get("href") for link in element(page, f"ex-{label}").iter(f"{XHTML}a")]
        assert f"answers-counting_pairs.xhtml#sol-{label}" in links
        answer = element(answers, f"sol-{label}")
        assert f"counting_pairs.xhtml#ex-{label}" in [link.get("href") for link in answer.iter(f"{XHTML}a")]
    # The answer has the right value beside its question, and the reason.
    said = text_of(element(answers, "sol-pairs-transitive"))
    assert "Partitions among the eight sets of answers for three objects: 5" in said
    reason = "no piles can give that"
    assert reason in said
    assert reason not in text_of(page)
    seen = next(node for node in answers.iter() if (node.get("id") or "").endswith("-seen"))
    assert "half of the pairs of one species are now torn apart" in text_of(seen)


def test_an_edition_without_solutions_has_no_answers(book, tmp_path, monkeypatch):
    site = tmp_path / "site"
    for file in ("1-pairs/counting_pairs", "back/glossary", "back/bibliography"):
        page = BeautifulSoup((book / f"book/{file}.html").read_text("utf-8"), "html.parser")
        for node in page.select(".solution, .try-this"):
            node.decompose()
        (site / "book" / file).parent.mkdir(parents=True, exist_ok=True)
        (site / "book" / f"{file}.html").write_text(str(page), encoding="utf-8")
    for name in ("_static", "_images"):
        (site / name).symlink_to(book / name)
    monkeypatch.setattr(epub, "pictures", blank)
    monkeypatch.setattr(epub, "missing", lambda: "")
    epub.write_epub(tmp_path / "student.epub", ["counting_pairs"], site=site)
    student = opened(tmp_path / "student.epub")
    assert not [name for name in student.files if name.startswith("answers")]
    assert "Answers" not in text_of(student.pages["contents.xhtml"])
    assert "answers" not in text_of(student.pages["title.xhtml"])


def test_formulas_are_mathml_of_the_kind_that_epub_has(made):
    formulas = [node for page in made.pages.values() for node in page.iter(f"{MATHML}math")]
    assert len(formulas) > 60
    styled = {node.tag for formula in formulas for node in formula.iter() if node.get("scriptlevel")}
    assert styled <= {f"{MATHML}mstyle"}
    assert not [node for formula in formulas for node in formula.iter(f"{MATHML}annotation")]
    items = made.package.iterfind(".//opf:item", OPF)
    with_formulas = {item.get("href") for item in items if item.get("properties") == "mathml"}
    assert with_formulas == {name for name, page in made.pages.items() if list(page.iter(f"{MATHML}math"))}


@pytest.mark.browser
def test_the_command_writes_what_epubcheck_accepts(book, tmp_path):
    """A browser draws the pictures, and epubcheck reports neither errors nor warnings."""
    if lacking := chromium.missing():
        do_without(f"no {lacking} found")
    out = tmp_path / "book.epub"
    command = [sys.executable, ROOT / "book" / "course", "epub", out, "--chapters", ",".join(NAMES), "--site", book]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    with zipfile.ZipFile(out) as packed:
        drawn = {name: Image.open(io.BytesIO(packed.read(name))) for name in packed.namelist() if name.endswith(".png")}
    assert drawn["book/cover.png"].size == (1200, 1800)
    demos = [picture.convert("RGB") for name, picture in drawn.items() if "/demo-" in name]
    # Demos are drawn on white, in the colours of the book.
    assert all(demo.width == 960 and demo.getpixel((0, 0)) == (255, 255, 255) for demo in demos)
    assert any(len(demo.getcolors(maxcolors=10_000)) > 20 for demo in demos)
    found = shutil.which("epubcheck")
    if not found:
        do_without("no epubcheck found; install it (Debian: epubcheck)")
    # Debian's is an archive that the system may not know how to run.
    checker = ["java", "-jar", found] if zipfile.is_zipfile(found) else [found]
    checked = subprocess.run([*checker, "--failonwarnings", out], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr

"""Chapters as one PDF file: links and outline lead to the right sheets, and what is folded is left out."""

import re
import subprocess
import sys
from types import SimpleNamespace

import chromium
import pytest
from bs4 import BeautifulSoup
from conftest import ROOT, do_without
from contents import chapters_of, chosen
from printing import paper_page

pypdf = pytest.importorskip("pypdf")

NAMES = ["counting_pairs", "rand_c"]
# Only these sections are printed, to save time.
KEPT = {
    "book/1-pairs/counting_pairs": ["by-hand-six-stones-fifteen-pairs", "exercises", "what-we-know-now"],
    "book/1-pairs/rand_c": ["c-is-the-proportion-of-pairs-with-the-same-answer", "exercises"],
    "book/back/glossary": [],
    "book/back/bibliography": [],
}
URL = "https://example.org/book"


@pytest.fixture(scope="module")
def small(book, tmp_path_factory):
    """Cut a site to parts of two chapters, with one exercise each, and parts of the back matter."""
    site = tmp_path_factory.mktemp("site")
    for name in ("_static", "_images"):
        (site / name).symlink_to(book / name)
    for file, kept in KEPT.items():
        page = BeautifulSoup((book / f"{file}.html").read_text("utf-8"), "html.parser")
        for section in page.select("article h1 ~ section") if kept else ():
            if section["id"] not in kept:
                section.decompose()
        other_terms = "article dt:not([id*=pair], [id*=partition])"
        for left_out in page.select(f"article .exercise ~ .exercise, {other_terms} + dd, {other_terms}"):
            left_out.decompose()
        (site / file).parent.mkdir(parents=True, exist_ok=True)
        (site / f"{file}.html").write_text(str(page), encoding="utf-8")
    return site


@pytest.fixture(scope="module")
def printed(small, tmp_path_factory):
    """Print by the command; returns the file and the text of each sheet."""
    if lacking := chromium.missing():
        do_without(f"no {lacking} found")
    out = tmp_path_factory.mktemp("print") / "book.pdf"
    # The command runs in another process, because this one may drive a browser already.
    command = [sys.executable, ROOT / "book" / "course", "print", out, "--chapters", ",".join(NAMES)]
    command += ["--site", small, "--url", URL]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    reader = pypdf.PdfReader(out)
    return SimpleNamespace(path=out, reader=reader, texts=[page.extract_text() for page in reader.pages])


def words(text):
    return re.sub(r"\W+", " ", text).strip()


def links_of(printed):
    """Yield each link of the file: its sheet, and the sheet or address that it leads to."""
    places = printed.reader.named_destinations
    for i, page in enumerate(printed.reader.pages):
        for annotation in page.get("/Annots", []):
            link = annotation.get_object()
            if "/Dest" in link:
                yield i, printed.reader.get_destination_page_number(places[link["/Dest"]])
            else:
                yield i, link["/A"]["/URI"]


def outline_of(printed):
    """List the titles of the outline with their depth and sheet."""

    def read(entries, depth):
        for entry in entries:
            if isinstance(entry, list):
                yield from read(entry, depth + 1)
            else:
                yield depth, entry.title, printed.reader.get_destination_page_number(entry)

    return list(read(printed.reader.outline, 0))


def test_links_lead_to_places_in_the_file(printed):
    _, first, second, glossary, bibliography = (sheet for depth, _, sheet in outline_of(printed) if depth == 0)
    links = list(links_of(printed))
    inside = [(here, there) for here, there in links if isinstance(there, int)]
    assert any(here < glossary <= there < bibliography for here, there in inside)
    # The first chapter ends with a link to the second.
    assert any(first <= here < second <= there < glossary for here, there in inside)
    outside = {there for _, there in links if isinstance(there, str)}
    assert all(there.startswith("https://") for there in outside)
    assert outside.isdisjoint(f"{URL}/{file}.html" for file in KEPT)


def test_each_link_in_the_chapters_leads_to_what_it_names(book):
    """In the joined page of whole chapters, every target of a link exists once."""
    page = BeautifulSoup(paper_page(chosen(chapters_of(ROOT), NAMES), book), "html.parser")
    ids = [node["id"] for node in page.select("[id]")]
    assert len(ids) == len(set(ids))
    targets = [link["href"] for link in page.select("article a[href]")]
    assert {target for target in targets if not target.startswith(("#", "https://", "http://"))} == set()
    assert {target[1:] for target in targets if target.startswith("#")} <= set(ids)
    assert len([target for target in targets if target.startswith("#")]) > 100


def test_the_outline_names_each_heading_once_and_leads_to_it(printed, small):
    outline = outline_of(printed)
    headings = []
    for file in KEPT:
        page = BeautifulSoup((small / f"{file}.html").read_text("utf-8"), "html.parser")
        for node in page.select("article :is(h1, h2, h3)"):
            node.select_one(".headerlink").decompose()
            headings.append((int(node.name[1]) - 1, node.text))
    assert [(depth, title) for depth, title, _ in outline] == [(0, "Judging clusterings"), *headings]
    for _, title, sheet in outline:
        assert words(title) in words(printed.texts[sheet]), title


def test_a_folded_proof_is_printed_and_an_outcome_to_think_of_is_not(book):
    page = paper_page(chosen(chapters_of(ROOT), ["aucc_under_chance"]), book)
    text = BeautifulSoup(page, "html.parser").get_text()
    assert "The proof of the corollary" in text
    assert "Try this" in text
    assert "What you will see" not in text


def test_formulas_are_drawn_and_what_is_folded_is_left_out(printed):
    text = "\n".join(printed.texts)
    assert not re.search(r"\\[(\[]|\\[a-z]{2}", text)
    assert "Exercise 2.3" in text  # the first exercise that is kept
    for folded in ("Solution to", "How this is checked", "Click to show", "Commit", "Save my answers"):
        assert folded not in text

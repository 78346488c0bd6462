"""What the pages of one build of the book lack of those of another: a tool for `tests/matrix newest`.

    python tests/same_pages.py ORDINARY OTHER

Both are folders of built pages. Each page of the first must be in the second, with every part that its text is made of:
headings, formulas, pictures with their descriptions, captions, demos with their states, exercises, statements and other
boxes, cells of code, tables, terms, sources, links. Parts are counted by what they say, so one that a page has twice
must be there twice. What is lost is printed, and so is a link that leads nowhere; the exit code is then 1. Of outputs
only the number is compared, for other versions print other numbers.
"""

import re
import sys
from collections import Counter
from pathlib import Path

from bs4 import BeautifulSoup
from links import broken_links

# The parts of a page: what they are called, how they are found, and the attribute that must be the same, or what else.
PARTS = {
    "heading": ("h1, h2, h3, h4, h5, h6", "its words"),
    "formula": ("math", "its letters"),
    "picture": ("img", "alt"),
    "caption": ("figcaption, caption", "its words"),
    "demo": (".demo-host > script", "its text"),
    "exercise, statement or other box": (".admonition-title", "its words"),
    "code": (".highlight pre:not(.cell_output *)", "its words"),
    "output": (".cell_output > *", "nothing"),
    "table": ("table", "nothing"),
    "term": ("dt:not(.sig), dt .sig-name", "its words"),
    "source": (".citation .label", "its words"),
    "link": ("a[href]:not(.headerlink)", "href"),
}
# What is otherwise in each build: the number that docutils gives to what has no name, the name of a picture, which
# depends on its bytes, and the answers of an exercise, which are numbers to the last digit.
OTHERWISE = r'(?<=#id)\d+$|(?<=_images/)\w+|(?<="asked":")[^"]*|(?<="key":")[^"]*'


def parts_of(page):
    """Count the parts of a page by what they are and say."""
    article = BeautifulSoup(page.read_text("utf-8"), "html.parser").select_one("article")
    for node in article.select(".headerlink, .book-version"):
        node.decompose()
    found = Counter()
    for kind, (selector, compared) in PARTS.items():
        for node in article.select(selector):
            words = node.get_text().split()
            texts = {"its words": " ".join(words), "its letters": "".join(words), "its text": node.string}
            said = texts[compared] if compared in texts else node.get(compared, "")
            found[kind, re.sub(OTHERWISE, "", said)] += 1
    return found


def lost(ordinary, other):
    """What each page of a folder has and the same page of another lacks: page, kind, and what it says."""
    for path in sorted(ordinary.rglob("*.html")):
        name = path.relative_to(ordinary)
        # Templates of the theme are no pages, and one only leads to the front page.
        if name.parts[0] == "_static" or "<article" not in path.read_text("utf-8"):
            continue
        if not (other / name).exists():
            yield name.as_posix(), "page", ""
            continue
        for (kind, said), count in (parts_of(path) - parts_of(other / name)).items():
            yield name.as_posix(), kind, said + f" ({count} times)" * (count > 1)
    for page, address in broken_links(other):
        yield page, "link that leads somewhere", address


def main(ordinary, other):
    """Print what is lost; returns whether anything is."""
    found = list(lost(Path(ordinary), Path(other)))
    for page, kind, said in found:
        print(f"{page}: {kind} lost: {said[:200]}")
    print(f"{len(found)} parts of pages are lost")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

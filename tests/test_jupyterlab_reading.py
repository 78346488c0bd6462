"""A chapter as a reader sees it in JupyterLab, before a cell is run."""

import json
import re
from collections import Counter

from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "book").rglob("*.ipynb"))
# The directives and roles that JupyterLab was seen to draw with jupyterlab-myst, and as what: selector and heading for
# a directive. Another one may show as its source there; look at it in JupyterLab before it is added. (Pages such as
# the glossary are no notebooks: JupyterLab opens them as text.)
DIRECTIVES = {
    "admonition": (".myst-admonition-header", ".+"),
    "dropdown": ("details.myst-dropdown", "(?:What you will see|The proof of the corollary)"),
    "exercise": (".myst-exercise", r"Exercise \d+"),
    "solution-start": ("details.myst-exercise", r"(?:Start of )?Solution to Exercise \d+"),
    "solution-end": (".myst-exercise", ""),  # a bar that closes a solution of several cells
    **{
        f"prf:{kind}": (".myst-proof", rf"{kind.title()} \d+")
        for kind in ("corollary", "definition", "proof", "proposition", "theorem")
    },
}
# The front page and the page about the book have directives of their own, and are made for the built book.
BUILT_ONLY = {"book-citation", "button-ref", "only"}
ROLES = {
    "cite": "the key of the source: JupyterLab does not read the bibliography",
    "numref": "the label of the figure: JupyterLab does not number figures",
    "prf:ref": "the number in the chapter, and for another chapter the label",
    "ref": "the number of the exercise",
    "term": "its words, without the way to the glossary",
}
# It has every directive but a proposition, which comes from the other page, and cites, refers and computes.
CHAPTER = ROOT / "book" / "3-chance" / "aucc_under_chance.ipynb"
WITH_PROPOSITION = ROOT / "book" / "3-chance" / "the_other_proof.ipynb"
# What formulas say for screen readers is their source.
WITHOUT_MATHEMATICS = """nodes => nodes.map(node => {
  const copy = node.cloneNode(true);
  copy.querySelectorAll(".katex").forEach(formula => formula.remove());
  return copy.textContent;
})"""


def prose(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]


def directives(text):
    return re.findall(r"^\s*[:`]{3,}\{([^}]+)\}", text, re.M)


def roles(text):
    return re.findall(r"\{([\w:-]+)\}`", text)


def test_what_notebooks_use_was_seen_to_be_drawn():
    for path in NOTEBOOKS:
        text = "\n".join(prose(path))
        drawn = set(DIRECTIVES) | (BUILT_ONLY if path.stem in ("about", "intro") else set())
        unknown = set(directives(text)) - drawn | set(roles(text)) - set(ROLES)
        assert (path.stem, unknown) == (path.stem, set())


def test_a_chapter_is_drawn(jupyterlab_with, browser, tmp_path):
    address = jupyterlab_with([])
    chapter, other = (json.loads(path.read_text("utf-8")) for path in (CHAPTER, WITH_PROPOSITION))
    chapter["cells"] += [cell for cell in other["cells"] if "{prf:proposition}" in "".join(cell["source"])]
    (tmp_path / "work" / "lab.ipynb").write_text(json.dumps(chapter), "utf-8")
    cells = prose(tmp_path / "work" / "lab.ipynb")
    source = "\n".join(cells)
    used = Counter(directives(source))
    assert set(used) == set(DIRECTIVES)
    used["solution-end"] -= len(re.findall(r"\{solution-start\}[^\0]*?\{solution-end\}", "\0".join(cells)))
    context = browser.new_context(viewport={"width": 1300, "height": 1500})
    try:
        page = context.new_page()
        page.set_default_timeout(180_000)  # beside other tests a kernel starts slowly
        page.goto(address)
        drawn = page.locator(".jp-MarkdownCell .myst")
        drawn.nth(len(cells) - 1).wait_for(state="attached")
        page.get_by_text(re.compile(r"\| Idle")).wait_for()
        text = "\n".join(drawn.evaluate_all(WITHOUT_MATHEMATICS))

        names = "|".join(map(re.escape, [*DIRECTIVES, *ROLES]))
        assert re.findall(rf"[:`]{{3,}}|\{{(?:{names})\}}|:(?:label|class):|\$\$|\\[a-z]+", text) == []
        cited = [key.strip() for keys in re.findall(r"\{cite\}`([^`]*)`", source) for key in keys.split(",")]
        assert [key for key in cited if key not in text] == []
        for name, (selector, heading) in DIRECTIVES.items():
            headings = page.locator(selector).locator("[class*=-title], [class*=-header-text]").all_text_contents()
            plain = [re.sub(r"[\s#]+", " ", text).strip() for text in headings]
            found = [text for text in plain if re.fullmatch(rf"{heading}(?: \(.*\))?", text)]
            assert len(found) == used[name], (name, plain)
        assert page.locator(".myst .katex-display").count() == source.count("$$") / 2 > 0
        assert page.locator(".katex-error").count() == 0
    finally:
        context.close()

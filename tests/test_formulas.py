"""Formulas drawn while the book is built: every letter of every formula, in order, and nothing drawn that is wrong."""

import io
import re
import sys
from collections import Counter
from xml.etree import ElementTree

import nbformat
import pytest
from bs4 import BeautifulSoup
from conftest import ROOT

pytest.importorskip("math_core")
pytest.importorskip("sphinx")
sys.path.insert(0, str(ROOT / "book" / "_ext"))
from fontTools.ttLib import TTFont
from formula_font import font_of
from formulas import UndrawableError, letters_of, mathml
from small_books import build

CODE = re.compile(r"^(`{3,})(?!\{).*?^\1|`+[^`]*?`+", re.DOTALL | re.MULTILINE)
FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$]+?)\$", re.DOTALL)


def texts_of_the_book():
    for path in sorted((ROOT / "book").rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts:
            for cell in nbformat.read(path, as_version=4).cells:
                if cell.cell_type == "markdown":
                    yield cell.source
    for path in sorted((ROOT / "book").rglob("*.md")):
        yield path.read_text("utf-8")


def formulas_of_the_book():
    """TeX of all formulas, and whether each stands alone."""
    found = (one for text in texts_of_the_book() for one in FORMULA.finditer(CODE.sub("", text)))
    return sorted({(one[1] or one[2], one[1] is not None) for one in found})


# A second reading of TeX, which knows letters and signs, and nothing of how they are put together.
GREEK = "alpha beta gamma delta lambda mu pi sigma chi Gamma Delta Sigma Phi Psi"
READ = {name: "αβγδλμπσχΓΔΣΦΨ"[i] for i, name in enumerate(GREEK.split())}
SIGNS = (
    "sum prod cdot le ge in ni notin to pm times infty approx propto cap cup ne top square lfloor rfloor lceil rceil"
)
READ |= {name: "∑∏⋅≤≥∈∋∉→±×∞≈∝∩∪≠⊤□⌊⌋⌈⌉"[i] for i, name in enumerate(SIGNS.split())}
READ |= {name: name for name in ("log", "ln", "max", "min", "Pr", "{", "}", "#")}
READ |= {"epsilon": "ϵ", "varphi": "φ", "lVert": "‖", "rVert": "‖", "bar": "‾", "binom": "()"}
READ |= {"ldots": "...", "dots": "...", "cdots": "⋯"}
SILENT = (
    "mathrm frac tfrac dfrac sqrt text mathcal operatorname left right substack quad qquad big Big bigl Bigl bigr Bigr"
)
READ |= dict.fromkeys([*SILENT.split(), "bigg", "\\", ",", ";", " "], "")
TYPED = {"-": "−", "'": "′", "&": "", "^": "", "_": ""}
TOKEN = re.compile(r"\\(?:begin|end)\{\w+\}|\\\\\[\w+\]|\\([A-Za-z]+|.)|([^\s{}])", re.DOTALL)


def read(tex):
    """Letters and digits of a formula in order, and how often each sign occurs."""
    shown = ""
    for token in TOKEN.finditer(tex):
        command, sign = token.groups()
        shown += READ[command] if command else TYPED.get(sign, sign or "")
    return parted(shown)


def parted(shown):
    # Two primes may be one sign, a prime in words is an apostrophe, and dots between signs are raised.
    shown = shown.replace("″", "′′").replace("’", "′").replace("·", ".").replace("𝒢", "G").replace("𝒯", "T")
    return "".join(filter(str.isalnum, shown)), Counter(one for one in shown if not one.isalnum())


def drawn(made):
    """The same of a formula in MathML."""
    formula = ElementTree.fromstring(made)
    for semantics in formula.iter("semantics"):
        semantics.remove(semantics.find("annotation"))
    return parted(re.sub(r"[\s\u2061]", "", "".join(formula.itertext())))


def test_every_letter_of_every_formula_is_drawn_in_its_place():
    formulas = formulas_of_the_book()
    assert len(formulas) > 1500
    for tex, display in formulas:
        made = mathml(tex, display=display)
        assert drawn(made) == read(tex), tex
        formula = ElementTree.fromstring(made)
        assert formula.get("display") == ("block" if display else None)
        assert formula.findtext("semantics/annotation") == tex.strip()
        assert len(formula.find("semantics")) == 2


@pytest.mark.parametrize(
    ("tex", "why"),
    [
        (r"a \unknown b", r'Unknown command "\unknown"'),
        (r"\begin{aligned} a \\ [1ex] b \end{aligned}", "would be printed"),
        (r"\begin{aligned} a \\[2\baselineskip] b \end{aligned}", "would be printed"),
        (r"\left( a", "Expected"),
        (r"a & b", '"&"'),
        (r"a \\ b", "in an environment only"),
        ("a\n\nb", "no second formula"),
        (r"\text{all $x$}", "Math mode within text"),
    ],
)
def test_what_would_be_drawn_wrongly_is_refused(tex, why):
    with pytest.raises(UndrawableError, match=re.escape(why)):
        mathml(tex, display=True)


def nodes_of(tex, name, display=True):
    return list(ElementTree.fromstring(mathml(tex, display=display)).iter(name))


def test_room_after_a_line_is_not_printed():
    (table,) = nodes_of(r"\begin{aligned} a &= b \\[1ex] c &= d \end{aligned}", "mtable")
    assert "".join(table.itertext()) == "a=bc=d"


def test_an_index_after_large_brackets_belongs_to_all_of_them():
    (power,) = nodes_of(r"x + \Bigl( \bigl(y\bigr) \Bigr)^2", "msup")
    assert ["".join(part.itertext()) for part in power] == ["((y))", "2"]


def test_the_font_has_what_formulas_show_and_its_licence():
    letters = letters_of([mathml(tex, display=display) for tex, display in formulas_of_the_book()])
    assert letters_of(["<p>zzz " + mathml(r"\mathrm{E}[x] = h") + " zzz</p>"]) == {*"E[𝑥]=ℎ"}
    font = TTFont(io.BytesIO(font_of(letters)))
    assert letters <= {chr(number) for number in font.getBestCmap()}
    names = {record.nameID: record.toUnicode() for record in font["name"].names}
    assert "STIX Fonts Project Authors" in names[0]
    assert "SIL Open Font License" in names[13]


SETTINGS = {
    "extensions": ["myst_parser", "formulas"],
    "html_math_renderer": "mathml",
    "myst_enable_extensions": ["dollarmath"],
}


@pytest.fixture
def built(tmp_path):
    """A page with this text, and the warnings, as a function of the text."""

    def pages(text):
        texts = {"index.md": "# Book\n\n```{toctree}\nplain\n```\n" + text}
        texts["plain.md"] = "# No formula\n\nIt costs `$2`.\n"
        warnings = io.StringIO()
        out = build(tmp_path, texts, whole=True, strict=False, warning=warnings, **SETTINGS).outdir
        return BeautifulSoup((out / "index.html").read_text("utf-8"), "html.parser"), warnings.getvalue()

    return pages


def test_a_formula_stays_in_one_line_with_what_stands_directly_beside_it(built):
    page, _ = built("By $k$-means ($n$, say) or “$m$”. Then $a$ and $b$: $c$; *not* ($d$)\n")
    for annotation in page.select("annotation"):
        annotation.extract()
    texts = [held.get_text() for held in page.select("p > .held")]
    assert texts == ["k-means", "(n,", "“m”.", "b:", "c;", "(d)"]
    assert page.p.get_text() == "By k-means (n, say) or “m”. Then a and b: c; not (d)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"So $\unknown x$.", r"a formula cannot be drawn: \unknown x (0: Unknown command"),
        ("$$\na \\\\ b\n$$", r"a formula cannot be drawn: a \\ b (\\ ends a line in an environment only)"),
        ("It costs $2.", "a dollar is no formula: It costs $2."),
    ],
)
def test_what_is_no_formula_is_a_warning_that_names_page_and_formula(built, text, said):
    _, warnings = built(f"{text}\n")
    assert re.search(rf"index\.md:\d+: WARNING: {re.escape(said)}", warnings)

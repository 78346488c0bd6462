"""A lesson or an exercise uses only terms that its page, or an earlier chapter of the road, has told.

The terms are those of the glossary. A term is *told* where the prose has it.
"""

import ast
import functools
import re

import nbformat
import pytest
import yaml
from conftest import ROOT

from aucc_teach import demos, exercises

#: These say in their own words what the term means there.
SAYS_IT_ITSELF = {
    ("other_ways", "ex-other-open"): {"purity"},
    ("counting_pairs", "ex-pairs-noise"): {"DBSCAN", "noise"},
}
EXERCISE = re.compile(r":::\{exercise\}[^\n]*\n:label: (\S+)\n(.*?)\n:::", re.DOTALL)
PREDICTION = re.compile(r'exercises\.predict\("([^"]+)"\)')
SOLUTION = re.compile(r":::\{solution-(start|end)\}")


@functools.cache
def terms():
    """Pattern of each term of the glossary and its other names, by the first of them."""
    text = (ROOT / "book" / "back" / "glossary.md").read_text(encoding="utf-8")
    found = {}
    for entry in re.findall(r"((?:^\S.*\n)+)(?=  \S)", text.split("{glossary}")[1], re.MULTILINE):
        names = entry.strip().splitlines()
        any_of = "|".join(re.escape(name).replace("'", "['\N{RIGHT SINGLE QUOTATION MARK}]") for name in names)
        capital = names[0] == "Gamma" or any(name.isupper() for name in names)
        found[names[0]] = re.compile(rf"(?<![\w-])(?:{any_of})(?:e?s)?(?![\w-])", 0 if capital else re.IGNORECASE)
    return found


def road():
    """The front page and the chapters of the road in their order, without the excursions."""
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    files = [chapter["file"] for part in parts for chapter in part["chapters"]]
    return ["book/intro", *(file for file in files if file.startswith("book/") and "/back/" not in file)]


def prose_of(cells):
    """Return the text outside of exercises and solutions."""
    told, in_solution = [], False
    for cell in cells:
        if cell.cell_type == "markdown":
            for piece in SOLUTION.split(EXERCISE.sub("", cell.source)):
                if piece in ("start", "end"):
                    in_solution = piece == "start"
                elif not in_solution:
                    told.append(piece)
    return "\n".join(told)


def lessons_in(cell):
    """Names and steps of the demos of a cell that begin with a lesson; with points of its own a demo has none."""
    if cell.cell_type == "code" and "at.demos." in cell.source:
        for call in ast.walk(ast.parse(cell.source)):
            if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("at.demos.") and not call.args:
                options = {option.arg: ast.literal_eval(option.value) for option in call.keywords}
                yield call.func.attr, getattr(demos, call.func.attr)(**options).lesson


def words_in(value):
    """All texts of a question."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from words_in([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for one in value:
            yield from words_in(one)
    elif hasattr(value, "kind"):
        hidden = {"goal", "check", "script", "demo", "name", "start"}
        yield from words_in([text for key, text in vars(value).items() if key not in hidden])


def asked():
    """For each lesson, prediction and exercise of the road: page, name, what it says, and what was told before."""
    before = ""
    for file in road():
        page, cells = file.rpartition("/")[2], nbformat.read(ROOT / f"{file}.ipynb", as_version=4).cells
        for place, cell in enumerate(cells):
            # A check below its section asks for no more than stands above it.
            told = before + prose_of(cells[: place + 1])
            for name, steps in lessons_in(cell):
                words = [(step["question"], step["todo"], *step["choices"], step["outcome"]) for step in steps]
                yield page, name, " ".join(words_in(words)), told
            found = EXERCISE.findall(cell.source) if cell.cell_type == "markdown" else []
            found += [(label, "") for label in PREDICTION.findall(cell.source) if cell.cell_type == "code"]
            for label, prompt in found:
                questions = exercises.questions_of(label, folder=ROOT / "book")
                yield page, label, " ".join([prompt, *words_in(questions)]), told
        before += prose_of(cells)


@pytest.mark.slow
def test_each_lesson_and_exercise_uses_terms_that_were_told():
    found = []
    for page, name, words, told in asked():
        used = {term for term, pattern in terms().items() if pattern.search(words)}
        unknown = used - SAYS_IT_ITSELF.get((page, name), set())
        found += [(page, name, term) for term in sorted(unknown) if not terms()[term].search(told)]
    assert found == []

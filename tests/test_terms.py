"""A lesson or an exercise uses only terms that its page, or an earlier chapter of the road, has told.

The terms are those of the glossary. A term is *told* where the prose of a chapter of the road has it. Five terms are
announced before they are explained; no question asks for them before the chapter that explains them.
"""

import ast
import functools
import re

import nbformat
import pytest
import yaml
from conftest import ROOT

from aucc_teach import demos, exercises

EXPLAINED = {
    "AUCC": "first_tour",
    "Rand's c": "rand_c",
    "adjusted Rand index": "correcting_for_chance",
    "adjusted mutual information": "other_ways",
    "Gamma": "aucc_is_gamma",
}
#: These say in their own words what the term means there.
SAYS_IT_ITSELF = {
    ("first_tour", "ex-tour-single"): {"adjusted Rand index"},  # the section on the irises: 1 and 0, to be read
    ("first_tour", "ex-tour-test"): {"p-value"},
    ("other_ways", "MeasureBench, step 2"): {"purity"},
    ("other_ways", "ex-other-short"): {"pair sets index"},  # a row of the bench, about which nothing is asked
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


@functools.cache
def notebook(file):
    return nbformat.read(ROOT / f"{file}.ipynb", as_version=4)


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


def lessons(file):
    """Name, steps and place of the demos of a page that begin with a lesson."""
    for place, cell in enumerate(notebook(file).cells):
        if cell.cell_type != "code" or "at.demos." not in cell.source:
            continue
        for call in ast.walk(ast.parse(cell.source)):
            if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("at.demos."):
                name = call.func.attr
                if not call.args:  # with points of its own a demo has no steps
                    options = {option.arg: ast.literal_eval(option.value) for option in call.keywords}
                    yield name, getattr(demos, name)(**options).lesson, place


def tasks_of(name):
    """Tasks of a demo, those of its other lessons behind them."""
    cls = getattr(demos, name)
    return [*cls.tasks, *(task for tasks in cls._written.lessons.values() for task in tasks)]


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


def shown_by(label):
    """Words that the demos of an exercise show, with what they can start from."""
    for question in exercises.questions_of(label, folder=ROOT / "book"):
        if question.kind == "construct":
            demo = question.demo_of(f"{label}:0")
            yield demo.words()
            yield from words_in([[preset["name"], preset["note"]] for preset in getattr(demo, "presets", [])])


def asked_and_shown():
    """For each lesson, prediction and exercise of the road: page, name, what it asks and shows, and what was told."""
    before = ""
    for file in road():
        page, cells = file.rpartition("/")[2], notebook(file).cells
        for name, steps, place in lessons(file):
            told = before + prose_of(cells[:place])
            for step in steps:
                number = 1 + [task.question for task in tasks_of(name)].index(step["question"])
                asked = " ".join([step["question"], step["todo"], *step["choices"]])
                yield page, f"{name}, step {number}", asked, step["outcome"], told
        for place, cell in enumerate(cells):
            found = EXERCISE.findall(cell.source) if cell.cell_type == "markdown" else []
            found += [(label, "") for label in PREDICTION.findall(cell.source) if cell.cell_type == "code"]
            for label, prompt in found:
                questions = exercises.questions_of(label, folder=ROOT / "book")
                # A check below its section asks for no more than stands above it.
                told = before + prose_of(cells[: place + 1])
                yield page, label, " ".join([prompt, *words_in(questions)]), " ".join(shown_by(label)), told
        before += prose_of(cells)


@functools.cache
def everything():
    return tuple(asked_and_shown())


@pytest.mark.slow
def test_each_lesson_and_exercise_uses_terms_that_were_told():
    found = []
    for page, name, asked, shown, told in everything():
        known = SAYS_IT_ITSELF.get((page, name), set())
        used = {term for term, pattern in terms().items() if pattern.search(f"{asked} {shown}")}
        found += [(page, name, term) for term in sorted(used - known) if not terms()[term].search(told)]
    assert found == []


def test_what_is_announced_is_not_asked_for_before_it_is_explained():
    pages = [file.rpartition("/")[2] for file in road()]
    found = []
    for page, name, asked, _, _ in everything():
        for term in EXPLAINED.keys() - SAYS_IT_ITSELF.get((page, name), set()):
            early = pages.index(page) < pages.index(EXPLAINED[term])
            # The front page has AUCC as a number that rises and falls.
            if early and terms()[term].search(asked) and (page, term) != ("intro", "AUCC"):
                found.append((page, name, term))
    assert found == []


def test_each_step_of_a_lesson_stands_on_some_page():
    # Those of excursions, too.
    files = [str(path.relative_to(ROOT).with_suffix("")) for path in sorted((ROOT / "book").rglob("*.ipynb"))]
    asked = {(name, step["question"]) for file in files for name, steps, _ in lessons(file) for step in steps}
    classes = [name for name in demos.__all__ if name != "Demo"]
    assert asked == {(name, task.question) for name in classes for task in tasks_of(name)}


def test_a_page_can_show_some_steps_that_are_there():
    chosen = demos.PairTable(steps=[3, 1])
    assert [step["question"] for step in chosen.lesson] == [demos.PairTable.tasks[i].question for i in (2, 0)]
    with pytest.raises(ValueError, match=r"each of steps must be a whole number from 1 to 3\. Got 4"):
        demos.PairTable(steps=[4])
    with pytest.raises(ValueError, match=r"the name of a lesson, of \['front'\]\. Got 'back'"):
        demos.AuccLab(steps="back")

"""A *Try this* asks for one change of the cell above it, and says what is then seen: the change is made, and it is."""

import re
import sys
from copy import deepcopy
from typing import NamedTuple

import nbformat
import pytest
from conftest import ROOT
from editions import without_solutions

sys.path.insert(0, str(ROOT / "book"))
from run_notebooks import client_for, notebooks
from warm_kernels import warm_kernels

FORM = re.compile(
    r"::::\{admonition\} Try this\n:class: try-this\n\n.+?\n\n"
    r":::\{dropdown\} What you will see\n(.+?)\n:::\n::::",
    re.DOTALL,
)
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:[./]\d+)?(?![\w/]|\.\d)")
UNSEEN = {"remove-input", "remove-cell", "hide-cell"}


class Prompt(NamedTuple):
    path: object
    cells: list  # of the notebook
    place: int  # among them
    told: str
    replace: list
    says: list

    @property
    def above(self):
        return self.cells[self.place - 1]


def read(path):
    return nbformat.read(path, as_version=4)


def is_prompt(cell):
    return "try" in cell.metadata or "Try this" in cell.source


def prompts_of(path):
    cells = read(path).cells
    for place, cell in enumerate(cells):
        if is_prompt(cell):
            told = FORM.fullmatch(cell.source)[1]
            data = cell.metadata["try"]
            yield Prompt(path, cells, place, told, data["replace"], data["says"])


PROMPTS = [prompt for path in notebooks() for prompt in prompts_of(path)]
each = pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: prompt.path.stem)


def changed(source, replace):
    """The text of a cell after a change; each old text must occur in it exactly once."""
    for old, new in replace:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


def printed(cell):
    texts = (output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.outputs)
    return " ".join(" ".join(texts).split())


def is_seen(said, text):
    """Whether a text has the words, or a number that is rounded to the one said."""
    if re.search(rf"(?<![\w.-]){re.escape(said)}(?![\w/]|\.\d)", text):
        return True
    if not NUMBER.fullmatch(said) or "/" in said:
        return False
    decimals = len(said.partition(".")[2])
    found = (float(number) for number in NUMBER.findall(text) if "/" not in number)
    # A whole number is not what others are rounded to.
    return any(f"{number:.{decimals}f}" == said if decimals else number == int(said) for number in found)


def numbers_of(told):
    """Numbers that a sentence states, without those of its code and its formulas."""
    return NUMBER.findall(re.sub(r"`[^`]*`|\$[^$]*\$", "", told))


def unknown_numbers(told, says, before):
    """Numbers of a sentence that are neither in what must be seen after the change nor printed before it."""
    known = " ".join(says)
    return [number for number in numbers_of(told) if not (is_seen(number, known) or is_seen(number, before))]


@each
def test_the_change_is_one_of_the_cell_above_and_written_out(prompt):
    assert prompt.above.cell_type == "code"
    assert not UNSEEN & set(prompt.above.metadata.get("tags", []))
    compile(changed(prompt.above.source, prompt.replace), "the changed cell", "exec")


@each
def test_every_number_of_the_folded_text_was_printed_before_or_after(prompt):
    before = printed(prompt.above)
    assert unknown_numbers(prompt.told, prompt.says, before) == []
    assert [said for said in prompt.says if not is_seen(said, before)], "nothing says that the change was made"


@pytest.fixture(scope="module")
def kernels():
    with warm_kernels(len(PROMPTS)):
        yield


def run(prompt, cells):
    """Run the code among some cells of the notebook, with the change; returns the cells as they ran.

    Cells of solutions are left out: they are about the chapter as it is printed.
    """
    chapter = without_solutions(nbformat.v4.new_notebook(cells=deepcopy(cells)))
    cells = [nbformat.from_dict(cell) for cell in chapter.cells if cell.cell_type == "code"]
    (asked,) = (cell for cell in cells if cell.id == prompt.above.id)
    asked.source = changed(asked.source, prompt.replace)
    client_for(nbformat.v4.new_notebook(cells=cells), prompt.path, timeout=120).execute()
    return cells


@pytest.mark.notebook  # it runs cells
@each
@pytest.mark.breadth(first_of=4)
def test_what_the_folded_text_says_is_seen(prompt, kernels):
    after = printed(run(prompt, prompt.cells[: prompt.place])[-1])
    assert [said for said in prompt.says if not is_seen(said, after)] == [], after


@pytest.mark.notebook
@each
@pytest.mark.breadth
def test_the_cells_below_run_after_the_change(prompt, kernels):
    assert all(cell.execution_count for cell in run(prompt, prompt.cells) if cell.source)

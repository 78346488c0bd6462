"""Editions of the book for a course, from one source: without solutions, or with answers, solutions and notes.

The notebooks are cut before the build, so that no page, download or search index holds what was cut.
"""

import re
import shutil
from pathlib import Path
from pprint import pformat

import nbformat
import yaml
from answer_key import key_of
from command_arguments import add_out, refuse_used
from contents import ROOT, chapters_of
from marked_text import as_markdown
from plan import NAMES, a_day, read_plan, written
from reading_time import minutes_by_section

from aucc_teach.command_line import path_word
from aucc_teach.exercises import all_questions, questions_of
from aucc_teach.exercises.folders import is_prediction, reading
from aucc_teach.exercises.records import sealed
from aucc_teach.versions import KEPT, book_version

__all__ = ["FILES", "FOLDERS", "PLACES", "add_arguments", "run", "write_edition"]

# Beside the book and the packages, an edition needs these files to be installed, built and cited.
FILES = ("_toc.yml", "_config.yml", "genindex.md", "pyproject.toml", "constraints.txt", "CITATION.cff")
FILES += ("LICENSE", "LICENSE-TEXT")
FOLDERS = ("book", "aucc_teach", "aucc_report")
_TEACHING = "teaching.yml"
PLACES = {"class": "In class", "home": "At home", "skip": "Can be skipped"}
# A student's edition neither has the page for instructors nor links to it. Its pictures show a right answer.
_INSTRUCTORS = "book/back/instructors"
_PICTURES = "book/back/pictures"
_TO_INSTRUCTORS = re.compile(r"\]\((back/)?instructors\.md")
_WEEKS = "book/your_weeks"
_QUESTIONS = Path("book", "questions")
_LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "_build", _TEACHING, "plans.yml", "course", _QUESTIONS.name)

_GATE = re.compile(r"^(:{3,}|`{3,})\{solution-(?P<gate>start|end)\}.*?^\1[ \t]*$\n?", re.MULTILINE | re.DOTALL)
_UNGATED = re.compile(r"^\s*[:`]{3,}\{solution\}", re.MULTILINE)
_ADDRESSES = re.compile(r"^(  (?:url|baseurl):) \S+", re.MULTILINE)
_FOLDED = re.compile(r"The solutions\s+are\s+folded\s+below\s+them\.")
# What each kind says in place of that; README.md says it, too.
KINDS = {
    "student": "This edition has no solutions.",
    "instructor": "In this edition the right answers are beside the questions, the solutions are open, and notes for "
    "teaching end each chapter.",
}

DESCRIPTION = "Write the book for students or for instructors."
EXAMPLES = """examples:
  python book/course edition student ../course     for students: no solutions in any file
  python book/course edition instructor ../notes   right answers beside the questions, solutions open, teaching notes
  python book/course edition student ../course --plan term --start 2027-04-05 --zip     with the page Your weeks

Each folder is complete: its README.md says how to install, read and build it. Of the questions it has what the pages
need to judge answers in place, so a student's folder is meant for homework, not for unsupervised exams. In it are no
solutions, no code that computes what is right, and nothing that a good answer to an open question says.
"""
_README = """# Judging clusterings

A Jupyter Book on how to tell a good clustering from a bad one, for {kind}s. {says}

You need Python 3.11 or newer. In this folder:

```bash
python3 -m venv .venv && .venv/bin/pip install -c constraints.txt -e ".[book,live]"
```

installs what the book runs with, in the versions that it was tested with. (Without `,live` the pages are 55 MB smaller,
but they run neither their cells nor the functions that exercises ask for.) Then read it in JupyterLab,

```bash
.venv/bin/jupyter lab {first}.ipynb
```

or build its pages, and open `_build/html/index.html` in a browser:

```bash
.venv/bin/jupyter-book build .
```

On Windows, write `.venv\\Scripts` instead of `.venv/bin`.

Text and figures are under CC BY 4.0 (`LICENSE-TEXT`), code is under BSD-3-Clause (`LICENSE`). `CITATION.cff` says how
to cite the course.
"""
# In the API reference, these entries show authors and markers how to read questions with their right answers.
_FOR_AUTHORS = re.compile(
    r"^\.\. auto(?:function|class):: "
    r"(?:questions_of|all_questions|questions_by_id|mistake_names|fingerprint|Number|Choice|Order|Objects|Construct|Open|Break|Field|Write|asked)\b"
    r"[^\n]*\n(?:   [^\n]*\n)*",
    re.MULTILINE,
)
_SHOWN = re.compile(r"""exercises\.(?:show|predict)\(\s*["'](?P<label>[^"']+)["']""")
# The module for a notebook holds what its pages need to judge answers.
_MODULE = '''"""What judges the answers to the questions of {name}, written by `python book/course edition`."""

from aucc_teach.exercises.records import unsealed

{asked}EXERCISES = unsealed({exercises})
PREDICTIONS = {{label: one for label, (one,) in unsealed({predictions}).items()}}
'''


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("kind", choices=list(KINDS))
    add_out(parser)
    parser.add_argument("--plan", choices=NAMES, help="for students: the page Your weeks, from a plan of the course")
    parser.add_argument("--start", type=a_day, metavar="DATE", help="of the first session of --plan: 2027-04-05")
    parser.add_argument("--zip", action="store_true", help="pack the folder as OUT.zip, too")


def run(options):
    """Do what the command line says, and give the exit code."""
    packed = options.out.with_name(f"{options.out.name}.zip")
    if options.zip and packed.exists():
        raise ValueError(f"the zip to write must not exist. Got {packed}.")
    weeks = None
    if options.plan or options.start:
        if not (options.plan and options.start) or options.kind != "student":
            raise ValueError("--plan and --start go together, and with the student edition.")
        weeks = read_plan(options.plan, options.start)
    count = write_edition(options.kind, options.out, weeks=weeks)
    out = path_word(options.out)
    print(
        f"{out} holds the {options.kind} edition, {count} notebooks. Its README.md says how to build it; here: "
        f"jupyter-book build {out}"
    )
    if options.zip:
        shutil.make_archive(packed.with_suffix(""), "zip", options.out.parent, options.out.name)
        print(f"{path_word(packed)} holds the same.")
    return 0


def write_edition(kind, out, *, weeks=None, root=ROOT):
    """Write an edition, complete to be installed, read and built, into a folder; returns the number of notebooks.

    The kind is "student" (without solutions) or "instructor" (each right answer beside its question, open solutions,
    and teaching notes at the end of each chapter); `weeks` is the plan whose page *Your weeks* comes first. Before
    anything is written, a ValueError refuses a folder that is not empty or lies in the book, and notebooks or solutions
    that cannot be told apart.
    """
    root, out = Path(root).resolve(), Path(out).resolve()
    refuse_used(out)
    if any(out.is_relative_to(root / folder) for folder in FOLDERS):
        raise ValueError(f"the folder to write must not lie in the book or in the package. Got {out}.")
    texts = _notebooks(kind, root)
    count = sum(place.suffix == ".ipynb" for place in texts)
    # An edition is not published at the book's address.
    config = _ADDRESSES.sub(r'\1 ""', (root / "_config.yml").read_text("utf-8"))
    toc = yaml.safe_load((root / "_toc.yml").read_text("utf-8"))
    if kind == "student":
        reference = Path("book", "back", "api.md")
        texts[reference] = _FOR_AUTHORS.sub("", (root / reference).read_text("utf-8"))
        for part in toc["parts"]:
            part["chapters"] = [entry for entry in part["chapters"] if entry["file"] != _INSTRUCTORS]
    else:
        # The title tells the editions apart when one is published.
        config = re.sub(r"(?m)^(title: .*)$", r"\1 (instructor edition)", config)
    chapters = chapters_of(root)
    if weeks:
        files = {chapter.name: f"{chapter.file.removeprefix('book/')}.ipynb" for chapter in chapters}
        texts[Path(f"{_WEEKS}.md")] = written(weeks, files)
        toc["parts"].insert(0, {"caption": "Your course", "chapters": [{"file": _WEEKS}]})
    texts |= {
        Path("_config.yml"): config,
        Path("_toc.yml"): yaml.safe_dump(toc, sort_keys=False, allow_unicode=True),
        Path("README.md"): _README.format(kind=kind, says=KINDS[kind], first=chapters[0].file),
    }
    if build := book_version()["build"]:
        texts[Path("book", KEPT)] = f"{build}\n"

    for folder in FOLDERS:
        shutil.copytree(root / folder, out / folder, ignore=_LEFT_OUT, dirs_exist_ok=True)
    if kind == "student":
        (out / f"{_INSTRUCTORS}.md").unlink()
        shutil.rmtree(out / _PICTURES)
    for name in FILES:
        shutil.copy(root / name, out / name)
    (out / _QUESTIONS).mkdir()
    for place, text in texts.items():
        (out / place).write_text(text, encoding="utf-8")
    return count


def _notebooks(kind, root):
    """Make the notebooks of an edition, with the modules of their questions, as texts by their paths."""
    teaching = yaml.safe_load((root / "book" / _TEACHING).read_text("utf-8"))
    # This list holds no questions, and old addresses lead on by it.
    retired = _QUESTIONS / "retired.txt"
    texts = {retired: (root / retired).read_text("utf-8")}
    # Questions that ask for functions are looked up in this folder, not in the one that holds the command.
    with reading(root / _QUESTIONS):
        for path in sorted((root / "book").rglob("*.ipynb")):
            place = path.relative_to(root)
            if ".ipynb_checkpoints" in place.parts:
                continue
            notebook = nbformat.read(path, as_version=4)
            try:
                if kind == "student":
                    made = without_solutions(notebook)
                else:
                    made = with_answers(notebook, path.parent, teaching.get(path.stem))
                for cell in made.cells:
                    if cell.cell_type == "markdown":
                        cell.source = _without_other_editions(kind, cell.source)
                texts[place] = nbformat.writes(made, version=4).rstrip("\n") + "\n"
                if text := _module_of(made, path, with_checklists=kind != "student"):
                    texts[_QUESTIONS / f"{path.stem}.py"] = text
            except ValueError as error:
                raise ValueError(f"{place}: {error}") from None
    return texts


def _without_other_editions(kind, text):
    """Adapt the sentence on folded solutions, and for students drop paragraphs about the page for instructors."""
    text = _FOLDED.sub(KINDS[kind], text)
    if kind != "student":
        return text
    return "\n\n".join(one for one in text.split("\n\n") if not _TO_INSTRUCTORS.search(one))


def _module_of(notebook, path, **options):
    """Write the module with all questions that a notebook shows, as its pages judge them; empty if it shows none."""
    cells = (cell.source for cell in notebook.cells if cell.cell_type == "code")
    labels = dict.fromkeys(label for source in cells for label in _SHOWN.findall(source))
    known = {label: questions_of(label, folder=path.parent) for label in labels}
    texts = {label: sealed(questions, **options) for label, questions in known.items()}
    exercises, predictions = (
        pformat({label: text for label, text in texts.items() if is_prediction(label) == wanted}, width=10**9)
        for wanted in (False, True)
    )
    # `check` finds the module of a function by these lines.
    starts = [one.as_json()["start"] for questions in known.values() for one in questions if one.kind == "write"]
    asked = "".join(f"# {line}\n" for start in starts for line in start.splitlines() if line.startswith("def "))
    return _MODULE.format(name=path.stem, asked=asked, exercises=exercises, predictions=predictions) if known else ""


def without_solutions(notebook):
    """Cut each solution out, from its start to its end: text, code and outputs."""
    cells, is_inside = [], False
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            cells += [] if is_inside else [cell]
            continue
        if _UNGATED.search(cell.source):
            raise ValueError("a solution must stand between solution-start and solution-end.")
        kept, end = [], 0
        for gate in _GATE.finditer(cell.source):
            if is_inside == (gate["gate"] == "start"):
                raise ValueError(f"each solution must start and then end. Got {gate[0].splitlines()[0]}.")
            kept += [] if is_inside else [cell.source[end : gate.start()]]
            is_inside, end = not is_inside, gate.end()
        kept += [] if is_inside else [cell.source[end:]]
        cell.source = "\n\n".join(filter(None, map(str.strip, kept)))
        cells += [cell] if cell.source else []
    if is_inside:
        raise ValueError("the last solution must end.")
    notebook.cells = cells
    for count, cell in enumerate((cell for cell in cells if cell.cell_type == "code" and cell.source), start=1):
        for counted in (cell, *(output for output in cell.outputs if "execution_count" in output)):
            counted.execution_count = count
    return notebook


def with_answers(notebook, folder, teaching=None):
    """Open the solutions, add the right answers below the questions and, of an entry on teaching, notes at the end."""
    known, cells, shown = all_questions(folder=folder), [], []
    for cell in notebook.cells:
        cells.append(cell)
        if cell.cell_type == "markdown":
            cell.source = _GATE.sub(lambda gate: re.sub(r"(?m)^:class: .*\n", "", gate[0]), cell.source)
            continue
        for label in filter(known.__contains__, _SHOWN.findall(cell.source)):
            shown.append(label)
            answers = key_of(known[label], _on_one_line)
            cells.append(nbformat.v4.new_markdown_cell(f"::::{{admonition}} Key\n:class: tip\n\n{answers}\n::::"))
    if teaching:
        notes = teaching_notes(notebook, teaching, {label: known[label] for label in shown})
        cells.append(nbformat.v4.new_markdown_cell(notes))
    notebook.cells = cells
    return notebook


def teaching_notes(notebook, teaching, exercises):
    """Write the notes on a chapter as Markdown: what is for class and home, a question, objectives, usual mistakes."""
    sections, of_exercises = minutes_by_section(notebook)
    names = {title: f"*{title}*" for title in sections if title} | {one: f"{{ref}}`{one}`" for one in of_exercises}
    minutes = sections | of_exercises
    parts = ["## Teaching notes"]
    for place, words in PLACES.items():
        if unknown := [part for part in teaching[place]["do"] if part not in names]:
            raise ValueError(f"in {_TEACHING}, {place} must name some of {', '.join(names)}. Got {unknown[0]!r}.")
        named = ", ".join(f"{names[part]} ({minutes[part]} min)" for part in teaching[place]["do"])
        parts.append(f"**{words}**: {named}. {teaching[place]['why'].strip()}")
    parts += [
        f"**To start a discussion**: {teaching['ask']}",
        f"**Listen for**: {teaching['listen']}",
        "### What tests which objective",
        ":::{objective-list}\n:here:\n:::",
    ]
    mistakes = [part for label, questions in exercises.items() if (part := _mistakes_of(label, questions))]
    return "\n\n".join([*parts, *(["### Usual mistakes", *mistakes] if mistakes else [])])


def _mistakes_of(label, questions):
    """List the foreseen wrong answers to an exercise, each with its sentence, as Markdown; empty if there are none."""
    lines = []
    for question in questions:
        # Some kinds of questions have no foreseen mistakes.
        mistakes = question.mistakes() if hasattr(question, "mistakes") else []
        if mistakes:
            lines.append(f"- {_on_one_line(question.as_json()['prompt'])}")
            lines += [f"  - **{_on_one_line(answer)}**: {_on_one_line(words)}" for answer, words in mistakes]
    return "\n".join([f"{{ref}}`{label}`", "", *lines]) if lines else ""


def _on_one_line(text):
    return as_markdown(" ".join(text.split()))

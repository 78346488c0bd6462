"""Editions of the book for a course, from one source: without solutions, or with answers, solutions and notes.

The notebooks are cut before the build, so that no page, download or search index holds what was cut.
"""

import re
import shutil
from contextlib import ExitStack
from pathlib import Path
from pprint import pformat

import nbformat
import yaml
from answer_key import key_of
from command_arguments import add_chapters, add_exercises, add_out, chapters_in, refuse_used
from contents import ROOT, chapters_of, chosen, exercises_of, labelled, notebooks_in
from marked_text import as_markdown
from selection import LEFT_OUT, Cut, cut_about_page, cut_contents, left_out_page, unmet_needs
from teaching_plan import Minutes, minutes_table, plan, sessions

from aucc_teach.command_line import path_word
from aucc_teach.exercises import all_questions, questions_of
from aucc_teach.exercises.folders import is_prediction, reading
from aucc_teach.exercises.records import sealed
from aucc_teach.versions import KEPT, book_version

__all__ = ["FILES", "FOLDERS", "add_arguments", "run", "write_edition"]

KINDS = ("student", "instructor")
# Beside the book and the packages, an edition needs these files to be installed, built and cited.
FILES = ("_toc.yml", "_config.yml", "genindex.md", "pyproject.toml", "constraints.txt", "CITATION.cff")
FILES += ("LICENSE", "LICENSE-TEXT")
FOLDERS = ("book", "aucc_teach", "aucc_report")
_TEACHING = "teaching.yml"
# A student's edition neither has the page for instructors nor links to it.
_INSTRUCTORS = "book/back/instructors"
_TO_INSTRUCTORS = re.compile(r"\]\((back/)?instructors\.md")
_QUESTIONS = "questions"
_LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "_build", _TEACHING, "course", _QUESTIONS)

_GATE = re.compile(r"^(:{3,}|`{3,})\{solution-(?P<gate>start|end)\}.*?^\1[ \t]*$\n?", re.MULTILINE | re.DOTALL)
_UNGATED = re.compile(r"^\s*[:`]{3,}\{solution\}", re.MULTILINE)
_NO_NAME = re.compile(r"\W")
_EXERCISE = re.compile(r"^[:`]{3,}\{exercise\}[^\n]*\n:label: (\S+)", re.MULTILINE)
_HEADING = re.compile(r"^## (.*)$", re.MULTILINE)
_TIME = re.compile(r"\*\*Time\*\*: (about .*? exercises)", re.DOTALL)
_ADDRESSES = re.compile(r"^(  (?:url|baseurl):) \S+", re.MULTILINE)
_FOLDED = re.compile(r"The solutions\s+are\s+folded\s+below\s+them\.")
_INSTEAD = {
    "student": "This edition has no solutions.",
    "instructor": "In this edition the right answers are beside the questions, the solutions are open below them, and "
    "notes for teaching follow.",
}

DESCRIPTION = "Write the book for students or for instructors, whole or a selection of its chapters."
EXAMPLES = """examples:
  python book/course edition student ../course     for students: no solutions in any file
  python book/course edition instructor ../notes   right answers beside the questions, solutions open, teaching notes
  python book/course edition student ../course --chapters 1-8 --zip     some chapters
  python book/course edition student ../short --chapters 1-3,rand_experiment
  python book/course edition student ../own --exercises ../week1   with notebooks and exercises of your own

Each folder is complete: its README.md says how to install, read and build it. Of the questions it has what the pages
of its chapters need to judge answers in place, so a student's folder is meant for homework, not for unsupervised exams.
In it are no solutions, no code that computes what is right, and nothing that a good answer to an open question says.
"""
_README = """# Judging clusterings

{about}

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
_ABOUT = {
    "student": "A Jupyter Book on how to tell a good clustering from a bad one. This is the edition for students: its "
    "exercises\ncheck answers, but it has no solutions.",
    "instructor": "A Jupyter Book on how to tell a good clustering from a bad one. This is the edition for "
    "instructors: each\nquestion has its right answer beside it, all solutions are open, and notes for teaching follow "
    "the exercises.",
}
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


# The page for instructors has a plan for two weeks. A course of other chapters has a session for each of them.
_SESSIONS = re.compile(r"^\(plan-of-sessions\)=\n.*?(?=^## (?!Seven sessions))", re.MULTILINE | re.DOTALL)
_OWN_SESSIONS = """(plan-of-sessions)=

## The sessions of this course

There is a session for each chapter of this edition. The notes of the chapter give the reasons, and a question for the
discussion. The minutes are those of a single reader; [one rule](about.ipynb) counts them.

"""


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("kind", choices=KINDS)
    add_out(parser)
    add_chapters(parser)
    add_exercises(parser)
    parser.add_argument("--url", help="where the whole book can be read, for links to chapters that are left out")
    parser.add_argument("--zip", action="store_true", help="pack the folder as OUT.zip, too")


def run(options):
    """Do what the command line says, and give the exit code."""
    packed = options.out.with_name(f"{options.out.name}.zip")
    if options.zip and packed.exists():
        raise ValueError(f"the zip to write must not exist. Got {packed}.")
    chapters = chapters_in(options)
    count = write_edition(options.kind, options.out, own=options.own, chapters=chapters, address=options.url)
    out = path_word(options.out)
    print(
        f"{out} holds the {options.kind} edition, {count} notebooks. Its README.md says how to build it; here: "
        f"jupyter-book build {out}"
    )
    if options.zip:
        shutil.make_archive(packed.with_suffix(""), "zip", options.out.parent, options.out.name)
        print(f"{path_word(packed)} holds the same.")
    for name, needed in unmet_needs(chosen(chapters_of(ROOT), chapters)):
        print(f"note: {name} builds on {needed}, which is left out.")
    return 0


def write_edition(kind, out, *, own=None, chapters=None, address=None, root=ROOT):
    """Write an edition, complete to be installed, read and built, into a folder; returns the number of notebooks.

    The kind is "student" (without solutions) or "instructor" (each right answer beside its question, open solutions,
    and teaching notes after the exercises). `own` is a folder of own notebooks with their questions in a folder
    ``questions``, which become a part of the book; links to chapters that are left out lead to the address. Before
    anything is written, a ValueError refuses a root that is no clone, a folder that is not empty or lies in the book,
    an unknown chapter, and notebooks or solutions that cannot be told apart.
    """
    root, out = Path(root).resolve(), Path(out).resolve()
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}. Got {kind!r}.")
    for name in (*FILES, *FOLDERS):
        if not (root / name).exists():
            raise ValueError(
                f"an edition is written from the root of a clone of the project. Got {root}, which has no {name}."
            )
    refuse_used(out)
    if any(out.is_relative_to(root / folder) for folder in FOLDERS):
        raise ValueError(f"the folder to write must not lie in the book or in the package. Got {out}.")

    all_chapters = chapters_of(root)
    kept = chosen(all_chapters, chapters)
    left_out = [chapter for chapter in all_chapters if chapter not in kept]
    cut = Cut(left_out, labelled(all_chapters))
    gone = {chapter.path for chapter in left_out}
    places = {path: path.relative_to(root) for path in notebooks_in(root / "book") if path not in gone}
    if own:
        own = Path(own).resolve()
        _refuse_folder(own, root, out)
        places |= {path: Path("book", own.name, path.relative_to(own)) for path in notebooks_in(own)}
    teaching = yaml.safe_load((root / "book" / _TEACHING).read_text("utf-8"))
    # Questions that ask for functions are looked up in these folders, not in the notebook's.
    with ExitStack() as looked_in:
        for folder in filter(Path.is_dir, [root / "book" / _QUESTIONS, *([own / _QUESTIONS] if own else [])]):
            looked_in.enter_context(reading(folder))
        texts = {}
        for path, place in places.items():
            notes = teaching.get(path.stem, {}) if path.is_relative_to(root) else None
            try:
                made = _made(kind, path, notes)
                if left_out and place == Path("book", "back", "about.ipynb"):
                    made = cut_about_page(made, kept)
                for cell in made.cells:
                    if cell.cell_type == "markdown":
                        cell.source = _without_other_editions(kind, cut.text(cell.source, place))
                texts[place] = nbformat.writes(made, version=4).rstrip("\n") + "\n"
                folder = Path("book", *([own.name] if own and own in path.parents else []), _QUESTIONS)
                if text := _module_of(made, path, with_checklists=kind != "student"):
                    texts[folder / f"{re.sub(_NO_NAME, '_', path.stem)}.py"] = text
            except ValueError as error:
                raise ValueError(f"{place}: {error}") from None

    # It holds no questions: their old addresses lead on by it.
    gone = Path("book", _QUESTIONS, "retired.txt")
    texts[gone] = (root / gone).read_text("utf-8")
    for folder in FOLDERS:
        shutil.copytree(root / folder, out / folder, ignore=_LEFT_OUT, dirs_exist_ok=True)
    (out / "README.md").write_text(_README.format(about=_ABOUT[kind], first=kept[0].file), encoding="utf-8")
    for name in FILES:
        shutil.copy(root / name, out / name)
    for chapter in left_out:
        (out / f"{chapter.file}.ipynb").unlink()
    for path in (out / "book").rglob("*.md"):
        text = path.read_text("utf-8")
        if left_out:
            text = _SESSIONS.sub(lambda _: f"{_OWN_SESSIONS}{sessions(kept, teaching)}\n\n", text)
        path.write_text(cut.text(text, path.relative_to(out)), encoding="utf-8")
    if kind == "student":
        reference = out / "book" / "back" / "api.md"
        reference.write_text(_FOR_AUTHORS.sub("", reference.read_text("utf-8")), encoding="utf-8")
        (out / f"{_INSTRUCTORS}.md").unlink(missing_ok=True)
    toc = yaml.safe_load((root / "_toc.yml").read_text("utf-8"))
    if kind == "student":
        for part in toc["parts"]:
            part["chapters"] = [entry for entry in part["chapters"] if entry["file"] != _INSTRUCTORS]
    if left_out:
        toc = cut_contents(toc, kept)
        version = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))["version"]
        (out / f"{LEFT_OUT}.md").write_text(left_out_page(left_out, version, address), encoding="utf-8")
    if own:
        shutil.copytree(own, out / "book" / own.name, ignore=_LEFT_OUT)
        files = [{"file": place.with_suffix("").as_posix()} for path, place in places.items() if own in path.parents]
        toc["parts"].append({"caption": own.name, "chapters": files})
    if own or left_out or kind == "student":
        (out / "_toc.yml").write_text(yaml.safe_dump(toc, sort_keys=False, allow_unicode=True), encoding="utf-8")
    for place, text in texts.items():
        (out / place).parent.mkdir(exist_ok=True)
        (out / place).write_text(text, encoding="utf-8")
    if build := book_version()["build"]:
        (out / "book" / KEPT).write_text(f"{build}\n", encoding="utf-8")
    config = out / "_config.yml"
    # An edition is not published at the book's address.
    text = _ADDRESSES.sub(r'\1 ""', config.read_text("utf-8"))
    if kind != "student":
        # The title tells the editions apart when one is published.
        text = re.sub(r"(?m)^(title: .*)$", r"\1 (instructor edition)", text)
    config.write_text(text, encoding="utf-8")
    return len(places)


def _made(kind, path, teaching):
    """Make the notebook of an edition; without an entry on teaching, it gets no notes."""
    notebook = nbformat.read(path, as_version=4)
    if kind == "student":
        return without_solutions(notebook)
    if teaching is not None:
        notebook = with_notes(notebook, teaching, path.parent)
    return with_keys(notebook, path.parent)


def _without_other_editions(kind, text):
    """Adapt the sentence on folded solutions, and for students drop paragraphs about the page for instructors."""
    text = _FOLDED.sub(_INSTEAD[kind], text)
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


def _refuse_folder(own, root, out):
    if own.is_relative_to(root) or out.is_relative_to(own) or (root / "book" / own.name).exists():
        raise ValueError(f"the folder to add must lie elsewhere, under a name that the book does not use. Got {own}.")
    if not notebooks_in(own):
        raise ValueError(f"the folder to add must hold notebooks. Got {own}.")


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


def with_open_solutions(notebook):
    """Open the solutions."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = _GATE.sub(lambda gate: re.sub(r"(?m)^:class: .*\n", "", gate[0]), cell.source)
    return notebook


def with_keys(notebook, folder):
    """Open the solutions, and add a cell with the right answers after the cell that shows the questions."""
    notebook = with_open_solutions(notebook)
    known = all_questions(folder=folder)
    waiting, cells = {exercise.label for exercise in exercises_of(notebook)} & set(known), []
    for cell in notebook.cells:
        cells.append(cell)
        shown = _SHOWN.search(cell.source) if cell.cell_type == "code" else None
        if shown and shown["label"] in known:
            waiting.discard(shown["label"])
            answers = key_of(known[shown["label"]], _on_one_line)
            key = nbformat.v4.new_markdown_cell(f"::::{{admonition}} Key\n:class: tip\n\n{answers}\n::::")
            key.pop("id" if notebook.nbformat_minor < 5 else "", None)
            cells.append(key)
    if waiting:
        raise ValueError(f"the questions of each exercise must be shown. Got none of {sorted(waiting)}.")
    notebook.cells = cells
    return notebook


def with_notes(notebook, teaching, folder):
    """Open the solutions, and add notes for teaching after the exercises; the notebook lies in the folder."""
    minutes = Minutes(notebook)
    prose = [cell for cell in with_open_solutions(notebook).cells if cell.cell_type == "markdown"]
    is_after = False
    for cell in prose:
        for heading in _HEADING.finditer(cell.source):
            if is_after:
                notes = teaching_notes("\n".join(cell.source for cell in prose), teaching, minutes, folder)
                cell.source = f"{cell.source[: heading.start()]}{notes}\n\n{cell.source[heading.start() :]}"
                return notebook
            is_after = heading[1] == "Exercises"
    if is_after:
        raise ValueError("a section must follow the exercises.")
    return notebook


def teaching_notes(text, teaching, minutes, folder):
    """Write the notes on a chapter from its text, as Markdown: time, plan, a question, objectives, usual mistakes."""
    if not teaching:
        raise ValueError(f"book/{_TEACHING} must have a question for the chapter.")
    if not (time := _TIME.search(text)):
        raise ValueError("the box of the chapter must say how long it takes.")
    parts = [
        "## Teaching notes",
        f"**Time**: {time[1]}.",
        *plan(teaching, minutes),
        f"**To start a discussion**: {teaching['ask']}",
        f"**Listen for**: {teaching['listen']}",
        "### Minutes by section",
        minutes_table(minutes),
        "### What tests which objective",
        ":::{objective-list}\n:here:\n:::",
    ]
    known = all_questions(folder=folder)
    mistakes = [part for label in _EXERCISE.findall(text) if (part := _mistakes_of(label, known.get(label, ())))]
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

"""Homework with questions drawn for each student: a page and a notebook for each of them, and one key."""

import json
import re
import unicodedata
from pathlib import Path

import nbformat
from command_arguments import add_out, refuse_used
from drawn_questions import add_families, draw_items, families_in, read_secret, tag_of
from key_files import write_key
from marked_text import as_markdown, environment, escaped
from markupsafe import Markup
from spreadsheets import csv_of, read_table

from aucc_teach.command_line import path_word
from aucc_teach.exercises import book_version
from aucc_teach.exercises.widget import DIGEST, OF_KIND
from aucc_teach.join_scripts import joined
from aucc_teach.page_widget import STATIC

__all__ = ["add_arguments", "notebook_of", "page_of", "run", "write_homework"]

DESCRIPTION = "Draw homework for each student: a page and a notebook for each, and one key."
EXAMPLES = """examples:
  python book/course homework --show              the families, and what each is about
  python book/course homework --show counts       a question of one, with its right answers
  python -c "import secrets; print(secrets.token_hex(32))" > secret.txt
  python book/course homework ../week1 --families counts,rand-c --n 6 --secret secret.txt --names names.csv

Hand out the files of the folder "students" in OUT, to each student their own. Keep key.json
and the secret to yourself: "mark" marks by the key.
"""
_EXERCISES = STATIC.parent / "exercises" / "static"
_STYLES = (STATIC / "kit.css", _EXERCISES / "exercise.css")
_SLIM = re.compile(r"^[ \t]*(//.*)?\n|^[ \t]+", re.MULTILINE)


def add_arguments(parser):
    """Add the arguments of the command."""
    add_out(parser)
    about = "table with a column student, one line for each; pseudonyms will do"
    parser.add_argument("--names", type=Path, required=True, metavar="FILE", help=about)
    add_families(parser)
    parser.add_argument(
        "--n", type=int, metavar="N", help="number of questions for each student; default: one of each family"
    )
    parser.add_argument("--secret", type=Path, required=True, metavar="FILE", help="file with a secret of your own")
    parser.add_argument("--assignment", metavar="NAME", help="name of the assignment; default: the name of OUT")


def run(options):
    """Do what the command line says, and give the exit code."""
    families = families_in(options)
    assignment = options.assignment or options.out.resolve().name
    count = write_homework(
        list(dict.fromkeys(read_table(options.names, ["student"])["student"])),
        options.out,
        families,
        n=len(families) if options.n is None else options.n,
        secret=read_secret(options.secret),
        assignment=assignment,
        difficulty=options.difficulty,
    )
    students, key = path_word(options.out / "students"), path_word(options.out / "key.json")
    print(
        f"{students} holds a page and a notebook for each of {count} students, and students.csv says which are whose. "
        f"{key} is the key: do not hand it out."
    )
    return 0


def write_homework(students, out, families, *, n, secret, assignment, difficulty=1, points=None):
    """Write a page and a notebook for each student, and the key; returns the number of students.

    For each, n objects are drawn from the families in turn, at least as many as families. A smaller n and a folder that
    is not empty are a ValueError.
    """
    out = Path(out)
    refuse_used(out)
    how = {"secret": secret, "assignment": assignment, "difficulty": difficulty, "points": points}
    drawn = {student: draw_items(families, n, student=student, **how) for student in students}
    # File names cannot be guessed, so all files may lie in one public folder.
    stems = {student: f"{_slug(student)}-{tag_of(secret, assignment, student)}" for student in students}
    folder = out / "students"
    folder.mkdir(parents=True)
    for student, items in drawn.items():
        (folder / f"{stems[student]}.html").write_text(page_of(items, assignment, student), encoding="utf-8")
        nbformat.write(notebook_of(items, assignment, student), folder / f"{stems[student]}.ipynb")
    files = [[name, f"{stem}.html", f"{stem}.ipynb"] for name, stem in stems.items()]
    (out / "students.csv").write_bytes(csv_of(["student", "page", "notebook"], files))
    write_key(out / "key.json", assignment, drawn)
    return len(students)


def _slug(name):
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain))[:40] or "student"


def _seen(items):
    """Reduce items to what a student may see, without objects and keys."""
    return [
        {
            "label": item["label"],
            "text": item["text"],
            "questions": [{name: one[name] for name in ("id", "asked", "points", "seen")} for one in item["questions"]],
        }
        for item in items
    ]


# ---- the page


def page_of(items, assignment, student):
    """Write the page of a student: it loads nothing from anywhere, and holds no key."""
    data = {"assignment": assignment, "student": student, "book": book_version(), "items": _seen(items)}
    templates = environment()
    own = templates.loader.get_source(templates, "homework.js")[0]
    script = _SLIM.sub("", f"const modules = {{}};\n{joined(OF_KIND['break'], DIGEST)}{own}")
    style = "\n".join(path.read_text("utf-8") for path in _STYLES)
    return templates.get_template("homework.html").render(
        **data,
        points=sum(question["points"] for item in items for question in item["questions"]),
        # "</script" would end the script element, even inside a string.
        data=Markup(json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")),
        script=Markup(script.replace("</script", "<\\/script")),
        style=Markup(style),
    )


# ---- the notebook

_SAVING = '''\
import hashlib
import json
from datetime import datetime, timezone

QUESTIONS = {questions}


def places(question, answer):
    """Places of letters or names among those shown, and anything else as it is."""
    names = question["names"]
    if names is None:
        return answer
    words = answer.replace(",", " ").split()
    words = list(words[0]) if len(words) == 1 and words[0] not in names else words
    strange = [word for word in words if word not in names]
    if strange or len(set(words)) < len(words):
        raise ValueError(f"Write some of {{', '.join(names)}}, each once. Got {{answer!r}}.")
    if question["all"] and len(words) < len(names):
        raise ValueError(f"Write all of {{', '.join(names)}}. Got {{answer!r}}.")
    return [names.index(word) for word in words]


now = datetime.now(timezone.utc).isoformat(timespec="seconds")
saved = []
for id, question in QUESTIONS.items():
    answer = answers.get(id, "")
    tries = []
    if str(answer).strip():
        found = places(question, str(answer))
        if question["kind"] == "break":
            found = {{"way": "false", "fields": [found], "reason": None}}
        tries = [{{"at": now, "answer": found, "verdict": ""}}]
    saved.append({{"id": id, "asked": question["asked"], "tries": tries, "solution_opened": False}})
file = {{"format": "aucc-teach-answers", "version": 1, "book": {book}, "assignment": {assignment}}}
file |= {{"student": {student}, "made": now, "answers": saved}}
canonical = json.dumps(saved, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
file["digest"] = hashlib.sha256(canonical.encode()).hexdigest()
with open("answers.json", "w", encoding="utf-8") as out:
    json.dump(file, out, ensure_ascii=False, indent=1)
print(f"answers.json holds {{sum(bool(one['tries']) for one in saved)}} answers to {{len(saved)}} questions.")
'''


def notebook_of(items, assignment, student):
    """Make the notebook of a student: a cell for each answer, and one that writes ``answers.json``."""
    markdown, code = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell
    cells = [
        markdown(
            f"# {escaped(assignment)}\n\nHomework of **{escaped(student)}**. The questions were drawn for you, so "
            "your answers differ from those of others. Put each answer between its quotation marks, then run all "
            "cells: the last one writes `answers.json`, which is the file to hand in. You can compute in cells of "
            "your own."
        ),
        code("answers = {}"),
    ]
    known = {}
    for number, item in enumerate(items, start=1):
        cells.append(markdown(f"## Question {number}\n\n{_lines(item['text'])}"))
        for question in item["questions"]:
            seen = question["seen"]
            points = f"{question['points']:.4g} point{'s' if question['points'] != 1 else ''}"
            names, how, start = _to_write(seen)
            asks = f" ({seen['asks']})" if seen.get("asks") else ""
            cells.append(markdown(f"{_lines(seen['prompt'])}{asks} *[{points}]*{how}"))
            cells.append(code(f"answers[{question['id']!r}] = {start}"))
            known[question["id"]] = {
                "kind": seen["kind"],
                "asked": question["asked"],
                "names": names,
                "all": seen["kind"] == "order",
            }
    saving = _SAVING.format(
        questions=_pretty(known), book=repr(book_version()), assignment=repr(assignment), student=repr(student)
    )
    cells += [
        markdown("## Save\n\nThe next cell writes your answers to `answers.json`. Nothing is sent."),
        code(saving),
    ]
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"  # fixed ids, so that the same draws give the same file
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return nbformat.v4.new_notebook(cells=cells, metadata=kernel)


def _pretty(known):
    return "{\n" + "".join(f"    {id!r}: {one!r},\n" for id, one in known.items()) + "}"


def _to_write(seen):
    """Return the names that an answer consists of, how to write it, and the text to start from."""
    if seen["kind"] == "order":
        letters = "ABCDEFGHIJKL"[: len(seen["items"])]
        lines = "".join(
            f"\n- **{letter}** {as_markdown(line)}" for letter, line in zip(letters, seen["items"], strict=True)
        )
        return list(letters), f"\n{lines}\n\nWrite the letters in order, such as `{letters}`.", '""'
    if seen["kind"] == "objects":
        return seen["options"], f" Write the names, such as `{', '.join(seen['options'][:2])}`.", '""'
    if seen["kind"] == "break":
        return None, f"\n\nWrite a partition, such as `{seen['fields'][0]['example']}`.", '""'
    if seen["kind"] == "write":
        return None, "", f"'''\n{seen['start']}'''"
    return None, "", '""'


def _lines(text):
    """Write words with line breaks as Markdown."""
    return as_markdown(text).replace("\n", "  \n")

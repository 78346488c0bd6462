"""Homework with questions drawn for each student: a page for each, in a zip that Moodle hands out, and one key."""

import re
import zipfile
from pathlib import Path

from command_arguments import add_out, refuse_used
from drawn_questions import add_families, chosen_families, draw_items, read_secret
from key_files import write_key
from lms_tables import plain_of, read_table, refuse_repeated, students_in
from marked_text import environment
from markupsafe import Markup

from aucc_teach.command_line import path_word
from aucc_teach.exercises import book_version
from aucc_teach.exercises.widget import DIGEST, OF_KIND
from aucc_teach.join_scripts import joined
from aucc_teach.page_widget import STATIC

__all__ = ["add_arguments", "page_of", "read_participants", "run", "write_homework"]

DESCRIPTION = "Draw homework for each student: a page for each, in one zip to hand out, and one key."
EXAMPLES = """examples:
  python -c "import secrets; print(secrets.token_hex(32))" > secret.txt
  python book/course homework ../week1 --names grades.csv --families counts,rand-c,roc-area --secret secret.txt

The names are a table that your platform exports, as it is. Moodle hands out the zip if you take the grading worksheet
of the assignment, which numbers the participants: turn on "Feedback files" and "Offline grading worksheet" in its
settings, download the worksheet, and upload pages.zip by "Upload multiple feedback files in a zip". With any other list
of names, such as Canvas's grades or Moodle's participants, the zip has a folder for each student. Keep key.json and the
secret to yourself: "mark" marks by the key.
"""
_SHEETS = (STATIC / "kit.css", STATIC.parent / "exercises" / "static" / "exercise.css")
_PARTICIPANT = re.compile(r"\D*(\d+)")  # "Participant 123", in the language of the platform


def add_arguments(parser):
    """Add the arguments of the command."""
    add_out(parser)
    parser.add_argument("--names", type=Path, required=True, metavar="FILE", help="list of names, as it was exported")
    add_families(parser)
    parser.add_argument(
        "--n", type=int, metavar="N", help="number of questions for each student; default: one of each family"
    )
    parser.add_argument("--secret", type=Path, required=True, metavar="FILE", help="file with a secret of your own")
    parser.add_argument("--assignment", metavar="NAME", help="name of the assignment; default: the name of OUT")


def run(options):
    """Do what the command line says, and give the exit code."""
    families = chosen_families(options.families)
    folders = read_participants(options.names)
    write_homework(
        folders,
        options.out,
        families,
        n=len(families) if options.n is None else options.n,
        secret=read_secret(options.secret),
        assignment=options.assignment or options.out.resolve().name,
        difficulty=options.difficulty,
    )
    pages, key = path_word(options.out / "pages.zip"), path_word(options.out / "key.json")
    print(f"{pages} holds a page for each of {len(folders)} students. {key} is the key: do not hand it out.")
    if not next(iter(folders.values())).endswith("_"):
        print(f"note: {path_word(options.names)} has no column Identifier, so Moodle can't hand out the zip by itself.")
    return 0


def read_participants(path):
    """Read the names of students, each with the folder of their page.

    With Moodle's numbers of the participants, which its grading worksheet has, the folders are those that Moodle takes
    for feedback. Names and folders that come twice raise a ValueError.
    """
    table, header = read_table(path)
    names = students_in(path, table, header)
    refuse_repeated(path, names)
    # An underscore would end the name for Moodle, and the other signs can't stand in names of files.
    folders = names.str.replace(r'[_/\\:*?"<>|\x00-\x1f]', " ", regex=True).str.strip(" .")
    columns = [place for place, name in enumerate(header) if plain_of(name) == "identifier"]
    if columns:
        numbers = table.loc[names.index, columns[0]].map(_PARTICIPANT.fullmatch)
        if numbers.isna().any():
            row = numbers[numbers.isna()].index[0]
            raise ValueError(
                f'{path}, row {row}: Identifier must be such as "Participant 123". Got {table.loc[row, columns[0]]!r}.'
            )
        folders += numbers.map(lambda found: f"_{found[1]}_assignsubmission_file_")
    refuse_repeated(path, folders)
    return dict(zip(names, folders, strict=True))


def write_homework(folders, out, families, *, n, secret, assignment, difficulty=1):
    """Write the pages of students into one zip, each into the folder that `folders` has for the name, and the key.

    For each student, n objects are drawn from the families in turn, at least as many as families. A smaller n and a
    folder that is not empty are a ValueError.
    """
    out = Path(out)
    refuse_used(out)
    how = {"secret": secret, "assignment": assignment, "difficulty": difficulty}
    drawn = {student: draw_items(families, n, student=student, **how) for student in folders}
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out / "pages.zip", "w") as pages:
        for student, items in drawn.items():
            # Without a time of its own, the same draws give the same file.
            place = zipfile.ZipInfo(f"{folders[student]}/page.html")
            pages.writestr(place, page_of(items, assignment, student), zipfile.ZIP_DEFLATED)
    write_key(out / "key.json", assignment, drawn)


def page_of(items, assignment, student):
    """Write the page of a student: it loads nothing from anywhere, and holds no key."""
    seen = [
        {
            "label": item["label"],
            "text": item["text"],
            "questions": [{name: one[name] for name in ("id", "asked", "points", "seen")} for one in item["questions"]],
        }
        for item in items
    ]
    return (
        environment()
        .get_template("homework.html")
        .render(
            assignment=assignment,
            student=student,
            book=book_version(),
            items=seen,
            points=sum(question["points"] for item in items for question in item["questions"]),
            # "</script" would end the script element, even inside a string.
            modules=Markup(joined(OF_KIND["break"], DIGEST).replace("</script", "<\\/script")),
            sheets=Markup("\n".join(path.read_text("utf-8") for path in _SHEETS)),
        )
    )

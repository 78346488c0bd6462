"""The concept test before and after the course: as a page, a quiz for Moodle and a paper; its answers are read here."""

from pathlib import Path

import pandas as pd
import yaml
from command_arguments import add_out, refuse_used
from lms_tables import plain_of, read_table, refuse_repeated, students_in
from marked_text import environment

from aucc_teach.command_line import path_word

__all__ = ["add_arguments", "read_answers", "read_test", "run"]

DESCRIPTION = "Write the concept test for before and after the course: as a page, a quiz for Moodle and a paper."
EXAMPLES = """examples:
  python book/course concept ../concept

Give the test before the first session and again after the last one, in the same form and without showing answers in
between. page.html lets students save a file to hand in, quiz.xml is imported into Moodle's question bank (fifteen
questions for one quiz, in this order), and paper.html is printed. key.html is yours: it has the right answers, what
each wrong one shows, and a note on each question. Then "gain" compares the two rounds.
"""
TEST = Path(__file__).with_name("concept.yml")
FILES = {"page": "concept.html", "paper": "concept.html", "key": "concept.html", "quiz": "concept.xml"}


def add_arguments(parser):
    """Add the arguments of the command."""
    add_out(parser)


def run(options):
    """Do what the command line says, and give the exit code."""
    refuse_used(options.out)
    test, templates = read_test(), environment()
    texts = {kind: templates.get_template(name).render(test=test, kind=kind) for kind, name in FILES.items()}
    options.out.mkdir(parents=True, exist_ok=True)
    for kind, text in texts.items():
        (options.out / f"{kind}{Path(FILES[kind]).suffix}").write_text(text, encoding="utf-8")
    print(
        f"{path_word(options.out)} holds the {len(test['items'])} questions as page.html, paper.html and, for Moodle, "
        "quiz.xml. key.html has the answers: don't hand it out."
    )
    return 0


def read_test():
    """Read the test; each option gets its letter."""
    test = yaml.safe_load(TEST.read_text("utf-8"))
    for item in test["items"]:
        item["options"] = {letter: option for letter, option in zip("abcdef", item["options"], strict=False)}
    return test


def read_answers(path, test):
    """Read the answers of a round: a table with a row for each student, and the letter of an option in each cell.

    The table has a column for each item by its name or its number, as in Moodle's export of responses, where the cells
    hold the texts of the options. A folder holds tables that students have saved. An empty cell is no answer. Whatever
    else stands in a cell raises a ValueError, as do items that are missing and students that come twice.
    """
    path = Path(path)
    files = sorted(path.rglob("*.csv")) if path.is_dir() else [path]
    if not files:
        raise ValueError(f"{path} must hold the files that students have saved from the page. It has no .csv.")
    found = pd.concat([_answers_in(file, test) for file in files])
    refuse_repeated(path, found.index.to_series())
    return found


def _answers_in(path, test):
    table, header = read_table(path)
    names = students_in(path, table, header)
    places = {plain_of(name).removeprefix("response "): place for place, name in enumerate(header)}
    columns = {}
    for number, item in enumerate(test["items"], start=1):
        place = places.get(item["id"], places.get(str(number)))
        if place is None:
            raise ValueError(
                f"{path} must have a column for each question, by its name or its number. It has none for "
                f"{number}, {item['id']}. Got {', '.join(header)}."
            )
        letters = {plain_of(option["text"]): letter for letter, option in item["options"].items()}
        letters |= {letter: letter for letter in item["options"]} | {"": "", "-": ""}
        cells = table.loc[names.index, place]
        columns[item["id"]] = cells.map(plain_of).map(letters)
        if not (strange := cells[columns[item["id"]].isna()]).empty:
            raise ValueError(
                f"{path}, row {strange.index[0]}, question {number}, {item['id']}: an answer must be a letter from "
                f"{', '.join(item['options'])} or the text of an option, or be empty. Got {strange.iloc[0]!r}."
            )
    return pd.DataFrame(columns).set_axis(names.to_list())

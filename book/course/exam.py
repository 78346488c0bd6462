"""An exam on paper in several versions, with drawn questions, space for working, points, and a key for each version."""

import ast
import secrets
import sys
from fractions import Fraction
from pathlib import Path
from string import ascii_uppercase

from chromium import chromium, missing
from command_arguments import add_out, refuse_used
from drawn_questions import add_families, draw_items, families_in, read_secret
from families.claims import partition_of
from key_files import write_key
from marked_text import environment

from aucc_teach.command_line import path_word

__all__ = ["add_arguments", "answer_of", "run", "write_exam"]

DESCRIPTION = "Draw an exam on paper in several versions, each with a key."
# Each of these can be done by hand in five minutes.
USUAL = "counts,rand-c,roc-area,aucc-line,gamma,moved,proof"
EXAMPLES = f"""examples:
  python book/course exam --show                  the families, and what each is about
  python book/course exam ../exam --versions 4
  python book/course exam ../exam --versions 2 --families counts,gamma,proof --difficulty 2 --title "Quiz of 12 May"

Without --families an exam asks for {USUAL}, as far as the
course has their chapters. All versions ask for the same, with other numbers, and no question of a version tells how
another one is answered.
Without --secret every call draws other questions; with one, the same call draws the same again. PDF files are made if
Playwright and Chromium are there (pip install playwright; CHROMIUM names the browser). Otherwise print the pages from
any browser.
"""
PAPERS = ("A4", "Letter")
# Height of the space for working, in centimetres.
_SPACE = {"counts": 6, "matching": 5, "spoiler": 9, "k-curve": 4, "proof": 0, "counterexample": 3.5, "function": 8}
_USUAL_SPACE = 7


def add_arguments(parser):
    """Add the arguments of the command."""
    add_out(parser)
    parser.add_argument("--versions", type=int, default=4, metavar="N", help="number of versions, up to 26; default: 4")
    add_families(parser, USUAL)
    parser.add_argument("--secret", type=Path, metavar="FILE", help="file with a secret, to draw the same again")
    parser.add_argument("--title", help="title on the paper; default: the name of OUT")
    parser.add_argument("--paper", choices=PAPERS, default="A4")
    parser.add_argument("--no-pdf", action="store_true", help="make no PDF files, even if Chromium is there")


def run(options):
    """Do what the command line says, and give the exit code."""
    families = families_in(options, USUAL)
    names = write_exam(
        options.out,
        families,
        n_versions=options.versions,
        secret=secrets.token_bytes(32) if options.secret is None else read_secret(options.secret),
        title=options.title or options.out.resolve().name,
        difficulty=options.difficulty,
        paper=options.paper,
    )
    out = path_word(options.out)
    print(f"{out} holds {len(names)} versions, each as an exam and a key, and key.json for computers.")
    if options.no_pdf:
        return 0
    if lacking := missing():
        print(
            f"No PDF files were made, because there is no {lacking}. Print the pages from a browser.", file=sys.stderr
        )
        return 0
    _print_pages(sorted(options.out.glob("*.html")), options.paper)
    print("Each page is there as a PDF file as well.")
    return 0


def write_exam(out, families, *, n_versions, secret, title, difficulty=1, paper="A4", points=None):
    """Write the versions of an exam, each with its key, as pages to be printed, and one key for computers.

    One question is drawn from each family, in this order. Returns the letters of the versions, of which there are at
    most 26; more are a ValueError, as is a folder that is not empty.
    """
    out = Path(out)
    if not 1 <= n_versions <= len(ascii_uppercase):
        raise ValueError(f"the number of versions must be from 1 to {len(ascii_uppercase)}. Got {n_versions}.")
    refuse_used(out)
    names = list(ascii_uppercase[:n_versions])
    how = {"secret": secret, "assignment": title, "difficulty": difficulty, "points": points}
    drawn = {name: draw_items(families, len(families), student=name, **how) for name in names}
    template = environment().get_template("exam.html")
    out.mkdir(parents=True, exist_ok=True)
    for name, items in drawn.items():
        for kind in ("exam", "key"):
            page = template.render(
                title=title,
                version=name,
                paper=paper,
                is_key=kind == "key",
                items=[_as_printed(item) for item in items],
                points=sum(question["points"] for item in items for question in item["questions"]),
            )
            (out / f"{kind}-{name}.html").write_text(page, encoding="utf-8")
    write_key(out / "key.json", title, drawn)
    return names


def _as_printed(item):
    questions = [{**one, "answer": answer_of(one), "wrong": _foreseen(one)} for one in item["questions"]]
    points = sum(one["points"] for one in questions)
    return {**item, "questions": questions, "points": points, "space": _SPACE.get(item["family"], _USUAL_SPACE)}


# ---- answers in words


def answer_of(question):
    """Write the right answer to an issued question in words: lines of text."""
    return _ANSWERS[question["seen"]["kind"]](question["seen"], question["key"])


def _number(text, places):
    value = Fraction(text)
    return str(value) if value.denominator == 1 else f"{value} = {float(value):.{max(places, 3)}f}"


def _order(seen, key):
    letters = ascii_uppercase[: len(seen["items"])]
    groups = {}
    for letter, rank in zip(letters, key["ranks"], strict=True):
        groups.setdefault(rank, []).append(letter)
    return [", ".join(" and ".join(groups[rank]) for rank in sorted(groups))]


def _short(output):
    return f"{output:.6g}" if isinstance(output, float) else output


def _cases(_, key):
    task = ast.literal_eval(key["task"])
    calls = (", ".join(map(repr, arguments)) for arguments in task["cases"])
    return [
        f"`{task['name']}({call})` is `{_short(output)}`" for call, output in zip(calls, task["expected"], strict=True)
    ]


_ANSWERS = {
    "number": lambda seen, key: [_number(key["value"], seen["places"])],
    "objects": lambda seen, key: [", ".join(seen["options"][i] for i in key["right"])],
    "order": _order,
    "break": lambda _, key: [f"`{partition_of(code)}`" for code in key["broken"]],
    "write": _cases,
}


def _foreseen(question):
    """List foreseen wrong answers, each with its sentence."""
    seen, key = question["seen"], question["key"]
    if seen["kind"] == "number":
        return [(_number(value, seen["places"]), words) for value, words in key["tempting"]]
    if seen["kind"] == "objects":
        return [(", ".join(seen["options"][i] for i in pick), words) for pick, words in key["tempting"]]
    return []


# ---- PDF


def _print_pages(pages, paper):
    with chromium() as browser:
        for path in pages:
            page = browser.new_page()
            page.goto(path.resolve().as_uri())
            page.pdf(path=path.with_suffix(".pdf"), format=paper, prefer_css_page_size=True)
            page.close()

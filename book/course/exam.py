"""An exam on paper in parallel versions, with drawn questions, space for working, and a key for each version."""

import math
import secrets
from fractions import Fraction
from pathlib import Path
from string import ascii_uppercase

from command_arguments import add_out, refuse_used
from drawn_questions import add_families, canonical, chosen_families, draw_items, read_secret
from export.bank import drawn_categories
from export.moodle import bank_text
from families.claims import partition_of
from key_files import write_key
from marked_text import environment

from aucc_teach.command_line import path_word

__all__ = ["add_arguments", "answer_of", "draw_versions", "minutes_of", "run", "write_exam"]

DESCRIPTION = "Draw an exam on paper in parallel versions, each with a key."
USUAL = "counts,rand-c,roc-area,aucc-line,gamma,moved,proof"
EXAMPLES = f"""examples:
  python book/course exam ../exam --versions 4
  python book/course exam ../exam --versions 2 --families counts,gamma,proof --difficulty 2 --title "Quiz of 12 May"

Without --families an exam asks for {USUAL}. All versions ask for
the same, with other numbers, and no question of a version tells the answer to another: one that would is drawn again.
Each version is a page to print from any browser, once more in large print, with a key. questions.xml is a question bank
for Moodle with twenty further variants of each question, except of proofs and counterexamples; "export canvas" makes
one for Canvas. Without --secret every call draws other questions; with one, the same call draws the same again. When
points are given, "items" says how each question did.
"""
PAPERS = ("A4", "Letter")
# Height of the space for working, in centimetres.
_SPACE = {"counts": 6, "matching": 5, "spoiler": 9, "k-curve": 4, "proof": 0, "counterexample": 3.5}
_USUAL_SPACE = 7
# Minutes by hand at difficulty 1: estimates, not measured.
_MINUTES = {"counts": 6, "rand-c": 6, "ari": 9, "matching": 3, "moved": 4, "aucc-line": 6, "gamma": 6, "threshold": 4}
_MINUTES |= {"spoiler": 15, "k-curve": 4, "proof": 6, "counterexample": 8}
_USUAL_MINUTES = 5
_REDRAWS = 20
_VARIANTS = 20


def add_arguments(parser):
    """Add the arguments of the command."""
    add_out(parser)
    parser.add_argument("--versions", type=int, default=4, metavar="N", help="number of versions, up to 26; default: 4")
    add_families(parser, USUAL)
    parser.add_argument("--secret", type=Path, metavar="FILE", help="file with a secret, to draw the same again")
    parser.add_argument("--title", help="title on the paper; default: the name of OUT")
    parser.add_argument("--paper", choices=PAPERS, default="A4")


def run(options):
    """Do what the command line says, and give the exit code."""
    families = chosen_families(options.families or USUAL)
    names = write_exam(
        options.out,
        families,
        n_versions=options.versions,
        secret=secrets.token_bytes(32) if options.secret is None else read_secret(options.secret),
        title=options.title or options.out.resolve().name,
        difficulty=options.difficulty,
        paper=options.paper,
    )
    bank = ", questions.xml for Moodle" if (options.out / "questions.xml").exists() else ""
    print(
        f"{path_word(options.out)} holds {len(names)} versions, each as an exam, in large print and as a key{bank}, "
        f"and key.json to mark by.\nWe estimate {minutes_of(families, options.difficulty)} minutes for it, but haven't "
        "measured any."
    )
    return 0


def write_exam(out, families, *, n_versions, secret, title, difficulty=1, paper="A4"):
    """Write the versions of an exam as pages to print, each with its key, a question bank, and a key for computers.

    One question is drawn from each family, in this order. Returns the letters of the versions, of which there are at
    most 26; more are a ValueError, as is a folder that is not empty.
    """
    out = Path(out)
    if not 1 <= n_versions <= len(ascii_uppercase):
        raise ValueError(f"the number of versions must be from 1 to {len(ascii_uppercase)}. Got {n_versions}.")
    refuse_used(out)
    drawn = draw_versions(families, n_versions, secret=secret, assignment=title, difficulty=difficulty)
    bank, _ = drawn_categories(families, _VARIANTS, secret=secret, difficulty=difficulty)
    template = environment().get_template("exam.html")
    shown = {"title": title, "paper": paper, "minutes": minutes_of(families, difficulty)}
    out.mkdir(parents=True, exist_ok=True)
    for name, items in drawn.items():
        printed = [_as_printed(item) for item in items]
        for kind in ("exam", "large", "key"):
            page = template.render(shown, items=printed, version=name, kind=kind)
            (out / f"{kind}-{name}.html").write_text(page, encoding="utf-8")
    if bank:
        (out / "questions.xml").write_text(bank_text(bank), encoding="utf-8")
    write_key(out / "key.json", title, drawn)
    return list(drawn)


def minutes_of(families, difficulty):
    """Estimate the minutes of an exam, rounded up to five; questions of difficulty 2 take half as long again."""
    minutes = sum(_MINUTES.get(family.name, _USUAL_MINUTES) for family in families)
    return 5 * math.ceil(minutes * (1, 1.5)[difficulty - 1] / 5)


def draw_versions(families, n, **how):
    """Draw versions by their letters: each asks for the same as the others, and no two share an object.

    A version that shares an object with an earlier one is drawn again, up to 20 times; then it is a ValueError.
    """
    drawn, taken = {}, set()
    for name in ascii_uppercase[:n]:
        for redraw in range(_REDRAWS):
            drawn[name] = draw_items(families, len(families), student=name + "'" * redraw, **how)
            objects = {(item["family"], canonical(item["object"])) for item in drawn[name]}
            if objects.isdisjoint(taken):
                break
        else:
            shared = ", ".join(sorted(family for family, _ in objects & taken))
            raise ValueError(f"versions must have other numbers. {name} shares those of {shared}.")
        taken |= objects
    return drawn


def _as_printed(item):
    questions = [{**one, "answer": answer_of(one), "wrong": _foreseen(one)} for one in item["questions"]]
    points = sum(one["points"] for one in questions)
    return {**item, "questions": questions, "points": points, "space": _SPACE.get(item["family"], _USUAL_SPACE)}


# ---- answers in words


def answer_of(question):
    """Write the right answer to an issued question in words: lines of text."""
    seen, key = question["seen"], question["key"]
    if seen["kind"] == "order":
        groups = {}
        for letter, rank in zip(ascii_uppercase, key["ranks"], strict=False):
            groups.setdefault(rank, []).append(letter)
        return [", ".join(" and ".join(groups[rank]) for rank in sorted(groups))]
    if seen["kind"] == "break":
        return [f"`{partition_of(code)}`" for code in key["broken"]]
    return [_in_words(seen, key["value"] if seen["kind"] == "number" else key["right"])]


def _foreseen(question):
    """List foreseen wrong answers, each with its sentence."""
    return [(_in_words(question["seen"], wrong), words) for wrong, words in question["key"].get("tempting", ())]


def _in_words(seen, answer):
    """Write a number, or the objects that are picked."""
    if seen["kind"] == "objects":
        return ", ".join(seen["options"][i] for i in answer)
    value = Fraction(answer)
    return str(value) if value.denominator == 1 else f"{value} = {float(value):.{max(seen['places'], 3)}f}"

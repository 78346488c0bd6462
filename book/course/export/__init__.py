"""Drawn questions for the systems that teachers have: banks of variants for Moodle and Canvas.

Each question goes through one common form (`banks`), from which a writer for each system makes the system's own.
"""

import secrets
from pathlib import Path

from command_arguments import add_chapters, add_out, refuse_used
from drawn_questions import add_families, families_in, read_secret
from families import FAMILIES

from aucc_teach.command_line import path_word
from export import canvas, moodle
from export.banks import bank_of

__all__ = ["add_arguments", "run"]

DESCRIPTION = "Write drawn questions as banks of variants, for Moodle or Canvas."
EXAMPLES = """examples:
  python book/course export --show                                            the families, and what each is about
  python book/course export moodle ../bank --variants 50
  python book/course export moodle ../bank --variants 50 --decimal comma --course course.yml
  python book/course export canvas ../bank --variants 20 --families counts,rand-c

A bank is written for each question of each family, and your system gives every student one of its variants: in Moodle
add a random question from its category, in Canvas each bank is a group that picks one. Each question is tagged by the
objectives that it tests. Numbers are typed as decimals, as each question says. Ask for a comma only where your system's
language has one, because others read 0,5 as 5. Proofs, counterexamples and functions need the page of a homework, and
the questions of the book need its pages.
"""
SYSTEMS = {"moodle": moodle, "canvas": canvas}


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("system", choices=SYSTEMS)
    add_out(parser)
    add_chapters(parser)
    parser.add_argument("--variants", type=int, required=True, metavar="N", help="number of variants of each question")
    add_families(parser, "all")
    parser.add_argument("--secret", type=Path, metavar="FILE", help="file with a secret, to draw the same again")
    parser.add_argument("--decimal", choices=("point", "comma"), default="point", help="in the texts of the questions")


def run(options):
    """Do what the command line says, and give the exit code."""
    if options.variants < 1:
        raise ValueError(f"the number of variants must be 1 or more. Got {options.variants}.")
    refuse_used(options.out)
    secret = secrets.token_bytes(32) if options.secret is None else read_secret(options.secret)
    families = families_in(options, ",".join(FAMILIES))
    how = {"secret": secret, "difficulty": options.difficulty, "comma": options.decimal == "comma"}
    banks = {family.name: bank_of(family, options.variants, **how) for family in families}
    if gone := [name for name, bank in banks.items() if bank is None]:
        words = f"{', '.join(gone)} can be asked in homework and exams only."
        if len(gone) == len(banks):
            raise ValueError(words)
        print(f"note: {words}")
    kept = list(filter(None, banks.values()))
    options.out.mkdir(parents=True, exist_ok=True)
    file = SYSTEMS[options.system].write(kept, options.out)
    print(f"{path_word(options.out / file)} holds {sum(len(bank.items) for bank in kept)} questions.")
    return 0

"""The command that lists the families, and checks how often their commonest answers come up."""

import random
from collections import Counter

import pandas as pd

from . import FAMILIES, LEVELS, deal, key_of

__all__ = ["add_arguments", "check", "run"]

DESCRIPTION = "List the families of questions that homework and exams draw from, or check what they draw."
EXAMPLES = """examples:
  python book/course families                     names, and what each is about
  python book/course families --show counts       a question of one family, with its right answers
  python book/course families --draws 2000        how often the commonest answers come up, and whether that is too often
"""
# The commonest answer of a family may come up so often,
LARGEST_SHARE = 0.1
# and one of few possible values so many times as often as in equal shares.
TIMES_EQUAL = 2


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("--show", metavar="NAME", choices=sorted(FAMILIES), help="draw a question of this family")
    parser.add_argument("--level", type=int, choices=LEVELS, default=1, help="how hard the question to show is")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws another question")
    parser.add_argument(
        "--draws", type=int, metavar="N", help="draw N questions of each family and level, and check them"
    )


def run(options):
    """Do what the command line says, and give the exit code: 1 if a family fails the check."""
    if options.draws is not None and options.draws < 1:
        raise ValueError(f"--draws must be 1 or more. Got {options.draws}.")
    if options.show:
        _show(FAMILIES[options.show], options)
        return 0
    if options.draws:
        table = check(options.draws, seed=options.seed)
        print(table.to_string(index=False))
        return int(not table["passes"].all())
    rows = [
        {"family": family.name, "about": family.title, "points each": family.points, "version": family.version}
        for family in FAMILIES.values()
    ]
    print(pd.DataFrame(rows).to_string(index=False))
    return 0


def _show(family, options):
    _, item = deal(family, random.Random(options.seed), options.level)
    print(item.text)
    for question, right in zip(item.questions, key_of(item), strict=True):
        print(f"\n{question.prompt}\n  right: {right}")
        for answer, words in question.mistakes():
            print(f"  {answer}: {words}")


def check(n_draws, *, names=None, seed=1):
    """Draw from each family and level, and count how often the commonest answer comes up.

    Parameters
    ----------
    n_draws : int
        Number of draws from each family at each level.
    names : iterable of str, optional
        Families to check; without it, all.
    seed : int, default=1
        Seed of the draws.

    Returns
    -------
    DataFrame
        A row for each family and level, and one more for a first question that has few possible answers: how many
        answers came up, the share of the commonest, the largest share allowed, and whether it passes.
    """
    rows = []
    for name in FAMILIES if names is None else names:
        for level in LEVELS:
            rng = random.Random(f"{seed} {name} {level}")
            keys = [key_of(deal(FAMILIES[name], rng, level)[1]) for _ in range(n_draws)]
            rows.append(_row(name, level, "all", Counter(keys), LARGEST_SHARE))
            if FAMILIES[name].few:
                firsts = Counter(key[0] for key in keys)
                rows.append(_row(name, level, "first", firsts, TIMES_EQUAL / len(firsts)))
    return pd.DataFrame(rows)


def _row(name, level, questions, counts, limit):
    share = max(counts.values()) / counts.total()
    row = {"family": name, "level": level, "questions": questions, "answers": len(counts)}
    return row | {"commonest": round(share, 4), "at most": round(limit, 4), "passes": share <= limit}

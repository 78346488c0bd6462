"""Both rounds of the concept test on one page: what the class has gained, and which misconceptions are left."""

from pathlib import Path

import numpy as np
from command_arguments import add_out, refuse_used
from concept import read_answers, read_test
from lms_tables import plain_of
from marked_text import environment

from aucc_teach.command_line import path_word

__all__ = ["add_arguments", "compared", "gain_of", "run"]

DESCRIPTION = "Compare the concept test before and after the course: gains with intervals, and misconceptions."
EXAMPLES = """examples:
  python book/course gain before.csv after.csv ../gain
  python book/course gain ../saved-before ../saved-after ../gain

A round is a table with a row for each student, their name, and a column for each question by its number or its name,
with the letters of the answers. Moodle's export of the quiz's responses will do as it is (Results, Responses, download
as CSV), and so will a folder of the files that students saved from the page. Students are paired by name; who took part
in one round only is left out and named here, and no name stands on the page.
"""
Z = 1.959964  # for intervals at 95 percent


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("before", type=Path, metavar="BEFORE", help="answers before the course: a table or a folder")
    parser.add_argument("after", type=Path, metavar="AFTER", help="answers after it")
    add_out(parser)


def run(options):
    """Do what the command line says, and give the exit code."""
    refuse_used(options.out)
    test = read_test()
    rounds = [read_answers(path, test) for path in (options.before, options.after)]
    before, after = (answers.set_axis(answers.index.map(plain_of)) for answers in rounds)
    both = before.index.intersection(after.index)
    if len(both) < 2:
        raise ValueError(
            f"at least two students must be in both rounds, under the same names. {options.before} has {len(before)} "
            f"students, {options.after} has {len(after)}, and {len(both)} of them are the same."
        )
    page = environment().get_template("gain.html").render(**compared(before.loc[both], after.loc[both], test))
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "gain.html").write_text(page, encoding="utf-8")
    print(f"{path_word(options.out / 'gain.html')} compares the two rounds for {len(both)} students.")
    for path, one, other in ((options.before, *rounds), (options.after, *reversed(rounds))):
        if alone := [name for name in one.index if plain_of(name) not in set(other.index.map(plain_of))]:
            print(f"note: only in {path_word(path)}, and left out: {', '.join(alone)}.")
    return 0


def gain_of(gained, lost, n):
    """Compute the interval for the difference of two proportions of the same n students, as its two limits.

    It is that of Agresti and Min (2005): Wald's, after one half was added to each cell of the table of the pairs.
    """
    total, up, down = n + 2, gained + 0.5, lost + 0.5
    middle, spread = (up - down) / total, Z * np.sqrt(up + down - (up - down) ** 2 / total) / total
    return max(middle - spread, -1.0), min(middle + spread, 1.0)


def compared(before, after, test):
    """Compare two rounds of the same students, in the same order: all that the page shows."""
    from scipy.stats import binomtest, t

    n, rounds = len(before), (before, after)
    items, misconceptions, scores = [], [], np.zeros((2, n))
    for number, item in enumerate(test["items"], start=1):
        answers = [one[item["id"]].to_numpy() for one in rounds]
        (right,) = (letter for letter, option in item["options"].items() if option.get("right"))
        was, is_now = (one == right for one in answers)
        scores += [was, is_now]
        proportions = [(one.mean(), *binomtest(one.sum(), n).proportion_ci(method="wilson")) for one in (was, is_now)]
        found = {
            "number": number,
            "before": proportions[0],
            "after": proportions[1],
            "gain": (is_now.mean() - was.mean(), *gain_of((is_now & ~was).sum(), (was & ~is_now).sum(), n)),
            "chosen": {letter: [(one == letter).sum() for one in answers] for letter in ("", *item["options"])},
        }
        items.append(item | found)
    for name, words in test["misconceptions"].items():
        shown = [
            (item["number"], item["id"], letter)
            for item in items
            for letter, option in item["options"].items()
            if option.get("shows") == name
        ]
        held = np.array([np.any([one[id] == letter for _, id, letter in shown], axis=0) for one in rounds])
        where = [*dict.fromkeys(number for number, *_ in shown)]
        misconceptions.append({"words": words, "n": held.sum(axis=1), "kept": held.all(axis=0).sum(), "items": where})
    difference = scores[1] - scores[0]
    half = t.ppf(0.975, n - 1) * difference.std(ddof=1) / np.sqrt(n)
    room = len(items) - scores[0].mean()
    return {
        "test": test,
        "n": n,
        "items": items,
        "misconceptions": sorted(misconceptions, key=lambda one: (-one["n"][1], -one["n"][0])),
        "means": scores.mean(axis=1),
        "gain": (difference.mean(), difference.mean() - half, difference.mean() + half),
        "normalised": difference.mean() / room if room else None,
    }

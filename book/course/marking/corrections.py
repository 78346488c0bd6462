"""Corrections of questions that turned out wrong: reads them, and marks by them."""

from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import yaml

from .verdicts import number_in

__all__ = ["Correction", "corrected", "read_corrections", "refuse_corrections"]

KINDS = ("accept", "drop", "give")
_FIELDS = ("question", "do", "answers", "because")
_MOST_ANSWERS = 20


class Correction(NamedTuple):
    """What is done about a question.

    ``do``: "drop" (it bears no points), "give" (all who handed in get its points) or "accept" (`answers` are right as
    well). ``because``: the sentence for those whose score moves.
    """

    do: str
    answers: tuple
    because: str


def read_corrections(path):
    """Read a list of corrections from a file of YAML, by question; values stay the text that they are.

    A mistake in the file raises a ValueError that names file, question and what is valid.
    """
    try:
        data = yaml.load(Path(path).read_text("utf-8-sig"), Loader=yaml.BaseLoader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"{path} must be YAML in UTF-8. {' '.join(str(error).split())}") from None
    except OSError as error:
        raise ValueError(f"corrections must be in a file. Got {str(path)!r}: {error.strerror}.") from None
    if not isinstance(data, list) or not data or not all(isinstance(one, dict) for one in data):
        raise ValueError(f"{path} must be a list of corrections, each with {', '.join(_FIELDS)}.")
    found = {}
    for number, one in enumerate(data, start=1):
        answers = one.get("answers", [])
        where = f"{path}, correction {number} ({one.get('question')})"
        if unknown := [name for name in one if name not in _FIELDS]:
            raise ValueError(f"{where}: there is no {unknown[0]!r} here. Known are {', '.join(_FIELDS)}.")
        if not all(isinstance(one.get(name), str) and one[name] for name in ("question", "do", "because")):
            raise ValueError(f"{where} must have a question, what to do, and a sentence that says because of what.")
        if one["do"] not in KINDS:
            raise ValueError(f"{where}: 'do' must be {', '.join(KINDS[:-1])} or {KINDS[-1]}. Got {one['do']!r}.")
        if not isinstance(answers, list) or not all(isinstance(answer, str) for answer in answers):
            raise ValueError(f"{where}: 'answers' must be a list of texts, such as ['4', '1/2'].")
        if (one["do"] == "accept") != bool(answers):
            raise ValueError(f"{where} must have answers if, and only if, it is to accept them.")
        if one["question"] in found:
            raise ValueError(f"{where}: the question has a correction already.")
        found[one["question"]] = Correction(one["do"], tuple(answers), one["because"])
    return found


def refuse_corrections(path, corrections, tries, about):
    """Refuse corrections that would silently change nothing: of questions that aren't marked, or of nobody's answer."""
    for id, one in corrections.items():
        if id not in about or not about[id].is_marked:
            marked = [known for known, of_known in about.items() if of_known.is_marked]
            raise ValueError(f"{path}: {id!r} must be a question that is marked here: {', '.join(marked)}.")
        found = tries[tries["id"] == id]
        for answer in one.answers:
            if not _accepted(found, [answer]).any():
                wrong = found[found["verdict"].ne("right")]
                valid = [*dict.fromkeys([*wrong["shown"], *wrong["mistake"].dropna()])]
                there = f"There are {', '.join(map(repr, valid[:_MOST_ANSWERS]))}" if valid else "There is none"
                raise ValueError(
                    f"{path}: answers to {id!r} must be wrong ones that were given, or mistakes that were made. Nobody "
                    f"has {answer!r}. {there}{', ...' if len(valid) > _MOST_ANSWERS else '.'}"
                )


def corrected(tries, corrections):
    """Mark tries as right that the corrections accept, named by the shown answer or by the mistake."""
    tries = tries.assign(because="")
    for id, one in corrections.items():
        is_accepted = tries["id"].eq(id) & tries["verdict"].ne("right")
        is_accepted &= _accepted(tries[is_accepted], one.answers).reindex(tries.index, fill_value=False)
        tries.loc[is_accepted, "because"] = tries.loc[is_accepted, "words"] = one.because
        tries.loc[is_accepted, "verdict"] = "right"
        tries.loc[is_accepted, "mistake"] = None
    return tries


def _accepted(tries, answers):
    """Tell which tries show one of the answers, or make a mistake of that name."""
    same = {shown for shown in tries["shown"].unique() if any(_is_same(shown, answer) for answer in answers)}
    return tries["mistake"].isin(answers) | tries["shown"].isin(same)


def _is_same(shown, answer):
    """Tell whether two texts are the same answer, such as 1/2 and 0.5, or 1/3 and 0.33."""
    a, b = number_in(shown), number_in(answer)
    if not (a and b):
        return shown == answer
    # A number may be rounded or cut, but a single decimal is too vague.
    return abs(a.value - b.value) <= Fraction(999, 1000 * 10 ** (a.places if (a.places or 0) > 1 else 12))

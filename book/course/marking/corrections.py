"""Corrections of questions that turned out wrong: reads them, and marks by them."""

from pathlib import Path
from typing import NamedTuple

import yaml

from .verdicts import number_in

__all__ = ["Correction", "corrected", "read_corrections", "refuse_corrections"]

KINDS = ("accept", "drop", "give")
_FIELDS = ("question", "do", "answers", "because")
_MOST_ANSWERS = 20  # that a message lists


class Correction(NamedTuple):
    """What is done about a question.

    ``do``: "drop" (it bears no points), "give" (all who handed in get its points) or "accept" (`answers` are right as
    well). ``because``: the sentence for those whose score moves.
    """

    do: str
    answers: list
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
        where = f"{path}, correction {number} ({one.get('question')})"
        if unknown := [name for name in one if name not in _FIELDS]:
            raise ValueError(f"{where}: there is no {unknown[0]!r} here. Known are {', '.join(_FIELDS)}.")
        question, do, answers, because = (one.get(name, []) for name in _FIELDS)
        if not all(isinstance(words, str) and words for words in (question, do, because)):
            raise ValueError(f"{where} must have a question, what to do, and a sentence that says because of what.")
        if do not in KINDS:
            raise ValueError(f"{where}: 'do' must be {', '.join(KINDS[:-1])} or {KINDS[-1]}. Got {do!r}.")
        if not isinstance(answers, list) or not all(isinstance(answer, str) for answer in answers):
            raise ValueError(f"{where}: 'answers' must be a list of texts, such as ['4', '1/2'].")
        if (do == "accept") != bool(answers):
            raise ValueError(f"{where} must have answers if, and only if, it is to accept them.")
        if question in found:
            raise ValueError(f"{where}: the question has a correction already.")
        found[question] = Correction(do, answers, because)
    return found


def refuse_corrections(path, corrections, tries, about):
    """Refuse corrections that would silently change nothing: of questions that aren't marked, or of nobody's answer."""
    marked = [id for id, one in about.items() if one.is_marked]
    for id, one in corrections.items():
        if id not in marked:
            raise ValueError(f"{path}: {id!r} must be a question that is marked here: {', '.join(marked)}.")
        wrong = tries[(tries["id"] == id) & (tries["verdict"] != "right")]
        for answer in one.answers:
            if not _accepted(wrong, [answer]).any():
                valid = [repr(shown) for shown in dict.fromkeys([*wrong["shown"], *wrong["mistake"].dropna()])]
                raise ValueError(
                    f"{path}: answers to {id!r} must be wrong ones that were given, or mistakes that were made. Nobody "
                    f"has {answer!r}. There are {', '.join(valid[:_MOST_ANSWERS]) or 'none'}."
                )


def corrected(tries, corrections):
    """Mark tries as right that the corrections accept, named by the shown answer or by the mistake."""
    tries = tries.assign(because="")
    for id, one in corrections.items():
        wrong = tries[(tries["id"] == id) & (tries["verdict"] != "right")]
        accepted = wrong.index[_accepted(wrong, one.answers)]
        tries.loc[accepted, ["because", "words", "verdict", "mistake"]] = [one.because, one.because, "right", None]
    return tries


def _accepted(tries, answers):
    """Tell which tries show one of the answers, such as 1/2 for 0.5, or make a mistake of that name."""
    numbers = {number.value for answer in answers if (number := number_in(answer))}
    same = [
        shown
        for shown in tries["shown"].unique()
        if shown in answers or ((number := number_in(shown)) and number.value in numbers)
    ]
    return tries["mistake"].isin(answers) | tries["shown"].isin(same)

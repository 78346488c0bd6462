"""Lasting names of questions, and of the mistakes that a question foresees. No name is a position.

Within its exercise, a question is called by the first words of its prompt, unless its author gives it a `name`. A
foreseen mistake is called by the answer that it leads to, as ``mistakes()`` lists it: ``3/5``,
``the-smaller-of-the-two``. Questions, options and tempting values can change places and keep their names.
"""

import re
import unicodedata

__all__ = ["give_name", "mistake_names", "slug", "unique"]

MOST = 40  # characters of a question's name
MOST_OF_A_MISTAKE = 60
SIGNS = {"+": "plus", "\u2212": "minus", "\u2032": "prime", "<": "less", ">": "greater", "=": "is"}
NUMBER = re.compile("-?[0-9]+([./][0-9]+)?")
GIVEN = re.compile("[a-z0-9_]+(-[a-z0-9_]+)*")


def slug(text, most=None):
    """Join words of a text in small letters by hyphens: the first, and as many others as there is room for."""
    for sign, word in SIGNS.items():
        text = text.replace(sign, f" {word} ")
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    name, *words = re.findall("[a-z0-9]+", plain) or [""]
    for word in words:
        if most and len(name) + 1 + len(word) > most:
            break
        name += f"-{word}"
    return name


def give_name(question, words):
    """Name a question, if its author has not, by the words that ask it, else by its kind."""
    if not question.name:
        object.__setattr__(question, "name", slug(words, MOST) or question.kind)
    # A number would be a position.
    if not GIVEN.fullmatch(question.name) or question.name.isdigit():
        raise ValueError(
            "name must be small letters, digits and hyphens, and not just digits, such as 'pairs-apart'. "
            f"Got {question.name!r} for {words!r}."
        )


def unique(label, questions):
    """Return the questions of an exercise by name; two of the same name are refused."""
    found = {}
    for question in questions:
        name = getattr(question, "name", question.kind)  # a kind of an author's own may have none
        if found.setdefault(name, question) is not question:
            raise ValueError(
                f"each question of {label!r} must have a name of its own. Two are called {name!r}: give one "
                "of them another by name=."
            )
    return found


def mistake_names(question):
    """Names of the mistakes that a question foresees, in the order of its method ``mistakes``.

    A mistake is called by the wrong answer that it leads to: a number as it stands, a function by its own name,
    anything else by the words of the answer, joined by hyphens and cut at 60 characters unless two are alike so far.

    Parameters
    ----------
    question : question
        The question, of any kind.

    Returns
    -------
    list of str
        The names, one for each item of ``question.mistakes()``; none for a kind that foresees no mistakes.

    Raises
    ------
    ValueError
        If two wrong answers do not differ in their words.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.exercises.mistake_names(at.exercises.questions_by_id(folder="book")["ex-pairs-move/tp"])
    ['4', '6']
    """
    answers = [answer for answer, _ in question.mistakes()] if hasattr(question, "mistakes") else []
    # A function is known by its own name.
    kept = [one if question.kind == "write" or NUMBER.fullmatch(one) else None for one in answers]
    short = [name or slug(one, MOST_OF_A_MISTAKE) for name, one in zip(kept, answers, strict=True)]
    # Where two begin alike, neither is cut.
    names = [one if short.count(one) == 1 else slug(answer) for one, answer in zip(short, answers, strict=True)]
    if len(set(names)) < len(names) or "" in names:
        raise ValueError(f"the wrong answers of {question.name!r} must differ in their words. Got {answers}.")
    return names

"""Exercises that answer: questions, shown inside the exercise boxes of a page or in JupyterLab.

The prompts stand in the notebooks. What is asked for, what is right and what tempts is computed in modules of
questions, in a folder ``questions`` beside the notebooks or above them, or in a folder that `add` names. What readers
are asked to predict, before a page shows what comes out, stands there as well; it is no exercise, and bears no marks.

A kind of your own is a dataclass with ``kind``, ``name``, ``as_json`` and ``judge(answer)``, which returns the verdict,
the words and the mistake, and a script ``static/<kind>.js`` that sets ``kinds.<kind> = { build, judge }``. The answers
that its method ``mistakes`` lists, each with its feedback, go into the notes of the instructor edition.
"""

from aucc_teach._lazy import attach

_NAMES = {
    "answers": ("book_version", "save"),
    "claims": ("Break", "Field"),
    "digest": ("digest_of", "fingerprint"),
    "widget": ("Exercise", "predict", "show"),
    "folders": ("add", "all_questions", "questions_by_id", "questions_of"),
    "functions": ("Write", "asked", "check"),
    "_judge": ("judge",),
    "lasting_names": ("mistake_names",),
    "questions": ("Choice", "Construct", "Number", "Objects", "Open", "Order"),
    "result": ("Result",),
}
# Widgets are imported where exercises are shown: not where questions are written, or answers judged.
__getattr__, __dir__, __all__ = attach(__name__, {name: place for place, names in _NAMES.items() for name in names})

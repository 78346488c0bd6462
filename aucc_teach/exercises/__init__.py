"""Exercises that answer: questions, shown inside the exercise boxes of a page or in JupyterLab.

The prompts stand in the notebooks. Modules of questions compute the right answers and those that tempt. They lie in a
folder ``questions`` beside the notebooks or above them, or in a folder that `add` names. Predictions, which readers
make before a page shows the result, stand there as well; they are no exercises, and bear no marks.

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
# Widgets are imported only where exercises are shown, and not to write questions or to judge answers.
__getattr__, __dir__, __all__ = attach(__name__, {name: place for place, names in _NAMES.items() for name in names})

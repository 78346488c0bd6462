"""Exercises that answer: questions of the chapters, shown inside the exercise boxes of a page or in JupyterLab.

The prompts stand in the notebooks. What is asked for, what is right and what tempts is computed here, one module for
each chapter.
"""

from aucc_teach.exercises._claims import Break
from aucc_teach.exercises._exercise import Exercise, page_html, questions_of, show
from aucc_teach.exercises._functions import Write, check
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open, Order

__all__ = [
    "Break",
    "Choice",
    "Construct",
    "Exercise",
    "Number",
    "Objects",
    "Open",
    "Order",
    "Write",
    "check",
    "page_html",
    "questions_of",
    "show",
]

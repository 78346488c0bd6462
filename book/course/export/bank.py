"""Brings the questions of the book, and drawn ones, into a common form from which each system's own is written."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path

import yaml
from answer_key import right_answer
from contents import ROOT, chapters_of, exercises_of, labelled, predictions_of
from drawn_questions import draw_items
from marked_text import as_markdown

from aucc_teach.exercises.folders import load_modules, questions_of
from aucc_teach.exercises.lasting_names import unique
from aucc_teach.exercises.records import question_of_record
from export.text import html_of, marked_html, without_roles

__all__ = ["book_categories", "drawn_categories", "labels_of_book", "reading_checks", "surveys"]

BOOK = ROOT / "book"
TOP = "Judging clusterings"
COUNTS = {"tp", "fn", "fp", "tn"}
# What no platform can mark, by the kind of the question.
LEFT_OUT = {
    "write": "functions to write, which `export nbgrader` has",
    "break": "claims to break by a counterexample",
    "construct": "tasks in a demo",
    "open": "open questions",
    "guess": "guesses before an exercise, in which nothing is wrong",
}
_CHECKS = Path(__file__).with_name("reading_checks.yml")
_TRIES = 20  # draws for each variant


@dataclass(frozen=True, kw_only=True)
class Body:
    """How a question is answered: what is said to wrong answers, and how to write one.

    What is said to right ones stands in the answer, which everyone reads in the end.
    """

    hint: str = ""
    asks: str = ""


@dataclass(frozen=True)
class Numeric(Body):
    """A number is typed; the right value and each wrong one have a tolerance; `exact` is the value as a fraction."""

    value: str
    tolerance: str
    wrong: Sequence = ()  # of (value, tolerance, words)
    exact: str = ""
    denominators: Sequence = ()  # of fractions that a reader might type; none where the value is no fraction
    places: int = 0


@dataclass(frozen=True)
class Options(Body):
    """One option is chosen, or several."""

    options: Sequence  # of (option, whether it is right, words)
    several: bool = False


@dataclass(frozen=True)
class Lines(Body):
    """Lines are put in order; they stand in the right one."""

    lines: Sequence


@dataclass(frozen=True)
class Table(Body):
    """Several numbers are typed, each with its prompt."""

    cells: Sequence  # of (prompt, Numeric)


@dataclass(frozen=True)
class Item:
    """A question: its lasting name, its texts as HTML, how it is answered, and what is said at the end."""

    id: str
    title: str
    text: str
    prompt: str
    body: Body
    answer: str = ""
    tags: tuple = ()

    @property
    def name(self):
        """The id as a name that XML allows."""
        return re.sub(r"[^\w.-]", "_", self.id)

    def asked(self, asks=""):
        """Write what is asked as HTML, with how to write the answer."""
        return f"{self.text}\n<p><b>{self.prompt}</b>{asks}</p>"


@dataclass(frozen=True)
class Category:
    """Questions that stand together, below the names of a path."""

    path: tuple
    about: str
    items: list


# ---- the book


def book_categories(chapters):
    """Collect the questions of chapters that a platform can mark, by objective; returns them and the others' kinds.

    A question without a right answer is a ValueError that names its file.
    """
    found, left_out = [], []
    # A list by name has the order of the book, whatever chapters are chosen.
    places = {chapter.name: place for place, chapter in enumerate(chapters_of(ROOT), start=1)}
    for chapter in chapters:
        by_objective = {number: [] for number in range(1, len(chapter.objectives) + 1)}
        for exercise in exercises_of(chapter.known):
            tested = chapter.tested[exercise.label]
            named = f", {marked_html(exercise.title)}" if exercise.title else ""
            prompt = html_of(without_roles(exercise.prompt, labels_of_book()))
            text = f"<p><i>{escape(chapter.title)}</i>{named}</p>\n{prompt}"
            tags = (chapter.name, *(f"objective:{chapter.name} {number}" for number in tested))
            for name, questions in _grouped(unique(exercise.label, questions_of(exercise.label, folder=BOOK))):
                kind = "guess" if getattr(questions[0], "predict", False) else questions[0].kind
                if kind in LEFT_OUT:
                    left_out.append(kind)
                    continue
                title = f"{exercise.title or chapter.title}: {_short(questions[0].prompt)}"
                try:
                    item = _item(f"{exercise.label}/{name}", title, text, questions, tags)
                except ValueError as error:
                    raise ValueError(f"{_file_of(exercise.label)}: {error}") from None
                by_objective[tested[0]].append(item)
        for number, items in by_objective.items():
            about = chapter.objectives[number - 1]
            path = (TOP, f"{places[chapter.name]:02} {chapter.title}", f"Objective {number}: {_short(about)}")
            found += [Category(path, html_of(about), items)] if items else []
    return found, left_out


@cache
def labels_of_book():
    """Read once what each label of the book is called."""
    return labelled(chapters_of(ROOT))


def _grouped(asked):
    """Yield the questions of an exercise by name; counts of pairs that stand together are one table."""
    for is_count, group in groupby(asked, lambda name: getattr(asked[name], "prompt", "").rstrip(":") in COUNTS):
        for names in [[*group]] if is_count else ([name] for name in group):
            yield "-".join(names), [asked[name] for name in names]


def _file_of(label):
    modules = load_modules(label, BOOK)
    return next(module.__file__ for module in modules if label in getattr(module, "EXERCISES", {}))


def _item(id, title, text, questions, tags):
    bodies = [_BODIES[question.kind](question) for question in questions]
    for body in bodies:
        if isinstance(body, Options) and not any(is_right for _, is_right, _ in body.options):
            raise ValueError(f"the question {id} must have a right answer among its options. It has none.")
    prompts = [marked_html(question.prompt) for question in questions]
    answer = html_of("\n\n".join(right_answer(question, as_markdown) for question in questions))
    if len(bodies) > 1:
        return Item(id, title, text, "", Table([*zip(prompts, bodies, strict=True)]), answer, tags)
    return Item(id, title, text, prompts[0], bodies[0], answer, tags)


def _short(text):
    """Cut a text for a list of names, which are plain and not long."""
    plain = re.sub(r"[*`]", "", text).strip().rstrip(":")
    return plain if len(plain) <= 80 else plain[:80].rsplit(" ", 1)[0] + " ..."


# ---- how a question is answered


def _number(question):
    value, near = _about(question.value, question)
    # A foreseen mistake is wrong even where it rounds to the same.
    apart = [abs(Fraction(wrong) - Fraction(question.value)) for wrong, _ in question.tempting]
    if apart and min(apart) <= Fraction(near):
        near = f"{float(min(apart) / 2):.9f}"
    wrong = [(*_about(value, question), words) for value, words in question.tempting]
    # Moodle takes 2/10 for 2 as well, and says what the first answer says that fits: whole numbers come last.
    wrong.sort(key=lambda one: "." not in one[0])
    values = [_exact(value) for value in (question.value, *(value for value, _ in question.tempting))]
    exact = str(values[0]) if values[0] is not None and values[0].denominator > 1 else ""
    denominators = sorted({value.denominator for value in values if value is not None} - {1}) if exact else []
    # Moodle takes 1/2 for 1 where 1 is right, so nobody should type a fraction there.
    asks = question.asks if exact else question.asks.replace(" or a fraction", "")
    said = {"hint": question.hint, "asks": asks and f" ({asks})"}
    return Numeric(value, near, wrong, exact, denominators, question.places, **said)


def _exact(value):
    """Return a value as a fraction that a reader might type; None for a decimal that is none."""
    exact = Fraction(value).limit_denominator(400) if isinstance(value, float) else Fraction(value)
    return exact if not isinstance(value, float) or float(exact) == value else None


def _about(value, question):
    """Write a value in decimals, with the error that the question or rounding to its places allows."""
    places, value = question.places, Fraction(value)
    within = Decimal(str(question.within))
    if value.denominator == 1:
        return str(value), format(within.normalize(), "f")
    # The value keeps nine more places than asked for, because a rounded one would move the bounds.
    exact = (Decimal(value.numerator) / value.denominator).quantize(Decimal(1).scaleb(-places - 9))
    return format(exact.normalize(), "f"), format(max(within, Decimal(5).scaleb(-places - 1)).normalize(), "f")


def _choice(question):
    several = not isinstance(question.right, str)
    right = question.right if several else (question.right,)
    options = [
        (option, option in right, "" if option in right else words) for option, words in question.options.items()
    ]
    return Options(options, several)


def _objects(question):
    """Offer the foreseen picks beside the right one, because a platform says nothing about a set of boxes."""
    foreseen = [(question.right, ""), *question.tempting]
    if len(foreseen) < 3 and any(len(pick) != 1 for pick, _ in foreseen):
        options = [(name, name in question.right, "") for name in question.objects]
        return Options(options, several=True, hint=question.hint)
    words = dict(foreseen)
    alone = [(name,) for name in question.objects] if all(len(pick) == 1 for pick in words) else []
    picks = alone or sorted(words, key=lambda pick: [question.objects.index(name) for name in pick])
    return Options(
        [(", ".join(pick) or "none", pick == question.right, words.get(pick, question.hint)) for pick in picks]
    )


def _order(question):
    """Join lines whose order is free into one, because a platform knows a single order."""
    lines = {}
    for rank, line in zip(question.ranks, question.items, strict=True):
        lines.setdefault(rank, []).append(marked_html(line))
    joined = ["<br />\n".join(lines[rank]) for rank in sorted(lines)]
    return Lines(joined, hint=question.hint)


_BODIES = {"number": _number, "choice": _choice, "objects": _objects, "order": _order}


# ---- reading checks and surveys


def reading_checks(chapters, categories):
    """List the reading checks of chapters that have one: the title, and the items."""
    items = {item.id: item for category in categories for item in category.items}
    chosen = yaml.safe_load(_CHECKS.read_text("utf-8"))
    return [
        (f"Reading check: {chapter.title}", [items[id] for id in chosen[chapter.name]])
        for chapter in chapters
        if chapter.name in chosen
    ]


def surveys(chapters):
    """List the surveys of chapters, which ask the predictions: the title, and each label with its question."""
    labels = {f"Predictions: {chapter.title}": predictions_of(chapter.known) for chapter in chapters}
    return [
        (title, [(label, *questions_of(label, folder=BOOK)) for label in asked])
        for title, asked in labels.items()
        if asked
    ]


# ---- drawn questions


def drawn_categories(families, n, *, secret, difficulty=1):
    """Draw n variants of each question of families, a category for each question, and name families without any.

    The numbers that a family asks about one object stay together in a table.
    """
    found, gone = [], []
    for family in families:
        (first,) = _variants(family, 1, secret, difficulty)
        kinds = [record["seen"]["kind"] for record in first["questions"]]
        if not {"number", "objects"} >= {*kinds}:
            gone.append(family.name)
            continue
        variants = _variants(family, n, secret, difficulty)
        tags = (family.name, *(f"objective:{chapter} {number}" for chapter, number in family.objectives))
        places = range(len(kinds))
        groups = [places] if {*kinds} == {"number"} else [[place] for place in places]
        for group in groups:
            part = f", question {group[0] + 1}" if len(groups) > 1 else ""
            title, items = f"{family.name}: {family.title}{part}", []
            for drawn in variants:
                records = [drawn["questions"][place] for place in group]
                questions = [question_of_record(record["seen"], record["key"]) for record in records]
                # The name has the digest of the question, so that importing a new bank replaces no other question.
                id = f"{family.name}-{group[0] + 1}/{records[0]['asked']}"
                items.append(_item(id, title, f"<p>{marked_html(drawn['text'])}</p>", questions, tags))
            found.append(Category((TOP, "Drawn", title), "", items))
    return found, gone


def _variants(family, n, secret, difficulty):
    """Draw n different objects, each with questions; a family with fewer is a ValueError."""
    found = {}
    for i in range(_TRIES * n):
        how = {"secret": secret, "assignment": "bank", "student": str(i), "difficulty": difficulty}
        (drawn,) = draw_items([family], 1, **how)
        found.setdefault(drawn["questions"][0]["asked"], drawn)
        if len(found) == n:
            return list(found.values())
    raise ValueError(f"the number of variants must be one that {family.name} has. Got {n}, and found {len(found)}.")

"""Kinds of questions: prompt, right answer, tempting ones and why. They are plain data, which the page judges."""

import base64
import json
import re
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Rational

from aucc_teach.exercises.digest import fingerprint
from aucc_teach.exercises.lasting_names import give_name

__all__ = ["Choice", "Construct", "Number", "Objects", "Open", "Order"]

# A prompt may ask for a number in one of these units ("in millions"): how readers write it, and its power of ten.
UNITS = {
    "percent": (("%", "percent", "per cent"), -2),
    "hundredths": (("hundredths?",), -2),
    "thousandths": (("thousandths?",), -3),
    "thousands": (("thousands?",), 3),
    "millions": (("millions?",), 6),
    "billions": (("billions?",), 9),
}
_ASKED_UNIT = re.compile(rf"\bin ({'|'.join(UNITS)})\b")


@dataclass(frozen=True)
class Number:
    """A number or a fraction is asked for.

    Parameters
    ----------
    prompt : str
        What the field is for, in a few words; ``*x*`` is set in italics. If it asks for a number "in millions" (or
        percent, hundredths, thousandths, thousands, billions), an answer may repeat the unit, and an answer without
        the unit, such as 50000000 for 50, is asked back.
    value : int, Fraction or float
        What is right, computed.
    tempting : tuple of (value, str), optional
        Values that a foreseen mistake leads to, computed, each with the sentence that names the mistake.
    hint : str
        What is said to any other wrong answer.
    outcome : str, optional
        What is said when the answer is right.
    places : int, default=2
        So many decimals suffice where the value is no whole number; more are taken if they are right, and so is the
        fraction itself. As many are needed as tell the value from the tempting ones even if the last one is cut.
    within : float, default=0
        How far an answer may be off and still be right, as for what is read off a figure.
    predict : bool, default=False
        Whether a guess is asked for: it is compared with the value, and not called wrong.
    name : str, optional
        Lasting name of the question within its exercise; without it, the first words of the prompt.
    between : tuple of (int or Fraction, int or Fraction or None), optional
        The least and the largest value that a guess can have, such as ``(0, 1)`` for an AUCC and ``(0, None)`` for a
        number of seconds. A guess outside is asked back.
    """

    prompt: str
    value: int | Fraction | float
    tempting: tuple = ()
    hint: str = ""
    outcome: str = ""
    places: int = 2
    within: float = 0.0
    predict: bool = False
    name: str = ""
    between: tuple | None = None

    kind = "number"

    def __post_init__(self):
        give_name(self, self.prompt)
        _check_words(self, self.predict)
        if self.between and not (self.predict and is_within(self.value, self.between)):
            raise ValueError(f"between must hold the value of a guess. Got {self.between} for {self.prompt!r}.")
        values = [self.value, *(value for value, _ in self.tempting)]
        shown = [as_shown(value, self.places) for value in values]
        if len(set(shown)) < len(shown):
            raise ValueError(f"value and tempting values must differ in {self.places} decimals. Got {shown}.")

    @property
    def asks(self):
        """How to write the answer, unless the prompt says so or all values are whole numbers."""
        values = (self.value, *(value for value, _ in self.tempting))
        is_said = "decimal" in self.prompt or "as a fraction" in self.prompt
        if self.predict or is_said or all(value == int(value) for value in values):
            return ""
        if self.within:
            return "a close value is enough"
        decimals = f"{self.places} decimal{'s' if self.places > 1 else ''}"
        return f"{decimals} or a fraction" if isinstance(self.value, Rational) else decimals

    @property
    def unit(self):
        """The unit in which the prompt asks for the number, such as "millions"; empty without one."""
        found = _ASKED_UNIT.search(self.prompt)
        return found[1] if found else ""

    def mistakes(self):
        """List the tempting values as the reader sees them, each with the sentence that names the mistake."""
        return [(as_shown(value, self.places), words) for value, words in self.tempting]

    def as_json(self):
        """Return the question as the page reads it; what is right is not in plain sight."""
        key = {
            "value": exact(self.value),
            "tempting": [[exact(value), words] for value, words in self.tempting],
            "within": self.within,
            "outcome": self.outcome,
            "shown": as_shown(self.value, self.places),
        }
        unit = {"unit": [self.unit, *UNITS[self.unit]]} if self.unit else {}
        between = {"between": [exact(end) for end in self.between if end is not None]} if self.between else {}
        return record_of(self, key, places=self.places, asks=self.asks, **unit, **between)


@dataclass(frozen=True)
class Choice:
    """One or several of a few sentences are to be chosen.

    Parameters
    ----------
    prompt : str
        The question.
    options : dict of str to str
        What there is to choose from, each with what is said to who chooses it. Where several are right, the words of
        those that are missing or too many are said.
    right : str or tuple of str
        The right ones; a tuple makes boxes to tick in place of one choice.
    predict : bool, default=False
        Whether a guess is asked for: what is right is said, and no answer is called wrong.
    name : str, optional
        Lasting name of the question within its exercise; without it, the first words of the prompt.
    """

    prompt: str
    options: dict
    right: str | tuple
    predict: bool = False
    name: str = ""

    kind = "choice"

    def __post_init__(self):
        give_name(self, self.prompt)
        right = {self.right} if isinstance(self.right, str) else set(self.right)
        if not right <= set(self.options):
            raise ValueError(f"right must be among the options {list(self.options)}. Got {self.right!r}.")
        if not all(self.options.values()):
            raise ValueError(f"each option must have its sentence. Got {self.options!r}.")

    def mistakes(self):
        """List the wrong options with their sentences."""
        right = {self.right} if isinstance(self.right, str) else set(self.right)
        return [(option, words) for option, words in self.options.items() if option not in right]

    def as_json(self):
        """Return the question as the page reads it; what is right is not in plain sight."""
        options = list(self.options)
        several = not isinstance(self.right, str)
        right = [options.index(one) for one in (self.right if several else (self.right,))]
        return record_of(
            self, {"right": sorted(right), "why": list(self.options.values())}, options=options, several=several
        )


@dataclass(frozen=True)
class Order:
    """Sentences, steps of a proof or names are to be put in order.

    Parameters
    ----------
    prompt : str
        The question.
    items : tuple of str
        What is to be ordered, in the right order; it is shown in another.
    before : tuple of (int, int, str), optional
        Reasons why one item comes before another, by their places in `items`: the first that is broken is said.
    hint : str
        What is said where none of these is broken.
    outcome : str, optional
        What is said when the order is right.
    free : tuple of tuple of int, optional
        Groups of items whose order among themselves does not matter.
    why : tuple of str, optional
        A short reason for each item, in the order of `items`. Once the order is right, each line offers its own.
    name : str, optional
        Lasting name of the question within its exercise; without it, the first words of the prompt.
    """

    prompt: str
    items: tuple
    before: tuple = ()
    hint: str = ""
    outcome: str = ""
    free: tuple = ()
    why: tuple = ()
    name: str = ""

    kind = "order"

    def __post_init__(self):
        give_name(self, self.prompt)
        _check_words(self, predict=False)
        if len(set(self.items)) < max(2, len(self.items)):
            raise ValueError(f"items must be two or more, all different. Got {self.items!r}.")
        if self.why and (isinstance(self.why, str) or len(self.why) != len(self.items) or not all(self.why)):
            raise ValueError(f"why must have a reason for each of the {len(self.items)} items. Got {self.why!r}.")

    def mistakes(self):
        """List each wrong pair of items, with the reason for the right one."""
        return [(f'"{self.items[b]}" before "{self.items[a]}"', words) for a, b, words in self.before]

    @property
    def shown_order(self):
        """Places of the items in the order in which they are shown at first."""
        # It depends on the words alone, and it is not the right order.
        shown = sorted(range(len(self.items)), key=lambda i: base64.b64encode(self.items[i].encode())[::-1])
        return shown[::-1] if shown == sorted(shown) else shown

    @property
    def ranks(self):
        """A rank for each item; items whose order among themselves does not matter share one."""
        return [min(next((group for group in self.free if i in group), (i,))) for i in range(len(self.items))]

    def as_json(self):
        """Return the question as the page reads it; what is right is not in plain sight."""
        shown = self.shown_order
        key = {
            "ranks": [self.ranks[i] for i in shown],
            "before": [[shown.index(a), shown.index(b), words] for a, b, words in self.before],
            "outcome": self.outcome,
        }
        # Answers are filed under the record, so a question without reasons keeps the one from before there were any.
        key |= {"why": [self.why[i] for i in shown]} if self.why else {}
        return record_of(self, key, items=[self.items[i] for i in shown])


@dataclass(frozen=True)
class Objects:
    """Some of a few named objects are to be picked.

    Parameters
    ----------
    prompt : str
        The question.
    objects : tuple of str
        Names to pick from.
    right : tuple of str
        The right ones, computed.
    tempting : tuple of (tuple of str, str), optional
        Picks that a foreseen mistake leads to, each with the sentence that names the mistake.
    hint : str
        What is said to any other wrong pick.
    outcome : str, optional
        What is said when the pick is right.
    name : str, optional
        Lasting name of the question within its exercise; without it, the first words of the prompt.
    """

    prompt: str
    objects: tuple
    right: tuple
    tempting: tuple = ()
    hint: str = ""
    outcome: str = ""
    name: str = ""

    kind = "objects"

    def __post_init__(self):
        give_name(self, self.prompt)
        _check_words(self, predict=False)
        picks = [self.right, *(pick for pick, _ in self.tempting)]
        for pick in picks:
            if not set(pick) <= set(self.objects):
                raise ValueError(f"picks must be of the objects {self.objects}. Got {pick!r}.")
        if len({frozenset(pick) for pick in picks}) < len(picks):
            raise ValueError(f"the right pick and the tempting ones must differ. Got {picks}.")

    def mistakes(self):
        """List the tempting picks, each with the sentence that names the mistake."""
        return [(", ".join(pick), words) for pick, words in self.tempting]

    def as_json(self):
        """Return the question as the page reads it; what is right is not in plain sight."""
        places = lambda pick: sorted(self.objects.index(name) for name in pick)  # noqa: E731
        key = {
            "right": places(self.right),
            "tempting": [[places(pick), words] for pick, words in self.tempting],
            "outcome": self.outcome,
        }
        return record_of(self, key, options=list(self.objects))


@dataclass(frozen=True)
class Construct:
    """A demo is to be brought into a state; its own numbers say when that is done.

    Parameters
    ----------
    demo : str
        Name of the demo's class, such as ``"PairTable"``.
    todo : str
        What is to be brought about.
    goal : tuple of (str, str, float or str, str)
        Conditions on the demo's numbers, as in its own tasks: name, comparison such as ``"=="``, value, and what is
        said while this is the first that is not met. In these words ``{k}`` stands for the number ``k``.
    outcome : str
        What is said then: why it is so.
    start : dict, optional
        What is different from the demo's own start: values by trait name.
    name : str, optional
        Lasting name of the question within its exercise; without it, the first words of the task.
    """

    demo: str
    todo: str
    goal: tuple
    outcome: str
    start: dict = field(default_factory=dict)
    name: str = ""

    kind = "construct"

    def __post_init__(self):
        from aucc_teach.demos._tasks import check_goal

        give_name(self, self.todo)
        check_goal(self.goal)

    def as_json(self):
        """Return the question in plain data: the page reads it as the task of its demo."""
        seen = {"name": self.name, "prompt": self.todo, "demo": self.demo, "goal": self.goal, "outcome": self.outcome}
        return {"kind": self.kind, **seen, "start": self.start}

    def judge(self, state):
        """Judge a state of the demo, without making one: the verdict, and the outcome or what is missing."""
        from aucc_teach import demos
        from aucc_teach.run_scripts import running

        try:
            numbers = getattr(demos, self.demo).numbers(state)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise ValueError(
                f"the answer to {self.name!r} must be a state of {self.demo}, as its state() gives it. Got {state!r}."
            ) from error
        lacks = running("static/goals.js").missing(self.goal, numbers)
        return ("wrong", lacks) if lacks else ("right", self.outcome)

    def demo_of(self, label):
        """Make the demo, with the task in place of its own steps."""
        from aucc_teach import demos
        from aucc_teach.demos._tasks import Task

        demo = getattr(demos, self.demo)(label=label)
        demo._set_together(**self.start)
        task = Task(question="", todo=self.todo, goal=self.goal, answer="", outcome=self.outcome)
        id = f"{label.partition(':')[0]}/{self.name}"
        demo.lesson = [task.as_json() | {"id": id, "asked": fingerprint(self)}]
        return demo


@dataclass(frozen=True)
class Open:
    """A question without one right answer: the reader writes, and then compares the text with a checklist.

    The text is saved and handed in with the other answers. It is not marked, but shown to those who mark.

    Parameters
    ----------
    checklist : tuple of str
        What a good answer says: it is shown when the text has been written, and the reader ticks what the text says.
    prompt : str, optional
        What is asked for.
    name : str, optional
        Lasting name of the question within its exercise; without it, the first words of the prompt.
    """

    checklist: tuple
    prompt: str = "Write your answer."
    name: str = ""

    kind = "open"
    most = 4000  # characters

    def __post_init__(self):
        # Names last: this one is from before there was a field for the text.
        is_usual = self.prompt == type(self).prompt
        give_name(self, "Write your answer down, then tick what it says:" if is_usual else self.prompt)
        if len(self.checklist) < 2:
            raise ValueError(f"checklist must have two points or more. Got {self.checklist!r}.")

    def as_json(self):
        """Return the question as the page reads it; the checklist is not in plain sight."""
        return record_of(self, {"checklist": list(self.checklist)}, most=self.most)


def record_of(question, key, **seen):
    """Put together what the page reads of a question. What is right is not in plain sight, and no secret either."""
    key |= {"hint": question.hint} if hasattr(question, "hint") else {}
    written = base64.b64encode(json.dumps(key, sort_keys=True).encode()).decode()
    predict = getattr(question, "predict", False)
    return {
        "kind": question.kind,
        "name": question.name,
        "prompt": question.prompt,
        "predict": predict,
        "key": written,
        **seen,
    }


def _check_words(question, predict):
    if not (predict or question.hint):
        raise ValueError(f"a hint must say what to do after a wrong answer. Got none for {question.prompt!r}.")


def is_within(value, between):
    """Tell whether a value lies between the least and the largest one, if there is a largest."""
    least, most = between
    return least <= value and (most is None or value <= most)


def exact(value):
    """Write a whole number or fraction as "3/5", and a float as its shortest decimal."""
    if isinstance(value, Rational):
        return str(Fraction(value.numerator, value.denominator))
    return repr(float(value))


def as_shown(value, places):
    """Write a value as the reader sees it."""
    if isinstance(value, Rational):
        return str(Fraction(value.numerator, value.denominator))
    return f"{value:.{places}f}"

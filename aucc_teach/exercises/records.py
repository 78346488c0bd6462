"""Questions as an edition of the book gives them out: by the records that its pages read, and nothing else.

An edition holds what a page needs to judge in place. How a right answer is computed, which function is the reference
and what a good answer to an open question says are not among it.
"""

import ast
import base64
import json
from fractions import Fraction
from types import SimpleNamespace

from aucc_teach.exercises.claims import Break, Field
from aucc_teach.exercises.digest import fingerprint
from aucc_teach.exercises.functions import Write, keep
from aucc_teach.exercises.lasting_names import give_name
from aucc_teach.exercises.questions import Choice, Construct, Number, Objects, Open, Order

__all__ = ["given", "in_order", "key_in", "question_of_record", "sealed"]


def sealed(questions, *, with_checklists):
    """Questions as one text, from which `given` makes them again; in base64, as in the pages that they come from."""
    records = []
    for question in questions:
        record = question.as_json() | {"fingerprint": fingerprint(question)}
        if question.kind == "open" and not with_checklists:
            # It is what the solution says, and no page needs it to judge.
            record["key"] = _written(key_in(record) | {"checklist": []})
        records.append(record)
    return _written(records)


def given(texts):
    """Questions of exercises by label, from the texts that `sealed` has made of them."""
    return {label: tuple(map(_restored, _read(text))) for label, text in texts.items()}


def key_in(record):
    """What is right, and what is said of answers, in the record of a question."""
    return _read(record["key"])


def question_of_record(seen, key):
    """The question of what is seen of it and its key; a kind that takes more than these is a KeyError."""
    return _KINDS[seen["kind"]](seen, key)


def _written(value):
    return base64.b64encode(json.dumps(value, sort_keys=True).encode()).decode()


def _read(text):
    return json.loads(base64.b64decode(text))


def _restored(record):
    kept = record.pop("fingerprint")
    is_whole = record["kind"] in _KINDS
    question = question_of_record(record, key_in(record) if "key" in record else {}) if is_whole else _OfPage(record)
    # Answers are filed under that of the question as the book has it.
    object.__setattr__(question, "fingerprint", kept)
    return question


class _OfPage:
    """A question of a kind of an author's own, which only its page can judge."""

    def __init__(self, seen):
        self._record = seen
        self.kind, self.name, self.prompt = seen["kind"], seen.get("name", seen["kind"]), seen.get("prompt", "")

    def as_json(self):
        """Return the question as the page reads it; what is right is not in plain sight."""
        return dict(self._record)


class _Unlisted(Open):
    """An open question whose checklist is with those who mark."""

    def __post_init__(self):
        give_name(self, self.prompt)


# ---- the kinds


def _name(seen):
    return {"name": seen.get("name", "")}


def _told(seen, key):
    return {"hint": key["hint"], "outcome": key["outcome"]} | _name(seen)


def _value(text):
    return float(text) if set(text) & set(".en") else Fraction(text)


def _number(seen, key):
    tempting = tuple((_value(value), words) for value, words in key["tempting"])
    how = {"places": seen["places"], "within": key["within"], "predict": seen.get("predict", False)}
    if "between" in seen:
        how["between"] = (*map(_value, seen["between"]), None)[:2]
    return Number(seen["prompt"], _value(key["value"]), tempting, **how, **_told(seen, key))


def _choice(seen, key):
    right = tuple(seen["options"][i] for i in key["right"])
    options = dict(zip(seen["options"], key["why"], strict=True))
    right = right if seen["several"] else right[0]
    return Choice(seen["prompt"], options, right, seen.get("predict", False), **_name(seen))


def _objects(seen, key):
    named = lambda places: tuple(seen["options"][i] for i in places)  # noqa: E731
    tempting = tuple((named(pick), words) for pick, words in key["tempting"])
    return Objects(seen["prompt"], tuple(seen["options"]), named(key["right"]), tempting, **_told(seen, key))


def in_order(seen, key):
    """Lines in a right order, what `Order` takes besides, and the places of the lines as they are shown at first."""
    ranks = key["ranks"]
    right = sorted(range(len(ranks)), key=ranks.__getitem__)
    place_of = {shown: place for place, shown in enumerate(right)}
    free = {rank: tuple(place_of[i] for i in right if ranks[i] == rank) for rank in ranks}
    more = {
        "before": tuple((place_of[a], place_of[b], words) for a, b, words in key["before"]),
        "free": tuple(group for group in free.values() if len(group) > 1),
        "why": tuple(key["why"][i] for i in right) if "why" in key else (),
    }
    return (
        tuple(seen["items"][i] for i in right),
        more | _told(seen, key),
        tuple(place_of[i] for i in range(len(right))),
    )


def _order(seen, key):
    items, more, _ = in_order(seen, key)
    return Order(seen["prompt"], items, **more)


def _open(seen, key):
    listed = tuple(key["checklist"])
    return (Open if listed else _Unlisted)(listed, seen["prompt"], **_name(seen))


def _break(seen, key):
    fields = tuple(Field(**field) for field in seen["fields"])
    reasons = tuple(zip(seen["reasons"], key["why"], strict=True))
    words = seen["prompt"].removeprefix("A claim: ")
    return Break(seen["claim"], words, fields, seen["script"], key["says"], reasons, key["right"])


def _construct(seen, _):
    goal = tuple(map(tuple, seen["goal"]))
    return Construct(seen["demo"], seen["prompt"], goal, seen["outcome"], seen["start"], **_name(seen))


def _write(seen, key):
    task = ast.literal_eval(key["task"])
    keep(SimpleNamespace(**({"numpy": False} | task | {"task": task, "mistakes": ()})))
    return Write(seen["name"], seen["prompt"])


_KINDS = {
    "number": _number,
    "choice": _choice,
    "objects": _objects,
    "order": _order,
    "open": _open,
    "break": _break,
    "construct": _construct,
    "write": _write,
}

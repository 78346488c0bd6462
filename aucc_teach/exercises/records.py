"""Questions in an edition of the book: it holds the records that its pages read, and nothing else.

By its record, a page can judge an answer. A record does not say how the right answer is computed or which function is
the reference, and in an edition for students it has no checklists of open questions.
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

__all__ = ["in_order", "key_in", "question_of_record", "sealed", "unsealed"]


def sealed(questions, *, with_checklists):
    """Write questions as one text in base64, from which `unsealed` makes them again."""
    records = []
    for question in questions:
        record = question.as_json() | {"fingerprint": fingerprint(question)}
        if question.kind == "open" and not with_checklists:
            # The checklist repeats the solution, and no page needs it to judge.
            record["key"] = _written(key_in(record) | {"checklist": []})
        records.append(record)
    return _written(records)


def unsealed(texts):
    """Make the questions of exercises, by label, of the texts that `sealed` has written."""
    return {label: tuple(map(_restored, _read(text))) for label, text in texts.items()}


def key_in(record):
    """Read in the record of a question what is right, and the words for answers."""
    return _read(record["key"])


def question_of_record(seen, key):
    """Make a question of what the page shows of it and its key; a KeyError for a kind of an author's own."""
    return _KINDS[seen["kind"]](seen, key)


def _written(value):
    return base64.b64encode(json.dumps(value, sort_keys=True).encode()).decode()


def _read(text):
    return json.loads(base64.b64decode(text))


def _restored(record):
    kept = record.pop("fingerprint")
    is_whole = record["kind"] in _KINDS
    question = question_of_record(record, key_in(record) if "key" in record else {}) if is_whole else _OfPage(record)
    # Answers are filed under the fingerprint of the question in the book.
    object.__setattr__(question, "fingerprint", kept)
    return question


class _OfPage:
    """A question of an author's own kind, which only its page can judge."""

    def __init__(self, seen):
        self._record = seen
        self.kind, self.name, self.prompt = seen["kind"], seen.get("name", seen["kind"]), seen.get("prompt", "")

    def as_json(self):
        """Return the question as the page reads it; what is right is not in plain sight."""
        return dict(self._record)


class _Unlisted(Open):
    """An open question whose checklist only markers have."""

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
    """Return the lines in a right order, the options of `Order`, and the places of the lines as first shown."""
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

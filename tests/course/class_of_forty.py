"""A class of forty files, made from the foreseen mistakes: the answers are planted, so the results are known."""

import inspect
import io
import json
import zipfile
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pandas as pd
from conftest import ROOT

import aucc_teach as at
from aucc_teach.exercises import book_version, digest_of, fingerprint, mistake_names
from aucc_teach.exercises.questions import exact

LABELS = (
    *("ex-pairs-move", "ex-pairs-transitive", "ex-pairs-changes", "ex-pairs-squares", "ex-pairs-noise"),
    *("ex-rand-table", "ex-rand-unequal", "ex-chance-four", "ex-chance-shorter", "ex-chance-floor"),
)
QUESTIONS = at.exercises.questions_by_id(folder=ROOT / "book")
OF_CLASS = {id: question for id, question in QUESTIONS.items() if id.split("/")[0] in LABELS}
NUMBER = 40
FORGED, CUT_OFF, EDITED, OLD, COPY = "Student 35", "Student 36", "Student 37", "Student 38", "Student 39"
COPIED = "Student 00"
CHANGED = "ex-pairs-move/tn"
NAMES = [f"Student {number:02}" for number in range(NUMBER)]
MONDAY = datetime(2024, 11, 4, 9, tzinfo=UTC)
COUNTEREXAMPLE = {"ari-negative": ["ab c", "a bc"], "mostly-apart": ["ab cdefgh"]}


@dataclass
class Planted:
    """Planted results of the class, by question and by mistake."""

    mistakes: Counter = field(default_factory=Counter)
    in_the_end: Counter = field(default_factory=Counter)
    first: dict = field(default_factory=lambda: defaultdict(list))
    last: dict = field(default_factory=lambda: defaultdict(list))
    forged: str = ""


# ---- answers, as the page writes them


def right_answer(question):
    """Return the right answer, or None where this file has none."""
    kind = question.kind
    if kind == "number":
        return exact(question.value)
    if kind == "choice":
        options = list(question.options)
        return sorted(
            options.index(one) for one in ([question.right] if isinstance(question.right, str) else question.right)
        )
    if kind == "objects":
        return sorted(question.objects.index(one) for one in question.right)
    if kind == "order":
        return as_shown(question, range(len(question.items)))
    if kind == "break":
        if question.is_true:
            return {"way": "true", "fields": ["" for _ in question.fields], "reason": question.right}
        fields = COUNTEREXAMPLE.get(question.name)
        return fields and {"way": "false", "fields": fields, "reason": None}
    if kind == "write":
        return f"from itertools import combinations\nfrom math import comb\n\n\n{source(question.asked.reference)}"
    if kind == "construct":
        return PAIR_TABLE | RIGHT_STATES[question.name] if question.name in RIGHT_STATES else None
    return {
        "text": f"About <b>{question.name}</b>:\nit depends.",
        "ticked": list(range(len(question.checklist))),
    }  # open


PAIR_TABLE = {"labels_true": [0, 0, 0, 1, 1, 1], "labels_pred": [0, 0, 1, 1, 2, 2]}
RIGHT_STATES = {
    "one-move-of-one-point-can-change-a": {"labels_true": [0, 0, 1, 2, 3, 4], "labels_pred": [5, 0, 1, 2, 3, 4]},
}


def as_shown(question, places):
    return [question.shown_order.index(i) for i in places]


def wrong_answers(question):
    """Make an answer for each foreseen mistake, by its name."""
    kind = question.kind
    names = mistake_names(question)
    if kind == "number":
        return {name: exact(value) for name, (value, _) in zip(names, question.tempting, strict=True)}
    if kind == "choice":
        options = list(question.options)
        return {name: [options.index(one)] for name, (one, _) in zip(names, question.mistakes(), strict=True)}
    if kind == "objects":
        picks = (sorted(question.objects.index(one) for one in pick) for pick, _ in question.tempting)
        return dict(zip(names, picks, strict=True))
    if kind == "order":
        made = {name: out_of_order(question, i) for i, name in enumerate(names)}
        return {name: answer for name, answer in made.items() if answer}
    if kind == "break":
        fields = ["" for _ in question.fields]
        wrong = [i for i in range(len(question.reasons)) if i != question.right]
        return {name: {"way": "true", "fields": fields, "reason": i} for name, i in zip(names, wrong, strict=True)}
    if kind == "write":
        return {mistake.__name__: text_of(question, mistake) for mistake, _ in question.asked.mistakes}
    return {}


def text_of(question, mistake):
    """Write the text of a function that makes a mistake, under the requested name."""
    text = source(mistake).replace(f"def {mistake.__name__}(", f"def {question.name}(")
    if f"{question.name}.reference(" not in text:
        return text
    reference = right_answer(question).replace(f"def {question.name}(", "def reference(")
    return f"{reference}\n\n{text.replace(f'{question.name}.reference(', 'reference(')}"


def source(function):
    text = inspect.getsource(function)
    return text[text.index("def ") :]


def out_of_order(question, broken):
    """Find an order that breaks this reason first, or None."""
    a, b, _ = question.before[broken]
    for to in range(a + 1):
        order = [i for i in range(len(question.items)) if i != b]
        order.insert(to, b)
        at_place = {i: place for place, i in enumerate(order)}
        first = next((i for i, (x, y, _) in enumerate(question.before) if at_place[x] > at_place[y]), None)
        if first == broken:
            return as_shown(question, order)
    return None


def unforeseen_answer(question):
    """Return a wrong answer that nobody foresaw, or None."""
    if question.kind == "number":
        return "987654"
    if question.kind == "construct" and question.demo == "PairTable":
        return PAIR_TABLE
    if question.kind == "break" and question.name in ("rand-half", "ari-negative"):
        return {"way": "false", "fields": [one.example for one in question.fields], "reason": None}
    return None


# ---- students and their files


def file_of(student, answers, *, assignment="Week 1", version=None):
    last = max((one["at"] for entry in answers for one in entry["tries"]), default=MONDAY.isoformat())
    return {
        "format": "aucc-teach-answers",
        "version": 1,
        "book": book_version() | ({"version": version, "build": "0123456789abcdef"} if version else {}),
        "assignment": assignment,
        "student": student,
        "made": last,
        "answers": answers,
        "digest": digest_of(answers),
    }


def tried(time, answer, verdict):
    at = f"{time:%Y-%m-%dT%H:%M:%S.}{time.microsecond // 1000:03}Z"
    return {"at": at, "answer": answer, "verdict": verdict}


def answers_of(number, planted, changed="", asked=OF_CLASS):
    """Make the answers of a student, by number; they are noted as planted, unless the question has changed since."""
    clock = MONDAY + timedelta(hours=number, milliseconds=7 * number)
    answers = []
    for place, (id, question) in enumerate(asked.items()):
        foretold = question.kind == "open" or getattr(question, "predict", False)
        right, wrong, strange = right_answer(question), wrong_answers(question), unforeseen_answer(question)
        ways = [None, *([] if foretold else wrong), *(["strange"] if strange and not foretold else [])]
        way = ways[(number + place) % len(ways)]
        tries, noted = [], Planted() if id == changed else planted
        clock += timedelta(seconds=40 + 3 * place)
        if way is not None:
            tries.append(tried(clock, strange if way == "strange" else wrong[way], "wrong"))
            noted.first[id].append(False)
            noted.mistakes[id, way] += 1
            clock += timedelta(seconds=60)
        is_last_right = right is not None and (way is None or (3 * number + 5 * place) % 7 > 2)
        if is_last_right:
            tries.append(tried(clock, right, "foretold" if foretold else "right"))
            noted.first[id] += [True] * (way is None and not foretold)
        if tries and not foretold:
            noted.last[id].append(is_last_right)
            if not is_last_right:
                noted.in_the_end[id, way] += 1
        if tries:
            answers.append({"id": id, "asked": fingerprint(question), "tries": tries, "solution_opened": None})
    return answers


def moodle(name, file="answers.json"):
    """Name a file as Moodle does when all submissions are downloaded."""
    return f"{name}_{1000 + NAMES.index(name)}_assignsubmission_file_/{file}"


def class_files(asked=OF_CLASS):
    """Make forty files: among them are a forged one, one that was cut off, an edited one, an old one and a copy."""
    planted, files = Planted(), {}
    for number, name in enumerate(NAMES):
        noted = Planted() if name == CUT_OFF else planted
        answers = answers_of(0 if name == COPY else number, noted, CHANGED if name == OLD else "", asked)
        data = file_of("", answers)
        if name == FORGED:
            # A wrong answer claims to be right, with a digest that fits.
            entry = next(one for one in answers if one["tries"][-1]["verdict"] == "wrong")
            entry["tries"][-1]["verdict"] = "right"
            planted.forged = entry["id"]
            data = file_of("", answers)
        if name == EDITED:
            answers[0]["tries"][0]["at"] = "2024-11-03T10:00:00.000Z"
        if name == OLD:
            next(one for one in answers if one["id"] == CHANGED)["asked"] = "0" * 12
            data = file_of("", answers, version="0.1.0")
        text = json.dumps(data, indent=1, ensure_ascii=False)
        files[moodle(name)] = text[: len(text) // 2] if name == CUT_OFF else text
    return planted, files


def packed(files):
    """Make a zip of files by name, as a learning system does."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content if isinstance(content, str | bytes) else json.dumps(content))
    return out.getvalue()


def decide(out, decision_of):
    """Fill in look.csv, as a spreadsheet would; returns its path."""
    table = pd.read_csv(out / "look.csv", dtype=str, keep_default_na=False, encoding="utf-8-sig")
    table["decision"] = [decision_of(row) for _, row in table.iterrows()]
    table.to_csv(out / "look.csv", index=False, sep=";")
    return out / "look.csv"


# ---- single files

TP, RAND_C, MOVE = "ex-pairs-move/tp", "ex-rand-table/rand_c", "ex-pairs-move/one-move-of-one-point-can-change-a"
DEAL = "ex-rand-unequal/two-clusters-of-equal-size-have-a-level"
WHOLE = "def rand_c(tp, fn, fp, tn):\n    return (tp + tn) / (tp + fn + fp + tn)\n"


def answered(tries, **named):
    """Make files of answers by students' names, from lists of (id, answer, verdict of the page)."""
    made = {}
    for number, (student, given) in enumerate(tries.items()):
        answers = []
        for place, (id, answer, verdict) in enumerate(given):
            time = MONDAY + timedelta(hours=number, seconds=10 * place)
            asked = fingerprint(QUESTIONS[id]) if id in QUESTIONS else "0" * 12
            answers.append({"id": id, "asked": asked, "tries": [tried(time, answer, verdict)], "solution_opened": None})
        made[student] = file_of(student, answers, **named)
    return made


def put(folder, contents):
    folder.mkdir(exist_ok=True)
    for name, content in contents.items():
        (folder / f"{name}.json").write_text(content if isinstance(content, str) else json.dumps(content))
    return folder


def is_marked(question):
    return question.kind != "open" and not getattr(question, "predict", False)

"""Tables of what a class answered: each try with its verdict, and what each question asks."""

from typing import NamedTuple

import pandas as pd
from families import FAMILIES
from key_files import mark_homework
from marked_text import plain

from aucc_teach.exercises import fingerprint, mistake_names
from aucc_teach.exercises.result import Result

from .hand_ins import clean
from .verdicts import number_in, text_of, verdicts

__all__ = ["About", "about_questions", "tries_of_book", "tries_of_homework"]

COLUMNS = ["file", "id", "shown", "page_verdict", "verdict", "mistake", "words"]
LONGEST = 2_000  # characters of an answer that is shown
MOST_SHOWN = 10**300  # a larger number, such as 1e999, is no float
UNMARKED = ("predict", "open")
CHANGED = Result.of("changed", "")


class About(NamedTuple):
    """A question as the report on a class describes it.

    ``exercise``: label of its exercise. ``kind``: kind of the question, or "predict" for a prediction. ``mistakes``:
    name, answer and sentence of each foreseen mistake. ``points``: what it is worth. ``title``: that of its family, if
    it was drawn.
    """

    exercise: str
    prompt: str
    kind: str
    mistakes: list
    points: float = 1
    title: str = ""

    @property
    def is_marked(self):
        """Tell whether an answer to it can be right or wrong."""
        return self.kind not in UNMARKED


# ---- answers to the book


def about_questions(questions, ids):
    """Describe some questions of the book."""
    return {id: _about(id, questions[id]) for id in ids}


def _about(id, question):
    kind = "predict" if getattr(question, "predict", False) else question.kind
    names = mistake_names(question) if kind not in UNMARKED else []
    foreseen = question.mistakes() if names else []
    mistakes = [(name, answer, words) for name, (answer, words) in zip(names, foreseen, strict=True)]
    return About(id.partition("/")[0], question.as_json()["prompt"], kind, mistakes)


def tries_of_book(files, questions, *, run=None):
    """Judge all tries of a class; `run` runs functions, and None leaves them out.

    The files are pairs of a name and a content, one after the other. Returns a row for each try, in the order of the
    files, and the ids that are not in the book, by file. ``page_verdict`` is the verdict of the page, ``verdict`` the
    one computed again ("changed" where the question is another now), and ``shown`` the answer in words.
    """
    rows, wanted, unknown, prints, texts = [], {}, {}, {}, {}
    for name, data in files:
        for entry in data["answers"]:
            id = entry["id"]
            if id not in questions:
                if entry["tries"]:
                    unknown.setdefault(name, []).append(clean(id, 80))
                continue
            prints[id] = prints.get(id) or fingerprint(questions[id])
            is_same = entry["asked"] == prints[id]
            for one in entry["tries"]:
                text = text_of(one["answer"])
                text = texts.setdefault(text, text)  # a class gives most answers more than once
                if is_same:
                    wanted[id, text] = one["answer"]
                rows.append((name, id, text, one["verdict"], is_same))
    judged = verdicts(questions, wanted, run=run)
    shown_of = {
        (id, text): clean(text, 80) if judged[id, text].verdict == "impossible" else _shown(questions[id], answer)
        for (id, text), answer in wanted.items()
    }
    made = []
    for name, id, text, page_verdict, is_same in rows:
        found = judged[id, text] if is_same else CHANGED
        shown = shown_of[id, text] if is_same else clean(text, 80)
        made.append((name, id, shown, page_verdict, found.verdict, found.mistake, found.words))
    return pd.DataFrame(made, columns=COLUMNS), unknown


def _shown(question, answer):
    """Write an answer in words; answers that mean the same give the same words, and a demo's state gives none."""
    kind = question.kind
    if kind == "number":
        text = str(answer).strip()
        typed = number_in(text)
        is_plain = typed and typed.places is not None and len(text) < 15 and abs(typed.value) < MOST_SHOWN
        # 0.50 and .5 are the same answer.
        return f"{float(typed.value):.12g}" if is_plain else clean(text, 80)
    if kind == "choice":
        return "; ".join(list(question.options)[i] for i in sorted(answer))
    if kind == "objects":
        return ", ".join(question.objects[i] for i in sorted(answer))
    if kind == "open":
        return _clean_lines(answer["text"], question.most)
    if kind == "order":
        return " → ".join(clean(plain(question.items[question.shown_order[i]]), 45) for i in answer)
    if kind == "break":
        # The judge has looked at nothing but what belongs to the way that was taken.
        if answer.get("way") == "true" and answer.get("reason") is not None:
            return f"It is true: {question.reasons[answer['reason']][0]}"
        return " / ".join(clean(text, 80) for text in answer["fields"]) if answer.get("way") == "false" else ""
    return _clean_lines(answer) if kind == "write" else ""


def _clean_lines(text, most=LONGEST):
    """Clean a text of several lines: characters that cannot be printed become spaces."""
    kept = "".join(char if char.isprintable() or char in "\n\t" else " " for char in text[:most])
    return kept.strip("\n")


# ---- drawn homework


def tries_of_homework(files, key):
    """Mark drawn homework by its key; the last answer to each question counts, and files are as above.

    Returns the tries as `tries_of_book` does, an `About` for each question by id, and why a file cannot be marked by
    this key, by file.
    """
    about, refused, made = _about_by_key(key), {}, []
    for name, data in files:
        try:
            marked = mark_homework(key, data)
        # A file may hold anything, and none may stop the marking of the others.
        except Exception as error:
            refused[name] = clean(str(error), 300)
            continue
        for one in marked:
            if one.verdict != "missing":
                shown = _clean_lines(one.answer) if isinstance(one.answer, str) else clean(text_of(one.answer), 80)
                made.append((name, one.id, shown, "", one.verdict, one.mistake, one.words))
    tries = pd.DataFrame(made, columns=COLUMNS)
    for id, found in tries[tries["mistake"].notna()].groupby("id"):
        # Values differ from student to student, so one student's answer and sentence stand for a mistake.
        firsts = found.drop_duplicates("mistake")
        about[id].mistakes.extend(zip(firsts["mistake"], firsts["shown"], firsts["words"], strict=True))
    return tries, about, refused


def _about_by_key(key):
    # All students have the same questions with other numbers, so those of the first describe them.
    about = {}
    for item in next(iter(key["students"].values()), []):
        family = item["family"]
        title = FAMILIES[family].title if family in FAMILIES else family.replace("-", " ")
        title = title[:1].upper() + title[1:]
        for question in item["questions"]:
            seen = question["seen"]
            prompt = seen["prompt"] if seen["kind"] == "number" else title
            about[question["id"]] = About(item["label"], prompt, seen["kind"], [], question["points"], title)
    return about

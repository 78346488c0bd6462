"""Panel of a lesson as it stands in a page until its script has drawn it."""

import re

from stills import _draw


def panel(tasks):
    """Panel of the steps as it is before it answers, with the room that each of its faces needs; as in lesson.js."""
    if not tasks:
        return ""
    faces = []
    for i, task in enumerate(tasks, start=1):
        name = f"Step {i} of {len(tasks)}" if task["question"] else "Your task"
        step = _draw.element("b", {}, name) + " "
        answers = []
        if task["choices"]:
            answers = [_answer("demo-radio", _draw.text(choice)) for choice in task["choices"]]
        elif task["question"]:
            answers = [_answer("demo-field", "Your number")]
        longest = max(task["choices"], key=len, default="0.0000")
        came = "That is it."
        if task["choices"]:
            came = (
                f"You expected \N{LEFT DOUBLE QUOTATION MARK}{longest}\N{RIGHT DOUBLE QUOTATION MARK}. The answer is "
                f"\N{LEFT DOUBLE QUOTATION MARK}{longest}\N{RIGHT DOUBLE QUOTATION MARK}."
            )
        elif task["question"]:
            came = f"{task['result'].replace('{}', longest)} Your guess, {longest}, is far off."
        if task["question"]:
            came = f"You skipped this step. {came}"
        sentences = dict.fromkeys(re.sub(r"\{\w+\}", "0.0000", condition[3]) for condition in task["goal"])
        rooms = [_draw.element("p", {"class": "demo-room"}, _draw.text(words)) for words in sentences]
        faces += [
            _draw.element("p", {}, step, _draw.text(task["question"]))
            + _draw.element("div", {"class": "demo-answers"}, *answers),
            _draw.element("p", {}, step, _draw.text(task["todo"]))
            + _draw.element("div", {}, *rooms, _draw.element("p", {"class": "demo-missing"})),
            _draw.element("p", {}, _draw.text(came)) + _draw.element("p", {}, _draw.text(task["outcome"])),
        ]
    kinds = ["demo-face"] * len(faces)
    kinds[0 if tasks[0]["question"] else 1] += " demo-face-shown"
    return _draw.element(
        "div",
        {"class": "demo-lesson"},
        _draw.element(
            "div",
            {"class": "demo-faces"},
            *(_draw.element("div", {"class": kind}, face) for kind, face in zip(kinds, faces, strict=True)),
        ),
        _draw.element("div", {"class": "demo-lesson-row"}),
    )


def _answer(kind, words):
    box = _draw.element("span", {"class": kind})
    return _draw.element("span", {"class": "demo-answer"}, *((words, box) if kind == "demo-field" else (box, words)))

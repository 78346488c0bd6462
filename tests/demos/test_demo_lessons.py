"""The lesson of every demo: what it asks can be done, is not done already, and is not given away before."""

import json
import math
import operator
import random
import re

import bs4
import pytest
from drawn_demos import drawn

import aucc_teach as at
from aucc_teach.demos._tasks import RELATIONS, Task
from demos.each_demo import DEMOS, beginnings
from demos.each_demo import whole_demo as demo_of
from demos.lesson_panel import written
from demos.models import GOALS

# With the lessons that have a name.
LESSONS = [*DEMOS, *(f"{name}:{lesson}" for name in DEMOS for lesson in getattr(at.demos, name)._written.lessons)]


def tokens(text):
    """Numbers of a text, as they are written."""
    return re.findall(r"\d+(?:\.\d+)?(?:/\d+)?", text.replace("\N{THIN SPACE}", ""))


def steps_of(name):
    """Each step with the state in which it begins and the one that is shown when it is skipped."""
    demo = demo_of(name)
    return [(task, begin, begin | task.solved) for task, begin in zip(demo.tasks, beginnings(name), strict=True)]


# ---- each lesson


@pytest.mark.parametrize("name", LESSONS)
def test_no_goal_is_met_where_its_step_begins_and_each_can_be(name):
    demo = demo_of(name)
    assert 2 <= len(demo.tasks) <= 4
    assert (demo.tasks[0].preset, demo.tasks[0].start) == (None, {})
    for task, begin, solved in steps_of(name):
        for state in (begin, solved):
            demo.place(**state)  # Python takes it
        assert [GOALS.meets(task.goal, demo.numbers(state)) for state in (begin, solved)] == [False, True]
        # The outcome is also what a reader hears who has skipped the step, and the task who has guessed wrong.
        assert not re.search(r"\b[Yy]ou (have|did)\b", task.outcome)
        assert not re.search(r"\b[Tt]hat (point|flower|one)\b", task.todo)
        # What the outcome says in numbers, a number that was asked for is.
        assert task.choices or demo.numbers(solved)[task.answer] is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", LESSONS)
def test_nothing_gives_an_answer_away_before_the_goal_is_met(name):
    """Where a step begins, and after the commitment: what is hidden is there, and what is seen has no answer in it."""
    demo = demo_of(name)
    start = demo.state()
    for i, (task, begin, solved) in enumerate(steps_of(name)):
        own = {*task.hides, *task.reveals}
        later = {key for one in demo.tasks[i + 1 :] for key in one.reveals} - own
        hidden = {"predict": own | later, "do": {*task.reveals} | later}
        for phase, keys in hidden.items() if own | later else ():
            progress = {"step": i, "phase": phase, "expected": "", "came": "", "looked": False, "skipped": False}
            kept = {"start": start, "state": begin, "progress": progress}
            html = drawn(demo.slug, json.dumps(demo.page_state()), json.dumps(kept))
            body = bs4.BeautifulSoup(html, "html.parser").find(class_="demo-body")
            for key in own | later:
                parts = body.select(f"[data-value='{key}'], .demo-{key}")
                assert {part.has_attr("data-hidden") for part in parts} == {key in keys}, (i, phase, key)
            answer = None if task.choices else written(demo.numbers(solved)[task.answer])
            if answer and len(answer) > 1:  # a digit is anywhere
                for part in body.select("[data-hidden], option, details"):
                    part.extract()
                assert answer not in tokens(body.get_text(" ")), (i, phase)


# ---- tasks and goals


def test_refuses_tasks_that_cannot_be():
    words = {"question": "?", "todo": ".", "outcome": "."}
    goal = (("k", "==", 1, "k is {k}."),)
    with pytest.raises(ValueError, match="one of the choices"):
        Task(**words, choices=("a", "b"), answer="c", goal=goal, solved={"k": 1})
    with pytest.raises(ValueError, match="solved must say what meets the goal"):
        Task(**words, answer="k", goal=goal)
    with pytest.raises(ValueError, match="result must hold one pair of braces"):
        Task(**words, answer="k", goal=goal, solved={"k": 1}, result="It is so.")
    for wrong in ((), (("k", "=", 1, "k is {k}."),), (("k", "==", 1),), (("k", "==", 1, ""),)):
        with pytest.raises(ValueError, match="with a relation of"):
            Task(**words, answer="k", goal=wrong, solved={"k": 1})
        with pytest.raises(ValueError, match="with a relation of"):
            at.exercises.Construct("PairTable", "Do it.", wrong, "So it is.")


def test_goals_hold_as_their_relations_say():
    known = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le}
    known |= {">": operator.gt, ">=": operator.ge}
    assert list(known) == list(RELATIONS)
    rng = random.Random(3)
    values = [-1, 0, 1, 0.5, 1 / 3, None]
    for _ in range(500):
        numbers = {"a": rng.choice(values), "b": rng.choice(values)}
        goal = [("a", rng.choice(RELATIONS), rng.choice(["b", 0, 1 / 3]), "{a} and {b}") for _ in range(2)]
        sides = [(numbers["a"], numbers["b"] if side == "b" else side) for _, _, side, _ in goal]
        met = [None not in pair and known[sign](*pair) for pair, (_, sign, *_) in zip(sides, goal, strict=True)]
        assert GOALS.meets(goal, numbers) == all(met)
        assert (GOALS.missing(goal, numbers) == "") == all(met)


def test_sentences_have_the_numbers_that_they_name():
    minus, dash, thin = "\N{MINUS SIGN}", "\N{EN DASH}", "\N{THIN SPACE}"
    for value, text in [
        (3, "3"),
        (-3, f"{minus}3"),
        (0.25, "0.25"),
        (-1 / 3, f"{minus}0.3333"),
        (12345, f"12{thin}345"),
        (None, dash),
    ]:
        assert GOALS.missing([["k", "==", math.pi, "k is {k}."]], {"k": value}) == f"k is {text}."

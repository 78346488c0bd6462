"""The state of every demo: what it refuses, in Python and in the model, and what it takes."""

import json
import math
import random
import re

import numpy as np
import pytest
import traitlets

import aucc_teach as at
from demos.each_demo import CHOICES, COUNTS, DEMOS, LIMITS, REFUSED, random_states, whole_demo

AuccLab = at.demos.AuccLab


def page_html(demo):
    return demo._repr_mimebundle_()[0]["text/html"]


def test_output_is_the_same_every_time():
    first, second = AuccLab(), AuccLab()
    assert first.model_id != second.model_id
    assert page_html(first) == page_html(second)
    assert first.model_id not in page_html(first)
    assert " id=" not in page_html(first)
    assert first._repr_mimebundle_()[0]["text/plain"] == "AuccLab()"


# ---- one check: the model's


def check_refused(demo, parts):
    """The model refuses some parts of a state, and Python with its words, however they are set; nothing changes."""
    before = demo.page_state()
    problem = demo.model().check(demo.state() | parts)
    assert problem
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}$"):
        demo._set_together(**parts)
    with pytest.raises(traitlets.TraitError, match=re.escape(problem)):
        demo.set_state(parts)
    if len(parts) == 1:
        with pytest.raises(ValueError, match=f"^{re.escape(problem)} Parts that go together are set with place"):
            setattr(demo, *next(iter(parts.items())))
    assert demo.page_state() == before
    return problem


@pytest.mark.parametrize(("name", "parts", "says"), REFUSED)
def test_refuses_what_the_model_refuses(name, parts, says):
    assert says in check_refused(getattr(at.demos, name)(), parts)


@pytest.mark.parametrize(("name", "part"), LIMITS)
def test_numbers_have_limits(name, part):
    demo, (low, high) = getattr(at.demos, name)(), LIMITS[name, part]
    step = 0.1 if isinstance(getattr(demo, part), float) else 1
    for value in (low - step, high + step):
        problem = check_refused(demo, {part: value})
        assert problem.startswith(part)
        assert f" from {low} to {high}. Got {value}." in problem
    for value in (low, high):
        assert f" from {low} to {high}" not in demo.model().check(demo.state() | {part: value})


@pytest.mark.parametrize(("name", "part"), COUNTS)
def test_lists_have_limits(name, part):
    demo, (fewest, most) = getattr(at.demos, name)(), COUNTS[name, part]
    made = lambda n: [[10 * i, i * i % 700] if part == "points" else i % 2 for i in range(n)]  # noqa: E731
    for n in (fewest - 1, most + 1):
        assert f" {fewest} to {most}" in (problem := check_refused(demo, {part: made(n)}))
        assert problem.endswith(f"Got {n}.")
    for n in (fewest, most):
        assert f" {fewest} to {most}" not in demo.model().check(demo.state() | {part: made(n)})


@pytest.mark.parametrize(("name", "part"), CHOICES)
def test_choices_are_those_there_are(name, part):
    demo, choices = getattr(at.demos, name)(), CHOICES[name, part]
    for choice in choices:
        demo.place(**{part: choice})
        assert demo.state()[part] == choice
    assert f"{part} must be one of " in (problem := check_refused(demo, {part: "other"}))
    assert problem.endswith('. Got "other".')
    assert set(problem.removeprefix(f"{part} must be one of ").partition(". Got")[0].split(", ")) == set(choices)


@pytest.mark.parametrize("name", DEMOS)
def test_what_is_no_data_is_refused(name):
    demo = getattr(at.demos, name)()
    before = demo.page_state()
    for part in set(demo.state()) - {"several"}:
        for value in (None, "?", 0.25, True, [True], [{"?": 1}], {"?": 1}, math.nan, [math.inf], b"01", object()):
            with pytest.raises(ValueError, match="must"):
                setattr(demo, part, value)
            with pytest.raises(ValueError, match="must"):
                demo.place(**{part: value})
            with pytest.raises(traitlets.TraitError):
                demo.set_state({part: value})
    assert demo.page_state() == before


@pytest.mark.parametrize("name", DEMOS)
def test_all_is_placed_or_nothing(name):
    demo = whole_demo(name)
    before = demo.page_state()
    with pytest.raises(ValueError, match=r"place takes .*, .* Got 'other'|place takes \w+. Got 'other'"):
        demo.place(other=1)
    states = random_states(name, 8)
    for state in states:
        for part in state.keys() - {"several"}:
            with pytest.raises(ValueError, match="must"):
                demo.place(**state | {part: 0.25})
    assert demo.page_state() == before
    for state in states:
        demo.place(**state)
        assert json.loads(json.dumps(demo.state())) == state
    assert len(states) > 2


def arrays(value):
    """The same in other types: generators, numbers of NumPy, sets where the order does not matter."""
    if isinstance(value, list):
        return (arrays(item) for item in value)
    return np.asarray(value)[()] if isinstance(value, int | float) and not isinstance(value, bool) else value


@pytest.mark.parametrize("name", DEMOS)
def test_takes_data_of_every_type(name):
    demo = getattr(at.demos, name)()
    for state in random_states(name, 4):
        demo.place(**{part: arrays(value) for part, value in state.items()})
        assert json.loads(json.dumps(demo.state())) == state


@pytest.mark.parametrize("name", DEMOS)
def test_what_is_not_refused_has_numbers_and_words(name):
    """States that are broken at random: no other error than a refusal, and no state that the model cannot show."""
    rng, demo, taken = random.Random(19), getattr(at.demos, name)(), 0
    for state in random_states(name, 14):
        part = rng.choice(list(state))
        value = state[part]
        if isinstance(value, list) and value:
            i, other = rng.randrange(len(value)), rng.choice([-1, 7, 2000, [3], 0, 1, [5, 7]])
            value = rng.choice([[*value, value[i]], value[:-1], [*value[:i], other, *value[i + 1 :]]])
        elif isinstance(value, dict):
            value = {**value, rng.choice(["1", "13", "3", "x"]): rng.choice([5, -1, 2001, None])}
        else:
            value = rng.choice([0, 1, 13, 22, -1, "x", [], {}, [[0, 0]], 10**9])
        try:
            demo.place(**state | {part: value})
        except ValueError:
            continue
        taken += 1
        assert demo.numbers(demo.state())
        assert demo.words()
    assert taken < 14


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        *((name, {part: [0, 1]}) for name in DEMOS for part in getattr(at.demos, name)._data if name != "MeasureBench"),
        ("MeasureBench", {"before": [[1, 2], [3, 4]]}),
    ],
)
def test_half_a_start_is_refused(name, parts):
    with pytest.raises(ValueError, match=r"give both, or none of them\."):
        getattr(at.demos, name)(**parts)


FOUR, THREE = [[0, 0], [0, 5], [9, 9], [9, 7]], [[0, 0], [0, 5], [9, 9]]


@pytest.mark.parametrize(
    ("demo", "parts", "expected"),
    [
        (at.demos.AuccLab(shuffles=7), {"points": FOUR, "labels": [0, 0, 1, 1]}, {"shuffles": 0}),
        (at.demos.CutSweep(n_clusters=9), {"points": THREE, "labels": [0, 0, 1]}, {"n_clusters": 2}),
        (at.demos.MeasureBench(), {"table": [[1, 2], [3, 4]]}, {"before": [[1, 2], [3, 4]]}),
        (at.demos.NullMachine(drawn={"3": 7, 2: 5, 4: 0}), {}, {"drawn": {3: 7, 2: 5}}),
        (at.demos.NullMachine(drawn={2: 5}), {"seed": 8}, {"drawn": {}, "since": 8}),
        (
            at.demos.OverlapTable(),
            {"clusters_true": [{7, 0}], "before": [{7}, set()]},
            {"n_objects": 8, "clusters_true": [[0, 7]], "before": [[7]], "clusters_pred": [[7]]},
        ),
        (at.demos.RocBuilder(np.array([True, False]), [5, 5]), {}, {"y_true": [1, 0], "threshold": 10, "swept": 0}),
        (at.demos.TakeOneOut(out=[24, 3]), {}, {"out": [3, 24]}),
        (at.demos.TakeOneOut(out=[24, 3]), {"points": FOUR, "labels": [0, 0, 1, 1]}, {"out": []}),
        (at.demos.TheLevel(measured=20), {"points": [[0, 100 * i] for i in range(10)], "classes": [0, 1] * 5},
         {"measured": 0}),
    ],
)  # fmt: skip
def test_what_follows_from_what_is_placed(demo, parts, expected):
    if parts:
        demo.place(**parts)
    assert {part: demo.state()[part] for part in expected} == expected
    assert demo.lesson == [] or parts

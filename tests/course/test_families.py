"""Families of questions: keys against brute force from the printed text, guards, and how often answers come up."""

import random
from collections import Counter
from fractions import Fraction

import brute_force
import pytest
from families import DIFFICULTIES, FAMILIES, as_seen, draw_from

NAMES = list(FAMILIES)
N_DRAWS = 300


def drawn(name, difficulty, n=N_DRAWS):
    rng = random.Random(f"test {name} {difficulty}")
    return [draw_from(FAMILIES[name], rng, difficulty) for _ in range(n)]


# Hundreds of partitions of seven objects take the longest, and those of six are solved in the same way.
SLOW = ("counterexample", 2)
CASES = [
    pytest.param(name, difficulty, marks=[pytest.mark.breadth] if (name, difficulty) == SLOW else [])
    for name in NAMES
    for difficulty in DIFFICULTIES
]


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_keys_are_those_that_brute_force_finds_from_the_printed_text(name, difficulty):
    for _, item in drawn(name, difficulty):
        seen, keys = zip(*map(as_seen, item.questions), strict=True)
        for one, key, solved in zip(seen, keys, brute_force.solve(name, item.text, seen), strict=True):
            compare(one, key, solved, item)


def compare(seen, key, solved, item):
    if seen["kind"] == "number":
        assert Fraction(key["value"]) == solved, item.text
    elif seen["kind"] == "objects":
        assert {seen["options"][i] for i in key["right"]} == solved, item.text
    elif seen["kind"] == "order":
        ranks = [key["ranks"][place] for place in solved]
        assert ranks == sorted(ranks), item.text
    else:
        letters = "abcdefg"
        found = {
            frozenset("".join(letters[i] for i, one in enumerate(code) if one == label) for label in set(code))
            for code in key["broken"]
        }
        assert found == solved, item.text


@pytest.mark.parametrize("name", NAMES)
def test_guards_hold_for_what_is_drawn(name):
    for difficulty in DIFFICULTIES:
        for _, item in drawn(name, difficulty, 40):
            for question in item.questions:
                assert len(question.mistakes()) >= 2
                if question.kind == "number":
                    assert question.value not in (-1, 0, Fraction(1, 2), 1)
                    shown = [
                        f"{float(value):.{question.places}f}" for value in (question.value, *dict(question.tempting))
                    ]
                    assert len(set(shown)) == len(shown), item.text


# The commonest answers of a family may have this proportion of all draws,
LARGEST_PROPORTION = 0.1
# and with few possible answers, the commonest may come up so many times as often as with equal frequencies.
TIMES_EQUAL = 2


# The first questions of these families have few possible answers.
FEW = ("spoiler", "k-curve")


def right_answer(question):
    """Return the right answer as a neighbour could copy it."""
    seen, key = as_seen(question)
    if question.kind == "order":
        return tuple(sorted(range(len(key["ranks"])), key=lambda place: key["ranks"][place]))
    if question.kind == "objects":
        return tuple(seen["options"][i] for i in key["right"])
    return tuple(key["broken"]) if question.kind == "break" else key["value"]


def too_often(family, n_draws):
    """Yield difficulties at which an answer comes up too often; with few answers, the first is checked alone."""
    for difficulty in DIFFICULTIES:
        rng = random.Random(f"1 {family.name} {difficulty}")
        keys = [tuple(map(right_answer, draw_from(family, rng, difficulty)[1].questions)) for _ in range(n_draws)]
        if max(Counter(keys).values()) > LARGEST_PROPORTION * n_draws:
            yield difficulty
        firsts = Counter(key[0] for key in keys)
        if family.name in FEW and max(firsts.values()) > TIMES_EQUAL / len(firsts) * n_draws:
            yield difficulty, "first"


@pytest.mark.breadth
@pytest.mark.parametrize("name", NAMES)
def test_no_answer_comes_up_too_often(name):
    assert list(too_often(FAMILIES[name], 2000)) == []

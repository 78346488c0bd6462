"""Numbers as readers type them: what is read, what only rounding separates from the value, what is said of it."""

import itertools
import math
import random
import re
import time
from fractions import Fraction

import pytest
from conftest import ROOT, said
from families import DIFFICULTIES, FAMILIES, draw_from

import aucc_teach as at
from aucc_teach.exercises import Number

FOLDER = ROOT / "book"
QUESTIONS = {
    id: question for id, question in at.exercises.questions_by_id(folder=FOLDER).items() if question.kind == "number"
}
WHOLE = Number("n", 4, tempting=((1, "one"),), hint="h")
# Ways to write a number, with its value: marks between thousands, fractions, signs, units, roots.
WRITTEN = {
    "15,401": 15401,
    "499\N{THIN SPACE}999\N{THIN SPACE}500\N{THIN SPACE}000": 499999500000,
    "1,234.5": Fraction(2469, 2),
    "\N{MINUS SIGN}1 \N{VULGAR FRACTION THREE QUARTERS}": Fraction(-7, 4),
    "-13 1/2": Fraction(-27, 2),
    "1\N{FRACTION SLASH}3": Fraction(1, 3),
    "-7.5 / 9": Fraction(-5, 6),
    "9\N{MIDDLE DOT}12/2": 54,
    "10\N{SUPERSCRIPT MINUS}\N{SUPERSCRIPT FOUR}": Fraction(1, 10000),
    "1/2 million": 500000,
    "1E-3": Fraction(1, 1000),
    ".5": Fraction(1, 2),
    "12.5%": Fraction(1, 8),
    "2\N{SQUARE ROOT}9 - 1": 5,
    "np.sqrt(9/4)": Fraction(3, 2),
    "4**-1.5": Fraction(1, 8),
    "\ufeff5\n": 5,
}
NO_NUMBERS = [
    *("", "four", "4/0", ".", "1e999999", "1/", "2(3)", "(2", "2)", "1 2", "1 5/3", "0^-1", "9^9^9", "million", "5 m"),
    *("1,23,456", "1/4 %", "2 + 3 million", "1 125/256", "--", "1:2", "2^(1/3)", "sqrt(-1)", "1/2\N{SQUARE ROOT}4"),
    *("1.2.3", "\u0661", "5\x1c", "2\xd7\xd73", "10^4999", "12 00", "2x", "\u017fqrt(81)", "\u221a9%", "4 PERCENT"),
]


def calculation(rng, depth):
    """Return a random calculation, as Python reads it."""
    if not depth:
        return f"{rng.randint(1, 9)}"
    one, other = (calculation(rng, depth - 1) for _ in range(2))
    return rng.choice([f"{one} + {other}", f"{one} - {other}", f"({one}) * ({other})", f"({one}) / 7", f"-({one})**2"])


@pytest.mark.parametrize("text", WRITTEN)
def test_a_number_as_people_write_it(text):
    assert_is(text, WRITTEN[text])


def test_what_is_calculated_is_what_python_calculates():
    rng = random.Random(20)
    for _ in range(60):
        text = calculation(rng, rng.randint(1, 3))
        value = Fraction(eval(re.sub(r"\d+", r"Fraction(\g<0>)", text)))
        assert_is(rng.choice([text, text.replace("**", "^").replace("*", "\N{MULTIPLICATION SIGN}")]), value)


def assert_is(text, value):
    question = Number("n", value, tempting=((value + 1, "lure"),), hint="h", places=6)
    other = Number("n", value * 7 + 20, tempting=((value, "lure"),), hint="h", places=6)
    assert said(question, [text])[0][0] == "right", text
    # What was calculated is said.
    ((verdict, words),) = said(other, [text])
    assert verdict == "wrong", text
    assert words in ("lure", f"lure Your answer comes to {value}.")


def test_what_is_no_number_is_no_try():
    found = zip(NO_NUMBERS, said(WHOLE, NO_NUMBERS), strict=True)
    assert [text for text, (verdict, _) in found if verdict != "unclear"] == []


@pytest.mark.parametrize(
    ("value", "text", "verdict", "words"),
    [
        # 15,401 is whole; where 15.401 is right, the comma is meant as a point
        (15.401, "15,401", "unclear", "Decimals are written after a point: 0.5."),
        # cut decimals
        (Fraction(8, 9), ".88", "unclear", "Right so far, but rounded it is 0.89."),
        (Fraction(-8, 9), "-0.88", "unclear", "Right so far, but rounded it is -0.89."),
        (Fraction(8, 9), "0.87", "wrong", "h"),
        # rounded up where down is right
        (0.504, "0.51", "unclear", "Only the rounding is off: it is 0.50."),
        (0.504, "0.6", "wrong", "h"),
        # one digit, or a whole number, shows no work
        (Fraction(8, 9), ".8", "unclear", "That is too short to judge. Give 2 decimals, or the fraction."),
        (Fraction(31, 9), "3.4", "unclear", "This is right as far as it goes. Give 2 decimals, or the fraction."),
        (Fraction(11, 3), "4", "wrong", "h"),
        (0.5 - 1e-16, "0.5", "right", ""),
    ],
)
def test_what_only_rounding_separates_from_the_value(value, text, verdict, words):
    assert said(Number("n", value, hint="h"), [text]) == [(verdict, words)]


def numbers_that_are_asked():
    """All numbers that the book asks for, and some that the course draws."""
    asked = {id: question for id, question in QUESTIONS.items() if not question.predict}
    for name, family in FAMILIES.items():
        for seed, difficulty in itertools.product(range(3), DIFFICULTIES):
            _, group = draw_from(family, random.Random(f"{name} {seed}"), difficulty)
            drawn = [question for question in group.questions if question.kind == "number"]
            asked |= {f"{name}-{difficulty}-{seed}-{i}": question for i, question in enumerate(drawn)}
    return asked


def test_no_whole_number_is_half_right_and_no_single_digit():
    """-1 for -1/2, 4 for 11/3 and 1 for an area are what a mistake leads to, or wrong."""
    count, half = 0, re.compile(r"as far as it goes|[Rr]ight so far|only the rounding", re.IGNORECASE)
    for id, question in numbers_that_are_asked().items():
        values = [question.value, *(value for value, _ in question.tempting)]
        whole = {-1, 0, 1, *(math.floor(value) + i for value in values for i in (0, 1))}
        # The unit of a question may have been forgotten.
        answers = [str(n) for n in sorted(whole)] + ([f"{n}.0" for n in sorted(whole)] if question.places > 1 else [])
        for answer, (verdict, words) in zip(answers, said(question, answers), strict=True):
            near = abs(Fraction(answer) - Fraction(question.value))
            is_it = near <= max(Fraction(question.within), Fraction(1, 10**9))
            assert (verdict == "right") == is_it, (id, answer, words)
            assert not half.search(words), (id, answer, words)
            if verdict == "unclear":
                assert "." in answer or "Give the answer in" in words, (id, answer, words)
            if verdict == "wrong" and "." not in answer and question.places:
                foreseen = [words for value, words in question.tempting if abs(float(value) - int(answer)) < 1e-9]
                assert words == (foreseen or [question.hint])[0], (id, answer)
            count += not is_it
    assert count > 3000


def test_a_guess_that_no_result_can_be_is_asked_back():
    aucc = Number("n", 0.9, predict=True, between=(0, 1))
    back = ("unclear", "The result lies between 0 and 1. Guess a number in that range.")
    assert said(aucc, ["2", "-0.1", "200%"]) == [back] * 3
    assert {verdict for verdict, _ in said(aucc, ["1", "0", "90%"])} == {"foretold"}


def test_what_would_take_minutes_to_read_is_refused_at_once():
    start = time.process_time()
    back = ("unclear", "This is too long to read. Write at most 200 characters.")
    long = ["9" * 201, "9" * 100_000, "1/" * 50_000 + "1", " " * 100_000, "(" * 100_000, "1 " * 50_000 + "million"]
    for question in (WHOLE, Number("n, in millions", 4, hint="h"), Number("n", 4, predict=True)):
        assert said(question, long) == [back] * len(long)
    # What is short can be large.
    large = ["9**9**9", "9^999 * 9^999", *(["^".join("9" * 100), "*".join(["9^900"] * 30), "+".join(["1/9^300"] * 20)])]
    assert {verdict for verdict, _ in said(WHOLE, large)} == {"unclear"}
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    ("unit", "value", "right", "asked_back", "wrong"),
    [
        ("millions", 50, ["50", "50 million", "100/2 million"], ["50000000", "5e7"], ["5e6"]),
        ("percent", 12.5, ["12.5", "12.5%"], ["0.125", "1/8"], ["1.25", "0.12"]),
    ],
)
def test_the_unit_that_a_question_asks_for_may_be_said_or_forgotten(unit, value, right, asked_back, wrong):
    """Fifty million is 50 in millions; what was given in another unit is asked back, foreseen mistakes as well."""
    question = Number(f"How many, in {unit}?", value, tempting=((value * 3, "lure"),), hint="h")
    back = ("unclear", f"Give the answer in {unit}, as the question asks.")
    for answers, verdict in ((right, "right"), (asked_back, "unclear"), (wrong, "wrong")):
        for answer, (found, words) in zip(answers, said(question, answers), strict=True):
            assert found == verdict, answer
            assert verdict != "unclear" or words.startswith(back[1])

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
from aucc_teach.exercises.records import key_in, question_of_record

FOLDER = ROOT / "book"
SHORT = "That is too short to judge. Give"
QUESTIONS = {
    id: question for id, question in at.exercises.questions_by_id(folder=FOLDER).items() if question.kind == "number"
}
NUMBERS = {
    "whole": Number("n", 4, tempting=((1, "one"),), hint="h"),
    "fraction": Number("n", Fraction(7, 15), tempting=((Fraction(2, 3), "lure"),), hint="h"),
    "decimal": Number("n", 0.0314159, hint="h", places=4),
    "figure": Number("n", 0.5, hint="h", within=0.1),
    "negative": Number("n", -0.25, hint="h"),
}


# Ways to write a number, with its value: marks between thousands, fractions, signs, units, roots.
WRITTEN = {
    "15,401": 15401,
    "499 999 500 000": 499999500000,
    "499\N{THIN SPACE}999\N{THIN SPACE}500\N{THIN SPACE}000": 499999500000,
    "15'401": 15401,
    "1,234.5": Fraction(2469, 2),
    "1/10,000": Fraction(1, 10000),
    "1\N{VULGAR FRACTION ONE HALF}": Fraction(3, 2),
    "\N{MINUS SIGN}1 \N{VULGAR FRACTION THREE QUARTERS}": Fraction(-7, 4),
    "-13 1/2": Fraction(-27, 2),
    "1\N{FRACTION SLASH}3": Fraction(1, 3),
    "7\N{DIVISION SIGN}15": Fraction(7, 15),
    "-7.5 / 9": Fraction(-5, 6),
    "9 \N{MULTIPLICATION SIGN} 12": 108,
    "2 X 3": 6,
    "9\N{MIDDLE DOT}12/2": 54,
    "10**-4": Fraction(1, 10000),
    "10\N{SUPERSCRIPT MINUS}\N{SUPERSCRIPT FOUR}": Fraction(1, 10000),
    "3 * 10^-4": Fraction(3, 10000),
    "1.5 Million": 1500000,
    "1/2 million": 500000,
    "1E-3": Fraction(1, 1000),
    ".5": Fraction(1, 2),
    "12.5%": Fraction(1, 8),
    "50 %": Fraction(1, 2),
    "\N{SQUARE ROOT}(1/4)": Fraction(1, 2),
    "2\N{SQUARE ROOT}9 - 1": 5,
    "np.sqrt(9/4)": Fraction(3, 2),
    "Sqrt 81": 9,
    "4**-1.5": Fraction(1, 8),
    "0^0": 1,
    "--2": 2,
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


def test_what_is_calculated_is_said():
    assert said(NUMBERS["whole"], ["9*12"]) == [("wrong", "h Your answer comes to 108.")]
    words = "You expected 108. The result is 100. Your guess is near. "
    assert said(Number("n", 100, predict=True), ["9 * 12"]) == [("foretold", words)]


def test_what_is_no_number_is_no_try():
    found = zip(NO_NUMBERS, said(NUMBERS["whole"], NO_NUMBERS), strict=True)
    assert [text for text, (verdict, _) in found if verdict != "unclear"] == []


@pytest.mark.parametrize(
    ("value", "text", "verdict", "words"),
    [
        # 15,401 is whole; where 15.401 is right, the comma is meant as a point
        (15.401, "15,401", "unclear", "Decimals are written after a point: 0.5."),
        (15.401, "15,402", "wrong", "h"),
        (0.5, ",5", "unclear", "Decimals are written after a point: 0.5."),
        # cut decimals
        (Fraction(8, 9), ".88", "unclear", "Right so far, but rounded it is 0.89."),
        (Fraction(8, 9), "88.8 %", "unclear", "Right so far, but rounded it is 0.889."),
        (Fraction(88, 100), "0.880", "right", ""),
        (Fraction(-8, 9), "-0.88", "unclear", "Right so far, but rounded it is -0.89."),
        (0.0967, "0.09", "unclear", "Right so far, but rounded it is 0.10."),
        (Fraction(8, 9), "0.87", "wrong", "h"),
        (Fraction(8, 9), "-0.88", "wrong", "h"),
        (Fraction(8, 9), "0.0", "wrong", "h"),
        # rounded up where down is right
        (0.504, "0.51", "unclear", "Only the rounding is off: it is 0.50."),
        (0.504, "0.6", "wrong", "h"),
        (0.5, "0.51", "wrong", "h"),
        # one digit, or a whole number, shows no work
        (Fraction(8, 9), ".8", "unclear", "That is too short to judge. Give 2 decimals, or the fraction."),
        (1.08, "1.0", "unclear", "That is too short to judge. Give 2 decimals."),
        (Fraction(31, 9), "3.4", "unclear", "This is right as far as it goes. Give 2 decimals, or the fraction."),
        (Fraction(11, 3), "4", "wrong", "h"),
        (0.5 - 1e-16, "0.5", "right", ""),
    ],
)
def test_what_only_rounding_separates_from_the_value(value, text, verdict, words):
    assert said(Number("n", value, hint="h"), [text]) == [(verdict, words)]


@pytest.mark.parametrize(
    ("value", "lure", "text", "verdict", "words"),
    [
        # the right value, and a foreseen mistake, to as many decimals
        (Fraction(-1, 9), Fraction(-1, 10), "-0.1", "unclear", f"{SHORT} 2 decimals, or the fraction."),
        (Fraction(9, 11), Fraction(81, 100), "0.81", "unclear", f"{SHORT} 3 decimals, or the fraction."),
        (Fraction(9, 11), Fraction(81, 100), "0.810", "wrong", "lure"),
        (Fraction(9, 11), Fraction(81, 100), "81/100", "wrong", "lure"),
        (Fraction(1, 2), 1, "1", "wrong", "lure"),
        (Fraction(1, 2), Fraction(5, 4), "1", "wrong", "h"),
        (Fraction(1, 20), Fraction(1, 19), "0.053", "wrong", "lure"),
    ],
)
def test_a_mistake_is_not_blamed_where_only_rounding_separates(value, lure, text, verdict, words):
    assert said(Number("n", value, tempting=((lure, "lure"),), hint="h"), [text]) == [(verdict, words)]


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


@pytest.mark.parametrize(
    ("value", "text", "words"),
    [
        (3, "6/2", "You expected 6/2. The result is 3. Your guess is right. "),
        (0.8273, "0.83", "You expected 0.83. The result is 0.83. Your guess is right. "),
        (0.8273, "3/4", "You expected 3/4. The result is 0.83. Your guess is near. "),
        (0.8273, "0.7", "You expected 0.7. The result is 0.83. "),
        (6, "5", "You expected 5. The result is 6. Your guess is near. "),
        (2, "1", "You expected 1. The result is 2. "),
        (Fraction(1, 3), "0.33", "You expected 0.33. The result is 1/3. Your guess is right. "),
    ],
)
def test_a_guess_that_is_near_is_told_so(value, text, words):
    assert said(Number("n", value, predict=True), [text]) == [("foretold", words)]


def test_a_guess_that_no_result_can_be_is_asked_back():
    aucc = Number("n", 0.9, predict=True, between=(0, 1))
    found = dict(zip(answers := ["2", "-0.1", "200%", "1", "0", "90%", "x"], said(aucc, answers), strict=True))
    assert {found[one] for one in ("2", "-0.1", "200%")} == {
        ("unclear", "The result lies between 0 and 1. Guess a number in that range.")
    }
    assert [found[one][0] for one in ("1", "0", "90%", "x")] == ["foretold"] * 3 + ["unclear"]
    seconds = Number("n", 7, predict=True, between=(0, None))
    below = ("unclear", "The result can't be below 0. Guess a number in that range.")
    assert said(seconds, ["-1", "-1/1000", "0", "1e9"])[:2] == [below] * 2
    assert said(seconds, ["0", "1e9"])[1][0] == "foretold"
    ari = Number("n", 0, predict=True, between=(Fraction(-1, 2), 1))
    assert said(ari, ["-1"])[0][1].startswith("The result lies between -1/2 and 1.")
    restored = question_of_record(ari.as_json(), key_in(ari.as_json()))
    assert (restored.between, question_of_record(seconds.as_json(), key_in(seconds.as_json())).between) == (
        ari.between,
        seconds.between,
    )
    for wrong in ({"value": 2, "predict": True}, {"value": 0.5, "hint": "h"}):
        with pytest.raises(ValueError, match=r"between must hold the value of a guess\. Got \(0, 1\) for 'n'"):
            Number("n", between=(0, 1), **wrong)


def test_each_guess_knows_its_range():
    assert [id for id, question in QUESTIONS.items() if question.predict and not question.between] == []


@pytest.mark.parametrize(
    ("name", "answer", "verdict"),
    [
        ("whole", " 4.0 ", "right"),
        ("whole", "400%", "right"),
        ("whole", "4.3", "wrong"),
        ("whole", "4,0", "unclear"),
        ("fraction", ".4667", "right"),
        ("fraction", "0.5", "unclear"),  # fits, and says too little
        ("fraction", "0.48", "wrong"),
        ("decimal", "3.14%", "right"),
        ("decimal", "0.031", "unclear"),
        ("decimal", "0.0316", "wrong"),
        ("figure", "0.41", "right"),
        ("figure", "0.6", "right"),
        ("figure", "0.61", "wrong"),
        ("figure", "1", "wrong"),
        ("negative", "\N{MINUS SIGN}0.25", "right"),
        ("negative", "0.25", "wrong"),
    ],
)
def test_how_far_an_answer_may_be_off(name, answer, verdict):
    assert said(NUMBERS[name], [answer])[0][0] == verdict


TOO_LONG = "is too long to read. Write at most 200 characters."
CLAIM = at.exercises.questions_of("ex-chance-shorter", folder=FOLDER)[0]


def test_what_would_take_minutes_to_read_is_refused_at_once():
    start = time.process_time()
    long = ["9" * 201, "9" * 100_000, "1/" * 50_000 + "1", " " * 100_000, "(" * 100_000, "1 " * 50_000 + "million"]
    for question in (NUMBERS["whole"], Number("n, in millions", 4, hint="h"), Number("n", 4, predict=True)):
        assert said(question, long) == [("unclear", f"This {TOO_LONG}")] * len(long)
    fields = [("ab | " * 20_000 + "c", "ab | c"), ("ab | c", "(" * 100_000), ("9" * 201, "9" * 201)]
    for found in said(CLAIM, [{"way": "false", "fields": list(texts), "reason": None} for texts in fields]):
        assert found[0] == "unclear"
        assert found[1].endswith(f": this {TOO_LONG}")
    # What is short can be large.
    large = ["9**9**9", "9^999 * 9^999", *(["^".join("9" * 100), "*".join(["9^900"] * 30), "+".join(["1/9^300"] * 20)])]
    assert {verdict for verdict, _ in said(NUMBERS["whole"], large)} == {"unclear"}
    assert said(NUMBERS["whole"], ["9" * 200, "2 * 10^300/3"]) == [
        ("wrong", "h"),
        ("wrong", f"h Your answer comes to 2{'0' * 300}/3."),
    ]
    assert time.process_time() - start < 10


def test_a_number_from_a_computation_can_be_too_long():
    for answer in (10**5000, Fraction(1, 10**5000)):
        with pytest.raises(ValueError, match="must have at most 200 digits"):
            at.exercises.judge(NUMBERS["whole"], answer)


@pytest.mark.parametrize("text", ["1/\u221a6", "sqrt(1/6)", "6**-0.5"])
def test_a_root_may_be_left_as_it_is(text):
    assert said(QUESTIONS["ex-other-paper/fm-to-two-decimals"], [text])[0][0] == "right"
    # What it comes to is said in decimals.
    assert said(Number("n", 3, hint="h"), [text]) == [("wrong", "h Your answer comes to 0.408248.")]
    # Digits that no root has are not asked of it: this is 2.
    assert said(Number("n", 2, hint="h"), ["\u221a2 * \u221a2"])[0][0] == "right"


@pytest.mark.parametrize(
    ("unit", "value", "right", "asked_back", "wrong"),
    [
        (
            "millions",
            50,
            ["50", "50 million", "50 Millions", "100/2 million"],
            ["50000000", "50 x 10^6", "5e7"],
            ["5e6"],
        ),
        ("hundredths", -18, ["-18", "\u221218", "-18 hundredths"], ["-0.18", "-18%", "-18/100"], ["18", "-0.018"]),
        ("percent", 12.5, ["12.5", "12.5%", "12.5 percent"], ["0.125", "1/8"], ["1.25", "0.12"]),
        ("thousands", Fraction(5, 2), ["2.5", "2.5 thousand"], ["2500", "2 500"], ["2.5 million", "25"]),
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
    power = {"millions": 6, "hundredths": -2, "percent": -2, "thousands": 3}[unit]
    assert at.exercises.judge(question, Fraction(value) * 3 * Fraction(10) ** power)[:2] == back
    assert at.exercises.judge(question, value * 3)[:2] == ("wrong", "lure")


def test_fifty_million_pairs_are_fifty_in_millions():
    asked = {id: question.unit for id, question in QUESTIONS.items() if question.unit}
    id = "ex-pairs-million/about-how-large-is-tp-in-millions"
    assert asked[id] == "millions"
    assert at.exercises.judge(id, "50 million", folder=FOLDER)
    assert at.exercises.judge(id, "50000000", folder=FOLDER).verdict == "unclear"
    # No unit is asked for in other words.
    words = r"\bin (per cent|tenths|dozens|trillions|\w+ths|\w+illions)\b"
    prompts = [q.prompt for q in QUESTIONS.values() if not q.unit]
    assert [prompt for prompt in prompts if re.search(words, prompt)] == []


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        (Number("n", 4, tempting=((1, "lure"),), hint="h"), ""),
        (Number("n", Fraction(2, 3), hint="h"), "2 decimals or a fraction"),
        (Number("n", 1, tempting=((Fraction(2, 3), "lure"),), hint="h"), "2 decimals or a fraction"),
        (Number("n", 0.31, hint="h", places=1), "1 decimal"),
        (Number("n", 0.31, hint="h", within=0.1), "a close value is enough"),
        (Number("n, to three decimals", 0.31415, hint="h", places=3), ""),
        (Number("n", 0.31, predict=True), ""),
    ],
)
def test_how_many_decimals_are_wanted_is_said_at_once(question, asks):
    assert question.asks == asks


def test_where_a_prompt_names_decimals_it_is_so_many():
    names = ["no", "one", "two", "three", "four", "five"]
    for id, question in QUESTIONS.items():
        if found := re.search(r"(\w+) decimals?\b", question.prompt):
            assert names.index(found[1]) == question.places, id


def test_no_question_wants_other_decimals_than_it_has_named():
    """What is said of a short or cut answer agrees with what stands beside the field, in every question."""
    said = 0
    for id, question in QUESTIONS.items():
        if question.predict or question.within:
            continue
        has_fraction = isinstance(question.value, int | Fraction)
        assert ("a fraction" in question.asks) <= has_fraction
        for value, places in itertools.product(
            [question.value, *(value for value, _ in question.tempting)], range(1, question.places + 1)
        ):
            near = int(Fraction(value) * 10**places)
            for n in range(near - 2, near + 3):
                answer = f"{'-' * (n < 0)}{abs(n) // 10**places}.{abs(n) % 10**places:0{places}}"
                words = at.exercises.judge(question, answer).words
                if asked := re.search(r"Give (\d+) decimals?(, or the fraction)?\.", words):
                    assert (int(asked[1]), bool(asked[2])) == (question.places, has_fraction), (id, answer, words)
                    said += 1
    assert said > 100

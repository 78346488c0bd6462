"""How answers are judged, of each kind: by the page's own script, which Python runs."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
from conftest import ROOT, said

import aucc_teach as at
from aucc_teach.exercises import Choice, Construct, Number, Objects, Open, Order, Write, mistake_names
from aucc_teach.exercises.folders import all_predictions

FOLDER = ROOT / "book"
QUESTIONS = at.exercises.questions_by_id(folder=FOLDER)


def test_several_may_be_right():
    question = Choice("c", {"a": "because a", "b": "not b", "c": "because c"}, ("c", "a"))
    assert said(question, [[], [0], [0, 1, 2], [2, 0]]) == [
        ("unclear", "Tick what is right."),
        ("wrong", "What you ticked is right, but something is missing."),
        ("wrong", "not b"),
        ("right", "because a because c"),
    ]


def test_of_an_order_the_first_reason_that_is_broken_is_named():
    order = Order("o", ("a", "b", "c"), before=((0, 1, "a, then b."), (0, 2, "a, then c.")), hint="h", free=((1, 2),))
    shown = order.as_json()["items"]
    found = [at.exercises.judge(order, [shown.index(name) for name in names]) for names in ("cba", "cab", "acb", "abc")]
    assert [result[:3] for result in found] == [
        ("wrong", "a, then b.", "b-before-a"),
        ("wrong", "a, then c.", "c-before-a"),
        ("right", "", None),
        ("right", "", None),
    ]


def as_typed(value, places):
    return str(value) if isinstance(value, int | Fraction) else f"{value:.{max(6, places)}f}"


def right_answer(question):
    if question.kind == "number":
        return as_typed(question.value, question.places)
    if question.kind == "choice":
        right = (question.right,) if isinstance(question.right, str) else question.right
        return [i for i, name in enumerate(question.options) if name in right]
    if question.kind == "order":
        return [question.as_json()["items"].index(item) for item in question.items]
    return [i for i, name in enumerate(question.objects) if name in question.right]


def wrong_answers(question):
    """Answers that lead to the listed mistakes, in their order."""
    for i, (answer, _) in enumerate(question.mistakes()):
        if question.kind == "number":
            yield as_typed(question.tempting[i][0], question.places)
        elif question.kind == "choice":
            yield [list(question.options).index(answer)]
        elif question.kind == "objects":
            yield [question.objects.index(one) for one in question.tempting[i][0]]
        elif question.kind == "break":
            reasons = [reason for reason, _ in question.reasons]
            yield {"way": "true", "fields": [], "reason": reasons.index(answer)}


def test_the_right_answer_passes_and_each_mistake_is_named_in_its_own_words():
    count = 0
    for id, question in QUESTIONS.items():
        is_guess = getattr(question, "predict", False)
        if question.kind in ("number", "choice", "order", "objects"):
            answers = [right_answer(question), *(wrong_answers(question) if is_guess else ())]
            assert {verdict for verdict, _ in said(question, answers)} == {"foretold" if is_guess else "right"}, id
        if is_guess or question.kind not in ("number", "choice", "objects", "break"):
            continue
        listed = zip(mistake_names(question), question.mistakes(), wrong_answers(question), strict=True)
        for name, (_, words), answer in listed:
            if answer:  # nothing picked is no try
                assert at.exercises.judge(question, answer) == ("wrong", words, name, 0.0), id
                count += 1
        if question.kind == "number":
            values = [question.value, *(value for value, _ in question.tempting)]
            far = f"{max(map(abs, values)) * 7 + question.within + 12345:.6f}"
            assert said(question, [far]) == [("wrong", question.hint)], id
    assert count > 1000


# ---- what Python has beside the page


def test_several_threads_may_judge():
    """QuickJS would end the process if two threads were in it at once."""
    question = Number("n", Fraction(1, 2), hint="h")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda n: at.exercises.judge(question, f"1/{n % 5} + 0"), range(400)))
    assert [result.verdict for result in found] == ["unclear", "wrong", "right", "wrong", "wrong"] * 80


def test_a_number_may_come_from_a_computation():
    question = Number("n", Fraction(3, 10), hint="h")
    for answer, is_right in ((np.float64(0.3), True), (Fraction(3, 10), True), (0.1 + 0.2, True), (1 / 3, False)):
        assert bool(at.exercises.judge(question, answer)) == is_right


FOUR = ("a", "b", "c", "d")
PARTITION = at.exercises.questions_of("ex-chance-shorter", folder=FOLDER)[0]
PAIRS = Construct("PairTable", "Do it.", (("ari", "==", 1, "ARI is {ari}."),), "So.")


@pytest.mark.parametrize(
    ("question", "answer", "says"),
    [
        (Number("n", 3, hint="h"), float("nan"), "must be a text or a number. Got nan"),
        (Choice("c", {"a": "x", "b": "y"}, "a"), "a", "must be a list of places from 0 to 1, each once"),
        (Objects("o", FOUR, ("a",), hint="h"), [0, 0], "from 0 to 3, each once"),
        (Open(FOUR), {"text": "x" * 4001, "ticked": []}, "must be a dict of text, with 4000 characters at most"),
        (Order("o", FOUR, hint="h"), [0, 1, 2], "must be a list of all 4 places"),
        (PARTITION, {"way": "false", "fields": ["ab"], "reason": None}, r"fields \(2 texts\)"),
        (Write("rand_c"), 3, "must be the text of a function, or a function"),
        (PAIRS, {}, "must be a state of PairTable"),
    ],
)
def test_what_no_field_can_hold_is_refused(question, answer, says):
    with pytest.raises(ValueError, match=says):
        at.exercises.judge(question, answer)


def test_mistakes_keep_their_names_when_they_change_places():
    options = {"The mean of both": "No.", "P": "Yes.", "P\u2032": "No, the other.", "1 + s": "No.", "1 \u2212 s": "No."}
    turned = dict(reversed(options.items()))
    names = mistake_names(Choice("c", options, "P"))
    assert names == ["the-mean-of-both", "p-prime", "1-plus-s", "1-minus-s"]
    assert mistake_names(Choice("c", turned, "P")) == names[::-1]
    with pytest.raises(ValueError, match="must differ in their words"):
        mistake_names(Choice("c", {"a!": "x", "a?": "y", "c": "z"}, "c"))


def test_each_question_has_a_name_of_its_own():
    asked = at.exercises.all_questions(folder=FOLDER) | all_predictions(folder=FOLDER)
    assert len(QUESTIONS) == sum(map(len, asked.values()))
    assert not [id for id in QUESTIONS if id.rpartition("/")[2].isdigit()]
    for question in QUESTIONS.values():
        mistake_names(question)

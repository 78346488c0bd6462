"""How answers are judged, of each kind: by the page's own script, which Python runs."""

import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import own_exercises
import pytest
from conftest import ROOT, said

import aucc_teach as at
from aucc_teach.exercises import Choice, Construct, Number, Objects, Open, Order, Result, Write, _judge, mistake_names
from aucc_teach.exercises.folders import all_predictions
from aucc_teach.exercises.records import sealed, unsealed

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


def test_groups_whose_order_does_not_matter():
    order = Order("o", ("a", "b", "c"), hint="h", free=((1, 2),))
    shown = order.as_json()["items"]
    found = said(order, [[shown.index(name) for name in names] for names in ("abc", "acb", "bac")])
    assert [verdict for verdict, _ in found] == ["right", "right", "wrong"]


def test_of_an_order_the_first_reason_that_is_broken_is_named():
    order = Order("o", ("a", "b", "c"), before=((0, 1, "a, then b."), (0, 2, "a, then c.")), hint="h")
    shown = order.as_json()["items"]
    found = [at.exercises.judge(order, [shown.index(name) for name in names]) for names in ("cba", "cab", "acb")]
    assert [result[1:3] for result in found] == [
        ("a, then b.", "b-before-a"),
        ("a, then c.", "c-before-a"),
        ("h", None),
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


def test_what_lacks_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "quickjs", None)
    _judge._made.cache_clear()  # QuickJS is loaded once
    _judge._judge_of.cache_clear()
    with pytest.raises(
        ModuleNotFoundError, match=r'judging an answer needs quickjs.*pip install "aucc-teach\[demos\]"'
    ):
        at.exercises.judge(Number("n", 1, hint="h"), "1")


def test_a_result_is_true_if_the_answer_is_right():
    question = Choice("c", {"a": "So it is.", "b": "Look again."}, "a")
    right, wrong, unread = (at.exercises.judge(question, answer) for answer in ([0], [1], []))
    assert right == ("right", "So it is.", None, 1.0)
    assert wrong == ("wrong", "Look again.", "b", 0.0)
    assert unread == ("unclear", "Choose one.", None, None)
    assert [bool(one) for one in (right, wrong, unread)] == [True, False, False]
    guess = at.exercises.judge(Number("n", 3, predict=True), "3")
    assert (guess.verdict, guess.score, bool(guess)) == ("foretold", None, False)


@pytest.mark.parametrize(
    ("answer", "is_right"),
    [(0.5, True), (np.float64(0.5), True), (Fraction(1, 2), True), (1, False), (0.1 + 0.4, True), (1 / 3, False)],
)
def test_a_number_may_come_from_a_computation(answer, is_right):
    assert bool(at.exercises.judge(Number("n", Fraction(1, 2), hint="h"), answer)) == is_right
    # The last bit of a float is no part of the answer.
    assert at.exercises.judge(Number("n", Fraction(3, 10), hint="h"), 0.1 + 0.2)


FOUR = ("a", "b", "c", "d")
PARTITION = at.exercises.questions_of("ex-chance-shorter", folder=FOLDER)[0]


PAIRS = Construct("PairTable", "Do it.", (("ari", "==", 1, "ARI is {ari}."),), "So.")


@pytest.mark.parametrize(
    ("question", "answer", "says"),
    [
        (Number("n", 3, hint="h"), float("nan"), "must be a text or a number. Got nan"),
        (Number("n", 3, hint="h"), True, "must be a text or a number"),
        (Choice("c", {"a": "x", "b": "y"}, "a"), "a", "must be a list of places from 0 to 1, each once"),
        (Choice("c", {"a": "x", "b": "y"}, "a"), [0, 1], "and no more than one"),
        (Choice("c", {"a": "x", "b": "y"}, ("a",)), [True], "must be a list of places"),
        (Objects("o", FOUR, ("a",), hint="h"), [0, 0], "from 0 to 3, each once"),
        (Objects("o", FOUR, ("a",), hint="h"), [np.int64(1)], "each once"),
        (Open(FOUR), {"text": "x", "ticked": [-1]}, "places in the checklist"),
        (Open(FOUR), {"text": "x" * 4001, "ticked": []}, "must be a dict of text, with 4000 characters at most"),
        (Order("o", FOUR, hint="h"), [0, 1, 2], "must be a list of all 4 places"),
        (PARTITION, {"way": "maybe", "fields": [], "reason": None}, "must be a dict of way"),
        (PARTITION, {"way": "false", "fields": ["ab"], "reason": None}, r"fields \(2 texts\)"),
        (PARTITION, {"way": "true", "fields": [], "reason": 99}, r"reason \(a place from 0 to"),
        (Write("rand_c"), 3, "must be the text of a function, or a function"),
        (PAIRS, {}, "must be a state of PairTable"),
    ],
)
def test_what_no_field_can_hold_is_refused(question, answer, says):
    with pytest.raises(ValueError, match=says):
        at.exercises.judge(question, answer)


def test_a_question_is_found_by_its_name_and_by_its_place():
    assert at.exercises.judge("ex-pairs-move/tp", "2", folder=FOLDER) == at.exercises.judge(
        "ex-pairs-move/2", "2", folder=FOLDER
    )
    for id in ("ex-pairs-move/0", "ex-pairs-move/nothing", "ex-pairs-move"):
        with pytest.raises(ValueError, match=rf"the questions of 'ex-pairs-move' are called \[.*'tp'.*Got '{id}'"):
            at.exercises.judge(id, "2", folder=FOLDER)


def test_mistakes_keep_their_names_when_they_change_places():
    options = {"The mean of both": "No.", "P": "Yes.", "P\u2032": "No, the other.", "1 + s": "No.", "1 \u2212 s": "No."}
    turned = dict(reversed(options.items()))
    names = mistake_names(Choice("c", options, "P"))
    assert names == ["the-mean-of-both", "p-prime", "1-plus-s", "1-minus-s"]
    assert mistake_names(Choice("c", turned, "P")) == names[::-1]
    lures = ((Fraction(3, 5), "a"), (Fraction(-3, 5), "b"), (2, "c"))
    assert mistake_names(Number("n", 1, tempting=lures, hint="h")) == ["3/5", "-3/5", "2"]
    order = Order("o", ("one", "two", "three"), before=((0, 1, "r"), (1, 2, "s")), hint="h")
    assert mistake_names(order) == ["two-before-one", "three-before-two"]
    long = "word " * 14
    assert mistake_names(Choice("c", {f"{long}a": "x", f"{long}b": "y", "c": "z"}, "c")) == [
        f"{'word-' * 14}a",
        f"{'word-' * 14}b",
    ]
    with pytest.raises(ValueError, match="must differ in their words"):
        mistake_names(Choice("c", {"a!": "x", "a?": "y", "c": "z"}, "c"))


def test_each_question_has_a_name_of_its_own():
    asked = at.exercises.all_questions(folder=FOLDER) | all_predictions(folder=FOLDER)
    assert len(QUESTIONS) == sum(map(len, asked.values()))
    assert not [id for id in QUESTIONS if id.rpartition("/")[2].isdigit()]
    for question in QUESTIONS.values():
        mistake_names(question)


def test_a_name_is_given_or_made_of_the_first_words():
    assert Number("On how many of the ten pairs do they disagree?", 1, hint="h").name == (
        "on-how-many-of-the-ten-pairs-do-they"
    )
    assert Number("c", 1, hint="h", name="pairs-apart").name == "pairs-apart"
    assert Open(FOUR, prompt="").name == "open"
    for name in ("3", "Pairs", "a b", "-a"):
        with pytest.raises(ValueError, match="name must be small letters, digits and hyphens"):
            Number("c", 1, hint="h", name=name)


def test_two_questions_of_a_name_are_refused(tmp_path):
    (tmp_path / "questions").mkdir()
    text = 'from aucc_teach.exercises import Number\nEXERCISES = {"ex-two": (%s, %s)}\n'
    one = 'Number("How many?", 1, hint="h")'
    (tmp_path / "questions" / "own.py").write_text(text % (one, one), encoding="utf-8")
    with pytest.raises(ValueError, match=r"each question of 'ex-two' must have a name of its own.*'how-many'"):
        at.exercises.judge("ex-two/1", "1", folder=tmp_path)


def test_a_checked_function_comes_back_as_a_result(capsys, tmp_path):
    own_exercises.write(tmp_path)
    at.exercises.add(FOLDER / "questions")
    right = at.exercises.check("rand_c", lambda tp, fn, fp, tn: (tp + tn) / (tp + fn + fp + tn))
    wrong = at.exercises.check("rand_c", lambda tp, fn, fp, tn: (fn + fp) / (tp + fn + fp + tn))
    other = at.exercises.check("rand_c", lambda tp, fn, fp, tn: 7)
    assert [bool(one) for one in (right, wrong, other)] == [True, False, False]
    assert [one.mistake for one in (right, wrong, other)] == [None, "share_of_disagreements", None]
    assert capsys.readouterr().out.count("Not yet. ") == 2
    # A notebook shows what is printed, and nothing more.
    assert right._ipython_display_() is None
    assert not hasattr(Result.of("right", ""), "_ipython_display_")
    text = "def rand_c(tp, fn, fp, tn):\n    return (fn + fp) / (tp + fn + fp + tn)\n"
    id = next(id for id, question in QUESTIONS.items() if question.kind == "write" and question.name == "rand_c")
    judged = at.exercises.judge(id, text, folder=FOLDER)
    assert (judged.verdict, judged.mistake, judged.score) == ("wrong", "share_of_disagreements", 0.0)
    assert at.exercises.judge(id, "def rand_c(", folder=FOLDER).verdict == "unclear"


def test_an_open_question_of_students_has_no_checklist_and_takes_any_text():
    (question,) = unsealed({"ex-a": sealed([Open(FOUR)], with_checklists=False)})["ex-a"]
    words = ("foretold", "Your answer is kept. Whoever marks it will read it.")
    assert said(question, [{"text": "So.", "ticked": []}]) == [words]


def test_a_kind_of_ones_own_has_a_judge_of_its_own():
    class Own:
        kind, name = "own", "mine"

    with pytest.raises(ValueError, match="the kind 'own' has no judge in Python"):
        at.exercises.judge(Own(), "x")
    Own.judge = lambda self, answer: ("right", answer)
    assert at.exercises.judge(Own(), "x") == ("right", "x", None, 1.0)

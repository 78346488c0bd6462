"""Banks of drawn questions: their common form, and the command that writes them."""

from fractions import Fraction

import pytest
from course_command import course_command
from export.banks import Numeric, body_of, with_commas
from export.moodle import fractions_of
from families import FAMILIES

from aucc_teach.exercises import Number

# ---- the common form


@pytest.mark.parametrize(
    ("question", "body"),
    [
        (
            Number("n", 3, tempting=((4, "four"),), hint="h", outcome="o"),
            Numeric("3", "0", (("4", "0", "four"),), "h", "o"),
        ),
        (
            Number("n", Fraction(5, 7), tempting=((2.5, "w"), (1, "one")), hint="h", places=3),
            Numeric("0.714285714286", "0.0005", (("2.5", "0.0005", "w"), ("1", "0", "one")), "h", ""),
        ),
        # Half a unit may be rounded either way, so the value keeps all its decimals.
        (Number("n", Fraction(-11, 16), hint="h", places=3), Numeric("-0.6875", "0.0005", (), "h", "")),
        (Number("n", 1e-7, hint="h", places=8), Numeric("0.0000001", "0.000000005", (), "h", "")),
    ],
)
def test_numbers_and_how_far_they_may_be_off(question, body):
    assert body_of(question) == body


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("`k = 2: 0.701, 0.628`, so 3.5.", "`k = 2: 0,701; 0,628`, so 3,5."),
        ("`a=1, b=12, c=-3` and ab | c, de", "`a=1, b=12, c=-3` and ab | c, de"),
        ("`3+, 4-, 5+`: 1, 2 or -3.", "`3+; 4-; 5+`: 1; 2 or -3."),
    ],
)
def test_decimals_after_a_comma(before, after):
    assert with_commas(before) == after


def test_percents_are_those_that_moodle_knows():
    known = [
        "100",
        "90",
        "83.33333",
        "80",
        "75",
        "70",
        "66.66667",
        "60",
        "50",
        "40",
        "33.33333",
        "30",
        "25",
        "20",
        "16.66667",
        "14.28571",
        "12.5",
        "11.11111",
        "10",
        "5",
    ]
    for n in range(1, 11):
        percents = fractions_of([("", True)] * n + [("", False)])
        assert percents[0] in known
        assert percents[-1] == "-100"


# ---- the command


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Do what the command line says in an empty folder: the exit code, and what was printed."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: (course_command("export", *arguments), *capsys.readouterr())


def test_a_bank_is_of_the_families_whose_chapters_the_course_has(run, tmp_path):
    rules = "chapters: [2-3]\nassignments: {week1: {exercises: [ex-pairs-move]}}\n"
    (tmp_path / "course.yml").write_text(rules, encoding="utf-8")
    code, out, err = run("moodle", "new", "--variants", "2", "--course", "course.yml")
    assert (code, err) == (0, "")
    text = (tmp_path / "new" / "questions.xml").read_text("utf-8")
    names = {name for name in FAMILIES if f"<tag><text>{name}</text></tag>" in text}
    assert names == {"counts", "rand-c", "expected-c", "moved"}
    assert "note: counterexample can be asked in homework and exams only." in out
    code, _, err = run("moodle", "other", "--variants", "2", "--course", "course.yml", "--families", "counts,ari")
    assert (code, not (tmp_path / "other").exists()) == (2, True)
    assert "families must be of chapters that the course uses. Got ari (correcting_for_chance)." in err
    code, _, err = run("moodle", "part", "--variants", "2", "--chapters", "2-3")
    part = (tmp_path / "part" / "questions.xml").read_text("utf-8")
    assert names == {name for name in FAMILIES if f"<tag><text>{name}</text></tag>" in part}
    code, _, err = run("moodle", "other", "--variants", "2", "--chapters", "19")
    assert "the course must use the chapters of some family" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["moodle", "new", "--variants", "2", "--chapters", "randc"], "chapters must be among"),
        (["moodle", "full", "--variants", "2"], "must not exist or be empty"),
        (["moodle", "new", "--variants", "0"], "variants must be 1 or more. Got 0."),
        (["moodle", "new", "--variants", "2", "--families", "proof"], "proof can be asked in homework and exams only"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(arguments, message, run, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").touch()
    code, _, err = run(*arguments)
    assert code == 2
    assert message in err
    assert not (tmp_path / "new").exists()
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]

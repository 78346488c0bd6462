"""A selection of chapters: no link leads to a chapter that is left out, and the front page fits the selection."""

import argparse
import contextlib
import io
import re

import command_arguments
import nbformat
import own_exercises
import pytest
import yaml
from answer_key import counterexample, key_of, right_answer
from conftest import ROOT
from contents import Chapter, chapters_of, chosen, labelled, road_of
from course_command import course_command
from editions import with_keys, write_edition
from selection import LEFT_OUT, Cut, cut_contents, cut_front_page, left_out_page, unmet_needs
from teaching_plan import Minutes

from aucc_teach.exercises import (
    Choice,
    Construct,
    Number,
    Objects,
    Open,
    Order,
    all_questions,
    judge,
)

ALL = chapters_of(ROOT)
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
BY_NAME = {chapter.name: chapter for chapter in ALL}
SELECTIONS = [
    ["counting_pairs"],
    ["first_tour", "rand_c", "rand_experiment"],
    ["how_firm", "your_own_data", "counting_pairs", "ten_measures", "sweeping_k"],
    [name for name in BY_NAME if name != "counting_pairs"],
]
ids = "+".join


def same(text):
    return text


@pytest.fixture(scope="module")
def labels():
    return labelled(ALL)


# ---- which chapters


def test_the_numbers_of_chapters_are_those_of_the_pages(book):
    """Numbers are compared with the contents at the left of each page."""
    page = (book / "book" / "intro.html").read_text("utf-8")
    shown = {name: number for name, number in re.findall(r'href="[^"]*?(\w+)\.html">\s*([\d.]+)\. ', page)}
    assert {chapter.name: chapter.number for chapter in ALL if chapter.number} == shown


def test_a_course_names_its_chapters_once(tmp_path):
    """All commands read the chapters; those of the command line come first, and a slip is reported with its line."""
    course = tmp_path / "course.yml"
    course.write_text("assignments: {a: {exercises: [ex-a]}}\nexercises: week\nchapters: [1-2, ties]\n", "utf-8")
    parser = argparse.ArgumentParser()
    command_arguments.add_chapters(parser)
    command_arguments.add_exercises(parser)
    options = parser.parse_args(["--course", str(course)])
    assert command_arguments.chapters_in(options) == ["first_tour", "counting_pairs", "ties"]
    assert command_arguments.own_in(options) == tmp_path / "week"
    assert command_arguments.chapters_in(parser.parse_args(["--course", str(course), "--chapters", "3"])) == ["rand_c"]
    assert command_arguments.chapters_in(parser.parse_args([])) is None
    course.write_text("assignments: {a: {exercises: [ex-a]}}\nchapters: [1-2, tyes]\n", "utf-8")
    with pytest.raises(ValueError, match=r"course\.yml, line 2: chapters must be among .* Got 'tyes'"):
        command_arguments.chapters_in(options)


def test_chosen_chapters_are_in_the_order_of_the_contents():
    assert [chapter.name for chapter in chosen(ALL, ["ties", "rand_c"])] == ["rand_c", "ties"]
    assert chosen(ALL, None) == ALL
    names = [chapter.name for chapter in chosen(ALL, ["2-4", "rands_limiting_cases", "19"])]
    assert names == ["counting_pairs", "rand_c", "rands_limiting_cases", "correcting_for_chance", "your_own_data"]
    assert [chapter.name for chapter in chosen(ALL, ["1-19"])] == road_of(ROOT)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (
            ["rand_c", "randc"],
            r"must be among 1 first_tour, .* 3 rand_c, rands_limiting_cases, .* 19 your_own_data\. Got 'randc'",
        ),
        (["8-1", "20"], r"Got '8-1, 20'"),
        (["1-3", "rand_c"], "each named once"),
        ([], "one or more"),
    ],
)
def test_chapters_that_there_are_not_are_refused(names, message):
    with pytest.raises(ValueError, match=message):
        chosen(ALL, names)


# ---- links and references


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("see [Rand's c](rand_c.ipynb).", "see [Rand's c](../back/left_out.md) (not in this edition)."),
        ("[next](rand_c.ipynb)", "[next](../back/left_out.md) (*Rand's c*, not in this edition)"),
        ("[`f()` of [1]](rand_c.ipynb)", "[`f()` of [1]](../back/left_out.md) (*Rand's c*, not in this edition)"),
        ("[here](other.ipynb), `[a](rand_c.ipynb)`", "[here](other.ipynb), `[a](rand_c.ipynb)`"),
        (
            "[api](../back/api.md) [web](https://x.org/rand_c.ipynb)",
            "[api](../back/api.md) [web](https://x.org/rand_c.ipynb)",
        ),
        (
            "```{glossary}\nc\n  [Rand's c](rand_c.ipynb)\n```\n",
            "```{glossary}\nc\n  [Rand's c](../back/left_out.md) (not in this edition)\n```\n",
        ),
        ("True. {prf:ref}`thm-a` says", "True. [The theorem *A*](../back/left_out.md) (not in this edition) says"),
        (
            "{numref}`that one <thm-a>` of {prf:ref}`thm-b`",
            "[That one](../back/left_out.md) (not in this edition) of {prf:ref}`thm-b`",
        ),
    ],
)
def test_a_link_to_what_is_left_out_says_so(before, after):
    class Left(Chapter):
        title = "Rand's c"

    left, here = Left("rand_c", "book/1-pairs/rand_c", "", None), Chapter("other", "book/1-pairs/other", "", None)
    cut = Cut([left], {"thm-a": (left, "the theorem *A*"), "thm-b": (here, "the theorem *B*")})
    assert cut.text(before, "book/1-pairs/other.ipynb") == after


@pytest.mark.parametrize("names", SELECTIONS, ids=ids)
def test_nothing_leads_to_what_is_left_out(names, labels):
    """No page that stays links to a missing file or refers to a missing label."""
    kept = chosen(ALL, names)
    gone = [chapter for chapter in ALL if chapter not in kept]
    cut = Cut(gone, labels)
    pages = [BY_NAME[name].path for name in names] + [
        ROOT / "book" / "intro.ipynb",
        *(ROOT / "book" / "back").glob("*.md"),
    ]
    left_labels = {label for label, (chapter, _) in labels.items() if chapter in gone}
    missing = {chapter.path for chapter in gone}
    n_changed = 0
    for page in pages:
        place = page.relative_to(ROOT)
        texts = [page.read_text("utf-8")]
        if page.suffix == ".ipynb":
            texts = [cell.source for cell in nbformat.read(page, 4).cells if cell.cell_type == "markdown"]
        for text in texts:
            made = cut.text(text, place)
            n_changed += made != text
            for target in re.findall(r"\]\(([^)\s]+\.(?:ipynb|md))", made):
                path = (page.parent / target).resolve()
                assert path not in missing, (place, target)
                assert path.is_file() or path == ROOT / f"{LEFT_OUT}.md", (place, target)
            for label in re.findall(r"\{(?:prf:ref|ref|numref)\}`(?:[^`<]*<)?([^`<>]+)>?`", made):
                assert label not in left_labels, (place, label)
    assert n_changed


# ---- contents, needs, front page


@pytest.mark.parametrize("names", SELECTIONS, ids=ids)
def test_the_contents_have_what_is_chosen_and_the_back_matter(names):
    made = cut_contents(TOC, chosen(ALL, names))
    files = [entry["file"] for part in made["parts"] for entry in part["chapters"]]
    files += [one["file"] for part in made["parts"] for entry in part["chapters"] for one in entry.get("sections", [])]
    back = [entry["file"] for entry in TOC["parts"][-1]["chapters"]]
    assert sorted(files) == sorted([*(BY_NAME[name].file for name in names), *back, LEFT_OUT])
    assert [part["caption"] for part in made["parts"]][-1] == "Back matter"
    assert all(part["chapters"] for part in made["parts"])
    assert made["root"] == "book/intro"


def test_what_a_selection_lacks_is_said():
    assert unmet_needs(ALL) == []
    assert ("rand_c", "counting_pairs") in unmet_needs(chosen(ALL, ["rand_c"]))
    assert unmet_needs(chosen(ALL, ["counting_pairs", "rand_c"])) == []


def test_the_front_page_is_of_what_is_there():
    intro = nbformat.read(ROOT / "book" / "intro.ipynb", 4)
    made = cut_front_page(intro, chosen(ALL, ["counting_pairs", "rand_c"]))
    text = "\n".join(cell.source for cell in made.cells)
    for whole in ("Two weeks each", "20 hours", "**Practice**", "lie on neither way", "overlap and test a measure"):
        assert whole not in text
    headings = ["What you will be able to do", "The map", "How long it takes", "How to read it", "How to run it"]
    assert re.findall(r"(?m)^## (.*)$", text) == headings
    assert all(cell.outputs == [] for cell in made.cells if cell.cell_type == "code")
    alts = [cell.metadata.mystnb.image.alt for cell in made.cells if "mystnb" in cell.metadata]
    assert alts == ["A line runs from top to bottom through the chapters: Counting pairs and Rand's c."]
    with pytest.raises(ValueError, match="Two routes, two weeks"):
        cut_front_page(made, ALL)


def test_the_page_says_where_the_rest_can_be_read():
    page = left_out_page([BY_NAME["rand_c"]], "0.2.0", "https://example.org/book/")
    assert "- [Rand's c](https://example.org/book/book/1-pairs/rand_c.html)" in page
    assert "- Rand's c\n" in left_out_page([BY_NAME["rand_c"]], "0.2.0", None)


def test_the_plan_of_an_instructor_is_of_the_chapters_that_the_course_has(tmp_path):
    """The plan has a session for each chapter, with the minutes of its notes."""
    write_edition("instructor", tmp_path / "out", chapters=["2-3", "ties"])
    page = (tmp_path / "out" / "book" / "back" / "instructors.md").read_text("utf-8")
    heading, plan = re.search(r"\(plan-of-sessions\)=\n\n## (.*?)\n(.*?)\n## ", page, re.DOTALL).groups()
    assert heading == "The sessions of this course"
    names = ["counting_pairs", "rand_c", "ties"]
    assert re.findall(r"\*\*Session (\d): (.*)\*\*", plan) == [
        (str(i), BY_NAME[name].title) for i, name in enumerate(names, start=1)
    ]
    assert "Six sessions" not in page
    assert "not in this edition" not in plan
    read = [sum(Minutes(BY_NAME[name].notebook).sections.values()) for name in names]
    assert [int(count) for count in re.findall(r"Before class \((\d+) min\)", plan)] == read


# ---- the folder


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Write a student's edition of two chapters and an own exercise by the command; returns folder and output."""
    folder = tmp_path_factory.mktemp("course")
    own_exercises.write(folder / "week")
    arguments = ["--chapters", "from_scores_to_decisions,counting_pairs", "--exercises", folder / "week", "--zip"]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert course_command("edition", "student", folder / "out", *arguments) == 0
    return folder / "out", said.getvalue()


def test_the_folder_has_what_was_chosen(course):
    out, said = course
    assert "holds the student edition, 5 notebooks" in said
    assert "note: from_scores_to_decisions builds on building_a_roc_curve, which is left out." in said
    names = {path.stem for path in out.rglob("*.ipynb")}
    assert names == {"intro", "errata", "counting_pairs", "from_scores_to_decisions", "own"}
    toc = yaml.safe_load((out / "_toc.yml").read_text("utf-8"))
    assert toc["parts"][-1] == {"caption": "week", "chapters": [{"file": "book/week/own"}]}
    assert "jupyter lab book/1-pairs/counting_pairs.ipynb" in (out / "README.md").read_text("utf-8")
    for name in ("constraints.txt", "LICENSE", "LICENSE-TEXT", "CITATION.cff", f"{LEFT_OUT}.md"):
        assert (out / name).is_file(), name


def test_a_student_is_not_told_how_to_read_keys(course):
    """Neither the reference nor a page tells it; the instructor's reference does."""
    out, _ = course
    reference = (out / "book" / "back" / "api.md").read_text("utf-8")
    whole = (ROOT / "book" / "back" / "api.md").read_text("utf-8")
    for name in ("questions_of", "mistake_names", "fingerprint", "Number(", "Write(", "   :members: mistakes"):
        assert name in whole
        assert name not in reference
    assert ".. autofunction:: show\n" in reference
    assert reference.count(".. auto") > 100
    for path in [*out.rglob("*.md"), *out.rglob("*.ipynb")]:
        assert not re.search(r"questions_of|all_questions|questions_by_id|as_json", path.read_text("utf-8")), path


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["key", "new"], "invalid choice: 'key'"),
        (["student", "new", "--chapters", "randc"], "chapters must be among"),
        (["student", "new", "--zip"], "the zip to write must not exist"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(arguments, message, tmp_path, monkeypatch, capsys):
    (tmp_path / "new.zip").touch()
    monkeypatch.chdir(tmp_path)
    assert course_command("edition", *arguments) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


# ---- keys


@pytest.mark.parametrize(
    ("question", "key"),
    [
        (Number("n", 4, hint="h", outcome="So *it* is."), "**4**\n\nSo *it* is."),
        (Number("n", 2.5, hint="h", places=1, within=0.5), "**2.5** (off by at most 0.5)"),
        (Choice("c", {"a": "A", "b": "B", "c": "C"}, ("a", "c")), "**a** A\n\n**c** C"),
        (Objects("o", ("a", "b"), ("a", "b"), hint="h"), "**a, b**"),
        (Order("o", ("x", "y"), hint="h", free=((0, 1),)), "1. x\n2. y\n\nLines 1 and 2 may change places."),
        (Open(("p", "q")), "**No single answer is right.** A good one says:\n\n- p\n- q"),
        (
            Construct("PairTable", "t", (("ari", "==", 1, "ARI is {ari}."),), ""),
            "**A state of `PairTable` with** `ari == 1`",
        ),
    ],
)
def test_the_key_of_each_kind(question, key):
    assert right_answer(question, same) == key


def test_every_question_of_the_book_has_a_key():
    """Numbers have one even if they stand in no solution; false claims are tested below."""
    n_numbers = 0
    for label, questions in all_questions(folder=ROOT / "book").items():
        answers = key_of([one for one in questions if one.kind != "break"], same)
        assert "no key" not in answers, label
        for question in questions:
            if question.kind == "number":
                n_numbers += 1
                (shown,) = re.findall(r"^\*\*([^ *]+)", right_answer(question, same))
                assert f"**{shown}" in answers
                assert judge(question, shown).verdict == ("foretold" if question.predict else "right"), label
    assert n_numbers > 300


def test_counterexamples_are_judged_right():
    """The search works for each form of fields."""
    wanted = {"ari-zero", "gamma-dropped", "moved-apart", "auc-diagonal"}
    for questions in all_questions(folder=ROOT / "book").values():
        for claim in questions:
            if claim.kind == "break" and claim.name in wanted:
                texts, words = counterexample(claim)
                verdict = judge(claim, {"way": "false", "fields": texts, "reason": None})
                assert tuple(verdict)[:2] == ("right", words)
                wanted.remove(claim.name)
    assert not wanted


@pytest.mark.breadth
def test_every_false_claim_has_a_counterexample_in_the_key():
    claims = [one for questions in all_questions(folder=ROOT / "book").values() for one in questions]
    false = [one for one in claims if one.kind == "break" and not one.is_true]
    assert len(false) > 20
    assert [one.name for one in false if counterexample(one) is None] == []


def test_keys_stand_after_the_questions_of_each_exercise():
    path = BY_NAME["counting_pairs"].path
    made = with_keys(nbformat.read(path, 4), path.parent)
    nbformat.validate(made)
    shown = [i for i, cell in enumerate(made.cells) if "exercises.show(" in cell.source]
    assert len(shown) == 7
    for i in shown:
        assert made.cells[i + 1].source.startswith("::::{admonition} Key\n")
    text = "\n".join(cell.source for cell in made.cells)
    assert ":class: dropdown" not in text
    assert "ways for four objects:\n\n  **15**" in text
    assert "tp += in_first and in_second" in text


def test_an_exercise_whose_questions_are_not_shown_is_refused():
    cell = nbformat.v4.new_markdown_cell(":::{exercise} A\n:label: ex-pairs-move\n*By hand.* Count.\n:::")
    with pytest.raises(ValueError, match="ex-pairs-move"):
        with_keys(nbformat.v4.new_notebook(cells=[cell]), BY_NAME["counting_pairs"].path.parent)

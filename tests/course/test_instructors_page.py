"""The page for instructors: the kit reads its commands, its plan has the minutes of the book, its promises tests."""

import math
import re
import runpy
import shlex
import sys

import pytest
import yaml
from conftest import ROOT
from contents import chapters_of, chosen
from drawn_questions import chosen_families
from teaching_plan import Minutes

from aucc_teach.exercises import judge

sys.path.insert(0, str(ROOT / "book"))

PAGE = (ROOT / "book" / "back" / "instructors.md").read_text("utf-8")
KIT = runpy.run_path(str(ROOT / "book" / "course" / "__main__.py"))
CHAPTERS = {chapter.name: chapter for chapter in chapters_of(ROOT)}
# A line that ends in a backslash goes on.
LINES = [
    line
    for block in re.findall(r"^```bash\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    for line in block.replace("\\\n", "").splitlines()
]
# Run in test_term.py, with what they read.
RULES = yaml.safe_load(re.search(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1])
OF_KIT = [line for line in LINES if line.startswith("python book/course ")]


# ---- commands


def read_by_kit(line, monkeypatch):
    """What the kit's own parser makes of a line, without doing it."""
    seen = []
    for module in KIT["COMMANDS"].values():
        monkeypatch.setattr(module, "run", seen.append)
    KIT["main"](shlex.split(line)[2:])
    return seen[0]


@pytest.mark.parametrize("line", [line for line in OF_KIT if " --show" not in line])
def test_the_kit_reads_each_command(line, monkeypatch):
    options = vars(read_by_kit(line, monkeypatch))
    if options.get("chapters"):
        assert chosen(list(CHAPTERS.values()), options["chapters"])
    if options.get("families"):
        assert chosen_families(options["families"])


# ---- the plan


def items_of(text):
    """Chapters that are linked, and the sections and exercises that are named after each of them."""
    found, names = {}, {chapter.file: name for name, chapter in CHAPTERS.items()}
    chapter = None
    for link, section, label in re.findall(r"\]\(\.\./([\w/-]+)\.ipynb\)|\*([^*]+)\*|\{ref\}`([\w-]+)`", text):
        if link:
            chapter = names[f"book/{link}"]
            found.setdefault(chapter, [])
        else:
            found.setdefault(chapter, []).append(section or label)
    return found


def sessions():
    """For each session, (minutes that the page states, what it names) before class, in class and at home."""
    plan = re.sub(r"\s+", " ", PAGE.partition("## Seven sessions")[2].partition("\n## ")[0])
    found = []
    for part in re.split(r"\*\*Session \d: [^*]+\*\*", plan)[1:]:
        cut = re.match(
            r" - Before class(?: \((\d+) min\))?: (.*) - In class \((\d+) min\): (.*) - Homework \((\d+) min\): (.*)",
            part,
        )
        stated = [int(minutes or 0) for minutes in cut.groups()[::2]]
        found.append([(stated[i], items_of(text)) for i, text in enumerate(cut.groups()[1::2])])
    return found


PLAN = sessions()
TAKEN = [name for i, (before, within, _) in enumerate(PLAN) for name in (before[1] if i else within[1])]
MINUTES = {name: Minutes(CHAPTERS[name].notebook) for name in TAKEN}
OF_EXERCISE = {label: name for name, found in MINUTES.items() for label in found.exercises}


def in_fives(count):
    return 5 * math.ceil(count / 5)


def read(name):
    return sum(MINUTES[name].sections.values())


def test_the_plan_has_seven_sessions_and_the_chapters_of_the_command():
    assert len(PLAN) == 7
    assert RULES["chapters"] == TAKEN
    for i, name in enumerate(TAKEN):
        assert set(CHAPTERS[name].needs) <= set(TAKEN[:i])


@pytest.mark.parametrize("number", range(1, 8))
def test_minutes_of_a_session_are_those_of_its_parts(number):
    before, within, after = PLAN[number - 1]
    assert before[0] == sum(read(name) for name in before[1])
    in_class = sum(MINUTES[name].of(part) for name, parts in within[1].items() for part in parts)
    if number == 1:
        in_class = read("first_tour")  # with its demo
    assert within[0] == in_fives(in_class)
    labels = [part for parts in after[1].values() for part in parts]
    assert after[0] == in_fives(sum(MINUTES[OF_EXERCISE[label]].of(label) for label in labels))
    # Ten minutes before it and five after it, and some for the discussion.
    assert within[0] <= 90 - 15 - 10
    # Nobody is asked for more at home, before a session or after it.
    assert max(before[0], after[0]) <= 135


def test_the_hours_are_those_of_the_sessions():
    whole, in_class, reading, homework = map(
        float,
        re.search(
            r"about ([\d.]+) hours: ([\d.]+) in class, ([\d.]+) reading and ([\d.]+) on homework",
            " ".join(PAGE.split()),
        ).groups(),
    )
    assert in_class == 7 * 90 / 60
    for hours, place in ((reading, 0), (homework, 2)):
        assert abs(hours - sum(session[place][0] for session in PLAN) / 60) <= 0.25
    assert whole == round(in_class + reading + homework)


# ---- an exercise of one's own


def test_the_exercise_of_the_page_is_judged(tmp_path):
    module, show = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (box,) = re.findall(r"^```text\n(:::.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    week = tmp_path / "week2"
    (week / "questions").mkdir(parents=True)
    (week / "questions" / "own.py").write_text(module, encoding="utf-8")
    ((label, _),) = re.findall(r'"(ex-[\w-]+)": \(\n(.*?)', module)
    assert f":label: {label}\n" in box
    assert f'exercises.show("{label}")' in show
    right, wrong = (judge(f"{label}/pairs", text, folder=week) for text in ("6", "12"))
    assert (bool(right), bool(wrong), wrong.words) == (True, False, "That counts every pair twice.")

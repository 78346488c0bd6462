"""Plans: each fits, names what the book has, and says the same to instructors and students; others are refused."""

import re
from datetime import date
from functools import cache
from types import SimpleNamespace

import plan
import pytest
from conftest import ROOT
from contents import chapters_of, road_of
from reading_time import minutes as minutes_of

START = date(2027, 4, 5)
PAGE = (ROOT / "book" / "back" / "instructors.md").read_text("utf-8")
FILE = ROOT / "book" / "plans.yml"
WORK = re.compile(r"\*\*Hand in by (?P<due>[^*]+)\*\* \((?P<minutes>\d+) min\): (?P<what>.*)")
EXERCISE = re.compile(r"(?:\*|\{ref\}`)(?P<title>[^*`<]+?)(?:\*| <[\w-]+>`) \((?P<label>ex-[\w-]+)\)")

read = cache(lambda name: plan.read_plan(name, START))


@pytest.mark.slow
@pytest.mark.parametrize("name", plan.NAMES)
def test_a_plan_fits_and_its_hours_are_those_of_the_page(name):
    found = read(name)
    stated = re.search(rf"\| `{name}` \|.*?\| ([\d.]+) h \| ([\d.]+) h \| ([\d.]+) h \|", PAGE)
    assert [float(hours) for hours in stated.groups()] == found.hours()
    assert found.sessions[0]["day"] == START
    assert all(one["due"] == other["day"] for one, other in zip(found.sessions, found.sessions[1:], strict=False))
    chapters = {one.name: one for one in chapters_of(ROOT)}
    for one in found.sessions:
        # Each chapter's minutes to read are those of its box; its reading check takes ten.
        assert one["minutes"]["reading"] == sum(minutes_of(chapters[name].known)[0] + 10 for name in one["chapters"])
        assert set(one["chapters"] + one["together"]) <= set(road_of(ROOT))


@pytest.mark.slow
def test_students_and_instructors_read_the_same(tmp_path):
    plan.run(SimpleNamespace(plan="week", start=START, out=tmp_path / "out"))
    for_instructors = (tmp_path / "out" / "plan.md").read_text("utf-8")
    for_students = plan.written(read("week"), {one.name: f"{one.name}.ipynb" for one in chapters_of(ROOT)})
    handed_in = [
        [(one["due"], one["minutes"], EXERCISE.findall(one["what"])) for one in WORK.finditer(text)]
        for text in (for_instructors, for_students)
    ]
    assert handed_in[0] == handed_in[1]
    assert handed_in[0][0] == ("Tuesday 6 April 2027", "11", [("Four points on a line", "ex-tour-line")])
    for label, in_page in re.findall(r"\[([^\]]+)\]\((\w+)\.ipynb\)", for_students):
        assert label == read("week").titles[in_page]
    page = (tmp_path / "out" / "plan.html").read_text("utf-8")
    assert re.findall(r"<h2>(.*?)</h2>", page) == re.findall(r"^## (.*)$", for_instructors, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("day: 4", "day: 8", r"session 5 \(Algorithms on noise\): its day must .* below 7, .* Got 8"),
        (
            "hours a week: 18",
            "hours a week: 4",
            r"session 2 .*: the days before it \(1\) have 34 minutes",
        ),
        ("[counting_pairs, rand_c]", "[counting_pairs]", r"session 2 .*: what is done must be .*'From two clusters"),
        (
            "[clusterings_of_noise]",
            "[your_own_data]",
            r"session 5 .*: your_own_data builds on one_or_several",
        ),
        ("[clusterings_of_noise]", "[noise]", r"session 5 .*: a chapter must be among first_tour, .* Got 'noise'"),
        ("[ex-noise-row,", "[ex-look-which,", r"session 5 .*: an exercise is done once.* Got 'ex-look-which' twice"),
        ("class: [You build the formula,", "together: [your_own_data]\n      class: [", r"session 3 .*builds on"),
        ("name: Counting pairs", "nam: Counting pairs", r"week, session 2: it must have day and name.* Got day, nam"),
        ("outcomes:", "outcomes: [", r"plans.yml must be YAML"),
    ],
)
def test_a_plan_whose_weeks_do_not_fit_is_refused_by_session(tmp_path, old, new, message):
    before, week, after = re.split(r"^(?=week:|four-weeks:)", FILE.read_text("utf-8"), flags=re.MULTILINE)
    assert old in week
    changed = tmp_path / "plans.yml"
    changed.write_text(before + week.replace(old, new, 1) + after, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        plan.read_plan("week", START, file=changed)

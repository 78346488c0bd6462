"""Chapters are named by their names, and by the numbers that the pages show."""

import re

import pytest
from conftest import ROOT
from contents import chapters_of, chosen

ALL = chapters_of(ROOT)


def test_the_numbers_of_chapters_are_those_of_the_pages(book):
    """Numbers are compared with the contents at the left of each page."""
    page = (book / "book" / "intro.html").read_text("utf-8")
    shown = {name: number for name, number in re.findall(r'href="[^"]*?(\w+)\.html">\s*([\d.]+)\. ', page)}
    assert {chapter.name: chapter.number for chapter in ALL if chapter.number} == shown


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (
            ["rand_c", "randc"],
            r"must be among 1 first_tour, .* 3 rand_c, rands_limiting_cases, .* 15 your_own_data\. Got 'randc'",
        ),
        (["8-1", "20"], r"Got '8-1, 20'"),
        (["1-3", "rand_c"], "each named once"),
        ([], "one or more"),
    ],
)
def test_chapters_that_there_are_not_are_refused(names, message):
    with pytest.raises(ValueError, match=message):
        chosen(ALL, names)


def test_a_range_has_the_road_in_its_order_without_excursions():
    assert [one.name for one in chosen(ALL, ["3-4", "1"])] == ["first_tour", "rand_c", "correcting_for_chance"]
    assert [one.name for one in chosen(ALL, ["3-3", "rands_limiting_cases"])] == ["rand_c", "rands_limiting_cases"]

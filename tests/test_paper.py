"""The paper for the Journal of Open Source Education: its form, its sources, and the numbers of the project."""

import re
from functools import cache

import nbformat
import pybtex.database
import pytest
import yaml
from conftest import ROOT
from road_map import chapters
from run_notebooks import notebooks
from studies import answers, read_table

from aucc_teach.exercises import all_questions
from aucc_teach.exercises.folders import all_predictions

pytestmark = pytest.mark.breadth  # a check of a release

_, HEAD, TEXT = (ROOT / "paper" / "paper.md").read_text("utf-8").split("---\n", 2)
META = yaml.safe_load(HEAD)
PROSE = " ".join(TEXT.split())
BIB = pybtex.database.parse_file(ROOT / "paper" / "paper.bib").entries
CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))


def test_the_head_has_what_the_journal_asks_for_and_invents_nobody():
    assert list(META) == ["title", "tags", "authors", "affiliations", "date", "bibliography"]
    assert META["authors"] == CITED["authors"]
    assert META["affiliations"] == []
    day = CITED["date-released"]
    assert META["date"] == f"{day.day} {day:%B %Y}"
    assert (ROOT / "paper" / META["bibliography"]).is_file()


def test_the_sections_are_those_of_a_learning_module():
    assert re.findall(r"^# (.*)$", TEXT, re.MULTILINE) == [
        "Summary",
        "Statement of need",
        "Content and instructional design",
        "How it is used in teaching",
        "Story of the project",
        "Acknowledgements",
        "References",
    ]
    assert "No use in a classroom has been reported yet" in PROSE


def test_every_source_is_cited_and_every_citation_has_a_source():
    assert set(re.findall(r"@([\w:-]+)", TEXT)) == set(BIB)


def test_a_source_of_the_book_is_as_the_book_has_it():
    ours = pybtex.database.parse_file(ROOT / "book" / "references.bib").entries
    shared = set(BIB) & set(ours)
    assert len(shared) == len(BIB) - 3
    assert {key for key in shared if BIB[key] != ours[key]} == set()
    assert all("url" in BIB[key].fields for key in set(BIB) - shared)


COUNTED = (
    "chapters",
    "excursions",
    "demos",
    "exercises",
    "questions",
    "of them in all",
    "cells check them",
    "errata",
    "hours, and its exercises",
    "hours, by one rule",
)


@cache
def counted():
    """What the paper counts, by the words behind the number."""
    found, asked = chapters(), all_questions(folder=ROOT / "book")
    cells = [cell for path in notebooks() for cell in nbformat.read(path, as_version=4).cells]
    checks = [cell for cell in cells if "theorem-check" in cell.metadata.get("tags", [])]
    page = nbformat.read(ROOT / "book" / "back" / "errata.ipynb", as_version=4).cells[0].source
    errata = re.findall(r"^\| \[\d+\]\(#errata-", page.split("\n## Conventions")[0], re.MULTILINE)
    excursions = found.chapter.notna()
    road = found[~excursions]
    return {
        "chapters": len(road),
        "excursions": excursions.sum(),
        "demos": len(list((ROOT / "aucc_teach" / "demos" / "static").glob("*/lesson.toml"))),
        "exercises": len(asked),
        "questions": sum(map(len, asked.values())),
        "of them in all": len(all_predictions(folder=ROOT / "book")),
        "cells check them": len(checks),
        "errata": len(errata),
        "hours, and its exercises": round(road.read.sum() / 60),
        "hours, by one rule": round(road.exercises.sum() / 60),
    }


@pytest.mark.parametrize("words", COUNTED)
def test_a_number_is_that_of_the_project(words):
    assert re.findall(rf"(\d+) {words}", PROSE) == [str(counted()[words])]


def test_all_that_is_counted_is_looked_up():
    assert list(counted()) == list(COUNTED)


def test_what_the_paper_says_of_two_trials_is_in_their_stored_tables():
    first, second, batteries = (
        read_table(ROOT / "book" / "results" / f"{name}.csv") for name in ("conclusions", "answers", "batteries")
    )
    first = first[(first["group"] == "set aside") & (first["n_replicates"] == 8)].groupby("rule")
    assert f"on {first['n_replicates'].sum()['report']} simulated tables, HDBSCAN and prediction strength were" in PROSE
    for outcome in ("right", "wrong"):
        times = first[f"n_{outcome}"].sum()
        assert f"{outcome} more often" in PROSE
        assert min(times["HDBSCAN, several, within"], times["prediction strength, within"]) > times["report"]
    seen = second["kind"] == "real, seen"
    assert f"on {(~seen).sum()} tables that it had not seen" in PROSE
    goals = answers.goals(second)
    assert (len(goals), (~goals["met"]).sum()) == (5, 1)
    assert "It missed one of its five goals" in PROSE
    public = batteries[batteries["kind"].str.endswith("new")]
    found = answers.outcomes_of(public).query("rule == 'report'")["outcome"]
    wrong = found.isin(["wrong number", "wrong at least"]).sum()
    assert f"of {len(public)} public tables, tried once afterwards, it was wrong on {wrong}" in PROSE

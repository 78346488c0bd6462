"""What others read of the project's name, version and authors agrees; the corrections name pages and versions."""

import json
import re
import tomllib

import pytest
import yaml
from conftest import ROOT

pytestmark = pytest.mark.breadth  # a check of a release

CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
ZENODO = json.loads((ROOT / ".zenodo.json").read_text("utf-8"))
CORRECTIONS = (ROOT / "book" / "back" / "corrections.md").read_text("utf-8")
ROWS = re.findall(r"^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+) \| (.+) \|$", CORRECTIONS, re.MULTILINE)
VERSIONS = re.findall(r"^## (\S+) \(", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)


def test_zenodo_reads_what_the_citation_file_says():
    """Where both are there, Zenodo reads its own file only."""
    assert ZENODO["title"] == CITED["title"]
    assert ZENODO["version"] == CITED["version"]
    assert ZENODO["publication_date"] == str(CITED["date-released"])
    assert ZENODO["upload_type"] == CITED["type"]
    assert ZENODO["keywords"] == CITED["keywords"]
    assert [one["name"] for one in ZENODO["creators"]] == [one["name"] for one in CITED["authors"]]
    # Zenodo takes a single licence; a note names the other.
    assert ZENODO["license"] in CITED["license"]
    assert all(licence in ZENODO["notes"] for licence in CITED["license"])
    # What a deposit must have, and what else it knows of a program (its own documentation of a deposit's metadata).
    must = {"upload_type", "title", "creators", "description", "access_right", "license", "publication_date"}
    assert must <= set(ZENODO) <= must | {"version", "language", "keywords", "notes", "doi", "related_identifiers"}


def test_the_package_has_the_same_authors_and_keywords():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["authors"] == [{"name": one["name"]} for one in CITED["authors"]]
    assert project["keywords"] == CITED["keywords"]
    assert project["license"] == " AND ".join(CITED["license"])


def test_a_correction_names_a_version_that_there_was_and_a_page():
    assert len(ROWS) == len(re.findall(r"^\| \d", CORRECTIONS, re.MULTILINE)) > 5
    assert [version for version, *_ in ROWS] == sorted((version for version, *_ in ROWS), reverse=True)
    for version, page, said, true in ROWS:
        assert version in VERSIONS
        assert "](" in page or page.startswith(("All ", "Eleven "))
        assert said != true
    for name in re.findall(r"\]\(([^)]+)\)", CORRECTIONS):
        assert (ROOT / "book" / "back" / name).is_file()


def test_what_is_new_is_of_this_version():
    (version,) = re.findall(r"^## What is new in (\S+)$", CORRECTIONS, re.MULTILINE)
    assert version == CITED["version"] == VERSIONS[0]


def test_the_corrections_say_whether_the_book_was_published():
    unpublished = not {"doi", "url", "repository-code"} & set(CITED)
    assert ("No version has been published yet" in CORRECTIONS) == unpublished


@pytest.mark.parametrize("version", VERSIONS)
def test_the_day_of_a_version_is_a_day(version):
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    (day,) = re.findall(rf"^## {re.escape(version)} \((\d{{4}}-\d\d-\d\d)\)$", text, re.MULTILINE)
    assert (day == str(CITED["date-released"])) == (version == CITED["version"])

"""What others read of the project's name, version and authors agrees with the citation file."""

import json
import re
import tomllib

import pytest
import yaml
from conftest import ROOT

pytestmark = pytest.mark.breadth  # a check of a release

CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))


def test_zenodo_and_the_package_say_what_the_citation_file_says():
    """Where both are there, Zenodo reads its own file only."""
    zenodo = json.loads((ROOT / ".zenodo.json").read_text("utf-8"))
    assert {name: zenodo[name] for name in ("title", "version", "keywords")} == {
        name: CITED[name] for name in ("title", "version", "keywords")
    }
    assert zenodo["publication_date"] == str(CITED["date-released"])
    names = [{"name": one["name"]} for one in CITED["authors"]]
    assert zenodo["creators"] == names
    # Zenodo takes a single licence; a note names the other.
    assert zenodo["license"] in CITED["license"]
    assert all(licence in zenodo["notes"] for licence in CITED["license"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert (project["authors"], project["keywords"]) == (names, CITED["keywords"])
    assert project["license"] == " AND ".join(CITED["license"])


def test_the_newest_version_is_in_the_changelog_with_its_day_and_in_the_corrections():
    newest = re.search(r"^## (\S+) \((\S+)\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest.groups() == (CITED["version"], str(CITED["date-released"]))
    corrections = (ROOT / "book" / "back" / "corrections.md").read_text("utf-8")
    assert f"## What is new in {CITED['version']}\n" in corrections
    unpublished = not {"doi", "url", "repository-code"} & set(CITED)
    assert ("No version has been published yet" in corrections) == unpublished

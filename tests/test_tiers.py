"""Which tests pytest runs where nothing is asked for, and in how many processes."""

import re
import tomllib
from types import SimpleNamespace

import conftest
import pytest

FOUND, GIVEN = pytest.Config.ArgsSource.TESTPATHS, pytest.Config.ArgsSource.ARGS


def test_only_unmarked_tests_are_fast():
    options = tomllib.loads((conftest.ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    declared = [re.match(r"\w+", mark)[0] for mark in options["markers"]]
    assert re.findall(r"not (\w+)", options["addopts"]) == declared
    assert set(conftest.NEEDS) < set(declared)


@pytest.mark.parametrize(
    ("name", "fixtures", "marks"),
    [
        ("test_a.py", [], set()),
        ("test_a.py", ["site", "book"], {"book"}),
        ("test_a.py", ["book", "browser"], {"book", "browser"}),
        ("test_a.py", ["engine"], {"browser"}),
        ("test_a.py", ["dask_client"], {"process"}),
        ("a.ipynb", [], {"notebook"}),
    ],
)
def test_a_test_is_marked_by_what_it_uses(name, fixtures, marks):
    assert conftest.tiers_of(SimpleNamespace(name="test_a", path=conftest.ROOT / name, fixturenames=fixtures)) == marks

"""Previous and next pass excursions by."""

import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "book" / "_ext"))
from road import chapters_of_excursions, links

# intro, a [a1, a2], b, c [c1]
ORDER = ["intro", "a", "a1", "a2", "b", "c", "c1"]
RELATIONS = {
    page: [None, before, after]
    for page, before, after in zip(ORDER, [None, *ORDER[:-1]], [*ORDER[1:], None], strict=True)
}
PARENTS = {"a1": "a", "a2": "a", "c1": "c"}


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("intro", (None, "a")),
        ("a", ("intro", "b")),
        ("a1", ("a", "b")),
        ("a2", ("a", "b")),
        ("b", ("a", "c")),
        ("c", ("b", None)),
        ("c1", ("c", None)),
    ],
)
def test_links(page, expected):
    assert links(page, RELATIONS, PARENTS) == expected


def test_excursions_are_what_no_toctree_of_the_root_has():
    assert chapters_of_excursions({"intro": ["a", "b", "c"], "a": ["a1", "a2"], "c": ["c1"]}, "intro") == PARENTS

"""The deliberate mistakes that tests must notice: each can be made, and names test files that are there."""

import tomllib

import pytest
from conftest import ROOT

MUTATIONS = tomllib.loads((ROOT / "tests" / "mutations" / "mutations.toml").read_text("utf-8"))["mutation"]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[mutation["name"] for mutation in MUTATIONS])
def test_each_mistake_has_its_place(mutation):
    text = (ROOT / mutation["file"]).read_text("utf-8")
    assert text.count(mutation["before"]) == 1
    assert mutation["after"] != mutation["before"]
    assert [name for name in mutation.get("likely", ()) if not (ROOT / "tests" / f"{name}.py").exists()] == []

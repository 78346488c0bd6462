"""What a cell prints stays in one piece, however the kernel cuts it."""

import sys

import nbformat
import pytest
from conftest import ROOT
from myst_nb.core import render

sys.path.insert(0, str(ROOT / "book" / "_ext"))
import whole_streams


def pieces(*texts):
    return [nbformat.v4.new_output("stream", name=name, text=text) for name, text in texts]


@pytest.fixture
def merge(monkeypatch):
    """MyST-NB's merging of streams with the extension, undone after the test."""
    monkeypatch.setattr(render, "coalesce_streams", render.coalesce_streams)
    whole_streams.setup(None)
    return lambda *texts: [(o.name, o.text) for o in render.coalesce_streams(pieces(*texts))]


def test_a_line_that_came_in_pieces_is_whole(merge):
    assert merge(("stdout", "k = 2:"), ("stdout", " 0.5\n\n"), ("stdout", "k = 3")) == [
        ("stdout", "k = 2: 0.5\n\nk = 3\n")
    ]


def test_streams_are_not_mixed(merge):
    assert merge(("stdout", "a"), ("stderr", "b"), ("stdout", "c\n")) == [("stdout", "a\nc\n"), ("stderr", "b\n")]


def test_without_it_the_line_breaks():
    """If MyST-NB mends this, the extension can go."""
    broken = render.coalesce_streams(pieces(("stdout", "k = 2:"), ("stdout", " 0.5\n")))
    assert broken[0].text == "k = 2:\n 0.5\n"

"""The tool that an editor of the prose runs: it sees what a change of wording must leave, and lets the wording go."""

import shutil
import subprocess

import nbformat
import pytest
from same_facts import differences, main

BEFORE = """For two partitions {cite}`rand1971` counts pairs. It is 1 for equal sets alone.

:::{prf:theorem} The mean
:label: thm-mean

Every AUCC has the mean $\\tfrac12$ if the sizes are fixed, so at most 105
of 10 000 deals matter; see [`rand_score()`](#aucc_teach.rand_score) and {term}`ties <tie>`.
:::"""


def notebook(*sources, metadata=None):
    cells = [
        nbformat.v4.new_markdown_cell(source, id=f"cell-{n}", metadata=metadata or {})
        for n, source in enumerate(sources)
    ]
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells))


def found(old, new, path="book/x.ipynb"):
    """Place, lost and added parts of each difference; a text that is not a notebook is made one, of a single cell."""
    if path.endswith("ipynb"):
        old, new = (text if text.startswith("{") else notebook(text) for text in (old, new))
    return [(place, dict(lost), dict(added)) for place, _, _, lost, added in differences(path, old, new)]


def test_a_new_wording_passes():
    after = BEFORE.replace("It is 1 for equal sets alone", "For equal sets alone, it is 1")
    after = after.replace("Every AUCC has the mean", "With random labels, each AUCC\nhas mean")
    after = after.replace(
        "so at most 105\nof 10 000 deals matter;", "because at most 105 of\n10\u202f000 labellings matter, therefore"
    )
    after = after.replace("`ties <tie>`", "`pairs at equal distance <tie>`")
    assert after.count("\n") == BEFORE.count("\n") + 1
    assert found(BEFORE, after) == []


@pytest.mark.parametrize(
    ("old", "new", "lost", "added"),
    [
        (" alone", "", "alone", None),
        ("Every AUCC", "AUCC", "each", None),
        ("deals matter", "deals don't matter", None, "not"),
        ("10 000", "10 001", "10000", "10001"),
        ("$\\tfrac12$", "$\\tfrac13$", "$\\tfrac12$", "$\\tfrac13$"),
        ("rand1971", "hubert1985", "{cite}rand1971", "{cite}hubert1985"),
        ("`ties <tie>`", "`ties <threshold>`", "{term}tie", "{term}threshold"),
        ("#aucc_teach.rand_score", "#aucc_teach.rand", "(#aucc_teach.rand_score)", "(#aucc_teach.rand)"),
    ],
)
def test_what_is_exact_is_seen(old, new, lost, added):
    assert old in BEFORE
    expected = ("cell-0", {lost: 1} if lost else {}, {added: 1} if added else {})
    assert found(BEFORE, BEFORE.replace(old, new)) == [expected]


def test_captions_may_be_worded_anew_and_other_metadata_may_not():
    def with_caption(caption, tag):
        figure = {"mystnb": {"figure": {"caption": caption}}, "tags": [tag]}
        return notebook("Text.", metadata=figure)

    before = with_caption("AUCC is 0.97 at most.", "hide-input")
    assert found(before, with_caption("The largest AUCC is 0.97, at most.", "hide-input")) == []
    assert found(before, with_caption("AUCC is 0.98 at most.", "hide-input")) == [
        ("cell-0 caption", {"0.97": 1}, {"0.98": 1})
    ]
    assert [place for place, *_ in found(before, with_caption("AUCC is 0.97 at most.", "hide-cell"))] == ["cell-0 tags"]


QUESTIONS = """
EXERCISES = {
    # Counted by hand.
    "ex-x": (Number("How many?", COUNT + 1, hint="So many.", outcome=f"Only {COUNT:.3f}."),),
}
"""


def test_strings_of_questions_may_be_worded_anew_and_code_may_not():
    path = "book/questions/x.py"
    assert found(QUESTIONS, QUESTIONS.replace("So many.", "That is the number."), path) == []
    assert found(QUESTIONS, QUESTIONS.replace("Only {", "{"), path) == [("strings", {"only": 1}, {})]
    changed = found(QUESTIONS, QUESTIONS.replace("COUNT + 1", "COUNT + 2"), path)
    assert changed == [("code", {"COUNT + 1,": 1}, {"COUNT + 2,": 1})]


@pytest.mark.skipif(shutil.which("git") is None, reason="the tool reads the old version from git")
def test_the_command_compares_with_a_commit(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "README.md"
    page.write_text("It is 1 only for equal sets. Why?\n", "utf-8")
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-q", "-m", "Before"]):
        subprocess.run(["git", *command], check=True)
    assert main(["HEAD"]) == 0
    page.write_text("For equal sets it is 1 only then. But why?\n", "utf-8")
    assert main(["HEAD"]) == 0
    page.write_text("It is 1 for equal sets. Why?\n", "utf-8")
    capsys.readouterr()
    assert main(["HEAD", "--words"]) == 1
    printed = capsys.readouterr().out
    assert "README.md" in printed
    assert "    - only\n      old: It is 1 only for equal sets.\n      new: It is 1 for equal sets.\n" in printed
    assert "Why" not in printed.split("- only")[1]
    assert main(["HEAD", "README.md"]) == 1
    with pytest.raises(SystemExit):
        main(["no-such-commit"])
    with pytest.raises(SystemExit):
        main(["HEAD", "no-such-file.md"])

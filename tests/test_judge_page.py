"""What the page *Judge your table* asks of Python: what is told when, and that the command says the same."""

import json
import re

import pytest
from conftest import ROOT
from small_reports import small_table

import aucc_report.__main__ as command
from aucc_report import _argument_names, _judge_page, _page, read_csv

SCRIPT = (ROOT / "book" / "_ext" / "judge" / "static" / "judge.js").read_text("utf-8")
FAST = {"algorithms": ["ward"], "ks": [2, 3], "n_references": 19}


def two_columns():
    """Of more than two columns each is left out in turn, which takes its time."""
    return small_table()[["width", "height"]].iloc[::2].reset_index(drop=True)


@pytest.fixture
def heard():
    """What the stages send, in its order."""
    return []


@pytest.fixture
def staged(heard):
    """Stages of a table, by its name; what is sent crosses to a page as JSON."""

    def made(name, **settings):
        settings = json.dumps({"table": name} | settings)
        return _judge_page.Stages(
            settings, ".", lambda kind, **fields: heard.append((kind, json.loads(json.dumps(fields))))
        )

    return made


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("pictures_of", "pictures_of_points"):
        monkeypatch.setattr(_page, name, lambda *_: [])
    return tmp_path


def test_the_stages_end_in_the_page_and_the_rows_of_the_command(folder, heard, staged):
    two_columns().assign(depth=range(0, 300, 10)).to_csv("plants.csv", index=False)
    stages = staged("plants.csv", separator="comma", encoding=None)
    stages.look(json.dumps({"columns": ["height", "depth"], "classes": None} | FAST))
    stages.judge()
    assert list(dict.fromkeys(kind for kind, _ in heard)) == ["came in", "look", "progress", "judged"]
    judged, page, part = (
        dict(heard)["judged"],
        (folder / "report.html").read_text("utf-8"),
        (folder / "part.html").read_text("utf-8"),
    )
    rows = (folder / "rows.csv").read_bytes()
    words = (
        "plants.csv --columns height,depth --algorithms ward --ks 2-3 --n-references 19 --csv tables --json codes.json"
    )
    assert command.main(words.split()) == 0
    codes = json.loads((folder / "codes.json").read_text("utf-8"))
    assert (judged["headline"], judged["pvalues"]) == (codes["headline"]["text"], codes["pvalues"])
    assert page == (folder / "report.html").read_text("utf-8")
    assert rows == (folder / "tables" / "rows.csv").read_bytes()
    assert "--columns height depth" in page
    assert judged["headline"] in part
    # What cannot be typed where it is read is not said there.
    assert re.search(r"=\[|--[a-z]|python -m|pip install", part.partition("</style>")[2]) is None
    progress = [fields for kind, fields in heard if kind == "progress"]
    assert progress[0] | {"total": 0} == {"done": 0, "total": 0, "what": "the data"}
    assert progress[-1] == {"done": 1, "total": 1, "what": "the page"}


def test_the_first_answer_says_what_came_in_what_is_left_out_and_which_columns_can_be_used(folder, heard, staged):
    table = two_columns().assign(kind=["elm", "oak", "oak"] * 10)
    table.loc[table.index[-2:], "height"] = None
    table.assign(code=[1, 2] * 15, same=1).to_csv("plants.csv", index=False)
    staged("plants.csv").look('{"classes": "kind"}')
    came, look = (fields for _, fields in heard)
    assert (came["table"], came["rows"], came["left_out"]) == ("plants.csv", len(table), {"incomplete": 2})
    columns = {column["name"]: column for column in came["columns"]}
    assert [name for name, column in columns.items() if column["used"]] == ["width", "height"]
    # Codes can be asked for; classes cannot be measurements at once.
    assert [name for name, column in columns.items() if column["can_be_used"]] == ["width", "height", "code", "same"]
    assert "kind" in came["classes"]
    assert not any("=[" in column["reason"] for column in columns.values())
    assert re.findall(r"<th[^>]*>(height|width|code)</th>", look["html"]) == ["width", "height"]


@pytest.mark.parametrize(
    ("content", "columns"),
    [
        ("größe,b\n1,2\n".encode("latin-1"), None),  # while the file is read
        (b"a,b\n1,2\n2,3\n3,5\n", ["c"]),
        (b"a,b\n1,2\n2,3\n3,5\n4,4\n", None),  # in the report
    ],
)
def test_what_cannot_be_done_is_said_in_terms_of_the_page(content, columns, folder, heard, staged, capsys):
    (folder / "bad.csv").write_bytes(content)
    assert command.main(["bad.csv", *(f"--columns={name}" for name in columns or ())]) == 2
    said = capsys.readouterr().err.rpartition("error: ")[2].strip()

    def judged():
        stages = staged("bad.csv")
        stages.look(json.dumps({"columns": columns}))
        stages.judge()

    with pytest.raises(ValueError, match=r"must|cannot|choose") as refused:
        judged()
    assert _argument_names.in_options(str(refused.value)) == said
    assert heard[-1] == ("refused", {"text": _argument_names.in_page(str(refused.value))})
    assert re.search(r"=\[|=\"|--[a-z]", heard[-1][1]["text"]) is None


def test_the_page_refuses_a_large_file_in_the_words_of_the_command():
    megabytes = int(re.search(r"MOST_MEGABYTES = (\d+);", SCRIPT)[1])
    sentence = re.search(r"TOO_LARGE = `(.*)`;", SCRIPT)[1].replace("${MOST_MEGABYTES}", str(megabytes))
    with pytest.raises(ValueError, match="larger than 1 MB") as refused:
        read_csv(b"a,b\n1,2\n" + bytes(2**20), max_bytes=2**20)
    assert _argument_names.in_page(str(refused.value)).replace("than 1 MB", f"than {megabytes} MB") == sentence

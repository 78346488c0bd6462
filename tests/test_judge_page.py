"""A report in stages, without a page: what is told when, and that the command says the same."""

import json
import re

import pytest
from conftest import ROOT
from small_reports import small_table

import aucc_report.__main__ as command
from aucc_report import _command, _judge_page, _page, _terms
from aucc_report._reading import read_csv

SCRIPT = (ROOT / "book" / "_ext" / "judge" / "static" / "judge.js").read_text("utf-8")


FAST = {"algorithms": ["ward"], "ks": [2, 3]}


def two_columns():
    """Of more than two columns each is left out in turn, which takes its time."""
    return small_table()[["width", "height"]].iloc[::2].reset_index(drop=True)


class Heard:
    """What the stages send, in its order."""

    def __init__(self):
        self.events = []

    def __call__(self, kind, **fields):
        # What is sent crosses to a page as JSON.
        self.events.append((kind, json.loads(json.dumps(fields))))

    def __getitem__(self, kind):
        return next(fields for known, fields in self.events if known == kind)

    @property
    def kinds(self):
        return [kind for kind, _ in self.events]


@pytest.fixture
def heard():
    return Heard()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # Pictures have tests of their own.
    for name in ("pictures_of", "pictures_of_points"):
        monkeypatch.setattr(_page, name, lambda *_: [])
    return tmp_path


def test_the_stages_end_in_the_page_and_the_rows_of_the_command(folder, heard, capsys):
    two_columns().to_csv("plants.csv", index=False)
    stages = _judge_page.Stages("plants.csv", heard)
    stages.look()
    stages.judge("out", n_references=19, **FAST)
    assert list(dict.fromkeys(heard.kinds)) == ["came in", "look", "progress", "judged"]
    judged = heard["judged"]
    words = "plants.csv --algorithms ward --ks 2-3 --n-references 19 --seed 0 --csv tables --json codes.json"
    assert command.main(words.split()) == 0
    codes = json.loads((folder / "codes.json").read_text("utf-8"))
    assert (judged["headline"], judged["pvalues"]) == (codes["headline"]["text"], codes["pvalues"])
    assert (folder / "out" / "report.html").read_bytes() == (folder / "report.html").read_bytes()
    assert (folder / "out" / "rows.csv").read_bytes() == (folder / "tables" / "rows.csv").read_bytes()
    assert judged["headline"] in (folder / "out" / "part.html").read_text("utf-8")
    progress = [fields for kind, fields in heard.events if kind == "progress"]
    assert progress[0] | {"total": 0} == {"done": 0, "total": 0, "what": "the data"}
    assert progress[-1] == {"done": 1, "total": 1, "what": "the page"}


def test_the_first_answer_says_what_came_in_what_is_left_out_and_which_columns_can_be_used(folder, heard):
    table = two_columns().assign(kind=["elm", "oak", "oak"] * 10)
    table.loc[table.index[-2:], "height"] = None
    table.assign(code=[1, 2] * 15, same=1).to_csv("plants.csv", index=False)
    _judge_page.Stages("plants.csv", heard).look(classes="kind")
    came, look = heard["came in"], heard["look"]
    assert (came["table"], came["rows"], came["left_out"]) == ("plants.csv", len(table), {"incomplete": 2})
    columns = {column["name"]: column for column in came["columns"]}
    assert {name: column["used"] for name, column in columns.items()} == {
        "height": True, "width": True, "kind": False, "code": False, "same": False,
    }  # fmt: skip
    # Codes can be asked for; classes cannot be measurements at once.
    assert [name for name, column in columns.items() if column["can_be_used"]] == ["width", "height", "code", "same"]
    assert "kind" in came["classes"]
    assert not any("=[" in column["reason"] for column in columns.values())
    assert re.findall(r"<th[^>]*>(height|width|code)</th>", look["html"]) == ["width", "height"]


def test_columns_that_are_chosen_are_those_of_the_report(folder, heard):
    two_columns().assign(depth=range(0, 300, 10)).to_csv("plants.csv", index=False)
    stages = _judge_page.Stages("plants.csv", heard)
    stages.look(columns=["height", "depth"])
    stages.judge("out", n_references=19, **FAST)
    page, part = ((folder / "out" / f"{name}.html").read_text("utf-8") for name in ("report", "part"))
    assert "--columns height depth" in page
    # What cannot be typed where it is read is not said there.
    assert re.search(r"=\[|--[a-z]|python -m|pip install", part.partition("</style>")[2]) is None


@pytest.mark.parametrize(
    ("content", "options"),
    [
        (b"", {}),
        (b"\x89PNG\r\n\0\0", {}),
        ("größe,b\n1,2\n".encode("latin-1"), {}),
        ("a,b\n1,2\n".encode("utf-16"), {}),
        (b"a;b\n1;2\n", {}),
        (b'a,b\n"1,5",2\n"2,5",3\n', {}),
        (b"a\nx\ny\nz\n", {}),
        (b"a,b\n1,2\n2,3\n3,5\n", {"columns": ["c"]}),
        (b"a,b\n1,2\n2,3\n3,5\n4,4\n", {"n_references": 3}),
    ],
)
def test_what_cannot_be_done_is_said_in_terms_of_the_page(content, options, folder, heard, capsys):
    (folder / "bad.csv").write_bytes(content)
    words = [
        f"--{name.replace('_', '-')}={value[0] if isinstance(value, list) else value}"
        for name, value in options.items()
    ]
    assert command.main(["bad.csv", *words]) == 2
    said = capsys.readouterr().err.rpartition("error: ")[2].strip()

    def judged():
        stages = _judge_page.Stages("bad.csv", heard)
        stages.look(columns=options.get("columns"))
        stages.judge("out", **options)

    with pytest.raises(ValueError, match=r"must|cannot|choose") as refused:  # of whichever stage it is
        judged()
    assert _terms.in_options(str(refused.value)) == said
    assert heard.events[-1] == ("refused", {"text": _terms.in_page(str(refused.value))})
    if "n_references" not in options:  # which the page does not ask for
        assert re.search(r"=\[|=\"|--[a-z]", heard.events[-1][1]["text"]) is None
    assert "judged" not in heard.kinds


def test_a_table_that_needs_more_memory_than_there_is_is_refused_with_a_sentence(folder, heard, monkeypatch):
    def full(*_):
        raise MemoryError

    (folder / "plants.csv").write_text("a,b\n1,2\n")
    monkeypatch.setattr(_command, "table_asked_for", full)
    with pytest.raises(MemoryError):
        _judge_page.Stages("plants.csv", heard)
    assert heard["refused"]["text"].startswith("the table must fit into the memory")


def test_samples_are_real_tables_that_can_be_looked_at(folder, heard):
    assert re.findall(r'\["(\w+\.csv)", "\w+"\]', SCRIPT) == list(_judge_page.SAMPLES)
    for name in _judge_page.SAMPLES:
        _judge_page.write_sample(name, folder)
        _judge_page.Stages(name, heard).look()
        assert len(read_csv(name)) > 100
    used = [sum(column["used"] for column in fields["columns"]) for kind, fields in heard.events if kind == "came in"]
    assert min(used) > 1


def test_the_page_refuses_a_large_file_in_the_words_of_the_command():
    megabytes = int(re.search(r"MOST_MEGABYTES = (\d+);", SCRIPT)[1])
    sentence = re.search(r"TOO_LARGE = `(.*)`;", SCRIPT)[1].replace("${MOST_MEGABYTES}", str(megabytes))
    with pytest.raises(ValueError, match="larger than 1 MB") as refused:
        read_csv(b"a,b\n1,2\n" + bytes(2**20), max_bytes=2**20)
    assert _terms.in_page(str(refused.value)).replace("than 1 MB", f"than {megabytes} MB") == sentence

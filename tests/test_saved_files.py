"""What version 0.3.0 saved is read today: a file of answers, and links to states of demos.

`saved_by_0.3.0` was made by the package of commit 55801d34: a reader answers the exercises of *Correcting for chance*
and of the first tour, and two others, each question wrong and then right, and `at.exercises.save` writes the file.
"""

import json

import pytest
from conftest import ROOT
from marking.answers import is_intact, read_answers
from marking.tries import tries_of_book

from aucc_teach import demos
from aucc_teach.demos._base import state_in
from aucc_teach.exercises import fingerprint, judge, questions_by_id
from aucc_teach.exercises.folders import retired

FOLDER = ROOT / "tests" / "saved_by_0.3.0"
LINKS = json.loads((FOLDER / "links.json").read_text("utf-8"))
QUESTIONS = questions_by_id(folder=ROOT / "book")
RETIRED = retired(folder=ROOT / "book")


@pytest.fixture(scope="module")
def data():
    return read_answers(FOLDER / "answers.json")


def test_the_file_is_whole(data):
    assert is_intact(data)
    assert (data["book"]["version"], data["student"], len(data["answers"])) == ("0.3.0", "Ada", 62)


def test_marking_finds_each_question_or_says_that_it_is_another_now(data):
    table, unknown = tries_of_book([("ada", data)], QUESTIONS)
    assert set(unknown["ada"]) <= set(RETIRED)
    asked = {entry["id"]: entry["asked"] for entry in data["answers"] if entry["id"] not in RETIRED}
    same = {id for id, print_ in asked.items() if print_ == fingerprint(QUESTIONS[id])}
    assert {QUESTIONS[id].kind for id in same} >= {"number", "choice", "objects", "open"}
    for row in table.itertuples():
        if row.id not in same:
            assert row.verdict == "changed"
        elif QUESTIONS[row.id].kind != "write":
            assert row.verdict == row.page_verdict, row.id


def test_a_function_is_judged_as_it_was(data):
    (entry,) = (one for one in data["answers"] if one["id"] == "ex-chance-four/adjusted_rand")
    question = QUESTIONS[entry["id"]]
    assert [judge(question, one["answer"]).verdict for one in entry["tries"]] == ["wrong", "right"]


@pytest.mark.parametrize("saved", LINKS, ids=lambda saved: saved["demo"])
def test_a_link_leads_to_the_same_state(saved):
    demo = getattr(demos, saved["demo"])()
    assert state_in(saved["link"]) == (demo.slug, saved["state"])
    demo.place(**saved["state"])
    assert json.loads(json.dumps(demo.state())) == saved["state"]
    assert demo.link() == saved["link"]

"""The picture that stands in a page for a demo: its own view, drawn in QuickJS while the book is built."""

import re

import bs4
import pytest
from drawn_demos import with_stills

import aucc_teach as at
from demos.each_demo import DEMOS, random_states, whole_demo
from demos.shown import drawing, number


@pytest.mark.parametrize("name", DEMOS)
def test_a_picture_takes_the_place_of_the_words(name):
    demo = getattr(at.demos, name)()
    page = bs4.BeautifulSoup(with_stills(f"<p>Before.</p>{demo.page_html()}<p>After.</p>"), "html.parser")
    assert [node.name for node in page.children] == ["p", "div", "p"]
    still = page.select_one(".demo-host > .demo-still")
    assert still["class"] == ["demo", "demo-still", f"demo-{demo.slug}"]
    assert still.select_one(".demo-question").get_text() == demo.question
    said = still.select_one(".demo-status").get_text()
    assert said
    assert f" {demo.words()}".endswith(f" {said}")
    assert still.select(".demo-plot, .demo-table, table")
    # Nothing in it answers, and nothing is called what it is not.
    assert not still.select("[tabindex], [role]:not(svg), [id]")
    assert still.select("svg[role=img][aria-label]") == still.select("svg[aria-label]") != []


# By another name than in the model; whatever has the model's own name is found by it.
ALSO = {"sPlus": "right", "sMinus": "wrong", "sZero": "tied", "atLeast": "at_least", "alarms": "false_alarms"}
ALSO |= {"meanC": "mean_c", "exactC": "expected_c", "drawn": "n_drawn", "exact": "deviation"}
ALSO |= {"Extended BCubed f": "extended", "CICE-BCubed f": "cice", "R*S f": "rs", "CICE-BCubed start": "cice_start"}


@pytest.mark.parametrize("name", DEMOS)
def test_a_picture_shows_the_numbers_and_words_of_the_model(name):
    n_compared = 0
    for state in random_states(name, 8, seed=8):
        if name == "RocBuilder":
            state["swept"] = 0  # before, areas are not shown
        demo = whole_demo(name)
        shown, numbers = drawing(demo, **state), demo.numbers(state)
        assert shown.said() in demo.words()
        for key, text in shown.texts().items():
            if not text or key == "pairs" or (known := ALSO.get(key, key)) not in numbers:  # "pairs" is a sentence
                continue
            parts = re.findall(r"\N{MINUS SIGN}?\d+(?:\.\d+)?", text.replace("\N{THIN SPACE}", ""))
            if (value := numbers[known]) is None:
                assert not any("." in part for part in parts), (key, text)
                continue
            away = [abs(number(part) - value) / 10.0 ** -len(part.partition(".")[2]) for part in parts]
            assert min(away) <= 0.5001, (key, text, value)
            n_compared += 1
    assert n_compared > 7


def test_a_demo_of_an_exercise_is_drawn_and_its_questions_are_left():
    questions = at.exercises.Exercise("ex-pairs-move", folder="book").page_html()
    page = with_stills(questions + at.demos.PairTable(label="ex-pairs-move:0").page_html())
    assert page.startswith(questions)
    assert page.count("demo-words") == 0
    assert bs4.BeautifulSoup(page, "html.parser").select_one("[data-label='ex-pairs-move:0'] .demo-pairs")

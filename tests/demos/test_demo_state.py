import json
import re
import subprocess
import sys

import numpy as np
import pytest
import traitlets
from demo_scripts import scripts, slim

import aucc_teach as at
from aucc_teach._host import KIT
from aucc_teach._host import STATIC as SHARED
from aucc_teach.demos import _formats
from aucc_teach.demos._base import STATIC, Demo, InvalidStateError

AuccLab = at.demos.AuccLab


def page_html(demo):
    return demo._repr_mimebundle_()[0]["text/html"]


def state_in(html):
    return json.loads(re.search(r'<script type="application/json">(.*?)</script>', html, re.S)[1])


def test_import_is_light():
    code = (
        "import sys, aucc_teach; heavy = {'ipywidgets', 'anywidget', 'matplotlib'}; "
        "assert not heavy & set(sys.modules); "
        "aucc_teach.demos.AuccLab; assert 'anywidget' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_starts_with_figure_3():
    lab = AuccLab()
    figure3 = at.datasets.load_figure3()
    assert np.array_equal(lab.points, figure3.points)
    assert np.array_equal(lab.labels, figure3.labels)
    assert lab.aucc == at.aucc_score(figure3.points, figure3.labels)


def test_takes_arrays_and_lists():
    lab = AuccLab(points=np.array([[0, 0], [3, 4], [9, 9]]), labels=np.array([0, 0, 1], dtype=np.int8))
    assert lab.points == ((0, 0), (3, 4), (9, 9))
    assert lab.labels == (0, 0, 1)
    lab.points = [[1, 1], [2, 2], [3, 3]]
    assert lab.points == ((1, 1), (2, 2), (3, 3))


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ([[0, 0], [1, 1]], "3 to 60 points. Got 2"),
        ([[i, i] for i in range(61)], "3 to 60 points. Got 61"),
        ([[0, 0], [1, 1], [0.5, 2]], "whole numbers"),
        ([[0, 0], [1, 1], [True, 2]], "whole numbers"),
        ([[0, 0], [1, 1], [1, 2, 3]], "whole numbers"),
        ([0, 1, 2], "whole numbers"),
        ("abc", "whole numbers"),
        (None, "whole numbers"),
        ([[0, 0], [1, 1], [0, 1001]], r"0 to 1000. Got \(0, 1001\)"),
        ([[0, 0], [1, 1], [-1, 0]], "from 0 to 1000"),
        ([[0, 0], [1, 1], [5, 5]], "Got 3 points and 7 labels"),
    ],
)
def test_refuses_points(points, says):
    lab = AuccLab()
    before = lab.points
    with pytest.raises(ValueError, match=says):
        lab.points = points
    assert lab.points == before


@pytest.mark.parametrize("labels", [[0, 1], [0] * 6 + [6], [0] * 6 + [-1], [0] * 6 + [0.5], list("abcdefg"), None])
def test_refuses_labels(labels):
    lab = AuccLab()
    before = lab.labels
    with pytest.raises(ValueError, match="label"):
        lab.labels = labels
    assert lab.labels == before


def test_refuses_half_a_start():
    with pytest.raises(ValueError, match="belong together"):
        AuccLab(points=[[0, 0], [1, 1], [2, 2]])
    with pytest.raises(ValueError, match="3 points and 2 labels"):
        AuccLab(points=[[0, 0], [1, 1], [2, 2]], labels=[0, 1])


def test_place_changes_both_or_nothing():
    lab = AuccLab()
    before = lab.points, lab.labels
    for points, labels in [([[0, 0]] * 4, [0, 1]), ([[0, 0]] * 4, [0, 0, 9, 1]), ([[0, 0]] * 2, [0, 1])]:
        with pytest.raises(InvalidStateError):
            lab.place(points=points, labels=labels)
        assert (lab.points, lab.labels) == before
    lab.place(points=[[0, 0], [0, 5], [9, 9], [9, 7]], labels=[0, 0, 1, 1])
    assert lab.aucc == 1.0


def test_kernel_refuses_a_bad_message():
    lab = AuccLab()
    before = lab.points, lab.labels
    with pytest.raises(traitlets.TraitError):
        lab.set_state({"points": [[0, 0]] * 4, "labels": [0, 1]})
    assert (lab.points, lab.labels) == before
    lab.set_state({"points": [[0, 0], [0, 5], [9, 9]], "labels": [0, 0, 1]})
    assert lab.aucc == 1.0


def test_aucc_where_there_is_none():
    lab = AuccLab(points=[[0, 0], [1, 1], [2, 2]], labels=[0, 0, 0])
    with pytest.raises(ValueError, match="number of clusters"):
        _ = lab.aucc
    words = lab.words()
    assert "AUCC is" not in words


def test_presets_show_what_they_say():
    scores = {}
    for preset in AuccLab().presets:
        lab = AuccLab(preset["points"], preset["labels"])
        scores[preset["name"]] = lab.aucc, at.concordance(lab.points, lab.labels).s_zero
    assert scores["Figure 3"][0] == 11 / 12
    assert scores["Two far blobs"][0] == 1
    assert 0.45 < scores["Shuffled labels"][0] < 0.55
    assert scores["Cut across"][0] < 0.5
    assert scores["A grid of ties"][1] > 1000


def test_output_is_the_same_every_time():
    first, second = AuccLab(), AuccLab()
    assert first.model_id != second.model_id
    assert page_html(first) == page_html(second)
    assert first.model_id not in page_html(first)
    assert " id=" not in page_html(first)
    assert first._repr_mimebundle_()[0]["text/plain"] == "AuccLab()"


def test_state_in_the_page():
    lab = AuccLab()
    state = state_in(page_html(lab))
    assert set(state) == {"can_shuffle", "details", "labels", "lesson", "points", "presets", "seed", "shuffles"}
    assert state["points"] == [list(point) for point in lab.points]
    assert list(state) == sorted(state)


def test_hostile_text_stays_text():
    lab = AuccLab()
    hostile = "</script><script>alert(1)</script><!--\"'&"
    lab.presets = [{**lab.presets[0], "name": hostile}]
    html = page_html(lab)
    assert html.count("<script") == 1
    assert html.count("</script") == 1
    assert state_in(html)["presets"][0]["name"] == hostile


def test_floats_are_rounded():
    class Rounded(Demo):
        values = traitlets.Dict({"a": [1 / 3], "b": 0.1 + 0.2}).tag(sync=True)

    assert Rounded().page_state() == {
        **{"lesson": [], "presets": [], "question": ""},
        "values": {"a": [0.3333333333], "b": 0.3},
    }


def test_both_sides_draw_the_same_markers():
    in_kit = re.search(r"const MARKERS = \[(.*?)\];", KIT, re.S)[1]
    assert re.findall(r'"(.*?)"', in_kit) == list(_formats.MARKERS)


def test_modules_are_plain():
    for source in (Demo.source("aucc-lab"), *scripts().values()):
        assert not re.search(r"^\s*import\s", source, re.M)
        assert "http" not in source.replace("http://www.w3.org/2000/svg", "")
    assert scripts() == scripts()


@pytest.mark.parametrize("file", [*STATIC.glob("*.js"), *SHARED.glob("*.js")], ids=lambda file: file.name)
def test_a_module_without_comments_and_indentation(file):
    source = file.read_text(encoding="utf-8")
    lines = [line for line in source.splitlines() if not line.lstrip().startswith("//")]
    # No template goes over the end of a line, so that what is taken away is never part of one.
    assert all(line.count("`") % 2 == 0 for line in lines)
    assert slim(source).splitlines() == [line.lstrip() for line in lines if line.strip()]

import json
import re
import subprocess
import sys

import pytest
import traitlets
from demo_scripts import scripts, slim

import aucc_teach as at
from aucc_teach._modules import PACKAGE
from aucc_teach._modules import source as source_of
from aucc_teach.demos import Demo

AuccLab = at.demos.AuccLab


def page_html(demo):
    return demo._repr_mimebundle_()[0]["text/html"]


def state_in(html):
    return json.loads(re.search(r'<script type="application/json">(.*?)</script>', html, re.S)[1])


@pytest.mark.process
def test_import_is_light():
    code = (
        "import sys, aucc_teach; heavy = {'ipywidgets', 'anywidget', 'matplotlib'}; "
        "assert not heavy & set(sys.modules); "
        "aucc_teach.demos.AuccLab; assert 'anywidget' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


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
    assert set(state) == {
        "can_shuffle",
        "details",
        "labels",
        "lesson",
        "points",
        "presets",
        "question",
        "seed",
        "shuffles",
    }
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


def test_modules_are_plain():
    for source in (source_of(*AuccLab.modules()), *scripts().values()):
        assert not re.search(r"^\s*import\s", source, re.M)
        assert "http" not in source.replace("http://www.w3.org/2000/svg", "")
    assert scripts() == scripts()


FILES = [*(PACKAGE / "static").glob("*.js"), *(PACKAGE / "demos").rglob("*.js")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_module_without_comments_and_indentation(file):
    source = file.read_text(encoding="utf-8")
    lines = [line for line in source.splitlines() if not line.lstrip().startswith("//")]
    # No template goes over the end of a line, so that what is taken away is never part of one.
    assert all(line.count("`") % 2 == 0 for line in lines)
    assert slim(source).splitlines() == [line.lstrip() for line in lines if line.strip()]

import json

import pytest

from aucc_teach import join_scripts
from aucc_teach.join_scripts import in_order, joined, source

PARTS = {
    "a.js": 'import { b, twice as double } from "./room/b.js";\nexport const a = double(b);\n'
    "export function render() {}\n",
    "room/b.js": 'import { c } from "../c.js";\nconst a = 1; // its own\nconst b = a + c;\n'
    "function twice(x) { return 2 * x; }\nexport { b, twice };\n",
    "c.js": "export const c = 5;\n",
}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Write modules into a package of their own."""

    def write(parts):
        for name, text in parts.items():
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")

    monkeypatch.setattr(join_scripts, "PACKAGE", tmp_path)
    join_scripts._read.cache_clear()
    yield write
    join_scripts._read.cache_clear()


def test_runs_modules_after_what_they_import(package):
    quickjs = pytest.importorskip("quickjs")
    package(PARTS)
    assert in_order("a.js") == ("c.js", "room/b.js", "a.js")
    context = quickjs.Context()
    context.eval(f"globalThis.modules = {{}};\n{joined('a.js')}")
    assert json.loads(context.eval("JSON.stringify(modules['a.js'].a)")) == 12
    assert context.eval("typeof a") == "undefined"
    assert joined("c.js", "room/b.js") + joined("a.js", without=("c.js", "room/b.js")) == joined("a.js")
    assert source("a.js").endswith('export default modules["a.js"];\n')


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"c.js": "export const d = 5;\n"}, "room/b.js imports c from c.js, which does not export it."),
        ({"c.js": 'import { a } from "./a.js";\nexport const c = a;\n'}, "in a circle: .*a.js"),
        ({"a.js": 'import { c } from "../../etc/c.js";\n'}, "there is no module ../../etc/c.js."),
        ({"a.js": 'import { c } from "d3";\n'}, "a.js must import and export names in braces"),
        ({"a.js": "export let a = 1;\n"}, "a.js must import and export names in braces"),
    ],
)
def test_refuses_what_it_cannot_join(package, changed, says):
    package(PARTS | changed)
    with pytest.raises(ValueError, match=says):
        joined("a.js")

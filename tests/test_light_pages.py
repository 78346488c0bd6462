"""What is cut from pages and scripts to make them light changes nothing that is read or run."""

import re

import pytest
from light_pages import join_files, slim, slim_sheet, without_blanks

KEPT = ["<pre>\n\n  x\n\n y</pre>", "<textarea>\n  a\n\n</textarea>", "<script>\n\n  b</script>"]


@pytest.mark.parametrize("kept", KEPT)
def test_blanks_stay_where_they_mean_something(kept):
    assert without_blanks(f"<p>a\n\n   b</p>\n  {kept}\n\n<p>c\n  d</p>") == f"<p>a\nb</p>\n{kept}\n<p>c\nd</p>"


def test_all_words_stay_and_none_grow_together():
    page = "<html>\n\n  <p>one\n   two</p>\n" + "\n  ".join(KEPT) + "\n <b>three</b>\n\n</html>"
    assert re.findall(r"\S+", without_blanks(page)) == re.findall(r"\S+", page)


def test_a_script_loses_comments_and_indentation_and_no_text():
    script = "/* licence\n * of two lines */\n// why\nif (a) {\n  b(); // stays\n  // goes\n"
    script += "  c('http://d', \"/* e */\");\n}\n"
    assert slim(script) == "if (a) {\nb(); // stays\nc('http://d', \"/* e */\");\n}\n"


@pytest.mark.parametrize("block", ["@container (width < 4rem)", "@media print"])
def test_what_lies_within_another_is_not_taken_for_the_same(block):
    sheet = f"{block} {{ .a :is(b, c) {{ d: e; }} .f:not(.g) {{ h: i; }} }} /* why */ /*! licence */"
    assert slim_sheet(sheet) == f"{block}{{.a *:is(b,c){{d:e}}.f:not(.g){{h:i}}}}/*! licence */"


SHEETS = {"theme/a.css": '@import "../b.css";a{color:url(x.png)}', "b.css": "b{color:url(y.png)}", "c.css": "c{}"}
SHEETS |= {"own.css": "own{}", "last.css": "last{}"}
SCRIPTS = {"one.js": "one()", "demo.js": "demo()", "two.js": "two()"}
LINK = '<link rel="stylesheet" type="text/css" href="{}_static/{}?v=0" />\n'
TAG = '<script defer="defer" src="{}_static/{}?v=0"></script>\n'


def page(folder, name, sheets, scripts):
    """Write a page as a build does."""
    up = "../" * name.count("/")
    head = "".join(LINK.format(up, sheet) for sheet in sheets) + "<script>inline()</script>\n"
    head += "".join(TAG.format(up, script) for script in scripts)
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"<html><head>\n{head}</head></html>")


def loaded(folder, name):
    return re.findall(r'(?:href|src)="([^"?]+)', (folder / name).read_text())


@pytest.fixture
def built(tmp_path):
    """A book of three pages, built and joined."""
    for name, text in {**SHEETS, **SCRIPTS}.items():
        (tmp_path / "_static" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "_static" / name).write_text(text)
    page(tmp_path, "index.html", ["theme/a.css", "c.css", "last.css"], ["one.js", "two.js"])
    page(tmp_path, "book/deep.html", ["theme/a.css", "c.css", "own.css", "last.css"], ["demo.js", "one.js", "two.js"])
    page(tmp_path, "search.html", ["theme/a.css", "c.css", "last.css"], ["one.js"])
    join_files(tmp_path)
    return tmp_path


def test_pages_load_in_one_file_what_all_load_and_keep_their_own(built):
    assert loaded(built, "index.html") == ["_static/pages.css", "_static/last.css", "_static/pages.js"]
    up = "../_static/"
    expected = [f"{up}{name}" for name in ("pages.css", "own.css", "last.css", "demo.js", "pages.js")]
    assert loaded(built, "book/deep.html") == expected
    assert loaded(built, "search.html")[-1] == "_static/one.js"
    assert "<script>inline()</script>" in (built / "index.html").read_text()


def test_the_joined_files_hold_the_parts_in_order_and_find_their_pictures(built):
    sheet, script = ((built / "_static" / name).read_text().split("\n", 1)[1] for name in ("pages.css", "pages.js"))
    assert sheet == "b{color:url(y.png)}a{color:url(theme/x.png)}c{}"
    assert script == "one();\ntwo()"


def test_a_page_that_a_later_build_writes_anew_is_joined_like_the_others(built):
    before = (built / "book" / "deep.html").read_text()
    first = (built / "index.html").read_text()
    page(built, "index.html", ["theme/a.css", "c.css", "last.css"], ["one.js", "two.js"])
    join_files(built)
    assert (built / "book" / "deep.html").read_text() == before
    assert (built / "index.html").read_text() == first
    # Pages that stayed name the version of what is joined now.
    (built / "_static" / "c.css").write_text("c{d:e}")
    join_files(built)
    version = r"pages\.css\?v=\w{8}\""
    now = (built / "book" / "deep.html").read_text()
    assert re.findall(version, now) != re.findall(version, before)
    assert re.sub(version, "", now) == re.sub(version, "", before)

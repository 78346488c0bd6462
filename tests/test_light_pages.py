"""What is cut from pages and scripts to make them light changes nothing that is read or run."""

import re

import pytest
from light_pages import slim, slim_sheet, without_blanks

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

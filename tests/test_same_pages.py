"""Two builds of the book are compared: what a page loses is named, and what only looks different is not."""

import pytest
from same_pages import lost

PAGE = """<article>
<h2 id="pairs">Pairs<a class="headerlink" href="#pairs">#</a></h2>
<p>There are <math><mi>n</mi></math> and <math><mi>n</mi></math>, see
<a href="../back/bibliography.html#id3">Rand</a>.</p>
<div class="math"><math display="block"><mi>a</mi> <mo>=</mo>
<mi>b</mi></math></div>
<div class="exercise admonition"><p class="admonition-title">Exercise 2.1 (Move)</p></div>
<div class="demo-host" data-demo="pair-table"><script type="application/json">{"k":2}</script></div>
<div class="demo-host" data-demo="exercise"><script type="application/json">{"key":"eyJ","kind":"write"}</script></div>
<div class="cell_input"><div class="highlight"><pre>at.<span>pair_counts</span>(x, y)</pre></div></div>
<div class="cell_output"><div class="highlight"><pre>0.25</pre></div></div>
<figure><img src="../_images/1a2b.png" alt="Two curves."/><figcaption>Fig. 2.1 They cross.</figcaption></figure>
</article>"""


@pytest.fixture
def differences(tmp_path):
    """What the page has and another page lacks, as a function of how that one is made."""

    def of(before, after):
        assert before in PAGE
        for name, text in (("ordinary", PAGE), ("other", PAGE.replace(before, after, 1))):
            (tmp_path / name / "back").mkdir(parents=True)
            (tmp_path / name / "chapter").mkdir()
            (tmp_path / name / "chapter" / "page.html").write_text(text, "utf-8")
            (tmp_path / name / "back" / "bibliography.html").write_text("<article id='id3'></article>")
        return [(kind, said) for _, kind, said in lost(tmp_path / "ordinary", tmp_path / "other")]

    return of


@pytest.mark.parametrize(
    ("before", "after", "kind", "said"),
    [
        (">Pairs", ">Paris", "heading", "Pairs"),
        ("<mi>n</mi>", "", "formula", "n"),
        ("<mi>b</mi>", "<mi>c</mi>", "formula", "a=b"),
        ("Exercise 2.1", "Exercise 2", "exercise, statement or other box", "Exercise 2.1 (Move)"),
        ('{"k":2}', '{"k":3}', "demo", '{"k":2}'),
        ("write", "break", "demo", '{"key":"","kind":"write"}'),
        ("pair_counts", "pair_count", "code", "at.pair_counts(x, y)"),
        ("cell_output", "cell_gone", "output", ""),
        ("Two curves.", "", "picture", "Two curves."),
        ("Fig. 2.1", "Fig. 2", "caption", "Fig. 2.1 They cross."),
    ],
)
def test_what_is_lost_is_named(differences, before, after, kind, said):
    assert differences(before, after) == [(kind, said)]


def test_a_link_that_leads_elsewhere_is_lost(differences):
    assert differences("#id3", "#gone") == [
        ("link", "../back/bibliography.html#id"),
        ("link that leads somewhere", "../back/bibliography.html#gone"),
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("0.25", "0.26"),
        ("<mi>a</mi> <mo>", "<mi>a</mi>\n<mo>"),
        ("1a2b", "3c4d"),
        ("eyJ", "eyK"),
        ("<span>pair_counts</span>", "pair_counts"),
        ("\n</article>", "<p>More.</p></article>"),
    ],
)
def test_what_only_looks_different_is_not_lost(differences, before, after):
    assert differences(before, after) == []


def test_a_page_that_is_gone_is_named(tmp_path):
    (tmp_path / "ordinary").mkdir()
    (tmp_path / "ordinary" / "page.html").write_text(PAGE, "utf-8")
    assert list(lost(tmp_path / "ordinary", tmp_path / "other")) == [("page.html", "page", "")]

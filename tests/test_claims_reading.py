"""What readers write about a claim: how partitions, points and scores are read, and what is asked back."""

import itertools
import re

import pytest
from claims import CLAIMS, answer_of, judge_claim
from conftest import said

PARTITION, POINTS, SCORES = "rand-half", "one-closer", "auc-diagonal"


@pytest.mark.parametrize(
    ("name", "texts", "same"),
    [
        (PARTITION, ("{A, BC}", "AB | c"), ("a bc", "ab c")),
        (PARTITION, ("  a\N{NO-BREAK SPACE}b\tc ", "(c)(ab)"), ("a b c", "c ab")),
        ("overlap-added", ("ab | c", "{a}, {b, c}", "{a, c}"), ("ab c", "a bc", "ac")),
        (POINTS, ("[0, 1, 5, 6]", "['a', 'a', 'b', 'b']"), ("0 1 5 6", "aabb")),
        (POINTS, ("{0,1},{5,6}", "aa | bb"), ("0 1 5 6", "aabb")),
        (POINTS, ("0,1, 5\N{THIN SPACE}6", "AABB"), ("0 1 5 6", "a a b b")),
        (POINTS, ("\N{MINUS SIGN}1 +0 5 6", "0 0 1 1"), ("-1 0 5 6", "a a b b")),
        (SCORES, ("4 +, 3-, 2 -, 1 +",), ("4+ 3- 2- 1+",)),
        (SCORES, ("4+ 3\N{MINUS SIGN} 2\N{EN DASH} 1+",), ("4+ 3- 2- 1+",)),
        ("gamma-dropped", ("1 W, 1 b 2B",), ("1w 1b 2b",)),
    ],
)
def test_reading_forgives(name, texts, same):
    first, second = said(CLAIMS[name], [answer_of(texts), answer_of(same)])
    assert first == second
    assert first[0] != "unclear"


# How people write a partition, by how it is read.
FORMS = {
    "ab | cd": [
        *("  ab   CD ", "ab, cd", "ab;cd", "'ab' 'cd'"),
        *("ab|cd", "a b | c d", "a,b|c,d", "|ab|cd|", "ab || cd", "a b / c d", "a, b; c, d", "ab \N{PARALLEL TO} cd"),
        *("{a,b},{c,d}", "{ {a, b}, {c, d} }", "{ab}{cd}", "(a b) (c d)", "[[a, b], [c, d]]", "({a,b},{c,d})"),
        *('[["a", "b"], ["c", "d"]]', "{ab cd}", "{ab | cd}", "{a,b} | {c,d}", "{a,b} \N{UNION} {c,d}", "{a,b}, cd"),
        *("0 0 1 1", "1122", "[0, 0, 1, 1]", "(0, 0, 1, 1)", "0;0;1;1", "{1,1,0,0}", "5 5 7 7"),
    ],
    "abcd": ["abcd", "{{a, b, c, d}}", "0000"],
    "a | b | c | d": ["a, b, c, d", "a|b|c|d", "{a},{b},{c},{d}"],
    "d | cab": ["d cab"],
    "a | bc | d": ["a | b c | d"],
    "ab | c | d": ["{a,b},c,{d}"],
    "ab | c": ["{{a,b},{c}} {}"],
    "12 | 34": ["{1,2},{3,4}", "12/34", "1 2 | 3 4", "[[1, 2], [3, 4]]"],
    "1 | 2 | 3": ["1 | 2 | 3"],
    "ac | bd": ["0 1 0 1"],
    "ace | b | d | f": ["010203"],
}
# What can be read in several ways, with what is said.
ASKED = [
    ("{a, b, c}", "two ways. Write `abc` for one cluster, or `a | b | c` for 3 clusters."),
    ("{a,b}, c, d", "two ways. Write `ab | c | d` for 3 clusters, or `ab | cd` for 2 clusters."),
    ("ab | c d", "two ways. Write `ab | cd` for 2 clusters, or `ab | c | d` for 3 clusters."),
    ("a b, c d", "several ways. Write clusters as ab | cd."),
    ("012", "two ways. Write `0 0 0` for one cluster, or `0 | 1 | 2` for 3 clusters."),
    ("{1, 2, 3}", "two ways. Write `0 0 0` for one cluster, or `1 | 2 | 3` for 3 clusters."),
    ("12 34", "two ways. Write labels as 0 0 1 1, and clusters as 12 | 34."),
]


@pytest.mark.parametrize("read_as", FORMS)
def test_how_people_write_a_partition(read_as):
    for text in FORMS[read_as]:
        assert words_for(text).endswith(f" Read as `{read_as}` and `{read_as}`."), text


def words_for(text):
    """What is said where both partitions are written in the same way."""
    return said(CLAIMS[PARTITION], [answer_of([text, text])])[0][1]


@pytest.mark.parametrize(("text", "words"), ASKED)
def test_what_can_be_read_in_several_ways_is_asked_back(text, words):
    asked = f"First partition: this can be read in {words}"
    assert said(CLAIMS[PARTITION], [answer_of([text, text])]) == [("unclear", asked)]
    # What the reader is asked to write is read as it is meant.
    for written in re.findall("`([^`]*)`", asked):
        again = written if "|" in written or not written.startswith("0") else "abcdefghi"[: len(written.split())]
        assert words_for(written).endswith(f" Read as `{again}` and `{again}`.")


def test_the_two_sets_of_a_pair_are_read_as_sets():
    """Two claims that were judged by partitions that nobody had written."""
    assert judge_claim("ari-negative", answer_of(["{a,b},{c,d}", "{a,c},{b,d}"]))[0] == "right"
    words = judge_claim("rand-half", answer_of(["{a,d},{b,e},{c,f}", "{abc},{def}"]))[1]
    assert words == f"{CLAIMS['rand-half'].says['low'].format(c='2/5')} Read as `ad | be | cf` and `abc | def`."


def test_labels_are_for_the_objects_of_the_other_partition():
    assert judge_claim(PARTITION, answer_of(["0 0 1", "y | xz"]))[1].endswith(" Read as `xy | z` and `y | xz`.")
    assert judge_claim(PARTITION, answer_of(["12 | 3", "001"]))[1].endswith(" Read as `12 | 3` and `12 | 3`.")


@pytest.mark.parametrize(
    ("name", "texts", "words"),
    [
        (PARTITION, ("", "ab c"), "First partition: this is empty. Here is an example of its form: abc de"),
        (PARTITION, ("ab | cd", "0 0 1"), "Second partition: there are 4 objects, and 3 labels are written here."),
        (
            PARTITION,
            ("aabb", "0011"),
            "First partition: a comes twice. In a partition each object is in one cluster. Labels",
        ),
        (PARTITION, ("{ab, {c}", "ab c"), "First partition: these brackets cannot be read."),
        (
            PARTITION,
            ("{ab}, {c}", "ab"),
            "In \u201cFirst partition\u201d, but not in \u201cSecond partition\u201d: c. Read",
        ),
        (POINTS, ("0 1 5 6", "ab | cd"), "Their clusters: bars and brackets cannot be read here. Write the letter"),
        ("overlap-one", ("ab ac", "{a, b}"), "Clusters: this can be read in two ways."),
        ("overlap-added", ("ab", "a b", "a, b a"), "Added cluster: one cluster is asked for, in one word."),
        (PARTITION, ("ab 3", "ab c"), "First partition: 3 is not a letter. Letters are objects, words are clusters."),
        (PARTITION, ("a", "a"), "First partition: there must be at least 2 objects"),
        (PARTITION, ("abcdefg hijklmn", "a"), "First partition: there can be at most 12 objects"),
        ("overlap-one", ("ab ba", "ab"), "Classes: ba comes twice. No two clusters are equal."),
        ("overlap-one", ("aba", "ab"), "Classes: a comes twice in aba."),
        (
            "overlap-one",
            ("abcdef", " ".join(map("".join, itertools.combinations("abcdef", 3))) + " ab"),
            "Clusters: there can be at most 20 clusters",
        ),
        ("overlap-added", ("ab", "a b", "ac"), "In \u201cAdded cluster\u201d, but not in \u201cClasses\u201d: c."),
        (POINTS, ("0 1.5 6", "aab"), "Points on a line: 1.5 is not a whole number of at most four digits."),
        (POINTS, ("0 1 6", "aabb"), "Their clusters: there are 3 points, and 4 are written here."),
        (POINTS, ("0 1 6", "abc"), "Their clusters: write two clusters or more"),
        (POINTS, ("0 1 6", "a-b"), "Their clusters: - is not a letter."),
        ("mean-half", ("1 2 3 4 5 6 7 8 9", "aaaabbbbb"), "Points on a line: there can be at most 8 points"),
        (SCORES, ("3 2-",), "Scores: 3 cannot be read. Write a score"),
        (SCORES, ("3+ 2+",), "Scores: both kinds are needed, + and -."),
    ],
)
def test_what_cannot_be_read_is_no_try(name, texts, words):
    ((verdict, found),) = said(CLAIMS[name], [answer_of(texts)])
    assert (verdict, found[: len(words)]) == ("unclear", words)

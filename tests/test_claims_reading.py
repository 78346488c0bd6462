"""What readers write about a claim: how partitions, points and scores are read, and what is asked back."""

import re

import pytest
from claims import CLAIMS, answer_of
from conftest import said

PARTITION, POINTS, SCORES = "rand-half", "one-closer", "auc-diagonal"


# How people write a partition, by how it is read.
FORMS = {
    "ab | cd": [
        *("  ab   CD ", "ab;cd", "'ab' 'cd'", "a,b|c,d", "|ab|cd|", "a, b; c, d", "ab \N{PARALLEL TO} cd"),
        *("{ {a, b}, {c, d} }", "{ab}{cd}", "(a b) (c d)", '[["a", "b"], ["c", "d"]]', "{a,b} \N{UNION} {c,d}"),
        *("0 0 1 1", "1122", "[0, 0, 1, 1]", "{1,1,0,0}", "5 5 7 7"),
    ],
    "abcd": ["{{a, b, c, d}}", "0000"],
    "a | b | c | d": ["a|b|c|d", "{a},{b},{c},{d}"],
    "12 | 34": ["{1,2},{3,4}", "1 2 | 3 4"],
    "1 | 2 | 3": ["1 | 2 | 3"],
    "ac | bd": ["0 1 0 1"],
}
# What can be read in several ways, with what is said.
ASKED = [
    ("{a, b, c}", "two ways. Write `abc` for one cluster, or `a | b | c` for 3 clusters."),
    ("012", "two ways. Write `0 0 0` for one cluster, or `0 | 1 | 2` for 3 clusters."),
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


@pytest.mark.parametrize(
    ("name", "texts", "words"),
    [
        (PARTITION, ("", "ab c"), "First partition: this is empty. Here is an example of its form: abc de"),
        (PARTITION, ("aabb", "0011"), "First partition: a comes twice. In a partition each object is in one cluster."),
        (PARTITION, ("{ab, {c}", "ab c"), "First partition: these brackets cannot be read."),
        (PARTITION, ("{ab}, {c}", "ab"), "In \u201cFirst partition\u201d, but not in \u201cSecond partition\u201d: c."),
        ("overlap-one", ("ab ac", "{a, b}"), "Clusters: this can be read in two ways."),
        (PARTITION, ("a", "a"), "First partition: there must be at least 2 objects"),
        (PARTITION, ("abcdefg hijklmn", "a"), "First partition: there can be at most 12 objects"),
        ("overlap-one", ("ab ba", "ab"), "Classes: ba comes twice. No two clusters are equal."),
        (POINTS, ("0 1.5 6", "aab"), "Points on a line: 1.5 is not a whole number of at most four digits."),
        (POINTS, ("0 1 6", "aabb"), "Their clusters: there are 3 points, and 4 are written here."),
        (SCORES, ("3 2-",), "Scores: 3 cannot be read. Write a score"),
    ],
)
def test_what_cannot_be_read_is_no_try(name, texts, words):
    ((verdict, found),) = said(CLAIMS[name], [answer_of(texts)])
    assert (verdict, found[: len(words)]) == ("unclear", words)

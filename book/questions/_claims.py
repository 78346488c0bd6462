"""What the claims of several chapters share: the parts of a counterexample, what was searched, how a cut is checked."""

from aucc_teach.exercises import Field

TWO = (Field("First partition", "partition", "abc de"), Field("Second partition", "partition", "abcd e"))
THREE = (
    Field("First partition", "partition", "abc d"),
    Field("Second partition", "partition", "ab cd"),
    Field("Third partition", "partition", "a b cd"),
)
CLASSES = Field("Classes", "partition", "abc de")
POINTS = Field("Points on a line", "points", "0 1 5 6")
CLUSTERS = Field("Their clusters", "labels", "a a b b")
TWO_CLUSTERINGS = (
    POINTS,
    Field("First clustering", "labels", "a a b b"),
    Field("Second clustering", "labels", "a b a b"),
)
# All partitions with these sizes are tried: for eight points there are at most 840 (3, 2, 2, 1).
FEW = (Field("Points on a line", "points", "0 1 3", most=8), Field("Their clusters", "labels", "a a b", most=8))
PAIRS = Field("Pairs", "pairs", "1w 2b 3w 4b", most=20)
SCORES = Field("Scores", "scores", "4+ 3+ 2- 1+", most=20)

PAIRS_SEARCHED = "pairs of partitions of up to {n} objects"
TRIPLES_SEARCHED = "triples of partitions of up to {n} objects"
LINES_SEARCHED = "up to {n} points at 0 to 5, in all clusterings"
SIZES_SEARCHED = "up to {n} points at 0 to 5, with all cluster sizes"
LISTS_SEARCHED = "lists of up to {n} items with values from 1 to 4"

CUTS = {
    "uncut": "The partition is the same before and after the cut. Cut at least one cluster.",
    "not-finer": "{pair} are together after the cut, but were apart before it. A cut can separate objects, but it "
    "cannot bring any together.",
}

"""The sentences of a report: each code has one, with its numbers in it as a reader reads them."""

import re

import numpy as np
import pytest

from aucc_report import Conclusion, Doubt, Headline, Next, Reason, Statement, Why
from aucc_report._codes import Fault
from aucc_report._words import counted, in_a_row, listed, number, plus_minus

PEAKS = [{"k": 4, "algorithm": "ward", "criterion": "VRC"}, {"k": 3, "algorithm": "average", "criterion": "AUCC"}]
HELD = [{"k": 3, "algorithms": ["ward", "average"]}, {"k": 5, "algorithms": ["k-means", "ward"]}]
SLICES = [{"k": 9, "algorithm": "average", "apart_at": 5}, {"k": 8, "algorithm": "ward", "apart_at": None}]
OF_RUINS = {"algorithm": "ward", "criterion": "VRC", "smallest": 1, "stability": (0.5, 0.012), "noise": (0.9, 0.01)}
#: For each code its columns, its numbers, and what the sentence says.
SAID = {
    Headline.CLUSTERS: ((), {"n_clusters": 3, "n_left_out": 1, "shape": "compact"}, "3 clusters, with 1 row left out."),
    Headline.AT_LEAST: ((), {"n_clusters": 2, "shape": "compact"}, "At least 2 groups."),
    Headline.SOMETHING: ((), {}, "Something, but not a number of clusters."),
    Headline.NOTHING: ((), {}, "Nothing beyond noise."),
    Why.PEAK_HELD: (
        (),
        {"k": 3, "criterion": "VRC", "algorithms": ["k-means", "ward"], "pvalue": 0.005},
        "VRC has its peak at 3 with k-means and Ward's method, the table stands out from data without clusters (p = "
        "0.005), and rows are rare between the clusters.",
    ),
    Why.GROUPS_AGREE: (
        (),
        {"k": 2, "pvalue": 0.005, "supported": [3, 5], "n_modes": 2},
        "The table stands out from data without clusters (p = 0.005). Peaks support 3 and 5 clusters and density 2, "
        "and 2 is the smallest of these.",
    ),
    Why.DENSITY_GAPS: (
        (),
        {"n_clusters": 2, "pvalue": 0.005, "found_by": [], "others": ["k-means", "average"]},
        "2 groups that follow density stand out from data without clusters (p = 0.005): rows are rarer between them "
        "than in boxes and ribbons. K-means and average linkage, which look for round clusters, do not find them.",
    ),
    Why.TWO_NUMBERS: (
        (),
        {"pvalue": 0.005, "held": HELD},
        "(p = 0.005), but several numbers hold: 3 clusters (ward and average) and 5 clusters (k-means and ward).",
    ),
    Why.GROUPS_INSIDE: (
        (),
        {"pvalue": 0.005, "k": 3, "parts": [{"n_rows": 60, "k": 2}]},
        "but of its 3 clusters one of 60 rows seems to hold 2 itself.",
    ),
    Why.UNITS_DECIDE: (
        (),
        {"pvalue": 0.005, "k": 3, "beside": [5]},
        "but the units decide: 3 clusters with each column divided by its spread within clusters, 5 with each",
    ),
    Why.ONE_CANDIDATE: (
        (),
        {"pvalue": 0.005, "k": 3, "algorithm": "ward", "criterion": "VRC", "decisive": "VRC"},
        "but its 3 clusters of Ward's method are a candidate only: no second algorithm holds them.",
    ),
    Why.ONE_MODE: (
        (),
        {"pvalue": 0.005, "k": 3, "algorithms": ["ward", "average"]},
        "The table stands out from data without clusters (p = 0.005), but density does not show the 3 "
        "clusters of Ward's method and average linkage: its gaps lie elsewhere, or are no wider than in data without "
        "clusters.",
    ),
    Why.PEAKS_NOT_TRUSTED: (
        (),
        {"pvalue": 0.005, "faults": [Fault.STRAGGLER, Fault.NOT_APART]},
        "but the clusters at its peaks have a straggler (a cluster of very few rows) or are not apart.",
    ),
    Why.NO_PEAK_BY_ITSELF: ((), {"pvalue": 0.005}, "(p = 0.005), but no number of clusters does so by itself."),
    Why.NONE_STANDS_OUT: (
        (),
        {"algorithms": ["k-means", "ward", "average"], "pvalue": 0.1, "level": 0.05},
        "k-means, Ward's method and average linkage were asked, and p = 0.100 is above the level of 0.05; that is no",
    ),
    Conclusion.NOTHING_STANDS_OUT: ((), {"pvalue": 0.1, "level": 0.05}, "see: p = 0.100, above the level of 0.05."),
    Conclusion.NO_PROOF_OF_NOTHING: ((), {}, "does not mean that there is nothing"),
    Conclusion.OFTEN_MISSED: ((), {}, "are often missed"),
    Conclusion.STANDS_OUT: (
        (),
        {"pvalue": 0.05, "n_sets": 19, "is_smallest": True},
        "p = 0.050, the smallest that 19 sets can give.",
    ),
    Conclusion.NEED_NOT_BE_CLUSTERS: ((), {}, "tails, corners and bends stand out, too"),
    Conclusion.SELECTED: (
        (),
        {
            "k": 3,
            "criterion": "VRC",
            "algorithms": ["ward", "average"],
            "outstanding": ["ward"],
            "is_peak_of_all": False,
        },
        "3 clusters are selected: among the numbers whose clusters are apart, VRC has its peak there with ward and "
        "average, and it stands out with ward.",
    ),
    Conclusion.SAME_ON_SECOND_SCALE: ((), {}, "The same number is selected with every column divided by its standard"),
    Conclusion.NOTHING_ON_SECOND_SCALE: ((), {"pvalue": 0.075}, "nothing stands out (p = 0.075)."),
    Conclusion.NO_NUMBER_ON_SECOND_SCALE: ((), {}, "no number is selected."),
    Conclusion.WITHOUT_ROWS: (
        (),
        {"rows": ["a", "b"], "called": "row"},
        "This holds without 2 rows that the algorithms put into clusters of very few rows (rows a, b); with them, no",
    ),
    Conclusion.LONGER_RANGE: ((), {"first_to": 10, "then_to": 18}, "Up to 10 clusters no number .* 18 were tried."),
    Conclusion.CONDITIONS_MET: (
        (),
        {},
        "Their stability is not below that of data without clusters by more than twice the error of the difference.",
    ),
    Conclusion.AT_LEAST_HELD: (
        (),
        {"k": 2, "supported": [3], "n_modes": 2},
        "At least 2 groups hold: peaks support 3 clusters and density 2. How many groups there are in all",
    ),
    Conclusion.DENSITY_HELD: (
        (),
        {"n_clusters": 2, "found_by": ["ward"], "others": ["k-means"]},
        "2 groups follow density: .* Ward's method finds the same groups.",
    ),
    Conclusion.NO_NUMBER: ((), {}, "No number of clusters is selected."),
    Conclusion.SEVERAL_NUMBERS: (
        (),
        {"held": HELD},
        "3 clusters (ward and average) and 5 clusters (k-means and ward),",
    ),
    Conclusion.NO_GAPS: (
        (),
        {"k": 3, "algorithms": ["k-means", "ward"]},
        "Distances show clusters, but density does not show the 3 clusters of k-means and Ward's method",
    ),
    Conclusion.GROUPS_WITHIN_GROUPS: (
        (),
        {"held": HELD[0], "parts": [{"n_rows": 60, "k": 2}]},
        "3 clusters would be selected (ward and average), but among these clusters, each looked at alone, one of 60 "
        "rows seems to hold 2 itself: there may be groups within groups.",
    ),
    Conclusion.SCALES_DISAGREE: (
        (),
        {"held": HELD[0], "beside": HELD[1:]},
        "within clusters, but 5 (k-means and ward) with each divided by its standard deviation, so the units decide.",
    ),
    Conclusion.CANDIDATE_ONLY: (
        (),
        {"k": 3, "algorithm": "ward", "criterion": "VRC", "has_greater_weight": True, "n_algorithms": 1},
        "3 clusters with ward are a candidate and no more: only one algorithm was used.",
    ),
    Conclusion.PEAKS_NOT_APART: ((), {"peaks": PEAKS}, "VRC with ward at 4 and AUCC with average at 3 stand out over"),
    Conclusion.NO_PEAK_APART: ((), {"criteria": ["VRC", "AUCC"]}, "no peak of VRC and AUCC stands out, so no"),
    Conclusion.NO_PEAK: ((), {"criteria": ["VRC", "AUCC"]}, "With no algorithm does a peak of VRC and AUCC stand out"),
    Conclusion.NONE_TRUSTED: (
        (),
        {"peaks": [OF_RUINS | {"k": k, "faults": list(Fault)} for k in (3, 4)]},
        "can be trusted: 3 with ward under VRC and 4 with ward under VRC (it is the last number that was tried and a "
        "cluster is a straggler of 1 row and it is less stable than data without clusters (0.50 ± 0.01 compared with "
        "0.90 ± 0.01) and rows are not rare between some of the clusters, which may be slices of one cloud).",
    ),
    Conclusion.SIZES: ((), {"k": 2, "algorithm": "ward", "sizes": [40, 20]}, "2 clusters of ward have 40 and 20 rows."),
    Conclusion.STABILITY: (
        (),
        {"k": 2, "algorithm": "ward", "stability": (0.9, 0.02), "noise": (-0.01, 0.05), "difference": 1},
        "keeps its 2 clusters with ARI 0.90 ± 0.02, compared with \N{MINUS SIGN}0.01 ± 0.05 on noise: more stable.",
    ),
    Conclusion.SAME_FROM_OTHER_SEEDS: (
        (),
        {"k": 2, "algorithm": "k-means", "aris": [1, 0.9999], "peaks": [2, 3]},
        "k-means ends in nearly the same 2 clusters, with an ARI of at least 0.99, and the peak lies "
        "at 2 (1 of 2) and 3 (1 of 2).",
    ),
    Conclusion.SAME_ON_OTHER_SCALE: (
        (),
        {"scaling": "within", "ari": 0.95},
        "With every column divided by its spread within clusters, the clusters are nearly the same (ARI 0.95).",
    ),
    Conclusion.AUCC_OF_ALL: (
        (),
        {"n_complete": 60, "aucc": 0.91234, "low": 0.9, "high": 0.92, "aucc_of_sample": 0.9},
        "With all 60 complete rows, .* AUCC is 0.912 .0.900 to 0.920.; in the sample it is 0.900.",
    ),
    Conclusion.AUCC_OF_CONNECTED: ((), {"aucc": 0.4321}, "AUCC of these groups is 0.432, which says little: AUCC"),
    Doubt.ROWS_LEFT_OUT: (
        ("width",),
        {"n_left_out": 1, "n_rows": 60, "missing": "drop", "gap": [-0.5, 0.3]},
        "left out, because a value is missing. Where they have values, they differ from the other rows most in "
        "width: by -0.50 ± 0.30 standard deviations, which is within two of its errors.",
    ),
    Doubt.FILLED_IN: (
        ("width",),
        {"n_values": 3, "n_rows": 1, "missing": "median", "proportions": [0.25]},
        "3 values in 1 row were filled in by the median of the column. .* Much was filled in in width .25%..",
    ),
    Doubt.SAMPLE: (
        (),
        {"n_sample": 2000, "n_complete": 100000, "n_seen": 5, "smallest": 0.00455, "error": 0.011068},
        "A sample of 2000 of 100000 rows was drawn at random. A cluster with 0.46% of all rows has at least 5 in such "
        "a sample with a probability of 95%; smaller clusters may be missed. The percentage of rows in a cluster has a "
        "standard error of at most 1.1, because of the sample.",
    ),
    Doubt.COPIES: ((), {"n_copies": 7, "n_rows": 67}, "7 of 67 rows repeat another one"),
    Doubt.MANY_COLUMNS: ((), {"n_rows": 40, "n_dimensions": 39}, "40 rows span 39 dimensions. With fewer than two"),
    Doubt.DOMINANT_UNSCALED: (("x0",), {"proportion": 0.956}, "Nothing was scaled, and x0 makes up 96% of the squared"),
    Doubt.DOMINANT_BEFORE_SCALING: (("x0",), {"proportion": 0.956}, "As the table stands, x0 makes up 96%"),
    Doubt.DOMINANT_AS_SCALED: (("x0",), {"proportion": 0.956}, "As scaled, x0 makes up 96%"),
    Doubt.COLUMNS_ALIKE: (
        ("a", "b", "c", "d"),
        {"groups": [["a", "b"], ["c", "d"]]},
        "The same column more than once, apart from unit and zero point: a and b; c and d. It counts",
    ),
    Doubt.FAR_VALUES: (
        ("spend",),
        {"values": [{"column": "spend", "row": 9, "value": 5000.0}], "called": "line"},
        "Far from all others of its column: value spend (5000 in line 9).",
    ),
    Doubt.SKEWED: (
        ("a", "b"),
        {"skewness": [1.26, -2]},
        "Skewed: columns a (+1.3), b (-2.0). Skewed clouds often stand",
    ),
    Doubt.SKEWED_MAY_HIDE: (("a",), {"skewness": [1.26]}, "Skewed: column a (+1.3). A long tail can hide groups"),
    Doubt.HEAVY_TAILS: (("a",), {"kurtosis": [3.5]}, "Heavy tails: column a (+3.5)."),
    Doubt.NUMBERS_NOT_USED: (
        tuple("abcdefg"),
        {},
        "Numbers that were not used: columns a, b, c, d, e and 2 more. The table of columns says why, and how to use",
    ),
    Doubt.KEEP_IN_MIND: (("a",), {}, "Used, with something to keep in mind: column a."),
    Doubt.CLASSES_KNOWN: ((), {"classes": "kind"}, "The classes (kind) took no part"),
    Doubt.CLOSE_TO_LEVEL: (
        (),
        {"n_sets": 99, "is_most": True},
        "Near the line: 99 sets of each kind of data without clusters",
    ),
    Doubt.FEW_KS: ((), {"ks": [3]}, "Only 3 was tried, which is too few"),
    Doubt.EUCLIDEAN_ALGORITHMS: (
        (),
        {"algorithms": ["ward"], "metric": "cityblock"},
        "ward works with Euclidean distances, whereas cityblock judges the result.",
    ),
    Doubt.ON_SECOND_SCALE_ALONE: (
        (),
        {"pvalue": 0.05, "held": HELD[:1]},
        "something stands out (p = 0.050), and the conditions are met by 3 clusters (ward and average). So the answer",
    ),
    Doubt.PEAK_AT_END: (
        (),
        {"algorithms": ["ward"], "criterion": "VRC", "k": 10},
        "With ward the peak of VRC lies at 10, the last number that was tried: the range ended there.",
    ),
    Doubt.PEAK_APART_AT_END: (
        (),
        {"algorithms": ["ward"], "criterion": "VRC", "k": 10},
        "Among the numbers whose clusters are apart, with ward the peak of VRC lies at 10",
    ),
    Doubt.STRAGGLERS: (
        (),
        {
            "peaks": [
                {"algorithm": "average", "k": 10, "smallest": 2, "is_peak_of_all": False},
                {"algorithm": "ward", "k": 10, "smallest": 1, "is_peak_of_all": True},
            ]
        },
        "clusters of very few rows at the peak: average at 10 (2 rows) and ward (1 row).",
    ),
    Doubt.PEAK_ELSEWHERE: (
        (),
        {"criterion": "VRC", "peaks": PEAKS},
        "VRC has its peak elsewhere: 4 with ward and 3 with average.",
    ),
    Doubt.PEAK_OF_SLICES: (
        (),
        {"criterion": "VRC", "peaks": SLICES},
        "Over all numbers, VRC has its peak elsewhere, at 9 with average (among the numbers whose clusters are apart, "
        "at 5) and 8 with ward. But rows are not rare between some of these clusters, which may be slices",
    ),
    Doubt.OTHER_CRITERION_SELECTS: (
        (),
        {"criterion": "AUCC", "peaks": PEAKS[:1]},
        "AUCC selects other numbers: 4 with",
    ),
    Doubt.OTHER_CRITERION_SILENT: (
        (),
        {"criterion": "AUCC", "algorithms": ["ward"]},
        "The peak of AUCC does not stand out with ward.",
    ),
    Doubt.WITHOUT_A_COLUMN: (("other",), {"k": 3}, "Without the column other, 3 clusters would be selected on this"),
    Doubt.REFERENCE_MOVES_PEAK: (
        (),
        {"criterion": "VRC", "peaks": [{"algorithm": "ward", "by_reference": {"box": 2, "radial": 3}}]},
        "depends on the reference data: ward (box 2, radial 3).",
    ),
    Doubt.OTHER_SEEDS: (
        (),
        {"k": 3, "algorithm": "k-means", "aris": [-0.01, 0.5], "peaks": [3, 3]},
        "finds a different set of 3 clusters, with ARI \N{MINUS SIGN}0.01 to 0.50; the peak lies at 3 each time.",
    ),
    Doubt.OTHER_SCALE: (
        (),
        {"k": 3, "algorithm": "ward", "scaling": "standardise", "ari": 0.8, "is_alike": True},
        "the 3 clusters of ward differ somewhat (ARI 0.80 with these).",
    ),
    Doubt.SAME_ROWS: ((), {}, "depends on a purpose, not on a criterion."),
    Doubt.WEAK_CLUSTERS: (
        (),
        {"clusters": [2], "jaccard": [0.55], "limit": 0.6},
        "Cluster 2 (0.55) should not be trusted: drawn anew, the rows do not bring it back (mean Jaccard coefficient "
        "below 0.6).",
    ),
    Doubt.CLUSTER_OF_FILLED_IN: (
        (),
        {"clusters": [2], "proportions": [0.6], "proportion_of_all": 12 / 70},
        "Rows that were filled in crowd in cluster 2 (60% of its rows), compared with 17% in all",
    ),
    Next.GROUPS_OR_SLICES: ((), {}, "are these groups with gaps between them, or slices of one bent or skewed cloud?"),
    Next.LOOK_FOR_BRIDGES: ((), {}, "do a few rows bridge"),
    Next.WHAT_STANDS_OUT: ((), {}, "is it a gap, or is it a tail, a bend, a corner or a few rows far away?"),
    Next.LOOK_ALL_THE_SAME: ((), {}, "Look at the picture all the same"),
    Next.CHECK_VALUES: (("spend",), {}, "Check the far values of column spend: correct them,"),
    Next.KEEP_ONE_COPY: ((), {}, "keep one of each"),
    Next.TAKE_LOGARITHMS: ((), {}, "Transform the skewed columns (logarithms, if all values are positive and"),
    Next.CHOOSE_UNITS: ((), {}, "Decide what a unit of each column is worth"),
    Next.LEAVE_OUT_COLUMNS: (("a", "b"), {}, "Use only one of columns a, b that repeat each other."),
    Next.ASK_ABOUT_COLUMN: (("a",), {"k": 3}, "whether a belongs here: without it, 3 clusters would be selected."),
    Next.TRY_MORE_NUMBERS: ((), {"k": 10}, "Try more than 10 clusters"),
    Next.FILL_IN: ((), {"n_left_out": 1}, "because 1 row took no part."),
    Next.NAME_CLUSTERS: ((), {}, "Read what tells the clusters apart"),
    Next.LOOK_WITHIN: ((), {}, "Judge the rows of each group as a table of its own"),
    Next.NOT_BY_MEANS: ((), {}, "not by their means"),
    Next.CHECK_ELSEWHERE: ((), {}, "in columns that were not used, or in new rows."),
    Next.DIVIDE_FOR_USE: ((), {"k": 3, "algorithm": "ward"}, "take the 3 clusters of Ward's method, and say"),
    Next.FEWER_COLUMNS: ((), {}, "Use only columns in which you expect groups"),
    Next.MORE_ROWS: ((), {}, "Ask again with more rows"),
    Next.DESCRIBE_BY_AXES: ((), {}, "Describe the table by its axes"),
    Reason.KIND: ((), {"kind": "sparse"}, "sparse columns are not read"),
    Reason.MAY_BE_CLASSES: (
        (),
        {"kind": "categories"},
        'categories are not a measurement; classes="..." compares with',
    ),
    Reason.OFFERED_KIND: (
        (),
        {"kind": "times"},
        "times, which are not used by default; columns=[...] takes them as days",
    ),
    Reason.NUMBERS_WITH_UNITS: ((), {"first": "$5"}, 'text that holds numbers, such as "$5"'),
    Reason.NUMBERS_AND_WORDS: ((), {"n_words": 1, "first": "n.d."}, 'numbers and 1 different word, such as "n.d."'),
    Reason.CLASSES: ((), {}, "it holds the classes."),
    Reason.LABELS: ((), {}, "it holds the labels that are judged."),
    Reason.EMPTY: ((), {}, "there is no value at all."),
    Reason.CONSTANT: ((), {}, "constant; it tells no rows apart."),
    Reason.COUNTS_ROWS: ((), {}, "it counts the rows, and measures nothing."),
    Reason.NAMES_ROWS: ((), {}, "whole numbers that never repeat, as names of rows do."),
    Reason.MAY_NAME_ROWS: ((), {}, "leave out what names the rows."),
    Reason.NAMED_AS_CODE: ((), {}, "whole numbers with the name of a code."),
    Reason.PERHAPS_CODES: (
        (),
        {"low": 1, "high": 4, "n_different": 4},
        "few different whole numbers from 1 to 4, perhaps counts or codes; choose what is a measurement.",
    ),
    Reason.FEW_VALUES: (
        (),
        {"is_alike": True},
        "on a scale that most columns share, as answers of a questionnaire have",
    ),
    Reason.MOSTLY_MISSING: ((), {}, "more than half of its values are missing."),
    Reason.CONSTANT_IN_COMPLETE_ROWS: ((), {}, "constant in the complete rows."),
    Reason.OFFERED: (
        (),
        {"why": Reason.PERHAPS_CODES, "low": 0, "high": 1, "n_different": 2},
        "few different whole numbers, 0 and 1, perhaps codes of yes and no; columns=[...] takes it.",
    ),
    Reason.READ_AS_NUMBERS: ((), {"kind": "yes and no"}, "asked for; yes and no are taken as 1 for yes and 0 for no."),
    Reason.IN_SPITE: ((), {"why": Reason.CONSTANT}, "asked for, although: constant; it tells no rows apart."),
    Reason.NOT_ASKED_FOR: ((), {}, "not asked for."),
}
CODES = [code for codes in (Headline, Why, Conclusion, Doubt, Next, Reason) for code in codes]


def test_every_code_is_tried():
    assert list(SAID) == CODES


@pytest.mark.parametrize("code", CODES, ids=[f"{type(code).__name__} {code}" for code in CODES])
def test_each_code_has_its_sentence(code):
    columns, numbers, words = SAID[code]
    said = str(Statement(code, columns, numbers))
    assert words in said or re.search(words, said)
    assert said.endswith((".", "?"))
    assert not re.search(r"[{}]|None(?! of)|nan\b|\d\.\d{5}|  ", said)


def test_codes_are_short_and_each_its_own():
    for codes in (Headline, Why, Conclusion, Doubt, Next, Reason):
        assert all(re.fullmatch("[a-z_]+", code) and code == code.name.lower() for code in codes)


@pytest.mark.parametrize(
    ("of_candidate", "words"),
    [
        ({"has_greater_weight": False, "n_algorithms": 2}, "VRC, which has the greater weight, has no peak that meets"),
        ({"has_greater_weight": True, "n_algorithms": 2}, "no second algorithm has its peak there under the same"),
    ],
)
def test_a_candidate_lacks_one_thing(of_candidate, words):
    numbers = {"k": 3, "algorithm": "ward", "criterion": "VRC"} | of_candidate
    assert words in str(Statement(Conclusion.CANDIDATE_ONLY, numbers=numbers))


@pytest.mark.parametrize(
    ("code", "columns", "numbers", "words"),
    [
        (Headline.CLUSTERS, (), {"n_clusters": 3, "n_left_out": 0, "shape": "compact"}, "3 clusters."),
        (
            Headline.CLUSTERS,
            (),
            {"n_clusters": 3, "n_left_out": 0, "shape": "connected"},
            "3 groups that are connected, not round.",
        ),
        (
            Headline.AT_LEAST,
            (),
            {"n_clusters": 2, "shape": "connected"},
            "At least 2 groups that are connected, not round.",
        ),
        (
            Why.DENSITY_GAPS,
            (),
            {"n_clusters": 2, "pvalue": 0.005, "found_by": ["ward", "k-means"], "others": []},
            "Ward's method and k-means find the same groups.",
        ),
        (
            Conclusion.DENSITY_HELD,
            (),
            {"n_clusters": 2, "found_by": [], "others": ["ward"]},
            "Ward's method, which looks for round clusters, does not find them.",
        ),
        (Why.NONE_STANDS_OUT, (), {"algorithms": ["ward"], "pvalue": 0.1, "level": 0.05}, "Ward's method was asked"),
        (
            Why.ONE_CANDIDATE,
            (),
            {"pvalue": 0.005, "k": 3, "algorithm": "ward", "criterion": "AUCC", "decisive": "VRC"},
            "are a candidate only: AUCC selects them, and VRC does not.",
        ),
        (Doubt.ON_SECOND_SCALE_ALONE, (), {"pvalue": 0.05, "held": []}, "and no number meets the conditions."),
        (
            Doubt.EUCLIDEAN_ALGORITHMS,
            (),
            {"algorithms": ["ward", "k-means"], "metric": "x"},
            "ward and k-means work with",
        ),
        (Doubt.FEW_KS, (), {"ks": [2, 3]}, "Only 2 and 3 were tried"),
        (
            Doubt.WEAK_CLUSTERS,
            (),
            {"clusters": [1, 2], "jaccard": [0.5, 0.55], "limit": 0.6},
            "Clusters 1 (0.50) and 2",
        ),
        (
            Doubt.ROWS_LEFT_OUT,
            (),
            {"n_left_out": 3, "n_rows": 60, "missing": "neighbours", "gap": None},
            "3 rows of 60 left out, because more than half of the values are missing.",
        ),
        (
            Conclusion.SAME_FROM_OTHER_SEEDS,
            (),
            {"k": 3, "algorithm": "k-means", "aris": [1, 1], "peaks": [3, 3]},
            "ends in the same 3 clusters each time, and the peak lies at 3 each time.",
        ),
        (Reason.PERHAPS_CODES, (), {"low": 7, "high": 9, "n_different": 3}, "from 7 to 9, perhaps codes; choose"),
    ],
)
def test_one_and_many_are_said_as_such(code, columns, numbers, words):
    assert words in str(Statement(code, columns, numbers))


def test_numbers_are_written_as_a_reader_reads_them():
    assert [counted(n, "row") for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
    assert [listed(range(n)) for n in (1, 2, 3)] == ["0", "0 and 1", "0, 1 and 2"]
    assert [in_a_row(ks) for ks in ([3], [2, 3], [2, 3, 4], [2, 4, 5])] == ["3", "2 and 3", "2 to 4", "2, 4 and 5"]
    assert number(-0.12345) == "\N{MINUS SIGN}0.123"
    assert plus_minus(np.float64(0.5), 0.026) == "0.50 ± 0.03"

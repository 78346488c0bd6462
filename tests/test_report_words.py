"""The sentences of a report: each code has one, with its numbers in it as a reader reads them."""

import re
import textwrap

from golden import assert_golden

from aucc_report import Conclusion, Doubt, Headline, Next, Reason, Statement, Why
from aucc_report._codes import Cite, Fault, Given

PEAKS = {"criteria": ["VRC", "AUCC"], "k": 3, "algorithms": ["k-means", "ward"], "n_gaps": 2}
LOST = {"n_described": 3, "lost": [3]}
MINE = {"name": "mine", "inside": 0.94, "of_random": 1 / 3, "pvalue": 0.005, "by_neighbours": True}
MINE |= {"aucc": 0.6, "pvalue_of_aucc": 0.01, "by": None, "is_found": None, "n_pairs": 3, "n_not_apart": 2}
MINE["first"] = {"one": "a", "other": "b", "valley": 0.8, "wrong side": 0.17}
#: For each code its numbers, and its columns where it has some.
SAID = [
    (Headline.CLUSTERS, {"n_clusters": 3, "shape": "compact"}),
    (Headline.AT_LEAST, {"n_clusters": 2, "shape": "compact"}),
    (Headline.SOMETHING,),
    (Headline.NOTHING,),
    (Why.BOTH_AGREE, PEAKS),
    (Why.GAPS_ALONE, {"n_gaps": 3, "found_by": ["ward", "k-means"], "algorithms": ["k-means", "ward"]}),
    (Why.PEAKS_ALONE, PEAKS),
    (Why.PEAKS_SEE_MORE, PEAKS),
    (Why.GROUP_OPEN, {"n_gaps": 2, "open_rows": [80]}),
    (Why.PEAKS_HINT, PEAKS | {"numbers": [3, 4]}),
    (Why.PEAKS_SEE_FEWER, PEAKS | {"n_gaps": 5}),
    (Why.PEAKS_SEE_OTHERS, PEAKS),
    (Why.SOME_COME_BACK, LOST),
    (Why.NONE_COMES_BACK, LOST | {"lost": [1, 2, 3]}),
    (Why.PEAKS_DISAGREE, {"pvalue": 0.025, "pvalue_after_power": 0.05, "n_gaps": 1, "numbers": [3, 5]}),
    (Why.PEAK_NOT_TRUSTED, {"pvalue": 0.025, "pvalue_after_power": 0.05, "n_gaps": 1, "k": 10, "faults": list(Fault)}),
    (Why.NO_GAP_BETWEEN, {"pvalue": 0.025, "pvalue_after_power": 0.05, "k": 3, "n_gaps": 1}),
    (Why.NONE_APART, {"pvalue": 0.025, "numbers": [2, 5], "n_gaps": 1}),
    (Why.SKEW_ALONE, {"pvalue": 0.025, "pvalue_after_power": 0.4, "n_gaps": 1}),
    (Why.NONE_STANDS_OUT, {"pvalue": 0.1}),
    (Conclusion.STANDS_OUT, {"pvalue": 0.025}),
    (Conclusion.NO_PEAK_STANDS_OUT, {"pvalue": 0.1, "level": 0.05}),
    (Conclusion.GAPS, {"n_gaps": 3, "n_ellipses": 1, "open_rows": [60, 40]}),
    (Conclusion.NO_GAP,),
    (Conclusion.PEAKS_AGREE, {"k": 3}),
    (Conclusion.PEAKS_DO_NOT, {"numbers": [3, 5]}),
    (Conclusion.NEED_NOT_BE_CLUSTERS,),
    (Conclusion.OFTEN_MISSED,),
    (Conclusion.SIZES, {"k": 2, "algorithm": "ward", "sizes": [40, 20]}),
    (Conclusion.SAME_FROM_OTHER_SEEDS, {"k": 2, "algorithm": "k-means", "aris": [1, 0.9999]}),
    (Conclusion.SAME_TRANSFORMED,),
    (Conclusion.SAME_ON_OTHER_SCALE, {"scaling": "within", "ari": 0.95}),
    (
        Conclusion.AUCC_OF_ALL,
        {
            "n_complete": 60,
            "way": "nearest row",
            "right": 0.9999,
            "aucc": 0.91234,
            "low": 0.9,
            "high": 0.92,
            "aucc_of_sample": 0.9,
        },
    ),
    (Conclusion.AUCC_OF_CONNECTED, {"aucc": 0.4321}),
    (Doubt.ROWS_LEFT_OUT, {"n_left_out": 1, "n_rows": 60, "missing": "drop", "gap": [-0.5, 0.3]}, ("width",)),
    (Doubt.FILLED_IN, {"n_values": 3, "n_rows": 1, "missing": "median", "proportions": [0.25]}, ("width",)),
    (Doubt.SAMPLE, {"n_sample": 2000, "n_complete": 100000, "n_seen": 5, "smallest": 0.00455, "error": 0.011068}),
    (Doubt.COPIES, {"n_copies": 7, "n_rows": 67}),
    (Doubt.MANY_COLUMNS, {"n_rows": 40, "n_dimensions": 39}),
    (Doubt.DOMINANT_UNSCALED, {"proportion": 0.956}, ("x0",)),
    (Doubt.DOMINANT_BEFORE_SCALING, {"proportion": 0.956}, ("x0",)),
    (Doubt.DOMINANT_AS_SCALED, {"proportion": 0.956}, ("x0",)),
    (Doubt.COLUMNS_ALIKE, {"groups": [["a", "b"], ["c", "d"]]}, ("a", "b", "c", "d")),
    (Doubt.FAR_VALUES, {"values": [{"column": "spend", "row": 9, "value": 5000.0}], "called": "line"}, ("spend",)),
    (Doubt.SKEWED, {"skewness": [1.26, -2]}, ("a", "b")),
    (Doubt.SKEWED_MAY_HIDE, {"skewness": [1.26]}, ("a",)),
    (Doubt.HEAVY_TAILS, {"kurtosis": [3.5]}, ("a",)),
    (Doubt.NUMBERS_NOT_USED, {}, tuple("abcdefg")),
    (Doubt.KEEP_IN_MIND, {}, ("a",)),
    (Doubt.CLASSES_KNOWN, {"classes": "kind"}),
    (Doubt.FEW_KS, {"ks": [3]}),
    (Doubt.EUCLIDEAN_ALGORITHMS, {"algorithms": ["ward"], "metric": "cityblock"}),
    (Doubt.PEAKS_DIFFER, {"numbers": [2, 4]}),
    (Doubt.OTHER_SEEDS, {"k": 3, "algorithm": "k-means", "aris": [-0.01, 0.5]}),
    (Doubt.OTHER_SCALE, {"k": 3, "algorithm": "ward", "scaling": "standardise", "ari": 0.8, "is_alike": True}),
    (Doubt.TRANSFORMED, {"headline": "3 clusters.", "why": "No gap is deeper."}),
    (Doubt.SAME_ROWS,),
    (Doubt.WEAK_CLUSTERS, {"clusters": [2], "jaccard": [0.55], "limit": 0.6}),
    (Doubt.CLUSTER_OF_FILLED_IN, {"clusters": [2], "proportions": [0.6], "proportion_of_all": 12 / 70}),
    (
        Cite.ASKED,
        {
            "version": "0.4.0",
            "n_rows": 330,
            "n_columns": 1,
            "has_gaps": True,
            "ks": list(range(2, 11)),
            "criteria": ["VRC", "AUCC"],
            "algorithms": ["k-means", "ward"],
            "n_sets": 39,
        },
    ),
    (Cite.FOUND, {"headline": "Nothing beyond noise.", "why": "No gap is deeper."}),
    (Cite.RIGHT, {"chosen": ["ks", "scaling"]}),
    (Next.GROUPS_OR_SLICES,),
    (Next.LOOK_FOR_BRIDGES,),
    (Next.WHAT_STANDS_OUT,),
    (Next.LOOK_ALL_THE_SAME,),
    (Next.CHECK_VALUES, {}, ("spend",)),
    (Next.KEEP_ONE_COPY,),
    (Next.TAKE_LOGARITHMS,),
    (Next.CHOOSE_UNITS,),
    (Next.CHOOSE_TRANSFORM,),
    (Next.LEAVE_OUT_COLUMNS, {}, ("a", "b")),
    (Next.FILL_IN, {"n_left_out": 1}),
    (Next.NAME_CLUSTERS,),
    (Next.LOOK_WITHIN,),
    (Next.NOT_BY_MEANS,),
    (Next.CHECK_ELSEWHERE,),
    (Next.DIVIDE_FOR_USE, {"k": 3, "algorithm": "ward"}),
    (Next.FEWER_COLUMNS,),
    (Next.MORE_ROWS,),
    (Next.DESCRIBE_BY_AXES,),
    (Reason.KIND, {"kind": "sparse"}),
    (Reason.MAY_BE_CLASSES, {"kind": "categories"}),
    (Reason.OFFERED_KIND, {"kind": "times"}),
    (Reason.NUMBERS_WITH_UNITS, {"first": "$5"}),
    (Reason.NUMBERS_AND_WORDS, {"n_words": 1, "first": "n.d."}),
    (Reason.CLASSES,),
    (Reason.LABELS,),
    (Reason.EMPTY,),
    (Reason.CONSTANT,),
    (Reason.COUNTS_ROWS,),
    (Reason.NAMES_ROWS,),
    (Reason.MAY_NAME_ROWS,),
    (Reason.NAMED_AS_CODE,),
    (Reason.PERHAPS_CODES, {"low": 1, "high": 4, "n_different": 4}),
    (Reason.FEW_VALUES, {"is_alike": True}),
    (Reason.MOSTLY_MISSING,),
    (Reason.CONSTANT_IN_COMPLETE_ROWS,),
    (Reason.OFFERED, {"why": Reason.PERHAPS_CODES, "low": 0, "high": 1, "n_different": 2}),
    (Reason.READ_AS_NUMBERS, {"kind": "yes and no"}),
    (Reason.IN_SPITE, {"why": Reason.CONSTANT}),
    (Reason.NOT_ASKED_FOR,),
    (Reason.FEW_USED, {"n_numbers": 3, "others": ["a", "b"]}, ("width",)),
    (Reason.FEW_USED, {"n_numbers": 5, "others": ["a"]}, ("width", "height")),
    # Said otherwise of one or of many, or of another kind.
    (Headline.CLUSTERS, {"n_clusters": 3, "shape": "connected"}),
    (Why.GAPS_ALONE, {"n_gaps": 2, "found_by": ["ward"], "algorithms": ["k-means", "ward"]}),
    (Why.GAPS_ALONE, {"n_gaps": 2, "found_by": [], "algorithms": ["ward"]}),
    (Why.GAPS_ALONE, {"n_gaps": 2, "found_by": [], "algorithms": ["k-means", "ward"]}),
    (Why.GROUP_OPEN, {"n_gaps": 3, "open_rows": [60, 40]}),
    (
        Why.PEAK_NOT_TRUSTED,
        {"pvalue": 0.025, "pvalue_after_power": 0.05, "n_gaps": 1, "k": 3, "faults": [Fault.NOT_APART]},
    ),
    (Why.SOME_COME_BACK, {"n_described": 5, "lost": [4, 5]}),
    (Conclusion.GAPS, {"n_gaps": 2, "n_ellipses": 0, "open_rows": []}),
    (Conclusion.GAPS, {"n_gaps": 4, "n_ellipses": 2, "open_rows": [60]}),
    (Conclusion.PEAKS_DO_NOT, {"numbers": [3], "k": 3, "faults": [Fault.STRAGGLER, Fault.NOT_APART]}),
    (Doubt.EUCLIDEAN_ALGORITHMS, {"algorithms": ["ward", "k-means"], "metric": "x"}),
    (Doubt.FEW_KS, {"ks": [2, 3]}),
    (Doubt.WEAK_CLUSTERS, {"clusters": [1, 2], "jaccard": [0.5, 0.55], "limit": 0.6}),
    (Doubt.ROWS_LEFT_OUT, {"n_left_out": 3, "n_rows": 60, "missing": "neighbours", "gap": None}),
    (Conclusion.SAME_FROM_OTHER_SEEDS, {"k": 3, "algorithm": "k-means", "aris": [1, 1]}),
    (Reason.PERHAPS_CODES, {"low": 7, "high": 9, "n_different": 3}),
    (Given.PLAIN_GROUPS, MINE | {"by": "valley", "n_not_apart": 0}),
    (Given.NOT_APART, MINE),
    (Given.LIKE_SLICES, MINE),
    (Given.UNRELATED, MINE | {"inside": 0.35, "pvalue": 0.2, "aucc": 0.51, "pvalue_of_aucc": 0.3}),
    (Given.OWN_ANSWER, {"headline": "2 clusters.", "algorithm": "ward", "k": 2, "ari": 0.567}),
    (Given.NO_OWN_ANSWER, {"headline": "Nothing stands out."}),
    (
        Given.NOISE_LEFT_OUT,
        {"n_noise": 5, "noise": -1, "n_rows": 60, "aucc": 0.9, "each": 0.8, "together": 0.7, "nearest": 0.85},
    ),
    (Given.PERHAPS_NOISE, {"n": 5, "n_rows": 60}),
    (Given.WITHOUT_LABEL, {"n_missing": 1, "n_rows": 60}),
    (Given.FEW_ROWS, {"clusters": ["a", "b"], "rows": [1, 2]}),
    (Given.UNDECIDED, {"n_drawn": 199}),
    (Given.PLAIN_GROUPS, MINE | {"by": "gap", "is_found": False}),
    (Given.PLAIN_GROUPS, MINE | {"by": "report", "is_found": True}),
    (Given.NOT_APART, MINE | {"n_pairs": 1, "n_not_apart": 1}),
    (Given.NOT_APART, MINE | {"n_not_apart": 3, "by_neighbours": False}),
    (Given.LIKE_SLICES, MINE | {"n_not_apart": 3}),
    (Given.LIKE_SLICES, MINE | {"n_not_apart": 0, "first": None}),
]
CODES = [code for codes in (Headline, Why, Conclusion, Doubt, Cite, Next, Reason, Given) for code in codes]


def test_every_code_is_tried():
    assert {code for code, *_ in SAID} == set(CODES)


def test_the_sentences_are_those_that_were_reviewed():
    lines = []
    for code, *rest in SAID:
        numbers, columns = (*rest, *({}, ())[len(rest) :])
        sentence = str(Statement(code, columns, numbers))
        assert sentence.endswith((".", "?"))
        assert not re.search(r"[{}]|None(?! of)|nan\b|\d\.\d{5}|  ", sentence)
        said = f"{type(code).__name__}.{code.name}: {sentence}"
        lines.append(textwrap.fill(said, 118, subsequent_indent="    "))
    assert_golden("report_sentences.txt", "\n".join(lines) + "\n")

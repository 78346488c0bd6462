"""The sentences of a report: each code has one, with its numbers in it as a reader reads them."""

import re
import textwrap

from golden import assert_golden

from aucc_report import Conclusion, Doubt, Headline, Next, Reason, Statement, Why
from aucc_report._codes import Fault, Given

PEAKS = [{"k": 4, "algorithm": "ward", "criterion": "VRC"}, {"k": 3, "algorithm": "average", "criterion": "AUCC"}]
HELD = [{"k": 3, "algorithms": ["ward", "average"]}, {"k": 5, "algorithms": ["k-means", "ward"]}]
SLICES = [{"k": 9, "algorithm": "average", "apart_at": 5}, {"k": 8, "algorithm": "ward", "apart_at": None}]
OF_RUINS = {"algorithm": "ward", "criterion": "VRC", "smallest": 1, "stability": (0.5, 0.012), "noise": (0.9, 0.01)}
MINE = {"name": "mine", "inside": 0.94, "of_random": 1 / 3, "pvalue": 0.005, "by_neighbours": True}
MINE |= {"aucc": 0.6, "pvalue_of_aucc": 0.01, "by": None, "is_found": None, "n_pairs": 3, "n_not_apart": 2}
MINE["first"] = {"one": "a", "other": "b", "valley": 0.8, "wrong side": 0.17}
#: For each code its numbers, and its columns where it has some.
SAID = [
    (Headline.CLUSTERS, {"n_clusters": 3, "n_left_out": 1, "shape": "compact"}),
    (Headline.AT_LEAST, {"n_clusters": 2, "shape": "compact"}),
    (Headline.SOMETHING,),
    (Headline.NOTHING,),
    (Why.PEAK_HELD, {"k": 3, "criterion": "VRC", "algorithms": ["k-means", "ward"], "pvalue": 0.005}),
    (Why.GROUPS_AGREE, {"k": 2, "pvalue": 0.005, "supported": [3, 5], "n_modes": 2}),
    (Why.DENSITY_GAPS, {"n_clusters": 2, "pvalue": 0.005, "found_by": [], "others": ["k-means", "average"]}),
    (Why.TWO_NUMBERS, {"pvalue": 0.005, "held": HELD}),
    (Why.GROUPS_INSIDE, {"pvalue": 0.005, "k": 3, "parts": [{"n_rows": 60, "k": 2}]}),
    (Why.UNITS_DECIDE, {"pvalue": 0.005, "k": 3, "beside": [5]}),
    (Why.ONE_CANDIDATE, {"pvalue": 0.005, "k": 3, "algorithm": "ward", "criterion": "VRC", "decisive": "VRC"}),
    (Why.ONE_MODE, {"pvalue": 0.005, "k": 3, "algorithms": ["ward", "average"]}),
    (Why.PEAKS_NOT_TRUSTED, {"pvalue": 0.005, "faults": [Fault.STRAGGLER, Fault.NOT_APART]}),
    (Why.NO_PEAK_BY_ITSELF, {"pvalue": 0.005}),
    (Why.NONE_STANDS_OUT, {"algorithms": ["k-means", "ward", "average"], "pvalue": 0.1, "level": 0.05}),
    (Conclusion.NOTHING_STANDS_OUT, {"pvalue": 0.1, "level": 0.05}),
    (Conclusion.NO_PROOF_OF_NOTHING,),
    (Conclusion.OFTEN_MISSED,),
    (Conclusion.STANDS_OUT, {"pvalue": 0.05, "n_sets": 19, "is_smallest": True}),
    (Conclusion.NEED_NOT_BE_CLUSTERS,),
    (
        Conclusion.SELECTED,
        {
            "k": 3,
            "criterion": "VRC",
            "algorithms": ["ward", "average"],
            "outstanding": ["ward"],
            "is_peak_of_all": False,
        },
    ),
    (Conclusion.SAME_ON_SECOND_SCALE,),
    (Conclusion.NOTHING_ON_SECOND_SCALE, {"pvalue": 0.075}),
    (Conclusion.NO_NUMBER_ON_SECOND_SCALE,),
    (Conclusion.WITHOUT_ROWS, {"rows": ["a", "b"], "called": "row"}),
    (Conclusion.LONGER_RANGE, {"first_to": 10, "then_to": 18}),
    (Conclusion.CONDITIONS_MET,),
    (Conclusion.AT_LEAST_HELD, {"k": 2, "supported": [3], "n_modes": 2}),
    (Conclusion.DENSITY_HELD, {"n_clusters": 2, "found_by": ["ward"], "others": ["k-means"]}),
    (Conclusion.NO_NUMBER,),
    (Conclusion.SEVERAL_NUMBERS, {"held": HELD}),
    (Conclusion.NO_GAPS, {"k": 3, "algorithms": ["k-means", "ward"]}),
    (Conclusion.GROUPS_WITHIN_GROUPS, {"held": HELD[0], "parts": [{"n_rows": 60, "k": 2}]}),
    (Conclusion.SCALES_DISAGREE, {"held": HELD[0], "beside": HELD[1:]}),
    (
        Conclusion.CANDIDATE_ONLY,
        {"k": 3, "algorithm": "ward", "criterion": "VRC", "has_greater_weight": True, "n_algorithms": 1},
    ),
    (Conclusion.PEAKS_NOT_APART, {"peaks": PEAKS}),
    (Conclusion.NO_PEAK_APART, {"criteria": ["VRC", "AUCC"]}),
    (Conclusion.NO_PEAK, {"criteria": ["VRC", "AUCC"]}),
    (Conclusion.NONE_TRUSTED, {"peaks": [OF_RUINS | {"k": k, "faults": list(Fault)} for k in (3, 4)]}),
    (Conclusion.SIZES, {"k": 2, "algorithm": "ward", "sizes": [40, 20]}),
    (
        Conclusion.STABILITY,
        {"k": 2, "algorithm": "ward", "stability": (0.9, 0.02), "noise": (-0.01, 0.05), "difference": 1},
    ),
    (Conclusion.SAME_FROM_OTHER_SEEDS, {"k": 2, "algorithm": "k-means", "aris": [1, 0.9999], "peaks": [2, 3]}),
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
    (Doubt.CLOSE_TO_LEVEL, {"n_sets": 99, "is_most": True}),
    (Doubt.FEW_KS, {"ks": [3]}),
    (Doubt.EUCLIDEAN_ALGORITHMS, {"algorithms": ["ward"], "metric": "cityblock"}),
    (Doubt.ON_SECOND_SCALE_ALONE, {"pvalue": 0.05, "held": HELD[:1]}),
    (Doubt.PEAK_AT_END, {"algorithms": ["ward"], "criterion": "VRC", "k": 10}),
    (Doubt.PEAK_APART_AT_END, {"algorithms": ["ward"], "criterion": "VRC", "k": 10}),
    (
        Doubt.STRAGGLERS,
        {
            "peaks": [
                {"algorithm": "average", "k": 10, "smallest": 2, "is_peak_of_all": False},
                {"algorithm": "ward", "k": 10, "smallest": 1, "is_peak_of_all": True},
            ]
        },
    ),
    (Doubt.PEAK_ELSEWHERE, {"criterion": "VRC", "peaks": PEAKS}),
    (Doubt.PEAK_OF_SLICES, {"criterion": "VRC", "peaks": SLICES}),
    (Doubt.OTHER_CRITERION_SELECTS, {"criterion": "AUCC", "peaks": PEAKS[:1]}),
    (Doubt.OTHER_CRITERION_SILENT, {"criterion": "AUCC", "algorithms": ["ward"]}),
    (Doubt.WITHOUT_A_COLUMN, {"k": 3}, ("other",)),
    (
        Doubt.REFERENCE_MOVES_PEAK,
        {"criterion": "VRC", "peaks": [{"algorithm": "ward", "by_reference": {"box": 2, "radial": 3}}]},
    ),
    (Doubt.OTHER_SEEDS, {"k": 3, "algorithm": "k-means", "aris": [-0.01, 0.5], "peaks": [3, 3]}),
    (Doubt.OTHER_SCALE, {"k": 3, "algorithm": "ward", "scaling": "standardise", "ari": 0.8, "is_alike": True}),
    (Doubt.SAME_ROWS,),
    (Doubt.WEAK_CLUSTERS, {"clusters": [2], "jaccard": [0.55], "limit": 0.6}),
    (Doubt.CLUSTER_OF_FILLED_IN, {"clusters": [2], "proportions": [0.6], "proportion_of_all": 12 / 70}),
    (Next.GROUPS_OR_SLICES,),
    (Next.LOOK_FOR_BRIDGES,),
    (Next.WHAT_STANDS_OUT,),
    (Next.LOOK_ALL_THE_SAME,),
    (Next.CHECK_VALUES, {}, ("spend",)),
    (Next.KEEP_ONE_COPY,),
    (Next.TAKE_LOGARITHMS,),
    (Next.CHOOSE_UNITS,),
    (Next.LEAVE_OUT_COLUMNS, {}, ("a", "b")),
    (Next.ASK_ABOUT_COLUMN, {"k": 3}, ("a",)),
    (Next.TRY_MORE_NUMBERS, {"k": 10}),
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
    (Headline.CLUSTERS, {"n_clusters": 3, "n_left_out": 0, "shape": "compact"}),
    (Headline.CLUSTERS, {"n_clusters": 3, "n_left_out": 0, "shape": "connected"}),
    (Headline.AT_LEAST, {"n_clusters": 2, "shape": "connected"}),
    (Why.DENSITY_GAPS, {"n_clusters": 2, "pvalue": 0.005, "found_by": ["ward", "k-means"], "others": []}),
    (Conclusion.DENSITY_HELD, {"n_clusters": 2, "found_by": [], "others": ["ward"]}),
    (Why.NONE_STANDS_OUT, {"algorithms": ["ward"], "pvalue": 0.1, "level": 0.05}),
    (Why.ONE_CANDIDATE, {"pvalue": 0.005, "k": 3, "algorithm": "ward", "criterion": "AUCC", "decisive": "VRC"}),
    (Doubt.ON_SECOND_SCALE_ALONE, {"pvalue": 0.05, "held": []}),
    (Doubt.EUCLIDEAN_ALGORITHMS, {"algorithms": ["ward", "k-means"], "metric": "x"}),
    (Doubt.FEW_KS, {"ks": [2, 3]}),
    (Doubt.WEAK_CLUSTERS, {"clusters": [1, 2], "jaccard": [0.5, 0.55], "limit": 0.6}),
    (Doubt.ROWS_LEFT_OUT, {"n_left_out": 3, "n_rows": 60, "missing": "neighbours", "gap": None}),
    (Conclusion.SAME_FROM_OTHER_SEEDS, {"k": 3, "algorithm": "k-means", "aris": [1, 1], "peaks": [3, 3]}),
    (Reason.PERHAPS_CODES, {"low": 7, "high": 9, "n_different": 3}),
    (
        Conclusion.CANDIDATE_ONLY,
        {"k": 3, "algorithm": "ward", "criterion": "VRC", "has_greater_weight": False, "n_algorithms": 2},
    ),
    (
        Conclusion.CANDIDATE_ONLY,
        {"k": 3, "algorithm": "ward", "criterion": "VRC", "has_greater_weight": True, "n_algorithms": 2},
    ),
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
CODES = [code for codes in (Headline, Why, Conclusion, Doubt, Next, Reason, Given) for code in codes]


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

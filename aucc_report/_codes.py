"""Everything that a report can say, as codes."""

from enum import StrEnum


class Headline(StrEnum):
    """What stands on top."""

    CLUSTERS = "clusters"  # a number is selected
    AT_LEAST = "at_least"  # so many groups hold, and there may be more
    SOMETHING = "something"  # the table stands out, and no number is selected
    NOTHING = "nothing"  # the table does not stand out


class Why(StrEnum):
    """The one reason that stands beside the headline."""

    # A number.
    BOTH_AGREE = "both_agree"
    GAPS_ALONE = "gaps_alone"
    PEAKS_ALONE = "peaks_alone"
    PEAKS_SEE_MORE = "peaks_see_more"
    # At least.
    GROUP_OPEN = "group_open"
    PEAKS_HINT = "peaks_hint"
    PEAKS_SEE_FEWER = "peaks_see_fewer"
    PEAKS_SEE_OTHERS = "peaks_see_others"
    SOME_COME_BACK = "some_come_back"
    # Something.
    NONE_COMES_BACK = "none_comes_back"
    PEAKS_DISAGREE = "peaks_disagree"
    PEAK_NOT_TRUSTED = "peak_not_trusted"
    NO_GAP_BETWEEN = "no_gap_between"
    # Nothing.
    NONE_APART = "none_apart"
    SKEW_ALONE = "skew_alone"
    NONE_STANDS_OUT = "none_stands_out"


class Cite(StrEnum):
    """The three sentences that a paper can have."""

    ASKED = "asked"
    FOUND = "found"
    RIGHT = "right"


class Next(StrEnum):
    """What to do next."""

    # The picture, by the headline.
    GROUPS_OR_SLICES = "groups_or_slices"
    LOOK_FOR_BRIDGES = "look_for_bridges"
    WHAT_STANDS_OUT = "what_stands_out"
    LOOK_ALL_THE_SAME = "look_all_the_same"
    # What answers the doubt with the most weight.
    CHECK_VALUES = "check_values"
    KEEP_ONE_COPY = "keep_one_copy"
    TAKE_LOGARITHMS = "take_logarithms"
    CHOOSE_UNITS = "choose_units"
    CHOOSE_TRANSFORM = "choose_transform"
    LEAVE_OUT_COLUMNS = "leave_out_columns"
    FILL_IN = "fill_in"
    # What else, by the headline.
    NAME_CLUSTERS = "name_clusters"
    LOOK_WITHIN = "look_within"
    NOT_BY_MEANS = "not_by_means"
    CHECK_ELSEWHERE = "check_elsewhere"
    DIVIDE_FOR_USE = "divide_for_use"
    FEWER_COLUMNS = "fewer_columns"
    MORE_ROWS = "more_rows"
    DESCRIBE_BY_AXES = "describe_by_axes"


class Reason(StrEnum):
    """Why a column is used or not, or what to keep in mind about it."""

    # What it holds.
    KIND = "kind"  # no numbers, and so no measurement
    MAY_BE_CLASSES = "may_be_classes"  # no numbers, in a report, where the classes are another argument
    OFFERED_KIND = "offered_kind"  # no numbers, but read as such if it is asked for
    NUMBERS_WITH_UNITS = "numbers_with_units"
    NUMBERS_AND_WORDS = "numbers_and_words"
    CLASSES = "classes"
    LABELS = "labels"  # those that are judged
    EMPTY = "empty"
    CONSTANT = "constant"
    COUNTS_ROWS = "counts_rows"
    NAMES_ROWS = "names_rows"
    MAY_NAME_ROWS = "may_name_rows"
    NAMED_AS_CODE = "named_as_code"
    PERHAPS_CODES = "perhaps_codes"
    FEW_VALUES = "few_values"
    MOSTLY_MISSING = "mostly_missing"
    CONSTANT_IN_COMPLETE_ROWS = "constant_in_complete_rows"
    # What was asked for.
    OFFERED = "offered"  # numbers that are used if they are asked for; a Report has the code of why they are not
    READ_AS_NUMBERS = "read_as_numbers"
    IN_SPITE = "in_spite"
    NOT_ASKED_FOR = "not_asked_for"
    # Of all columns: so few of those with numbers are used that the reader is asked.
    FEW_USED = "few_used"


class Fault(StrEnum):
    """Why the clustering at a peak cannot be trusted."""

    NOT_OUTSTANDING = "not_outstanding"
    END_OF_RANGE = "end_of_range"
    STRAGGLER = "straggler"
    NOT_APART = "not_apart"


class _Placed(StrEnum):
    """Codes with the section of the page that has their numbers."""

    def __new__(cls, code, place):
        member = str.__new__(cls, code)
        member._value_, member.place = code, place
        return member


class Conclusion(_Placed):
    """What can be said; `place` is the section of the page that has the numbers of it."""

    # Peaks.
    STANDS_OUT = "stands_out", "tests"
    NO_PEAK_STANDS_OUT = "no_peak_stands_out", "tests"
    PEAKS_AGREE = "peaks_agree", "by-k"
    PEAKS_DO_NOT = "peaks_do_not", "by-k"
    # Gaps.
    GAPS = "gaps", "gaps"
    NO_GAP = "no_gap", "gaps"
    # Without a number.
    NEED_NOT_BE_CLUSTERS = "need_not_be_clusters", "tests"
    OFTEN_MISSED = "often_missed", "tests"
    # The clustering that is described.
    SIZES = "sizes", "clusters"
    SAME_FROM_OTHER_SEEDS = "same_from_other_seeds", "tests"
    SAME_ON_OTHER_SCALE = "same_on_other_scale", "columns"
    SAME_TRANSFORMED = "same_transformed", "columns"
    AUCC_OF_ALL = "aucc_of_all", "clusters"
    AUCC_OF_CONNECTED = "aucc_of_connected", "clusters"


class Doubt(_Placed):
    """What counts against the conclusion; `place` is the section of the page that has the numbers of it."""

    # The data.
    ROWS_LEFT_OUT = "rows_left_out", "columns"
    FILLED_IN = "filled_in", "columns"
    SAMPLE = "sample", "columns"
    COPIES = "copies", "columns"
    MANY_COLUMNS = "many_columns", "columns"
    DOMINANT_UNSCALED = "dominant_unscaled", "columns"
    DOMINANT_BEFORE_SCALING = "dominant_before_scaling", "columns"
    DOMINANT_AS_SCALED = "dominant_as_scaled", "columns"
    COLUMNS_ALIKE = "columns_alike", "columns"
    FAR_VALUES = "far_values", "columns"
    SKEWED = "skewed", "columns"
    SKEWED_MAY_HIDE = "skewed_may_hide", "columns"
    HEAVY_TAILS = "heavy_tails", "columns"
    NUMBERS_NOT_USED = "numbers_not_used", "columns"
    KEEP_IN_MIND = "keep_in_mind", "columns"
    CLASSES_KNOWN = "classes_known", "classes"
    # The tests.
    FEW_KS = "few_ks", "by-k"
    EUCLIDEAN_ALGORITHMS = "euclidean_algorithms", "settings"
    PEAKS_DIFFER = "peaks_differ", "tests"
    # The clustering that is described.
    OTHER_SEEDS = "other_seeds", "tests"
    OTHER_SCALE = "other_scale", "columns"
    TRANSFORMED = "transformed", "columns"
    SAME_ROWS = "same_rows", "clusters"
    WEAK_CLUSTERS = "weak_clusters", "clusters"
    CLUSTER_OF_FILLED_IN = "cluster_of_filled_in", "clusters"


class Given(_Placed):
    """What can be said of labels that were given, and what to ask about them."""

    # The verdict.
    PLAIN_GROUPS = "plain_groups", "given"
    NOT_APART = "not_apart", "given"  # they have to do with the columns, and overlap
    LIKE_SLICES = "like_slices", "given"  # the same, and tidy, but nothing lies between them
    UNRELATED = "unrelated", "given"
    # The report's own answer.
    OWN_ANSWER = "own_answer", "given"
    NO_OWN_ANSWER = "no_own_answer", "given"
    # What to ask.
    NOISE_LEFT_OUT = "noise_left_out", "given"
    PERHAPS_NOISE = "perhaps_noise", "given"
    WITHOUT_LABEL = "without_label", "given"
    FEW_ROWS = "few_rows", "given"
    UNDECIDED = "undecided", "given"

"""Input: labels, dissimilarities, arguments, tables of pandas, whole and small numbers, and the memory that pairs take.

Every public function asks here before any work. What is wrong is refused with a ``ValueError`` that says what was given
and what is valid. Names that several modules use stand below; the others come from their own module.
"""

from aucc_teach.input.arguments import (
    TIE_RULES,
    check_choice,
    check_confidence_level,
    check_equal_lengths,
    check_integer,
    check_real,
    check_rng,
    takes_rng,
)
from aucc_teach.input.counts import as_places, counts_of
from aucc_teach.input.dissimilarities import check_dissimilarities, check_metric, is_euclidean
from aucc_teach.input.exact import FIRST_INEXACT, is_exact, refuse_inexact
from aucc_teach.input.frames import check_same_names, is_series, names_of_data, names_of_objects, refuse_masked
from aucc_teach.input.labels import (
    check_label_rows,
    check_labels,
    check_partition,
    check_sizes,
    check_two_labels,
    label_array,
    may_hold_noise,
    refuse_lookalikes,
    refuse_number_of_clusters,
)
from aucc_teach.input.memory import refuse_pairs_that_do_not_fit, refuse_table_that_does_not_fit
from aucc_teach.input.numbers import check_points
from aucc_teach.input.rounding import are_constant

__all__ = [
    "FIRST_INEXACT",
    "TIE_RULES",
    "are_constant",
    "as_places",
    "check_choice",
    "check_confidence_level",
    "check_dissimilarities",
    "check_equal_lengths",
    "check_integer",
    "check_label_rows",
    "check_labels",
    "check_metric",
    "check_partition",
    "check_points",
    "check_real",
    "check_rng",
    "check_same_names",
    "check_sizes",
    "check_two_labels",
    "counts_of",
    "is_euclidean",
    "is_exact",
    "is_series",
    "label_array",
    "may_hold_noise",
    "names_of_data",
    "names_of_objects",
    "refuse_inexact",
    "refuse_lookalikes",
    "refuse_masked",
    "refuse_number_of_clusters",
    "refuse_pairs_that_do_not_fit",
    "refuse_table_that_does_not_fit",
    "takes_rng",
]

"""The sentences of a report: what each code says in English, and nothing else does."""

import numpy as np

from aucc_report._codes import Conclusion, Doubt, Fault, Given, Headline, Next, Reason, Why
from aucc_report._reading import named

# Numbers and lists.


def counted(n, thing):
    """A number of things: "1 row", "3 rows"."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def listed(items):
    """Several things in a sentence: "a, b and c"."""
    *first, last = [str(item) for item in items]
    return f"{', '.join(first)} and {last}" if first else last


def in_a_row(ks):
    """Numbers of clusters: "2 to 4", where they are so many in a row, or one by one."""
    whole = len(ks) > 2 and list(ks) == list(range(ks[0], ks[-1] + 1))
    return f"{ks[0]} to {ks[-1]}" if whole else listed(ks)


def number(value, digits=3):
    """A number to so many decimals."""
    return f"{value:.{digits}f}".replace("-", "\N{MINUS SIGN}")


def plus_minus(mean, error):
    """A mean with its standard error."""
    return f"{number(mean, 2)} ± {error:.2f}"


def _rounded_down(ari):
    """An ARI to two decimals of which it is not below: what is not 1 does not read as 1."""
    return f"{np.floor(100 * ari) / 100:.2f}"


def _with(peaks):
    """Numbers of clusters and their algorithms: "3 with ward and 4 with average"."""
    return listed(f"{peak['k']} with {peak['algorithm']}" for peak in peaks)


def _clusters_of(held):
    """Numbers of clusters and those who hold them: "3 clusters (ward and average)"."""
    return listed(f"{of['k']} clusters ({listed(of['algorithms'])})" for of in held)


def _where(peaks):
    counts = {k: peaks.count(k) for k in sorted(set(peaks))}
    if len(counts) == 1:
        return f"at {peaks[0]} each time"
    return "at " + listed(f"{k} ({times} of {len(peaks)})" for k, times in counts.items())


_BY_STANDARD_DEVIATION = "every column divided by its standard deviation"
_SCALED = {
    "within": "With every column divided by its spread within clusters",
    "range": "With every column divided by its range",
    "standardise": f"With {_BY_STANDARD_DEVIATION}",
}
#: How values were filled in.
FILLED_BY = {"median": "the median of the column", "neighbours": "the mean of the most similar rows"}
_LOGARITHMS = " (logarithms, if all values are positive and the tail is on the right)"
_MAY_BE_SLICES = "which may be slices of one cloud"


def why_incomplete(missing):
    """Why a row is not used."""
    return "more than half of the values are missing" if missing in FILLED_BY else "a value is missing"


#: The studies `answers` and `batteries`, with every default, and for candidates the study `conclusions`.
TRACK_RECORD = (
    "How often is such a report right? Its rule was tried on 388 simulated tables that it had not seen, each read "
    "from a file. Of 128 with clusters it named the right number in 73, a wrong one in 1 and none in 54: of 23 of "
    'these it said "at least", each time truly, but 13 times "at least 2", which is true of any clusters. Of 60 '
    "normal clouds without clusters it said in 2 that there is something. Of 200 clouds that were bent or skewed or "
    "had tails it said so in 74, and named a number in 1, so look at the picture. On 48 public tables that others had"
    ' labelled, 5 of the 14 numbers that it named were wrong, and 2 of 14 "at least". A candidate is less: by the '
    "rule before, 15 of 25 were right on simulated tables, and of 28 on clouds without clusters none."
)


def _would_be(held):
    return f"{held['k']} clusters would be selected ({listed(held['algorithms'])})"


_FAULTS = {
    Fault.END_OF_RANGE: lambda of: "it is the last number that was tried",
    Fault.STRAGGLER: lambda of: f"a cluster is a straggler of {counted(of['smallest'], 'row')}",
    Fault.UNSTABLE: lambda of: (
        f"it is less stable than data without clusters ({plus_minus(*of['stability'])} compared with "
        f"{plus_minus(*of['noise'])})"
    ),
    Fault.NOT_APART: lambda of: f"rows are not rare between some of the clusters, {_MAY_BE_SLICES}",
}


def _shaped(columns, amounts):
    return named("column", [f"{name} ({amount:+.1f})" for name, amount in zip(columns, amounts, strict=True)])


#: What a column of each kind is taken for if it is named in `columns`.
OFFERS = {
    "True and False": "1 for True and 0 for False",
    "yes and no": "1 for yes and 0 for no",
    "times": "days",
    "dates as text": "days since the first",
    "numbers as text": "numbers",
    "numbers with a unit or other signs": "plain numbers",
}
_KINDS = {
    "text": "text can be the classes, but is not a measurement.",
    "numbers as text": (
        "numbers that are stored as text or objects are not a measurement; pandas.to_numeric() makes one of them."
    ),
    "long whole numbers": (
        "whole numbers beyond 2^53, where a measurement would merge neighbours, can be the classes only; subtract a "
        "constant from all of them to make one."
    ),
    "categories": "categories can be the classes, but are not a measurement.",
    "True and False": "True and False can be the classes, not a measurement; .astype(int) makes 1 and 0 of them.",
    "times": "times and intervals are not a measurement; make numbers of them, such as days since the first.",
    "dates as text": "dates are not a measurement; make numbers of them, such as days since the first.",
    "yes and no": "yes and no can be the classes, but are not a measurement; write 1 and 0 to make one.",
    "complex numbers": "complex numbers are not a measurement; make two columns of their real and imaginary parts.",
    "sparse": "sparse columns are not read; .sparse.to_dense() makes an ordinary one of each.",
}
# Of numbers, without an end: what follows depends on whether they can be asked for.
_OF_NUMBERS = {
    Reason.EMPTY: lambda: "there is no value at all",
    Reason.CONSTANT: lambda: "constant; it tells no rows apart",
    Reason.COUNTS_ROWS: lambda: "it counts the rows, and measures nothing",
    Reason.NAMES_ROWS: lambda: "whole numbers that never repeat, as names of rows do",
    Reason.NAMED_AS_CODE: lambda: "whole numbers with the name of a code",
    Reason.PERHAPS_CODES: lambda low, high, n_different: (
        "few different whole numbers, 0 and 1, perhaps codes of yes and no"
        if (low, high) == (0, 1)
        else f"few different whole numbers from {low} to {high}, perhaps "
        f"{'counts or ' if low in (0, 1) and n_different > 2 else ''}codes"
    ),
}


_CONNECTED = "groups that are connected, not round"


def _clusters(n_clusters, n_left_out, shape):
    gone = f", with {counted(n_left_out, 'row')} left out" if n_left_out else ""
    return f"{n_clusters} {_CONNECTED if shape == 'connected' else 'clusters'}{gone}."


def _but(pvalue):
    return f"The table stands out from data without clusters (p = {number(pvalue)}), but"


#: What algorithms are called where a sentence is about them.
_METHODS = {
    "ward": "Ward's method",
    "single": "single linkage",
    "average": "average linkage",
    "complete": "complete linkage",
}


def methods(algorithms):
    """Algorithms as they are called in a sentence."""
    return listed(_METHODS.get(name, name) for name in algorithms)


def _peak_held(k, criterion, algorithms, pvalue):
    return (
        f"{criterion} has its peak at {k} with {methods(algorithms)}, the table stands out from data without clusters "
        f"(p = {number(pvalue)}), and rows are rare between the clusters."
    )


def _groups_agree(k, pvalue, supported, n_modes):
    return (
        f"The table stands out from data without clusters (p = {number(pvalue)}). Peaks support "
        f"{listed(supported)} clusters and density {n_modes}, and {k} is the smallest of these."
    )


def _density_gaps(n_clusters, pvalue, found_by, others):
    return (
        f"{n_clusters} groups that follow density stand out from data without clusters (p = {number(pvalue)}): rows "
        f"are rarer between them than in boxes and ribbons. {_found_by(found_by, others)}"
    )


def _found_by(found_by, others):
    """Which algorithms that go by distances find the groups that follow density."""
    told = methods(found_by or others)
    told = told[0].upper() + told[1:]
    if found_by:
        return f"{told} find{'s' * (len(found_by) == 1)} the same groups."
    if len(others) == 1:
        return f"{told}, which looks for round clusters, does not find them."
    return f"{told}, which look for round clusters, do not find them."


def _one_mode(k, algorithms):
    return (
        f"density does not show the {k} clusters of {methods(algorithms)}: its gaps lie elsewhere, or are no wider "
        "than in data without clusters."
    )


def _one_candidate(pvalue, k, algorithm, criterion, decisive):
    is_alone = criterion == decisive
    lacking = "no second algorithm holds them" if is_alone else f"{criterion} selects them, and {decisive} does not"
    return f"{_but(pvalue)} its {k} clusters of {methods([algorithm])} are a candidate only: {lacking}."


def _groups_inside(pvalue, k, parts):
    told = listed(f"one of {part['n_rows']} rows seems to hold {part['k']} itself" for part in parts)
    return f"{_but(pvalue)} of its {k} clusters {told}."


def _units_decide(pvalue, k, beside):
    return (
        f"{_but(pvalue)} the units decide: {k} clusters with each column divided by its spread within clusters, "
        f"{listed(beside)} with each divided by its standard deviation."
    )


_LACKS = {
    Fault.END_OF_RANGE: "lie at the last number that was tried",
    Fault.STRAGGLER: "have a straggler (a cluster of very few rows)",
    Fault.UNSTABLE: "are less stable than those of data without clusters",
    Fault.NOT_APART: "are not apart",
}


def _stands_out(pvalue, n_sets, is_smallest):
    limit = f", the smallest that {n_sets} sets can give" if is_smallest else ""
    return (
        "There is something that data with the same mean and covariance, but without clusters, lack: p = "
        f"{number(pvalue)}{limit}."
    )


def _selected(k, criterion, algorithms, outstanding, is_peak_of_all):
    by_whom = "each" if len(outstanding) == len(algorithms) else listed(outstanding)
    among = "" if is_peak_of_all else "among the numbers whose clusters are apart, "
    there = f"{among}{criterion} has its peak there with {listed(algorithms)}"
    return f"{k} clusters are selected: {there}, and it stands out with {by_whom}."


def _groups_within_groups(held, parts):
    told = listed(f"one of {part['n_rows']} rows seems to hold {part['k']} itself" for part in parts)
    return (
        f"{_would_be(held)}, but among these clusters, each looked at alone, {told}: there may be groups within groups."
    )


def _scales_disagree(held, beside):
    others = listed(f"{of['k']} ({listed(of['algorithms'])})" for of in beside)
    return (
        f"{_would_be(held)} with each column divided by its spread within clusters, but {others} with each divided by "
        "its standard deviation, so the units decide."
    )


def _candidate_only(k, algorithm, criterion, has_greater_weight, n_algorithms):
    if not has_greater_weight:
        lacking = f"{criterion}, which has the greater weight, has no peak that meets all conditions"
    elif n_algorithms == 1:
        lacking = "only one algorithm was used"
    else:
        lacking = "no second algorithm has its peak there under the same conditions"
    return f"{k} clusters with {algorithm} are a candidate and no more: {lacking}."


def _peaks_not_apart(peaks):
    those = listed(f"{peak['criterion']} with {peak['algorithm']} at {peak['k']}" for peak in peaks)
    return (
        f"{those} {'stands' if len(peaks) == 1 else 'stand'} out over all numbers, but rows are not rare between some "
        f"of the clusters there, {_MAY_BE_SLICES}."
    )


def _none_trusted(peaks):
    alike = {}
    for peak in peaks:
        has_two = sum(other["algorithm"] == peak["algorithm"] for other in peaks) > 1
        under = f" under {peak['criterion']}" if has_two else ""
        why = " and ".join(_FAULTS[fault](peak) for fault in peak["faults"])
        alike.setdefault(why, []).append(f"{peak['k']} with {peak['algorithm']}{under}")
    told = "; ".join(f"{listed(those)} ({why})" for why, those in alike.items())
    return f"No clustering is described, because none of those at the peaks that stand out can be trusted: {told}."


def _stability(k, algorithm, stability, noise, difference):
    words = {1: "more stable", 0: "no difference beyond the errors", -1: "less stable"}
    return (
        f"With a sixth of the rows left out, {algorithm} keeps its {k} clusters with ARI {plus_minus(*stability)}, "
        f"compared with {plus_minus(*noise)} on noise: {words[difference]}."
    )


def _same_from_other_seeds(k, algorithm, aris, peaks):
    same = f"the same {k} clusters each time"
    if min(aris) < 1:
        same = f"nearly the same {k} clusters, with an ARI of at least {_rounded_down(min(aris))}"
    return f"With {len(aris)} other seeds {algorithm} ends in {same}, and the peak lies {_where(peaks)}."


def _rows_left_out(n_left_out, n_rows, missing, gap, columns=()):
    text = f"{counted(n_left_out, 'row')} of {n_rows} left out, because {why_incomplete(missing)}."
    if gap is None:
        return text
    difference, error = gap
    return (
        f"{text} Where they have values, they differ from the other rows most in {columns[0]}: by {difference:+.2f} ± "
        f"{error:.2f} standard deviations"
        f"{', which is within two of its errors' if abs(difference) <= 2 * error else ''}."
    )


def _sample(n_sample, n_complete, n_seen, smallest, error):
    return (
        f"A sample of {n_sample} of {n_complete} rows was drawn at random. A cluster with {100 * smallest:.2g}% of all "
        f"rows has at least {n_seen} in such a sample with a probability of 95%; smaller clusters may be missed. The "
        f"percentage of rows in a cluster has a standard error of at most {100 * error:.2g}, because of the sample."
    )


def _filled_in(n_values, n_rows, missing, proportions, columns=()):
    text = (
        f"{counted(n_values, 'value')} in {counted(n_rows, 'row')} {'was' if n_values == 1 else 'were'} filled in by "
        f"{FILLED_BY[missing]}. All numbers are those of the table as filled in, as if these values had been measured."
    )
    if missing == "median":
        text += " Many equal values in one place can stand out as a cluster."
    if columns:
        much = listed(f"{name} ({proportion:.0%})" for name, proportion in zip(columns, proportions, strict=True))
        text += f" Much was filled in in {much}."
    return text


def _far_values(values, called, columns):
    told = [f"{of['column']} ({of['value']:g} in {called} {of['row']})" for of in values]
    return (
        f"Far from all others of its column: {named('value', told)}. Check what is there, because a single value can "
        "decide how a column is scaled and where the means lie."
    )


def _few_ks(ks):
    verb = "was" if len(ks) == 1 else "were"
    return f"Only {listed(ks)} {verb} tried, which is too few numbers of clusters to choose from."


def _euclidean_algorithms(algorithms, metric):
    verb = "works" if len(algorithms) == 1 else "work"
    return f"{listed(algorithms)} {verb} with Euclidean distances, whereas {metric} judges the result."


def _on_second_scale_alone(pvalue, held):
    would = f"the conditions are met by {_clusters_of(held)}" if held else "no number meets the conditions"
    return (
        f"With {_BY_STANDARD_DEVIATION}, something stands out (p = {number(pvalue)}), and {would}. So the answer "
        "depends on the units."
    )


def _stragglers(peaks):
    told = listed(
        f"{of['algorithm']}{'' if of['is_peak_of_all'] else ' at ' + str(of['k'])} ({counted(of['smallest'], 'row')})"
        for of in peaks
    )
    return f"Stragglers, clusters of very few rows at the peak: {told}."


def _peak_of_slices(criterion, peaks):
    told = listed(
        f"{of['k']} with {of['algorithm']}"
        + ("" if of["apart_at"] is None else f" (among the numbers whose clusters are apart, at {of['apart_at']})")
        for of in peaks
    )
    return (
        f"Over all numbers, {criterion} has its peak elsewhere, at {told}. But rows are not rare between some of these "
        f"clusters, {_MAY_BE_SLICES}."
    )


def _reference_moves_peak(criterion, peaks):
    told = listed(
        f"{of['algorithm']} ({', '.join(f'{kind} {k}' for kind, k in of['by_reference'].items())})" for of in peaks
    )
    return f"Where the peak of {criterion} lies depends on the reference data: {told}."


def _other_scale(k, algorithm, scaling, ari, is_alike):
    differ = "differ somewhat" if is_alike else "are different"
    return f"{_SCALED[scaling]}, the {k} clusters of {algorithm} {differ} (ARI {number(ari, 2)} with these)."


def _weak_clusters(clusters, jaccard, limit):
    those = listed(f"{c} ({value:.2f})" for c, value in zip(clusters, jaccard, strict=True))
    many = len(clusters) > 1
    return (
        f"Cluster{'s' if many else ''} {those} should not be trusted: drawn anew, the rows do not bring "
        f"{'them' if many else 'it'} back (mean Jaccard coefficient below {limit})."
    )


def _cluster_of_filled_in(clusters, proportions, proportion_of_all):
    those = listed(f"{c} ({proportion:.0%} of its rows)" for c, proportion in zip(clusters, proportions, strict=True))
    return (
        f"Rows that were filled in crowd in cluster {those}, compared with {proportion_of_all:.0%} in all: the filling "
        "may have made that cluster."
    )


def _may_be_classes(kind):
    what, it = ("categories are", "them") if kind == "categories" else ("text is", "it")
    return f'{what} not a measurement; classes="..." compares with {it} in the end.'


def _few_values(is_alike):
    like = " on a scale that most columns share, as answers of a questionnaire have" if is_alike else ""
    return f"few different whole numbers{like}; leave out what is a code."


# Labels that were given.


def _than_noise(compared):
    digits = {"VRC": 1}
    return listed(
        f"{of['criterion']} {number(of['score'], digits.get(of['criterion'], 3))}, compared with "
        f"{number(of['noise'], digits.get(of['criterion'], 3))} on average (p = {number(of['pvalue'])})"
        for of in compared
    )


def _better_by_some(name, n_clusters, better, others):
    return (
        f"By {listed(of['criterion'] for of in better)}, your {n_clusters} clusters ({name}) are better than "
        f"clusterings of data without clusters into as many: {_than_noise(better)}. By "
        f"{listed(of['criterion'] for of in others)} they are not: {_than_noise(others)}."
    )


def _some_not_apart(pairs, n_pairs, valley, wrong_side):
    many = f"{len(pairs)} of {n_pairs} pairs of clusters, above all " if n_pairs > 1 else ""
    ratio = f"a ratio of {valley:.2f}" if np.isfinite(valley) else "no line leads from one to the other"
    mixed = f", and {wrong_side:.0%} of their rows are on the wrong side" if wrong_side else ""
    between = f"{many}{listed(pairs[0])} ({ratio}{mixed})"
    return f"Rows are not rare between {between}: these may overlap, or be slices of one cloud."


def _weak(clusters, jaccard, inside, algorithm, limit):
    many = len(clusters) > 1
    they = "they are" if many else "it is"
    told = listed(
        f"{of} ({value:.2f}; {proportion:.0%} of its rows have their nearest neighbour in it)"
        for of, value, proportion in zip(clusters, jaccard, inside, strict=True)
    )
    return (
        f"Drawn anew, the rows do not bring back cluster{'s' if many else ''} {told} with {algorithm}, the algorithm "
        f"that agrees best (mean Jaccard coefficient below {limit}). Either {they} not firm, or of a shape that this "
        "algorithm does not look for."
    )


def _few_rows(clusters, rows):
    told = listed(f"{of} ({counted(n, 'row')})" for of, n in zip(clusters, rows, strict=True))
    return (
        f"Clusters of very few rows: {told}. With these, AUCC is high in any cloud with a tail, so clusterings of "
        "noise may have such clusters here, too."
    )


def _noise_left_out(n_noise, n_rows, aucc, each, together, nearest):
    return (
        f"{n_noise} of {n_rows} rows with a label have -1, which is taken for noise, and are not judged: AUCC of the "
        f"others is {number(aucc)}. It would be {number(nearest)} with each of them in the cluster that is nearest on "
        f"average, {number(each)} with each as a cluster of its own, and {number(together)} with all of them as one "
        "cluster. Are they noise? Leaving out rows can buy a higher AUCC."
    )


#: What each code says: a function of the columns and numbers of a statement.
_SAYINGS = {
    # The headline.
    Headline.CLUSTERS: _clusters,
    Headline.AT_LEAST: lambda n_clusters, shape: (
        f"At least {n_clusters} {_CONNECTED if shape == 'connected' else 'groups'}."
    ),
    Headline.SOMETHING: lambda: "Something, but not a number of clusters.",
    Headline.NOTHING: lambda: "Nothing beyond noise.",
    # The reason beside it.
    Why.PEAK_HELD: _peak_held,
    Why.GROUPS_AGREE: _groups_agree,
    Why.DENSITY_GAPS: _density_gaps,
    Why.ONE_MODE: lambda pvalue, **of: f"{_but(pvalue)} {_one_mode(**of)}",
    Why.TWO_NUMBERS: lambda pvalue, held: f"{_but(pvalue)} several numbers hold: {_clusters_of(held)}.",
    Why.GROUPS_INSIDE: _groups_inside,
    Why.UNITS_DECIDE: _units_decide,
    Why.ONE_CANDIDATE: _one_candidate,
    Why.PEAKS_NOT_TRUSTED: lambda pvalue, faults: (
        f"{_but(pvalue)} the clusters at its peaks {' or '.join(_LACKS[fault] for fault in faults)}."
    ),
    Why.NO_PEAK_BY_ITSELF: lambda pvalue: f"{_but(pvalue)} no number of clusters does so by itself.",
    Why.NONE_STANDS_OUT: lambda algorithms, pvalue, level: (
        f"{methods(algorithms)} {'was' if len(algorithms) == 1 else 'were'} asked, and p = {number(pvalue)} is above "
        f"the level of {level}; that is no proof that there is nothing."
    ),
    # What to do next.
    Next.GROUPS_OR_SLICES: lambda: (
        "Look at the picture: are these groups with gaps between them, or slices of one bent or skewed cloud?"
    ),
    Next.LOOK_FOR_BRIDGES: lambda: "Look at the picture: do a few rows bridge what could be one group, or part it?",
    Next.WHAT_STANDS_OUT: lambda: (
        "Look at the picture: is it a gap, or is it a tail, a bend, a corner or a few rows far away?"
    ),
    Next.LOOK_ALL_THE_SAME: lambda: (
        "Look at the picture all the same: clusters that touch or have few rows are often missed."
    ),
    Next.CHECK_VALUES: lambda columns: (
        f"Check the far values of {named('column', columns)}: correct them, or leave out their rows, and ask again."
    ),
    Next.KEEP_ONE_COPY: lambda: "Find out why rows repeat others; if they were entered twice, keep one of each.",
    Next.TAKE_LOGARITHMS: lambda: f"Transform the skewed columns{_LOGARITHMS}, and see whether the answer stays.",
    Next.CHOOSE_UNITS: lambda: (
        "Decide what a unit of each column is worth (scaling), because the answer depends on it."
    ),
    Next.LEAVE_OUT_COLUMNS: lambda columns: f"Use only one of {named('column', columns)} that repeat each other.",
    Next.ASK_ABOUT_COLUMN: lambda columns, k: (
        f"Ask whether {columns[0]} belongs here: without it, {k} clusters would be selected."
    ),
    Next.TRY_MORE_NUMBERS: lambda k: f"Try more than {k} clusters (ks), because peaks lie at the end of the range.",
    Next.FILL_IN: lambda n_left_out: (
        f"Ask again with values filled in (missing), because {counted(n_left_out, 'row')} took no part."
    ),
    Next.NAME_CLUSTERS: lambda: (
        "Read what tells the clusters apart, and ask somebody who knows the rows whether the clusters have names."
    ),
    Next.LOOK_WITHIN: lambda: "Judge the rows of each group as a table of its own, because it may hold more groups.",
    Next.NOT_BY_MEANS: lambda: (
        "Describe the groups by their rows, not by their means: that of a ring is no part of it."
    ),
    Next.CHECK_ELSEWHERE: lambda: (
        "Check the clusters where they were not made: in columns that were not used, or in new rows."
    ),
    Next.DIVIDE_FOR_USE: lambda k, algorithm: (
        f"If you need groups all the same, take the {k} clusters of {methods([algorithm])}, and say that the lines are "
        "yours."
    ),
    Next.FEWER_COLUMNS: lambda: (
        "Use only columns in which you expect groups, because every other column hides them a little more."
    ),
    Next.MORE_ROWS: lambda: "Ask again with more rows: what is there shows more clearly then.",
    Next.DESCRIBE_BY_AXES: lambda: (
        "Describe the table by its axes, as in the picture; if you cut it for a purpose, say that the lines are yours."
    ),
    # The conclusion: is there anything?
    Conclusion.NOTHING_STANDS_OUT: lambda pvalue, level: (
        f"Nothing stands out that these methods can see: p = {number(pvalue)}, above the level of {level}."
    ),
    Conclusion.NO_PROOF_OF_NOTHING: lambda: "This does not mean that there is nothing.",
    Conclusion.OFTEN_MISSED: lambda: (
        "Clusters that touch, that have few rows, or that these algorithms do not look for are often missed."
    ),
    Conclusion.STANDS_OUT: _stands_out,
    Conclusion.NEED_NOT_BE_CLUSTERS: lambda: (
        "It need not be clusters, because tails, corners and bends stand out, too."
    ),
    # A number that is selected.
    Conclusion.SELECTED: _selected,
    Conclusion.SAME_ON_SECOND_SCALE: lambda: f"The same number is selected with {_BY_STANDARD_DEVIATION}.",
    Conclusion.NOTHING_ON_SECOND_SCALE: lambda pvalue: (
        f"This depends on the units: with {_BY_STANDARD_DEVIATION}, nothing stands out (p = {number(pvalue)})."
    ),
    Conclusion.NO_NUMBER_ON_SECOND_SCALE: lambda: (
        f"This depends on the units: with {_BY_STANDARD_DEVIATION}, no number is selected."
    ),
    Conclusion.WITHOUT_ROWS: lambda rows, called: (
        f"This holds without {counted(len(rows), 'row')} that the algorithms put into clusters of very few rows "
        f"({named(called, rows)}); with {'it' if len(rows) == 1 else 'them'}, no number is selected."
    ),
    Conclusion.LONGER_RANGE: lambda first_to, then_to: (
        f"Up to {first_to} clusters no number is selected, because peaks lie at the end of that range; {then_to} were "
        "tried."
    ),
    Conclusion.CONDITIONS_MET: lambda: (
        "None of these clusters is a straggler, and rows are rare between any two of them. Their stability is not "
        "below that of data without clusters by more than twice the error of the difference."
    ),
    # Groups that hold.
    Conclusion.AT_LEAST_HELD: lambda k, supported, n_modes: (
        f"At least {k} groups hold: peaks support {listed(supported)} clusters and density {n_modes}. How many groups "
        "there are in all is not decided."
    ),
    Conclusion.DENSITY_HELD: lambda n_clusters, found_by, others: (
        f"{n_clusters} groups follow density: within each, dense paths lead from row to row, and rows are rarer "
        f"between the groups than between parts of data without clusters. {_found_by(found_by, others)}"
    ),
    # No number.
    Conclusion.NO_NUMBER: lambda: "No number of clusters is selected.",
    Conclusion.SEVERAL_NUMBERS: lambda held: (
        f"The conditions are met by {_clusters_of(held)}, and nothing here decides between them."
    ),
    Conclusion.NO_GAPS: lambda **of: f"Distances show clusters, but {_one_mode(**of)}",
    Conclusion.GROUPS_WITHIN_GROUPS: _groups_within_groups,
    Conclusion.SCALES_DISAGREE: _scales_disagree,
    Conclusion.CANDIDATE_ONLY: _candidate_only,
    Conclusion.PEAKS_NOT_APART: _peaks_not_apart,
    Conclusion.NO_PEAK_APART: lambda criteria: (
        f"Among the numbers whose clusters are apart, no peak of {listed(criteria)} stands out, so no clustering is "
        "described."
    ),
    Conclusion.NO_PEAK: lambda criteria: (
        f"With no algorithm does a peak of {listed(criteria)} stand out, so no clustering is described."
    ),
    Conclusion.NONE_TRUSTED: _none_trusted,
    # The clustering that is described.
    Conclusion.SIZES: lambda k, algorithm, sizes: f"The {k} clusters of {algorithm} have {listed(sizes)} rows.",
    Conclusion.STABILITY: _stability,
    Conclusion.SAME_FROM_OTHER_SEEDS: _same_from_other_seeds,
    Conclusion.SAME_ON_OTHER_SCALE: lambda scaling, ari: (
        f"{_SCALED[scaling]}, the clusters are nearly the same (ARI {ari:.2f})."
    ),
    Conclusion.AUCC_OF_ALL: lambda n_complete, aucc, low, high, aucc_of_sample: (
        f"With all {n_complete} complete rows, each in the cluster with the nearest mean, AUCC is {aucc:.3f} "
        f"({low:.3f} to {high:.3f}); in the sample it is {aucc_of_sample:.3f}."
    ),
    Conclusion.AUCC_OF_CONNECTED: lambda aucc: (
        f"AUCC of these groups is {aucc:.3f}, which says little: AUCC compares all pairs, and the ends of a long, bent "
        "or ring-shaped group are farther apart than neighbours in two groups (in the book: What AUCC likes, Shapes)."
    ),
    # Doubts about the data.
    Doubt.ROWS_LEFT_OUT: _rows_left_out,
    Doubt.FILLED_IN: _filled_in,
    Doubt.SAMPLE: _sample,
    Doubt.COPIES: lambda n_copies, n_rows: (
        f"{n_copies} of {n_rows} rows repeat another one, whereas the reference sets have no such rows. Rows that were "
        "entered twice stand out because of it, but rounded values hardly do, so look at which they are."
    ),
    Doubt.MANY_COLUMNS: lambda n_rows, n_dimensions: (
        f"{n_rows} rows span {n_dimensions} dimensions. With fewer than two rows for each, even clusters of noise are "
        "apart on the line between their means, so that says little here, and weak clusters are missed. Fewer columns, "
        "such as those in which groups are expected, or the first principal components, can show more."
    ),
    Doubt.DOMINANT_UNSCALED: lambda columns, proportion: (
        f"Nothing was scaled, and {columns[0]} makes up {100 * proportion:.0f}% of the squared distances, so it "
        "decides almost alone."
    ),
    Doubt.DOMINANT_BEFORE_SCALING: lambda columns, proportion: (
        f"As the table stands, {columns[0]} makes up {100 * proportion:.0f}% of the squared distances, so the scaling "
        "has decided what counts now."
    ),
    Doubt.DOMINANT_AS_SCALED: lambda columns, proportion: (
        f"As scaled, {columns[0]} makes up {100 * proportion:.0f}% of the squared distances, so it decides "
        "almost alone."
    ),
    Doubt.COLUMNS_ALIKE: lambda groups, columns: (
        f"The same column more than once, apart from unit and zero point: {'; '.join(map(listed, groups))}. It counts "
        "as often as it is there, so use one of them only."
    ),
    Doubt.FAR_VALUES: _far_values,
    Doubt.SKEWED: lambda columns, skewness: (
        f"Skewed: {_shaped(columns, skewness)}. Skewed clouds often stand out although each is one cloud, so try a "
        f"transformation{_LOGARITHMS}, and see whether the result stays."
    ),
    Doubt.SKEWED_MAY_HIDE: lambda columns, skewness: (
        f"Skewed: {_shaped(columns, skewness)}. A long tail can hide groups where most of the values are, so try a "
        f"transformation{_LOGARITHMS}, and see whether anything stands out then."
    ),
    Doubt.HEAVY_TAILS: lambda columns, kurtosis: (
        f"Heavy tails: {_shaped(columns, kurtosis)}. Clouds with such tails often stand out although each is one."
    ),
    Doubt.NUMBERS_NOT_USED: lambda columns: (
        f"Numbers that were not used: {named('column', columns)}. The table of columns says why, and how to use them."
    ),
    Doubt.KEEP_IN_MIND: lambda columns: (
        f"Used, with something to keep in mind: {named('column', columns)}. The table of columns says what."
    ),
    Doubt.CLASSES_KNOWN: lambda classes: (
        f"The classes ({classes}) took no part, but the person who chose columns and scale may have known them."
    ),
    # Doubts about the tests.
    Doubt.CLOSE_TO_LEVEL: lambda n_sets, is_most: (
        f"Near the line: {n_sets} sets of each kind of data without clusters were drawn, and others could still change "
        "this headline."
        if is_most
        else f"Only {n_sets} sets of each kind of data without clusters were asked for, too few to settle this "
        "headline. By default as many are drawn as it takes."
    ),
    Doubt.FEW_KS: _few_ks,
    Doubt.EUCLIDEAN_ALGORITHMS: _euclidean_algorithms,
    Doubt.ON_SECOND_SCALE_ALONE: _on_second_scale_alone,
    Doubt.PEAK_AT_END: lambda algorithms, criterion, k: (
        f"With {listed(algorithms)} the peak of {criterion} lies at {k}, the last number that was tried: the range "
        "ended there."
    ),
    Doubt.PEAK_APART_AT_END: lambda algorithms, criterion, k: (
        f"Among the numbers whose clusters are apart, with {listed(algorithms)} the peak of {criterion} lies at {k}, "
        "the last number that was tried: the range ended there."
    ),
    Doubt.STRAGGLERS: _stragglers,
    Doubt.PEAK_ELSEWHERE: lambda criterion, peaks: f"{criterion} has its peak elsewhere: {_with(peaks)}.",
    Doubt.PEAK_OF_SLICES: _peak_of_slices,
    Doubt.OTHER_CRITERION_SELECTS: lambda criterion, peaks: f"{criterion} selects other numbers: {_with(peaks)}.",
    Doubt.OTHER_CRITERION_SILENT: lambda criterion, algorithms: (
        f"The peak of {criterion} does not stand out with {listed(algorithms)}."
    ),
    Doubt.WITHOUT_A_COLUMN: lambda columns, k: (
        f"Without the column {columns[0]}, {k} clusters would be selected on this scale. Ask whether it belongs here."
    ),
    Doubt.REFERENCE_MOVES_PEAK: _reference_moves_peak,
    # Doubts about the clustering that is described.
    Doubt.OTHER_SEEDS: lambda k, algorithm, aris, peaks: (
        f"With other seeds {algorithm} finds a different set of {k} clusters, with ARI {number(min(aris), 2)} to "
        f"{number(max(aris), 2)}; the peak lies {_where(peaks)}."
    ),
    Doubt.OTHER_SCALE: _other_scale,
    Doubt.SAME_ROWS: lambda: (
        "All of this comes from the same rows and columns. Which clusters are useful depends on a purpose, not on a "
        "criterion."
    ),
    Doubt.WEAK_CLUSTERS: _weak_clusters,
    Doubt.CLUSTER_OF_FILLED_IN: _cluster_of_filled_in,
    # Labels that were given.
    Given.BETTER_THAN_NOISE: lambda name, n_clusters, compared: (
        f"Your {n_clusters} clusters ({name}) are better than clusterings of data without clusters into as many: "
        f"{_than_noise(compared)}."
    ),
    Given.BETTER_BY_SOME: _better_by_some,
    Given.LIKE_NOISE: lambda name, n_clusters, compared: (
        f"Your {n_clusters} clusters ({name}) are no better than clusterings of data without clusters into as many: "
        f"{_than_noise(compared)}."
    ),
    Given.SEPARATED: lambda gap, pvalue: (
        "Gaps lie between the clusters, whatever their shapes: the shortest distance between two of them is "
        f"{gap:.2f} times as long as the longest step within one (p = {number(pvalue)})."
    ),
    Given.BETTER_THAN_RANDOM: lambda aucc, std, pvalue, n_random: (
        f"Random labels with these cluster sizes have AUCC 0.500 ± {std:.3f} (standard deviation), these have "
        f"{number(aucc)} (p = {number(pvalue)}). If they come from elsewhere, they have to do with these columns. If "
        "an algorithm has made them of these columns, that was easy: such labels beat random ones even where there is "
        "nothing."
    ),
    Given.LIKE_RANDOM: lambda aucc, std, pvalue, n_random: (
        f"Random labels with these cluster sizes have AUCC 0.500 ± {std:.3f} (standard deviation), and these have "
        f"{number(aucc)} (p = {number(pvalue)}, with {n_random} random labellings): in these columns the labels cannot "
        "be told from random ones."
    ),
    Given.ALL_APART: lambda valley: (
        f"Between any two clusters rows are rarer than in their middles (a ratio of at most {valley:.2f})."
    ),
    Given.SOME_NOT_APART: _some_not_apart,
    Given.FIT_ELSEWHERE: lambda n, n_rows: (
        f"{counted(n, 'row')} of {n_rows} {'is' if n == 1 else 'are'} nearer to another cluster, on average, than to "
        f"{'its' if n == 1 else 'their'} own."
    ),
    Given.WEAK: _weak,
    Given.OWN_ANSWER: lambda headline, algorithm, k, ari: (
        f"The report's own answer: {headline} It describes {k} clusters of {algorithm}; ARI with these labels is "
        f"{number(ari, 2)}."
    ),
    Given.NO_OWN_ANSWER: lambda headline: f"The report's own answer: {headline} It describes no clustering.",
    Given.NOISE_LEFT_OUT: _noise_left_out,
    Given.WITHOUT_LABEL: lambda n_missing, n_rows: (
        f"{n_missing} of {n_rows} rows used {'has' if n_missing == 1 else 'have'} no label, and "
        f"{'is' if n_missing == 1 else 'are'} not judged."
    ),
    Given.FEW_ROWS: _few_rows,
    Given.UNDECIDED: lambda n_drawn: (
        f"A p-value lies near the level: after {n_drawn} sets of each kind, others might still decide otherwise."
    ),
    # Columns: why they are not used, or what to keep in mind.
    Reason.PERHAPS_CODES: lambda **values: (
        f"{_OF_NUMBERS[Reason.PERHAPS_CODES](**values)}; choose what is a measurement."
    ),
    Reason.OFFERED: lambda why, **values: f"{_OF_NUMBERS[why](**values)}; columns=[...] takes it.",
    Reason.IN_SPITE: lambda why, **values: f"asked for, although: {_OF_NUMBERS[why](**values)}.",
    Reason.KIND: lambda kind: _KINDS[kind],
    Reason.MAY_BE_CLASSES: _may_be_classes,
    Reason.OFFERED_KIND: lambda kind: (
        f"{kind}, which are not used by default; columns=[...] takes them as {OFFERS[kind]}."
    ),
    Reason.READ_AS_NUMBERS: lambda kind: f"asked for; {kind} are taken as {OFFERS[kind]}.",
    Reason.NUMBERS_WITH_UNITS: lambda first: (
        f'text that holds numbers, such as "{first}"; write them as plain numbers to use them.'
    ),
    Reason.NUMBERS_AND_WORDS: lambda n_words, first: (
        f'numbers and {counted(n_words, "different word")}, such as "{first}"; leave such cells empty to use the '
        "numbers."
    ),
    Reason.CLASSES: lambda: "it holds the classes.",
    Reason.LABELS: lambda: "it holds the labels that are judged.",
    Reason.MAY_NAME_ROWS: lambda: "whole numbers that never repeat; leave out what names the rows.",
    Reason.FEW_VALUES: _few_values,
    Reason.MOSTLY_MISSING: lambda: "more than half of its values are missing.",
    Reason.CONSTANT_IN_COMPLETE_ROWS: lambda: "constant in the complete rows.",
    Reason.NOT_ASKED_FOR: lambda: "not asked for.",
    **{code: lambda code=code: f"{_OF_NUMBERS[code]()}." for code in set(_OF_NUMBERS) - {Reason.PERHAPS_CODES}},
}


def sentence(statement):
    """The sentence of a statement, from its code, its columns and its numbers."""
    of_columns = {"columns": statement.columns} if statement.columns else {}
    return _SAYINGS[statement.code](**of_columns, **statement.numbers)

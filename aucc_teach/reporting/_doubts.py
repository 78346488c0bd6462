"""What counts against a conclusion, in sentences."""

import numpy as np
from scipy.stats import kurtosis, skew

from aucc_teach._clusterers import EUCLIDEAN
from aucc_teach._reading import listed as some
from aucc_teach._validation import is_euclidean
from aucc_teach.reporting._clusters import doubt_of_filled_in, doubts_of_clusters
from aucc_teach.reporting._columns import IN_TEXT
from aucc_teach.reporting._conclude import _SCALED, NEARLY_THE_SAME, _where
from aucc_teach.reporting._missing import why_incomplete
from aucc_teach.reporting._words import counted, listed, number

#: From this share of the rows on, copies are a doubt.
MANY_COPIES = 0.05
#: Skewness, and kurtosis above that of a normal distribution, from which on a column is called skewed or heavy-tailed.
SKEWED, HEAVY = 1.0, 3.0
#: Below these inside of the clusters, skewness and kurtosis come from how the clusters lie. Slices of a single skewed
#: cloud stay above: of 40 sets of 150 exponential points, cut into 3 by k-means, 9 of 10 have at least 0.7.
SKEWED_WITHIN, HEAVY_WITHIN = 0.4, 1.0
# Columns are alike to so many decimals: rounding of another unit is below that, and measurements differ above it.
_DIGITS_ALIKE = 9
#: A value is far from all others that is so many times as far from the median.
FAR = 3
#: From this ARI on, two clusterings that are not nearly the same differ somewhat.
MUCH_ALIKE = 0.7
LOGARITHMS = " (logarithms, if all values are positive and the tail is on the right)"


def doubts_of(findings, labels=None, clusters=None):
    """The doubts of a Report; `labels` and `clusters` are those of its candidate."""
    of_clusters = doubts_of_clusters(clusters, findings.settings["missing"])
    return tuple(
        [
            *_of_the_data(findings, labels),
            *_of_the_tests(findings),
            *_of_the_candidate(findings),
            *of_clusters,
        ]
    )


def _of_the_data(findings, labels):
    taken, settings = findings.taken, findings.settings
    n_incomplete = settings["n_rows"] - settings["n_complete"]
    if n_incomplete:
        why = why_incomplete(settings["missing"])
        text = f"{counted(n_incomplete, 'row')} of {settings['n_rows']} left out, because {why}."
        if taken.gap is not None:
            name, gap, error = taken.gap
            text += (
                f" Where they have values, they differ from the other rows most in {name}: by {gap:+.2f} ± "
                f"{error:.2f} standard "
                f"deviations{', which is within two of its errors' if abs(gap) <= 2 * error else ''}."
            )
        yield text
    yield from doubt_of_filled_in(taken, settings["missing"])
    n_sample = len(findings.first.taken.points)
    if n_sample < settings["n_complete"]:
        yield (
            f"A sample of {n_sample} of {settings['n_complete']} rows was drawn at random, so clusters of "
            "few rows may be missing from it."
        )
    copies = taken.rows["copies"]
    n_different = round(float((1 / copies[copies > 0]).sum()))
    n_copies = settings["n_used"] - n_different
    if n_copies >= MANY_COPIES * settings["n_used"]:
        yield (
            f"{n_copies} of {settings['n_used']} rows repeat another one, whereas the reference sets have no such "
            "rows. Rows that were entered twice stand out because of it, but rounded values hardly do, so look at "
            "which they are."
        )
    if settings["scaling"] == "none":
        yield from _dominant(taken.columns["share as used"], "Nothing was scaled, and")
    else:
        yield from _dominant(taken.columns["share as it is"], "As the table stands,")
        yield from _dominant(taken.columns["share as used"], "As scaled,")
    alike = _columns_alike(taken)
    if alike:
        yield (
            f"The same column more than once, apart from unit and zero point: {'; '.join(map(listed, alike))}. It "
            "counts as often as it is there, so use one of them only."
        )
    # A column that varies can be constant in a sample.
    varying = [(name, of) for name, of in zip(taken.used, taken.points.T, strict=True) if np.ptp(of) > 0]
    raw = taken.raw[taken.sample]
    called = taken.rows.index.name or "row"
    shapes, inside, far_away = {}, {}, []
    for name, of in varying:
        far = far_values(of)
        row_names, found = taken.rows.index[taken.positions[far]].tolist(), raw[far, taken.used.index(name)]
        far_away += [f"{name} ({value:g} in {called} {row})" for row, value in zip(row_names, found, strict=True)]
        rest, rest_labels = np.delete(of, far), None if labels is None else np.delete(labels, far)
        shapes[name] = float(skew(rest)), float(kurtosis(rest))
        inside[name] = shapes[name] if labels is None else shape_within(rest, rest_labels)
    skewed = [
        f"{name} ({s:+.1f})"
        for name, (s, _) in shapes.items()
        if abs(s) >= SKEWED and np.sign(s) * inside[name][0] >= SKEWED_WITHIN
    ]
    heavy = [
        f"{name} ({k:+.1f})"
        for name, (s, k) in shapes.items()
        if abs(s) < SKEWED and k >= HEAVY and inside[name][1] >= HEAVY_WITHIN
    ]
    if far_away:
        yield (
            f"Far from all others of its column: {some('value', far_away)}. Check what is there, because a single "
            "value can decide how a column is scaled and where the means lie."
        )
    if skewed and findings.verdict.is_found:
        yield (
            f"Skewed: {some('column', skewed)}. Skewed clouds often stand out although each is one cloud, so try a "
            f"transformation{LOGARITHMS}, and see whether the result stays."
        )
    elif skewed:
        yield (
            f"Skewed: {some('column', skewed)}. A long tail can hide groups where most of the values are, so try a "
            f"transformation{LOGARITHMS}, and see whether anything stands out then."
        )
    if heavy:
        yield f"Heavy tails: {some('column', heavy)}. Clouds with such tails often stand out although each is one."
    kinds = taken.columns
    are_numbers = kinds["kind"].isin(["numbers", "numbers as text", "long whole numbers", IN_TEXT])
    codes = kinds.index[~kinds["used"] & are_numbers & (kinds.index != settings["classes"])]
    if len(codes):
        yield (
            f"Numbers that were not used: {some('column', codes.tolist())}. The table of columns says why, and how to "
            "use them."
        )
    kept = kinds.index[kinds["used"] & (kinds["reason"] != "")]
    if len(kept):
        yield f"Used, with something to keep in mind: {some('column', kept.tolist())}. The table of columns says what."
    if settings["classes"] is not None:
        yield (
            f"The classes ({settings['classes']}) took no part, but the person who chose columns and scale may have "
            "known them."
        )


def _columns_alike(taken):
    """Names of used columns that are copies of each other, also in another unit, in groups."""
    groups = {}
    for name, of in zip(taken.used, taken.points.T, strict=True):
        if np.ptp(of) > 0:
            standardised = (of - of.mean()) / of.std()
            # A column and what turns it round are the same measurement.
            standardised *= np.sign(standardised[np.abs(standardised) > 0.5][0])
            groups.setdefault((np.round(standardised, _DIGITS_ALIKE) + 0.0).tobytes(), []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def far_values(values):
    """Places of at most two values that are at least three times as far from the median as any other."""
    distances = np.abs(values - np.median(values))
    order = np.argsort(-distances, kind="stable")
    for n in (1, 2):
        if n < len(values) and distances[order[n - 1]] >= FAR * distances[order[n]] > 0:
            return order[:n]
    return order[:0]


def shape_within(values, labels):
    """Skewness and kurtosis of a column about the means of the clusters, which does not depend on how these lie."""
    means = np.bincount(labels, values) / np.bincount(labels)
    rest = values - means[labels]
    # Clusters of equal values have no shape.
    return (float(skew(rest)), float(kurtosis(rest))) if np.ptp(rest) > 0 else (0.0, 0.0)


def _dominant(shares, beginning):
    largest, equal = shares.max(), 1 / shares.notna().sum()
    # More than half of the way from an equal share to all.
    if equal < 1 and largest > (1 + equal) / 2:
        yield (
            f"{beginning} {shares.idxmax()} makes up {100 * largest:.0f}% of the squared distances, "
            + (
                "so the scaling has decided what counts now."
                if beginning.startswith("As the table stands")
                else "so it decides almost alone."
            )
        )


def _of_the_tests(findings):
    settings, verdict, level = findings.settings, findings.verdict, findings.settings["significance_level"]
    step = 1 / (settings["n_references"] + 1)
    if level - 0.5 * step < findings.pvalue < level + 2.5 * step:
        yield (
            f"p = {number(findings.pvalue)} lies close to {level}, and depends on chance: other reference sets can "
            "put it on the other side."
        )
    if len(settings["ks"]) < 3:
        verb = "was" if len(settings["ks"]) == 1 else "were"
        yield f"Only {listed(settings['ks'])} {verb} tried, which is too few numbers of clusters to choose from."
    if not is_euclidean(settings["metric"]):
        euclidean = [name for name in settings["algorithms"] if name in EUCLIDEAN]
        if euclidean:
            verb = "works" if len(euclidean) == 1 else "work"
            metric = settings["metric"]
            yield f"{listed(euclidean)} {verb} with Euclidean distances, whereas {metric} judges the result."
    if not verdict.is_found:
        yield from _of_the_second_scale(findings)
        return
    peaks = findings.tests.xs(findings.titles[0], level="criterion")["peak at"]
    for is_peak_of_all, where in ((True, "With"), (False, "Among the numbers whose clusters are apart, with")):
        at_the_end = [
            claim.algorithm
            for claim in verdict.claims
            if not claim.is_inside and (peaks[claim.algorithm] == claim.k) == is_peak_of_all
        ]
        if at_the_end:
            yield (
                f"{where} {listed(at_the_end)} the peak of {findings.titles[0]} lies at "
                f"{max(settings['ks'])}, the last number that was tried: the range ended there."
            )
    stragglers = [
        f"{claim.algorithm}{'' if peaks[claim.algorithm] == claim.k else f' at {claim.k}'} "
        f"({counted(claim.smallest, 'row')})"
        for claim in verdict.claims
        if not claim.is_solid
    ]
    if stragglers:
        yield f"Stragglers, clusters of very few rows at the peak: {listed(stragglers)}."
    # What was told: numbers, or a candidate, by whichever criterion.
    told = list(verdict.held) or ([verdict.candidate.k] if verdict.candidate else [])
    others = [c for c in verdict.claims if told and c.k not in told]
    at_peaks = [f"{c.k} with {c.algorithm}" for c in others if peaks[c.algorithm] == c.k]
    if at_peaks:
        yield f"{findings.titles[0]} has its peak elsewhere: {listed(at_peaks)}."
    sliced = [
        f"{peaks[c.algorithm]} with {c.algorithm}"
        + (f" (among the numbers whose clusters are apart, at {c.k})" if c in others else "")
        for c in verdict.claims
        if peaks[c.algorithm] != c.k
    ]
    if sliced:
        yield (
            f"Over all numbers, {findings.titles[0]} has its peak elsewhere, at {listed(sliced)}. But rows are "
            "not rare between some of these clusters, which may be slices of one cloud."
        )
    for title in findings.titles[1:]:
        rows = findings.tests.xs(title, level="criterion")
        others = [f"{k} with {name}" for name, k in rows["named"].items() if k > 1 and k not in told]
        if others:
            yield f"{title} selects other numbers: {listed(others)}."
        silent = rows.index[rows["named"] == 1].tolist()
        if silent:
            yield f"The peak of {title} does not stand out with {listed(silent)}."
    for name, numbers in findings.without.items():
        if numbers:
            yield (
                f"Without the column {name}, {numbers[0]} clusters would be selected on this scale. Ask whether it "
                "belongs here."
            )
    moved = [
        f"{algorithm} ({', '.join(f'{kind} {k}' for kind, k in peaks.items())})"
        for (algorithm, title), peaks in findings.peaks.items()
        if title == findings.titles[0] and len(set(peaks.values())) > 1
    ]
    if moved:
        yield f"Where the peak of {findings.titles[0]} lies depends on the reference data: {listed(moved)}."


def _of_the_second_scale(findings):
    """What stands out there, where nothing does on the scale of the report."""
    beside = findings.first.beside
    if beside is None or beside.pvalue > findings.settings["significance_level"]:
        return
    held = [f"{k} clusters ({listed(algorithms)})" for k, algorithms in findings.verdict.beside.items()]
    would = f"the conditions are met by {listed(held)}" if held else "no number meets the conditions"
    yield (
        "With every column divided by its standard deviation, something stands out "
        f"(p = {number(beside.pvalue)}), and {would}. So the answer depends on the units."
    )


def _of_the_candidate(findings):
    if findings.verdict.candidate is None:
        return
    algorithm, k = findings.verdict.candidate.algorithm, findings.verdict.candidate.k
    for name, (k_of_seeds, aris, peaks) in findings.seeds.items():
        if min(aris) < NEARLY_THE_SAME:
            yield (
                f"With other seeds {name} finds a different set of {k_of_seeds} clusters, with ARI "
                f"{number(min(aris), 2)} to {number(max(aris), 2)}; the peak lies {_where(peaks)}."
            )
    other, ari = findings.scale
    if ari < NEARLY_THE_SAME:
        differ = "differ somewhat" if ari >= MUCH_ALIKE else "are different"
        yield f"{_SCALED[other]}, the {k} clusters of {algorithm} {differ} (ARI {number(ari, 2)} with these)."
    yield (
        "All of this comes from the same rows and columns. Which clusters are useful depends on a purpose, not on a "
        "criterion."
    )

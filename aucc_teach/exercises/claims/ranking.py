"""Claims about ranked pairs, criteria and chance."""

from fractions import Fraction

from aucc_teach.exercises.claims._claim import Claim, Field
from aucc_teach.exercises.claims._counting import (
    area,
    aucc,
    best_accuracy,
    c_index,
    comparisons,
    corners,
    deals,
    marked,
    shown,
    silhouettes,
    stray_pair,
    together,
)

POINTS = Field("Points on a line", "points", "0 1 5 6")
CLUSTERS = Field("Their clusters", "labels", "a a b b")
PAIRS = Field("Pairs", "pairs", "1w 2b 3w 4b", most=20)
SCORES = Field("Scores", "scores", "4+ 3+ 2- 1+", most=20)
TWO_CLUSTERINGS = (
    POINTS,
    Field("First clustering", "labels", "a a b b"),
    Field("Second clustering", "labels", "a b a b"),
)
# All partitions of these sizes are gone through: of eight points 280 at most.
FEW = (Field("Points on a line", "points", "0 1 3", most=8), Field("Their clusters", "labels", "a a b", most=8))
LINES_SEARCHED = "points at 0 to 5, up to {n} of them, with all their clusters"
SIZES_SEARCHED = "points at 0 to 5, up to {n} of them, with all sizes"
LISTS_SEARCHED = "lists of up to {n} with values 1 to 4"


# ---- AUCC


def _aucc_of(points, labels):
    return aucc(marked(points, labels))


def _aucc_unique(names, points, first, second):
    one, two = _aucc_of(points, first), _aucc_of(points, second)
    if together(first) == together(second):
        return "same", {}
    return "broken" if one == two == 1 else "holds", {"one": shown(one), "two": shown(two)}


def _far_friend(points, labels):
    """The first point that has a point of its own cluster no closer than some other: its distances from the two."""
    for i, x in enumerate(points):
        own = [abs(x - y) for k, y in enumerate(points) if labels[k] == labels[i] and k != i]
        other = [abs(x - y) for k, y in enumerate(points) if labels[k] != labels[i]]
        if own and max(own) >= min(other):
            return {"point": shown(x), "own": shown(max(own)), "other": shown(min(other))}
    return None


def _one_closer(names, points, labels):
    score = _aucc_of(points, labels)
    if score != 1:
        return "low", {"aucc": shown(score)}
    friend = _far_friend(points, labels)
    return ("holds", {}) if friend is None else ("broken", friend)


def _closer_one(names, points, labels):
    if friend := _far_friend(points, labels):
        return "far", friend
    items = marked(points, labels)
    widest = max(value for value, within in items if within)
    narrowest = min(value for value, within in items if not within)
    score = aucc(items)
    facts = {"aucc": shown(score), "within": shown(widest), "between": shown(narrowest)}
    return "holds" if score == 1 else "broken", facts


def _moved_apart(names, points, labels, moved):
    steps = [after - before for before, after in zip(points, moved, strict=True)]
    movers = {label for label, step in zip(labels, steps, strict=True) if step}
    if not movers:
        return "unmoved", {}
    shifts = {step for label, step in zip(labels, steps, strict=True) if label in movers}
    if len(movers) > 1 or len(shifts) > 1:
        return "not-whole", {}
    (mover,) = movers

    def farther(other):
        places = list(zip(labels, points, moved, strict=True))
        return all(
            abs(x_moved - y) > abs(x - y)
            for label, x, x_moved in places
            if label == mover
            for cluster, y, _ in places
            if cluster == other
        )

    if not any(farther(label) for label in labels if label != mover):
        return "nearer", {"cluster": mover}
    before, after = _aucc_of(points, labels), _aucc_of(moved, labels)
    return "holds" if after >= before else "broken", {"before": shown(before), "after": shown(after)}


def _even_points(names, labels):
    score = _aucc_of(range(len(labels)), labels)
    return "holds" if score < Fraction(9, 10) else "broken", {"aucc": shown(score)}


def _aucc_finer(names, points, before, after):
    if together(before) == together(after):
        return "uncut", {}
    if (pair := stray_pair(names, after, before)) is not None:
        first, second = (shown(points[names.index(name)]) for name in pair)
        return "not-finer", {"first": first, "second": second}
    one, two = _aucc_of(points, before), _aucc_of(points, after)
    return "holds" if two >= one else "broken", {"before": shown(one), "after": shown(two)}


def _kmeans_half(names, points, labels):
    centre = {}
    for label in labels:
        own = [x for x, other in zip(points, labels, strict=True) if other == label]
        centre[label] = Fraction(sum(own), len(own))
    for x, label in zip(points, labels, strict=True):
        for other in labels:
            if abs(x - centre[other]) < abs(x - centre[label]):
                places = {"own": shown(centre[label]), "other": shown(centre[other])}
                return "goes-on", {"point": shown(x), "cluster": other} | places
    score = _aucc_of(points, labels)
    return "holds" if 2 * score > 1 else "broken", {"aucc": shown(score)}


# ---- ties and Gamma


def _counts(items):
    right, wrong, tied = comparisons(items)
    return {"right": shown(right), "wrong": shown(wrong), "tied": shown(tied)}


def _rounding(names, items):
    rounded = [(value // 10, mark) for value, mark in items]
    before, after = aucc(items), aucc(rounded)
    return "holds" if after >= before else "broken", {"before": shown(before), "after": shown(after)}


def _squared(names, items):
    before, after = aucc(items), aucc([(value * value, mark) for value, mark in items])
    return "holds" if after == before else "broken", {"before": shown(before), "after": shown(after)}


def _bounds_middle(names, items):
    right, wrong, tied = comparisons(items)
    total = right + wrong + tied
    areas = [Fraction(right, total), aucc(items), Fraction(right + tied, total)]
    facts = dict(zip(("low", "diagonal", "high"), map(shown, areas), strict=True))
    return "holds" if areas[0] + areas[2] == 2 * areas[1] else "broken", facts


def _gamma_diagonal(names, items):
    right, wrong, tied = comparisons(items)
    gamma = Fraction(right - wrong, right + wrong + tied)
    facts = _counts(items) | {"gamma": shown(gamma), "aucc": shown(aucc(items))}
    return "holds" if aucc(items) == (1 + gamma) / 2 else "broken", facts


def _gamma_dropped(names, items):
    right, wrong, _ = comparisons(items)
    if not right + wrong:
        return "all-tied", {}
    gamma = Fraction(right - wrong, right + wrong)
    facts = _counts(items) | {"gamma": shown(gamma), "aucc": shown(aucc(items)), "half": shown((1 + gamma) / 2)}
    return "holds" if aucc(items) == (1 + gamma) / 2 else "broken", facts


# ---- other criteria


def _c_index_order(names, points, first, second):
    scores = [_aucc_of(points, labels) for labels in (first, second)]
    indices = [c_index(points, labels) for labels in (first, second)]
    if None in indices:
        return "flat", {}
    facts = {"aucc1": scores[0], "aucc2": scores[1], "index1": indices[0], "index2": indices[1]}
    facts = {name: shown(value) for name, value in facts.items()}
    if scores[0] == scores[1]:
        return "equal", facts
    return "holds" if (scores[0] - scores[1]) * (indices[0] - indices[1]) < 0 else "broken", facts


def _silhouette_mean(names, points, labels):
    widths = silhouettes(points, labels)
    mean, lowest = sum(widths) / len(widths), min(widths)
    facts = {"mean": shown(mean), "lowest": shown(lowest), "point": shown(points[widths.index(lowest)])}
    if 2 * mean < 1:
        return "low", facts
    return "holds" if lowest >= 0 else "broken", facts


# ---- ROC curves


def _auc_diagonal(names, items):
    score = area(items)
    if 2 * score != 1:
        return "other", {"auc": shown(score)}
    corner = next((corner for corner in corners(items) if corner[0] != corner[1]), None)
    if corner is None:
        return "holds", {}
    return "broken", {"fpr": shown(corner[0]), "tpr": shown(corner[1])}


def _auc_accuracy(names, first, second):
    lists = (first, second)
    kinds = [sorted(mark for _, mark in items) for items in lists]
    if kinds[0] != kinds[1]:
        return "unlike", {}
    areas, accuracies = [area(items) for items in lists], [best_accuracy(items) for items in lists]
    facts = {"auc1": areas[0], "auc2": areas[1], "best1": accuracies[0], "best2": accuracies[1]}
    facts = {name: shown(value) for name, value in facts.items()}
    if areas[0] == areas[1]:
        return "equal", facts
    return "holds" if (areas[0] - areas[1]) * (accuracies[0] - accuracies[1]) >= 0 else "broken", facts


def _negatives_twice(names, items):
    before, after = area(items), area(items + [item for item in items if not item[1]])
    return "holds" if before == after else "broken", {"before": shown(before), "after": shown(after)}


# ---- chance


def _dealt(points, labels):
    """AUCC of all partitions with the sizes of this one, in order."""
    return sorted(_aucc_of(points, dealt) for dealt in deals([labels.count(label) for label in set(labels)]))


def _mean_half(names, points, labels):
    scores = _dealt(points, labels)
    mean = sum(scores) / len(scores)
    facts = {"deals": shown(len(scores)), "mean": shown(mean)}
    return "holds" if mean == Fraction(1, 2) else "broken", facts


def _median_half(names, points, labels):
    scores = _dealt(points, labels)
    median = (scores[(len(scores) - 1) // 2] + scores[len(scores) // 2]) / 2
    above = sum(2 * score > 1 for score in scores)
    facts = {"deals": shown(len(scores)), "median": shown(median), "above": shown(above)}
    return "holds" if median == Fraction(1, 2) else "broken", facts


def _higher_rarer(names, points, first, second):
    scores = [_aucc_of(points, labels) for labels in (first, second)]
    shares = []
    for labels, score in zip((first, second), scores, strict=True):
        dealt = _dealt(points, labels)
        shares.append(Fraction(sum(other >= score for other in dealt), len(dealt)))
    facts = {"aucc1": scores[0], "aucc2": scores[1], "share1": shares[0], "share2": shares[1]}
    facts = {name: shown(value) for name, value in facts.items()}
    if scores[0] == scores[1]:
        return "equal", facts
    return "holds" if (scores[0] - scores[1]) * (shares[0] - shares[1]) < 0 else "broken", facts


# ---- the claims

CLAIMS = {
    "auc-diagonal": Claim(
        "If the AUC is 1/2, the ROC curve is the diagonal.",
        (SCORES,),
        _auc_diagonal,
        {
            "other": "The AUC is {auc}, not 1/2: the claim says nothing here.",
            "holds": "The AUC is 1/2, and the curve is the diagonal. Keep the area, and let the curve run above it "
            "first and below it later.",
            "broken": "The AUC is 1/2, and the curve has a corner at ({fpr}, {tpr}), off the diagonal.",
        },
        (
            (
                "One half is what blind scores have, and their curve is the diagonal.",
                "One half is their mean. A single area of one half can have another cause.",
            ),
            (
                "No curve with another shape has this area.",
                "A part above the diagonal and a part below it can balance.",
            ),
            (
                "If the scores know something, the AUC is not 1/2.",
                "They may know it at both ends: positives with very high and with very low scores.",
            ),
        ),
    ),
    "auc-accuracy": Claim(
        "Of two lists of scores for the same items, the one with the larger AUC has no lower best accuracy.",
        (
            Field("First list", "scores", "4+ 3+ 2- 1-", most=20),
            Field("Second list", "scores", "4+ 3- 2+ 1-", most=20),
        ),
        _auc_accuracy,
        {
            "unlike": "The same items: both lists need as many + and as many -.",
            "equal": "Both have the AUC {auc1}. For the claim to say something, one of them has to be larger.",
            "holds": "The AUCs are {auc1} and {auc2}, the best accuracies {best1} and {best2}: no contradiction. Put "
            "one positive at the very end of a list that is perfect but for it.",
            "broken": "The AUCs are {auc1} and {auc2}, the best accuracies {best1} and {best2}: the larger AUC has the "
            "lower one.",
        },
        (
            (
                "AUC is the mean accuracy over all thresholds.",
                "It is the share of comparisons of a positive with a negative that come out right. No threshold is in "
                "it.",
            ),
            (
                "The curve with the larger area lies above the other.",
                "Curves may cross. The smaller area can have the better corner.",
            ),
            (
                "Both are 1 for perfect scores.",
                "They are. Below 1 they need not agree on who is better.",
            ),
        ),
    ),
    "negatives-twice": Claim(
        "Write each negative twice, and the AUC stays.",
        (SCORES,),
        _negatives_twice,
        {"holds": "The AUC is {before} before and {after} after."},
        (
            (
                "A larger share of negatives makes AUC larger, but only a little.",
                "It does not change it at all: compute one case.",
            ),
            (
                "AUC looks at positives only.",
                "It compares each positive with each negative.",
            ),
            (
                "Each rate looks at one class, so the curve stays.",
                "Twice as many negatives above each threshold, of twice as many in all. What changes is precision.",
            ),
        ),
        right=2,
        searched=LISTS_SEARCHED,
        up_to=6,
    ),
    "aucc-unique": Claim(
        "At most one clustering of given points has an AUCC of 1.",
        TWO_CLUSTERINGS,
        _aucc_unique,
        {
            "same": "The two clusterings are the same. Two different ones are needed.",
            "holds": "The AUCCs are {one} and {two}: not both are 1. What else than whole clusters may be together?",
            "broken": "Both clusterings have an AUCC of 1, and they are not the same.",
        },
        (
            (
                "1 means that the clusters are perfect, and only one clustering is.",
                "1 means that all within pairs are closer than all between pairs. Few within pairs make that easy.",
            ),
            (
                "AUCC has one largest value.",
                "One value, that several clusterings may reach.",
            ),
            (
                "Any change puts a close pair apart or a far pair together.",
                "To put a close pair apart costs nothing as long as no farther pair stays together.",
            ),
        ),
    ),
    "one-closer": Claim(
        "If AUCC is 1, each point is closer to all others of its cluster than to any point of another.",
        (POINTS, CLUSTERS),
        _one_closer,
        {
            "low": "AUCC is {aucc}, not 1: the claim says nothing here.",
            "holds": "AUCC is 1, and each point is closer to all others of its own cluster, as the claim says.",
        },
        (
            (
                "AUCC averages over the points, and each of them has to be 1.",
                "AUCC counts comparisons of pairs, also of pairs that share no point.",
            ),
            (
                "All within pairs are closer than all between pairs, also than those that share a point with them.",
                "The claim asks only for comparisons of two pairs with a point in common. They are among those that "
                "all came out right.",
            ),
            (
                "Clusters with an AUCC of 1 are wide gaps apart.",
                "The gaps need only be wider than the widest cluster, by however little.",
            ),
        ),
        right=1,
        searched=LINES_SEARCHED,
        up_to=5,
    ),
    "closer-one": Claim(
        "If each point is closer to all others of its cluster than to any point of another, AUCC is 1.",
        (POINTS, CLUSTERS),
        _closer_one,
        {
            "far": "The point at {point} has a point of its own cluster at a distance of {own}, and one of another at "
            "{other}: the claim says nothing here.",
            "holds": "AUCC is 1, as the claim says. AUCC also compares pairs that share no point: let one cluster be "
            "wider than the gap between two others.",
            "broken": "Each point is closer to its own. But AUCC is {aucc}: the widest within pair has the distance "
            "{within}, and the narrowest between pair {between}.",
        },
        (
            (
                "Then each within pair is closer than each between pair.",
                "Only than those that share a point with it. Clusters may be of different widths.",
            ),
            (
                "AUCC is the mean over the points of what each of them sees.",
                "It is the mean over comparisons of all within pairs with all between pairs.",
            ),
            (
                "Clusters like that cannot be drawn better.",
                "So they may be the clusters that everybody would draw. AUCC is not 1 for all of these.",
            ),
        ),
    ),
    "moved-apart": Claim(
        "Move one cluster as a whole away from all points of another, and AUCC does not fall.",
        (POINTS, CLUSTERS, Field("Points after the move", "points", "0 1 7 8")),
        _moved_apart,
        {
            "unmoved": "No point has moved.",
            "not-whole": "One cluster has to move, all of its points by the same way.",
            "nearer": "Cluster {cluster} has moved away from no other cluster as a whole.",
            "holds": "AUCC is {before} before and {after} after: it does not fall. There may be more clusters.",
            "broken": "AUCC falls from {before} to {after}: away from the one cluster is nearer to a third.",
        },
        (
            (
                "The between pairs become wider, and the within pairs stay.",
                "Those with the one cluster do. The cluster may come nearer to a third.",
            ),
            (
                "AUCC measures how far apart clusters are.",
                "It compares ranks. How far apart they are matters only where an order changes.",
            ),
            (
                "With two clusters it can be proved.",
                "With two it can. The claim does not say that there are two.",
            ),
        ),
    ),
    "squared": Claim(
        "Square all dissimilarities, and AUCC stays.",
        (PAIRS,),
        _squared,
        {"holds": "AUCC is {before} before and {after} after."},
        (
            (
                "Squares keep the order, ties as well, and AUCC sees nothing else.",
                "Each comparison of a within pair with a between pair comes out as before. Any other rising function "
                "does the same.",
            ),
            (
                "All dissimilarities change by the same factor.",
                "They do not: 2 becomes twice as large, and 3 three times.",
            ),
            (
                "Squares make far pairs farther, which is balanced by the close ones.",
                "Nothing has to be balanced. AUCC sees no sizes.",
            ),
        ),
        right=0,
        searched=LISTS_SEARCHED,
        up_to=6,
    ),
    "rounding": Claim(
        "Round all dissimilarities down to tens, and AUCC does not fall.",
        (Field("Pairs", "pairs", "11w 25b 31w 48b", most=20),),
        _rounding,
        {
            "holds": "AUCC is {before} before and {after} after: it does not fall. Let a comparison that came out "
            "right become a tie.",
            "broken": "AUCC falls from {before} to {after}: a tie counts one half, and a comparison that is right "
            "counts 1.",
        },
        (
            (
                "Rounding keeps the order.",
                "It reverses none. But it makes ties of what was in order.",
            ),
            (
                "A tie is no mistake.",
                "Nor is it right: it counts one half.",
            ),
            (
                "What rounding costs here it wins there.",
                "It may, on average over blind labels. One list need not balance.",
            ),
        ),
    ),
    "bounds-middle": Claim(
        "The diagonal area lies halfway between the pessimistic and the optimistic one.",
        (PAIRS,),
        _bounds_middle,
        {"holds": "The areas are {low}, {diagonal} and {high}: the middle one lies halfway."},
        (
            (
                "The diagonal path lies between the two others, and what lies between is halfway.",
                "Between is not halfway. Look at one tie group: where does the diagonal cut its rectangle?",
            ),
            (
                "Ties come out right in half of all cases.",
                "Nothing is dealt here. The three areas are three rules for the same list.",
            ),
            (
                "The diagonal cuts the rectangle of each tie group in two halves.",
                "One path runs above all of the rectangle and the other below it. So each tie counts 0, one half and "
                "1.",
            ),
        ),
        right=2,
        searched=LISTS_SEARCHED,
        up_to=6,
    ),
    "gamma-diagonal": Claim(
        "With ties in its denominator, Gamma has AUCC = (1 + Gamma)/2.",
        (PAIRS,),
        _gamma_diagonal,
        {
            "holds": "Comparisons that are right: {right}; wrong: {wrong}; tied: {tied}. Gamma is {gamma}, AUCC "
            "{aucc}: it fits.",
        },
        (
            (
                "Both are 1 for perfect and 0 for blind labels.",
                "Gamma is 0 for blind labels on average, AUCC 1/2. And two points do not make a line.",
            ),
            (
                "With all comparisons below the line, a tie gives 0 to Gamma and one half to AUCC.",
                "And right gives 1 and 1, wrong \N{MINUS SIGN}1 and 0. So each comparison fits, and so does the mean.",
            ),
            (
                "There are no ties in continuous data.",
                "Then it is true in any case. The claim is about all data.",
            ),
        ),
        right=1,
        searched=LISTS_SEARCHED,
        up_to=6,
    ),
    "gamma-dropped": Claim(
        "With ties dropped, as some packages do it, Gamma has AUCC = (1 + Gamma)/2.",
        (PAIRS,),
        _gamma_dropped,
        {
            "all-tied": "All comparisons are tied, and this Gamma is 0/0.",
            "holds": "Comparisons that are right: {right}; wrong: {wrong}; tied: {tied}. Gamma is {gamma}, AUCC "
            "{aucc}: it fits here. Without ties it always does, and with as many right ones as wrong ones.",
            "broken": "Comparisons that are right: {right}; wrong: {wrong}; tied: {tied}. This Gamma is {gamma}, and "
            "(1 + Gamma)/2 is {half}; AUCC is {aucc}.",
        },
        (
            (
                "Ties count for nothing in either.",
                "In AUCC a tie counts one half, and it is in the denominator.",
            ),
            (
                "Gamma is Gamma.",
                "Programs that offer it do not agree on ties.",
            ),
            (
                "Ties lower both by the same share.",
                "They pull AUCC towards 1/2. Gamma without them stays.",
            ),
        ),
    ),
    "even-points": Claim(
        "Points at 0, 1, 2, and so on form no clusters, so AUCC is below 9/10.",
        (Field("Clusters of the points at 0, 1, 2, ...", "row", "a a a b b b"),),
        _even_points,
        {
            "holds": "AUCC is {aucc}. Give neighbours the same cluster, and make more and smaller clusters.",
            "broken": "AUCC is {aucc}, and there is nothing to find: neighbours with the same label are enough.",
        },
        (
            (
                "Without clusters AUCC is 1/2.",
                "That is the mean for blind labels. Labels that look at the points are not blind.",
            ),
            (
                "A high AUCC says that there are clusters.",
                "It says that within pairs are closer than between pairs. Any cutting into neighbours does that.",
            ),
            (
                "Neighbours in different clusters are as close as neighbours in one.",
                "They are, and these ties cost something. With more clusters there are ever more other comparisons.",
            ),
        ),
    ),
    "aucc-finer": Claim(
        "Cut a cluster into pieces, and AUCC does not fall.",
        (
            POINTS,
            Field("Clusters before the cut", "labels", "a a a b"),
            Field("Clusters after the cut", "labels", "a a c b"),
        ),
        _aucc_finer,
        {
            "uncut": "Before and after the cut the clusters are the same. Cut at least one.",
            "not-finer": "The points at {first} and {second} are together after the cut and were apart before.",
            "holds": "AUCC is {before} before and {after} after: it does not fall. Cut a cluster that is as it should "
            "be.",
            "broken": "AUCC falls from {before} to {after}: the cut makes close pairs between pairs.",
        },
        (
            (
                "Smaller clusters have closer pairs.",
                "Within them. The pairs that the cut parts are between pairs now, and close.",
            ),
            (
                "For k-means on noise AUCC rises with k.",
                "With k-means on noise it does. With single linkage on a normal cloud it falls.",
            ),
            (
                "Each object alone has the best AUCC.",
                "It has none: there are no within pairs.",
            ),
        ),
    ),
    "kmeans-half": Claim(
        "Where k-means stops, and no point is closer to another centre than to its own, AUCC is above 1/2.",
        (POINTS, CLUSTERS),
        _kmeans_half,
        {
            "goes-on": "k-means goes on: the point at {point} is closer to the centre of {cluster}, at {other}, than "
            "to its own, at {own}.",
            "holds": "k-means stops here, and AUCC is {aucc}. Centres are means: let a cluster be wide and its "
            "neighbour narrow.",
            "broken": "k-means stops here, and AUCC is {aucc}: the within pairs of a wide cluster are no closer than "
            "the between pairs at its end.",
        },
        (
            (
                "k-means looks at the points, and labels that look are better than blind ones.",
                "Mostly, and by a lot. The claim says always.",
            ),
            (
                "Each point is closer to its own centre than to another.",
                "To the centre. The other end of its cluster may be farther than the neighbours beyond the border.",
            ),
            (
                "k-means makes the distances within clusters as small as it can.",
                "The squares about the centres, for a given k. AUCC compares pairs.",
            ),
        ),
    ),
    "mean-half": Claim(
        "Over all partitions with the same sizes, the mean of AUCC is 1/2.",
        FEW,
        _mean_half,
        {"holds": "Partitions with these sizes: {deals}. The mean of AUCC is {mean}."},
        (
            (
                "Half of the partitions lie above 1/2 and half of them below.",
                "They need not, and the mean does not need it.",
            ),
            (
                "Each pair is a within pair equally often, so each comparison comes out right as often as wrong.",
                "For each two pairs, the one is within and the other between as often as the other way round. A tie "
                "counts one half both times.",
            ),
            (
                "All clusters have the same size.",
                "Then it is true, and for other sizes as well.",
            ),
        ),
        right=1,
        searched=SIZES_SEARCHED,
        up_to=5,
    ),
    "median-half": Claim(
        "Over all partitions with the same sizes, the median of AUCC is 1/2.",
        FEW,
        _median_half,
        {
            "holds": "Partitions with these sizes: {deals}. The median of AUCC is {median}, as the claim says; above "
            "1/2: {above}. Try other points, and other sizes.",
            "broken": "Partitions with these sizes: {deals}. The median of AUCC is {median}; above 1/2: {above}.",
        },
        (
            (
                "The mean is 1/2, and so half of them are above.",
                "A few high values pull the mean up. Most can lie below it.",
            ),
            (
                "To each partition belongs one with all verdicts turned round.",
                "Verdicts turned round make no partition: together is passed on, apart is not.",
            ),
            (
                "With many objects the distribution is the normal one.",
                "It leans to one side with many objects, too.",
            ),
        ),
    ),
    "higher-rarer": Claim(
        "Of two clusterings of the same points, the one with the higher AUCC is reached by a smaller share of the "
        "partitions with its sizes.",
        (
            FEW[0],
            Field("First clustering", "labels", "a a b", most=8),
            Field("Second clustering", "labels", "a b b", most=8),
        ),
        _higher_rarer,
        {
            "equal": "Both have the AUCC {aucc1}. For the claim to say something, one has to be higher.",
            "holds": "The AUCCs are {aucc1} and {aucc2}; shares of partitions that reach them: {share1} and {share2}. "
            "Try different sizes: where is the spread wider?",
            "broken": "The AUCCs are {aucc1} and {aucc2}; shares of partitions that reach them: {share1} and {share2}. "
            "The higher one is not the rarer.",
        },
        (
            (
                "The mean is 1/2 for all sizes, so the scale is the same.",
                "The means are the same, the spreads are not. With few within pairs it is easy to be high.",
            ),
            (
                "The p-value falls when AUCC rises.",
                "For the same sizes. Here the sizes may be different.",
            ),
            (
                "The share depends on the points, and they are the same.",
                "It depends on the sizes as well.",
            ),
        ),
    ),
    "c-index-order": Claim(
        "Of two clusterings of the same points, the one with the higher AUCC has the lower C-index.",
        TWO_CLUSTERINGS,
        _c_index_order,
        {
            "flat": "All distances are equal, and the C-index is 0/0.",
            "equal": "Both have the AUCC {aucc1}. For the claim to say something, one has to be higher.",
            "holds": "The AUCCs are {aucc1} and {aucc2}, the C-indices {index1} and {index2}: they agree. One sees "
            "ranks, and the other lengths: use a point far away.",
            "broken": "The AUCCs are {aucc1} and {aucc2}, the C-indices {index1} and {index2}: by the C-index the one "
            "with the higher AUCC is not the better one.",
        },
        (
            (
                "Both ask whether the within pairs are the closest.",
                "They do. But one adds up ranks, and the other adds up distances.",
            ),
            (
                "AUCC is 1 where the C-index is 0.",
                "It is, if no within pair ties with a between pair. That does not fix the order below.",
            ),
            (
                "Both are one sum over pairs, on different scales.",
                "One sum with different values for the pairs: ranks, or distances.",
            ),
        ),
    ),
    "silhouette-mean": Claim(
        "If the mean silhouette is 1/2 or more, no silhouette is negative.",
        (POINTS, CLUSTERS),
        _silhouette_mean,
        {
            "low": "The mean silhouette is {mean}, below 1/2: the claim says nothing here.",
            "holds": "The mean is {mean}, and the lowest silhouette {lowest}. Let one point be in the wrong cluster, "
            "among many in the right one.",
            "broken": "The mean is {mean}, but the point at {point} has {lowest}: on average it is closer to another "
            "cluster.",
        },
        (
            (
                "A high mean needs each point to be housed well.",
                "Many good ones can carry a bad one.",
            ),
            (
                "A point that is closer to another cluster would have been put there.",
                "By an algorithm, perhaps. A criterion judges whatever labels it gets.",
            ),
            (
                "Silhouettes lie between 0 and 1.",
                "They lie between \N{MINUS SIGN}1 and 1.",
            ),
        ),
    ),
}

"""Functions that are criteria."""

from aucc_teach.exercises import asked

from ._ranks import DISTANCES, LABELLINGS, POINTS, SPLITS

_TABLE = [[0] * len(POINTS) for _ in POINTS]
for _i, _j, _distance in DISTANCES:
    _TABLE[_i][_j] = _TABLE[_j][_i] = _distance


@asked(
    cases=SPLITS,
    hint="As many pairs as there are within pairs: how small could their sum have been, and how large?",
    outcome="The best value is 0, which means that the within pairs are the closest of all pairs.",
)
def c_index(within, between):
    """C-index of two lists of distances; lower is better.

    Where the sum of the within distances lies between
    the smallest and the largest that so many pairs have.
    """
    ordered = sorted(within + between)
    smallest, largest = sum(ordered[: len(within)]), sum(ordered[len(between) :])
    return (sum(within) - smallest) / (largest - smallest)


@c_index.mistake("It is turned round: 0 is to stand for the smallest sum.")
def c_index_turned_round(within, between):
    return 1 - c_index.reference(within, between)


@c_index.mistake("Divide by the largest sum less the smallest, so that 1 can be reached.")
def over_the_largest(within, between):
    ordered = sorted(within + between)
    return (sum(within) - sum(ordered[: len(within)])) / sum(ordered[len(between) :])


@c_index.mistake("The smallest and the largest sum are over as many pairs as there are within pairs, not one.")
def one_pair(within, between):
    low, high = min(within + between), max(within + between)
    return (sum(within) / len(within) - low) / (high - low)


@asked(
    cases=[(_TABLE, labels) for labels in LABELLINGS],
    hint="a: mean distance to the rest of the own cluster. b: the smallest of the mean distances to another cluster.",
    outcome="With more clusters, b is the smallest of more means and therefore smaller. This is why the silhouette of "
    "random labels falls with their number.",
)
def silhouette(distances, labels):
    """Mean silhouette width of all objects.

    distances is a square table, a list of rows. The width
    is (b - a) / max(a, b), and 0 for an object alone.
    """
    return _mean_width(distances, labels, min)


def _mean_width(distances, labels, chosen, without_itself=1):
    total = 0
    for i in range(len(labels)):
        means = {}
        for cluster in set(labels):
            found = [distances[i][j] for j in range(len(labels)) if labels[j] == cluster]
            less = without_itself if cluster == labels[i] else 0
            means[cluster] = sum(found) / (len(found) - less) if len(found) > less else None
        a = means.pop(labels[i])
        b = chosen(means.values())
        if labels.count(labels[i]) > 1:
            total += (b - a) / max(a, b)
    return total / len(labels)


@silhouette.mistake("b is the smallest of the mean distances to another cluster; this is their mean.")
def mean_of_other_clusters(distances, labels):
    return _mean_width(distances, labels, lambda means: sum(means) / len(means))


@silhouette.mistake("The object itself is among those that you divide by for a. Leave it out.")
def with_itself(distances, labels):
    return _mean_width(distances, labels, min, 0)


@silhouette.mistake("b is a mean distance to a cluster, not the distance to the nearest object outside.")
def nearest_object(distances, labels):
    total = 0
    for i in range(len(labels)):
        own = [distances[i][j] for j in range(len(labels)) if labels[j] == labels[i] and j != i]
        b = min(distances[i][j] for j in range(len(labels)) if labels[j] != labels[i])
        if own:
            a = sum(own) / len(own)
            total += (b - a) / max(a, b)
    return total / len(labels)


@silhouette.mistake("The sign is wrong: the width is positive when b is larger than a.")
def silhouette_turned_round(distances, labels):
    return -silhouette.reference(distances, labels)

"""Functions about random partitions, and about how many partitions there are."""

from itertools import combinations, permutations, product
from math import comb, factorial, prod

from aucc_teach.exercises import asked

from ._ranks import auc_by_counting

_SIZES = ([2, 2], [3, 1], [2, 1, 1], [3, 2], [2, 2, 1])
# Distances on a line, with ties, as a square table.
_LINES = [[(3 * i * i) % 11 for i in range(sum(sizes))] for sizes in _SIZES]
_TABLES = [[[abs(x - y) for y in line] for x in line] for line in _LINES]
_LABELS = [[label for label, size in enumerate(sizes) for _ in range(size)] for sizes in _SIZES]


def _aucc_of_deals(distances, labels, tie=1 / 2):
    found = []
    pairs = list(combinations(range(len(labels)), 2))
    for deal in set(permutations(labels)):
        within = [distances[i][j] for i, j in pairs if deal[i] == deal[j]]
        between = [distances[i][j] for i, j in pairs if deal[i] != deal[j]]
        found.append(auc_by_counting.reference(between, within, tie))
    return found


def _moments(values, *, less=0):
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / (len(values) - less)


@asked(
    cases=list(zip(_TABLES, _LABELS, strict=True)),
    hint="Permute the labels in every way and compute AUCC each time. Then take the mean, and the mean squared "
    "distance from it.",
    outcome="The mean is one half, whatever the distances and the sizes are, but the variance depends on both.",
)
def aucc_of_all_deals(distances, labels):
    """Mean and variance of AUCC over all orders of labels.

    distances is a square table, a list of rows. Ties count
    one half. Each order of the labels is as likely as any
    other. Return (mean, variance).
    """
    return _moments(_aucc_of_deals(distances, labels))


@aucc_of_all_deals.mistake("Ties count as nothing here, so the mean is below one half. Let them count one half.")
def ties_lost(distances, labels):
    return _moments(_aucc_of_deals(distances, labels, tie=0))


@aucc_of_all_deals.mistake("Ties count as won here, so the mean is above one half. Let them count one half.")
def ties_won(distances, labels):
    return _moments(_aucc_of_deals(distances, labels, tie=1))


@aucc_of_all_deals.mistake(
    "This divides by one less than the number of orders. These are all orders, not a sample: divide by their number."
)
def as_a_sample(distances, labels):
    return _moments(_aucc_of_deals(distances, labels), less=1)


@aucc_of_all_deals.mistake("That would be the standard deviation. The variance is its square.")
def deviation_for_variance(distances, labels):
    mean, variance = aucc_of_all_deals.reference(distances, labels)
    return mean, variance**0.5


@asked(
    cases=[(n, k) for n in (1, 3, 4, 6) for k in range(1, n + 1) if n < 6 or k in (2, 3, 5)],
    hint="Look at the last object: it is a singleton, or it belongs to one of the clusters of the others.",
    outcome="S(n, k) = S(n - 1, k - 1) + k S(n - 1, k): a singleton, or in one of k clusters.",
)
def stirling(n, k):
    """Number of partitions of n objects into k clusters."""
    if k < 1 or k > n:
        return 0
    return 1 if n == 1 else stirling.reference(n - 1, k - 1) + k * stirling.reference(n - 1, k)


@stirling.mistake("The last object can be in any of the k clusters, so that term has to be multiplied by k.")
def binomial(n, k):
    return comb(n - 1, k - 1)


@stirling.mistake("Each partition is counted k! times, because the clusters have names here. Count it once.")
def named_clusters(n, k):
    return factorial(k) * stirling.reference(n, k)


@stirling.mistake(
    "These are all ways to give one of k labels to each object. But clusters have no names, and none of them is empty."
)
def all_labellings(n, k):
    return k**n


@stirling.mistake("One term is missing: when the last object is a singleton, the others are in k - 1 clusters.")
def never_alone(n, k):
    return k ** (n - k)


def _profiles(n, largest):
    if n == 0:
        return [()]
    return [(size, *rest) for size in range(min(n, largest), 0, -1) for rest in _profiles(n - size, size)]


def _bell(n):
    return sum(stirling.reference(n, k) for k in range(n + 1))


@asked(
    cases=[(n,) for n in range(1, 9)],
    hint="Add up over the number of clusters, from 1 to n.",
    outcome="The Bell number: it grows faster than any power of a fixed base.",
)
def bell(n):
    """Number of partitions of n objects."""
    return _bell(n)


@bell.mistake(
    "These are the size profiles, the ways to write n as a sum. But objects differ, so most profiles have many "
    "partitions."
)
def number_of_profiles(n):
    return len(_profiles(n, n))


@bell.mistake("The last number of clusters, n, is missing, because range stops one before its end.")
def one_too_few(n):
    return _bell(n) - 1


@bell.mistake("This cuts a row of objects into pieces. But a cluster may hold any objects, not only neighbours.")
def cuts_of_a_row(n):
    return 2 ** (n - 1)


@bell.mistake(
    "These are the labellings with up to n names. But a partition does not change when its clusters are renamed."
)
def named(n):
    return n**n


@asked(
    cases=[(list(sizes),) for sizes in (*_SIZES, [4], [1, 1, 1], [3, 3, 1, 1])],
    hint="Put the objects in a row in n! ways. Which of them give the same partition?",
    outcome="Divide by the orders within clusters, and by the orders of clusters with the same size.",
)
def number_with_sizes(sizes):
    """Number of partitions with these cluster sizes."""
    repeated = prod(factorial(sizes.count(size)) for size in set(sizes))
    return factorial(sum(sizes)) // prod(map(factorial, sizes)) // repeated


@number_with_sizes.mistake(
    "If you exchange clusters of the same size, the partition is the same. Divide by the orders of such clusters."
)
def multinomial(sizes):
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


@number_with_sizes.mistake(
    "This divides by all orders of the clusters. Only clusters of the same size can be exchanged."
)
def all_orders_of_clusters(sizes):
    return factorial(sum(sizes)) / prod(map(factorial, sizes)) / factorial(len(sizes))


@number_with_sizes.mistake("The order within a cluster does not matter either. Divide by it.")
def ordered_within(sizes):
    return factorial(sum(sizes)) // prod(factorial(sizes.count(size)) for size in set(sizes))


@asked(
    cases=[(n,) for n in range(1, 7)],
    hint="Choose the largest size first. None of the others may be larger than the one before it.",
    outcome=f"There are few of them: {len(_profiles(6, 6))} for six objects, which have {_bell(6)} partitions.",
)
def size_profiles(n):
    """Size profiles of n objects: a list of tuples.

    In each tuple the sizes fall or stay, and add up to n.
    The list begins with (n,) and ends with n ones: tuples
    with a larger first size come first, and so on.
    """
    return _profiles(n, n)


@size_profiles.mistake("(2, 1) and (1, 2) are the same profile. In each tuple the sizes must fall or stay.")
def in_any_order(n):
    return [(size, *rest) for size in range(n, 0, -1) for rest in (in_any_order(n - size) or [()])]


@size_profiles.mistake("The order of the list is reversed: it must begin with (n,).")
def turned_list(n):
    return size_profiles.reference(n)[::-1]


@size_profiles.mistake("Profiles in which a size occurs twice are missing.")
def different_sizes(n):
    return [profile for profile in size_profiles.reference(n) if len(set(profile)) == len(profile)]


def _sums_of_signs(differences):
    choices = product((1, -1), repeat=len(differences))
    return [sum(sign * d for sign, d in zip(signs, differences, strict=True)) for signs in choices]


@asked(
    cases=[([(i * i * 5 + m) % 9 - 3 for i in range(m)],) for m in (3, 4, 6, 7)],
    hint="Give each difference each sign. How many of the sums are at least as far from 0 as the one seen?",
    outcome="What was seen is one of the choices, so the proportion is never 0.",
)
def sign_test(differences):
    """Share of the choices of signs as extreme as was seen.

    Each difference could have had either sign. Count the
    choices whose sum is, in absolute value, at least that
    of the differences as they are.
    """
    sums = _sums_of_signs(differences)
    return sum(abs(one) >= abs(sum(differences)) for one in sums) / len(sums)


@sign_test.mistake("A choice that is exactly as extreme counts too: at least, not more.")
def strictly_more(differences):
    sums = _sums_of_signs(differences)
    return sum(abs(one) > abs(sum(differences)) for one in sums) / len(sums)


@sign_test.mistake("Only one side was counted. Sums that are as far below 0 are as extreme.")
def one_sided(differences):
    sums = _sums_of_signs(differences)
    return sum(one >= abs(sum(differences)) for one in sums) / len(sums)


@sign_test.mistake("This is a number of choices. Divide it by the number of all choices.")
def number_of_choices(differences):
    return sign_test.reference(differences) * 2 ** len(differences)

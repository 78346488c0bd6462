"""Families about the agreement of two partitions."""

from fractions import Fraction
from itertools import permutations
from math import comb
from string import ascii_lowercase

from ._draws import blocks, counts_of, draw_partition, listed, n_pairs
from ._family import Family, QuestionGroup, number

__all__ = ["FAMILIES"]

PLACES = 3


# ---- two partitions


def _draw_two(rng, difficulty):
    n = rng.randint(7, 9) if difficulty == 1 else rng.randint(10, 12)
    return {
        "u": draw_partition(rng, n, rng.randint(2, 3) if difficulty == 1 else rng.randint(3, 4)),
        "v": draw_partition(rng, n, rng.randint(2, 4)),
    }


def _draw_two_larger(rng, difficulty):
    # Few pairs make few fractions.
    n = rng.randint(8, 10) if difficulty == 1 else rng.randint(11, 13)
    return {side: draw_partition(rng, n, rng.randint(2, 4)) for side in "uv"}


def _shown(drawn):
    n = len(drawn["u"])
    both = f"*U*: `{blocks(drawn['u'])}`\n*V*: `{blocks(drawn['v'])}`"
    return f"Two partitions of the {n} objects a to {ascii_lowercase[n - 1]}:\n{both}"


def _ask_counts(drawn):
    tp, fn, fp, tn = counts_of(drawn["u"], drawn["v"])
    twice = "You counted each pair twice, once from each of its objects. Count each of them once."
    return QuestionGroup(
        f"{_shown(drawn)}\nSort all pairs of objects by the verdicts of the two partitions.",
        (
            number(
                "Pairs together in both:",
                tp,
                (tp + fn, "These are all pairs that *U* keeps together. Which of them does *V* keep together too?"),
                (tp + fp, "These are all pairs that *V* keeps together. Which of them does *U* keep together too?"),
                (tp + tn, "These are all agreements. How many of them are about pairs that are together?"),
                (2 * tp, twice),
                hint="Look for objects that share a cluster of *U* and also a cluster of *V*.",
            ),
            number(
                "Pairs together in *U* only:",
                fn,
                (fp, "The direction is reversed: these pairs are together in *V* only."),
                (tp + fn, "You did not leave out the pairs that *V* keeps together as well."),
                (fn + fp, "These are all disagreements. In how many of them is it *U* that keeps the pair together?"),
                (2 * fn, twice),
                hint="Go through the clusters of *U* and ask which of their pairs *V* separates.",
            ),
            number(
                "Pairs together in *V* only:",
                fp,
                (fn, "The direction is reversed: these pairs are together in *U* only."),
                (tp + fp, "You did not leave out the pairs that *U* keeps together as well."),
                (fn + fp, "These are all disagreements. In how many of them is it *V* that keeps the pair together?"),
                (2 * fp, twice),
                hint="Go through the clusters of *V* and ask which of their pairs *U* separates.",
            ),
            number(
                "Pairs apart in both:",
                tn,
                (
                    tn + fn + fp,
                    "These pairs are apart in at least one of the partitions. Here both must separate them.",
                ),
                (tn + fn, "These are all pairs that *V* separates. Which of them does *U* separate too?"),
                (tn + fp, "These are all pairs that *U* separates. Which of them does *V* separate too?"),
                (2 * tn, twice),
                hint="The four counts add up to the number of pairs.",
            ),
        ),
    )


def _ask_rand(drawn):
    tp, fn, fp, tn = counts_of(drawn["u"], drawn["v"])
    total = tp + fn + fp + tn
    value = Fraction(tp + tn, total)
    return QuestionGroup(
        _shown(drawn),
        (
            number(
                "Rand's c:",
                value,
                (
                    Fraction(tp, total),
                    "You left out the pairs that both partitions separate. They agree on these, too.",
                ),
                (
                    Fraction(fn + fp, total),
                    "That would be the proportion of disagreements. Here we want the agreements.",
                ),
                (
                    Fraction(tp, tp + fn + fp),
                    "That would be the Jaccard index, which leaves out the pairs apart in both. For c they count.",
                ),
                (Fraction(tn, total), "You left out the pairs that both partitions keep together."),
                (
                    Fraction(tp + tn, len(drawn["u"]) ** 2),
                    "You divided by the square of the number of objects. How many pairs do they make?",
                ),
                hint="Divide the number of pairs on which the two agree by the number of all pairs.",
                places=PLACES,
            ),
        ),
    )


def adjusted(tp, fn, fp, tn):
    """Adjusted Rand index as a fraction."""
    return Fraction(2 * (tp * tn - fn * fp), (tp + fn) * (fn + tn) + (tp + fp) * (fp + tn))


def _ask_ari(drawn):
    tp, fn, fp, tn = counts_of(drawn["u"], drawn["v"])
    total = tp + fn + fp + tn
    in_u, in_v = tp + fn, tp + fp
    mean = Fraction(in_u * in_v, total)
    expected_c = 1 - Fraction(in_u + in_v, total) + 2 * mean / total
    c = Fraction(tp + tn, total)
    value = adjusted(tp, fn, fp, tn)
    return QuestionGroup(
        _shown(drawn),
        (
            number(
                "Adjusted Rand index:",
                value,
                (c, "That would be c itself. Here the agreement that chance brings is still to be subtracted."),
                (
                    c - expected_c,
                    "The first step is right: you subtracted the expected value. Now divide by what can be reached "
                    "above it.",
                ),
                (
                    (tp - mean) / (max(in_u, in_v) - mean),
                    "You divided by the larger number of within pairs minus the expected one. Use the mean of "
                    "the two numbers of within pairs.",
                ),
                (
                    tp / Fraction(in_u + in_v, 2),
                    "You did not subtract the expected number of pairs together in both, neither above nor below.",
                ),
                (expected_c, "That would be the expected value of c, which is only what is to be subtracted."),
                hint="You need the pairs together in *U*, in *V* and in both, and the number of all pairs.",
                places=PLACES,
            ),
        ),
    )


# ---- chance


def _draw_sizes(rng, difficulty):
    n = rng.randint(7, 11) if difficulty == 1 else rng.randint(12, 18)
    sides = (draw_partition(rng, n, rng.randint(2, 1 + 2 * difficulty)) for _ in "uv")
    u, v = (sorted((labels.count(one) for one in set(labels)), reverse=True) for labels in sides)
    return {"n": n, "u": u, "v": v}


def _ask_expected(drawn):
    n, total = drawn["n"], comb(drawn["n"], 2)
    p, q = (Fraction(n_pairs(drawn[side]), total) for side in "uv")
    value = p * q + (1 - p) * (1 - q)
    with_itself = [sum(Fraction(size, n) ** 2 for size in drawn[side]) for side in "uv"]
    replaced = with_itself[0] * with_itself[1] + (1 - with_itself[0]) * (1 - with_itself[1])
    return QuestionGroup(
        f"Two partitions of {n} objects have these cluster sizes:\n*U*: {listed(drawn['u'])}\n*V*: "
        f"{listed(drawn['v'])}\nThe labels of *V* are permuted at random, each permutation with the same probability.",
        (
            number(
                "Expected value of c:",
                value,
                (p * q, "You left out the pairs that are apart in both. They are agreements, too."),
                (p * (1 - q) + q * (1 - p), "That would be the expected proportion of disagreements."),
                (
                    replaced,
                    "You squared the proportions of objects, as if an object could be in a pair with itself. Use "
                    "the proportions of within pairs.",
                ),
                (Fraction(1, 2), "That would be right if each verdict were the toss of a coin. Here sizes are fixed."),
                hint="What proportion of the pairs is together in *U*? And in *V*? Multiply, and do the same for "
                "apart.",
                places=PLACES,
            ),
        ),
    )


# ---- matching


def _draw_table(rng, difficulty):
    k = 2 + difficulty
    return {"table": [[rng.choice((0, 1, 2, 3, 4, 5, 6, 8, 9, 11)) for _ in range(k)] for _ in range(k)]}


def _best(table):
    return max(sum(row[i] for row, i in zip(table, order, strict=True)) for order in permutations(range(len(table))))


def _greedy(table):
    cells = sorted((-count, i, j) for i, row in enumerate(table) for j, count in enumerate(row))
    rows, columns, total = set(), set(), 0
    for count, i, j in cells:
        if i not in rows and j not in columns:
            rows.add(i)
            columns.add(j)
            total -= count
    return total


def _ask_matching(drawn):
    table = drawn["table"]
    k, n = len(table), sum(map(sum, table))
    value = Fraction(_best(table), n)
    lines = "\n".join(f"`{'ABCD'[i]}: {listed(row)}`" for i, row in enumerate(table))
    names = listed("ABCD"[:k])
    return QuestionGroup(
        f"This table has a row for each cluster of *U* ({names}) and a column for each cluster of *V* (1 to {k}). It "
        f"shows how many objects they share:\n{lines}\nEach cluster of *U* is matched with one cluster of *V*, and no "
        "two with the same.",
        (
            number(
                "Proportion of the objects on which the two agree under the best matching:",
                value,
                (
                    Fraction(sum(map(max, table)), n),
                    "You took the largest number of each row, so a cluster of *V* was used twice. Use each only once.",
                ),
                (
                    Fraction(_greedy(table), n),
                    "You took the largest cell first, then the largest that was left. Would a smaller one leave "
                    "more for the others?",
                ),
                (
                    Fraction(sum(table[i][i] for i in range(k)), n),
                    "You took the diagonal. The numbers of the clusters mean nothing: try the other matchings.",
                ),
                (
                    Fraction(sum(map(max, zip(*table, strict=True))), n),
                    "You took the largest number of each column, so a cluster of *U* was used twice. Use each "
                    "only once.",
                ),
                hint=f"There are {len(list(permutations(range(k))))} matchings. Which of them has the largest sum?",
                places=PLACES,
            ),
        ),
    )


# ---- a moved object


def _draw_move(rng, difficulty):
    return {"sizes": [rng.randint(4, 19) for _ in range(3)], "moved": difficulty}


def _ask_move(drawn):
    (a, b, rest), moved = drawn["sizes"], drawn["moved"]
    n = a + b + rest
    parted, joined = moved * (a - moved), moved * b
    changed, total = parted + joined, comb(n, 2)
    value = 1 - Fraction(changed, total)
    who = "One object moves" if moved == 1 else "Two objects move"
    itself = "itself" if moved == 1 else "the two that moved: they stay together"
    return QuestionGroup(
        f"A partition of {n} objects has clusters A with {a} objects, B with {b} and C with {rest}. {who} from A to B.",
        (
            number(
                "Pairs that change from together to apart or from apart to together:",
                changed,
                (moved * a + joined, f"You counted too many old companions: leave out {itself}."),
                (parted, "You left out the new companions, with whom pairs change from apart to together."),
                (joined, "You left out the old companions, with whom pairs change from together to apart."),
                (moved * (n - 1), "You counted all pairs with an object that moved. With C nothing changes."),
                (parted * joined, "You multiplied the two kinds of changes. Each pair is of one kind, so add them."),
                hint="Which pairs contain an object that moved, and with which partners does the verdict change?",
            ),
            number(
                "Rand's c between the partitions before and after:",
                value,
                (
                    Fraction(changed, total),
                    "That would be the proportion of pairs that change. Here we want the agreements.",
                ),
                (1 - Fraction(moved, n), "You counted objects. How many of the pairs keep their verdict?"),
                (1 - Fraction(parted, total), "You left out the pairs that come together."),
                (1 - Fraction(joined, total), "You left out the pairs that are separated."),
                (
                    1 - Fraction(changed, n * n),
                    "You divided by the square of the number of objects. How many pairs are there?",
                ),
                hint="Divide the number of pairs that keep their verdict by the number of all pairs.",
                places=PLACES + 1,
            ),
        ),
    )


FAMILIES = (
    Family("counts", "the four counts of two partitions", _draw_two, _ask_counts, "counting_pairs 1"),
    Family("rand-c", "Rand's c of two partitions", _draw_two_larger, _ask_rand, "rand_c 1"),
    Family("expected-c", "the expected value of c for fixed cluster sizes", _draw_sizes, _ask_expected, "rand_c 2"),
    Family("ari", "the adjusted Rand index of two partitions", _draw_two, _ask_ari, "correcting_for_chance 1"),
    Family("matching", "the best matching of two partitions", _draw_table, _ask_matching, "other_ways 1"),
    Family("moved", "what a moved object changes", _draw_move, _ask_move, "rand_c 3"),
)

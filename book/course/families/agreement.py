"""Families about the agreement of two partitions."""

from fractions import Fraction
from itertools import permutations
from math import comb
from string import ascii_lowercase

from aucc_teach.pairs import pair_counts

from ._draws import blocks, draw_partition, listed
from ._family import Family, QuestionGroup, number

__all__ = ["FAMILIES"]


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
    tp, fn, fp, tn = pair_counts(drawn["u"], drawn["v"])

    def twice(count):
        return 2 * count, "You counted each pair twice, once from each of its objects. Count each of them once."

    def only(one, other, count, opposite):
        return number(
            f"Pairs together in *{one}* only:",
            count,
            (opposite, f"The direction is reversed: these pairs are together in *{other}* only."),
            (tp + count, f"You did not leave out the pairs that *{other}* keeps together as well."),
            (fn + fp, f"These are all disagreements. In how many of them is it *{one}* that keeps the pair together?"),
            twice(count),
            hint=f"Go through the clusters of *{one}* and ask which of their pairs *{other}* separates.",
        )

    return QuestionGroup(
        f"{_shown(drawn)}\nSort all pairs of objects by the verdicts of the two partitions.",
        number(
            "Pairs together in both:",
            tp,
            (tp + fn, "These are all pairs that *U* keeps together. Which of them does *V* keep together too?"),
            (tp + fp, "These are all pairs that *V* keeps together. Which of them does *U* keep together too?"),
            (tp + tn, "These are all agreements. How many of them are about pairs that are together?"),
            twice(tp),
            hint="Look for objects that share a cluster of *U* and also a cluster of *V*.",
        ),
        only("U", "V", fn, fp),
        only("V", "U", fp, fn),
        number(
            "Pairs apart in both:",
            tn,
            (tn + fn + fp, "These pairs are apart in at least one of the partitions. Here both must separate them."),
            (tn + fn, "These are all pairs that *V* separates. Which of them does *U* separate too?"),
            (tn + fp, "These are all pairs that *U* separates. Which of them does *V* separate too?"),
            twice(tn),
            hint="The four counts add up to the number of pairs.",
        ),
    )


def _ask_rand(drawn):
    tp, fn, fp, tn = pair_counts(drawn["u"], drawn["v"])
    total, n = tp + fn + fp + tn, len(drawn["u"])
    return QuestionGroup(
        _shown(drawn),
        number(
            "Rand's c:",
            Fraction(tp + tn, total),
            (Fraction(tp, total), "You left out the pairs that both partitions separate. They agree on these, too."),
            (Fraction(fn + fp, total), "That would be the proportion of disagreements. Here we want the agreements."),
            (Fraction(tp, tp + fn + fp), "That would be the Jaccard index. For c the pairs apart in both count, too."),
            (Fraction(tn, total), "You left out the pairs that both partitions keep together."),
            (
                Fraction(tp + tn, n**2),
                "You divided by the square of the number of objects. How many pairs do they make?",
            ),
            hint="Divide the number of pairs on which the two agree by the number of all pairs.",
        ),
    )


def _ask_ari(drawn):
    tp, fn, fp, tn = pair_counts(drawn["u"], drawn["v"])
    total, in_u, in_v = tp + fn + fp + tn, tp + fn, tp + fp
    mean, most = Fraction(in_u * in_v, total), Fraction(in_u + in_v, 2)
    c, expected_c = Fraction(tp + tn, total), 1 - 2 * (most - mean) / total
    return QuestionGroup(
        _shown(drawn),
        number(
            "Adjusted Rand index:",
            (tp - mean) / (most - mean),
            (c, "That would be c itself. Here the agreement that chance brings is still to be subtracted."),
            (c - expected_c, "You subtracted the expected value. Now divide by what can be reached above it."),
            (
                (tp - mean) / (max(in_u, in_v) - mean),
                "Use the mean of the two numbers of within pairs, not the larger one.",
            ),
            (tp / most, "You did not subtract the expected number of pairs together in both, neither above nor below."),
            (expected_c, "That would be the expected value of c, which is only what is to be subtracted."),
            hint="You need the pairs together in *U*, in *V* and in both, and the number of all pairs.",
        ),
    )


# ---- chance


def _draw_sizes(rng, difficulty):
    n = rng.randint(7, 11) if difficulty == 1 else rng.randint(12, 18)
    sides = (draw_partition(rng, n, rng.randint(2, 1 + 2 * difficulty)) for _ in "uv")
    u, v = (sorted((labels.count(one) for one in set(labels)), reverse=True) for labels in sides)
    return {"n": n, "u": u, "v": v}


def _ask_expected(drawn):
    n, u, v = drawn["n"], drawn["u"], drawn["v"]
    p, q = (Fraction(sum(comb(size, 2) for size in sizes), comb(n, 2)) for sizes in (u, v))
    squared_p, squared_q = (sum(Fraction(size, n) ** 2 for size in sizes) for sizes in (u, v))
    of_objects = squared_p * squared_q + (1 - squared_p) * (1 - squared_q)
    return QuestionGroup(
        f"Two partitions of {n} objects have these cluster sizes:\n*U*: {listed(u)}\n*V*: {listed(v)}\n"
        "The labels of *V* are permuted at random, each permutation with the same probability.",
        number(
            "Expected value of c:",
            p * q + (1 - p) * (1 - q),
            (p * q, "You left out the pairs that are apart in both. They are agreements, too."),
            (p * (1 - q) + q * (1 - p), "That would be the expected proportion of disagreements."),
            (of_objects, "You squared proportions of objects, but an object makes no pair with itself. Count pairs."),
            (Fraction(1, 2), "That would be right if each verdict were the toss of a coin. Here sizes are fixed."),
            hint="What proportion of the pairs is together in *U*? And in *V*? Multiply, and do the same for apart.",
        ),
    )


# ---- matching


def _draw_table(rng, difficulty):
    k = 2 + difficulty
    return {"table": [[rng.choice((0, 1, 2, 3, 4, 5, 6, 8, 9, 11)) for _ in range(k)] for _ in range(k)]}


def _greedy(table):
    """Match the largest cell first, then the largest of those that are left."""
    cells = sorted((-count, i, j) for i, row in enumerate(table) for j, count in enumerate(row))
    total = 0
    while cells:
        count, row, column = cells[0]
        total -= count
        cells = [cell for cell in cells if cell[1] != row and cell[2] != column]
    return total


def _ask_matching(drawn):
    table = drawn["table"]
    k, n = len(table), sum(map(sum, table))
    matchings = [sum(row[i] for row, i in zip(table, order, strict=True)) for order in permutations(range(k))]
    shown = "\n".join(f"`{name}: {listed(row)}`" for name, row in zip("ABCD", table, strict=False))
    by_row, by_column = (Fraction(sum(map(max, lines)), n) for lines in (table, zip(*table, strict=True)))
    greedy, diagonal = Fraction(_greedy(table), n), Fraction(sum(table[i][i] for i in range(k)), n)
    twice = "was used twice. Use each only once."
    return QuestionGroup(
        f"This table has a row for each cluster of *U* ({listed('ABCD'[:k])}) and a column for each cluster of *V* "
        f"(1 to {k}). It shows how many objects they share:\n{shown}\nEach cluster of *U* is matched with one cluster "
        "of *V*, and no two with the same.",
        number(
            "Proportion of the objects on which the two agree under the best matching:",
            Fraction(max(matchings), n),
            (by_row, f"You took the largest number of each row, so a cluster of *V* {twice}"),
            (greedy, "You took the largest cell first. Would a smaller one leave more for the other clusters?"),
            (diagonal, "You took the diagonal. The numbers of the clusters mean nothing: try the other matchings."),
            (by_column, f"You took the largest number of each column, so a cluster of *U* {twice}"),
            hint=f"There are {len(matchings)} matchings. Which of them has the largest sum?",
        ),
    )


# ---- a moved object


def _draw_move(rng, difficulty):
    return {"sizes": [rng.randint(4, 19) for _ in range(3)], "moved": difficulty}


def _ask_move(drawn):
    (a, b, rest), moved = drawn["sizes"], drawn["moved"]
    n = a + b + rest
    parted, joined, total = moved * (a - moved), moved * b, comb(n, 2)
    changed = parted + joined
    who, itself = ("One object moves", "itself") if moved == 1 else ("Two objects move", "the two, which stay together")
    return QuestionGroup(
        f"A partition of {n} objects has clusters A with {a} objects, B with {b} and C with {rest}. {who} from A to B.",
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
            1 - Fraction(changed, total),
            (Fraction(changed, total), "That would be the proportion of pairs that change. We want the agreements."),
            (1 - Fraction(moved, n), "You counted objects. How many of the pairs keep their verdict?"),
            (1 - Fraction(parted, total), "You left out the pairs that come together."),
            (1 - Fraction(joined, total), "You left out the pairs that are separated."),
            (1 - Fraction(changed, n**2), "You divided by the square of the number of objects, and not by all pairs."),
            hint="Divide the number of pairs that keep their verdict by the number of all pairs.",
            places=4,
        ),
    )


FAMILIES = (
    Family("counts", "the four counts of two partitions", _draw_two, _ask_counts, "counting_pairs 1", version=2),
    Family("rand-c", "Rand's c of two partitions", _draw_two_larger, _ask_rand, "rand_c 1", version=2),
    Family("expected-c", "the expected value of c", _draw_sizes, _ask_expected, "rand_c 2", version=2),
    Family("ari", "the adjusted Rand index", _draw_two, _ask_ari, "correcting_for_chance 1", version=2),
    Family("matching", "the best matching of two partitions", _draw_table, _ask_matching, "other_ways 1", version=2),
    Family("moved", "what a moved object changes", _draw_move, _ask_move, "rand_c 3", version=2),
)

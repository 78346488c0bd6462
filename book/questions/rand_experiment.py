"""Questions of the chapter *Rand's experiment, run again*."""

from fractions import Fraction
from itertools import combinations
from math import comb, erfc, exp, factorial, sqrt

from aucc_teach.exercises import Choice, Number, Objects, Open, Order

from ._studies import studies

KS, N_REPLICATES = studies.rand1971.KS, studies.rand1971.N_REPLICATES
PRINTED, PRINTED_UNITS = studies.rand1971.PRINTED, studies.rand1971.PRINTED_UNITS

# ---- the next join

_START = ((0, 1), (4, 6), (11,))


def _criteria(clusters):
    """T/N, AA with singletons skipped, AA with singletons as zero; and T/N by entries with the diagonal."""
    sums = [Fraction(sum(abs(x - y) for x, y in combinations(cluster, 2))) for cluster in clusters]
    counts = [len(cluster) * (len(cluster) - 1) // 2 for cluster in clusters]
    averages = [w / count for w, count in zip(sums, counts, strict=True) if count]
    entries = Fraction(sum(len(cluster) ** 2 for cluster in clusters), 2)
    skip, zero = sum(averages) / len(averages), sum(averages) / len(clusters)
    return {"T/N": sum(sums) / sum(counts), "AA skip": skip, "AA zero": zero, "entries": sum(sums) / entries}


def _named(clusters):
    return " and ".join("{" + ", ".join(map(str, cluster)) + "}" for cluster in clusters)


def _joins(clusters):
    """The criteria after each merger of two clusters, by the two."""
    for one, other in combinations(clusters, 2):
        rest = [cluster for cluster in clusters if cluster not in (one, other)]
        yield _named((one, other)), _criteria([*rest, one + other]), len(one + other)


_JOINS = {name: (values, size) for name, values, size in _joins(_START)}
_BEST = {
    criterion: min(_JOINS, key=lambda name: _JOINS[name][0][criterion]) for criterion in ("T/N", "AA skip", "AA zero")
}
_PAIRS_JOINED = _JOINS[_named(_START[:2])][0]
_LAST_JOINED = _JOINS[_named(_START[1:])][0]
_LEAST_ZERO = min(values["AA zero"] for values, _ in _JOINS.values())
_SIZES = {criterion: _JOINS[name][1] for criterion, name in _BEST.items()}
_LARGEST = tuple(criterion for criterion, size in _SIZES.items() if size == max(_SIZES.values()))


def _which_join(criterion):
    def why(name):
        value = _JOINS[name][0][criterion]
        return f"It leaves {value}" + (
            ", the smallest of the three values." if name == _BEST[criterion] else ", but another merger leaves less."
        )

    return Choice(f"{criterion} merges", {name: why(name) for name in _JOINS}, _BEST[criterion])


# ---- one cell

_OURS, _S = 0.8852, 0.0489  # given in the exercise
_GAP = _OURS - PRINTED[2, "T/N"][0][KS.index(5)]
_SE = _S / sqrt(N_REPLICATES)
_ROUNDING = PRINTED_UNITS["mean"] / sqrt(12)
_Z = _GAP / sqrt(_SE**2 + _ROUNDING**2)

# ---- three in a hundred

_RATE = 0.0083  # given in the exercise
_COUNT = PRINTED[2, "T/N"][2][KS.index(5)]


def _binomial(n, rate):
    """The chance of n complete agreements among 100 replicates."""
    return comb(N_REPLICATES, n) * rate**n * (1 - rate) ** (N_REPLICATES - n)


def _poisson(n, mean=N_REPLICATES * _RATE):
    return exp(-mean) * mean**n / factorial(n)


def _p_of_none(rate):
    """The two-sided p-value of 0 of 100: all counts that are as rare."""
    chances = [_binomial(n, rate) for n in range(N_REPLICATES + 1)]
    return sum(chance for chance in chances if chance <= chances[0])


_EXACTLY, _POISSON = (1 - sum(map(chance, range(_COUNT))) for chance in (lambda n: _binomial(n, _RATE), _poisson))
_PER_CENT = {f"{rate}%": rate / 100 for rate in (1, 2, 3, 4)}
_NO_SURPRISE = tuple(name for name, rate in _PER_CENT.items() if _p_of_none(rate) >= 0.05)
_ONE_SIDED = tuple(name for name, rate in _PER_CENT.items() if _binomial(0, rate) >= 0.05)

# ---- numbers that cannot be


def _least(m, p, half_a_unit=0.005):
    """The bound for s, if the average may have been half a unit higher before it was rounded."""
    return (1 - m - half_a_unit) * sqrt(p / (1 - p) * N_REPLICATES / (N_REPLICATES - 1))


def _cells():
    """Bound, printed s, and s of the table's other method, by table, method and k."""
    for (table, name), columns in PRINTED.items():
        other = PRINTED.get((table, {"T/N": "AA", "AA": "T/N"}[name]), (None, [None] * len(KS)))[1]
        for k, m, s, percentage, other_s in zip(KS, *columns, other, strict=True):
            yield (table, name, k), _least(m, percentage / 100), s, other_s


_CELLS = list(_cells())
_HALF = PRINTED_UNITS["std"] / 2
_BROKEN = sum(least > s + _HALF for _, least, s, _ in _CELLS)
_EXCHANGED = {
    table: sum(least > other + _HALF for (of, *_), least, _, other in _CELLS if of == table and other is not None)
    for table in (3, 4)
}
_PLACE = KS.index(2)
_M_PRINTED, _P_PRINTED = PRINTED[4, "AA"][0][_PLACE], PRINTED[4, "AA"][2][_PLACE] / 100
_BOUND = (1 - _M_PRINTED) * sqrt(_P_PRINTED / (1 - _P_PRINTED))
_DECIDES = {
    (False, False): "for neither table",
    (True, False): "only for Table 3",
    (False, True): "only for Table 4",
    (True, True): "for both tables",
}

# ---- nine looks

_BEYOND = erfc(2 / sqrt(2))  # the chance that a normal error is beyond 2
_SOME, _ONE_SIDE = 1 - (1 - _BEYOND) ** 9, Fraction(2, 2**9)

EXERCISES = {
    "ex-experiment-join": (
        Choice(
            "Before you compute: which of the three makes the largest cluster?",
            {
                criterion: "T/N and zero make a cluster of four. AA doesn't like size. It likes one bad average "
                "among many good ones, but among three clusters there is little to hide behind."
                for criterion in _BEST
            },
            _LARGEST,
            predict=True,
        ),
        Number(
            "T/N after {0, 1} and {4, 6} have been merged:",
            _PAIRS_JOINED["T/N"],
            tempting=(
                (
                    _PAIRS_JOINED["AA zero"],
                    "That's AA with the singleton as zero. For T/N, divide all distances by their number.",
                ),
                (
                    _PAIRS_JOINED["entries"],
                    "This is divided by half of all entries, zero diagonal included. Count only the distances.",
                ),
            ),
            hint="There are six distances in one cluster, and the singleton 11 has none.",
            outcome="It's the sum of 1, 4, 6, 3, 5 and 2, divided by six.",
        ),
        Number(
            "AA skip after {4, 6} and {11} have been merged:",
            _LAST_JOINED["AA skip"],
            tempting=(
                (_LAST_JOINED["T/N"], "That's T/N. For AA, take the average of each cluster first."),
                (
                    _LAST_JOINED["entries"],
                    "This is divided by half of all entries, zero diagonal included. Take the average of each cluster "
                    "first.",
                ),
            ),
            hint="There are two clusters. Take the average of each, and then the mean of the two averages.",
            outcome="No singleton is left, so both readings of AA give the same value.",
        ),
        _which_join("AA skip"),
        Number(
            "AA zero: the smallest of its values after the three mergers",
            _LEAST_ZERO,
            tempting=(
                (
                    _PAIRS_JOINED["AA skip"],
                    "That's AA skip, without the singleton 11. Count it as a cluster with average 0.",
                ),
                (
                    _LAST_JOINED["AA zero"],
                    "That's for the merger of {4, 6} and {11}. Try the two others: one leaves less.",
                ),
            ),
            hint="After each merger there are two clusters. A singleton that is left is one of them, with average 0.",
            outcome="It merges the two pairs, because the singleton has the best average of all.",
        ),
    ),
    "ex-experiment-cell": (
        Number(
            "z:",
            _Z,
            tempting=(
                (_GAP / _SE, "The rounding is missing. Add u²/12 under the root, with u = 0.01."),
                (_GAP / _S, "This is divided by s. The average of 100 scatters ten times less, so divide by s/10."),
                (
                    _GAP / (_SE + _ROUNDING),
                    "Here the errors themselves are added. Add their squares, and then take the root.",
                ),
                (-_Z, "The sign is reversed. Subtract Rand's from ours."),
            ),
            hint="Divide the difference by the root of (s/10)² + u²/12, with u = 0.01.",
            outcome="Our own error, s/100, would hardly change it.",
        ),
        Number(
            "z without the rounding:",
            _GAP / _SE,
            tempting=(
                (_Z, "This still has the rounding. Leave out u²/12."),
                (_GAP / _S, "This is divided by s. What is the standard error of an average of 100?"),
            ),
            hint="Divide the difference by s/10.",
            outcome="Without the rounding, we take the error to be smaller than it is.",
        ),
        Number(
            "z with s in place of s/√100, and with the rounding:",
            _GAP / sqrt(_S**2 + _ROUNDING**2),
            tempting=(
                (_GAP / (_SE / sqrt(N_REPLICATES)), "This is divided by s/100. Divide by s itself."),
                (_GAP / _SE, "That's with s/10 and without the rounding. Use s, and put the rounding under the root."),
            ),
            hint="Divide the difference by the root of s² + u²/12.",
            outcome="With such a yardstick, nearly everything matches.",
        ),
    ),
    "ex-experiment-three": (
        Choice(
            "Before you compute: do 3 of 100 contradict a rate of 0.83%?",
            {
                "Yes": "It would, if 3 or more were very rare. Compute how rare they are.",
                "No": "It sounds like much, but it is two replicates more than we expect.",
            },
            "Yes" if _EXACTLY < 0.01 else "No",
            predict=True,
        ),
        Number(
            "The chance of 3 or more, exactly (four decimals):",
            _EXACTLY,
            places=4,
            name="the-chance-of-3-or-more-exactly-three",
            tempting=(
                (
                    _POISSON,
                    "That's by the Poisson distribution. The exact value comes from the binomial distribution.",
                ),
                (_binomial(_COUNT, _RATE), "That's the chance of exactly 3. Add those of 4, 5 and so on."),
                (_EXACTLY - _binomial(_COUNT, _RATE), "That's the chance of 4 or more. Add that of 3."),
                (1 - _EXACTLY, "That's the chance of 2 or fewer. Subtract it from 1."),
            ),
            hint="Subtract from 1 the chances of 0, 1 and 2 of 100, with the binomial distribution.",
            outcome="It's about one in twenty.",
        ),
        Number(
            "The same chance by a Poisson distribution (four decimals):",
            _POISSON,
            places=4,
            tempting=(
                (_EXACTLY, "That's the binomial distribution again. Take a Poisson distribution with mean 0.83."),
                (_poisson(_COUNT), "That's the chance of exactly 3. Add those of 4, 5 and so on."),
                (1 - _POISSON, "That's the chance of 2 or fewer. Subtract it from 1."),
            ),
            hint="The mean is 100 times the rate. Subtract from 1 the chances of 0, 1 and 2.",
            outcome="It's nearly the same, because the rate is small.",
        ),
        Objects(
            "Rand has 0 of 100. For which of these rates is the two-sided p at least 0.05?",
            tuple(_PER_CENT),
            right=_NO_SURPRISE,
            tempting=(
                (
                    _ONE_SIDED,
                    "That's by the chance of 0 alone. The two-sided test adds the counts above that are as rare.",
                ),
                (("1%",), "Add more rates: at 2% two are expected, but 0 still happens in more than one of ten cases."),
                (tuple(_PER_CENT), "At one of these rates, 0 of 100 would be surprising. Compute all four."),
            ),
            hint="Compute `binomtest(0, 100, rate).pvalue` for each rate.",
            outcome="A zero tells us little, because many rates could have given it.",
        ),
    ),
    "ex-experiment-possible": (
        Order(
            "The steps to the bound are mixed up. Put them in order.",
            (
                "Let m\u2032 be the average of the replicates with c < 1.",
                "The variance is smallest if all these replicates are equal to m\u2032.",
                "Then c has two values, 1 and m\u2032, and the variance is "
                "p (1 \N{MINUS SIGN} p)(1 \N{MINUS SIGN} m\u2032)².",
                "What is 1 \N{MINUS SIGN} m\u2032 in this variance? m = p + (1 \N{MINUS SIGN} p) m\u2032, so it is "
                "(1 \N{MINUS SIGN} m)/(1 \N{MINUS SIGN} p).",
                "Substitute that: the result is (1 \N{MINUS SIGN} m)² p/(1 \N{MINUS SIGN} p).",
            ),
            before=(
                (0, 1, "What is m\u2032? Put first the step that introduces it."),
                (1, 2, "There are two values only if all replicates below 1 are equal. That step comes first."),
                (2, 3, "*This variance* refers to an earlier step. Which step gives a variance?"),
                (3, 4, "1 \N{MINUS SIGN} m\u2032 can be substituted only when it is known, so first work it out."),
            ),
            hint="Introduce m\u2032, make the variance as small as it can be, and substitute.",
            why=(
                "The replicates with c = 1 are a proportion p; the others have some average below 1.",
                "Any spread among them would only add to the variance.",
                "This is the variance of a variable with two values, at a distance of 1 \N{MINUS SIGN} m\u2032.",
                "The average of all is made of p ones and (1 \N{MINUS SIGN} p) times m\u2032.",
                "One factor 1 \N{MINUS SIGN} p cancels.",
            ),
            outcome="The divisor 99 instead of 100 makes the bound a little larger.",
        ),
        Number(
            f"Table 4, AA, two clusters: p = {_P_PRINTED} and m = {_M_PRINTED}. The bound for s, without the factor "
            "100/99 and without rounding (three decimals):",
            _BOUND,
            places=3,
            tempting=(
                (_BOUND**2, "That's the bound for s². Take the root."),
                (
                    (1 - _M_PRINTED) * sqrt((1 - _P_PRINTED) / _P_PRINTED),
                    "The fraction under the root is upside down.",
                ),
                (
                    (1 - _M_PRINTED) * sqrt(_P_PRINTED),
                    "Only p is under this root. Divide it by 1 \N{MINUS SIGN} p.",
                ),
            ),
            hint="Multiply (1 \N{MINUS SIGN} m) by the root of p/(1 \N{MINUS SIGN} p).",
            outcome=f"The printed value is {PRINTED[4, 'AA'][1][_PLACE]:.3f}.",
        ),
        Number(
            f"How many of the {len(_CELLS)} printed cells break the bound, with rounding and with the factor?",
            _BROKEN,
            tempting=(
                (
                    sum(least > other + _HALF for _, least, _, other in _CELLS if other is not None),
                    "That's with the columns of s exchanged. Compare each bound with the s of its own column.",
                ),
            ),
            hint="Compute the bound with an average half a unit higher, and compare it with s half a unit higher.",
            outcome="That a table passes shows only that it isn't impossible.",
        ),
        Choice(
            "Does the bound rule out that the two columns of s were exchanged? It does",
            {
                "for neither table": "Compare each bound with the s of the other column, in both tables.",
                "only for Table 3": "In Table 3 the s of the other column keep the bound as well. Look at Table 4.",
                "only for Table 4": "There the other column breaks the bound in some cells. In Table 3 either column "
                "keeps it, so nothing is decided.",
                "for both tables": "That's right for one of them. In the other, the s of either column keep the "
                "bound: which is it?",
            },
            _DECIDES[_EXCHANGED[3] > 0, _EXCHANGED[4] > 0],
        ),
    ),
    "ex-experiment-nine": (
        Number(
            "Nine independent cells: the chance of at least one |z| above 2",
            _SOME,
            tempting=(
                (9 * _BEYOND, "That's the expected number of such cells. A column with two of them counts once."),
                (_BEYOND, "That's the chance for a single cell. What is the chance that all nine are within 2?"),
                (1 - (1 - _BEYOND / 2) ** 9, "That's one side only. |z| can be above 2 on both: double the tail."),
                (1 - _SOME, "That's the chance that no cell is above 2. Subtract it from 1."),
            ),
            hint="Subtract from 1 the chance that all nine are within 2. A single cell is within 2 with probability "
            f"{1 - _BEYOND:.4f}.",
            outcome="That's a third of all columns, although nothing is wrong with them.",
        ),
        Number(
            "Nine independent cells: the chance that all have the same sign, as a fraction",
            _ONE_SIDE,
            places=4,
            tempting=((_ONE_SIDE / 2, "That's for one of the signs. Either will do."),),
            hint="The first cell may have either sign. What must the other cells do?",
            outcome="The other eight cells have to follow the first.",
        ),
        Choice(
            "Run it. Compared with independent cells, our columns have",
            {
                "fewer columns with an alarm, more columns of one sign": "Neighbours are correlated, so an alarm "
                "seldom comes alone, and a whole column lies on one side more often.",
                "more columns with an alarm, more columns of one sign": "The number of alarms stays the same on "
                "average. But if they come together, in how many columns do they come?",
                "fewer columns with an alarm, fewer columns of one sign": "That's right for the alarms. Do cells "
                "that depend on each other have the same sign more often, or less often?",
                "as many of both": "That would be right for independent cells. Compute the correlation of neighbours.",
            },
            "fewer columns with an alarm, more columns of one sign",
        ),
        Choice(
            "What happens to the number of alarms in a column, on average?",
            {
                "It stays the same": "The mean of a sum is the sum of the means, whether the cells are dependent or "
                "not.",
                "It falls": "The number of columns with an alarm falls, but these columns then have more alarms. Add "
                "up the nine chances.",
                "It rises": "Each cell has the same chance as before. Add up the nine chances.",
            },
            "It stays the same",
        ),
    ),
    "ex-experiment-fewer": (
        Choice(
            "Run it. Which columns are wholly within 3?",
            {
                "the averages of T/N": "These have come nearer to Rand's.",
                "the standard deviations of T/N": "Two or more of these are beyond 3. Look at all nine again.",
                "the averages of AA skip": "These were within 3 with five points. Look at all nine again.",
                "the standard deviations of AA skip": "These were within 3 with five points as well.",
            },
            ("the averages of T/N", "the standard deviations of AA skip"),
        ),
        Choice(
            "What may be published?",
            {
                "that Rand added four points": "The paper says five, and other rows fit worse with four. What would "
                "you call such a finding?",
                "a guess, with the rows that it repairs and the rows that it breaks": "The number of guesses that were "
                "tried belongs to it as well.",
                "nothing": "A guess may help the next reader. What would have to be printed beside it?",
            },
            "a guess, with the rows that it repairs and the rows that it breaks",
        ),
    ),
    "ex-experiment-open": (
        Choice(
            "Run it. Suppose that to accept means: no average of either method lies beyond 3. Which size is accepted?",
            {
                "0.27": "T/N fits there, but look at AA: some cell lies beyond 3.",
                "0.28": "Look at T/N for ten and nine clusters.",
                "0.29": "Look at the averages of T/N.",
                "none": "At 0.27 AA fails in some cell; at 0.28 and 0.29 T/N does.",
            },
            "none",
        ),
        Open(
            (
                "The answer defines what *accept* means, and did so before the numbers were seen.",
                "It mentions that 500 replicates have an error of their own, so that a deviation near 3 is uncertain.",
                "It doesn't report 0.28 as Rand's perturbation.",
                "A compromise between two sizes would also come out if the methods were different from ours.",
            )
        ),
    ),
}

PREDICTIONS = {
    "pre-experiment-entries": Choice(
        "*T/N entries* divides by all entries of the array, zeros included. Does it match Rand's Table 2 as well?",
        {
            "Yes": "Both readings match. A match is easily taken for a proof that two programs are the same, but here "
            "two different programs pass.",
            "No": "It's a different method, but it matches all the same.",
        },
        right="Yes",
        predict=True,
        name="entries",
    ),
    "pre-experiment-conclusions": Number(
        "How many of Rand's four conclusions hold, whether we ask by c or by the ARI?",
        2,
        predict=True,
        between=(0, 4),
        outcome="Retrieval, and that the methods differ. The other two depend on the size of a perturbation and on "
        "the number of clusters.",
        name="conclusions",
    ),
}

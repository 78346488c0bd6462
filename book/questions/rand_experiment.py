"""Questions of the chapter *Rand's experiment, run again*."""

from fractions import Fraction
from itertools import combinations
from math import comb, erfc, exp, factorial, sqrt

from aucc_teach.exercises._questions import Choice, Number, Objects, Open, Order
from aucc_teach.experiments.rand1971 import KS, N_REPLICATES, PRINTED, PRINTED_UNITS

# ---- the next join

_START = ((0, 1), (4, 6), (11,))


def _criteria(clusters):
    """T/N, AA with single points skipped, AA with single points as zero; and T/N by entries with the diagonal."""
    sums = [Fraction(sum(abs(x - y) for x, y in combinations(cluster, 2))) for cluster in clusters]
    counts = [len(cluster) * (len(cluster) - 1) // 2 for cluster in clusters]
    averages = [w / count for w, count in zip(sums, counts, strict=True) if count]
    entries = Fraction(sum(len(cluster) ** 2 for cluster in clusters), 2)
    skip, zero = sum(averages) / len(averages), sum(averages) / len(clusters)
    return {"T/N": sum(sums) / sum(counts), "AA skip": skip, "AA zero": zero, "entries": sum(sums) / entries}


def _named(clusters):
    return " and ".join("{" + ", ".join(map(str, cluster)) + "}" for cluster in clusters)


def _joins(clusters):
    """The criteria after each join of two clusters, by the two."""
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
            ", the least of the three." if name == _BEST[criterion] else ". Another leaves less."
        )

    return Choice(f"{criterion} joins", {name: why(name) for name in _JOINS}, _BEST[criterion])


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
    (False, False): "about neither",
    (True, False): "about Table 3 alone",
    (False, True): "about Table 4 alone",
    (True, True): "about both",
}

# ---- nine looks

_BEYOND = erfc(2 / sqrt(2))  # the chance that a normal error is beyond 2
_SOME, _ONE_SIDE = 1 - (1 - _BEYOND) ** 9, Fraction(2, 2**9)

EXERCISES = {
    "ex-experiment-join": (
        Choice(
            "Before you compute: which makes the largest cluster?",
            {
                criterion: "T/N and zero make a cluster of four. AA does not like size: it likes one bad average "
                "among many good ones, and among three clusters there is little to hide behind."
                for criterion in _BEST
            },
            _LARGEST,
            predict=True,
        ),
        Number(
            "T/N after the join of {0, 1} and {4, 6}:",
            _PAIRS_JOINED["T/N"],
            tempting=(
                (_PAIRS_JOINED["AA zero"], "That is AA with the single point as zero."),
                (_PAIRS_JOINED["entries"], "You divided by half of all entries, the zero diagonal with them."),
            ),
            hint="Six distances in one cluster. The single point 11 has none.",
            outcome="The sum of 1, 4, 6, 3, 5 and 2, by six.",
        ),
        Number(
            "AA skip after the join of {4, 6} and {11}:",
            _LAST_JOINED["AA skip"],
            tempting=(
                (_LAST_JOINED["T/N"], "That is T/N. Take the average of each cluster first."),
                (_LAST_JOINED["entries"], "You divided by half of all entries, the zero diagonal with them."),
            ),
            hint="Two clusters, one average each, and the mean of the two.",
            outcome="No single point is left, so both readings of AA are the same.",
        ),
        _which_join("AA skip"),
        Number(
            "AA zero: the least of its values after the three joins",
            _LEAST_ZERO,
            tempting=(
                (
                    _PAIRS_JOINED["AA skip"],
                    "That is AA skip after this join. By AA zero the single point 11 counts as a cluster, too.",
                ),
                (_LAST_JOINED["AA zero"], "That is for {4, 6} and {11}. Another join leaves less."),
            ),
            hint="After each join there are two clusters. A single point that is left is one of them, with average 0.",
            outcome="It joins the two pairs: the point alone is the best average of all.",
        ),
    ),
    "ex-experiment-cell": (
        Number(
            "z:",
            _Z,
            tempting=(
                (_GAP / _SE, "The rounding is missing: add u²/12 under the root, with u = 0.01."),
                (_GAP / _S, "You divided by s. The average of 100 scatters ten times less."),
                (_GAP / (_SE + _ROUNDING), "Errors are added as squares, and then the root is taken."),
                (-_Z, "It is ours minus Rand's."),
            ),
            hint="The difference, divided by the root of (s/10)² + u²/12, with u = 0.01.",
            outcome="Our own error, s/100, would hardly change it.",
        ),
        Number(
            "z without the rounding:",
            _GAP / _SE,
            tempting=(
                (_Z, "That is with it. Leave u²/12 away."),
                (_GAP / _S, "You divided by s. The average of 100 scatters ten times less."),
            ),
            hint="The difference, divided by s/10.",
            outcome="Without it the error is taken for smaller than it is.",
        ),
        Number(
            "z with s in place of s/√100, and with the rounding:",
            _GAP / sqrt(_S**2 + _ROUNDING**2),
            tempting=(
                (_GAP / (_SE / sqrt(N_REPLICATES)), "You divided by s/100. Here s itself is meant."),
                (_GAP / _SE, "That is with s/10, and without the rounding."),
            ),
            hint="The difference, divided by the root of s² + u²/12.",
            outcome="With such a yardstick nearly everything matches.",
        ),
    ),
    "ex-experiment-three": (
        Choice(
            "Before you compute: do 3 of 100 contradict a rate of 0.83%?",
            {
                "Yes": "3 or more would be rare then.",
                "No": "It sounds like much, and is two replicates more than we expect.",
            },
            "Yes" if _EXACTLY < 0.01 else "No",
            predict=True,
        ),
        Number(
            "The chance of 3 or more, exactly (three decimals):",
            _EXACTLY,
            places=3,
            tempting=(
                (_POISSON, "That is the Poisson distribution. Exactly it is the binomial one."),
                (_binomial(_COUNT, _RATE), "That is the chance of 3. More than 3 counts, too."),
                (_EXACTLY - _binomial(_COUNT, _RATE), "That is the chance of 4 or more. 3 counts as well."),
                (1 - _EXACTLY, "That is the chance of 2 or fewer."),
            ),
            hint="1 less the chances of 0, 1 and 2 of 100, by the binomial distribution.",
            outcome="About one in twenty.",
        ),
        Number(
            "By a Poisson distribution (three decimals):",
            _POISSON,
            places=3,
            tempting=(
                (_EXACTLY, "That is the binomial distribution."),
                (_poisson(_COUNT), "That is the chance of 3. More than 3 counts, too."),
                (1 - _POISSON, "That is the chance of 2 or fewer."),
            ),
            hint="The mean is 100 times the rate. 1 less the chances of 0, 1 and 2.",
            outcome="Nearly the same: the rate is small.",
        ),
        Objects(
            "Rand has 0 of 100. For which of these rates is the two-sided p at least 0.05?",
            tuple(_PER_CENT),
            right=_NO_SURPRISE,
            tempting=(
                (_ONE_SIDED, "By the chance of 0 alone. The two-sided test adds the counts above that are as rare."),
                (("1%",), "At 2% two are expected, and 0 happens in more than one of ten cases."),
                (tuple(_PER_CENT), "At one of these, 0 of 100 is a surprise. Compute all four."),
            ),
            hint="`binomtest(0, 100, rate).pvalue`",
            outcome="A zero says little: many rates could have given it.",
        ),
    ),
    "ex-experiment-possible": (
        Order(
            "The bound, mixed up. Put it in order.",
            (
                "Let m\u2032 be the average of the replicates with c < 1.",
                "The variance is smallest if all these replicates are equal to m\u2032.",
                "c has two values then, 1 and m\u2032, and the variance is "
                "p (1 \N{MINUS SIGN} p)(1 \N{MINUS SIGN} m\u2032)².",
                "What is 1 \N{MINUS SIGN} m\u2032 in this variance? m = p + (1 \N{MINUS SIGN} p) m\u2032, so it is "
                "(1 \N{MINUS SIGN} m)/(1 \N{MINUS SIGN} p).",
                "Put that in: what comes out is (1 \N{MINUS SIGN} m)² p/(1 \N{MINUS SIGN} p).",
            ),
            before=(
                (0, 1, "m\u2032 has to be named before something is equal to it."),
                (1, 2, "There are two values only if all replicates below 1 are equal."),
                (2, 3, "*This variance* has to be there first."),
                (3, 4, "To put in 1 \N{MINUS SIGN} m\u2032, it has to be known."),
            ),
            hint="Name m\u2032, make the variance as small as it can be, put in.",
            outcome="The divisor 99 in place of 100 makes it a little larger.",
        ),
        Number(
            f"Table 4, AA, two clusters: p = {_P_PRINTED} and m = {_M_PRINTED}. The bound for s, without the factor "
            "100/99 and without rounding (three decimals):",
            _BOUND,
            places=3,
            tempting=(
                (_BOUND**2, "That is the bound for s². Take the root."),
                (
                    (1 - _M_PRINTED) * sqrt((1 - _P_PRINTED) / _P_PRINTED),
                    "p and 1 \N{MINUS SIGN} p have changed places.",
                ),
                ((1 - _M_PRINTED) * sqrt(_P_PRINTED), "Divide by 1 \N{MINUS SIGN} p under the root."),
            ),
            hint="(1 \N{MINUS SIGN} m), times the root of p/(1 \N{MINUS SIGN} p).",
            outcome=f"Printed is {PRINTED[4, 'AA'][1][_PLACE]:.3f}.",
        ),
        Number(
            f"How many of the {len(_CELLS)} printed cells break the bound, with rounding and with the factor?",
            _BROKEN,
            tempting=(
                (
                    sum(least > other + _HALF for _, least, _, other in _CELLS if other is not None),
                    "So many would break it if the columns of all tables were exchanged.",
                ),
            ),
            hint="Compute the bound with an average half a unit higher, and compare it with s half a unit higher.",
            outcome="A table that passes is not thereby right. It is only not impossible.",
        ),
        Choice(
            "Does the bound rule out that the two columns of s were exchanged? It does so",
            {
                "about neither": "Put the s of the other column beside each bound, in both tables.",
                "about Table 3 alone": "In Table 3 the s of the other column keep the bound, too.",
                "about Table 4 alone": "There the other column breaks it in some cells. In Table 3 either column keeps "
                "it, so nothing is decided.",
                "about both": "In Table 3 the s of the other column keep the bound, too.",
            },
            _DECIDES[_EXCHANGED[3] > 0, _EXCHANGED[4] > 0],
        ),
    ),
    "ex-experiment-nine": (
        Number(
            "Nine independent cells: the chance of at least one |z| above 2",
            _SOME,
            tempting=(
                (9 * _BEYOND, "That is the number expected. A column with two of them counts once."),
                (_BEYOND, "That is the chance of one cell. There are nine."),
                (1 - (1 - _BEYOND / 2) ** 9, "You took one side. |z| is above 2 on both."),
                (1 - _SOME, "That is the chance of none."),
            ),
            hint=f"1 less the chance that all nine are within 2. One is so with {1 - _BEYOND:.4f}.",
            outcome="A third of all columns, where nothing is wrong.",
        ),
        Number(
            "Nine independent cells: the chance that all have the same sign, as a fraction",
            _ONE_SIDE,
            places=4,
            tempting=((_ONE_SIDE / 2, "That is for one of the signs. There are two."),),
            hint="Each of the other eight has to follow the first.",
            outcome="Eight have to follow the first.",
        ),
        Choice(
            "Run it. Beside independent cells, our columns have",
            {
                "fewer columns with an alarm, more columns of one sign": "Neighbours are correlated: an alarm seldom "
                "comes alone, and a column leans to one side.",
                "more columns with an alarm, more columns of one sign": "The number of alarms stays the same on "
                "average. They come together, and so in how many columns?",
                "fewer columns with an alarm, fewer columns of one sign": "Cells that hang together have the same "
                "sign more often.",
                "as many of both": "So it would be for independent cells. Compute the correlation of neighbours.",
            },
            "fewer columns with an alarm, more columns of one sign",
        ),
        Choice(
            "And the number of alarms in a column, on average?",
            {
                "It stays the same": "The mean of a sum is the sum of the means, dependent or not.",
                "It falls": "The number of columns that have one falls. They have more then.",
                "It rises": "Each cell has the chance that it had. Add the nine up.",
            },
            "It stays the same",
        ),
    ),
    "ex-experiment-fewer": (
        Choice(
            "Run it. Which columns are wholly within 3?",
            {
                "the averages of T/N": "They have come near.",
                "the standard deviations of T/N": "Two or more of these are beyond 3.",
                "the averages of AA skip": "These were within 3 with five points. Look at all nine again.",
                "the standard deviations of AA skip": "They were so with five points as well.",
            },
            ("the averages of T/N", "the standard deviations of AA skip"),
        ),
        Choice(
            "What may be published?",
            {
                "that Rand added four points": "The paper says five, and other rows fit worse with four.",
                "a guess, with the rows that it mends and those that it breaks": "And with the number of guesses that "
                "were tried.",
                "nothing": "A guess may help the next reader, if it is called one.",
            },
            "a guess, with the rows that it mends and those that it breaks",
        ),
    ),
    "ex-experiment-open": (
        Choice(
            "Run it. Suppose that to accept means: no average of either method lies beyond 3. Which size is accepted?",
            {
                "0.27": "AA lies beyond 3 in some cell.",
                "0.28": "Look at T/N, ten and nine clusters.",
                "0.29": "Look at T/N.",
                "none": "At 0.27 AA fails in some cell, at 0.28 and 0.29 T/N does.",
            },
            "none",
        ),
        Open(
            (
                "It says what *accept* means, and said so before the numbers were seen.",
                "It says that 500 replicates have an error of their own, so that a deviation near 3 is uncertain.",
                "It does not report 0.28 as Rand's perturbation.",
                "A compromise between two sizes is what comes out as well if the methods were different from ours.",
            )
        ),
    ),
}

"""Questions of the chapter *Ten measures, worked out*."""

from fractions import Fraction
from itertools import chain
from math import isqrt, log, log2, sqrt

import numpy as np

from aucc_teach import agreement
from aucc_teach.exercises import Choice, Construct, Number, Objects, Order, Write

from ._counting import pair_counts


def _labels(table):
    """Two lists of labels with this table."""
    cells = [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    return [list(labels) for labels in zip(*cells, strict=True)]


# ---- a zero

_ADDITIVE = _labels([[0, 20], [20, 40]])
_OF_ADDITIVE = {
    "NA": agreement.normalized_accuracy(*_ADDITIVE),
    "AAA": agreement.adjusted_asymmetric_accuracy(*_ADDITIVE),
    "ARI": agreement.adjusted_rand_score(*_ADDITIVE),
    "NMI": agreement.normalized_mutual_info_score(*_ADDITIVE),
}
_ZERO = tuple(name for name, score in _OF_ADDITIVE.items() if abs(score) < 1e-9)


def _from_zero(score, zero, top=1):
    """A score on a scale from 0 to 1."""
    return (score - zero) / (top - zero)


# ---- the larger of two

_TP, _FN, _FP, _TN = pair_counts([0, 0, 0, 1, 1, 2, 3, 4, 5], [0, 0, 0, 0, 1, 1, 1, 2, 3])
_P, _P2, _M = _TP + _FN, _TP + _FP, _TP + _FN + _FP + _TN
_MEAN = Fraction(_P * _P2, _M)
_ROOT = isqrt(_P * _P2)  # a whole number, so that all is exact
_ADJUSTED_FM = _from_zero(_TP, _MEAN, _ROOT)
_ARI = _from_zero(_TP, _MEAN, Fraction(_P + _P2, 2))

# ---- information


def _entropy(counts, log=log2):
    total = sum(counts)
    return -sum(count / total * log(count / total) for count in counts if count)


def _margins(table):
    """Cells, sums of the rows, sums of the columns."""
    return list(chain(*table)), [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]


def _entropies(table, log=log2):
    return tuple(_entropy(counts, log) for counts in _margins(table))


def _variation(table, log=log2):
    both, one, two = _entropies(table, log)
    return 2 * both - one - two


def _shared(table):
    both, one, two = _entropies(table)
    return one + two - both


def _exactly(value):
    return Fraction(value).limit_denominator(1000)


_UNRELATED, _EQUAL, _TWELVE = [[3, 3], [3, 3]], [[6, 0], [0, 6]], [[1] * 4] * 3

# ---- two programs


def _fm(table):
    """FM of a table as it is defined, and with both slips."""
    tp, fn, fp, _ = pair_counts(*_labels(table))
    squares = [sum(n * n for n in counts) for counts in _margins(table)]
    return {
        "as it is defined": tp / sqrt((tp + fn) * (tp + fp)),
        "squares of counts": squares[0] / sqrt(squares[1] * squares[2]),
        "arithmetic mean": (tp / (tp + fn) + tp / (tp + fp)) / 2,
    }


_SENT = 0.7379  # what the colleague sends, in the exercise's text
_FM = _fm([[3, 0], [1, 2]])
_FITS = min(_FM, key=lambda guess: abs(_FM[guess] - _SENT))
_TEST_TABLES = {"3 0 / 1 2": [[3, 0], [1, 2]], "3 0 / 0 3": [[3, 0], [0, 3]]}
_TEST_TABLES |= {"2 1 / 1 2": [[2, 1], [1, 2]], "0 4 / 2 0": [[0, 4], [2, 0]], "4 0 / 0 2": [[4, 0], [0, 2]]}


def _hides(*slips):
    """Tables for which these slips do not show."""
    scores = {name: _fm(table) for name, table in _TEST_TABLES.items()}
    is_hidden = lambda of, slip: abs(of[slip] - of["as it is defined"]) < 1e-12  # noqa: E731
    return tuple(name for name, of in scores.items() if all(is_hidden(of, slip) for slip in slips))


# ---- four objects on paper

_FOUR = [[2, 0], [1, 1]]
_SQUARES, _ROW_SQUARES, _COLUMN_SQUARES = (sum(n * n for n in counts) for counts in _margins(_FOUR))
_TOGETHER, _ROW_ONLY, _COLUMN_ONLY, _ = pair_counts(*_labels(_FOUR))
_RECALL = Fraction(_TOGETHER, _TOGETHER + _ROW_ONLY)
_PRECISION = Fraction(_TOGETHER, _TOGETHER + _COLUMN_ONLY)
_H12, _H1, _H2 = _entropies(_FOUR)
_I = _shared(_FOUR)

# ---- before a result

_AVERAGE = [[58, 0, 1], [68, 1, 2], [48, 0, 0]]  # the wines' varieties and three clusters of average linkage


def _fm_and_mean(table):
    tp, fn, fp, tn = pair_counts(*_labels(table))
    return tp / sqrt((tp + fn) * (tp + fp)), sqrt((tp + fn) * (tp + fp)) / (tp + fn + fp + tn)


_OF_AVERAGE, _BY_CHANCE = _fm_and_mean(_AVERAGE)


def _mean_nmi(n=240, n_draws=25):
    """Mean for twenty clusters, the last of the numbers that the chapter draws for."""
    rng = np.random.default_rng(0)
    for k in (2, 3, 5, 8, 12, 16, 20):
        draws = [rng.permuted(np.tile(np.arange(n) % k, (2, 1)), axis=1) for _ in range(n_draws)]
    return float(np.mean([agreement.normalized_mutual_info_score(*pair) for pair in draws]))


PREDICTIONS = {
    "pre-other-chance": Number(
        "Twenty clusters of 240 objects, against twenty others that are unrelated: what is the mean NMI?",
        round(_mean_nmi(), 2),
        predict=True,
        between=(0, 1),
        outcome="With twelve objects in a cluster, each of them tells you something by accident.",
    ),
    "pre-tm-wines": Choice(
        "Compared with random labels of these sizes, its FM is",
        {
            "much higher": "FM is 0.57, which looks like a lot.",
            "about the same": "FM is 0.57, and 0.57 is what one large cluster gives by chance. By itself it looks like "
            "a lot.",
            "much lower": "FM is far from 0. So is what chance gives.",
        },
        "about the same" if abs(_OF_AVERAGE - _BY_CHANCE) < 0.01 else "much higher",
        predict=True,
    ),
}


EXERCISES = {
    "ex-other-zero": (
        Construct(
            "MeasureBench",
            todo="Take four objects, two rows, two columns and one empty cell, and bring NA to 0.",
            # A pair in one cell: of four objects in four cells, one cell is left empty.
            goal=(
                ("n", "==", 4, "There are {n} objects, and there must be four."),
                ("n_rows", "==", 2, "The objects are in {n_rows} of the rows, and they must be in two."),
                ("n_columns", "==", 2, "The objects are in {n_columns} of the columns, and they must be in two."),
                ("tp", ">=", 1, "No cell is empty."),
                ("na", "<", 1e-9, "NA is {na}, and not 0."),
            ),
            outcome="Both matchings hold half of the objects, so the table is additive. Look at the other scores.",
            start={"table": [[2, 0], [0, 2]], "before": [[2, 0], [0, 2]]},
        ),
        Objects(
            "Take a table with an empty cell, whose NA is 0, as below. Which of these scores are 0 for it?",
            tuple(_OF_ADDITIVE),
            right=_ZERO,
            tempting=(
                (
                    ("NA", "NMI"),
                    "NMI is 0 if and only if the table is a product. Row sum times column sum over n would "
                    "have to be in the empty cell: does it fit?",
                ),
                (
                    ("NA", "ARI"),
                    "The ARI is 0 where tp is equal to its mean over random labels. Compute tp and that mean.",
                ),
                (
                    ("NA", "AAA"),
                    "AAA takes proportions of rows, and the two matchings don't have the same sum of these.",
                ),
                (
                    tuple(_OF_ADDITIVE),
                    "A zero means something else for each of the four. Compute each score by itself.",
                ),
            ),
            hint="Compute all four scores, or build the table below and look.",
            outcome="Each measure has a zero of its own.",
        ),
        Choice(
            "Are the two partitions unrelated?",
            {
                "No": "No object of one row lies in one of the columns, so the row tells us something about the "
                "column.",
                "Yes, NA is 0": "By the theorem NA is 0 where the table is additive. But for unrelated partitions "
                "the table is a product.",
                "Yes, both matchings have the same sum": "That makes NA 0. But look at the empty cell: what does its "
                "row tell us about the column?",
            },
            "No",
        ),
    ),
    "ex-other-paper": (
        Number(
            "FM, to two decimals:",
            _TOGETHER / sqrt((_TOGETHER + _ROW_ONLY) * (_TOGETHER + _COLUMN_ONLY)),
            tempting=(
                (
                    _SQUARES / sqrt(_ROW_SQUARES * _COLUMN_SQUARES),
                    "You squared the counts of objects. That makes each object a pair with itself, and counts each "
                    "pair twice.",
                ),
                (
                    float(_RECALL + _PRECISION) / 2,
                    "That would be the arithmetic mean of recall and precision. FM is the geometric mean.",
                ),
                (float(_PRECISION), "That would be the precision. FM needs the recall as well."),
                (float(_RECALL), "That would be the recall. FM needs the precision as well."),
            ),
            hint="tp is 1. How many pairs are together in the first partition, and how many in the second?",
            outcome="It is 1 divided by the square root of 2 · 3.",
        ),
        Number(
            "Mutual information in bits, to two decimals:",
            _I,
            tempting=(
                (_I * log(2), "That would be the value to base e. Divide it by log 2."),
                (_H12, "That would be the entropy of the cells. Subtract it from the sum of the two others."),
            ),
            hint="Add H₁ of the sizes 2 and 2 and H₂ of the sizes 3 and 1, and subtract H₁₂ of the cells 2, 1 and 1.",
            outcome="The two entropies are 1 bit and 0.81 bits.",
        ),
        Number(
            "NMI, to three decimals:",
            2 * _I / (_H1 + _H2),
            places=3,
            name="nmi-to-two-decimals",
            tempting=(
                (_I, "That would be the mutual information. Divide it by the mean of H₁ and H₂."),
                (_I / (_H1 + _H2), "You divided by the sum of the two entropies. Divide by their mean."),
                (_I / sqrt(_H1 * _H2), "You divided by the geometric mean. Here we want the arithmetic mean."),
            ),
            hint="Divide the mutual information by the mean of the two entropies.",
            outcome="With logarithms to another base it would be the same.",
        ),
    ),
    "ex-tm-adjusted": (
        Number(
            f"First an example: P = {_P}, P\u2032 = {_P2}, M = {_M} and tp = {_TP}. Adjusted FM:",
            _ADJUSTED_FM,
            tempting=(
                (
                    _ARI,
                    "You took the mean of P and P\u2032 for the largest value, which gives the ARI. For FM, take "
                    "the root of PP\u2032.",
                ),
                (Fraction(_TP, _ROOT), "You have FM itself. Subtract E in the numerator and in the denominator."),
            ),
            hint="First compute E = PP\u2032/M, then (tp \N{MINUS SIGN} E) over (√(PP\u2032) \N{MINUS SIGN} E).",
            outcome="Here tp is above its mean.",
        ),
        Number(
            "The ARI of this example:",
            _ARI,
            tempting=(
                (
                    _ADJUSTED_FM,
                    "You kept the root in the denominator. For the ARI, put the mean of P and P\u2032 there.",
                ),
                (
                    _from_zero(_TP, _MEAN, max(_P, _P2)),
                    "You took the larger of P and P\u2032. The largest value is their mean.",
                ),
            ),
            hint="The numerator is the same. In the denominator, (P + P\u2032)/2 takes the place of the root.",
            outcome="The ARI is the smaller score, since its denominator is larger.",
        ),
        Order(
            "These are the steps of the proof, mixed up. Put them in order.",
            (
                "(√P \N{MINUS SIGN} √P\u2032)² ≥ 0. So √(PP\u2032) is at most (P + P\u2032)/2, and equal to it only "
                "for P = P\u2032.",
                "√(PP\u2032) < M, as P and P\u2032 are below M. So √(PP\u2032) > PP\u2032/M = E.",
                "So the denominator of adjusted FM is above 0, and the denominator of the ARI is not smaller.",
                "Both scores have the numerator tp \N{MINUS SIGN} E. Divided by the smaller denominator it is further "
                "from 0.",
                "So adjusted FM is the larger score for tp > E, and the smaller score for tp < E.",
            ),
            before=(
                (0, 2, "Two denominators are compared, so first compare what is in them."),
                (1, 2, "We know that a denominator is above 0 only after we know that the root is above E."),
                (2, 3, "Which denominator is the smaller one? That has to come first."),
                (3, 4, "The conclusion comes at the end."),
            ),
            why=(
                "A square is never negative.",
                "The root of a product of two numbers below M is below M.",
                "Both denominators are a maximum minus the same E.",
                "A fraction grows in size when its denominator shrinks.",
                "Further from 0 means higher above 0 and lower below it.",
            ),
            hint="First compare the two largest values, then the two denominators, then the quotients.",
            outcome="It is the sign of the numerator that decides.",
            free=((0, 1),),
        ),
        Choice(
            "When are the two equal?",
            {
                "if P = P\u2032": "Then the root is equal to the mean.",
                "if tp = E": "Then both are 0.",
                "if tp = 0": "With tp = 0 both are below 0. Divide by the two denominators: do they give the same?",
                "if one partition refines the other": "Then tp is as large as it can be. Compare the two "
                "denominators, with P and P\u2032 that differ.",
            },
            ("if P = P\u2032", "if tp = E"),
        ),
    ),
    "ex-tm-information": (
        Order(
            "These are the steps that lead to NMI = 1 \N{MINUS SIGN} V/(H₁ + H₂), mixed up. Put them in order.",
            (
                "NMI is 2I/(H₁ + H₂), with the mutual information I = H₁ + H₂ \N{MINUS SIGN} H₁₂.",
                "Twice I is 2H₁ + 2H₂ \N{MINUS SIGN} 2H₁₂.",
                "That is H₁ + H₂ minus (2H₁₂ \N{MINUS SIGN} H₁ \N{MINUS SIGN} H₂).",
                "What is subtracted is V. So NMI is (H₁ + H₂ \N{MINUS SIGN} V)/(H₁ + H₂).",
            ),
            before=(
                (0, 1, "Before we can double I, we have to know what I is."),
                (1, 2, "*That* refers to twice I, so write it out first."),
                (2, 3, "Before V can be named, it has to appear in the sum."),
            ),
            why=(
                "It is the definition.",
                "Each term is doubled.",
                "Two of the four entropies are set apart.",
                "V is defined as what stands in the brackets.",
            ),
            hint="The order is: the definition, the numerator, the numerator in two parts, and finally V.",
            outcome="It is one sum in two parts: what is shared, and what is not.",
        ),
        Number(
            "V of the table with rows 3, 3 and 3, 3, in bits:",
            _exactly(_variation(_UNRELATED)),
            tempting=(
                (_variation(_UNRELATED, log), "Your logarithm is the natural one. For bits, take base 2."),
                (
                    _exactly(_entropies(_UNRELATED)[1]),
                    "You have the entropy of one side. Put all three entropies into 2H₁₂ \N{MINUS SIGN} H₁ "
                    "\N{MINUS SIGN} H₂.",
                ),
                (
                    _exactly(_shared(_UNRELATED)),
                    "You computed what the two share. V is the rest: subtract twice that from H₁ + H₂.",
                ),
            ),
            hint="Each of the four cells holds a quarter. Compute H₁₂, H₁ and H₂, and then V.",
            outcome="Neither side tells us anything about the other.",
        ),
        Number(
            "V of the table with rows 6, 0 and 0, 6, in bits:",
            _exactly(_variation(_EQUAL)),
            tempting=(
                (_exactly(_entropies(_EQUAL)[0]), "That would be H₁₂. Subtract H₁ and H₂ from twice its value."),
                (
                    _exactly(_variation(_UNRELATED)),
                    "This is V of the other table. Here one side determines the other: how large is H₁₂ then?",
                ),
            ),
            hint="Each of two cells holds a half. Compute H₁₂, H₁ and H₂, and then V.",
            outcome="V is a metric, so it is 0 for equal partitions.",
        ),
        Number(
            "V of unrelated partitions into 3 and 4 clusters of equal size, in bits:",
            _variation(_TWELVE),
            tempting=(
                (_variation(_TWELVE, log), "The natural logarithm gives other units. Divide by log 2 to get bits."),
                (2 * _entropies(_TWELVE)[0], "You have twice H₁₂. Now subtract H₁ and H₂."),
            ),
            hint="For unrelated partitions H₁₂ = H₁ + H₂. Besides, k clusters of equal size have log₂ k bits.",
            outcome="It is log₂ 3 + log₂ 4, so the largest value grows with the number of clusters.",
        ),
        Choice(
            "V = 2 bits between two halves and two halves, and V = 2 bits between two partitions into twelve "
            "clusters of equal size. Which two have more in common?",
            {
                "those into twelve": "Two bits are all that halves can differ by, whereas twelve clusters of equal "
                "size can differ by more.",
                "those into halves": "How large can V become there? Two bits are the largest value.",
                "both the same": "V is the same, but not how large it could be. Compare 2 bits with the largest "
                "value for halves and for twelfths.",
            },
            "those into twelve",
        ),
    ),
    "ex-tm-programs": (
        Choice(
            "Which guess fits 0.7379?",
            {
                name: f"It gives {score:.4f}." + ("" if name == _FITS else " Compute the other reading, too.")
                for name, score in _FM.items()
                if name != "as it is defined"
            }
            | {"neither": "One of the two guesses fits. Compute both readings."},
            _FITS,
        ),
        Number(
            "FM of the table, as it is defined (three decimals):",
            _FM["as it is defined"],
            places=3,
            tempting=(
                (
                    _FM["squares of counts"],
                    "You counted each object as a pair with itself. Count n (n \N{MINUS SIGN} 1)/2 pairs.",
                ),
                (
                    _FM["arithmetic mean"],
                    "That would be the arithmetic mean of precision and recall. FM is the geometric mean.",
                ),
            ),
            hint="Divide tp by the root of (tp + fn)(tp + fp), with the pairs of the cells, rows and columns.",
            outcome="The arithmetic mean is so near that the slip is easily overlooked.",
        ),
        Objects(
            "These tables have two rows each. For which of them does neither slip show?",
            tuple(_TEST_TABLES),
            right=_hides("squares of counts", "arithmetic mean"),
            tempting=(
                (
                    _hides("arithmetic mean"),
                    "You looked at one of the slips. For one of these tables the squares "
                    "show, so compute both readings.",
                ),
                (("3 0 / 0 3",), "Names of clusters and equal sizes do not matter. What makes all readings 1?"),
                (
                    ("3 0 / 0 3", "4 0 / 0 2"),
                    "You left out a table of equal partitions. Exchange its two columns, "
                    "which changes only names, and look again.",
                ),
            ),
            hint="Compute the three readings for each table.",
            outcome="These are the equal partitions. A test on them tests little.",
        ),
        Write("fowlkes_mallows"),
    ),
}

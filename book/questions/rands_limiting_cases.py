"""Questions of the chapter *Rand's ten limiting cases*."""

from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.exercises import Break, Choice, Number, Objects, Open, Order
from aucc_teach.pairs import co_membership, pair_counts

from ._claims import THREE, TRIPLES_SEARCHED

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims

_LARGE = 10**9  # a limit is reached there, but for a billionth part


def _even(k, q):
    """Clusters of k times q objects, and the place of each object within its cluster."""
    return np.divmod(np.arange(k * q), q)


def _counts(one, other):
    return tuple(int(count) for count in pair_counts(one, other))


def _c(one, other):
    tp, fn, fp, tn = _counts(one, other)
    return Fraction(tp + tn, tp + fn + fp + tn)


# ---- a committee

_CLUSTER, _PLACE = _even(3, 4)
_COMMITTEE = _counts(_CLUSTER, np.where(_PLACE == 0, 3, _CLUSTER))
_M = sum(_COMMITTEE)
_PARTED, _JOINED = _COMMITTEE[1:3]

# ---- another reading


def _two_movers(q):
    """Mixed pairs, if an object of the first cluster and one of the second move to the third, one in each version."""
    cluster, _ = _even(4, q)
    one, other = cluster.copy(), cluster.copy()
    one[0] = other[q] = 2
    _, fn, fp, _ = _counts(one, other)
    return fn + fp


def _one_mover(q):
    """Mixed pairs, if one object moves to the second cluster in one version, to the third in the other."""
    cluster, _ = _even(4, q)
    one, other = cluster.copy(), cluster.copy()
    one[0], other[0] = 1, 2
    _, fn, fp, _ = _counts(one, other)
    return fn + fp


_FORMULAS = {
    "4q \N{MINUS SIGN} 2": lambda q: 4 * q - 2,
    "2q \N{MINUS SIGN} 1": lambda q: 2 * q - 1,
    "2q": lambda q: 2 * q,
    "4q": lambda q: 4 * q,
}


def _of(count):
    """The formula that gives a count for all sizes of clusters up to six."""
    (name,) = (name for name, formula in _FORMULAS.items() if all(formula(q) == count(q) for q in range(1, 7)))
    return name


_SOUGHT, _RANDS = _of(_two_movers), _of(_one_mover)

# ---- counted twice

_fives, _ = _even(3, 5)
_ONE, _OTHER = (np.where(_fives == g, 0, _fives) for g in (1, 2))
_IS_MIXED = co_membership(_ONE) != co_membership(_OTHER)
_ends = 1 + _fives[np.array(np.triu_indices(_fives.size, 1)).T]
_KINDS = {"1 and 2": (1, 2), "1 and 3": (1, 3), "2 and 3": (2, 3), "1 and 1": (1, 1)}
_MIXED = tuple(name for name, ends in _KINDS.items() if _IS_MIXED[(_ends == ends).all(axis=1)].any())

# ---- both letters


def _c3(k, q):
    return Fraction((k - 1) * (q - 1), k * q - 1)


def _c1(k, q):
    return Fraction(q - 1, k * q - 1)


_TENS = _c3(10, 10)
_OF_LARGE_Q = Fraction(round(_c3(10, _LARGE) * 10), 10)
_WHERE = {0: "to 0", 1: "to 1"}

# ---- an eleventh row


def _changes(k, q):
    """Pair counts after half a cluster moved to another, after it was split off, after the two were merged."""
    cluster, place = _even(k, q)
    half = (cluster == 0) & (place < q // 2)
    changed = np.where(half, 1, cluster), np.where(half, k, cluster), np.where(cluster == 1, 0, cluster)
    return [_counts(cluster, other) for other in changed]


_MOVED, _SPLIT, _JOIN = _changes(3, 4)
_MIXED_MOVED, _MIXED_SPLIT, _MIXED_JOIN = (fn + fp for _, fn, fp, _ in (_MOVED, _SPLIT, _JOIN))
_PAIRS = sum(_MOVED)
_OF_TWELVE = {
    "Two clusters are merged.": _MIXED_JOIN,
    "Half of one moves to the other.": _MIXED_MOVED,
    "Half of one is split off.": _MIXED_SPLIT,
}
_COSTS = tuple(sorted(_OF_TWELVE, key=_OF_TWELVE.get, reverse=True))


def _limit(share, k):
    """The limit of c for large clusters, when so many times q² pairs are mixed."""
    return 1 - 2 * share / k**2


_SHARES = {name: Fraction(mixed, 4**2) for name, mixed in _OF_TWELVE.items()}
_JOIN_TWO, _MOVED_TWO, _SPLIT_TWO = (_limit(share, 2) for share in _SHARES.values())

# ---- what should cost most

_TEN, _TENTH = _even(10, 10)
_NOTHING_LEFT = {
    "A1, two merged": np.where(_TEN == 1, 0, _TEN),
    "A4, a committee": np.where(_TENTH == 0, 10, _TEN),
    "C1, all together": np.zeros(100, dtype=int),
    "C2, all apart": np.arange(100),
    "C3, the opposite": _TENTH,
}
_BY_ARI = tuple(name for name, labels in _NOTHING_LEFT.items() if adjusted_rand_score(_TEN, labels) < 1e-9)
_BY_C = tuple(name for name, labels in _NOTHING_LEFT.items() if _c(_TEN, labels) < Fraction(1, 2))

# ---- a distance, and digits

_APART = Fraction(1, 20)  # on so many pairs each colleague disagrees with the reader
_DIGITS = np.bincount(load_digits().target).tolist()
_SINGLE = float(1 - Fraction(sum(comb(size, 2) for size in _DIGITS), comb(sum(_DIGITS), 2)))

_BY_NAME = {
    "{abc}": (0, 0, 0),
    "{ab, c}": (0, 0, 1),
    "{a, bc}": (0, 1, 1),
    "{ac, b}": (0, 1, 0),
    "{a, b, c}": (0, 1, 2),
}
_VERDICTS = {name: co_membership(labels) for name, labels in _BY_NAME.items()}


def _detour(x, y, z):
    """The straight way and both parts of the detour, in words, and whether they refute the conclusion."""
    straight, one, two = (int((_VERDICTS[a] != _VERDICTS[b]).sum()) for a, b in ((x, z), (x, y), (y, z)))
    refuted = 2 * straight > one + two
    ways = f"The straight way is {straight} and the detour {one} + {two}"
    return (
        refuted,
        f"{ways}, so the conclusion {'is false here.' if refuted else 'holds here. Look for another triple.'}",
    )


_TRIPLES = {
    f"x = {x}, y = {y}, z = {z}": _detour(x, y, z)
    for x, y, z in (
        ("{abc}", "{a, b, c}", "{abc}"),
        ("{ab, c}", "{a, bc}", "{abc}"),
        ("{ab, c}", "{a, b, c}", "{a, bc}"),
        ("{ab, c}", "{ac, b}", "{a, bc}"),
    )
}


_RAND_DETOUR = Break(
    "rand-detour",
    "Measured by 1 \N{MINUS SIGN} c, the way from a first to a third partition is never longer than the detour by way "
    "of a second.",
    THREE,
    _CHECKS,
    {"holds": "The direct way is {direct}. The detour is {one} + {two} = {detour}, so it isn't shorter."},
    (
        (
            "Where the first and the third differ on a pair, the second differs from both.",
            "There are only two verdicts on a pair, so the second sides with one of the two. From how many does it "
            "differ then?",
        ),
        (
            "1 \N{MINUS SIGN} c is 0 for equal partitions only, and the same in both directions.",
            "Both statements are true. But they are about two partitions, and a detour has three. Look at a pair on "
            "which the first and the third differ.",
        ),
        (
            "Where the first and the third differ on a pair, the second differs from exactly one of them.",
            "So each pair that counts on the direct way counts once on the detour, which may have more.",
        ),
    ),
    right=2,
    searched=TRIPLES_SEARCHED,
    up_to=5,
)


EXERCISES = {
    "ex-rand-committee": (
        Number(
            "Pairs that are separated:",
            _PARTED,
            tempting=(
                (
                    3 * 4,
                    "This counts four companions for each of the three. But an object isn't its own companion.",
                ),
                (_JOINED, "These are the pairs that meet in the committee. Whom does each of the three leave?"),
            ),
            hint="How many old companions does each of the three leave behind?",
            outcome="Each of the three leaves three companions behind.",
        ),
        Number(
            "Pairs that are brought together:",
            _JOINED,
            tempting=(
                (2 * _JOINED, "This counts each pair twice, once in each order."),
                (
                    _PARTED,
                    "These are the pairs that are separated. Who meets in the committee?",
                ),
            ),
            hint="Three objects meet. How many pairs do they make?",
            outcome="They are all the pairs of these three objects.",
        ),
        Number(
            "c:",
            1 - Fraction(_PARTED + _JOINED, _M),
            tempting=(
                (
                    Fraction(_PARTED + _JOINED, _M),
                    "That's the proportion of pairs that change. Subtract it from 1.",
                ),
                (1 - Fraction(_PARTED, _M), "The pairs that are brought together change, too. Add them."),
                (1 - Fraction(_JOINED, _M), "The pairs that are separated change, too. Add them."),
                (
                    1 - Fraction(_PARTED + _JOINED, 12**2),
                    "This is divided by n². How many pairs do twelve objects make?",
                ),
            ),
            hint="c is the proportion of the pairs of twelve objects that do not change.",
            outcome="Row A4 gives the same value, with k = 3 and q = 4.",
        ),
    ),
    "ex-rand-reading": (
        Number(
            "Mixed pairs for q = 5:",
            _two_movers(5),
            tempting=(
                (
                    _one_mover(5),
                    "That's for a single object that moves to two places. Here two objects move.",
                ),
                (
                    _FORMULAS["4q"](5),
                    "Here each mover leaves q companions behind. It's no companion of itself, so subtract 1 for each.",
                ),
                (
                    _FORMULAS["2q \N{MINUS SIGN} 1"](5),
                    "These are the pairs of one mover. What does the other mover add?",
                ),
                (_two_movers(5) + 1, "That's one pair too many. Is the pair of the two movers mixed?"),
            ),
            hint="For each mover: whom does it leave, and whom does it meet, in its own version only?",
            outcome="Each of the two movers contributes as many.",
        ),
        Choice(
            "Mixed pairs for every q:",
            {
                "4q \N{MINUS SIGN} 2": "Each of the two movers leaves q \N{MINUS SIGN} 1 objects and meets q.",
                "2q \N{MINUS SIGN} 1": "That's for one mover. The other mover has as many.",
                "2q": "This belongs to Rand's row, in which one object moves to two places. Count for two movers.",
                "4q": "A mover isn't a companion of itself, so it leaves only q \N{MINUS SIGN} 1 objects behind.",
            },
            _SOUGHT,
        ),
        Choice(
            "Is this the reading that Rand's formula belongs to?",
            {
                "Yes": f"His row has m = {_RANDS}. Compare it with your count.",
                "No": f"His m is {_RANDS}, because he moves one object to two different places.",
            },
            "Yes" if _SOUGHT == _RANDS else "No",
        ),
    ),
    "ex-rand-twice": (
        Objects(
            "Which pairs are mixed? The two clusters in which the objects lie:",
            tuple(_KINDS),
            right=_MIXED,
            tempting=(
                (("2 and 3",), "So says the quoted proof. But are these two clusters merged in any version?"),
                (("1 and 2", "1 and 3", "2 and 3"), "Take 2 and 3 out again: they are apart in both versions."),
                (("1 and 2",), "The other version brings pairs together, too. Which ones?"),
                (("1 and 3",), "The first version brings pairs together, too. Which ones?"),
            ),
            hint="For each kind, ask whether it is together in the first version, and whether it is together in the "
            "second.",
            outcome="Each is together in one version but apart in the other. That cluster 1 occurs in both doesn't "
            "help.",
        ),
        Number(
            "m for q = 5:",
            int(_IS_MIXED.sum()),
            tempting=(
                (
                    int(_IS_MIXED.sum()) // 2,
                    "That's q², as in the faulty proof. How many kinds of mixed pairs are there?",
                ),
                (
                    3 * 5**2,
                    "This includes the pairs between clusters 2 and 3, which are apart in both.",
                ),
            ),
            hint="There are two kinds of mixed pairs. How many pairs are there of each kind?",
            outcome="There are two kinds of mixed pairs, with q² pairs each.",
        ),
        Order(
            "The steps of the proof of m = 2q² are mixed up. Put them in order.",
            (
                "The first version brings together only the q² pairs between clusters 1 and 2.",
                "The second version brings together only the q² pairs between clusters 1 and 3.",
                "No pair lies both between 1 and 2 and between 1 and 3. So none is brought together in both.",
                "So all the pairs brought together are mixed: 2q² of them.",
                "The other pairs agree: those within the old clusters are together in both, and all others are apart "
                "in both. That leaves m = 2q².",
            ),
            before=(
                (0, 2, "This step speaks about both versions, so first say what the first brings together."),
                (1, 2, "This step speaks about both versions, so first say what the second brings together."),
                (2, 3, "All of them are mixed only if none is brought together twice. Put that step first."),
                (
                    3,
                    4,
                    "*The other pairs* are those that are not brought together, so first say what becomes of those "
                    "that are brought together.",
                ),
            ),
            hint="The order is: what each version brings together, what the two have in common, and what becomes of "
            "all other pairs.",
            outcome="It made no difference that the pairs of clusters overlap.",
            why=(
                "The q objects of 1 meet the q objects of 2, and nothing else changes.",
                "The same holds for 1 and 3.",
                "Its two objects would have to lie in 1 and 2, and also in 1 and 3.",
                "A pair brought together in one version is still apart in the other.",
                "No other verdict was touched in either version.",
            ),
            free=((0, 1),),
        ),
    ),
    "ex-rand-both": (
        Number(
            "Row C3 with k = q = 10:",
            _TENS,
            places=3,
            tempting=(
                (_OF_LARGE_Q, "That's the limit for large q. Substitute q = 10 instead."),
                (_OF_LARGE_Q**2, "That's the product of the two limits. Substitute k and q into the formula instead."),
            ),
            hint="Substitute q = k into the formula of row C3 and cancel k \N{MINUS SIGN} 1.",
            outcome="For every k it is (k \N{MINUS SIGN} 1)/(k + 1).",
        ),
        Choice(
            "Where does row C3 go if both k and q grow, with q = k?",
            {
                "to 1": "So two partitions that know nothing of each other agree on nearly all pairs.",
                "to 0": "Compute the value for k = 10 and for k = 100. In which direction does it move?",
                "to a value between": "Which value would it be? Compute row C3 for k = 10 and for k = 100.",
            },
            _WHERE[round(_c3(_LARGE, _LARGE))],
        ),
        Choice(
            "Where does row C1 go if k grows and q grows much faster?",
            {
                "to 0": "For large q it is near 1/k, which falls as k grows.",
                "to 1": "A large q brings it near to 1/k. But what happens to 1/k when k grows?",
                "to 1/k": "That's for a fixed k. Let it grow as well: where does 1/k go?",
                "That depends on how much faster.": "For large q it is already near 1/k, however large q is. Where "
                "does 1/k go?",
            },
            _WHERE[round(_c1(10**6, _LARGE))],
        ),
    ),
    "ex-rand-eleventh": (
        Number(
            "Pairs that change for q = 4:",
            _MIXED_MOVED,
            tempting=(
                (
                    _MIXED_SPLIT,
                    "These are the pairs that are separated. A move has two ends: whom does the half meet?",
                ),
                (
                    _MIXED_MOVED - _MIXED_SPLIT,
                    "These are the pairs that are brought together. A move has two ends: whom does the half leave?",
                ),
                (
                    _MIXED_JOIN,
                    "That's for a whole cluster. Only half of it moves: whom does it leave, and meet?",
                ),
            ),
            hint="Each of the moved objects leaves the other half of its cluster, but meets the whole of another.",
            outcome="The move separates ¼q² pairs and brings ½q² together.",
        ),
        Number(
            "c for k = 3 and q = 4:",
            1 - Fraction(_MIXED_MOVED, _PAIRS),
            tempting=(
                (1 - Fraction(_MIXED_SPLIT, _PAIRS), "That's row A2. Add the pairs that are brought together."),
                (
                    1 - Fraction(_MIXED_JOIN, _PAIRS),
                    "That's row A1, a whole merger. Let only half a cluster move.",
                ),
                (
                    Fraction(_MIXED_MOVED, _PAIRS),
                    "That's the proportion of pairs that change. Subtract it from 1.",
                ),
            ),
            hint="Divide the number of pairs that change by the number of pairs of twelve objects, and subtract that "
            "from 1.",
            outcome="Check your formula with more values of k and q, as the solution does.",
        ),
        Number(
            "The limit for large q, with k = 2 clusters:",
            _MOVED_TWO,
            tempting=(
                (_SPLIT_TWO, "That's the limit of row A2. Add the pairs that are brought together."),
                (_JOIN_TWO, "That's the limit of row A1. Let only half a cluster move."),
                (1 - _MOVED_TWO, "That's the limit of the proportion that changes. Subtract it from 1."),
            ),
            hint="Only the terms with q² count: ¾q² of about ½ k²q² pairs.",
            outcome="The limit is (2k² \N{MINUS SIGN} 3)/(2k²), which tends to 1 for large k.",
        ),
        Order(
            "Which of three changes costs most? Begin with the lowest c.",
            _COSTS,
            before=(
                (0, 1, "Merging changes q² pairs. Does the move change more?"),
                (
                    1,
                    2,
                    "The split changes the pairs between the halves. The move changes these and more: how many more?",
                ),
            ),
            hint="Compare the three numbers of pairs that change.",
            outcome="The numbers of pairs that change are q², ¾q² and ¼q².",
        ),
    ),
    "ex-rand-cost": (
        Objects(
            "Ten clusters of ten: which of these changes have an ARI of 0 or less?",
            tuple(_NOTHING_LEFT),
            right=_BY_ARI,
            tempting=(
                (
                    _BY_C,
                    "These have the lowest c. The ARI subtracts what chance gives: look at its own column.",
                ),
                (
                    ("C1, all together", "C2, all apart"),
                    "These two are right. But what if each new cluster takes one object of each old one?",
                ),
                (("C3, the opposite",), "Its ARI is below 0 indeed. Add those for which it is exactly 0."),
            ),
            hint="Look them up in the table of ten clusters of ten.",
            outcome="These are the three ways to lose a clustering altogether, but c notices only one of them.",
        ),
        Open(
            (
                "The answer states what harm a wrong joint treatment does, and what harm a wrong separate treatment "
                "does.",
                "If joint treatment is the danger, C1 is worst and C2 harmless, and c is nearer to that.",
                "If a cluster is useful for what is together in it, C1, C2 and C3 are all useless, so the ARI is "
                "nearer.",
                "The answer states that the seven smaller changes come in the same order under both measures.",
            )
        ),
    ),
    "ex-rand-fault": (
        Choice(
            "Which sentence is the first that is false?",
            {
                "Look at a pair on which x and z differ.": "This sentence claims nothing, so it cannot be false. Try "
                "the next.",
                "Then y differs from both of them there.": "There are only two verdicts. One of x and z has *together* "
                "and the other *apart*, so y sides with one of them.",
                "So every such pair counts twice on the right.": "This follows from the sentence before it. Is that "
                "sentence true?",
                "The straight way is at most half of the detour.": "The conclusion is false indeed, but it isn't the "
                "first. Which sentence led to it?",
            },
            "Then y differs from both of them there.",
        ),
        Choice(
            "Which three partitions refute the conclusion?",
            {name: words for name, (_, words) in _TRIPLES.items()},
            next(name for name, (refuted, _) in _TRIPLES.items() if refuted),
        ),
        Order(
            "The steps of the whole proof that 1 \N{MINUS SIGN} c is a metric are mixed up. Put them in order.",
            (
                "Write the verdicts of each partition in a row, 1 for *together* and 0 for *apart*.",
                "The number of pairs, times d, is the number of places at which two rows differ: never negative.",
                "If it is 0, the rows are equal. Verdicts determine the clusters, so the partitions are equal: that is "
                "(a).",
                "Where x differs from y, y differs from x: that is (b).",
                "At a place at which x and z differ, y differs from at least one of them, since it is 0 or 1.",
                "So each place that counts for d(x, z) counts for d(x, y) or d(y, z). Add up the places: that is (c).",
            ),
            before=(
                (0, 1, "Which rows? Put first the step that writes them down."),
                (1, 2, "*It* is a number of places. First comes the step that says what this number is."),
                (1, 3, "The proof reads d off the places. Put the step that says how before this one."),
                (1, 4, "This step uses places. What they have to do with d has to come before it."),
                (
                    4,
                    5,
                    "That a place counts for one of the two follows from the verdict of y there, so that comes first.",
                ),
                (2, 4, "The proof takes (a), (b) and (c) in turn. Here (c) begins before (a) is done."),
                (3, 4, "The proof takes (a), (b) and (c) in turn. Here (c) begins before (b) is done."),
                (2, 3, "The proof takes (a), (b) and (c) in turn. Here (b) comes before (a)."),
            ),
            why=(
                "A partition is known by its verdicts.",
                "d is the proportion of pairs on which the verdicts differ.",
                "Two objects share a cluster if and only if their verdict is *together*.",
                "To differ is mutual.",
                "There are only two verdicts, and y cannot equal both of two different ones.",
                "What holds for each place holds for the sum over places.",
            ),
            hint="Begin with the rows of verdicts, go on with what d counts in them, and end with (a), (b) and (c).",
            outcome="In (c) we need only *at least one*, although it is exactly one.",
        ),
        Choice(
            "When is the detour exactly as long as the straight way?",
            {
                "If y is equal to x or to z": "Then it is as long, but in other cases as well: look at the triple that "
                "refutes the conclusion.",
                "If y is finer than both": "Try equal x and z: a finer y then makes the detour longer than the "
                "straight way.",
                "If y contradicts x and z on no pair on which they agree": "A pair on which y contradicts both counts "
                "twice on the right, but not on the left.",
                "Never, unless x and z are equal": "Look again at the triple that refutes the conclusion. There it is "
                "as long, although x and z differ.",
            },
            "If y contradicts x and z on no pair on which they agree",
        ),
        _RAND_DETOUR,
    ),
}

_OF_THREE = {name: _c(_TEN, _NOTHING_LEFT[name]) for name in ("C1, all together", "C2, all apart", "C3, the opposite")}
_DIFFER = 1 - co_membership(load_digits().target).mean()

PREDICTIONS = {
    "pre-rand-nothing": Choice(
        "Which of the three has the largest c, compared with the ten clusters of ten?",
        {
            "C1, all together": f"Its c is {float(_OF_THREE['C1, all together']):.4f}. All pairs that were "
            "apart are together now, and these are most of the pairs.",
            "C2, all apart": f"Its c is {float(_OF_THREE['C2, all apart']):.4f}, and that of C3 is "
            f"{float(_OF_THREE['C3, the opposite']):.4f}. Singletons agree on all pairs that were apart before.",
            "C3, the opposite": "Its c is high, because most pairs stay apart. But some pairs that were apart are "
            "together now, and with singletons none are.",
        },
        right=max(_OF_THREE, key=_OF_THREE.get),
        predict=True,
        name="nothing",
    ),
    "pre-pairs-apart": Choice(
        "What proportion of all pairs of images is apart in both partitions?",
        {
            "About one quarter": "There are four kinds of pairs, but they aren't equally frequent.",
            "About one half": "Most pairs show different digits.",
            "Nearly nine tenths": f"{100 * _DIFFER:.0f} percent of the pairs show different digits, and k-means puts "
            "few of them together. The four kinds are far from equally frequent.",
        },
        right="Nearly nine tenths",
        predict=True,
        name="apart",
    ),
    "pre-rand-singletons": Choice(
        "Every image is now a cluster of its own. What is c of this partition and the true digits?",
        {
            "Near 0": "No pair of images is together in both, but nine in ten are apart in both.",
            "About one half": "Nothing has been clustered, but nine pairs in ten are apart in both.",
            "About 0.9": f"It's {_SINGLE:.4f}: nine pairs in ten show different digits, and the singletons keep them "
            "apart. What the clustering has found doesn't matter to c.",
        },
        right="About 0.9" if 0.85 < _SINGLE < 0.95 else "About one half",
        predict=True,
        name="singletons",
    ),
    "pre-rand-colleagues": Number(
        "On how many pairs in twenty can the two colleagues disagree with each other, at most?",
        int(2 * _APART * 20),
        predict=True,
        between=(0, 20),
        outcome="Where they disagree with each other, one of them disagrees with you. So something is known, "
        "although nobody compared the two.",
        name="colleagues",
    ),
}

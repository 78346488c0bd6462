"""Questions of the excursion *The rule of a report*."""

from fractions import Fraction

from aucc_teach.exercises import Choice, Number

# The counts of the page, which its cells compare with the stored table.
_RIGHT, _CLUSTERED = 73, 128
_NAMED, _CLOUDS = 1, 260
_ON_ALL = {"report": (256, 2), "HDBSCAN": (325, 13)}
_ON_CLUSTERS = {"report": (73, 1), "HDBSCAN": (80, 40)}
_BY_DEFAULT, _ALLOWED = 59, 1


def _worth(share):
    """Percent of the named numbers that are right, if this share of the tables has clusters."""
    right, wrong = share * Fraction(_RIGHT, _CLUSTERED), (1 - share) * Fraction(_NAMED, _CLOUDS)
    return float(100 * right / (right + wrong))


def _cost(counts):
    """What a wrong number has to cost for the report to be level with HDBSCAN."""
    right, wrong = (a - b for a, b in zip(counts["HDBSCAN"], counts["report"], strict=True))
    return right / wrong


PREDICTIONS = {
    "pre-report-wrong": Choice(
        "Which of these names a wrong number for the fewest of the 128 tables with clusters?",
        {
            "the silhouette": 'It cannot answer "one", and is wrong in 54 of them.',
            "the report": "In 1 table of 128. But in 54 of them it names no number.",
            'HDBSCAN, which may answer "one"': "It comes close, with 13 if a cluster has at least ten rows.",
        },
        "the report",
        predict=True,
        name="which-of-these-names-a-wrong-number",
    ),
}

EXERCISES = {
    "ex-report-worth": (
        Number(
            "Half of the tables have clusters: a named number is right, in percent",
            _worth(Fraction(1, 2)),
            tempting=(
                (
                    float(100 * Fraction(_RIGHT, _CLUSTERED)),
                    "That is how often a table with clusters gets its right number. Here a number has been named: of "
                    "all named numbers, how many are right?",
                ),
                (
                    float(100 - 100 * Fraction(_NAMED, _CLOUDS)),
                    "That is how often a cloud gets no number. Count the named numbers of both kinds of tables "
                    "instead.",
                ),
            ),
            hint="Of 100 tables, how many right numbers come from the 50 with clusters, and how many wrong ones from "
            "the 50 clouds?",
            outcome="About 29 right numbers, and far less than one wrong one.",
            within=0.1,
        ),
        Number(
            "One table in a hundred has clusters: a named number is right, in percent",
            _worth(Fraction(1, 100)),
            tempting=(
                (
                    _worth(Fraction(1, 2)),
                    "That holds if half of the tables have clusters. Count again with 1 and 99 tables.",
                ),
                (
                    1,
                    "That is the percentage of tables with clusters. How many of them, and of the others, get a "
                    "number?",
                ),
            ),
            hint="The one table gives 0.57 right numbers. How many wrong ones come from 99 clouds?",
            outcome="The same report, another drawer.",
            within=0.6,
        ),
    ),
    "ex-report-silent": (
        Number(
            "On all tables the report leads from this c on:",
            _cost(_ON_ALL),
            tempting=(
                (
                    1 / _cost(_ON_ALL),
                    "You divided the other way round. How many more wrong numbers pay for 69 more right ones?",
                ),
                (
                    Fraction(*_ON_ALL["HDBSCAN"]),
                    "That is where HDBSCAN has no points left. Set its points equal to those of the report instead.",
                ),
            ),
            hint="The report has 256 \N{MINUS SIGN} 2c points, and HDBSCAN 325 \N{MINUS SIGN} 13c.",
            outcome="69 more right answers against 11 more wrong ones.",
            places=1,
        ),
        Number(
            "On the tables with clusters it leads from this c on:",
            _cost(_ON_CLUSTERS),
            tempting=(
                (
                    1 / _cost(_ON_CLUSTERS),
                    "You divided the other way round. How many more wrong numbers pay for 7 more right ones?",
                ),
                (_cost(_ON_ALL), "That is the border on all tables. Here HDBSCAN has 40 wrong numbers."),
            ),
            hint="HDBSCAN has 80 \N{MINUS SIGN} 40c points.",
            outcome="7 more right numbers against 39 more wrong ones.",
            places=1,
        ),
        Choice(
            "Your tables have clusters, and you would publish the number. Which rule suits you?",
            {
                "HDBSCAN that must name several, since it is right most often": "It is, but a wrong number in print "
                "costs more than a fifth of what a right one is worth. Look at what c you have.",
                "the report, if silence is bearable": "A wrong number in print costs much more than silence, so c is "
                "large.",
                "whichever names a number every time": "Then a wrong number costs nothing. Look at what c you have.",
            },
            "the report, if silence is bearable",
        ),
    ),
    "ex-report-default": (
        Number(
            "As scikit-learn has it: clouds for which HDBSCAN names a number, in percent",
            100 * _BY_DEFAULT / _CLOUDS,
            tempting=(
                (
                    100 * (1 - _BY_DEFAULT / _CLOUDS),
                    "That is the percentage for which it finds nothing. Here we want those with a number.",
                ),
            ),
            hint="Divide 59 by 260.",
            outcome="Of the others it calls every row noise.",
            within=0.5,
        ),
        Number(
            "Allowed to answer one: in percent",
            100 * _ALLOWED / _CLOUDS,
            tempting=(
                (
                    100 * _ALLOWED / _BY_DEFAULT,
                    "You divided by the clouds that got a number before. Divide by all 260.",
                ),
            ),
            hint="Divide 1 by 260.",
            outcome="A single argument makes the difference.",
            within=0.05,
        ),
        Choice(
            "What would make the comparison fair?",
            {
                "Leave both methods at their defaults.": "A default is a setting, too, chosen for other data. May the "
                "rival give the answer that counts as right?",
                "Let the rival answer one, as its authors advise, and print the setting.": "Then it can be right at "
                "all, and a reader sees how.",
                "Try all settings, and report the best.": "Then the rival is chosen after the results are known, which "
                "is as unfair in the other direction. Fix the setting beforehand.",
            },
            "Let the rival answer one, as its authors advise, and print the setting.",
        ),
    ),
}

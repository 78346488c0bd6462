"""Questions of the excursion *The rule of a report*."""

from fractions import Fraction

from aucc_teach.exercises._questions import Choice, Number

# The counts of the page, which its cells compare with the stored table.
_RIGHT, _SEVERAL = 80, 120
_NAMED, _CLOUDS = 6, 504
_COUNTS = {"report": (104, 1), "HDBSCAN": (128, 11), "strength": (127, 34)}
_BY_DEFAULT, _ALLOWED = 457, 21


def _worth(share):
    """Percent of the named numbers that are right, if this share of the tables has clusters."""
    right, wrong = share * Fraction(_RIGHT, _SEVERAL), (1 - share) * Fraction(_NAMED, _CLOUDS)
    return float(100 * right / (right + wrong))


def _cost(rival):
    """What a wrong number has to cost for the report to be level with the rival."""
    right, wrong = (a - b for a, b in zip(_COUNTS[rival], _COUNTS["report"], strict=True))
    return right / wrong


PREDICTIONS = {
    "pre-report-wrong": Choice(
        "Which of these names a wrong number least often on the new designs?",
        {
            "the silhouette": 'It cannot answer "one", and is wrong in about half of the tables.',
            "the report": "In 1 table of 168. But it is silent in 63 of them.",
            'HDBSCAN, which may answer "one"': "It comes close, with 11 of 168, and it is right more often than the "
            "report.",
        },
        "the report",
        predict=True,
    ),
}

EXERCISES = {
    "ex-report-worth": (
        Number(
            "Half of the tables have clusters: a named number is right, in percent",
            _worth(Fraction(1, 2)),
            tempting=(
                (
                    float(100 * Fraction(_RIGHT, _SEVERAL)),
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
            outcome="About 33 right numbers, and less than one wrong one.",
            within=0.3,
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
            hint="The one table gives 0.67 right numbers. How many wrong ones come from 99 clouds?",
            outcome="The same report, another drawer.",
            within=0.6,
        ),
    ),
    "ex-report-silent": (
        Number(
            "The report leads HDBSCAN from this c on:",
            _cost("HDBSCAN"),
            tempting=(
                (
                    1 / _cost("HDBSCAN"),
                    "You divided the other way round. How many more wrong numbers pay for 24 more right ones?",
                ),
                (
                    Fraction(_COUNTS["HDBSCAN"][0], _COUNTS["HDBSCAN"][1]),
                    "That is where HDBSCAN has no points left. Set its points equal to those of the report instead.",
                ),
            ),
            hint="The report has 104 \N{MINUS SIGN} c points, and HDBSCAN 128 \N{MINUS SIGN} 11c.",
            outcome="24 more right numbers against 10 more wrong ones.",
            places=1,
        ),
        Number(
            "The report leads prediction strength from this c on:",
            _cost("strength"),
            tempting=(
                (
                    1 / _cost("strength"),
                    "You divided the other way round. How many more wrong numbers pay for 23 more right ones?",
                ),
                (_cost("HDBSCAN"), "That is the border for HDBSCAN. Prediction strength has 34 wrong numbers."),
            ),
            hint="Prediction strength has 127 \N{MINUS SIGN} 34c points.",
            outcome="23 more right numbers against 33 more wrong ones.",
            places=1,
        ),
        Choice(
            "You would publish the number. Which rule suits you?",
            {
                "HDBSCAN, since it is right most often": "It is, but a wrong number in print costs more than two right "
                "ones are worth. Look at what c you have.",
                "the report, if silence is bearable": "A wrong number in print costs much more than silence, so c is "
                "large.",
                "prediction strength": "It names 34 wrong numbers. Look at what c you have.",
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
            hint="Divide 457 by 504.",
            outcome="It hardly ever can answer one.",
            within=0.5,
        ),
        Number(
            "Allowed to answer one: in percent",
            100 * _ALLOWED / _CLOUDS,
            tempting=(
                (
                    100 * _ALLOWED / _BY_DEFAULT,
                    "You divided by the clouds that got a number before. Divide by all 504.",
                ),
            ),
            hint="Divide 21 by 504.",
            outcome="A single argument makes the difference.",
            within=0.2,
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

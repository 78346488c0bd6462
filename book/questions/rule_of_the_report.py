"""Questions of the excursion *The rule of a report*."""

from fractions import Fraction

from aucc_teach.exercises import Choice, Number

# The counts that the exercise supposes.
_RIGHT, _NAMED = Fraction(60, 100), Fraction(1, 100)


def _worth(share):
    """Percent of the named numbers that are right, if this share of the tables has clusters."""
    right, wrong = share * _RIGHT, (1 - share) * _NAMED
    return float(100 * right / (right + wrong))


PREDICTIONS = {
    "pre-report-deepest": Choice(
        "Which of these clouds without clusters has the deepest gaps, as a rule?",
        {
            "normal clouds": "Their rows thin out towards the edge, so there's hardly a gap with many rows beyond it.",
            "boxes": "Their gaps are deeper than those of normal clouds, but not by much.",
            "ribbons": "Along a line there's no way around a thin place.",
        },
        "ribbons",
        predict=True,
        name="deepest-gaps-as-a-rule",
    ),
}

EXERCISES = {
    "ex-report-steps": (
        Choice(
            "(a) Gaps show 3 groups. All peaks lie at 6, stand out and are apart, each cluster within one group.",
            {
                "3 clusters": "The six clusters are apart from each other as well. Do they contradict the groups?",
                "6 clusters": "The peaks only divide the groups.",
                "at least 3": "That would be so if the clusters cut across the groups. Here each lies within one.",
            },
            "6 clusters",
            name="gaps-3-peaks-6",
        ),
        Choice(
            "(b) Gaps show 4 groups. All peaks lie at 2, stand out and are apart.",
            {
                "4 clusters": "The peaks see fewer. Which number do both support?",
                "at least 4": "The peaks see fewer than four. Which number do both support?",
                "at least 2": "Two is what both support.",
            },
            "at least 2",
            name="gaps-4-peaks-2",
        ),
        Choice(
            "(c) There's no gap. The peaks disagree, and the highest has p = 0.025, but p = 0.3 after the power "
            "transformation.",
            {
                "something, but not a number": "The peak stands out at first. What does the last step ask of it?",
                "nothing": "What stands out must do so after the transformation, too.",
                "2 clusters": "Where would the number come from? Neither gaps nor peaks have one.",
            },
            "nothing",
            name="no-gap-and-skewed",
        ),
    ),
    "ex-report-worth": (
        Number(
            "Half of the tables have clusters: the named number is right, in percent",
            _worth(Fraction(1, 2)),
            tempting=(
                (
                    60,
                    "That is how often a table with clusters gets its right number. Here a number has been named: of "
                    "all named numbers, how many are right?",
                ),
                (
                    99,
                    "That is how often a cloud gets no number. Count the named numbers of both kinds of tables "
                    "instead.",
                ),
            ),
            hint="Of 100 tables, how many right numbers come from the 50 with clusters, and how many wrong ones from "
            "the 50 clouds?",
            outcome="Thirty right numbers, and half a wrong one.",
            within=0.4,
            name="half-of-the-tables-supposed",
        ),
        Number(
            "One table in a hundred has clusters: the named number is right, in percent",
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
            hint="The one table gives 0.6 right numbers. How many wrong ones come from 99 clouds?",
            outcome="It's the same rule with another drawer.",
            within=0.6,
            name="one-table-in-a-hundred-supposed",
        ),
    ),
}

"""*Does it cover?*: questions of the excursion."""

from aucc_teach.exercises import Choice, Write

PREDICTIONS = {
    "pre-hs-covers": Choice(
        "How often do the 95% intervals cover, over all 180 settings?",
        {
            "in more than 95 percent": "Only at one half do they cover so often.",
            "in 95 percent": "They do so in the middle, but not at the ends.",
            "in fewer": "Close to 1 they cover far too rarely.",
        },
        "in fewer",
        predict=True,
        name="covers",
    ),
}

_NORMAL, _FAR = "(a) 300 objects, normal tails, AUCC 0.80", "(b) 40 objects, long tails, AUCC 0.99"
_LONG, _BARS = "(c) 100 objects, long tails, AUCC 0.75", "(d) 200 objects, AUCC 0.95, two long bars"

EXERCISES = {
    "ex-cover-trust": (
        Choice(
            "Tick the intervals that you'd trust:",
            {
                _NORMAL: "It lies in the middle of the range where the trials went well.",
                _FAR: "Look at the last rows of the first table, and at its column of long tails.",
                _LONG: "At this AUCC long tails do no harm.",
                _BARS: "The AUCC itself would do. What would the interval be in a sample without these two objects?",
            },
            (_NORMAL, _LONG),
            name="trusted",
        ),
    ),
    "ex-hs-bootstrap": (Write("bootstrap_error"),),
}

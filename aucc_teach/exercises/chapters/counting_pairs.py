"""Questions of the chapter *Counting pairs*."""

from aucc_teach import pairs
from aucc_teach.exercises._questions import Construct, Number, Objects

BEFORE, AFTER = [0, 0, 1, 1, 1], [0, 0, 0, 1, 1]
COUNTS = pairs.pair_counts(BEFORE, AFTER)
_CHANGED = COUNTS.fn + COUNTS.fp
_NAMES = ("tp", "fn", "fp", "tn")

EXERCISES = {
    "ex-pairs-move": (
        Number(
            "On how many of the ten pairs do they disagree?",
            _CHANGED,
            tempting=(
                (1, "One object has moved, but it is in a pair with each of its companions, before and after."),
                (
                    COUNTS.fn,
                    "These are the pairs that were parted. The move has also joined some: look at the new companions.",
                ),
            ),
            hint="Write the verdict of each partition beside each of the ten pairs.",
            outcome="ac and bc were joined, cd and ce parted: a move changes the verdict on each companion.",
        ),
        Objects(
            "Which of the four counts are 2?",
            _NAMES,
            right=tuple(name for name in _NAMES if getattr(COUNTS, name) == 2),
            hint="tp are the pairs together in both, fn together in the first only, fp in the second only.",
            outcome="ab and de are together in both; cd and ce in the first only; ac and bc in the second only.",
        ),
    ),
    "ex-pairs-changes": (
        Construct(
            "PairTable",
            todo="Bring fn and fp to the same number, 3, with six points.",
            goal=(("n_points", "==", 6), ("fn", "==", 3), ("fp", "==", 3)),
            outcome="Both partitions have as many pairs together then.",
        ),
    ),
}

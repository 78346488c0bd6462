"""Extrapolate how long a report takes from the steps that are done."""

import time
from collections import Counter, defaultdict

#: The clock in seconds; tests replace it.
now = time.perf_counter


class Clock:
    """Extrapolates the time of steps of several kinds, each from the finished steps of its own kind.

    `planned` says how many steps of each kind there are. Kinds that were never planned are not extrapolated. A step of
    weight w takes w times as long as others of its kind, and counts as so many.
    """

    def __init__(self, planned):
        self.left, self.seen = Counter(planned), defaultdict(list)
        self.start = self.since = now()

    def plan(self, steps):
        """Add steps to those that are left, by their kind."""
        self.left.update(steps)

    def add(self, kind, spared=None, *, weight=1.0):
        """Count a finished step; `spared` maps other kinds to the seconds by which a step of theirs would be shorter.

        So a long step also tells how long a shorter one takes, before there is any.
        """
        since, self.since = self.since, now()
        seconds = (self.since - since) / weight
        self.left[kind] -= weight
        self.seen[kind].append(seconds)
        for other, less in (spared or {}).items():
            self.seen[other].append(seconds - less / weight)

    def forget(self):
        """Forget how long the steps took so far; they stay done."""
        self.seen.clear()

    def in_all(self, may_follow=None):
        """Return the seconds from start to end; None while a kind of step has never been timed.

        `may_follow` has further steps to count, by their kind.
        """
        left = {kind: n for kind, n in (self.left + Counter(may_follow)).items() if n > 1e-6}
        if not left.keys() <= self.seen.keys():
            return None
        means = {kind: sum(seconds) / len(seconds) for kind, seconds in self.seen.items()}
        return self.since - self.start + sum(n * means[kind] for kind, n in left.items())

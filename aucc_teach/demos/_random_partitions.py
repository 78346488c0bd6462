"""Random partitions that a page and Python draw alike: the same generator, the same deals, in whole numbers alone."""

from functools import lru_cache

import numpy as np

from aucc_teach.partitions import size_profile

# As in the chance experiment: the share of the first cluster. Their places are a part of the seed.
BALANCES = {"even": None, "ten percent": 0.1, "sixty percent": 0.6}
SHUFFLED = 3  # part of the seed beside those places: labels dealt again, for others to be judged among
MOST_SHUFFLES = 999  # then p is a number of thousandths


class Sfc32:
    """The generator sfc32 of Doty-Humphrey, started from three numbers; the same as in the module."""

    def __init__(self, *start):
        self.a, self.b, self.c, self.counter = *start, 1
        for _ in range(15):  # until every bit depends on every number
            self.next()

    def next(self):
        """Give a whole number below 2^32."""
        low = 0xFFFFFFFF
        a, b, c = self.a, self.b, self.c
        total = (a + b + self.counter) & low
        self.counter = (self.counter + 1) & low
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & low
        self.c = (((c << 21 | c >> 11) & low) + total) & low
        return total

    def below(self, bound):
        """Give a whole number below `bound`; what lies in the last, incomplete round is drawn again."""
        end = 2**32 - 2**32 % bound
        while (drawn := self.next()) >= end:
            pass
        return drawn % bound


def deal(sizes, random):
    """Deal labels with these sizes (Fisher and Yates): every order of the labels is as likely as any other."""
    labels = np.repeat(np.arange(len(sizes)), sizes).tolist()
    for i in range(len(labels) - 1, 0, -1):
        j = random.below(i + 1)
        labels[i], labels[j] = labels[j], labels[i]
    return labels


@lru_cache(maxsize=128)
def deals(sizes, seed, place, n_deals):
    """Deal partitions with these sizes, one per row; what is drawn depends on seed, number of clusters and `place`."""
    random = Sfc32(seed, len(sizes), place)
    found = np.empty((n_deals, sum(sizes)), dtype=np.int64)
    for row in range(n_deals):
        found[row] = deal(sizes, random)
    found.flags.writeable = False  # it is kept for the next time
    return found


def random_partitions(n, k, balance, seed, n_partitions):
    """Deal partitions into `k` clusters of the sizes that a balance asks for, one per row."""
    return deals(size_profile(n, k, share=BALANCES[balance]), seed, list(BALANCES).index(balance), n_partitions)


def shuffles(sizes, seed, n_shuffles):
    """Deal labels 0, 1, ... of the sizes that a partition has, large ones first: which has which sign plays no part."""
    return deals(tuple(sorted(sizes, reverse=True)), seed, SHUFFLED, n_shuffles)


def sizes_text(sizes):
    """Write sizes in words, such as 36 + 2 × 12."""
    kinds = [(sizes.count(size), size) for size in dict.fromkeys(sizes)]
    return " + ".join(f"{count} \N{MULTIPLICATION SIGN} {size}" if count > 1 else str(size) for count, size in kinds)

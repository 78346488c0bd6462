"""Random partitions that a page and Python draw alike: the same generator, the same deals, in whole numbers alone."""

import numpy as np

from aucc_teach.partitions import size_profile

# As in the chance experiment: the share of the first cluster. Their places are a part of the seed.
BALANCES = {"even": None, "ten percent": 0.1, "sixty percent": 0.6}


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


def random_partitions(n, k, balance, seed, n_partitions):
    """Deal partitions into `k` clusters of the sizes that a balance asks for, one per row."""
    sizes = size_profile(n, k, share=BALANCES[balance])
    random = Sfc32(seed, k, list(BALANCES).index(balance))
    found = np.empty((n_partitions, n), dtype=np.int64)
    for row in range(n_partitions):
        found[row] = deal(sizes, random)
    return found


def sizes_text(sizes):
    """Write sizes in words, such as 36 + 2 × 12."""
    kinds = [(sizes.count(size), size) for size in dict.fromkeys(sizes)]
    return " + ".join(f"{count} \N{MULTIPLICATION SIGN} {size}" if count > 1 else str(size) for count, size in kinds)

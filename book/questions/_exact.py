"""What several chapters compute exactly."""

from fractions import Fraction


def aucc(counts, tie=Fraction(1, 2)):
    """AUCC from the counts of comparisons, in which a tie counts so much."""
    return (counts.s_plus + tie * counts.s_zero) / Fraction(sum(counts))

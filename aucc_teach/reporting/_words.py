"""Numbers and lists in sentences."""


def counted(n, thing):
    """A number of things: "1 row", "3 rows"."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def listed(items):
    """Several things in a sentence: "a, b and c"."""
    *first, last = [str(item) for item in items]
    return f"{', '.join(first)} and {last}" if first else last


def number(value, digits=3):
    """A number to so many decimals."""
    return f"{value:.{digits}f}".replace("-", "\u2212")


def plus_minus(mean, error):
    """A mean with its standard error."""
    return f"{number(mean, 2)} ± {error:.2f}"

"""Numbers as people write them, read exactly, as the page reads them (``static/numbers.js``)."""

import re
import unicodedata
from math import gcd, isqrt
from typing import NamedTuple

__all__ = ["MOST_CHARACTERS", "Typed", "is_near_guess", "near", "number_text", "parse_number", "trimmed"]

# What JavaScript takes for a space, and nothing else.
SPACE = "[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"
SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
MOST_CHARACTERS = 200  # of an answer: what is longer takes too long to read
MOST_DIGITS = 1000  # of a numerator or a denominator
ROOT_PLACES = 30  # so many digits of a root are right


class Typed(NamedTuple):
    """A number n / d with d > 0, not in lowest terms, as it was typed."""

    n: int
    d: int
    places: int | None = None
    """So many decimals were given; None where it is no plain decimal."""
    is_calculated: bool = False
    is_rooted: bool = False
    """A root in it is no fraction, so that only its first digits are right."""


class _NoNumberError(Exception):
    pass


def trimmed(text):
    """A text without the spaces at its ends."""
    return _ENDS.sub("", text)


_ENDS = re.compile(f"^{SPACE}+|{SPACE}+\\Z")
_FRACTIONS = re.compile("[\u00bc-\u00be\u2150-\u215e]")
_POWER = re.compile("\u207b?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+")
_SIGNS = str.maketrans(
    {"\u2212": "-", "\u2013": "-", "\u2044": "/", "\u00f7": "/", "\u00d7": "*", "\u00b7": "*", "\u22c5": "*"}
)
_ROOT_SIGN = "(?:\u221a|(?:math\\.|np\\.)?sqrt)"
_ROOT = re.compile(_ROOT_SIGN, re.IGNORECASE | re.ASCII)
_BEFORE_ROOT = re.compile(f"([0-9)]){SPACE}*(?=sqrt)")
# What stands right before a root may be below the line with it or not.
_ROOT_BELOW = re.compile(f"/{SPACE}*[0-9.]+{SPACE}*{_ROOT_SIGN}", re.IGNORECASE | re.ASCII)
_TIMES = re.compile(f"([0-9)]){SPACE}*[xX]{SPACE}*(?=[0-9.(sS])")
_GAP = re.compile("([0-9])[ \u2009\u202f\u00a0](?=[0-9]{3}(?![0-9A-Za-z_]))")
_THOUSANDS = re.compile("(^|[^0-9.,])([1-9][0-9]{0,2}(?:[,'\u2019][0-9]{3})+)(?![0-9,])")
# A space may part thousands, or a fraction from the whole number before it.
_TWO_WAYS = re.compile(f"[0-9][ \u2009\u202f\u00a0]([0-9]{{3}}){SPACE}*/{SPACE}*([0-9]+)")
_DECIMAL = re.compile(f"([+-]?)([0-9]*)(?:\\.([0-9]*))?(?:[eE]([+-]?[0-9]{{1,3}}))?{SPACE}*(%?)")


def _plain(typed):
    """The number in plain characters: no marks between thousands, and - * / ^ sqrt for all signs that mean these."""

    def simple(found):
        return "".join(unicodedata.normalize("NFKD", one) for one in found[0]).translate(_SIGNS)

    text = _FRACTIONS.sub(lambda found: f" {simple(found)}", typed)
    text = _POWER.sub(lambda found: f"^{simple(found)}", text)
    text = text.replace("**", "^").translate(_SIGNS)  # in this order: two crosses are no power
    text = _BEFORE_ROOT.sub(r"\1*", _ROOT.sub("sqrt", text))
    text = _GAP.sub(r"\1", _TIMES.sub(r"\1*", text))
    return trimmed(_THOUSANDS.sub(lambda found: found[1] + re.sub("[^0-9]", "", found[2]), text))


def parse_number(typed):
    """A number as it is typed, exactly; None if it is none, or could be two."""
    if len(typed) > MOST_CHARACTERS:
        return None
    found = _TWO_WAYS.search(typed)
    if _ROOT_BELOW.search(typed) or (found and int(found[1]) < int(found[2])):
        return None
    text = _plain(typed)
    decimal = _DECIMAL.fullmatch(text)
    if not decimal:
        return _calculated(text)
    sign, whole, after, exponent, percent = (part or "" for part in decimal.groups())
    if not whole + after:
        return None
    places = len(after) - int(exponent or 0) + (2 if percent else 0)
    n = int(whole + after) * (-1 if sign == "-" else 1)
    return Typed(n, 10**places, places) if places >= 0 else Typed(n * 10**-places, 1, 0)


_LIMIT = 10**MOST_DIGITS
_NUMBER = "(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,3}(?![0-9]))?"
_MIXED = f"[0-9]+ +[0-9]+{SPACE}*/{SPACE}*[0-9]+"
_TOKEN = re.compile(f"sqrt|{_MIXED}|{_NUMBER}|[^{SPACE[1:]}")
_SIMPLE = re.compile("[+-]?[0-9 ]+(/ *[0-9]+)?|[+-]?[0-9.]+")


def _calculated(text):
    """What a fraction, a mixed number, a product or another calculation comes to."""
    scaled = re.fullmatch("([^+]*[0-9)]) *(thousand|million|billion|trillion)", text, re.IGNORECASE | re.ASCII)
    factors, scale = scaled.groups() if scaled else (text, None)
    tokens = _Tokens(_TOKEN.findall(factors))
    try:
        value = _product(tokens.sum(), Typed(10 ** (SCALES[scale.lower()] if scale else 0), 1))
    except (_NoNumberError, RecursionError):
        return None
    if not tokens.are_over():
        return None
    return Typed(value.n, value.d, None, not _SIMPLE.fullmatch(factors), tokens.is_rooted)


def _bounded(n, d):
    if max(abs(n), d) >= _LIMIT:
        raise _NoNumberError
    return Typed(n, d)


def _product(a, b):
    return _bounded(a.n * b.n, a.d * b.d)


def _quotient(a, by):
    if not by.n:
        raise _NoNumberError
    return _bounded(a.n * by.d * (-1 if by.n < 0 else 1), a.d * abs(by.n))


def _total(a, b):
    return _bounded(a.n * b.d + b.n * a.d, a.d * b.d)


def _negative(a):
    return Typed(-a.n, a.d)


class _Tokens:
    """Reads a calculation from left to right; what is none raises an error."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.at = 0
        self.is_rooted = False

    def are_over(self):
        return self.at == len(self.tokens)

    def next(self, signs):
        if not self.are_over() and self.tokens[self.at] in signs:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def root(self, below):
        if below.n < 0:
            raise _NoNumberError
        whole = isqrt(below.n * below.d)
        if whole**2 == below.n * below.d:
            return Typed(whole, below.d)
        self.is_rooted = True
        scale = 10**ROOT_PLACES
        return Typed(isqrt(below.n * below.d * scale**2), below.d * scale)

    def atom(self):
        if self.next(("sqrt",)):
            return self.root(self.atom())
        if self.next("("):
            inside = self.sum()
            if not self.next(")"):
                raise _NoNumberError
            return inside
        if self.are_over():
            raise _NoNumberError
        token = self.tokens[self.at]
        self.at += 1
        if re.fullmatch(_MIXED, token):
            whole, above, below = (Typed(int(digits), 1) for digits in re.findall("[0-9]+", token))
            if above.n >= below.n:
                raise _NoNumberError
            return _total(whole, _quotient(above, below))
        found = parse_number(token) if re.match("[0-9.]", token) else None
        if not found:
            raise _NoNumberError
        return found

    def power(self):
        base = self.atom()
        if not self.next("^"):
            return base
        by = self.signed()
        halves, rest = divmod(2 * by.n, by.d)
        is_whole = halves % 2 == 0
        times = abs(halves) // 2 if is_whole else abs(halves)
        if rest or len(f"{base.n}{base.d}") * times > MOST_DIGITS:
            raise _NoNumberError
        power = Typed(base.n**times, base.d**times)
        size = power if is_whole else self.root(power)
        return _quotient(Typed(1, 1), size) if halves < 0 else size

    def signed(self):
        sign = self.next("+-")
        if not sign:
            return self.power()
        return _negative(self.signed()) if sign == "-" else self.signed()

    def several(self, part, combine):
        value = part()
        while sign := self.next("".join(combine)):
            value = combine[sign](value, part())
        return value

    def products(self):
        return self.several(self.signed, {"*": _product, "/": _quotient})

    def sum(self):
        return self.several(self.products, {"+": _total, "-": lambda a, b: _total(a, _negative(b))})


def number_text(number, places=None):
    """A value with so many decimals, rounded; without them, as a whole number or a fraction in lowest terms."""
    size, sign = abs(number.n), "-" if number.n < 0 else ""
    if places is None:
        by = gcd(size, number.d)
        below = f"/{number.d // by}" if number.d > by else ""
        return f"{sign}{size // by}{below}"
    digits = str((2 * size * 10**places + number.d) // (2 * number.d)).rjust(places + 1, "0")
    return f"{sign}{digits[: len(digits) - places]}.{digits[len(digits) - places :]}"


def near(a, b, tolerance):
    """Whether two numbers differ by the tolerance at most."""
    return abs(a.n * b.d - b.n * a.d) * tolerance.d <= tolerance.n * a.d * b.d


def is_near_guess(guess, value):
    """Whether a guess is within a tenth of the value, or, from 3 on, the whole number before or after it."""
    size = abs(value.n)
    is_count = value.d == 1 and 3 <= size < 10
    return near(guess, value, Typed(1, 1) if is_count else Typed(size, 10 * value.d))

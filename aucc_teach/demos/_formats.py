"""What the demos write alike in Python and in a page: names of points, numbers, and the markers of clusters."""

# The markers of the six clusters; the same six as in static/kit.js.
MARKERS = (
    "M-.9,0A.9,.9 0 1 1 .9,0A.9,.9 0 1 1 -.9,0Z",
    "M-.8,-.8H.8V.8H-.8Z",
    "M0,-1L1,.8H-1Z",
    "M0,-1.1L.9,0L0,1.1L-.9,0Z",
    "M0,1L1,-.8H-1Z",
    "M-.35,-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z",
)
# In the place of a number that does not exist.
NONE = "\N{EN DASH}"


def point_name(i):
    """Name of the i-th point: a, b, ..., z, a2, b2, ..."""
    return chr(97 + i % 26) + ("" if i < 26 else str(i // 26 + 1))


def format_score(value):
    """Four decimals, with a true minus sign."""
    return f"{value:.4f}".replace("-", "\N{MINUS SIGN}")


def format_count(value):
    """Thin spaces beyond 9999."""
    return f"{value:,}".replace(",", "\N{THIN SPACE}") if value > 9999 else str(value)

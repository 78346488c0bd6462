"""Tables for readers: a DataFrame with a caption, rounded, that a screen reader can read and a phone can scroll."""

import html
import numbers
from collections.abc import Mapping

import numpy as np
import pandas as pd

from aucc_teach.input import check_integer

__all__ = ["CaptionedTable"]

_MISSING = "\N{EN DASH}"


class CaptionedTable:
    """A DataFrame that a notebook shows as a table with a caption.

    As the last value of a cell it is drawn as HTML, in which header cells say what they head; printed, it is text. The
    index becomes the heads of the rows, but for the plain numbering that pandas adds by itself, which is left out.

    Parameters
    ----------
    frame : pandas.DataFrame
        What to show. Columns have one level; the index may have several.
    caption : str
        What the table shows, in a sentence or two.
    digits : int or dict, default=3
        Decimals of the floats: of all columns, or by the name of a column or of a level of the index (3 for the rest).
    mark : sequence, default=()
        Index labels of the rows that matter, which are set in bold if the table has them.

    Raises
    ------
    ValueError
        If `frame` is no DataFrame, has no column or columns of several levels, `caption` is empty, or `digits` is no
        number of decimals or names a column that is not there.

    Examples
    --------
    >>> import pandas as pd
    >>> from aucc_teach import CaptionedTable
    >>> scores = pd.DataFrame({"k": [2, 3], "AUCC": [0.91234, 0.95]}).set_index("k")
    >>> CaptionedTable(scores, "AUCC by number of clusters.", digits=2)
    AUCC by number of clusters.
     k  AUCC
     2  0.91
     3  0.95
    """

    def __init__(self, frame, caption, *, digits=3, mark=()):
        if not isinstance(frame, pd.DataFrame) or frame.columns.nlevels > 1 or not frame.columns.size:
            raise ValueError(
                f"frame must be a DataFrame whose columns have one level, at least one column. Got {frame!r}."
            )
        if not isinstance(caption, str) or not caption.strip():
            raise ValueError(f"caption must say what the table shows. Got {caption!r}.")
        by_column = digits if isinstance(digits, Mapping) else dict.fromkeys(frame.columns, digits)
        known = [*frame.columns, *filter(None, frame.index.names)]
        absent = [column for column in by_column if column not in known]
        if absent:
            raise ValueError(f"digits must name columns of {known}. Got {absent[0]!r}.")
        by_column = {column: check_integer(given, "digits", minimum=0) for column, given in by_column.items()}
        self.caption = caption
        # Marks belong to labels, so that a reader who changes the rows keeps them.
        self._marked = [label in list(mark) for label in frame.index]
        numbering = isinstance(frame.index, pd.RangeIndex) and frame.index.name is None
        self._n_heads = 0 if numbering else frame.index.nlevels
        names = [] if numbering else ["" if name is None else str(name) for name in frame.index.names]
        levels = [frame.index.get_level_values(level) for level in range(self._n_heads)]
        self._header = [*names, *map(str, frame.columns)]
        columns = [*levels, *(values for _, values in frame.items())]
        named = [*frame.index.names[: self._n_heads], *frame.columns]
        decimals = [by_column.get(name, 3) for name in named]
        texts = [[_text(value, digits) for value in values] for values, digits in zip(columns, decimals, strict=True)]
        self._rows = list(zip(*texts, strict=True))
        self._to_the_left = [not all(isinstance(value, numbers.Number) for value in values) for values in columns]

    def __repr__(self):
        widths = [max(map(len, column)) for column in zip(self._header, *self._rows, strict=True)]
        lines = [self.caption]
        for row in (self._header, *self._rows):
            cells = (
                cell.ljust(width) if left else cell.rjust(width)
                for cell, width, left in zip(row, widths, self._to_the_left, strict=True)
            )
            lines.append((" " + "  ".join(cells)).rstrip())
        return "\n".join(lines)

    def _repr_html_(self):
        header = "".join(self._cell(i, name, "col" if name else None) for i, name in enumerate(self._header))
        rows = []
        for row, is_marked in zip(self._rows, self._marked, strict=True):
            cells = "".join(
                self._cell(i, text, "row" if i < self._n_heads else None, strong=is_marked)
                for i, text in enumerate(row)
            )
            rows.append(f"<tr>{cells}</tr>\n")
        # Readers can scroll a focusable region by keys if the page is narrower than the table.
        return (
            f'<div class="captioned-table" role="region" tabindex="0" aria-label="{html.escape(self.caption)}">\n'
            f'<table class="dataframe">\n<caption>{html.escape(self.caption)}</caption>\n'
            f"<thead>\n<tr>{header}</tr>\n</thead>\n<tbody>\n{''.join(rows)}</tbody>\n</table>\n</div>"
        )

    def _cell(self, i, text, scope, *, strong=False):
        tag = "td" if scope is None else "th"
        scope = f' scope="{scope}"' if scope else ""
        style = ' style="text-align: left"' if self._to_the_left[i] else ""
        text = html.escape(text)
        return f"<{tag}{scope}{style}>{f'<strong>{text}</strong>' if strong else text}</{tag}>"


def _text(value, digits):
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if pd.api.types.is_scalar(value) and pd.isna(value):
        return _MISSING
    if isinstance(value, numbers.Real) and not isinstance(value, numbers.Rational):
        text = f"{value:.{digits}f}"
        # A value that is rounded to 0 loses its sign.
        return text.removeprefix("-") if not text.strip("-0.") else text
    return str(value)

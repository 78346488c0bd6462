"""Measure bench: the table of two partitions to edit, ten measures of it, and what each change does to its pairs."""

from functools import cache, partial

import numpy as np
import traitlets

from aucc_teach import agreement
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._formats import format_count, format_score
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import whole
from aucc_teach.pairs import contingency_table, pair_counts

__all__ = ["MeasureBench"]

FEWEST_CLUSTERS, MOST_CLUSTERS = 2, 6
MOST_IN_A_CELL = 99
FEWEST_OBJECTS, MOST_OBJECTS = 2, 300
# Python and JavaScript add up logarithms in different orders, so what did not change may differ by some 1e-15.
TOLERANCE = 1e-12
MEASURES = {
    "Pairs": {
        "Rand\N{RIGHT SINGLE QUOTATION MARK}s c": agreement.rand_score,
        "ARI": agreement.adjusted_rand_score,
        "FM": agreement.fowlkes_mallows_score,
    },
    "Matched clusters": {
        "PA": agreement.pivoted_accuracy,
        "NA": agreement.normalized_accuracy,
        "AAA": agreement.adjusted_asymmetric_accuracy,
        "PSI": agreement.pair_sets_index,
        "PSI simpl.": partial(agreement.pair_sets_index, simplified=True),
    },
    "Information": {
        "NMI": agreement.normalized_mutual_info_score,
        "AMI": agreement.adjusted_mutual_info_score,
    },
}
KEYS = ("rand", "ari", "fm", "pa", "na", "aaa", "psi", "psi_simplified", "nmi", "ami")


class CellCounts(traitlets.TraitType):
    """A contingency table as a tuple of rows of small whole numbers; NumPy arrays and lists are taken too."""

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            rows = tuple(tuple(whole(count) for count in row) for row in value)
        except TypeError:
            rows = ()
        n_columns = {len(row) for row in rows}
        sizes = {len(rows), *n_columns}
        if len(n_columns) != 1 or not FEWEST_CLUSTERS <= min(sizes) <= max(sizes) <= MOST_CLUSTERS:
            raise InvalidStateError(
                f"{self.name} must have {FEWEST_CLUSTERS} to {MOST_CLUSTERS} rows, and as many columns, of whole "
                f"numbers. Got {value!r}."
            )
        counts = [count for row in rows for count in row]
        if not 0 <= min(counts) <= max(counts) <= MOST_IN_A_CELL:
            raise InvalidStateError(f"{self.name} must hold counts from 0 to {MOST_IN_A_CELL}. Got {value!r}.")
        if not FEWEST_OBJECTS <= sum(counts) <= MOST_OBJECTS:
            raise InvalidStateError(
                f"{self.name} must hold {FEWEST_OBJECTS} to {MOST_OBJECTS} objects. Got {sum(counts)}."
            )
        return rows


_TO_2A = "Two objects of cell 2B must be in cell 2A, and nothing else must change."


class MeasureBench(Demo):
    """The contingency table of two partitions, two by two to six by six, and ten measures of their agreement.

    Parameters
    ----------
    table : array-like of int, shape (k, l), optional
        Objects by their clusters in both partitions: 2 to 6 rows and columns, 0 to 99 in a cell, 2 to 300 in all. A
        row or a column without objects is not a cluster. The rows are the truth for the one measure that asks for it.
        Default: two people who sorted 120 pictures.
    before : array-like of int, optional
        The table before the last step, with which the measures are compared. Default: `table`, no step yet.

    Attributes
    ----------
    table, before : tuple of tuple of int
        The tables as they are now; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``table`` and ``before`` of each.

    Raises
    ------
    ValueError
        If a table has other shapes, counts or totals.

    See Also
    --------
    aucc_teach.contingency_table : The table of two label vectors.
    aucc_teach.adjusted_asymmetric_accuracy : The only one of the ten that treats rows and columns differently.

    Examples
    --------
    >>> import aucc_teach as at
    >>> bench = at.demos.MeasureBench([[96, 0], [0, 4]])
    >>> bench.table = [[96, 0], [2, 2]]
    >>> round(bench.scores["NA"], 4), round(bench.scores["AAA"], 4)
    (0.96, 0.5)
    >>> round(bench.changes["AAA"], 4)
    -0.5
    """

    slug = "measure-bench"
    question = "Which mistake does each of the ten measures punish?"
    tasks = (
        Task(
            question="The two people change places, so rows become columns. How many of the ten measures change?",
            todo="Press \N{LEFT DOUBLE QUOTATION MARK}Exchange rows and columns\N{RIGHT DOUBLE QUOTATION MARK}.",
            goal=(
                (
                    "n",
                    "==",
                    120,
                    "The table has {n} objects now, and this step is about 120: choose Two people from the list.",
                ),
                (
                    "is_exchange",
                    "==",
                    1,
                    "The rows have not become columns: press Exchange rows and columns.",
                ),
            ),
            solved={"table": [[12, 40, 0], [37, 0, 0], [1, 0, 30]]},
            answer="changed",
            result="The number of measures that change is {}.",
            outcome="Nine of the ten treat both sides alike, in every table. AAA takes the rows for the truth, and "
            "asks of each row what proportion of it was found.",
        ),
        Task(
            question="Purity is the proportion of objects in the largest cells of the columns. Here it is 1, and ARI "
            "is 0.375. Can ARI fall below 0.2 while purity stays 1 and some pair is still together in both?",
            choices=("No", "Yes"),
            todo="Change cells until ARI is below 0.2 and purity is 1, with objects in both rows and a pair together "
            "in both.",
            goal=(
                ("n_rows", ">=", 2, "All objects are in one row, and there must be some in another."),
                ("purity", "==", 1, "Purity is {purity}, because a column has objects of two rows."),
                ("tp", ">=", 1, "No pair is together in both. Some cell must hold two objects."),
                ("ari", "<", 0.2, "ARI is {ari}, and not below 0.2."),
            ),
            solved={"table": [[2, 1, 1, 0], [0, 0, 0, 1]]},
            answer="Yes",
            outcome="Purity asks only whether the objects of one column belong to one row. It does not count the "
            "pairs of a row that the columns tear apart, whereas ARI does.",
            start={"table": [[2, 1, 0, 0], [0, 0, 1, 2]], "before": [[2, 1, 0, 0], [0, 0, 1, 2]]},
        ),
        Task(
            question="One object moves to another cell. Can some of the ten measures rise while others fall?",
            choices=("No", "Yes"),
            todo="Take one object out of a cell and put it into another, until some measures rise and others fall.",
            goal=(
                ("is_move", "==", 1, "One object must go from one cell to another, and nothing else must change."),
                ("up", ">=", 1, "No measure has risen. Try another cell."),
                ("down", ">=", 1, "No measure has fallen. Try another cell."),
            ),
            solved={
                "table": [[90, 0, 0], [0, 5, 0], [0, 4, 1]],
                "before": [[90, 0, 0], [0, 5, 0], [0, 5, 0]],
            },
            answer="Yes",
            outcome="The measures count pairs, matched objects, proportions of clusters, or information. A step can "
            "be a gain in one of these and a loss in another, so if you say that one partition is better, you "
            "must name the measure.",
            preset=6,
        ),
        Task(
            question="Here are two equal partitions, with clusters of 96 and 4. The small cluster loses half of its "
            "objects to the large one. Which of these measures falls furthest?",
            choices=("Rand\N{RIGHT SINGLE QUOTATION MARK}s c", "NA", "AAA"),
            todo="Move two objects from cell 2B to cell 2A.",
            goal=(
                ("n", "==", 100, "The table has {n} objects now, and not 100: what leaves 2B must go into 2A."),
                ("n_rows", "==", 2, _TO_2A),
                ("n_columns", "==", 2, _TO_2A),
                ("na", "==", 0.96, _TO_2A),
                ("aaa", "==", 0.5, _TO_2A),
            ),
            solved={"table": [[96, 0], [2, 2]]},
            answer="AAA",
            outcome="In AAA each row has the same weight. One was found whole and one by half, which makes 0.5 "
            "however small it is. NA counts objects, and 2 misplaced objects of 100 leave 0.96.",
            start={"table": [[96, 0], [0, 4]], "before": [[96, 0], [0, 4]]},
        ),
    )

    table = CellCounts().tag(sync=True)
    before = CellCounts().tag(sync=True)
    presets = traitlets.List().tag(sync=True, constant=True)

    def __init__(self, table=None, before=None, **kwargs):
        if table is None and before is not None:
            raise InvalidStateError("before is a step that leads to table: give both, or none of them.")
        presets = _presets()
        if table is None:
            table = presets[0]["table"]
        else:
            kwargs.setdefault("lesson", [])
        super().__init__(table=table, before=table if before is None else before, presets=presets, **kwargs)

    def _following(self, state):
        return {"before": state["table"]} if "table" in state else {}

    @property
    def scores(self):
        """The ten measures of the table, by their names."""
        return _scores(self.table)

    @property
    def changes(self):
        """What the last step added to each measure, by its name; 0.0 where it did not change."""
        return _changes(self.before, self.table)

    @property
    def counts(self):
        """The four pair counts of the table, by :func:`aucc_teach.pair_counts`."""
        return pair_counts(*_labels(self.table))

    @property
    def purity(self):
        """Proportion of objects in the largest cells of the columns; not a matching, and not one of the ten."""
        return _purity(self.table)

    @staticmethod
    def numbers(state):
        """Counts of objects, clusters and pairs, purity and the ten measures, and what the last step was."""
        before, table = np.array(state["before"]), np.array(state["table"])
        scores = _scores(table)
        changes = list(_changes(before, table).values())
        return {
            "n": int(table.sum()),
            "n_rows": int(table.any(axis=1).sum()),
            "n_columns": int(table.any(axis=0).sum()),
            **pair_counts(*_labels(table))._asdict(),
            "purity": _purity(table),
            **dict(zip(KEYS, scores.values(), strict=True)),
            "up": sum(change > 0 for change in changes),
            "down": sum(change < 0 for change in changes),
            "changed": sum(change != 0 for change in changes),
            "is_move": int(_is_move(before, table)),
            "is_exchange": int(not np.array_equal(before, table) and np.array_equal(before.T, table)),
        }

    def words(self):
        """The table and its ten measures, and what the last step did."""
        rows = ", ".join(" ".join(map(str, row)) for row in self.table)
        scores = ", ".join(f"{name} {_score(value)}" for name, value in self.scores.items())
        return f"Table of two partitions, by rows: {rows}. {scores}. {self._verdict()}"

    def _verdict(self):
        sentence = _step(self.before, self.table)
        if sentence:
            words = f"{sentence} {self._most_moved()}"
        else:
            pairs, tp, fn, fp, tn = map(format_count, (sum(self.counts), *self.counts))
            words = (
                f"{sum(map(sum, self.table))} objects make {pairs} pairs: {tp} together in both, {fn} in the row only, "
                f"{fp} in the column only, {tn} apart in both."
            )
        return words + _empty(self.table)

    def _most_moved(self):
        changes = {name: change for name, change in self.changes.items() if change}
        if not changes:
            return "No measure changes."
        most = max(map(abs, changes.values()))
        # Of those that moved as far, the first: the last bits do not decide.
        name, change = next(item for item in changes.items() if abs(item[1]) > most - TOLERANCE)
        if len(changes) == 1:
            return f"Only {name} changes, {_way(change)} by {_amount(change)}."
        up = sum(change > 0 for change in changes.values())
        return (
            f"{name} moves most, {_way(change)} by {_amount(change)}. Up {up}, down {len(changes) - up}, the same "
            f"{len(KEYS) - len(changes)}."
        )


def _labels(table):
    """Two label vectors that have this table."""
    table = np.asarray(table)
    rows, columns = np.indices(table.shape)
    counts = table.ravel()
    return rows.ravel().repeat(counts), columns.ravel().repeat(counts)


def _scores(table):
    labels = _labels(table)
    return {name: float(score(*labels)) for measures in MEASURES.values() for name, score in measures.items()}


def _purity(table):
    table = np.asarray(table)
    return int(table.max(axis=0).sum()) / int(table.sum())


def _changes(before, table):
    old, new = _scores(before), _scores(table)
    changes = {name: new[name] - old[name] for name in new}
    return {name: change if abs(change) > TOLERANCE else 0.0 for name, change in changes.items()}


# ---- a step in words


def _padded(*tables):
    """Tables of one shape: a row or a column that only one of them has is empty in the other."""
    tables = [np.asarray(table) for table in tables]
    shape = np.max([table.shape for table in tables], axis=0)
    return [np.pad(table, [(0, more) for more in shape - table.shape]) for table in tables]


def _is_move(before, table):
    old, new = _padded(before, table)
    difference = new - old
    return np.abs(difference).sum() == 2 and difference.sum() == 0


def _company(table, cell):
    """With how many others an object of a cell is together in both, in its row, in its column; from how many apart."""
    i, j = cell
    both = table[cell] - 1
    row, column = table[i].sum() - 1 - both, table[:, j].sum() - 1 - both
    return [int(count) for count in (both, row, column, table.sum() - 1 - both - row - column)]


def _step(before, table):
    """What a step did, in a sentence, and which pairs it made or broke; nothing where nothing changed."""
    old, new = _padded(before, table)
    difference = new - old
    cells = [tuple(cell) for cell in np.argwhere(difference).tolist()]
    if not cells:
        return ""
    more, fewer = int(difference[difference > 0].sum()), -int(difference[difference < 0].sum())
    came, left = max(cells, key=lambda cell: difference[cell]), min(cells, key=lambda cell: difference[cell])
    if more == fewer == 1:
        was, now = _company(old, left), _company(new, came)
        pairs = _was_and_is(was, now)
        return (
            f"One object moved from {_cell_name(left)} to {_cell_name(came)}: together in both with {pairs[0]}; in the "
            f"row only with {pairs[1]}; in the column only with {pairs[2]}; apart from {pairs[3]}."
        )
    if np.array_equal(np.asarray(before).T, np.asarray(table)):
        return "Rows and columns have changed places."
    if more + fewer == 1:
        both, row, column, apart = _company(new if more else old, cells[0])
        verb = "more in {}: it is" if more else "fewer in {}: it was"
        return (
            f"One object {verb.format(_cell_name(cells[0]))} together with {both} in both, with {row} in the row "
            f"only, with {column} in the column only, apart from {apart}."
        )
    was, now = (pair_counts(*_labels(one)) for one in (before, table))
    if not more or not fewer:
        word, sign = ("more", 1) if more else ("fewer", -1)
        where = _cell_name(cells[0]) if len(cells) == 1 else "several cells"
        tp, fn, fp, tn = (format_count(sign * (b - a)) for a, b in zip(was, now, strict=True))
        return (
            f"{more + fewer} objects {word} in {where}: {tp} pairs {word} together in both, {fn} in the row only, "
            f"{fp} in the column only, {tn} apart."
        )
    if len(cells) == 2 and more == fewer:
        what = f"{more} objects moved from {_cell_name(left)} to {_cell_name(came)}"
    else:
        what = "Several cells changed"
    tp, fn, fp, tn = _was_and_is(was, now)
    return f"{what}: pairs together in both {tp}; in the row only {fn}; in the column only {fp}; apart {tn}."


def _was_and_is(was, now):
    counts = zip(map(format_count, was), map(format_count, now), strict=True)
    return [a if a == b else f"{a}, now {b}" for a, b in counts]


def _empty(table):
    table = np.asarray(table)
    names = [f"row {i + 1}" for i in np.flatnonzero(~table.any(axis=1))]
    names += [f"column {_column_name(j)}" for j in np.flatnonzero(~table.any(axis=0))]
    return f" Empty, so not a cluster: {', '.join(names)}." if names else ""


def _column_name(j):
    return "ABCDEF"[j]


def _cell_name(cell):
    return f"{cell[0] + 1}{_column_name(cell[1])}"


def _way(change):
    return "up" if change > 0 else "down"


def _amount(change):
    return "less than 0.0001" if abs(change) < 0.00005 else _score(abs(change))


def _score(value):
    # What is 0 but for the last bits has no sign.
    return format_score(0.0 if abs(value) < TOLERANCE else value)


@cache
def _presets():
    people = [[12, 37, 1], [40, 0, 0], [0, 0, 30]]
    split = [[30, 30, 0, 0], [0, 0, 60, 0], [0, 0, 0, 60]]
    moved = [[30, 30, 0], [0, 60, 0], [0, 0, 60]]
    merged = [[60, 0], [60, 0], [0, 60]]
    lost = [[96, 0], [2, 2]]
    cut = [[45, 45, 0, 0], [0, 0, 5, 0], [0, 0, 0, 5]]
    small = [[90, 0, 0], [0, 5, 0], [0, 5, 0]]
    pieces = [[10, 10, 10, 0, 0, 0], [0, 0, 0, 10, 10, 10]]
    alone = [[1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1]]
    six = np.repeat(np.arange(6), 6)
    # Of the shuffles, one whose measures are near their means.
    unrelated = contingency_table(six, np.random.default_rng(24).permutation(six)).tolist()
    wines = [[58, 0, 1], [68, 1, 2], [48, 0, 0]]

    c = "Rand\N{RIGHT SINGLE QUOTATION MARK}s c"
    notes = {
        "Two people": (people, people, "Ten numbers for one table, from ARI {} to PA {}.", "ARI", "PA"),
        "A cluster split": (
            split,
            [[60, 0, 0, 0], [0, 0, 60, 0], [0, 0, 0, 60]],
            "No pair is wrongly together, so ARI {} and AMI {} stay high. The matching loses 30 objects, and PSI is "
            "{}.",
            *("ARI", "AMI", "PSI"),
        ),
        "Half a cluster moved": (
            moved,
            [[60, 0, 0], [0, 60, 0], [0, 0, 60]],
            "To PA this is the same mistake as the split, {}: 30 objects are unmatched. ARI asks where they are: {}.",
            *("PA", "ARI"),
        ),
        "Two clusters merged": (
            merged,
            [[60, 0, 0], [0, 60, 0], [0, 0, 60]],
            "A whole cluster is lost, the worst of the three mistakes under nine of the ten. Only FM, {}, puts the "
            "half that moved lower.",
            "FM",
        ),
        "A small cluster loses half": (
            lost,
            [[96, 0], [0, 4]],
            "NA {} counts 2 objects of 100. FM {} counts pairs, and the large cluster has nearly all of them. AAA {} "
            "counts clusters.",
            *("NA", "FM", "AAA"),
        ),
        "A large cluster cut": (
            cut,
            [[90, 0, 0, 0], [0, 0, 5, 0], [0, 0, 0, 5]],
            "The one large cluster has nearly all pairs, so ARI falls to {}, but to AAA it is one cluster of three: "
            "{}.",
            *("ARI", "AAA"),
        ),
        "Two small clusters merged": (
            small,
            [[90, 0, 0], [0, 5, 0], [0, 0, 5]],
            "Two of three clusters are lost in one, but they have few pairs: ARI is {}, whereas AAA is {}.",
            *("ARI", "AAA"),
        ),
        "Cut into pieces": (
            pieces,
            pieces,
            "Nobody sits with a stranger, so purity is 1 and AMI {}, but a matching finds a third of each row: AAA {}.",
            *("AMI", "AAA"),
        ),
        "Only singletons": (
            alone,
            alone,
            "Purity is 1 and NMI {}, although no pair is together in both: ARI, FM and AMI are 0.",
            "NMI",
        ),
        "Unrelated, six clusters": (
            unrelated,
            unrelated,
            "With shuffled labels c is {} and NMI {} by accident, and both grow with more clusters. ARI {} and AMI {} "
            "are near 0.",
            *(c, "NMI", "ARI", "AMI"),
        ),
        "Wines, average linkage": (
            wines,
            wines,
            "174 of 178 wines are in one cluster, so FM is {}, but shuffled labels get {} on average; ARI is {}.",
            *("FM", "mean", "ARI"),
        ),
    }
    presets = []
    for name, (table, before, note, *asked) in notes.items():
        scores = _scores(table)
        tp, fn, fp, tn = pair_counts(*_labels(table))
        # The mean of FM over shuffled labels.
        scores["mean"] = ((tp + fn) * (tp + fp)) ** 0.5 / (tp + fn + fp + tn)
        note = note.format(*(_score(scores[one]) for one in asked))
        presets.append({"name": name, "note": note, "table": table, "before": before})
    return presets

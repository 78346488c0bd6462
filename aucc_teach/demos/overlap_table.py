"""Overlap table: clusters as rows that may overlap, three scores, and the conditions that a step is a case of."""

import traitlets

from aucc_teach.conditions import CONDITIONS, INSTANCES, conditions_met
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._formats import NONE, format_score, point_name
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import WholeNumber, whole
from aucc_teach.overlapping import cice_bcubed, extended_bcubed, reliability_sensitivity

__all__ = ["OverlapTable"]

FEWEST_OBJECTS, MOST_OBJECTS = 2, 13
MOST_CLASSES, MOST_CLUSTERS = 6, 10
MEASURES = {"Extended BCubed": extended_bcubed, "CICE-BCubed": cice_bcubed, "R*S": reliability_sensitivity}
# Python and JavaScript sum the same fractions in different orders, so equal scores may differ by some 1e-16. Scores
# that truly differ are far apart: of 194 000 random changes of one cell, none moved an F by between 2e-16 and 3e-8.
TOLERANCE = 1e-12


class Clusters(traitlets.TraitType):
    """Clusters as a tuple of sorted tuples of whole numbers. Empty ones keep their place, but at the end."""

    default_value = ()

    def validate(self, obj, value):
        """Check and convert `value`."""
        return _read(value, self.name)


_THREE = "There are {n_objects} objects now, and this step is about three. Press Undo until they are back."


class OverlapTable(Demo):
    """Clusters of up to thirteen objects, which may overlap, compared with fixed classes before and after a step.

    Parameters
    ----------
    clusters_true : sequence of collections of int, optional
        One to six classes: different sets of the objects 0 to n - 1. Default, of all three: the first preset.
    before : sequence of collections of int, optional
        At most ten clusters at the start of the step. Empty ones are left out of the scores, equal ones count once.
    clusters_pred : sequence of collections of int, optional
        The clusters now, likewise. Default: `before`, no step yet.
    n_objects : int, optional
        Number of objects n, 2 to 13. Default: the largest object that occurs, plus one.
    conditions : bool, default=True
        Whether to say which conditions the step is a case of, and to offer steps that are.

    Attributes
    ----------
    clusters_true, before, clusters_pred : tuple of tuple of int
        Classes and clusters as they are now; can be set.
    n_objects : int
        Number of objects; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``n_objects``, ``clusters_true``, ``before`` and ``after``
        of each.

    Raises
    ------
    ValueError
        If clusters are not sets of whole numbers from 0 to n - 1, if there are too many of them, if a class is empty
        or there twice, if there is no class, or if n is not from 2 to 13.

    See Also
    --------
    aucc_teach.overlapping.extended_bcubed : One of the three scores.
    aucc_teach.overlapping.cice_bcubed : The large number.
    aucc_teach.overlapping.reliability_sensitivity : The third score.
    aucc_teach.conditions.conditions_met : Which conditions a step is a case of.

    Examples
    --------
    >>> import aucc_teach as at
    >>> table = at.demos.OverlapTable([{0, 1}, {0, 2}, {1, 2}], [{0, 1, 2}])
    >>> table.clusters_pred = [{0, 1}, {0, 2}, {1, 2}]
    >>> table.asks["perfect match"], table.changes["CICE-BCubed"]
    ('rise', 'rises')
    """

    slug = "overlap-table"
    question = "Can you bring Extended BCubed to 1 with clusters that are not the classes?"
    tasks = (
        Task(
            question="A second cluster is added, with the same three objects as the first. What do the scores do?",
            choices=("They rise", "They fall", "They stay"),
            todo="Put a, b and c into G2 as well.",
            goal=(
                ("n_objects", "==", 3, _THREE),
                ("n_rows", ">=", 2, "Only one cluster has objects. Put a, b and c into another."),
                ("n_clusters", "==", 1, "The clusters differ. Each of them must hold a, b and c."),
            ),
            solved={"clusters_pred": [[0, 1, 2], [0, 1, 2]]},
            answer="They stay",
            outcome="Clusters are sets of objects, so equal ones count once.",
        ),
        Task(
            question="Can Extended BCubed be 1 with clusters that are not the classes?",
            choices=("No", "Yes"),
            todo="Here the classes are abc, a, b and c. Change the clusters until Extended BCubed is 1 and they are "
            "not the classes.",
            goal=(
                ("n_objects", "==", 3, _THREE),
                (
                    "n_classes",
                    "==",
                    4,
                    "These are other classes than those of the step. Press Undo until they are back.",
                ),
                ("is_perfect", "==", 0, "The clusters are the classes. Find others."),
                ("extended", ">", 0.999999, "Extended BCubed is {extended}, and not 1."),
            ),
            solved={"clusters_pred": [[0, 1], [0, 2], [1, 2]]},
            answer="Yes",
            outcome="Extended BCubed asks how many clusters two objects share, and how many classes. With the "
            "clusters ab, ac and bc, each of these numbers is the same as for the classes, but CICE-BCubed is "
            "still below 1.",
            start={
                "clusters_true": [[0, 1, 2], [0], [1], [2]],
                "before": [[0, 1, 2]],
                "clusters_pred": [[0, 1, 2]],
            },
        ),
    )

    n_objects = WholeNumber(FEWEST_OBJECTS, MOST_OBJECTS, default_value=FEWEST_OBJECTS).tag(sync=True)
    clusters_true = Clusters().tag(sync=True)
    before = Clusters().tag(sync=True)
    clusters_pred = Clusters().tag(sync=True)
    conditions = traitlets.Bool(True).tag(sync=True, constant=True)
    presets = traitlets.List().tag(sync=True, constant=True)

    def __init__(self, clusters_true=None, before=None, clusters_pred=None, *, n_objects=None, **kwargs):
        if (clusters_true is None) != (before is None) or (clusters_true is None and clusters_pred is not None):
            raise InvalidStateError("clusters_true and before belong together: give both, or none of them.")
        presets = _presets()
        if clusters_true is None:
            clusters_true, before, n_objects = (presets[0][name] for name in ("clusters_true", "before", "n_objects"))
        else:
            kwargs.setdefault("lesson", [])
        state = _state(clusters_true, before, clusters_pred, n_objects)
        super().__init__(**state, presets=presets, **kwargs)

    @traitlets.observe("conditions")
    def _offer(self, change):
        self.presets = _presets() if self.conditions else _presets()[:1]

    def _following(self, state):
        # Without clusters now, the step begins here.
        classes, before = (state.get(name, getattr(self, name)) for name in ("clusters_true", "before"))
        return _state(classes, before, state.get("clusters_pred"), state.get("n_objects"))

    @traitlets.validate("n_objects", "clusters_true", "before", "clusters_pred")
    def _check_together(self, proposal):
        name, value = proposal["trait"].name, proposal["value"]
        state = {other: getattr(self, other) for other in ("n_objects", "clusters_true", "before", "clusters_pred")}
        state[name] = value
        n_objects = state.pop("n_objects")
        for other, rows in state.items():
            largest = max((row[-1] for row in rows if row), default=0)
            if largest >= n_objects:
                raise InvalidStateError(
                    f"{other} must hold objects from 0 to n_objects - 1 = {n_objects - 1}. Got {largest}; to change "
                    f"the number of objects too, set all with place(clusters_true=..., before=..., clusters_pred=...)."
                )
            if other != "clusters_true" and len(rows) > MOST_CLUSTERS:
                raise InvalidStateError(f"{other} must be at most {MOST_CLUSTERS} clusters. Got {len(rows)}.")
        classes = state["clusters_true"]
        if not 1 <= len(classes) <= MOST_CLASSES:
            raise InvalidStateError(f"clusters_true must be 1 to {MOST_CLASSES} classes. Got {len(classes)}.")
        if not all(classes) or len(set(classes)) < len(classes):
            raise InvalidStateError(f"clusters_true must be different classes, none of them empty. Got {classes!r}.")
        return value

    @property
    def scores(self):
        """The three scores of the clusters now, each an :class:`aucc_teach.overlapping.OverlapScore` by its name.

        ``None`` for each where there is no cluster.
        """
        return self._scores_of(self.clusters_pred)

    @property
    def start_scores(self):
        """The three scores at the start of the step, as :attr:`scores`."""
        return self._scores_of(self.before)

    def _scores_of(self, rows):
        clusters = _distinct(rows)
        if not clusters:
            return dict.fromkeys(MEASURES)
        return {name: score(self.clusters_true, clusters) for name, score in MEASURES.items()}

    @property
    def changes(self):
        """What the step does to F, by the name of the score: ``"rises"``, ``"ties"`` or ``"falls"``.

        ``None`` for each where there is no cluster at one of its ends.
        """
        start, now = self.start_scores, self.scores
        return {name: _change(start[name], now[name]) for name in MEASURES}

    @property
    def asks(self):
        """What each condition asks of F in this step, by :func:`aucc_teach.conditions.conditions_met`.

        ``"rise"``; ``"fall"`` if the step taken backwards is a case of it; mostly ``None``.
        """
        start, now = _distinct(self.before), _distinct(self.clusters_pred)
        if not start or not now:
            return dict.fromkeys(CONDITIONS)
        forwards = dict.fromkeys(conditions_met(self.clusters_true, start, now), "rise")
        backwards = dict.fromkeys(conditions_met(self.clusters_true, now, start), "fall")
        return {name: (forwards | backwards).get(name) for name in CONDITIONS}

    @staticmethod
    def numbers(state):
        """Counts of objects, classes and clusters, and the scores now; that of CICE-BCubed at the start too."""
        classes, before, now = (_distinct(state[name]) for name in ("clusters_true", "before", "clusters_pred"))

        def f(measure, clusters):
            return float(MEASURES[measure](list(classes), list(clusters)).f) if clusters else None

        return {
            "n_objects": state["n_objects"],
            "n_classes": len(classes),
            "n_clusters": len(now),
            "n_rows": sum(map(bool, state["clusters_pred"])),
            "is_perfect": int(classes == now),
            "extended": f("Extended BCubed", now),
            "cice": f("CICE-BCubed", now),
            "rs": f("R*S", now),
            "cice_start": f("CICE-BCubed", before),
        }

    def words(self):
        """Classes and clusters, and what the step does to the scores."""
        return (
            f"{self.n_objects} objects. Classes: {_clusters(self.clusters_true, 'C')}. Clusters at the start of the "
            f"step: {_clusters(self.before, 'G')}. Clusters now: {_clusters(self.clusters_pred, 'G')}. "
            f"{self._verdict()}"
        )

    def _verdict(self):
        if not _distinct(self.clusters_pred):
            return "There is no cluster now, so there is no score."
        start, now, changes = self.start_scores, self.scores, self.changes
        is_step = _distinct(self.before) not in (set(), _distinct(self.clusters_pred))
        if not is_step:
            words = "F: " + ", ".join(f"{name} {_f(now[name])}" for name in MEASURES)
        else:
            ends = {name: f"from {_f(start[name])} to {_f(now[name])}" for name in MEASURES}
            ends |= {name: f"at {_f(now[name])}" for name in MEASURES if changes[name] == "ties"}
            words = "F: " + ", ".join(f"{name} {changes[name]} {ends[name]}" for name in MEASURES)
        sentences = [words]
        asks = self.asks if self.conditions else {}
        sentences += [f"{name.capitalize()} asks F to {asked}" for name, asked in asks.items() if asked]
        if is_step and self.conditions and not any(asks.values()):
            sentences.append("No condition applies to this step")
        equal = _equal_rows(self.clusters_pred)
        if equal:
            sentences.append("Equal clusters count once: " + ", ".join(equal))
        return ". ".join(sentences) + "."


def _read(clusters, name):
    """Rows of clusters, sorted, without empty ones at the end."""
    try:
        rows = [sorted(whole(o) for o in row) for row in clusters]
    except TypeError:
        rows = [[-1]]
    if any(row[0] < 0 or len(set(row)) < len(row) for row in rows if row):
        raise InvalidStateError(f"{name} must be clusters of different whole numbers from 0. Got {clusters!r}.")
    while rows and not rows[-1]:
        rows.pop()
    return tuple(map(tuple, rows))


def _state(clusters_true, before, clusters_pred, n_objects):
    """State of the traits, with what was left out filled in."""
    state = {"clusters_true": _read(clusters_true, "clusters_true"), "before": _read(before, "before")}
    state["clusters_pred"] = state["before"] if clusters_pred is None else _read(clusters_pred, "clusters_pred")
    if n_objects is None:
        n_objects = 1 + max((row[-1] for rows in state.values() for row in rows if row), default=0)
    return {"n_objects": n_objects, **state}


def _distinct(rows):
    """Clusters of the rows as sets: empty ones left out, equal ones once."""
    return {frozenset(row) for row in rows if row}


def _equal_rows(rows):
    """Names of equal clusters that are not empty, such as "G1 = G3"."""
    same = {}
    for i, row in enumerate(rows):
        if row:
            same.setdefault(row, []).append(f"G{i + 1}")
    return [" = ".join(names) for names in same.values() if len(names) > 1]


def _change(start, now):
    if start is None or now is None:
        return None
    difference = now.f - start.f
    return "ties" if abs(difference) <= TOLERANCE else "rises" if difference > 0 else "falls"


def _f(score):
    return NONE if score is None else format_score(score.f)


def _clusters(rows, letter):
    words = (f"{letter}{i + 1} " + "".join(map(point_name, row)) for i, row in enumerate(rows) if row)
    return ", ".join(words) or "none"


def _aligned(before, after):
    """Rows of a table that was `before` and becomes `after`, such that little changes: those that stay keep theirs."""
    new = [row for row in after if row not in before]
    rows = []
    for row in before:
        likest = max(new, key=lambda one: len(one & row), default=frozenset())
        if row in after:
            rows.append(row)
        elif likest & row:
            rows.append(likest)
            new.remove(likest)
        else:
            rows.append(frozenset())
    return _read(rows + new, "after")


def _presets():
    triangle = INSTANCES["perfect match, triangle"]
    puzzle = "Any two of the three objects are a class, but Extended BCubed sees only how often objects are together."
    chosen = [("puzzle", puzzle, triangle.clusters_true, [{0, 1, 2}], triangle.before)]
    notes = {
        "homogeneity": "The step splits the cluster cdef, so that objects of different classes part.",
        "completeness": "The step merges ab and cd, which belong to one class.",
        "rag bag": "The step moves e, the only object of its class, to a cluster of four objects, each the only one "
        "of its class.",
        "size versus quantity": "The step removes e from the large class, and brings four pairs together.",
        "homogeneity, overlapping": "The step splits the cluster abcefg, whereas the others, which overlap it, stay.",
        "completeness, overlapping": "The step merges ab and cd, whereas the others, which overlap them, stay.",
        "perfect match, triangle": "Extended BCubed and R*S are 1 even before the step.",
        "perfect match, Pasch": "Four triples put the same pairs together as four other triples.",
    }
    chosen += [(name, notes[name], *step) for name, step in INSTANCES.items()]
    chosen += [
        (
            "rag bag, part of a class",
            "The step takes c from the cluster abc, but ab is only a part of its class.",
            [{0, 1, 5, 6}, {2}, {3}, {4}],
            [{0, 1, 2}, {3, 4}, {5, 6}],
            [{0, 1}, {2, 3, 4}, {5, 6}],
        ),
        (
            "size versus quantity, parts",
            "The step brings the pairs de and hi together, but each is only a part of its class.",
            [{0, 1, 2}, {3, 4, 5, 6}, {7, 8, 9, 10}],
            [{0, 1, 2}, {3}, {4}, {7}, {8}, {5, 6}, {9, 10}],
            [{0, 1}, {2}, {3, 4}, {7, 8}, {5, 6}, {9, 10}],
        ),
    ]
    return [
        {
            "name": name[0].upper() + name[1:],
            "note": note,
            "n_objects": len(set().union(*clusters_true)),
            "clusters_true": [sorted(row) for row in clusters_true],
            "before": [sorted(row) for row in before],
            "after": [list(row) for row in _aligned(before, after)],
        }
        for name, note, clusters_true, before, after in chosen
    ]

"""What a class has shown: marks, proportions of right answers, mistakes, objectives, times."""

import pandas as pd

from aucc_teach.exercises._folders import is_prediction

__all__ = ["Results", "marks_of"]

# A longer break between two tries is not counted as work.
LONGEST_BREAK = 15 * 60
COUNTED = ("right", "wrong")
MOST_UNFORESEEN = 30


def marks_of(tries, about, students, points=None, *, runs=True):
    """Points of each student in each exercise, and the most that each can give.

    The last try of each question counts. Points by exercise are shared equally among its questions; without them, each
    question is worth one, or what its key says. Functions that were not run are not marked, and leave their points to
    the other questions. A mark is missing where there is no answer, or none that can be marked, and "unmarked" where
    all that was answered are predictions and open questions; the most is None where nothing of an exercise is marked.
    A prediction that stands in the text is no exercise.
    """
    about = {id: one for id, one in about.items() if not is_prediction(id)}
    tries = tries[tries["id"].isin(list(about))]
    last = tries.groupby(["file", "id"], sort=False).tail(1)
    labels = list(dict.fromkeys(one.exercise for one in about.values()))
    worth = {id: one.points or 1 for id, one in about.items() if one.is_marked and (runs or one.kind != "write")}
    totals = dict.fromkeys(labels, 0)
    for id, points_of in worth.items():
        totals[about[id].exercise] += points_of
    out_of = {label: (points or {}).get(label, total) if total else None for label, total in totals.items()}

    judged = last[last["id"].isin(list(worth)) & ~last["verdict"].isin(["changed", "not run"])]
    right = judged["id"].map(worth).astype(float) * judged["verdict"].eq("right")
    found = right.groupby([judged["file"], _exercise_of(judged, about)]).sum().unstack()
    scale = pd.Series({label: most / totals[label] for label, most in out_of.items() if most is not None}, dtype=float)
    marks = (found.reindex(index=list(students), columns=labels) * scale.reindex(labels)).round(2).astype(object)
    for file, label in zip(last["file"], _exercise_of(last, about), strict=True):
        if out_of[label] is None:
            marks.loc[file, label] = "unmarked"
    marks.index = pd.Index(students.values(), name="student")
    return marks, out_of


def _exercise_of(tries, about):
    return tries["id"].map({id: one.exercise for id, one in about.items()})


class Results:
    """What a class has shown in its tries, of the files that count, to the questions in the order of the book."""

    def __init__(self, tries, about, students):
        self.about, self.students, self.tries = about, students, tries
        self.counted = tries[tries["verdict"].isin(COUNTED)]
        self._of_question = dict(tuple(tries.groupby("id")))
        self.first = self._by_student("first")
        self.last = self._by_student("last")

    def _by_student(self, which):
        """Whether the first or the last try was right: a row for each question, a column for each file."""
        found = getattr(self.counted.groupby(["id", "file"])["verdict"], which)().eq("right").unstack()
        return found.reindex(index=list(self.about), columns=list(self.students)).astype(float)

    def question(self, id):
        """Say how a question went: how many answered, proportions right, mistakes, what was not foreseen."""
        one = self.about[id]
        every = self._of_question.get(id, self.tries[:0])
        tries = every[every["verdict"].isin(COUNTED)]
        wrong = tries[tries["verdict"] == "wrong"]
        ever = wrong.groupby("mistake")["file"].nunique()
        last = tries.groupby("file").tail(1)["mistake"].value_counts()
        mistakes = [
            {
                "name": name,
                "answer": answer,
                "words": words,
                "ever": int(ever.get(name, 0)),
                "last": int(last.get(name, 0)),
            }
            for name, answer, words in one.mistakes
        ]
        opened = tries[tries["opened"] < tries["at"]]["file"].nunique()
        return {
            "id": id,
            "prompt": one.prompt,
            "kind": one.kind,
            "is_marked": one.is_marked,
            "answered": every["file"].nunique(),
            "students": tries["file"].nunique(),
            "tries": len(tries),
            "first": _proportion(self.first.loc[id]),
            "last": _proportion(self.last.loc[id]),
            "mistakes": sorted(mistakes, key=lambda found: -found["ever"]),
            "unforeseen": _answers(wrong[wrong["mistake"].isna()]),
            "others": _answers(every) if one.kind == "predict" else [],
            "texts": self._texts(every) if one.kind == "open" else [],
            "opened": opened,
            "not_run": int((every["verdict"] == "not run").sum()),
            "changed": int(every[every["verdict"] == "changed"]["file"].nunique()),
        }

    def _texts(self, tries):
        """What each student has written in the end, to be read."""
        last = tries[tries["verdict"] == "foretold"].groupby("file").tail(1).set_index("file")
        found = last[["shown", "words"]].to_dict("index")
        return [{"student": name, **found[file]} for file, name in self.students.items() if file in found]

    def objective(self, labels):
        """Share of right last answers to the questions of some exercises, for each student and for the class."""
        ids = [id for id, one in self.about.items() if one.exercise in labels and one.is_marked]
        first, last = self.first.loc[ids], self.last.loc[ids]
        return {
            "n_questions": len(ids),
            "answered": last.notna().sum(),
            "right": last.sum(),
            "first": _proportion(pd.Series(first.to_numpy().ravel())),
            "last": _proportion(pd.Series(last.to_numpy().ravel())),
        }

    def minutes(self):
        """Minutes of work of each file in each exercise, without breaks of more than 15 minutes.

        What a student did before the first try, and after a break, leaves no trace, so the true times are longer.
        """
        timed = self.tries.dropna(subset="at").sort_values(["file", "at"], kind="stable")
        gap = timed.groupby("file")["at"].diff()
        gap = gap.where(gap <= LONGEST_BREAK, 0).fillna(0) / 60
        return gap.groupby([timed["file"], _exercise_of(timed, self.about)]).sum().unstack()


def _proportion(found):
    found = found.dropna()
    return float(found.mean()) if len(found) else None


def _answers(tries):
    """What was answered, most frequent first, with the number of students."""
    if tries.empty:
        return []
    found = tries.groupby("shown", sort=False).agg(students=("file", "nunique"), words=("words", "first"))
    found = found.reset_index().sort_values("students", ascending=False, kind="stable")
    return found.to_dict("records")

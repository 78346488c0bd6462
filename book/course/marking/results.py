"""Results of a class: marks, proportions of right answers, mistakes, objectives, times."""

from fractions import Fraction

import pandas as pd

from aucc_teach.exercises.folders import is_prediction

from .verdicts import number_in

__all__ = ["Results", "accepted_by", "answers_of", "corrected", "marks_of"]

# A longer break between two tries is not counted as work.
LONGEST_BREAK = 15 * 60
COUNTED = ("right", "wrong")


def answers_of(tries, about, points=None, *, which="last", corrections=None, runs=True):
    """Make a table with a row for each answer that counts: what each file gets for each question.

    The last try of a question counts, or the first, or the best. Points are set by exercise, whose questions share
    them, or by question; otherwise a question is worth one point, or what its key says. Corrections are by question.
    Functions that were not run leave their points to the other questions. Returns the table, with what each answer gets
    (``points``) and could get (``out of``), missing where nothing can be marked, and the most for each exercise, None
    where nothing of it is marked. A prediction that stands in the text is no exercise.
    """
    points, corrections = points or {}, corrections or {}
    about = {id: one for id, one in about.items() if not is_prediction(id)}
    worth = {
        id: points.get(id, 1 if one.points is None else one.points)
        for id, one in about.items()
        if one.is_marked and (runs or one.kind != "write") and getattr(corrections.get(id), "do", "") != "drop"
    }
    totals = dict.fromkeys((one.exercise for one in about.values()), 0)
    for id, points_of in worth.items():
        totals[about[id].exercise] += points_of
    out_of = {label: points.get(label, total) if total else None for label, total in totals.items()}
    worth = {id: one * out_of[about[id].exercise] / totals[about[id].exercise] for id, one in worth.items() if one}

    counted = _counted(tries[tries["id"].isin(list(about))], which)
    free = [id for id in worth if getattr(corrections.get(id), "do", "") == "give"]
    all_of_them = pd.MultiIndex.from_product([tries["file"].unique(), free], names=["file", "id"])
    missing = all_of_them.difference(pd.MultiIndex.from_frame(counted[["file", "id"]])).to_frame(index=False)
    table = pd.concat([counted, missing.assign(shown="", verdict="missing", because="")], ignore_index=True)
    table["exercise"] = _exercise_of(table, about)
    is_given = table["id"].isin(free)
    is_marked = ~table["verdict"].isin(["changed", "not run"]) | is_given
    table["out of"] = table["id"].map(worth).astype(float).where(is_marked)
    is_right = table["verdict"].eq("right")
    table["points"] = table["out of"] * (is_right | is_given)
    reasons = {id: one.because for id, one in corrections.items() if one.do in ("drop", "give")}
    moved = table["id"].isin(list(reasons)) & ~(is_given & is_right)
    table["because"] = table["because"].where(~moved, table["id"].map(reasons))
    table["place"] = table["id"].map({id: i for i, id in enumerate(about)})
    return table.sort_values("place", kind="stable").drop(columns="place"), out_of


def _counted(tries, which):
    """Pick the try that counts, for each file and question."""
    if which == "best":
        tries = tries.sort_values("verdict", key=lambda verdict: verdict.eq("right"), kind="stable")
    by_question = tries.groupby(["file", "id"], sort=False)
    return by_question.head(1) if which == "first" else by_question.tail(1)


def marks_of(answers, out_of, files):
    """Sum up the points of each file in each exercise, from the table of `answers_of`.

    A mark is missing where there is no answer, or none that can be marked, and "unmarked" where all that was answered
    are predictions and open questions.
    """
    found = answers.groupby(["file", "exercise"])["points"].sum(min_count=1).unstack()
    marks = found.reindex(index=list(files), columns=list(out_of)).astype(float).round(2).astype(object)
    for file, label in zip(answers["file"], answers["exercise"], strict=True):
        if out_of[label] is None:
            marks.loc[file, label] = "unmarked"
    return marks


def corrected(tries, corrections):
    """Mark tries as right that the corrections accept, named by the shown answer or by the mistake."""
    tries = tries.assign(because="")
    for id, one in corrections.items():
        is_accepted = tries["id"].eq(id) & tries["verdict"].ne("right") & accepted_by(tries, one.answers)
        tries.loc[is_accepted, "because"] = tries.loc[is_accepted, "words"] = one.because
        tries.loc[is_accepted, "verdict"] = "right"
        tries.loc[is_accepted, "mistake"] = None
    return tries


def accepted_by(tries, answers):
    """Tell which tries show one of the answers, or make a mistake of that name."""
    return tries["mistake"].isin(answers) | tries["shown"].map(
        lambda shown: any(_is_same(shown, answer) for answer in answers)
    ).astype(bool)


def _is_same(shown, answer):
    """Tell whether two texts are the same answer, such as 1/2 and 0.5, or 1/3 and 0.33."""
    a, b = number_in(shown), number_in(answer)
    if not (a and b):
        return shown == answer
    # A number may be rounded or cut, but a single decimal is too vague.
    return abs(a.value - b.value) <= Fraction(999, 1000 * 10 ** (a.places if (a.places or 0) > 1 else 12))


def _exercise_of(tries, about):
    return tries["id"].map({id: one.exercise for id, one in about.items()})


class Results:
    """The tries of a class, from the files that count, with its questions in the order of the book."""

    def __init__(self, tries, about, students):
        self.about, self.students, self.tries = about, students, tries
        self.counted = tries[tries["verdict"].isin(COUNTED)]
        self._of_question = dict(tuple(tries.groupby("id")))
        self.first = self._by_student("first")
        self.last = self._by_student("last")

    def _by_student(self, which):
        """Tell whether the first or the last try was right: a row for each question, a column for each file."""
        found = getattr(self.counted.groupby(["id", "file"])["verdict"], which)().eq("right").unstack()
        return found.reindex(index=list(self.about), columns=list(self.students)).astype(float)

    def question(self, id):
        """Describe how a question went: who answered, proportions right, mistakes, unforeseen answers."""
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
        """List the last text of each student."""
        last = tries[tries["verdict"] == "foretold"].groupby("file").tail(1).set_index("file")
        found = last[["shown", "words"]].to_dict("index")
        return [{"student": name, **found[file]} for file, name in self.students.items() if file in found]

    def objective(self, labels):
        """Count right last answers to the questions of some exercises, for each student and for the class."""
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
        """Add up the minutes of work of each file in each exercise, without breaks of more than 15 minutes.

        Work before the first try and after a break leaves no trace, so the true times are longer.
        """
        timed = self.tries.dropna(subset="at").sort_values(["file", "at"], kind="stable")
        gap = timed.groupby("file")["at"].diff()
        gap = gap.where(gap <= LONGEST_BREAK, 0).fillna(0) / 60
        return gap.groupby([timed["file"], _exercise_of(timed, self.about)]).sum().unstack()


def _proportion(found):
    found = found.dropna()
    return float(found.mean()) if len(found) else None


def _answers(tries):
    """List answers, the most frequent first, with the number of students."""
    if tries.empty:
        return []
    found = tries.groupby("shown", sort=False).agg(students=("file", "nunique"), words=("words", "first"))
    found = found.reset_index().sort_values("students", ascending=False, kind="stable")
    return found.to_dict("records")

"""What a class has understood: counts by question, mistake and objective, as a page to read and as one to project."""

import pandas as pd
from contents import as_words, exercises_of, predictions_of
from marked_text import environment, plain

from aucc_teach.versions import book_version, in_words

from .limited_process import LIMITS

__all__ = ["Group", "class_page", "groups_of", "questions_of", "talk_page"]

MOST_TO_TALK, FEWEST_WRONG = 5, 2
MOST_TEXTS = 100
COUNTED = ("right", "wrong")


class Group:
    """A chapter: its title, its objectives as (words, labels of exercises), and titles of its exercises by label."""

    def __init__(self, title, objectives, exercises):
        self.title, self.objectives, self.exercises = title, objectives, exercises


def groups_of(chapters):
    """Read objectives and exercises of chapters."""
    groups = []
    for chapter in chapters:
        tested = chapter.tested
        objectives = [
            (words, [label for label, numbers in tested.items() if i in numbers])
            for i, words in enumerate(chapter.objectives, start=1)
        ]
        titles = dict.fromkeys(predictions_of(chapter.known), "Prediction")
        titles |= {one.label: as_words(one.title) or one.label for one in exercises_of(chapter.known)}
        groups.append(Group(as_words(chapter.heading), objectives, titles))
    return groups


# ---- counts


def questions_of(tries, about):
    """Describe how each question went: who answered, proportions right, mistakes, answers that nobody foresaw."""
    of_question = dict(tuple(tries.groupby("id")))
    return {id: _question(id, one, of_question.get(id, tries[:0])) for id, one in about.items()}


def _question(id, about, every):
    tries = every[every["verdict"].isin(COUNTED)]
    first, last = (getattr(tries.groupby("file", sort=False), which)(1) for which in ("head", "tail"))
    wrong = tries[tries["verdict"] == "wrong"]
    ever, left = wrong.groupby("mistake")["file"].nunique(), last["mistake"].value_counts()
    mistakes = [
        {"name": name, "answer": answer, "words": words, "ever": int(ever.get(name, 0)), "last": int(left.get(name, 0))}
        for name, answer, words in about.mistakes
    ]
    is_text = every["verdict"].eq("foretold") & (about.kind == "open")
    texts = every[is_text].groupby("file", sort=False).tail(1)
    return {
        "id": id,
        "exercise": about.exercise,
        "prompt": about.prompt,
        "kind": about.kind,
        "is_marked": about.is_marked,
        "answered": every["file"].nunique(),
        "students": len(last),
        "tries": len(tries),
        "right_first": int(first["verdict"].eq("right").sum()),
        "right_last": int(last["verdict"].eq("right").sum()),
        "mistakes": sorted(mistakes, key=lambda found: -found["ever"]),
        "unforeseen": _answers(wrong[wrong["mistake"].isna()]),
        "n_unforeseen": int(last["verdict"].eq("wrong").sum() - last["mistake"].notna().sum()),
        "others": _answers(every) if about.kind == "predict" else [],
        "texts": texts["shown"].head(MOST_TEXTS).tolist(),
        "n_texts": len(texts),
        "opened": tries[tries["opened"].astype(bool)]["file"].nunique(),
        "not_run": int(every["verdict"].eq("not run").sum()),
        "changed": every[every["verdict"] == "changed"]["file"].nunique(),
    }


def _answers(tries):
    """List answers, the most frequent first, with the number of students."""
    found = tries.groupby("shown", sort=False).agg(students=("file", "nunique"), words=("words", "first"))
    return found.reset_index().sort_values("students", ascending=False, kind="stable").to_dict("records")


def _objectives(questions, groups):
    """Count answers by objective, for those that somebody has answered."""
    made = []
    for group in groups:
        rows = []
        for number, (words, labels) in enumerate(group.objectives, start=1):
            found = [one for one in questions.values() if one["exercise"] in labels and one["students"]]
            if answers := sum(one["students"] for one in found):
                row = {"number": number, "words": words, "students": max(one["students"] for one in found)}
                row |= {name: sum(one[f"right_{name}"] for one in found) / answers for name in ("first", "last")}
                rows.append(row)
        made += [{"title": group.title, "rows": rows}] if rows else []
    return made


# ---- pages


def percent(proportion):
    """Convert a proportion to percent; 0 and 100 only where they are exact."""
    return min(max(round(100 * proportion), int(proportion > 0)), 100 - int(proportion < 1))


def _template(name):
    templates = environment()
    templates.filters["percent"] = percent
    return templates.get_template(name)


def class_page(questions, groups, *, title, versions, n_waiting, most, ran_in, left_out, by_key):
    """Write the page of a class, without names.

    `versions` are those of the files that count, `n_waiting` the number of files without a decision, and `most` the
    highest possible score. `ran_in` says where functions ran, if they ran, `left_out` whether they were skipped on
    request, `by_key` whether this is drawn homework.
    """
    objectives = _objectives(questions, groups)
    titles = {label: (group.title, title) for group in groups for label, title in group.exercises.items()}
    chapters = {}
    for one in questions.values():
        chapter, exercise = titles.get(one["exercise"], ("Other exercises", one["exercise"]))
        chapters.setdefault(chapter, {}).setdefault((one["exercise"], exercise), []).append(one)
    return _template("class.html").render(
        title=title,
        sentences=_summary(questions, objectives, len(versions), by_key=by_key),
        groups=objectives,
        chapters=chapters,
        versions=pd.Series(versions, dtype=str).value_counts(sort=False).to_dict(),
        n_files=len(versions),
        n_waiting=n_waiting,
        most=most,
        by_key=by_key,
        book=in_words(book_version()),
        has_functions=any(one["kind"] == "write" for one in questions.values()),
        ran_in=ran_in,
        left_out=left_out,
        limits=LIMITS.get(ran_in),
    )


def talk_page(questions, n_students, groups, *, title, by_key):
    """Write the page to project, on the questions that most got wrong in the end; it shows nothing that was typed."""
    wrong = [one for one in questions.values() if one["students"] - one["right_last"] >= FEWEST_WRONG]
    wrong.sort(key=lambda one: (one["right_last"] - one["students"], one["right_last"] / one["students"]))
    return _template("discussion.html").render(
        title=title,
        n_students=n_students,
        talk=wrong[:MOST_TO_TALK],
        titles={label: title for group in groups for label, title in group.exercises.items()},
        by_key=by_key,
    )


def _summary(questions, objectives, n_students, *, by_key):
    """Write three sentences: what the class understood best, what least, and what to take up again."""
    # An objective that only a few tried says nothing about the class.
    tried = [(group, row) for group in objectives for row in group["rows"] if 2 * row["students"] >= n_students]
    tried.sort(key=lambda one: (one[1]["last"], one[1]["first"]))
    half = len(tried) // 2 or len(tried)  # nothing is best and least
    named = {"Understood best": tried[::-1][: min(2, half)], "Understood least": tried[: min(2, len(tried) // 2)]}
    sentences = {name: _named(found, by_key) for name, found in named.items() if found}
    return sentences | {"To take up again": _again(questions, by_key)}


def _named(found, by_key):
    parts = []
    for group, row in found:
        where = "" if by_key else f"{group['title']}: "
        first = "" if by_key else f", and {percent(row['first'])} percent of the first ones"
        last = f"{where}{percent(row['last'])} percent of the answers in the end are right{first}"
        parts.append(f"“{row['words'].rstrip('.')}” ({last})")
    return f"{' and '.join(parts)}."


def _again(questions, by_key):
    """Name the foreseen mistake that most students made in the end, or if none is left, at any time."""
    made = [(one["last"], one["ever"], one, asked) for asked in questions.values() for one in asked["mistakes"]]
    last, ever, mistake, question = max(made, key=lambda one: one[:2], default=(0, 0, None, None))
    if not ever:
        return "No foreseen mistake was made."
    who, prompt = f"{last or ever} of {question['students']} students", plain(question["prompt"]).rstrip(".:")
    asked = f"“{prompt}” ({question['id']})"
    if by_key:  # answers differ from student to student
        return f"{who} made one mistake in {asked}. The sentence on it: “{mistake['words']}”"
    return f"{who} answered “{mistake['answer']}” to {asked}. The sentence on it: “{mistake['words']}”"

"""What a class has understood: counts by question, mistake and objective, as a page to read and as one to project."""

from dataclasses import dataclass

from contents import as_words, exercises_of, predictions_of
from marked_text import environment

from aucc_teach.exercises import sandbox
from aucc_teach.versions import book_version, in_words

__all__ = ["Group", "groups_of", "pages_of", "questions_of"]

MOST_TO_TALK, FEWEST_WRONG = 5, 2
LIMITS = {"seconds": sandbox.SECONDS, "memory": sandbox.MEMORY // 2**30, "output": sandbox.OUTPUT // 1000}


@dataclass
class Group:
    """A chapter: its title, its objectives as (words, labels of exercises), and titles of its exercises by label."""

    title: str
    objectives: list
    exercises: dict


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
    """Describe how each question went: who answered, how many were right, mistakes, answers that nobody foresaw."""
    of_question = dict(tuple(tries.groupby("id")))
    return [_question(id, one, of_question.get(id, tries[:0])) for id, one in about.items()]


def _question(id, about, every):
    tries = every[every["verdict"].isin(["right", "wrong"])]
    first, last = (getattr(tries.groupby("file", sort=False), which)(1) for which in ("head", "tail"))
    wrong = tries[tries["verdict"] == "wrong"]
    ever, left = wrong.groupby("mistake")["file"].nunique(), last["mistake"].value_counts()
    mistakes = [
        {"name": name, "answer": answer, "words": words, "ever": int(ever.get(name, 0)), "last": int(left.get(name, 0))}
        for name, answer, words in about.mistakes
    ]
    others = every if about.kind == "predict" else wrong[wrong["mistake"].isna()]
    found = others.groupby("shown", sort=False).agg(students=("file", "nunique"), words=("words", "first"))
    return {
        "id": id,
        "exercise": about.exercise,
        "prompt": about.prompt,
        "kind": about.kind,
        "is_marked": about.is_marked,
        "students": every["file"].nunique() if not about.is_marked else len(last),
        "right_first": int(first["verdict"].eq("right").sum()),
        "right_last": int(last["verdict"].eq("right").sum()),
        "mistakes": sorted(mistakes, key=lambda found: -found["ever"]),
        # Answers that nobody foresaw, or all that were foretold, the most frequent first.
        "others": found.reset_index().sort_values("students", ascending=False, kind="stable").to_dict("records"),
        "n_unforeseen": int(last["verdict"].eq("wrong").sum() - last["mistake"].notna().sum()),
    }


def _objectives(questions, groups):
    """Count answers by objective, for those that somebody has answered: their chapters, with rows for the table."""
    made = {}
    for group in groups:
        for number, (words, labels) in enumerate(group.objectives, start=1):
            found = [one for one in questions if one["is_marked"] and one["exercise"] in labels and one["students"]]
            if answers := sum(one["students"] for one in found):
                row = {"number": number, "words": words, "students": max(one["students"] for one in found)}
                row |= {name: sum(one[f"right_{name}"] for one in found) / answers for name in ("first", "last")}
                made.setdefault(group.title, []).append(row)
    return made


# ---- pages


def percent(proportion):
    """Convert a proportion to percent; 0 and 100 only where they are exact."""
    return min(max(round(100 * proportion), int(proportion > 0)), 100 - int(proportion < 1))


def pages_of(questions, groups, **about):
    """Write the page on a class, without names, and the one to project, which shows nothing that was typed.

    The second has the questions that most got wrong in the end. `about` is what the templates show besides: ``title``,
    ``n_students`` whose files count, ``n_waiting`` files without a decision, ``most``, the highest possible score,
    ``has_run``, whether functions were run, and ``by_key``, whether this is drawn homework.
    """
    places = {label: (group.title, title) for group in groups for label, title in group.exercises.items()}
    chapters = {}
    for one in questions:
        chapter, one["title"] = places.get(one["exercise"], ("Other exercises", one["exercise"]))
        chapters.setdefault(chapter, {}).setdefault((one["exercise"], one["title"]), []).append(one)
    wrong = [one for one in questions if one["is_marked"] and one["students"] - one["right_last"] >= FEWEST_WRONG]
    wrong.sort(key=lambda one: (one["right_last"] - one["students"], one["right_last"] / one["students"]))
    about |= {
        "objectives": _objectives(questions, groups),
        "chapters": chapters,
        "talk": wrong[:MOST_TO_TALK],
        "has_functions": any(one["kind"] == "write" for one in questions),
        "limits": LIMITS,
        "book": in_words(book_version()),
    }
    templates = environment()
    templates.filters["percent"] = percent
    return [templates.get_template(name).render(about) for name in ("class.html", "discussion.html")]

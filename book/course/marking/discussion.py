"""Topics for the next session: how each question went, as a page for the projector and as a table."""

from marked_text import environment, plain
from spreadsheets import csv_of

from .class_page import percent

__all__ = ["discrimination", "page_to_project", "questions_of", "table_of_questions", "to_talk_about"]

# With fewer students a correlation says nothing.
FEWEST = 10
MOST_TO_TALK, FEWEST_WRONG = 5, 2
COLUMNS = [
    *("question", "prompt", "students", "right at first", "right in the end", "discrimination"),
    *("mistake", "sentence", "made it ever", "made it last"),
]


def discrimination(results):
    """Compute how well each question separates students who answer the others rightly from those who do not.

    This is the correlation, over the students, of whether the last answer is right with the number of right answers to
    the other questions; no answer counts as not right. It is None for fewer than ten students, or where one of the two
    does not vary.

    References
    ----------
    Henrysson, S. (1963). Correction of item-total correlations in item analysis. Psychometrika, 28, 211-218.
    """
    right = results.last.loc[[id for id, one in results.about.items() if one.is_marked]].fillna(0)
    if right.shape[1] < FEWEST:
        return dict.fromkeys(right.index)
    others = right.sum() - right
    return {
        id: float(row.corr(others.loc[id])) if row.nunique() > 1 and others.loc[id].nunique() > 1 else None
        for id, row in right.iterrows()
    }


def to_talk_about(questions):
    """List the questions that most students got wrong in the end, in this order."""
    wrong = [(one["students"] - one["right_last"], one) for one in questions]
    wrong = [(count, one) for count, one in wrong if count >= FEWEST_WRONG]
    wrong.sort(key=lambda pair: (-pair[0], pair[1]["last"]))
    return [one for _, one in wrong[:MOST_TO_TALK]]


def questions_of(results, names=False):
    """Describe how each marked question went, in order; `names` adds who made each mistake in the end."""
    tells = discrimination(results)
    found = []
    for id, one in results.about.items():
        if not one.is_marked:
            continue
        question = results.question(id)
        first, last = (table.loc[id].dropna() for table in (results.first, results.last))
        left = results.counted[results.counted["id"] == id].groupby("file").tail(1)
        for mistake in question["mistakes"]:
            files = left["file"][left["mistake"] == mistake["name"]]
            mistake["names"] = sorted(results.students[file] for file in files) if names else []
        question |= {"exercise": results.about[id].exercise, "discrimination": tells[id]}
        question |= {"right_first": int(first.sum()), "right_last": int(last.sum())}
        question["n_unforeseen"] = int(left["verdict"].eq("wrong").sum() - left["mistake"].notna().sum())
        found.append(question)
    return found


def page_to_project(questions, n_students, groups, *, title, by_key=False):
    """Write the page, with titles from the groups; it shows nothing that students typed."""
    questions = [one for one in questions if one["students"]]
    templates = environment()
    templates.filters["percent"] = percent
    return templates.get_template("discussion.html").render(
        title=title,
        n_students=n_students,
        talk=to_talk_about(questions),
        questions=questions,
        titles={label: title for group in groups for label, title in group.exercises.items()},
        by_key=by_key,
        fewest=FEWEST,
        by_chance=2 / max(n_students, 1) ** 0.5,
    )


def table_of_questions(questions):
    """Make a table with a row for each question and, below it, for each of its mistakes; returns its bytes."""
    rows = []
    for one in questions:
        of_question = [one["students"], one["right_first"], one["right_last"]]
        tells = one["discrimination"]
        prompt = plain(one["prompt"])
        rows.append([one["id"], prompt, *of_question, None if tells is None else round(tells, 2), "", "", None, None])
        for mistake in one["mistakes"]:
            counts = [mistake["ever"], mistake["last"]]
            rows.append([one["id"], prompt, None, None, None, None, mistake["name"], plain(mistake["words"]), *counts])
    return csv_of(COLUMNS, rows)

"""Plans for a course, from book/plans.yml: sessions with dates, readings, work in class and homework, in minutes."""

from argparse import ArgumentTypeError
from dataclasses import dataclass, field
from datetime import date, timedelta

import yaml
from command_arguments import add_out, refuse_used
from contents import ROOT, chapters_of, exercises_of
from markdown_it import MarkdownIt
from marked_text import environment
from teaching_plan import Minutes

from aucc_teach.command_line import path_word

__all__ = ["NAMES", "Plan", "Session", "a_day", "add_arguments", "read_plan", "run", "weeks_page"]

NAMES = ("session", "week", "four-weeks", "term")
_PLANS = ROOT / "book" / "plans.yml"
_SESSION = 90  # minutes
_AROUND = 15  # of them, for the start, questions and the homework
_CHECK = 10  # minutes for the reading check of a chapter
_LAST_DUE = 7  # days for the homework of the last session
_NEEDED = ("day", "name")
_OPTIONAL = ("chapters", "together", "class", "homework", "also")

DESCRIPTION = "Write a plan for a course, with dates, to paste into a page of your platform."
EXAMPLES = """examples:
  python book/course plan session ../plan --start 2027-04-05      one session of 90 minutes
  python book/course plan term ../plan --start 2027-04-05         fourteen weeks, a session a week

OUT gets plan.html and plan.md, which say the same. To move a session or to change what is read, edit book/plans.yml;
the command says where a plan no longer fits.
"""


@dataclass(frozen=True)
class Session:
    """A session: its date, what is read before it, what is done in it and after it, and the minutes of all that."""

    name: str
    day: date
    due: date  # of its homework
    chapters: list  # read before it
    together: list  # read in it
    in_class: list  # names of parts
    homework: list  # names of exercises
    also: dict  # other work in class, with its minutes
    minutes: dict = field(default_factory=dict)  # of "reading", "class" and "homework"


@dataclass(frozen=True)
class Plan:
    """A plan with its dates; `titles` and `minutes` are those of chapters, sections and exercises, by their names."""

    title: str
    outcomes: list
    sessions: list
    titles: dict
    minutes: dict

    def hours(self):
        """Add up the hours in class, of reading with reading checks, and of homework, to quarters."""
        reading, homework = (sum(one.minutes[part] for one in self.sessions) for part in ("reading", "homework"))
        return [round(minutes / 15) / 4 for minutes in (_SESSION * len(self.sessions), reading, homework)]


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("plan", choices=NAMES)
    add_out(parser)
    parser.add_argument("--start", type=a_day, required=True, metavar="DATE", help="of the first session: 2027-04-05")


def a_day(text):
    """Read a date from the command line."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"a date must be written as 2027-04-05. Got {text!r}.") from None


def run(options):
    """Do what the command line says, and give the exit code."""
    plan = read_plan(options.plan, options.start)
    refuse_used(options.out)
    text = _for_instructors(plan)
    page = MarkdownIt("commonmark").render(text)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "plan.md").write_text(text, encoding="utf-8")
    html = environment().get_template("plan.html").render(title=plan.title, page=page)
    (options.out / "plan.html").write_text(html, encoding="utf-8")
    print(f"{path_word(options.out)} has plan.html and plan.md: {plan.title}, until {_on(plan.sessions[-1].due)}.")
    return 0


def read_plan(name, start, *, chapters=None, file=_PLANS):
    """Read a plan, give it dates, and check that it fits; a selection of chapters must have all that it reads.

    Raises
    ------
    ValueError
        If the plan names a chapter or part that does not exist or is not selected, reads a chapter before one that it
        builds on, or asks for more minutes than there are; the message names file, plan and session.
    """
    try:
        given = yaml.safe_load(file.read_text("utf-8"))[name]
    except yaml.YAMLError as error:
        raise ValueError(f"{file.name} must be YAML: {' '.join(str(error).split())}") from None
    all_chapters = {chapter.name: chapter for chapter in chapters_of(ROOT)}
    kept = all_chapters if chapters is None else {chapter.name: chapter for chapter in chapters}
    teaching = yaml.safe_load((ROOT / "book" / "teaching.yml").read_text("utf-8"))
    titles, minutes, read, given_out, sessions = {}, {}, [], [], []
    last = len(given["sessions"])
    before, waiting = -7, 0  # the week before the first session is for its reading
    for number, one in enumerate(given["sessions"], start=1):
        if not set(_NEEDED) <= set(one) <= {*_NEEDED, *_OPTIONAL}:
            raise ValueError(
                f"{file.name}, {name}, session {number}: it must have {' and '.join(_NEEDED)}, and may have "
                f"{', '.join(_OPTIONAL)}. Got {', '.join(one)}."
            )
        place = f"{file.name}, {name}, session {number} ({one['name']})"
        if not before < one["day"] < 7 * given["weeks"]:
            raise ValueError(
                f"{place}: its day must come after the session before and within {given['weeks']} weeks, so below "
                f"{7 * given['weeks']}. Got {one['day']}."
            )
        taken = one.get("chapters", []) + one.get("together", [])
        for chapter in taken:
            if chapter not in all_chapters:
                raise ValueError(f"{place}: a chapter must be among {', '.join(all_chapters)}. Got {chapter!r}.")
            if chapter not in kept:
                raise ValueError(f"{place}: it reads {chapter}, which is not among the chapters of this edition.")
            if missing := [needed for needed in all_chapters[chapter].needs if needed not in [*read, *taken]]:
                raise ValueError(f"{place}: {chapter} builds on {', '.join(missing)}, which no session has read.")
            of_chapter = Minutes(all_chapters[chapter].known)
            titles |= {chapter: all_chapters[chapter].title} | {part: part for part in of_chapter.sections}
            titles |= {exercise.label: exercise.title for exercise in exercises_of(all_chapters[chapter].known)}
            minutes |= of_chapter.sections | of_chapter.exercises | {chapter: sum(of_chapter.sections.values())}
        read += taken
        do, home = (
            one.get(key, [part for chapter in taken for part in teaching[chapter][of]["do"]])
            for key, of in (("class", "class"), ("homework", "home"))
        )
        if unknown := [part for part in (*do, *home) if part not in minutes]:
            raise ValueError(
                f"{place}: what is done must be a section or an exercise of a chapter it has read. Got {unknown[0]!r}."
            )
        if not_asked := [part for part in home if not part.startswith("ex-")]:
            raise ValueError(f"{place}: homework must be exercises. Got {not_asked[0]!r}.")
        if twice := [part for part in (*do, *home) if [*do, *home, *given_out].count(part) > 1]:
            raise ValueError(f"{place}: an exercise is done once, in class or at home. Got {twice[0]!r} twice.")
        given_out += [*do, *home]
        session = Session(
            name=one["name"],
            day=start + timedelta(one["day"]),
            due=start + timedelta(given["sessions"][number]["day"] if number < last else one["day"] + _LAST_DUE),
            chapters=one.get("chapters", []),
            together=one.get("together", []),
            in_class=do,
            homework=home,
            also=one.get("also", {}),
        )
        session.minutes["reading"] = sum(minutes[chapter] + _CHECK for chapter in session.chapters)
        # What is read together in class has its demos.
        extra = [part for part in do if part.startswith("ex-") or not session.together]
        session.minutes["class"] = sum(minutes[part] for part in (*session.together, *extra)) + sum(
            session.also.values()
        )
        session.minutes["homework"] = sum(minutes[label] for label in home)
        if session.minutes["class"] > _SESSION - _AROUND:
            raise ValueError(
                f"{place}: a session has {_SESSION - _AROUND} minutes for what is done in it, and {_AROUND} for its "
                f"start and end. Got {session.minutes['class']} minutes."
            )
        # Between two sessions, students do the homework of the first and read for the second.
        room = given["hours a week"] * 60 * (one["day"] - before) / 7
        if waiting + session.minutes["reading"] > room:
            raise ValueError(
                f"{place}: the {one['day'] - before} days before it have {room:.0f} minutes for homework and reading, "
                f"at {given['hours a week']} hours a week. Got {waiting + session.minutes['reading']} minutes."
            )
        before, waiting = one["day"], session.minutes["homework"]
        sessions.append(session)
    return Plan(given["title"], given["outcomes"], sessions, titles, minutes)


def _for_instructors(plan):
    """Write a plan as Markdown, for the instructor and for a page of the platform."""
    in_class, reading, homework = plan.hours()
    total = in_class + reading + homework
    lines = [f"# {plan.title}", "", "After it, students can:", "", *(f"- {outcome}" for outcome in plan.outcomes), ""]
    lines += [
        f"A student needs about {total:g} hours: {in_class:g} in class, {reading:g} for reading with its checks, and "
        f"{homework:g} for homework. All minutes are computed by one rule of the book, from words, formulas, figures "
        "and questions. No readers were timed, so watch the clock in the first session. In class, the minutes are for "
        "demos and exercises; slides and discussion have the rest.",
    ]
    for number, one in enumerate(plan.sessions, start=1):
        lines += ["", f"## Session {number}, {_on(one.day)}: {one.name}", ""]
        if one.chapters:
            titles = " and ".join(f"*{plan.titles[chapter]}*" for chapter in one.chapters)
            lines += [f"- **Before class** ({one.minutes['reading']} min): read {titles}.", f"- {_checks(plan, one)}"]
        together = [plan.titles[chapter] for chapter in one.together]
        show = [part for part in one.in_class if not part.startswith("ex-")]
        do = _exercises(plan, [part for part in one.in_class if part.startswith("ex-")])
        slides = " and ".join(f"`{chapter}.html`" for chapter in one.chapters + one.together)
        steps = [f"slides {slides}", *(f"read {title} together" for title in filter(None, [_listed(together)]))]
        steps += [*([f"show {_listed(show)}"] if show else []), *([f"let them do {do}"] if do else [])]
        steps += [f"{what} ({minutes} min)" for what, minutes in one.also.items()]
        lines.append(f"- **In class** ({one.minutes['class']} of {_SESSION} min): {'; '.join(steps)}.")
        lines.append(_homework(plan, one))
        lines.append(f"  - To mark it: `--exercises {','.join(one.homework)}`")
    return "\n".join(lines) + "\n"


def weeks_page(plan, files):
    """Write the page of the students' edition that says what to read, what to hand in, and until when.

    `files` has the page of each chapter, by its name, relative to this page.
    """
    lines = [
        "# Your weeks",
        "",
        f"What you read, what you hand in, and until when: {plan.title.lower()}. The minutes are computed by one rule, "
        "so yours will differ. To hand in, press *Save my answers* at the end of a chapter's exercises, and upload the "
        "file.",
    ]
    for number, one in enumerate(plan.sessions, start=1):
        lines += ["", f"## Session {number}, {_on(one.day)}: {one.name}", ""]
        if one.chapters:
            links = " and ".join(f"[{plan.titles[name]}]({files[name]})" for name in one.chapters)
            lines += [f"- **Read before** ({one.minutes['reading']} min): {links}.", f"- {_checks(plan, one)}"]
        else:
            links = " and ".join(f"[{plan.titles[name]}]({files[name]})" for name in one.together)
            lines.append(f"- **Read before**: nothing. In class we read {links}.")
        lines.append(_homework(plan, one, link=lambda title, label: f"{{ref}}`{title} <{label}>`"))
    return "\n".join(lines) + "\n"


def _checks(plan, session):
    quizzes = _listed([f"Reading check: {plan.titles[chapter]}" for chapter in session.chapters])
    return f"**Reading check** ({_CHECK} min each), before class: {quizzes}."


def _homework(plan, session, **how):
    done = _exercises(plan, session.homework, **how)
    return f"- **Hand in by {_on(session.due)}** ({session.minutes['homework']} min): {done}."


def _exercises(plan, labels, *, link=lambda title, label: f"*{title}*"):
    """Name exercises by their title and the name under which they are marked, the same everywhere."""
    return ", ".join(f"{link(plan.titles[label], label)} ({label})" for label in labels)


def _listed(titles):
    return ", ".join(f"*{title}*" for title in titles)


def _on(day):
    return f"{day:%A} {day.day} {day:%B %Y}"

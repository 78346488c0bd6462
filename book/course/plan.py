"""Plans for a course, from book/plans.yml: sessions with dates, readings, work in class and homework, in minutes."""

from argparse import ArgumentTypeError
from dataclasses import dataclass
from datetime import date, timedelta

import yaml
from command_arguments import add_out, refuse_used
from contents import ROOT, chapters_of, exercises_of
from markdown_it import MarkdownIt
from marked_text import environment
from reading_time import minutes_by_section

from aucc_teach.command_line import path_word

__all__ = ["NAMES", "Plan", "a_day", "add_arguments", "read_plan", "run", "written"]

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
class Plan:
    """A plan with its dates; `titles` are those of chapters and exercises, by their names."""

    title: str
    outcomes: list
    sessions: list
    titles: dict

    def hours(self):
        """Add up the hours in class, of reading with reading checks, and of homework, to quarters."""
        reading, homework = (sum(one["minutes"][part] for one in self.sessions) for part in ("reading", "homework"))
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
    text = written(plan)
    page = MarkdownIt("commonmark").render(text)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "plan.md").write_text(text, encoding="utf-8")
    html = environment().get_template("plan.html").render(title=plan.title, page=page)
    (options.out / "plan.html").write_text(html, encoding="utf-8")
    print(f"{path_word(options.out)} has plan.html and plan.md: {plan.title}, until {_on(plan.sessions[-1]['due'])}.")
    return 0


def written(plan, files=None):
    """Write a plan as Markdown, for the instructor, or for students with the pages of chapters by their names."""
    made = environment()
    made.filters["day"] = _on
    return made.get_template("plan.md").render(plan=plan, titles=plan.titles, hours=plan.hours(), files=files).lstrip()


def read_plan(name, start, *, file=_PLANS):
    """Read a plan, give it dates, and check that it fits.

    Raises
    ------
    ValueError
        If the plan names a chapter or part that does not exist, reads a chapter before one that it builds on, or asks
        for more minutes than there are; the message names file, plan and session.
    """
    try:
        given = yaml.safe_load(file.read_text("utf-8"))[name]
    except yaml.YAMLError as error:
        raise ValueError(f"{file.name} must be YAML: {' '.join(str(error).split())}") from None
    known = {chapter.name: chapter for chapter in chapters_of(ROOT)}
    teaching = yaml.safe_load((ROOT / "book" / "teaching.yml").read_text("utf-8"))
    plan, minutes, read, done = Plan(given["title"], given["outcomes"], [], {}), {}, [], []
    before, waiting = -7, 0  # the week before the first session is for its reading
    for number, one in enumerate(given["sessions"], start=1):
        place = f"{file.name}, {name}, session {number}"
        try:
            _refuse_keys(one)
            place += f" ({one['name']})"
            session = {"chapters": [], "together": [], "also": {}} | one
            taken = session["chapters"] + session["together"]
            _refuse_chapters(taken, known, read)
            read += taken
            for chapter in taken:
                sections, exercises = minutes_by_section(known[chapter].known)
                minutes |= sections | exercises | {chapter: sum(sections.values())}
                plan.titles[chapter] = known[chapter].title
                plan.titles.update((one.label, one.title) for one in exercises_of(known[chapter].known))
            for key, of in (("class", "class"), ("homework", "home")):
                session.setdefault(key, [part for chapter in taken for part in teaching[chapter][of]["do"]])
            _refuse_parts(session["class"], session["homework"], minutes, done)
            done += session["class"] + session["homework"]
            session["minutes"] = _minutes_of(session, minutes)
            plan.sessions.append(session)
            _refuse_overfull(session, given, before, waiting)
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
        before, waiting = one["day"], session["minutes"]["homework"]
    days = [one["day"] for one in given["sessions"]]
    for session, day, due in zip(plan.sessions, days, [*days[1:], days[-1] + _LAST_DUE], strict=True):
        session |= {"day": start + timedelta(day), "due": start + timedelta(due)}
    return plan


def _minutes_of(session, minutes):
    """Add up the minutes of a session's parts; what is read together in class has its demos."""
    also, together = session["also"], session["together"]
    in_class = [part for part in session["class"] if part.startswith("ex-") or not together]
    return {
        "reading": sum(minutes[chapter] + _CHECK for chapter in session["chapters"]),
        "class": sum(minutes[part] for part in together + in_class) + sum(also.values()),
        "homework": sum(minutes[label] for label in session["homework"]),
    }


def _refuse_keys(one):
    if not set(_NEEDED) <= set(one) <= {*_NEEDED, *_OPTIONAL}:
        needed, optional = " and ".join(_NEEDED), ", ".join(_OPTIONAL)
        raise ValueError(f"it must have {needed}, and may have {optional}. Got {', '.join(one)}.")


def _refuse_chapters(taken, known, read):
    for chapter in taken:
        if chapter not in known:
            raise ValueError(f"a chapter must be among {', '.join(known)}. Got {chapter!r}.")
        if missing := [needed for needed in known[chapter].needs if needed not in [*read, *taken]]:
            raise ValueError(f"{chapter} builds on {', '.join(missing)}, which no session has read.")


def _refuse_parts(in_class, homework, minutes, done):
    if unknown := [part for part in (*in_class, *homework) if part not in minutes]:
        raise ValueError(f"what is done must be a section or an exercise of a chapter it has read. Got {unknown[0]!r}.")
    if others := [part for part in homework if not part.startswith("ex-")]:
        raise ValueError(f"homework must be exercises. Got {others[0]!r}.")
    everything = [*done, *in_class, *homework]
    if twice := [part for part in (*in_class, *homework) if everything.count(part) > 1]:
        raise ValueError(f"an exercise is done once, in class or at home. Got {twice[0]!r} twice.")


def _refuse_overfull(session, given, before, waiting):
    """Refuse a session with too much in it, or too much before it: homework of the last one, and its own reading."""
    day, most = session["day"], 7 * given["weeks"]
    if not before < day < most:
        raise ValueError(
            f"its day must come after the session before, and below {most}, in {given['weeks']} weeks. Got {day}."
        )
    if session["minutes"]["class"] > _SESSION - _AROUND:
        raise ValueError(
            f"a session has {_SESSION - _AROUND} minutes for what is done in it, and {_AROUND} for its start and end. "
            f"Got {session['minutes']['class']} minutes."
        )
    room, asked = given["hours a week"] * 60 * (day - before) / 7, waiting + session["minutes"]["reading"]
    if asked > room:
        raise ValueError(
            f"the days before it ({day - before}) have {room:.0f} minutes for homework and reading, at "
            f"{given['hours a week']} hours a week. Got {asked} minutes."
        )


def _on(day):
    return f"{day:%A} {day.day} {day:%B %Y}"

"""Quizzes and surveys as a backup of a Moodle course, which *Restore* merges into any course, because XML has none.

A backup from 4.5 restores into later versions too. It was restored by Moodle 4.5.6, which asks for each of these files.
"""

from itertools import count

from markupsafe import Markup

from export.moodle import answers_of, type_of, units_of
from export.text import MINUTES, marked_html

__all__ = ["backup_files"]

NULL = "$@NULL@$"
COURSE, SECTION, CONTEXT = 1, 1, 1000
TIME = 1735689600  # Moodle wants a time; that of the call would make each file another one
VERSION = 2024100700  # Moodle 4.5
INTRO = f"Five questions on the chapter, in {MINUTES} minutes. Answer what is bold; above it stands the exercise."
# Moodle's masks of when a student sees a review: during the attempt, right after it, later, and after closing.
_AFTER, _ALWAYS = 0x01110, 0x11110
_EMPTY = {
    "files.xml": "files", "groups.xml": "groups", "scales.xml": "scales_definition", "roles.xml": "roles_definition",
    "outcomes.xml": "outcomes_definition", "completion.xml": "course_completion", "badges.xml": "badges",
    "course/inforef.xml": "inforef", "course/roles.xml": "roles", "course/enrolments.xml": "enrolments",
    "course/calendar.xml": "events", "course/filters.xml": "filters", "course/competencies.xml": "course_competencies",
    "course/contentbank.xml": "contents", "course/completiondefaults.xml": "course_completion_defaults",
    "sections/section_1/inforef.xml": "inforef", "grade_history.xml": "grade_history", "gradebook.xml": "gradebook",
}  # fmt: skip
# These stand beside each activity.
_BESIDE = {
    "roles": "roles", "grades": "activity_gradebook", "calendar": "events", "filters": "filters",
    "competencies": "course_module_competencies", "grade_history": "grade_history",
}  # fmt: skip


def backup_files(checks, surveys, title):
    """Return the files of the backup by name; each reading check has its own category of questions."""
    ids = count(1)
    files, activities, categories = {name: _xml(tag) for name, tag in _EMPTY.items()}, [], [_category(1, "top", 0, [])]
    for number, (name, items) in enumerate(checks, start=1):
        category = next(ids) + 1
        entries = [next(ids) for _ in items]
        asked = [_entry(id, item, category, ids) for id, item in zip(entries, items, strict=True)]
        categories.append(_category(category, name, 1, asked))
        refs = {"question_categoryref": [_xml("question_category", {"id": id}) for id in (1, category)]}
        activities.append(("quiz", number, name))
        files |= _activity("quiz", number, _quiz(number, name, entries, ids), refs)
    for number, (name, asked) in enumerate(surveys, start=len(activities) + 1):
        activities.append(("feedback", number, name))
        files |= _activity("feedback", number, _survey(number, name, asked, ids))
    course = dict(
        shortname=title, fullname=title, idnumber="", summary="", summaryformat=1, format="topics", startdate=0
    )
    section = dict(
        number=0, name=NULL, summary="", summaryformat=1, sequence=",".join(str(number) for _, number, _ in activities),
        visible=1, availabilityjson=NULL, component=NULL, itemid=NULL, timemodified=TIME,
    )  # fmt: skip
    files |= {
        "questions.xml": _xml("question_categories", categories),
        "course/course.xml": _xml("course", course, id=COURSE, contextid=CONTEXT),
        "sections/section_1/section.xml": _xml("section", section, id=SECTION),
        "moodle_backup.xml": _contents(title, activities),
    }
    return {name: f'<?xml version="1.0" encoding="UTF-8"?>\n{text}' for name, text in files.items()}


def _xml(tag, /, *content, **attributes):
    """Write an element. In its content, a dictionary holds children by name, a list elements; a text is escaped."""
    children = []
    for part in content:
        if isinstance(part, dict):
            part = [_xml(name, child) for name, child in part.items()]
        children += part if isinstance(part, list) else [part]
    named = Markup("").join(Markup(' {}="{}"').format(*attribute) for attribute in attributes.items())
    return Markup("<{0}{1}>{2}</{0}>\n").format(tag, named, Markup("").join(children))


# ---- activities


def _activity(kind, number, content, refs=""):
    # Hidden until the instructor shows it, because a check should not open when the backup is restored.
    module = dict(
        modulename=kind, sectionid=SECTION, sectionnumber=0, idnumber="", added=TIME, score=0, indent=0, visible=0,
        visibleoncoursepage=1, visibleold=1, groupmode=0, groupingid=0, completion=0, completiongradeitemnumber=NULL,
        completionpassgrade=0, completionview=0, completionexpected=0, availability=NULL, showdescription=0,
        downloadcontent=1, lang=NULL,
    )  # fmt: skip
    files = {
        kind: _xml("activity", content, id=number, moduleid=number, modulename=kind, contextid=CONTEXT + number),
        "module": _xml("module", module, id=number, version=VERSION),
        "inforef": _xml("inforef", refs),
        **{name: _xml(tag) for name, tag in _BESIDE.items()},
    }
    return {f"activities/{kind}_{number}/{name}.xml": text for name, text in files.items()}


def _quiz(number, name, entries, ids):
    reviews = ("attempt", "correctness", "maxmarks", "marks", "specificfeedback", "generalfeedback", "rightanswer")
    fields = dict(
        name=name, intro=INTRO, introformat=1, timeopen=0,
        timeclose=0, timelimit=60 * MINUTES, overduehandling="autosubmit", graceperiod=0,
        preferredbehaviour="deferredfeedback", canredoquestions=0, attempts_number=1, attemptonlast=0, grademethod=1,
        decimalpoints=2, questiondecimalpoints=-1,
        **{f"review{one}": _ALWAYS if one == "attempt" else _AFTER for one in reviews},
        reviewoverallfeedback=_AFTER, questionsperpage=1, navmethod="free", shuffleanswers=1,
        sumgrades=f"{len(entries)}.00000", grade=f"{len(entries)}.00000", timecreated=TIME, timemodified=TIME,
        password="", subnet="", browsersecurity="-", delay1=0, delay2=0, showuserpicture=0, showblocks=0,
        completionattemptsexhausted=0, completionminattempts=0, allowofflineattempts=0,
    )  # fmt: skip
    slots = []
    for slot, entry in enumerate(entries, start=1):
        shown = dict(quizid=number, slot=slot, page=slot, displaynumber=NULL, requireprevious=0, maxmark=1)
        asked = dict(
            usingcontextid=CONTEXT + number, component="mod_quiz", questionarea="slot", questionbankentryid=entry,
            version=NULL,
        )  # fmt: skip
        slots.append(_xml("question_instance", shown, _xml("question_reference", asked, id=entry), id=entry))
    section = _xml("section", dict(firstslot=1, heading="", shufflequestions=0), id=next(ids))
    return _xml("quiz", fields, {"question_instances": slots, "sections": section}, id=number)


def _survey(number, name, asked, ids):
    """Write a survey; of what its questions ask, each answer is one of a few or a number."""
    fields = dict(
        name=name, intro="Guess before you read on. Nobody's name is kept.", introformat=1, anonymous=1,
        email_notification=0, multiple_submit=0, autonumbering=1, site_after_submit="", page_after_submit="",
        page_after_submitformat=1, publish_stats=1, timeopen=0, timeclose=0, timemodified=TIME, completionsubmit=0,
    )  # fmt: skip
    items = []
    for position, (label, question) in enumerate(asked, start=1):
        if question.kind == "choice":
            # A bar or a line break would begin another option.
            options = (marked_html(one).replace("|", "&#124;").replace("\n", " ") for one in question.options)
            shown, kind, more = f"r>>>>>{'|'.join(options)}", "multichoice", "h"
        else:
            ends = ("-" if end is None else f"{float(end):g}" for end in question.between or (None, None))
            shown, kind, more = "|".join(ends), "numeric", ""
        item = dict(
            template=0, name=marked_html(question.prompt), label=label, presentation=shown, typ=kind, hasvalue=1,
            position=position, required=0, dependitem=0, dependvalue="", options=more,
        )  # fmt: skip
        items.append(_xml("item", item, id=next(ids)))
    return _xml("feedback", fields, {"items": items}, id=number)


# ---- questions


def _category(id, name, parent, entries):
    fields = dict(
        name=name, contextid=CONTEXT, contextlevel=50, contextinstanceid=COURSE, info="", infoformat=1,
        stamp=f"aucc-teach+{id}+{name}", parent=parent, sortorder=999, idnumber=NULL, question_bank_entries=entries,
    )  # fmt: skip
    return _xml("question_category", fields, id=id)


def _entry(id, item, category, ids):
    kind = type_of(item.body)
    answers = {next(ids): answer for answer in answers_of(item.body)}
    marked = []
    for number, answer in answers.items():
        fields = dict(
            answertext=answer.text, answerformat=1, fraction=float(answer.percent) / 100, feedback=answer.words,
            feedbackformat=1,
        )  # fmt: skip
        marked.append(_xml("answer", fields, id=number))
    more = _numerical(item.body, answers, ids) if kind == "numerical" else _multichoice(item.body, ids)
    fields = dict(
        parent=0, name=item.title, questiontext=item.asked(item.body.asks), questiontextformat=1,
        generalfeedback=item.answer, generalfeedbackformat=1, defaultmark=1, penalty="0.3333333", qtype=kind, length=1,
        stamp=f"aucc-teach+{item.id}", timecreated=TIME, timemodified=TIME, createdby=0, modifiedby=0,
    )  # fmt: skip
    question = _xml("question", fields, _xml(f"plugin_qtype_{kind}_question", {"answers": marked}, more), id=id)
    version = _xml("question_versions", dict(version=1, status="ready", questions=question), id=id)
    entry = dict(questioncategoryid=category, idnumber=item.id, ownerid=NULL, question_version=version)
    return _xml("question_bank_entry", entry, id=id)


def _multichoice(body, ids):
    """Say how options are shown, and what is said beside the words for each of them."""
    hint = marked_html(body.hint)
    how = dict(
        layout=0, single=int(not body.several), shuffleanswers=1, correctfeedback="", correctfeedbackformat=1,
        partiallycorrectfeedback=hint, partiallycorrectfeedbackformat=1, incorrectfeedback=hint,
        incorrectfeedbackformat=1, answernumbering="none", shownumcorrect=0, showstandardinstruction=1,
    )  # fmt: skip
    return _xml("multichoice", how, id=next(ids))


def _numerical(body, answers, ids):
    """Write units, how they are shown, and the tolerance of each number."""
    units = [_xml("numerical_unit", dict(multiplier=by, unit=unit), id=next(ids)) for unit, by in units_of(body)]
    shown = dict(showunits=0 if body.denominators else 3, unitsleft=0, unitgradingtype=0, unitpenalty="0.1")
    option = _xml("numerical_option", shown, id=next(ids))
    records = [
        _xml("numerical_record", dict(answer=number, tolerance=answer.tolerance), id=next(ids))
        for number, answer in answers.items()
    ]
    return dict(numerical_units=units, numerical_options=option, numerical_records=records)


# ---- the backup


def _contents(title, activities):
    """Say what the backup holds, and which parts of it *Restore* takes."""
    listed, parts = [], [("section", "section_1")]
    for kind, number, name in activities:
        part = f"{kind}_{number}"
        parts.append(("activity", part))
        about = dict(moduleid=number, sectionid=SECTION, modulename=kind, title=name, directory=f"activities/{part}")
        listed.append(_xml("activity", about))
    section = dict(sectionid=SECTION, title=0, directory="sections/section_1")
    course = dict(courseid=COURSE, title=title, directory="course")
    off = ("users", "role_assignments", "blocks", "files", "filters", "comments", "badges", "calendarevents", "logs")
    off += ("userscompletion", "grade_histories", "groups", "competencies", "customfield", "contentbankcontent")
    settings = [dict(level="root", name=name, value=1) for name in ("activities", "questionbank")]
    settings += [dict(level="root", name=name, value=0) for name in off]
    for level, part in parts:
        settings.append({"level": level, level: part, "name": f"{part}_included", "value": 1})
        settings.append({"level": level, level: part, "name": f"{part}_userinfo", "value": 0})
    detail = dict(type="course", format="moodle2", interactive=0, mode=10, execution=1, executiontime=0)
    about = dict(
        name="reading_checks.mbz", moodle_version=VERSION, moodle_release="4.5", backup_version=VERSION,
        backup_release="4.5", backup_date=TIME, mnet_remoteusers=0, include_files=0,
        include_file_references_to_external_content=0, original_wwwroot="https://example.org",
        original_site_identifier_hash="aucc-teach", original_course_id=COURSE, original_course_format="topics",
        original_course_fullname=title, original_course_shortname=title, original_course_startdate=0,
        original_course_enddate=0, original_course_contextid=CONTEXT, original_system_contextid=1,
        details=_xml("detail", detail, backup_id="aucc-teach"),
        contents=dict(activities=listed, sections={"section": section}, course=course),
        settings=[_xml("setting", setting) for setting in settings],
    )  # fmt: skip
    return _xml("moodle_backup", {"information": about})

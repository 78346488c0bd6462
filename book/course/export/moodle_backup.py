"""Quizzes and surveys as a backup of a Moodle course, which *Restore* merges into any course, because XML has none.

A backup from 4.5 restores into later versions too. It was restored by Moodle 4.5.6, which asks for each of these files.
"""

import zipfile
from html import escape
from itertools import count

from export.bank import Numeric
from export.moodle import fractions_of, units_of
from export.text import marked_html

__all__ = ["backup_files", "write_backup"]

MINUTES = 10
NULL = "$@NULL@$"
COURSE, SECTION, CONTEXT = 1, 1, 1000
TIME = 1735689600  # Moodle wants a time; that of the call would make each file another one
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


def write_backup(path, checks, surveys, title):
    """Write reading checks and surveys as a backup, each check with its own category of questions."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in backup_files(checks, surveys, title).items():
            # Without a time, the same questions make the same file.
            package.writestr(zipfile.ZipInfo(name), f'<?xml version="1.0" encoding="UTF-8"?>\n{text}')


def backup_files(checks, surveys, title):
    """Return the files of the backup by name, as texts without the declaration of XML."""
    ids = count(1)
    files = {name: _xml(tag) for name, tag in _EMPTY.items()}
    categories = [_category(1, "top", 0, "", "")]
    activities = []
    for name, items in checks:
        number, category = len(activities) + 1, next(ids) + 1
        entries = [next(ids) for _ in items]
        questions = "".join(_entry(id, item, category, ids) for id, item in zip(entries, items, strict=True))
        categories.append(_category(category, name, 1, "", questions))
        refs = _xml(
            "question_categoryref", _xml("question_category", {"id": 1}) + _xml("question_category", {"id": category})
        )
        _add(files, activities, "quiz", name, _quiz(number, name, entries, ids), refs)
    for name, asked in surveys:
        _add(files, activities, "feedback", name, _survey(len(activities) + 1, name, asked, ids), "")
    files["questions.xml"] = _xml("question_categories", "".join(categories))
    files["course/course.xml"] = _course(title)
    files["sections/section_1/section.xml"] = _section(len(activities))
    files["moodle_backup.xml"] = _contents(title, activities)
    return files


def _xml(tag, content="", **attributes):
    """Write an element; a dictionary is its children, of which texts are escaped, and a text is its content."""
    if isinstance(content, dict):
        content = "".join(_xml(name, escape(str(value))) for name, value in content.items())
    named = "".join(f' {name}="{escape(str(value))}"' for name, value in attributes.items())
    return f"<{tag}{named}>{content}</{tag}>\n"


def _fields(**fields):
    return "".join(_xml(name, escape(str(value))) for name, value in fields.items())


# ---- activities


def _add(files, activities, kind, name, content, refs):
    number = len(activities) + 1
    folder = f"activities/{kind}_{number}"
    activities.append((kind, number, name, folder))
    files[f"{folder}/{kind}.xml"] = _xml(
        "activity", content, id=number, moduleid=number, modulename=kind, contextid=CONTEXT + number
    )
    # Hidden until the instructor shows it, because a check should not open when the backup is restored.
    module = _fields(
        modulename=kind, sectionid=SECTION, sectionnumber=0, idnumber="", added=TIME, score=0, indent=0, visible=0,
        visibleoncoursepage=1, visibleold=1, groupmode=0, groupingid=0, completion=0, completiongradeitemnumber=NULL,
        completionpassgrade=0, completionview=0, completionexpected=0, availability=NULL, showdescription=0,
        downloadcontent=1, lang=NULL,
    )  # fmt: skip
    files[f"{folder}/module.xml"] = _xml("module", module, id=number, version=2024100700)
    files[f"{folder}/inforef.xml"] = _xml("inforef", refs)
    for file, tag in _BESIDE.items():
        files[f"{folder}/{file}.xml"] = _xml(tag)


def _quiz(number, name, entries, ids):
    reviews = ("attempt", "correctness", "maxmarks", "marks", "specificfeedback", "generalfeedback", "rightanswer")
    fields = _fields(
        name=name, intro=f"Five questions on the chapter, in {MINUTES} minutes.", introformat=1, timeopen=0,
        timeclose=0, timelimit=60 * MINUTES, overduehandling="autosubmit", graceperiod=0,
        preferredbehaviour="deferredfeedback", canredoquestions=0, attempts_number=1, attemptonlast=0, grademethod=1,
        decimalpoints=2, questiondecimalpoints=-1,
        **{f"review{one}": _ALWAYS if one == "attempt" else _AFTER for one in reviews},
        reviewoverallfeedback=_AFTER, questionsperpage=1, navmethod="free", shuffleanswers=1,
        sumgrades=f"{len(entries)}.00000", grade=f"{len(entries)}.00000", timecreated=TIME, timemodified=TIME,
        password="", subnet="", browsersecurity="-", delay1=0, delay2=0, showuserpicture=0, showblocks=0,
        completionattemptsexhausted=0, completionminattempts=0, allowofflineattempts=0,
    )  # fmt: skip
    slots = "".join(
        _xml(
            "question_instance",
            _fields(quizid=number, slot=slot, page=slot, displaynumber=NULL, requireprevious=0, maxmark=1)
            + _xml(
                "question_reference",
                _fields(
                    usingcontextid=CONTEXT + number, component="mod_quiz", questionarea="slot",
                    questionbankentryid=entry, version=NULL,
                ),
                id=entry,
            ),
            id=entry,
        )
        for slot, entry in enumerate(entries, start=1)
    )  # fmt: skip
    section = _xml("section", _fields(firstslot=1, heading="", shufflequestions=0), id=next(ids))
    return _xml("quiz", fields + _xml("question_instances", slots) + _xml("sections", section), id=number)


def _survey(number, name, asked, ids):
    """Write a survey; of what its questions ask, each answer is one of a few or a number."""
    fields = _fields(
        name=name, intro="Guess before you read on. Nobody's name is kept.", introformat=1, anonymous=1,
        email_notification=0, multiple_submit=0, autonumbering=1, site_after_submit="", page_after_submit="",
        page_after_submitformat=1, publish_stats=1, timeopen=0, timeclose=0, timemodified=TIME, completionsubmit=0,
    )  # fmt: skip
    items = []
    for position, (label, question) in enumerate(asked, start=1):
        if question.kind == "choice":
            # A bar or a line break would begin another option.
            options = (str(marked_html(one)).replace("|", "&#124;").replace("\n", " ") for one in question.options)
            shown, kind, more = f"r>>>>>{'|'.join(options)}", "multichoice", "h"
        else:
            least, most = (*(question.between or ("-", "-")), "-")[:2]
            shown, kind, more = f"{_end(least)}|{_end(most)}", "numeric", ""
        items.append(
            _xml(
                "item",
                _fields(
                    template=0, name=marked_html(question.prompt), label=label, presentation=shown, typ=kind,
                    hasvalue=1, position=position, required=0, dependitem=0, dependvalue="", options=more,
                ),
                id=next(ids),
            )
        )  # fmt: skip
    return _xml("feedback", fields + _xml("items", "".join(items)), id=number)


def _end(value):
    return value if value == "-" else "-" if value is None else f"{float(value):g}"


# ---- questions


def _category(id, name, parent, about, entries):
    fields = _fields(
        name=name, contextid=CONTEXT, contextlevel=50, contextinstanceid=COURSE, info=about, infoformat=1,
        stamp=f"aucc-teach+{id}+{name}", parent=parent, sortorder=999, idnumber=NULL,
    )  # fmt: skip
    return _xml("question_category", fields + _xml("question_bank_entries", entries), id=id)


def _entry(id, item, category, ids):
    is_number = isinstance(item.body, Numeric)
    kind, content = ("numerical", _number(item.body, ids)) if is_number else ("multichoice", _options(item.body, ids))
    fields = _fields(
        parent=0, name=item.title, questiontext=item.asked(item.body.asks), questiontextformat=1,
        generalfeedback=item.answer, generalfeedbackformat=1, defaultmark=1, penalty="0.3333333", qtype=kind, length=1,
        stamp=f"aucc-teach+{item.id}", timecreated=TIME, timemodified=TIME, createdby=0, modifiedby=0,
    )  # fmt: skip
    question = _xml("question", fields + _xml(f"plugin_qtype_{kind}_question", content), id=id)
    version = _xml("question_versions", _fields(version=1, status="ready") + _xml("questions", question), id=id)
    entry = _fields(questioncategoryid=category, idnumber=item.id, ownerid=NULL) + _xml("question_version", version)
    return _xml("question_bank_entry", entry, id=id)


def _answers(answers, ids):
    """Write answers with marks and words; returns the text and their ids."""
    numbers = [next(ids) for _ in answers]
    texts = (
        _xml(
            "answer",
            _fields(
                answertext=text, answerformat=1, fraction=float(percent) / 100, feedback=marked_html(words),
                feedbackformat=1,
            ),
            id=number,
        )
        for number, (text, percent, words) in zip(numbers, answers, strict=True)
    )  # fmt: skip
    return _xml("answers", "".join(texts)), numbers


def _options(body, ids):
    percents = fractions_of(body)
    answers = [
        (marked_html(name), percent, words) for percent, (name, _, words) in zip(percents, body.options, strict=True)
    ]
    said = {"correct": body.outcome, "partiallycorrect": body.hint, "incorrect": body.hint}
    more = {
        f"{when}feedback{part}": marked_html(words) if not part else 1
        for when, words in said.items()
        for part in ("", "format")
    }
    how = _fields(
        layout=0, single=int(not body.several), shuffleanswers=1, **more, answernumbering="none", shownumcorrect=0,
        showstandardinstruction=1,
    )  # fmt: skip
    return _answers(answers, ids)[0] + _xml("multichoice", how, id=next(ids))


def _number(body, ids):
    values = [(body.value, body.tolerance, 100, body.outcome)]
    values += [(value, tolerance, 0, words) for value, tolerance, words in body.wrong]
    values.append(("*", "0", 0, body.hint))
    answers, numbers = _answers([(value, percent, words) for value, _, percent, words in values], ids)
    units = (_xml("numerical_unit", _fields(multiplier=by, unit=unit), id=next(ids)) for unit, by in units_of(body))
    shown = _fields(showunits=0 if body.denominators else 3, unitsleft=0, unitgradingtype=0, unitpenalty="0.1")
    records = (
        _xml("numerical_record", _fields(answer=number, tolerance=tolerance), id=next(ids))
        for number, (_, tolerance, *_) in zip(numbers, values, strict=True)
    )
    return (
        answers
        + _xml("numerical_units", "".join(units))
        + _xml("numerical_options", _xml("numerical_option", shown, id=next(ids)))
        + _xml("numerical_records", "".join(records))
    )


# ---- the course


def _course(title):
    fields = _fields(
        shortname=title, fullname=title, idnumber="", summary="", summaryformat=1, format="topics", startdate=0
    )
    return _xml("course", fields, id=COURSE, contextid=CONTEXT)


def _section(n):
    sequence = ",".join(str(number) for number in range(1, n + 1))
    fields = _fields(
        number=0, name=NULL, summary="", summaryformat=1, sequence=sequence, visible=1, availabilityjson=NULL,
        component=NULL, itemid=NULL, timemodified=TIME,
    )  # fmt: skip
    return _xml("section", fields, id=SECTION)


def _contents(title, activities):
    listed = "".join(
        _xml("activity", {"moduleid": n, "sectionid": SECTION, "modulename": kind, "title": name, "directory": folder})
        for kind, n, name, folder in activities
    )
    section = {"sectionid": SECTION, "title": 0, "directory": "sections/section_1"}
    course = {"courseid": COURSE, "title": title, "directory": "course"}
    contents = _xml("activities", listed) + _xml("sections", _xml("section", section)) + _xml("course", course)
    off = ("users", "role_assignments", "blocks", "files", "filters", "comments", "badges", "calendarevents", "logs")
    off += ("userscompletion", "grade_histories", "groups", "competencies", "customfield", "contentbankcontent")
    settings = [("root", "", "activities", 1), ("root", "", "questionbank", 1), *(("root", "", one, 0) for one in off)]
    parts = [("section", "section_1"), *(("activity", folder.rpartition("/")[2]) for *_, folder in activities)]
    for level, part in parts:
        settings += [(level, part, f"{part}_included", 1), (level, part, f"{part}_userinfo", 0)]
    written = "".join(
        _xml("setting", {"level": level} | ({level: part} if part else {}) | {"name": name, "value": value})
        for level, part, name, value in settings
    )
    detail = _fields(type="course", format="moodle2", interactive=0, mode=10, execution=1, executiontime=0)
    about = _fields(
        name="reading_checks.mbz", moodle_version=2024100700, moodle_release="4.5", backup_version=2024100700,
        backup_release="4.5", backup_date=TIME, mnet_remoteusers=0, include_files=0,
        include_file_references_to_external_content=0, original_wwwroot="https://example.org",
        original_site_identifier_hash="aucc-teach", original_course_id=COURSE, original_course_format="topics",
        original_course_fullname=title, original_course_shortname=title, original_course_startdate=0,
        original_course_enddate=0, original_course_contextid=CONTEXT, original_system_contextid=1,
    )  # fmt: skip
    details = _xml("details", _xml("detail", detail, backup_id="aucc-teach"))
    return _xml(
        "moodle_backup", _xml("information", about + details + _xml("contents", contents) + _xml("settings", written))
    )

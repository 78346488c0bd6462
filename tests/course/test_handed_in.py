"""Hand-ins: zips are read and not unpacked, names of learning systems are understood, and files find their students."""

import io
import json
import struct
import time
import tracemalloc
import unicodedata
import zipfile

import pytest
from class_of_forty import TP, answered
from marking.hand_ins import read_folder
from marking.identity import identify, place_of, read_overrides
from roster import read_roster

ROSTER = (
    "Student,ID,SIS User ID,SIS Login ID,Section\n"
    '"Müller, Jörg",10101,00123,jmueller,A\n'
    '"Doe, Jane Mary",10102,00124,jdoe@example.edu,A\n'
    '"Roe, Ann",10103,00125,aroe,B\n'
    '"Roe, Anne",10104,00126,aroe2,B\n'
)


def file_of(student="", answer="2"):
    return json.dumps(answered({student: [(TP, answer, "right")]})[student]).encode()


def zip_of(files, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


@pytest.fixture
def roster(tmp_path):
    (tmp_path / "roster.csv").write_text(ROSTER, encoding="utf-8")
    return read_roster(tmp_path / "roster.csv", "SIS User ID")


@pytest.fixture
def handed(tmp_path):
    """Return a function that writes files, by name and content, into a folder."""

    def write(files):
        for name, content in files.items():
            path = tmp_path / "in" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return tmp_path / "in"

    return write


def reasons(unread):
    return {one.name: one.reason for one in unread}


# ---- zips


def test_a_zip_is_read_as_it_is_and_so_are_those_in_it(handed, tmp_path):
    inner = zip_of({"week1/answers.json": file_of("bob"), "__MACOSX/._answers.json": b"x", ".DS_Store": b"x"})
    content = zip_of({"a/answers.json": file_of("ada"), "b/of a zip.zip": zip_of({"mine.zip": inner}), "c/x.pdf": b"%"})
    folder = handed({"class.zip": content, "cora.json": file_of("cora")})
    for place in (folder, folder / "class.zip"):
        hand_ins, unread = read_folder(place)
        found = {one.student: one.name for one in hand_ins}
        assert found["ada"] == "class.zip/a/answers.json"
        assert found["bob"] == "class.zip/b/of a zip.zip/mine.zip/week1/answers.json"
        assert reasons(unread) == {"class.zip/c/x.pdf": ""}
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["class.zip", "cora.json", "in"]


def test_no_path_in_a_zip_leads_anywhere(handed, tmp_path):
    names = ("../../ada.json", "/etc/bob.json", "..\\..\\cora.json", "C:\\dan.json", "x/../../../eve.json")
    content = zip_of({**dict(zip(names, map(file_of, "abcde"), strict=True)), "no name.json": file_of("f")})
    folder = handed({"in.zip": content.replace(b"no name.json", b"\x00o name.json")})
    before = sorted(tmp_path.rglob("*"))
    hand_ins, unread = read_folder(folder)
    assert len(hand_ins) + len(unread) == len(names)
    assert all(".." not in one.name and one.name.startswith("in.zip/") for one in [*hand_ins, *unread])
    assert sorted(tmp_path.rglob("*")) == before


def test_a_link_out_of_the_folder_is_not_followed(handed, tmp_path):
    (tmp_path / "secret.json").write_bytes(file_of("secret"))
    folder = handed({"ada.json": file_of("ada")})
    (folder / "link.json").symlink_to(tmp_path / "secret.json")
    hand_ins, unread = read_folder(folder)
    assert [one.student for one in hand_ins] == ["ada"]
    assert reasons(unread) == {"link.json": "it is a link to a place outside of the folder."}


def bombs():
    """Make zips that would fill a machine, each with its message."""
    nulls = b"0" * 60_000_000
    flat = zip_of({"answers.json": nulls})
    large = io.BytesIO()
    with zipfile.ZipFile(large, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("answers.json", "w") as file:
        for _ in range(5):
            file.write(nulls)
    lying = bytearray(large.getvalue())
    for sign, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", lying, lying.index(sign) + place, 100)
    quine = zip_of({"answers.json": b"x"})
    for _ in range(6):
        quine = zip_of({"again.zip": quine})
    five = zip_of({f"{i}.json": b" " * 15_000_000 for i in range(5)})
    many = zip_of({f"{i}.json": b"" for i in range(300)})
    locator = b"PK\x06\x07" + b"\x00" * 16
    at = many.rindex(b"PK\x05\x06")
    large = many[:at] + locator + many[at:]
    entry = zip_of({"a.json": b"x"})
    crowded = bytearray(entry)
    struct.pack_into("<I", crowded, crowded.rindex(b"PK\x05\x06") + 12, 2**31)
    return {
        "flat.zip": (flat, "it has 60 million bytes, and 20 are the most."),
        "lying.zip": (bytes(lying), "Bad CRC-32"),
        "quine.zip": (quine, "3 deep, and is not opened"),
        "five.zip": (five, "it holds more than 200 files or 50 million bytes"),
        "many.zip": (many, "it holds more than 200 files"),
        "large.zip": (large, "its table of contents is that of more than 200 files"),
        "crowded.zip": (bytes(crowded), "its table of contents is that of more than 200 files"),
        "bzip.zip": (zip_of({"answers.json": nulls}, zipfile.ZIP_BZIP2), "packed in a way that is not read here"),
        "none.zip": (b"PK no zip", "it is no zip that can be read"),
        "empty.zip": (b"", "it is no zip that can be read"),
        "cut.zip": (flat[: len(flat) // 2], "it is no zip that can be read"),
    }


def test_bombs_cost_a_line_each_and_the_other_files_are_read(handed):
    made = bombs()
    files = {f"{i:02}/{name}": content for i, (name, (content, _)) in enumerate(made.items())}
    folder = handed({"class.zip": zip_of({**files, "zz/answers.json": file_of("ada")})})
    tracemalloc.start()
    start = time.process_time()
    hand_ins, unread = read_folder(folder)
    seconds, (_, most) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [one.student for one in hand_ins] == ["ada"]
    for i, (name, (_, message)) in enumerate(made.items()):
        said = [one.reason for one in unread if one.name.startswith(f"class.zip/{i:02}/{name}") and one.reason]
        assert any(message in reason for reason in said), (name, said)
    assert seconds < 20
    assert most < 200_000_000


def test_a_locked_or_damaged_file_in_a_zip_is_named_alone(handed):
    content = bytearray(zip_of({"a.json": file_of("ada"), "b.json": b"{" * 1000}))
    locked = bytearray(zip_of({"locked.json": file_of("bob")}))
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(sign) + place] |= 1
    damaged = content.index(b"b.json") + len("b.json") + 3
    content[damaged : damaged + 4] = b"\xff" * 4
    hand_ins, unread = read_folder(handed({"x.zip": bytes(content), "y.zip": bytes(locked)}))
    assert [one.student for one in hand_ins] == ["ada"]
    found = reasons(unread)
    assert set(found) == {"x.zip/b.json", "y.zip/locked.json"}
    assert found["y.zip/locked.json"] == "it is locked by a password."


def test_names_in_utf_8_are_read_even_if_the_zip_does_not_say_so(handed):
    content = bytearray(zip_of({"Jörg/answers.json": file_of()}))
    for sign, place in ((b"PK\x03\x04", 7), (b"PK\x01\x02", 9)):
        content[content.index(sign) + place] &= ~8
    ((one,), _) = read_folder(handed({"x.zip": bytes(content)}))
    assert one.name == "x.zip/Jörg/answers.json"


def test_a_name_that_stands_twice_in_a_zip_is_two_files(handed):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("answers.json", file_of("ada", "2"))
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("answers.json", file_of("ada", "3"))
    hand_ins, _ = read_folder(handed({"x.zip": out.getvalue()}))
    assert sorted(one.name for one in hand_ins) == ["x.zip/answers.json", "x.zip/answers.json (2)"]


# ---- names of learning systems


JANE = "Jane Doe_812_assignsubmission_file"
EARLY, LATE, ANON = "doejane_10102_555_all", "doejane_LATE_10102_555_my_file", "anon_a1B2c_555_answers"
LOGIN = "Doe_Jane_jdoe_4711"


@pytest.mark.parametrize(
    ("parts", "system", "entry", "number", "names", "is_late"),
    [
        (("x.zip", f"{JANE}_", "a", "b.json"), "moodle", JANE, "812", ("Jane Doe",), False),
        ((f"{JANE}_answers.json",), "moodle", JANE, "812", ("Jane Doe",), False),
        ((f"{LATE}.json",), "canvas", LATE, "10102", ("doejane",), True),
        ((f"{ANON}.json",), "canvas", ANON, "a1B2c", ("anon",), False),
        ((f"{EARLY}.zip", "x", "answers.json"), "canvas", EARLY, "10102", ("doejane",), False),
        (("Exercise 1", LOGIN, "answers.json"), "ilias", LOGIN, "4711", ("jdoe", "Doe_Jane"), False),
        (("ada", "answers.json"), "", "", "", (), False),
    ],
)
def test_names_of_learning_systems_are_read(parts, system, entry, number, names, is_late):
    assert place_of(parts) == (system, entry, number, names, is_late)


def test_the_name_of_the_zip_of_a_class_is_that_of_no_student(handed, roster):
    names = ("00123.json", f"{LOGIN}/answers.json")
    dated = "homework_2026_10_19.zip"
    folder = handed({dated: zip_of({name: file_of() for name in names}), f"{EARLY}.zip": zip_of({"a.json": file_of()})})
    places = {one.name: one.place.entry for one in read_folder(folder)[0]}
    assert places == {f"{dated}/00123.json": "", f"{dated}/{LOGIN}/answers.json": LOGIN, f"{EARLY}.zip/a.json": EARLY}
    (one, _), *_ = identify(read_folder(folder / dated)[0], roster)
    assert one.student == "00123"
    # With a single hand-in, it is still the zip of the class.
    (folder / dated).write_bytes(zip_of({"00123.json": file_of()}))
    assert read_folder(folder / dated)[0][0].place.system == ""


# ---- whose files are


@pytest.mark.parametrize(
    ("name", "said", "student"),
    [
        ("answers.json", "00123", "00123"),
        ("answers.json", "123", "00123"),
        ("answers.json", unicodedata.normalize("NFD", "Jörg Müller"), "00123"),
        # The system's name decides, unless the file names another student.
        ("doejanemary_LATE_10102_5_answers.json", "", "00124"),
        ("müllerjörg_10101_5_answers.json", "whoever", "00123"),
        ("Mueller_Joerg_jmueller_4711/answers.json", "", "00123"),
        # An ambiguous name, and a number that contradicts a name, match nobody.
        ("answers.json", "Ann", None),
        ("roeann_10102_5_answers.json", "", None),
    ],
)
def test_files_are_matched_by_what_they_say_then_by_their_names(handed, roster, name, said, student):
    hand_ins, _ = read_folder(handed({name: file_of(said)}))
    ((one,), words, others, waiting) = identify(hand_ins, roster)
    assert waiting == {}
    if student:
        assert (one.student, others) == (student, {})
        assert words.startswith("1 by ")
    else:
        assert list(others) == [name]


def test_overrides_decide_by_file_and_by_code(handed, roster, tmp_path):
    folder = handed(
        {"a.json": file_of("janey"), "b.json": file_of("janey"), "c.json": file_of("00123"), "d.json": file_of()}
    )
    (tmp_path / "overrides.csv").write_text(
        "file;student\njaney;00124\nb.json;00125\nd.json;-\nnot there.json;00123\n;\n"
    )
    decided = read_overrides(tmp_path / "overrides.csv", roster)
    known, words, others, waiting = identify(read_folder(folder)[0], roster, decided)
    assert {one.name: one.student for one in known} == {"a.json": "00124", "b.json": "00125", "c.json": "00123"}
    assert (words, others, waiting) == ("3 by the overrides; 1 by what the file says", {}, {})


MOODLE = "_assignsubmission_file/answers.json"


@pytest.mark.parametrize(
    ("name", "said", "names"),
    [
        ("doejanemary_10102_5_answers.json", "00123", "'doejanemary', and the file '00123'"),
        # The account is not on the roster.
        (f"Guest_899{MOODLE}", "00123", "'Guest', and the file '00123'"),
        # The overrides explain the code, which is still another student's.
        (f"Jörg Müller_899{MOODLE}", "janey", "'Jörg Müller', and the file '00124'"),
    ],
)
def test_a_file_that_names_another_student_than_its_account_waits_for_a_decision(handed, roster, name, said, names):
    folder = handed({name: file_of(said)})
    hand_ins, _ = read_folder(folder)
    known, _, others, waiting = identify(hand_ins, roster, {"janey": "00124"})
    assert (known, others) == ([], {})
    assert names in waiting[name]
    ((one,), words, _, waiting) = identify(hand_ins, roster, {name: "00125"})
    assert (one.student, words, waiting) == ("00125", "1 by the overrides", {})
    assert identify(hand_ins, roster, {name: "-"})[0] == []


@pytest.mark.parametrize("with_roster", [True, False])
def test_two_accounts_that_name_one_student_both_wait(handed, tmp_path, with_roster):
    (tmp_path / "codes.csv").write_text("student\nk7\nk8\n")
    codes = read_roster(tmp_path / "codes.csv") if with_roster else None
    files = {f"Jane Doe_1{MOODLE}": "k7", f"Ed Roe_2{MOODLE}": "k7", f"Bo Li_3{MOODLE}": "k8"}
    # Moodle numbers its participants anew in each assignment.
    files[f"Bo Li_33{MOODLE}"] = "k8"
    hand_ins, _ = read_folder(handed({name: file_of(code) for name, code in files.items()}))
    known, _, _, waiting = identify(hand_ins, codes, named=("k7", "k8"))
    assert [one.typed_name for one in known] == ["k8", "k8"]
    assert set(waiting.values()) == {"Several accounts of the learning system handed in files of 'k7'."}
    # A decision on one of them clears the other.
    known, *_, waiting = identify(hand_ins, codes, {f"Ed Roe_2{MOODLE}": "-"}, named=("k7", "k8"))
    assert (sorted(one.typed_name for one in known), waiting) == (["k7", "k8", "k8"], {})


TRIED = "2026-11-02T09:00:00.000Z"


@pytest.mark.parametrize(
    ("made", "at", "why"),
    [
        ("2026-11-02T08:58:00Z", TRIED, "1 try in it is later than the time at which it was saved."),
        ("yesterday", TRIED, "The time at which it was saved cannot be read: 'yesterday'."),
        ("2026-11-02T10:00:00Z", "at nine", "The time of a try cannot be read: 'at nine'."),
        # A clock that was set right meanwhile, or shows another zone, is no contradiction.
        ("2026-11-02T08:59:30Z", TRIED, ""),
        ("2026-11-02T10:30:00+01:30", TRIED, ""),
    ],
)
def test_times_that_contradict_each_other_wait_for_a_decision(handed, made, at, why):
    data = json.loads(file_of("ada")) | {"made": made}
    data["answers"][0]["tries"][0]["at"] = at
    hand_ins, _ = read_folder(handed({"a.json": json.dumps(data).encode()}))
    known, *_, waiting = identify(hand_ins)
    assert (len(known), waiting.get("a.json", "")[-len(why) :]) == ((0, why) if why else (1, ""))
    assert len(identify(hand_ins, None, {"a.json": "ada"})[0]) == 1


def test_without_a_roster_two_of_one_name_are_told_apart_and_a_neighbours_name_waits(handed):
    said = {f"Jane Doe_1{MOODLE}": "", f"Jane Doe_2{MOODLE}": "", f"Ed Roe_3{MOODLE}": "Jane Doe"}
    hand_ins, _ = read_folder(handed({name: file_of(one) for name, one in said.items()}))
    known, *_, waiting = identify(hand_ins)
    assert {one.student for one in known} == {"Jane Doe (1)", "Jane Doe (2)"}
    assert list(waiting) == [f"Ed Roe_3{MOODLE}"]

"""Hand-ins: zips are read and not unpacked, and files find their students."""

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
from marking.identity import identify
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
    locked = bytearray(zip_of({"locked.json": file_of("bob")}))
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(sign) + place] |= 1
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
        "locked.zip": (bytes(locked), "it is locked by a password."),
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

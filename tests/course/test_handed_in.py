"""Hand-ins: zips are read and not unpacked, and files find their students."""

import io
import json
import struct
import time
import tracemalloc
import unicodedata
import zipfile

import pytest
from class_of_forty import MONDAY, TP, answered, file_of, tried
from marking.command import mark
from marking.hand_ins import hand_ins_in

ANSWERS = json.dumps(answered({"": [(TP, "2", "right")]})[""]).encode()


def zip_of(files, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


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


def read(folder):
    return {one.file: one for one, _ in hand_ins_in(folder)}


# ---- zips


def test_no_path_in_a_zip_leads_anywhere(handed, tmp_path):
    names = ("../../ada.json", "/etc/bob.json", "..\\..\\cora.json", "C:\\dan.json", "x/../../../eve.json")
    folder = handed({"in.zip": zip_of(dict.fromkeys(names, ANSWERS))})
    before = sorted(tmp_path.rglob("*"))
    found = read(folder)
    assert len(found) == len(names)
    assert all(".." not in name and name.startswith("in.zip/") for name in found)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_link_out_of_the_folder_is_not_followed(handed, tmp_path):
    (tmp_path / "secret.json").write_bytes(ANSWERS)
    folder = handed({"ada.json": ANSWERS})
    (folder / "link.json").symlink_to(tmp_path / "secret.json")
    found = read(folder)
    assert found["ada.json"].is_readable
    assert found["link.json"].doubts == ["It can't be read: it is a link to a place outside of the folder."]


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
    many = zip_of({f"{i}.json": b" " * 15_000_000 * (i < 5) for i in range(30)})
    locator = b"PK\x06\x07" + b"\x00" * 16
    at = many.rindex(b"PK\x05\x06")
    large = many[:at] + locator + many[at:]
    locked = bytearray(zip_of({"locked.json": ANSWERS}))
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(sign) + place] |= 1
    entry = zip_of({"a.json": b"x"})
    crowded = bytearray(entry)
    struct.pack_into("<I", crowded, crowded.rindex(b"PK\x05\x06") + 12, 2**31)
    return {
        "flat.zip": (flat, "it has more than 20 million bytes, which are the most."),
        "lying.zip": (bytes(lying), "Bad CRC-32"),
        "quine.zip": (quine, "3 deep, and is not opened"),
        "many.zip": (many, "it holds more than 20 files of answers: the rest is not read."),
        "large.zip": (large, "its table of contents is that of more than 20000 files"),
        "crowded.zip": (bytes(crowded), "its table of contents is that of more than 20000 files"),
        "bzip.zip": (zip_of({"answers.json": nulls}, zipfile.ZIP_BZIP2), "packed in a way that is not read here"),
        "locked.zip": (bytes(locked), "password required"),
        "none.zip": (b"PK no zip", "it is no zip that can be read"),
        "empty.zip": (b"", "it is no zip that can be read"),
        "cut.zip": (flat[: len(flat) // 2], "it is no zip that can be read"),
    }


def test_bombs_cost_a_row_each_and_the_other_files_are_read(handed):
    made = bombs()
    files = {f"{i:02}/{name}": content for i, (name, (content, _)) in enumerate(made.items())}
    folder = handed({"class.zip": zip_of({**files, "zz/answers.json": ANSWERS})})
    tracemalloc.start()
    start = time.process_time()
    found = read(folder)
    seconds, (_, most) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [name for name, one in found.items() if one.is_readable] == ["class.zip/zz/answers.json"]
    for i, (name, (_, message)) in enumerate(made.items()):
        said = [" ".join(one.doubts) for file, one in found.items() if file.startswith(f"class.zip/{i:02}/{name}")]
        assert any(message in reason for reason in said), (name, said)
    assert seconds < 20
    assert most < 200_000_000


# ---- names


@pytest.mark.parametrize(
    ("file", "name", "number"),
    [
        ("Jörg Müller_10101_assignsubmission_file_/answers.json", "Jörg Müller", "10101"),
        ("Ada King-Noel_7_assignsubmission_file/week/answers (1).json", "Ada King-Noel", "7"),
        ("Ada Lovelace_7_assignsubmission_file_my.json", "Ada Lovelace", "7"),
        ("doejane_LATE_10102_55_answers-1.json", "doejane", "10102"),
        ("müllerjörg_10101_5_answers.json", "müllerjörg", "10101"),
        ("anon_aB3x9_5_answers.json", "anon", "aB3x9"),
        ("Mueller_Joerg_jmueller_4711/20241104_answers.json", "Mueller_Joerg_jmueller_4711", "jmueller"),
        ("ada.json", "ada", ""),
        ("answers.json", "in", ""),
        ("week 1/ada lovelace/answers (2).json", "ada lovelace", ""),
        ("week 1/ada.JSON.txt", "ada", ""),
    ],
)
def test_names_are_those_that_the_platform_gave(handed, file, name, number):
    zipped = zip_of({file: ANSWERS, f"__MACOSX/._{file}": b"\0", ".DS_Store": b"\0"})
    (one,) = read(handed({"in.zip": zipped})).values()
    assert one.student == (name, number)
    # macOS writes accents as signs of their own, and packs the folder together with what is in it.
    (one,) = read(handed({"in.zip": zip_of({unicodedata.normalize("NFD", f"hand-ins/{file}"): ANSWERS})})).values()
    assert one.student in ((name, number), ("hand-ins", ""))
    assert one.is_readable


def test_a_zip_of_one_student_in_the_zip_of_the_class(handed):
    inner = zip_of({"answers.json": ANSWERS})
    found = read(handed({"in.zip": zip_of({"ada.zip": inner, "roeann_9_8_work.zip": inner})}))
    assert [one.student for one in found.values()] == [("ada", ""), ("roeann", "9")]


# ---- many


@pytest.mark.slow
def test_ten_thousand_hand_ins_take_seconds_each_thousand(tmp_path):
    """Among them are copies of one file, which a comparison of all pairs would take days over."""
    entry = answered({"": [(TP, "2", "right")]})[""]["answers"][0]
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        for i in range(10_000):
            answer = entry | {"tries": [tried(MONDAY.replace(microsecond=1000 * max(i % 1000, 7)), str(i // 1000), "")]}
            archive.writestr(f"S {i}_{i}_assignsubmission_file_/answers.json", json.dumps(file_of("", [answer])))
    start = time.process_time()
    marked = mark(tmp_path / "in.zip", tmp_path / "out", run=False)
    assert time.process_time() - start < 100
    assert len(marked.look) == 8 * 10
    assert len(marked.scores) == 10_000 - 80
    file = "S 1_1_assignsubmission_file_/answers.json"
    assert marked.look[0][4] == f"It has the answers and times of {file} and 6 other files."

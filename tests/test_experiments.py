"""The runner of long experiments: killed at any moment and started again, it ends with the same file."""

import hashlib
import json
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import numpy as np
import pytest
import studies
import studies.__main__ as command
from conftest import ROOT
from studies import EXPERIMENTS, Experiment, read_table, rng_of_block, run
from threadpoolctl import threadpool_info, threadpool_limits


def toy_settings(full):
    return {"seed": 7, "n": 40 if full else 6}


def toy_n_blocks(settings):
    return settings["n"]


def toy_block(settings, block, rng):
    return [block, float(rng.random())]


def toy_rows(settings, results):
    return [{"block": block, "value": value} for block, value in results]


TOY = Experiment("toy", "A toy", toy_settings, toy_n_blocks, toy_block, toy_rows)


@pytest.fixture
def whole(tmp_path):
    """File of an uninterrupted run, and the lines of its partial file."""
    output = tmp_path / "whole.csv"
    lines = []
    partial = tmp_path / "whole.csv.partial"
    unlink = type(partial).unlink
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            type(partial),
            "unlink",
            lambda path, **how: lines.append(path.read_bytes()) if path == partial else unlink(path, **how),
        )
        assert run(TOY, output, n_jobs=1)
    partial.unlink()
    return output, lines[0].splitlines(keepends=True)


def resume(tmp_path, content):
    """Bytes of the table after a run that found this partial file."""
    output = tmp_path / "resumed.csv"
    output.unlink(missing_ok=True)
    (tmp_path / "resumed.csv.partial").write_bytes(content)
    assert run(TOY, output, n_jobs=1)
    assert not (tmp_path / "resumed.csv.partial").exists()
    return output.read_bytes()


def test_table_says_where_it_comes_from(whole):
    output, lines = whole
    table = read_table(output)
    assert (table.attrs["experiment"], table.attrs["settings"]) == ("toy", {"seed": 7, "n": 6})
    assert {"python", "numpy", "scipy", "aucc-teach"} <= set(table.attrs["versions"])
    assert table["block"].tolist() == list(range(6))
    values = [rng_of_block(7, block).random() for block in range(6)]
    assert len(set(values)) == 6
    assert table["value"].tolist() == pytest.approx(values, rel=1e-15)
    assert len(lines) == 7


@pytest.mark.parametrize("name", [name for name, one in EXPERIMENTS.items() if "needs the data" not in one.title])
def test_a_stored_table_is_of_the_full_settings(name):
    table = read_table(ROOT / "book" / "results" / f"{name}.csv")
    assert table.attrs["experiment"] == name
    # The processor is that of another machine.
    assert table.attrs["settings"] | {"processor": ""} == EXPERIMENTS[name].settings(True) | {"processor": ""}


def test_any_cut_of_the_partial_file_gives_the_same_bytes(whole, tmp_path):
    output, lines = whole
    content, header = b"".join(lines), len(lines[0])
    ends = np.cumsum([len(line) for line in lines]).tolist()
    # Within each line, and just before and behind its end.
    for cut in sorted({*range(header, len(content), 29), *(end - 1 for end in ends[1:]), *ends[:-1]}):
        assert resume(tmp_path, content[:cut]) == output.read_bytes(), cut


def test_a_run_that_is_stopped_again_after_a_torn_line_goes_on(whole, tmp_path):
    def stopped(settings, block, rng):
        if block == 4:
            raise KeyboardInterrupt
        return toy_block(settings, block, rng)

    output, lines = whole
    again = tmp_path / "again.csv"
    partial = tmp_path / "again.csv.partial"
    partial.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    with pytest.raises(KeyboardInterrupt):
        run(TOY._replace(run_block=stopped), again, n_jobs=1)
    assert partial.read_bytes() == b"".join(lines[:5])
    assert run(TOY, again, n_jobs=1)
    assert again.read_bytes() == output.read_bytes()


def test_only_what_is_missing_is_computed(whole, tmp_path):
    _, lines = whole
    computed = []

    def counted(settings, block, rng):
        computed.append(block)
        return toy_block(settings, block, rng)

    output = tmp_path / "counted.csv"
    (tmp_path / "counted.csv.partial").write_bytes(b"".join(lines[:4]) + lines[4][:-1])
    run(TOY._replace(run_block=counted), output, n_jobs=1)
    assert computed == [3, 4, 5]
    assert not run(TOY._replace(run_block=counted), output, n_jobs=1)
    assert computed == [3, 4, 5]


def n_threads(*_):
    return max(library["num_threads"] for library in threadpool_info())


def test_a_block_runs_on_one_thread(tmp_path):
    measured = TOY._replace(run_block=n_threads, rows=lambda settings, results: [{"threads": max(results)}])
    with threadpool_limits(2):
        assert n_threads() == 2
        run(measured, tmp_path / "threads.csv", n_jobs=1)
        assert n_threads() == 2
    assert read_table(tmp_path / "threads.csv")["threads"].tolist() == [1]


def of_studies(*arguments):
    return [sys.executable, str(ROOT / "book" / "studies"), *map(str, arguments)]


@pytest.fixture(scope="module")
def by_command(tmp_path_factory):
    """Table of the quick run of Rand's experiment by the command in one process, and what the command said."""
    output = tmp_path_factory.mktemp("command") / "new" / "rand1971.csv"
    arguments = of_studies("rand1971", "--output", output, "--jobs", 1)
    return output, subprocess.run(arguments, capture_output=True, text=True, check=True).stderr


def changed(lines, place, new):
    return b"".join([*lines[:place], new, *lines[place + 1 :]])


def line(entry):
    """A line of a partial file, with its own checksum in front."""
    text = json.dumps(entry, sort_keys=True)
    return f"{hashlib.sha256(text.encode()).hexdigest()[:16]} {text}\n".encode()


def test_a_damaged_or_foreign_partial_file_is_refused(whole, tmp_path):
    _, lines = whole
    other = {"experiment": "other", "settings": {}, "versions": {}}
    older = json.loads(lines[0][17:]) | {"versions": {"numpy": "1.0"}}
    wrong = {
        "a flipped digit": (changed(lines, 3, lines[3].replace(b"0.", b"1.", 1)), "It is damaged"),
        "a lost end in the middle": (changed(lines, 3, lines[3][:-5] + b"\n"), "It is damaged"),
        "a block twice": (b"".join([*lines, lines[2]]), "each block once"),
        "a block too many": (b"".join([*lines, line({"block": 6, "result": [6, 0.5]})]), "each block once"),
        "another experiment": (changed(lines, 0, line(other)), "must hold the unfinished run of"),
        "other versions": (changed(lines, 0, line(older)), "must hold the unfinished run of"),
        "something else": (b"name,value\na,1\n", "It is damaged, or something else"),
        "nothing": (b"", "It is damaged, or something else"),
        "bytes": (b"\xff\xfe\n", "It is damaged, or something else"),
    }
    for name, (content, message) in wrong.items():
        with pytest.raises(ValueError, match=message):
            resume(tmp_path, content)
        assert (tmp_path / "resumed.csv.partial").read_bytes() == content, name
        assert not (tmp_path / "resumed.csv").exists()


def test_a_damaged_or_foreign_table_is_refused(whole, tmp_path):
    content = whole[0].read_bytes()
    last_digit = content[-2:-1]
    wrong = {
        "an edited number": (content[:-2] + (b"1" if last_digit != b"1" else b"2") + b"\n", "Its checksum differs"),
        "an edited seed": (content.replace(b'"seed": 7', b'"seed": 8'), "Its checksum differs"),
        "a lost row": (content[: content.rindex(b"\n", 0, -1) + 1], "Its checksum differs"),
        "another table": (b"name,value\na,1\n", "It is not"),
        "nothing": (b"", "It is not"),
        "bytes": (b"\xff\xfe", "It is not"),
    }
    output = tmp_path / "wrong.csv"
    for name, (bad, message) in wrong.items():
        output.write_bytes(bad)
        with pytest.raises(ValueError, match=message):
            run(TOY, output, n_jobs=1)
        assert output.read_bytes() == bad, name


def test_a_table_of_other_settings_is_never_overwritten(whole):
    output, _ = whole
    content = output.read_bytes()
    with pytest.raises(ValueError, match="name another output"):
        run(TOY, output, full=True, n_jobs=1)
    with pytest.raises(ValueError, match="name another output"):
        run(TOY._replace(name="toy2"), output, n_jobs=1)
    assert output.read_bytes() == content


@pytest.mark.process
def test_a_killed_command_goes_on_and_leaves_no_process(by_command, tmp_path):
    killed = tmp_path / "killed.csv"
    partial = tmp_path / "killed.csv.partial"
    arguments = of_studies("rand1971", "--output", killed, "--jobs", 2)
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not (partial.exists() and partial.read_bytes().count(b"\n") >= 2):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.kill()
    # The end of the output comes when the last process that could write to it is gone: the workers too.
    process.communicate(timeout=60)
    assert process.returncode != 0
    assert not killed.exists()
    kept = partial.read_bytes().count(b"\n") - 1
    assert 1 <= kept < 4
    again = subprocess.run(arguments, capture_output=True, text=True, check=True)
    assert f"{killed} is written." in again.stdout
    assert f"{kept}/4" in again.stderr
    assert killed.read_bytes() == by_command[0].read_bytes()


@pytest.mark.process
def test_a_process_that_knows_nothing_finds_a_study_of_the_book(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "studies._runner.ProcessPoolExecutor",
        partial(ProcessPoolExecutor, mp_context=get_context("spawn")),
    )
    few = studies.intervals.EXPERIMENT._replace(settings=lambda full: {"seed": 1, "n_blocks": 2, "per_block": 1})
    assert run(few, tmp_path / "two.csv", n_jobs=2)
    assert run(few, tmp_path / "one.csv", n_jobs=1)
    assert (tmp_path / "two.csv").read_bytes() == (tmp_path / "one.csv").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rand1972"], "invalid choice: 'rand1972' (choose from"),
        (["rand1971", "--fast"], "unrecognized arguments: --fast"),
        (["rand1971", "--jobs", "0"], "n_jobs must be an integer of at least 1. Got 0"),
        (["rand1971", "--jobs", "many"], "invalid int value: 'many'"),
        (["rand1971", "--output", __file__], "It is not."),
    ],
)
def test_bad_commands_are_refused(arguments, message, capsys):
    with pytest.raises(SystemExit) as stop:
        command.main(arguments)
    assert stop.value.code == 2
    assert message in capsys.readouterr().err

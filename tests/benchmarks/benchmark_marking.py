"""How long a class takes to be marked, and how much memory; run it, `--quick` for a class of 30.

Forty questions, of which some ask for a function that everybody writes in their own words, so that none is run for two
students. Seconds are those of the processor, with all processes that it starts; the memory is the most of any of them.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "course"))

import class_of_forty as forty
from marking import command
from marking.limited_process import SECONDS, runner

N_QUESTIONS = 40
HANG = "def {name}(*given):\n    while True:\n        pass\n"


def forty_questions():
    """Questions that are marked, in the order of the book, of which three ask for a function."""
    marked = {id: one for id, one in forty.QUESTIONS.items() if forty.is_marked(one) and forty.right_answer(one)}
    functions = [id for id, one in marked.items() if one.kind == "write"][:3]
    others = [id for id, one in marked.items() if one.kind != "write"][: N_QUESTIONS - len(functions)]
    return {id: marked[id] for id in (*others, *functions)}


def hand_in(number, asked):
    """What a student hands in: each function has a line that nobody else has written."""
    answers = forty.answers_of(number, forty.Planted(), asked=asked)
    for entry in answers:
        if asked[entry["id"]].kind == "write":
            for one in entry["tries"]:
                one["answer"] += f"\n# by s{number:03}\n"
    return forty.file_of(f"s{number:03}", answers)


def seconds():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def marked(folder, out):
    """Mark a folder, and say how many seconds of the processor and of the clock it took."""
    before, start = seconds(), time.perf_counter()
    command.mark(folder, out)
    return seconds() - before, time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a class of 30")
    parser.add_argument("--part", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        marked(options.part / "in", options.part / "again")
        return
    n_students, asked = 30 if options.quick else 300, forty_questions()
    n_functions = sum(one.kind == "write" for one in asked.values())
    print(f"{n_students} hand-ins, {len(asked)} questions, {n_functions} of them functions, in a {runner()[0]}")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        (place / "in").mkdir()
        for number in range(n_students):
            text = json.dumps(hand_in(number, asked))
            (place / "in" / f"s{number:03}.json").write_text(text, encoding="utf-8")
        (place / "one").mkdir()
        text = (place / "in" / "s000.json").read_text("utf-8")
        (place / "one" / "s000.json").write_text(text, encoding="utf-8")
        alone = marked(place / "one", place / "alone")[0]
        took, clock = marked(place / "in", place / "out")
        print(f"  a class of one: {alone:.1f} s; all: {took:.0f} s ({clock:.0f} s of the clock)")
        print(f"  seconds for each hand-in: {(took - alone) / (n_students - 1):.3f}")
        again = marked(place / "in", place / "out")[0]
        print(
            f"  the second run, which finds the functions run: {again:.1f} s, {again / n_students:.3f} for each hand-in"
        )
        subprocess.run([sys.executable, __file__, "--part", name], check=True)
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"  the most memory of a process: {most:.0f} MB")
        write = next(id for id in asked if asked[id].kind == "write")
        hanging = forty.answered({"hang": [(write, HANG.format(name=asked[write].name), "wrong")]})["hang"]
        (place / "in" / "hang.json").write_text(json.dumps(hanging), encoding="utf-8")
        took, _ = marked(place / "in", place / "out")
        print(
            f"  one more that hangs: {took - again:.1f} s more, of a limit of {SECONDS} in a process, 40 in a sandbox"
        )


if __name__ == "__main__":
    main()

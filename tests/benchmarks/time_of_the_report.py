"""How long a report takes, beside that of another checkout; run it with the folder of the other one.

    git worktree add ../before de6e0b7
    python tests/benchmarks/time_of_the_report.py ../before

That commit is the last one with the rule that had a single scale. Each report is made in a process of its own, in turn:
here, there, here, there. The times are processor times, which other work on the machine disturbs less. Beside their
ratio stands how long the report itself said at first that it would take, divided by the time that it took on the wall;
the lower and the upper end, since further rounds may follow.
"""

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
TABLES = ("iris", "wine", "breast_cancer", "three clusters", "twelve clusters", "three bad rows", "normal")
ONE_REPORT = """
import re, sys, time
import numpy as np
from sklearn import datasets
import aucc_teach as at

def table(name):
    rng = np.random.default_rng(0)
    if name == "normal":
        return rng.normal(size=(150, 3))
    if name == "twelve clusters":
        return rng.normal(size=(240, 2)) + np.repeat([(7 * i, 7 * j) for i in range(4) for j in range(3)], 20, axis=0)
    if name.startswith("three"):
        X = rng.normal(size=(180, 2)) + np.repeat([(0, 0), (8, 0), (4, 7)], 60, axis=0)
        return np.vstack([X, [[60, 60], [-70, 50], [90, -40]]]) if name.endswith("rows") else X
    return getattr(datasets, "load_" + name)(as_frame=True).data

X, told = table(sys.argv[1]), []
started, on_the_wall = time.process_time(), time.perf_counter()
said = re.compile(r"about (\\d+)(?: to (\\d+))? (s|m)")
aucc_report.report(X, rng=0, progress=lambda done, total, what: told.extend(said.findall(what)))
took, on_the_wall = time.process_time() - started, time.perf_counter() - on_the_wall
low, high, unit = told[len(told) // 20]
unit = 60 if unit == "m" else 1
print(took, unit * int(low) / on_the_wall, unit * int(high or low) / on_the_wall)
"""


def time_of(checkout, table):
    """Processor seconds of one report, and what it said at first, in parts of the time."""
    environment = os.environ | {"PYTHONPATH": str(checkout), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-c", ONE_REPORT, table]
    ran = subprocess.run(command, env=environment, cwd=checkout, capture_output=True, text=True, check=True)
    return [float(value) for value in ran.stdout.split()]


def main():
    """Print a row for each table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("--times", type=int, default=3, help="reports of each table and checkout (default: 3)")
    options = parser.parse_args()
    print(f"{'table':16}  here (s)  there (s)  here / there: median (smallest to largest)   said at first / took")
    for table in TABLES:
        pairs = [(time_of(HERE, table), time_of(options.other.resolve(), table)) for _ in range(options.times)]
        ratios = sorted(here[0] / there[0] for here, there in pairs)
        here, there = (statistics.median(of[i][0] for of in pairs) for i in (0, 1))
        low, high = (statistics.median(here[i] for here, _ in pairs) for i in (1, 2))
        spread = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        print(f"{table:16}  {here:8.1f}  {there:9.1f}  {spread:42}  {low:.2f} to {high:.2f}", flush=True)


if __name__ == "__main__":
    main()

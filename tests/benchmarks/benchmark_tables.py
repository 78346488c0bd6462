"""Time and memory of a table of 100 000 rows: read from a file of each format, and reported on; run it.

Each file is read in a process of its own. Printed are its processor time, which other work on the machine disturbs
less than the time on the wall, and the most memory that the process held, with that of the packages.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd

N_ROWS, N_COLUMNS = 100_000, 8
WRITERS = {
    "table.csv": lambda table, path: table.to_csv(path, index=False),
    "table.csv.gz": lambda table, path: table.to_csv(path, index=False),
    "table.parquet": lambda table, path: table.to_parquet(path),
    "table.xlsx": lambda table, path: table.to_excel(path, index=False, engine="openpyxl"),
}
ONE_TABLE = """
import resource, sys, time
import aucc_teach as at

def told(what, started):
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what:24} {time.process_time() - started:6.1f} s {memory:6.0f} MB")

started = time.process_time()
table = aucc_report.read_table(sys.argv[1], max_bytes=200 * 2**20)
told(sys.argv[1], started)
if sys.argv[2:]:
    started = time.process_time()
    report = aucc_report.report(table, rng=0, progress=False)
    told(f"report, {report.settings['n_used']} rows used", started)
"""


def three_clusters(n_rows):
    """Three clusters with 60, 39 and 1 per cent of the rows, apart in half of the columns."""
    rng = np.random.default_rng(0)
    labels = rng.choice(3, n_rows, p=[0.6, 0.39, 0.01])
    points = rng.normal(size=(n_rows, N_COLUMNS))
    points[:, : N_COLUMNS // 2] += 4 * labels[:, None]
    table = pd.DataFrame(points.round(4)).add_prefix("m")
    return table.assign(kind=np.array(["a", "b", "c"])[labels])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=N_ROWS, help="default: %(default)s")
    options = parser.parse_args()
    table = three_clusters(options.rows)
    with TemporaryDirectory() as folder:
        for name, write in WRITERS.items():
            write(table, Path(folder, name))
            words = ["report"] if name == "table.csv" else []
            command = [sys.executable, "-c", ONE_TABLE, name, *words]
            subprocess.run(command, cwd=folder, env=os.environ | {"OMP_NUM_THREADS": "1"}, check=True)


if __name__ == "__main__":
    main()

"""How long a report takes: this version and another one in turn, in processor seconds on one thread.

Run ``python tests/benchmarks/time_of_the_report.py PATH``, where PATH is a checkout of the other version.
"""

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).parents[2]
SIZES, N_ROUNDS = (300, 1000, 3000), 2
PROGRAM = """
import sys, time
import numpy as np
import aucc_report
kind, n, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rng = np.random.default_rng(seed)
points = rng.standard_normal((n, 4))
if kind == "three clusters":
    points[:, :2] += np.array([(0, 0), (8, 0), (4, 7)])[np.arange(n) % 3]
before = time.process_time()
made = aucc_report.report(points, rng=seed, progress=False)
print(time.process_time() - before, made.headline, sep="|")
"""


def seconds_of(checkout, *arguments):
    """Processor seconds of one report of a version, and its headline."""
    environment = (
        os.environ | {"PYTHONPATH": str(checkout)} | dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    )
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    done = subprocess.run(command, env=environment, cwd=checkout, check=True, capture_output=True, text=True)
    seconds, headline = done.stdout.strip().split("|")
    return float(seconds), headline


def main(other):
    rows = []
    for kind in ("three clusters", "one cloud"):
        for n in SIZES:
            for seed in range(N_ROUNDS):
                (now, headline), (before, headline_before) = (
                    seconds_of(checkout, kind, n, seed) for checkout in (ROOT, other)
                )
                rows.append({"kind": kind, "rows": n, "now": now, "before": before, "ratio": before / now})
                rows[-1] |= {"headline": headline, "headline before": headline_before}
                print(pd.DataFrame(rows[-1:]).to_string(header=len(rows) == 1, index=False), flush=True)
    columns = ["now", "before", "ratio"]
    print(pd.DataFrame(rows).groupby(["kind", "rows"], sort=False)[columns].agg(["min", "max"]).round(2))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())

"""Make deliberate mistakes, one at a time, and see whether a test notices.

    python tests/mutations/run.py --book _build/html             # all that were not tried yet
    python tests/mutations/run.py --book _build/html undo-forgets-a-step
    python tests/mutations/run.py --fast                         # those that are not about pages, by fast tests alone
    python tests/mutations/run.py --summary

The mistakes stand in mutations.toml. Each is made in a clone of the last commit. First the fast tests try to notice it,
as pytest runs them with nothing behind it, and then the others. In either tier the test files run first that are
`likely` to notice, then those that name what was changed, and then, if they all pass, the others, each time until the
first failure. Mistakes in templates and extensions are made together, in one build of the book, on which the tests run
that should notice them (`sign`). What was found is written to a table after each mistake (`--out`), so that a run that
is stopped goes on there; noticed.csv is such a table.
"""

import argparse
import ast
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MUTATIONS = tomllib.loads(Path(__file__).with_name("mutations.toml").read_text("utf-8"))["mutation"]
COLUMNS = ("name", "area", "tier", "noticed by", "seconds")
# Options of pytest for each tier; what the fast tests have passed, they pass again among all.
TIERS = {"fast": (), "all": ("-m", "not breadth")}
# What a built book takes from the sources as it is, so that it can be exchanged without another build.
REFRESH = """
import shutil, sys
from pathlib import Path

sys.path.insert(0, "book/_ext")
from demo_scripts import scripts, sheets
static = Path(sys.argv[1], "_static")
for name, text in {**scripts(), **sheets()}.items():
    (static / name).unlink(missing_ok=True)
    (static / name).write_text(text, encoding="utf-8")
for path in Path("book/_static").iterdir():
    (static / path.name).unlink(missing_ok=True)
    shutil.copy(path, static / path.name)
"""


def mutate(clone, mutation):
    """Make a mistake in the clone; refuse one whose place is not there exactly once."""
    path = clone / mutation["file"]
    text = path.read_text("utf-8")
    if text.count(mutation["before"]) != 1:
        raise ValueError(f"{mutation['name']}: its text must occur once in {mutation['file']}.")
    path.write_text(text.replace(mutation["before"], mutation["after"]), "utf-8")


def test_files(clone, changed):
    """Test files in two lists: those that name what the changed file holds, and the others."""
    path = Path(changed)
    # A demo's model and view are called by its folder.
    stem = path.parent.name if path.stem in ("model", "view") else path.stem.lstrip("_")
    words = {stem, stem.replace("_", "-")}
    if path.suffix == ".py":
        tree = ast.parse((clone / path).read_text("utf-8"))
        defined = (node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef))
        words |= {name for name in defined if not name.startswith("_")}
    files = sorted(clone.glob("tests/**/test_*.py"))
    naming = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])")
    first = [file for file in files if naming.search(f"{file.stem.removeprefix('test_')}\n{file.read_text('utf-8')}")]
    first.sort(key=lambda file: stem not in file.stem)
    return first, [file for file in files if file not in first]


def of_clone(clone):
    """Environment in which the package of the clone is imported."""
    return os.environ | {"PYTHONPATH": str(clone)}


def pytest(clone, book, files, *options):
    """Failed tests of some files, without their parameters, until the first one if the options say so."""
    environment = of_clone(clone) | {"AUCC_TEACH_BOOK": str(book or ""), "OMP_NUM_THREADS": "1"}
    # That a mistake still has its place is no test of the project, and each mistake that is made loses it.
    options = ["-p", "no:cacheprovider", "--deselect", "tests/test_mutations.py", *options]
    command = [sys.executable, "-m", "pytest", "-q", *options, *map(str, files)]
    ran = subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True)
    if ran.returncode not in (0, 1, 5):  # 5: none of the tests is of this tier
        raise RuntimeError(ran.stdout[-2000:] + ran.stderr[-2000:])
    return re.findall(r"^(?:FAILED|ERROR) (?:[^\s[:]+/)?(\w+\.\w+(?:::\w+)*)", ran.stdout, flags=re.MULTILINE)


def refreshed(clone, book, place):
    """Copy a built book, with the scripts and sheets of the clone."""
    shutil.copytree(book, place, copy_function=os.link)
    subprocess.run([sys.executable, "-c", REFRESH, place], cwd=clone, check=True, env=of_clone(clone))
    return place


def try_one(mutation, clone, book, work):
    """Tier and name of the test that notices a mistake, or nothing; without a book, fast tests alone try."""
    mutate(clone, mutation)
    if book and ("/static/" in mutation["file"] or "/_static/" in mutation["file"]):
        place = work / f"book-{mutation['name']}"
        shutil.copytree(book.parent / "jupyter_execute", place / "jupyter_execute", copy_function=os.link)
        book = refreshed(clone, book, place / "html")
    likely = [clone / "tests" / f"{name}.py" for name in mutation.get("likely", ())]
    for tier, options in TIERS.items():
        if book or tier == "fast":
            for files in filter(None, (likely, *test_files(clone, mutation["file"]))):
                if failed := pytest(clone, book, files, "-x", *options):
                    return tier, failed[0]
    return "", ""


def try_pages(mutations, clone, book, work):
    """Make several mistakes in one build; yields each with the test that noticed it."""
    for mutation in mutations:
        mutate(clone, mutation)
    jupyter_book = shutil.which("jupyter-book", path=Path(sys.executable).parent)
    command = [jupyter_book, "build", str(clone), "--all", "--path-output", str(work / "pages")]
    subprocess.run(command, cwd=clone, env=of_clone(clone), capture_output=True, check=True)
    of_the_book = re.compile(r"\b(?:site|book)\b")
    files = [file for file in sorted(clone.glob("tests/**/test_*.py")) if of_the_book.search(file.read_text("utf-8"))]
    signs = ("-k", " or ".join(mutation["sign"] for mutation in mutations))
    failed = pytest(
        clone, work / "pages" / "_build" / "html", files, "-n", "2", "--dist", "loadfile", *TIERS["all"], *signs
    )
    for mutation in mutations:
        yield mutation, next((name for name in failed if mutation["sign"] in name), "")


def main():
    """Run what is asked for, and add what was found to the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="mistakes to make (default: all that the table lacks)")
    parser.add_argument("--book", type=Path, help="folder of the built pages of the last commit")
    parser.add_argument("--fast", action="store_true", help="only mistakes that are not about pages, by fast tests")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir(), "mutations.csv"))
    parser.add_argument("--summary", action="store_true", help="print what the table holds")
    options = parser.parse_args()
    found = list(csv.DictReader(options.out.open(encoding="utf-8"))) if options.out.exists() else []
    if not options.summary:
        if not options.fast and (options.book is None or not (options.book / "index.html").exists()):
            parser.error("--book must name the folder of the built pages.")
        done = {row["name"] for row in found}
        wanted = [m for m in MUTATIONS if (m["name"] in options.names if options.names else m["name"] not in done)]
        wanted = [m for m in wanted if not options.fast or m["area"] != "pages"]
        with tempfile.TemporaryDirectory() as work, options.out.open("a", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            if not found:
                writer.writeheader()
            book = None if options.fast else options.book.resolve()
            for mutation, *noticed, seconds in results(wanted, book, Path(work)):
                row = dict(zip(COLUMNS, (mutation["name"], mutation["area"], *noticed, round(seconds)), strict=True))
                writer.writerow(row)
                file.flush()
                found.append(row)
                print(*row.values(), sep="  ", flush=True)
    survivors = [row["name"] for row in found if not row["noticed by"]]
    print(f"{len(found) - len(survivors)} of {len(found)} noticed; not noticed: {', '.join(survivors) or 'none'}")


def results(mutations, book, work):
    """Yield each mistake with the tier and the test that noticed it, and the seconds that took."""

    def fresh(name):
        subprocess.run(["git", "clone", "-q", str(ROOT), str(work / name)], check=True)
        return work / name

    for mutation in mutations:
        if not mutation.get("build"):
            start = time.monotonic()
            noticed = try_one(mutation, fresh(mutation["name"]), book, work)
            yield mutation, *noticed, time.monotonic() - start
            shutil.rmtree(work / mutation["name"])
    together = [mutation for mutation in mutations if mutation.get("build")]
    if together:
        start = time.monotonic()
        for mutation, noticed in try_pages(together, fresh("pages-clone"), book, work):
            yield mutation, "all" if noticed else "", noticed, time.monotonic() - start


if __name__ == "__main__":
    main()

"""What the package needs: the core runs without what draws. What is packed: the package whole."""

import ast
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import PurePosixPath

import pytest
from conftest import ROOT

from aucc_teach._lazy import EXTRAS

# What does not come with the package, and what of it only figures, the report and studies import.
IN_EXTRAS = tuple(EXTRAS)
OPTIONAL = (*IN_EXTRAS, "matplotlib", "PIL", "tqdm")
CORE = """
import aucc_teach as at
from sklearn.cluster import KMeans

blobs = at.datasets.load_toy("blobs")
cluster = lambda X, k: KMeans(k, n_init=1, random_state=0).fit_predict(X)
print(at.aucc_score(blobs.points, blobs.labels))
print(at.calibrated_choice(blobs.points, cluster, [2, 3], references=["box"], n_references=19, rng=0).pvalues)
print(at.criteria.CriteriaScorer(blobs.points).score(blobs.labels))
"""


# A name in sys.modules would do for most, but scikit-learn asks there whether pyarrow has been imported.
MISSING = """
import sys


class Missing:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in {!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Missing)
"""


def output_of(code, *, without=()):
    """What a fresh interpreter prints for which some packages are not installed."""
    run = subprocess.run([sys.executable, "-c", MISSING.format(without) + code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.process
def test_the_core_runs_without_what_draws():
    with_all, without = output_of(CORE), output_of(CORE, without=OPTIONAL)
    assert with_all == without
    assert len(without.splitlines()) == 3


def modules_after(code):
    """Names of the modules that a fresh interpreter has loaded after a few lines."""
    return set(output_of(f"{code}\nimport sys\nprint(*sys.modules, sep='\\n')").split())


# What takes longer to import than NumPy, or than all the rest of what is asked for.
HEAVY = {"IPython", "anywidget", "ipywidgets", "matplotlib", "pandas", "scipy.stats", "sklearn"}


def test_the_package_is_as_quick_to_import_as_numpy():
    package = modules_after("import aucc_teach")
    assert not package & (HEAVY | {"numpy", "scipy"})
    assert len(package) < len(modules_after("import numpy"))


@pytest.mark.process
@pytest.mark.parametrize(
    ("code", "modules"),
    [
        ("at.pair_counts([0, 0, 1], [0, 1, 1])", HEAVY | {"scipy"}),
        ("at.rand_score([0, 0, 1], [0, 1, 1])", HEAVY | {"scipy"}),
        ("at.adjusted_rand_score([0, 0, 1], [0, 1, 1])", HEAVY),
        ("at.aucc_score([[0, 0], [1, 0], [9, 9]], [0, 0, 1])", HEAVY),
        ("at.roc_curve([0, 1], [0.2, 0.3])", HEAVY),
        ("at.datasets.load_toy('blobs')", HEAVY),
        ("at.criteria.CriteriaScorer(at.datasets.load_toy('blobs').points)", HEAVY),
        ("at.aucc_interval, at.aucc_bounds, at.calibrated_choice, at.conditions, at.overlapping, at.partitions", HEAVY),
        ("at.plots", HEAVY - {"IPython", "matplotlib"}),
        ("at.demos.PairTable()", HEAVY - {"IPython", "anywidget", "ipywidgets"}),
        ("at.exercises", HEAVY - {"IPython", "anywidget", "ipywidgets"}),
    ],
)
def test_what_is_used_loads_what_it_needs_and_no_more(code, modules):
    if "plots" in code or "demos" in code:
        needs_what_draws()
    assert not modules_after(f"import aucc_teach as at\n{code}") & modules


def needs_what_draws():
    """Skip a test where the core is installed and nothing else, as one step of the gate does."""
    for package in ("matplotlib", "anywidget"):
        pytest.importorskip(package, reason=f"{package} is not installed: the core alone is tested")


@pytest.mark.process
def test_every_name_can_be_imported_and_is_listed():
    needs_what_draws()
    code = "import aucc_teach as at\nprint(at.__version__, *dir(at))\nassert dir(at) == at.__all__"
    names = output_of(code).split()[1:]
    stub = (ROOT / "aucc_teach" / "__init__.pyi").read_text(encoding="utf-8")
    listed = ast.literal_eval(stub.partition("__all__ = ")[2])
    assert names == sorted(listed) == listed
    output_of("from aucc_teach import *\nimport aucc_teach as at\nassert set(at.__all__) <= set(globals())")


# What needs an extra, and how a message calls it.
NEEDING = {
    "at.demos.PairTable()": "aucc_teach.demos.PairTable",
    "from aucc_teach.demos import RocBuilder": "aucc_teach.demos.RocBuilder",
    "at.exercises.show('ex-pairs-move')": "aucc_teach.exercises.show",
    "at.exercises.digest_of([])": "aucc_teach.exercises.digest_of",
    "import aucc_report.lab": "aucc_report.lab",
    "import aucc_report; aucc_report.lab": "aucc_report.lab",
    "at.aucc_bounds(blobs.points, blobs.labels, client=1)": "client",
}
# Figures and the report need none of it, but Matplotlib and others, which the package itself brings.
WITHOUT_EXTRAS = f"""
import aucc_report
import aucc_teach as at

blobs = at.datasets.load_toy("blobs")
at.plots.use_style()
at.plots.plot_criterion("pbm_score", blobs.points, blobs.labels)
aucc_report.report(blobs.points, ks=[2, 3], algorithms=["ward"], rng=0, progress=False)._repr_html_()
for code in {list(NEEDING)}:
    try:
        exec(code)
    except ModuleNotFoundError as error:
        print(error.name, error, sep=": ")
"""


@pytest.mark.process
def test_what_an_extra_brings_says_how_to_get_it_and_nothing_else_needs_it():
    needs_what_draws()
    said = output_of(WITHOUT_EXTRAS, without=IN_EXTRAS).splitlines()
    for line, what in zip(said, NEEDING.values(), strict=True):
        package, message = line.split(": ", 1)
        needed = f'{what} needs {package}, which is not installed: pip install "aucc-teach[{EXTRAS[package]}]"'
        assert message == needed


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Names of the files in the wheel that is built from nothing but the source distribution."""
    folder = tmp_path_factory.mktemp("packed")
    ignored = shutil.ignore_patterns(".*", "_build", "build", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, folder / "project", ignore=ignored)

    def build(kind, source):
        code = f"from setuptools import build_meta; build_meta.build_{kind}({str(folder)!r})"
        run = subprocess.run([sys.executable, "-c", code], cwd=source, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr

    build("sdist", folder / "project")
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (source,) = (folder / "unpacked").iterdir()
    build("wheel", source)
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        return set(archive.namelist())


@pytest.mark.process
def test_a_wheel_from_the_source_distribution_holds_every_file_of_the_package(wheel):
    found = (path for name in ("aucc_teach", "aucc_report") for path in (ROOT / name).rglob("*"))
    files = (path for path in found if path.is_file() and "__pycache__" not in path.parts)
    package = {path.relative_to(ROOT).as_posix() for path in files}
    assert {name for name in wheel if ".dist-info/" not in name} == package
    assert not any("questions" in name.split("/") or name.startswith("book") for name in wheel)
    licences = {PurePosixPath(name).name for name in wheel if ".dist-info/licenses/" in name}
    assert licences == {"LICENSE", "LICENSE-TEXT"}

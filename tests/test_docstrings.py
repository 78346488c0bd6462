"""Every public name is documented in numpydoc's form."""

import inspect
import re
import unicodedata
from itertools import pairwise

import pytest
from conftest import ROOT
from numpydoc.validate import validate

import aucc_report
import aucc_teach as at

# Codes of numpydoc's validation; its manual describes them.
COMPLAINTS = {
    "GL01", "GL02", "GL03", "GL05", "GL06", "GL07", "GL08", "GL10",  # layout; sections known and in order
    "SS01", "SS02", "SS03", "SS04", "SS06",  # a summary of one line, with a capital and a full stop
    "PR01", "PR02", "PR03", "PR04", "PR06", "PR07", "PR08", "PR09", "PR10",  # parameters, as in the signature
    "RT01", "RT03", "RT04", "RT05",  # what is returned
    "EX01",  # an example
}  # fmt: skip

PUBLIC = {f"{one.__name__}.{name}": getattr(one, name) for one in (at, aucc_report) for name in one.__all__}
for name, module in list(PUBLIC.items()):
    if inspect.ismodule(module):
        # A module of several files says in `__all__` what it holds.
        listed = {key: getattr(module, key) for key in getattr(module, "__all__", ())}
        own = {key: value for key, value in vars(module).items() if getattr(value, "__module__", "") == name} | listed
        PUBLIC |= {f"{name}.{key}": value for key, value in own.items() if not key.startswith("_")}
FUNCTIONS = {name: value for name, value in PUBLIC.items() if inspect.isfunction(value)}
RESULTS = [name for name, value in PUBLIC.items() if inspect.isclass(value) and issubclass(value, tuple)]
WITH_METHODS = {
    "aucc_teach.PairRanking": at.PairRanking,
    "aucc_teach.criteria.CriteriaScorer": at.criteria.CriteriaScorer,
}
METHODS = [
    f"{owner}.{name}"
    for owner, value in WITH_METHODS.items()
    for name, method in vars(value).items()
    if inspect.isfunction(method) and not name.startswith("_")
]


def complaints(name, *, but=()):
    return [f"{code}: {message}" for code, message in validate(name)["errors"] if code in COMPLAINTS - set(but)]


def sections(documented):
    lines = inspect.getdoc(documented).splitlines()
    return {line for line, below in pairwise(lines) if line and below == "-" * len(line)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_are_documented(name):
    function = FUNCTIONS[name]
    yields = "Yields" in sections(function)
    assert complaints(name, but=["RT01"] if yields else []) == []
    # A function without input has nothing to refuse, nor has one that draws a curve already checked.
    harmless = not inspect.signature(function).parameters or name == "aucc_teach.plots.plot_roc"
    assert "Raises" in sections(function) or harmless


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_source_named_is_in_the_bibliography(name):
    docstring = inspect.getdoc(FUNCTIONS[name]).replace("\n", " ")
    # The keys of the bibliography have no accents.
    docstring = unicodedata.normalize("NFD", docstring).encode("ascii", "ignore").decode()
    sources = re.findall(r"\b((?:[A-Z][a-z]+)+)(?:-\w+)?(?:(?:, [A-Z]\w+)* and [A-Z][\w-]+)? \(?(\d{4})\)", docstring)
    assert bool(sources) == ("References" in sections(FUNCTIONS[name]))
    bibliography = (ROOT / "book" / "references.bib").read_text(encoding="utf-8")
    assert [author for author, year in sources if f"{{{author.lower()}{year}," not in bibliography] == []


@pytest.mark.parametrize("name", WITH_METHODS)
def test_classes_are_documented(name):
    assert complaints(name) == []
    assert {"Parameters", "Attributes", "Raises", "References", "Examples"} <= sections(WITH_METHODS[name])


@pytest.mark.parametrize("name", METHODS)
def test_methods_are_documented(name):
    # The class has the examples.
    assert complaints(name, but=["EX01"]) == []


@pytest.mark.parametrize("name", RESULTS)
def test_results_are_documented(name):
    # Functions make them, and explain the fields there.
    assert complaints(name, but=["PR01", "EX01"]) == []

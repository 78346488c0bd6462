"""The Python of the pages, in one script.

It is Brython with the part of its library that functions need, and the harness.
"""

import base64
import gzip
import json
import re
from functools import cache
from importlib.resources import files

from aucc_teach.exercises._functions import IN_PAGE

__all__ = ["MODULES", "NAME", "is_needed_by", "script"]

# A classic script. Jupyter Book would put whatever ends in .js on every page.
NAME = "aucc-python.mjs"

# What a reader may import,
MODULES = (
    "bisect",
    "collections",
    "copy",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "math",
    "operator",
    "re",
)
# and what these import in turn.
_PARTS = (
    *(
        "_collections",
        "_collections_abc",
        "_functools",
        "_operator",
        "_py_abc",
        "_thread",
        "_weakref",
        "_weakrefset",
    ),
    *(
        "abc",
        "copyreg",
        "enum",
        "keyword",
        "numbers",
        "python_re",
        "reprlib",
        "sys",
        "types",
        "weakref",
    ),
)

# Brython's own has none yet.
_PAIRWISE = """
def pairwise(iterable):
    iterator = iter(iterable)
    last = next(iterator, None)
    for value in iterator:
        yield last, value
        last = value
"""

# The worker says when it is ready, takes a text and the task, tells what is
# printed and what came of it. Brython finds places by the address of its file,
# which a worker from a blob has not, and time zones by the name of a language,
# which is "C" in some browsers. Modules come from nowhere else.
_BEFORE = (
    'self.__BRYTHON__ = { brython_path: "python://here/" };\n'
    'navigator.userLanguage = "en";\n'
)
_AFTER = """
const finders = __BRYTHON__.finders;
finders.path = finders.stdlib_static = finders.VFS;
onmessage = ({ data: { code, task } }) => {
  let found = null; // and it stays so where Python ends without an answer
  const tell = (printed) => postMessage({ printed });
  const report = (verdict, words) => (found = { verdict, words });
  Object.assign(self, { code, task, tell, report });
  try {
    // Modules are compiled when they are first imported: that takes its time,
    // and none of the reader's.
    const words = new Set(code.includes("import") ? code.match(/\\w+/g) : []);
    for (const name of modules.filter((one) => words.has(one))) {
      __BRYTHON__.runPythonSource(`import ${name}`, "modules");
    }
    postMessage({ isStarted: true });
    __BRYTHON__.runPythonSource(harness, "harness");
  } finally {
    postMessage({ isOver: true, found });
  }
};
postMessage({ isReady: true });
"""
_CALL = f"""
from browser import self as page
page.report(*judge_text(page.code, eval(page.task), page.tell, {IN_PAGE!r}))
"""


@cache
def script():
    """Text of the script, which hands the text of a worker to the page.

    Returns
    -------
    str
        A classic script, with the text packed.

    Raises
    ------
    ModuleNotFoundError
        If Brython is not installed.

    Examples
    --------
    >>> from page_python import script
    >>> script()[:40]
    '// Brython is under the BSD licence, its'
    """
    data = files("brython") / "data"
    core, library = (
        (data / name).read_text(encoding="utf-8")
        for name in ("brython.js", "brython_stdlib.js")
    )
    texts = json.loads(
        re.search(r"^var scripts = (\{.*\})$", library, flags=re.MULTILINE)[1]
    )
    used = {name: texts[name] for name in (*MODULES, *_PARTS)}
    ending, itertools, *rest = used["itertools"]
    used["itertools"] = [ending, itertools + _PAIRWISE, *rest]
    harness = (files("aucc_teach") / "exercises" / "_harness.py").read_text(
        encoding="utf-8"
    ) + _CALL
    known = (
        "\n__BRYTHON__.use_VFS = true;\n"
        f"__BRYTHON__.update_VFS({json.dumps(used)});\n"
        f"const harness = {json.dumps(harness)};\n"
        f"const modules = {json.dumps(MODULES)};"
    )
    worker = _BEFORE + core + known + _AFTER
    licence = (
        "// Brython is under the BSD licence, "
        "its library in part under that of Python (PSF).\n"
    )
    # A quarter of the size; without a time, so that each build writes the same.
    packed = base64.b64encode(gzip.compress(worker.encode(), mtime=0)).decode()
    return f'{licence}window.auccPython = "{packed}";\n'


def is_needed_by(pages):
    """Whether any of some pages, given by their paths, asks for a function."""
    return any(
        '"kind":"write"' in page.read_text(encoding="utf-8") for page in pages
    )

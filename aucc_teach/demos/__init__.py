"""Demos that answer when touched: in a built page without a kernel, and in JupyterLab with one.

Each demo is one Python class, which holds and checks the state, and one JavaScript module, which draws it. The same
module runs in both places.
"""

from pathlib import Path

from aucc_teach._lazy import attach

# The name of a file gives the name of its class: `pair_table` holds `PairTable`.
_modules = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
__getattr__, __dir__, __all__ = attach(
    __name__, {"Demo": "_base"} | {name.title().replace("_", ""): name for name in _modules}
)

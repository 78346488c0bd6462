"""Demos that answer when touched: in a built page without a kernel, and in JupyterLab with one.

Each demo is one Python class, which holds and checks the state, and one JavaScript module, which draws it. The same
module runs in both places.
"""

from pathlib import Path

import lazy_loader

# A demo is found by the name of its file: `pair_table` has the class `PairTable`.
_modules = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={"_base": ["Demo"]} | {name: [name.title().replace("_", "")] for name in _modules},
)

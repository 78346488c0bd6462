"""Functions for the reader to write, each with its cases and with functions that make a foreseen mistake.

References and mistakes are in plain Python, which the small Python of the pages runs as well: built-in functions, and
the modules that a reader may import. Those of `_arrays` use NumPy and the package, and say so by ``numpy=True``; they
import other modules where they use them. A new one is a reference under `asked`, with a docstring that says what to
return, and two mistakes or more under its `mistake`. All of them must give different outputs on the cases; tests see to
it.
"""

"""Functions for the reader to write, each with its cases and with functions that make a foreseen mistake.

Those of `_arrays` begin with NumPy and are given arrays, by ``numpy=True``; they import other modules where they use
them. A new one is a reference under `asked`, with a docstring that says what to return, and two mistakes or more under
its `mistake`. All of them must give different outputs on the cases; tests see to it.
"""

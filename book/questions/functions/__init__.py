"""Functions for the reader to write, each with its cases and with functions that make a foreseen mistake.

References and mistakes are in plain Python, which the Python of the pages runs as well: built-in functions, and the
modules that a reader may import. A new one is a reference under `asked`, with a docstring that says what to return, and
two mistakes or more under its `mistake`. All of them must give different outputs on the cases; tests see to it.
"""

"""Sphinx extension: pages are written on all cores.

Jupyter Book starts Sphinx with one process. Pages are read in one, for not all
extensions say that they can be read in several; to write them takes longer.
"""

import joblib

# What an extension says of itself, so that others may run it beside it.
IN_PARALLEL = {
    "version": "1",
    "parallel_read_safe": True,
    "parallel_write_safe": True,
}


def write_on_all_cores(app, env):
    """Let Sphinx fork writers; called when all pages are read."""
    cores = joblib.cpu_count()
    if cores > 1:
        app.parallel = cores + 1  # one of them hands out the pages


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.connect("env-updated", write_on_all_cores)
    return IN_PARALLEL

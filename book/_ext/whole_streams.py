"""Sphinx extension: printed lines stay whole when MyST-NB merges them.

MyST-NB strips every piece that the kernel sent and ends it with a new line. A
kernel sends what it has every now and then, so that on a slow machine a line
would break wherever it stood.
"""

from myst_nb.core import render


def joined(outputs):
    """Put neighbouring pieces of one stream together, as they were printed."""
    result = []
    for output in outputs:
        last = result[-1] if result else {}
        if (
            output["output_type"] == "stream" == last.get("output_type")
            and output["name"] == last["name"]
        ):
            last["text"] += output["text"]
        else:
            result.append(output)
    return result


def setup(app):
    """Set the extension up; called by Sphinx."""
    merge = render.coalesce_streams
    render.coalesce_streams = lambda outputs: merge(joined(outputs))
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }

"""Run every notebook of the book and store it in one fixed form.

    python book/run_notebooks.py               # all notebooks
    python book/run_notebooks.py book/intro.ipynb

What is kept: sources, text outputs, execution counts, the cell metadata that
the book uses. What is dropped: pictures, execution times, versions. So a diff
shows what changed, and nbval compares every text output strictly. The minutes
in the box of a chapter are counted anew, by the rule of reading_time.py.
"""

import argparse
import os
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from tqdm import tqdm

from reading_time import with_minutes
from warm_kernels import warm_kernels

BOOK = Path(__file__).resolve().parent
# Pictures, and the random number under which a kernel knows a widget.
DROPPED = ("image/", "application/vnd.jupyter.widget-view+json")


def notebooks():
    """List the notebooks of the book."""
    return sorted(
        path
        for path in BOOK.rglob("*.ipynb")
        if ".ipynb_checkpoints" not in path.parts
    )


def chapter_paths():
    """List the notebooks of chapters: not the front page, nor back matter."""
    return [
        path
        for path in notebooks()
        if path.stem != "intro" and path.parent != BOOK / "back"
    ]


def client_for(notebook, path, **options):
    """Make what runs a notebook in its own folder, here and in the build."""
    return NotebookClient(
        notebook,
        kernel_name="python3",
        # Without the warning that it uses TCP: it stays on this machine.
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        resources={"metadata": {"path": path.parent}},
        record_timing=False,
        store_widget_state=False,
        **options,
    )


def run(path):
    """Execute the notebook in its own folder, and write it back normalised."""
    notebook = nbformat.read(path, as_version=4)
    client_for(notebook, path, timeout=120).execute()
    path.write_text(text_of(normalised(notebook)), encoding="utf-8")


def whole_streams(outputs):
    """Copy outputs, with neighbouring pieces of one stream put together.

    A kernel sends what it has every now and then: on a slow machine a printed
    line comes in pieces.
    """
    merged = []
    for output in outputs:
        last = merged[-1] if merged else None
        if (
            last
            and output.output_type == last.output_type == "stream"
            and output.name == last.name
        ):
            last.text += output.text
        else:
            merged.append(nbformat.from_dict(output))
    return merged


def normalised(notebook):
    """Copy a notebook without pictures and what differs from run to run."""
    result = nbformat.v4.new_notebook(
        metadata={
            "kernelspec": {
                "display_name": "Python 3",
                "language": "python",
                "name": "python3",
            },
            "language_info": {"name": "python"},
        }
    )
    count = 0
    for cell in notebook.cells:
        cell = nbformat.from_dict(cell)
        for key in (
            "execution",
            "collapsed",
            "jupyter",
            "trusted",
            "ExecuteTime",
            "widgets",
        ):
            cell.metadata.pop(key, None)
        cell.source = cell.source.rstrip()
        if cell.cell_type == "code":
            # An empty cell has no count, as after a run of all cells.
            count += bool(cell.source)
            cell.execution_count = count if cell.source else None
            cell.outputs = [
                _normalised_output(output, count)
                for output in whole_streams(cell.outputs)
            ]
        result.cells.append(cell)
    return with_minutes(result)


def text_of(notebook):
    """Write a notebook as the text of its file, with one newline at the end."""
    return nbformat.writes(notebook, version=4).rstrip("\n") + "\n"


def _normalised_output(output, count):
    if "execution_count" in output:
        output.execution_count = count
    if "data" in output:
        output.metadata = {}
        output.data = {
            mime: data
            for mime, data in output.data.items()
            if not mime.startswith(DROPPED)
        }
    return output


def main():
    """Run the notebooks named on the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "notebooks",
        nargs="*",
        type=Path,
        help="notebooks to run (default: all)",
    )
    paths = parser.parse_args().notebooks or notebooks()
    # As in the build.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with warm_kernels(len(paths)):
        for path in tqdm(paths, unit="notebook"):
            run(path)


if __name__ == "__main__":
    main()

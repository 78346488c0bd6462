"""The main road and its excursions, as the chapters themselves tell it.

The order comes from `_toc.yml`; titles, minutes, needs and ways come from the
notebooks.
"""

import textwrap
from pathlib import Path

import matplotlib.pyplot as plt
import nbformat
import pandas as pd
import yaml
from matplotlib.patches import FancyArrowPatch

from reading_time import minutes

ROOT = Path(__file__).resolve().parents[1]
_ROW = 0.38  # inches
_WIDTH = 4.4  # on a phone letters of 12 points keep 9
_BESIDE = {"va": "center", "fontsize": 12, "linespacing": 0.95}


def chapters():
    """Collect one row per chapter, in the order of the contents.

    Columns: ``part``, ``title``, ``chapter`` (the chapter below which an
    excursion stands), ``read`` and ``exercises`` (minutes), ``needs`` and
    ``ways`` (lists). The index holds the names of the files.
    """
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    rows = {}
    for part in contents["parts"]:
        for entry in part["chapters"]:
            for page in (entry, *entry.get("sections", [])):
                path = ROOT / f"{page['file']}.ipynb"
                above = None if page is entry else Path(entry["file"]).name
                if path.exists() and (
                    row := _row(path, part["caption"], above)
                ):
                    rows[path.stem] = row
    return pd.DataFrame.from_dict(rows, orient="index")


def _row(path, part, chapter):
    notebook = nbformat.read(path, as_version=4)
    first = notebook.cells[0]
    if "course" not in first.metadata:
        return None  # an instructor's own
    to_read, to_do = minutes(notebook)
    return {
        "part": part,
        "title": first.source.splitlines()[0].lstrip("# ").replace("*", ""),
        "chapter": chapter,
        "read": to_read,
        "exercises": to_do,
        "needs": first.metadata["course"]["needs"],
        "ways": first.metadata["course"]["ways"],
    }


def plot_map(found):
    """Draw the road from top to bottom, excursions as side paths.

    An arc on the left leads to a chapter from one that it needs, unless that is
    the chapter just before it.
    """
    heights, y, part = {}, 0.0, None
    captions = {}
    for name, row in found.iterrows():
        if row.part != part:
            y -= 0.5 * (part is not None)
            captions[row.part] = y
            y, part = y - 1, row.part
        heights[name] = y
        y -= 1
    _, ax = plt.subplots(figsize=(_WIDTH, -y * _ROW))
    road = found.index[found.chapter.isna()]
    ends = [heights[road[0]], heights[road[-1]]]
    ax.plot([0, 0], ends, color="#48566b", linewidth=5, zorder=1)
    for caption, height in captions.items():
        ax.text(0.32, height, caption, weight="bold", va="center", fontsize=12)
    for number, name in enumerate(road, start=1):
        ax.plot(0, heights[name], "o", color="#48566b", markersize=20, zorder=2)
        look = {"ha": "center", "va": "center", "fontsize": 12, "zorder": 3}
        ax.text(0, heights[name], str(number), color="white", **look)
        ax.text(0.32, heights[name], _short(found.title[name]), **_BESIDE)
    for name, chapter in found.chapter.dropna().items():
        side = [heights[chapter], heights[name]]
        path = {"color": "#767676", "linewidth": 1, "linestyle": (0, (2, 2))}
        ax.plot([0, 0.42], side, zorder=0, **path)
        ax.text(0.45, side[1], _short(found.title[name]), **_BESIDE)
    before = dict(zip(road[1:], road[:-1], strict=True))
    for name in road:
        for needed in found.needs[name]:
            # An edition may leave a chapter out that another builds on.
            if needed in heights and needed != before.get(name):
                _arc(ax, heights[needed], heights[name])
    ax.set(xlim=(-0.9, 3.0), ylim=(y + 0.5, 0.8))
    ax.axis("off")
    return ax


def _short(title):
    # Up to the colon; what is still too long for a phone takes two lines.
    return textwrap.fill(title.split(":")[0], 34)


def _arc(ax, start, end):
    look = {"arrowstyle": "-|>", "mutation_scale": 8, "color": "#767676"}
    bend = min(1.4, 0.5 + 0.12 * (start - end)) / (start - end)
    style = f"arc3,rad={bend}"
    ends = ((-0.14, start), (-0.14, end))
    ax.add_patch(FancyArrowPatch(*ends, connectionstyle=style, **look))


def ways(found):
    """Tabulate the two ways: minutes to read of each chapter, and their sum."""
    road = found[found.chapter.isna()]
    table = pd.DataFrame({"chapter": road.title, "exercises": road.exercises})
    for way in ("practice", "theory"):
        on_it = road.ways.map(lambda all_ways, way=way: way in all_ways)
        table[way] = road.read.where(on_it)
    table.insert(1, "read", road.read)
    sums = table.drop(columns="chapter").sum() / 60
    return table, sums

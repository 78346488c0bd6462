"""How much memory is free, and the refusal of pairs that do not fit into it."""

import os
import sys
from pathlib import Path

_GIB = 1 << 30
# Asking takes a fraction of a millisecond, which less than this is not worth.
_ALWAYS_FITS = 1 << 26


def refuse_pairs_that_do_not_fit(n_objects, bytes_per_pair, hint=""):
    """Refuse work on all pairs of so many objects that takes more memory than is free."""
    n_pairs = n_objects * (n_objects - 1) // 2
    _refuse(n_pairs * bytes_per_pair, f"the pairs must fit into memory. {n_objects} objects make {n_pairs} pairs", hint)


def refuse_table_that_does_not_fit(n_rows, n_columns, bytes_per_cell, what, hint=""):
    """Refuse a table of so many cells that takes more memory than is free; `what` are its rows and columns."""
    n_cells = n_rows * n_columns
    told = f"the table must fit into memory. {n_rows} times {n_columns} {what} make {n_cells} cells"
    _refuse(n_cells * bytes_per_cell, told, hint)


def _refuse(needed, told, hint):
    if needed <= _ALWAYS_FITS:
        return
    free = free_memory()
    if needed > free:
        raise ValueError(f"{told}, for which {needed / _GIB:.2f} GiB are needed; {free / _GIB:.2f} GiB are free.{hint}")


def free_memory(meminfo="/proc/meminfo", membership="/proc/self/cgroup", mount="/sys/fs/cgroup"):
    """Return how many bytes this process can still take from the machine, or within the limit of its container."""
    meminfo, membership, mount = Path(meminfo), Path(membership), Path(mount)
    rooms = [_room_of_machine(meminfo)]
    if membership.is_file():  # Linux only
        for line in membership.read_text().splitlines():
            _, controllers, group = line.split(":", 2)
            if not controllers:
                rooms += _rooms(mount, group, "memory.max", "memory.current", "")
            elif "memory" in controllers.split(","):
                rooms += _rooms(mount / "memory", group, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_")
    return max(0, min(rooms))


def _room_of_machine(meminfo):
    if meminfo.is_file():  # Linux, in KiB
        lines = dict(line.split(":") for line in meminfo.read_text().splitlines())
        return int(lines["MemAvailable"].split()[0]) << 10
    # macOS does not say how much of its memory is free; WebAssembly has the name and gives no answer.
    if hasattr(os, "sysconf") and (n_pages := os.sysconf("SC_PHYS_PAGES")) > 0:
        return n_pages * os.sysconf("SC_PAGE_SIZE")
    # Windows does not say, but it promises no memory that it lacks, so NumPy raises. No array is larger than this.
    return sys.maxsize


def _rooms(root, group, limit_name, used_name, prefix):
    """Yield what is left in a control group and in those above it, each of which may have a limit."""
    folder = root / group.strip("/")
    for place in (folder, *folder.parents):
        if not place.is_relative_to(root):
            return
        # A container may name its group as the host does, although it cannot see that folder.
        if (place / limit_name).is_file():
            limit = (place / limit_name).read_text().strip()
            if limit != "max":
                stat = dict(line.split() for line in (place / "memory.stat").read_text().splitlines())
                # Cached files count as used, but give way when memory is needed.
                cached = sum(int(stat[f"{prefix}{kind}_file"]) for kind in ("active", "inactive"))
                yield int(limit) - int((place / used_name).read_text()) + cached
